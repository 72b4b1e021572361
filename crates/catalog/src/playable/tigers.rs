//! Tigers in the catalog.

use plyground_eval::Nothing;
use plyground_eval::tigers::{Material, Report};
use plyground_tigers::Tigers;

use plyground_search::Agent;

use super::{EvaluationInfo, ForEvaluation, NOTHING, Playable, unknown};
use crate::agent::SearchAgent;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

impl Playable for Tigers {
    const ABOUT: &'static str = "three tigers hunt, fifteen goats surround them, on 23 points";

    fn setups() -> &'static [&'static str] {
        &["standard"]
    }

    fn rule_sets() -> Vec<&'static str> {
        vec!["standard"]
    }

    fn rule_options() -> &'static [&'static str] {
        &["captures_to_win=1..15", "repetition=N|off"]
    }

    fn evaluations() -> &'static [EvaluationInfo] {
        &[
            EvaluationInfo { name: "material", about: "goats taken, for the tigers" },
            EvaluationInfo { name: "report", about: "the report's: goats left, and the tigers' steps and jumps" },
            EvaluationInfo { name: "report-original", about: "the same, with a draw 5,000 worse for whoever searches" },
            NOTHING,
        ]
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Material, spec, Self::best_options()))
    }

    fn with_evaluation<J: ForEvaluation<Tigers>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        match name {
            None | Some("material") => Ok(job.call(Material)),
            Some("report") => Ok(job.call(Report::default())),
            Some("report-original") => Ok(job.call(Report { draw: Report::ORIGINAL_DRAW })),
            Some("nothing") => Ok(job.call(Nothing)),
            Some(other) => Err(unknown::<Tigers>(other)),
        }
    }
}
