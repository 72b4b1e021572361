//! Tigers in the catalog.

use std::sync::Arc;

use plyground_eval::tigers::{self, Material, Report, Strong};
use plyground_eval::{Listed, Nothing, WeightFile, Weighted};
use plyground_tigers::Tigers;

use plyground_search::Agent;
use plyground_solve::Solvable;
use plyground_solve::tigers::ExactTigers;

use super::{ForEvaluation, Playable, foreign, listed, shipped};
use crate::agent::SearchAgent;
use crate::erased::Erased;
use crate::error::CatalogError;
use crate::spec::AgentSpec;
use crate::weights::{WeightSet, hold};

/// The report's evaluation with its draws, for its own agents alone: it is never listed.
pub(crate) const ORIGINAL: &str = "report-original";

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

    fn evaluations() -> Vec<Listed> {
        listed(tigers::EVALUATIONS, "material")
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Strong::default(), spec, &Self::best_options()))
    }

    fn weight_set(file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != <Self as plyground_game::Position>::NAME => Err(foreign::<Tigers>(file)),
            Strong::NAME => hold::<Strong>(file),
            _ => Err(foreign::<Tigers>(file)),
        }
    }

    fn solvable() -> Option<Arc<dyn Solvable<Self>>> {
        Some(Arc::new(ExactTigers))
    }

    fn with_named<J: ForEvaluation<Tigers>>(name: &str, job: J) -> Option<J::Out> {
        Some(match name {
            "material" => job.call(Erased::new(Material)),
            "report" => job.call(Erased::new(Report::default())),
            ORIGINAL => job.call(Erased::new(Report { draw: Report::ORIGINAL_DRAW })),
            "strong" => job.call(Erased::new(shipped::<Strong>(tigers::EVALUATIONS, name))),
            "nothing" => job.call(Erased::new(Nothing)),
            _ => return None,
        })
    }

    fn with_weights<J: ForEvaluation<Tigers>>(file: &WeightFile, job: J) -> Result<J::Out, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != <Self as plyground_game::Position>::NAME => Err(foreign::<Tigers>(file)),
            Strong::NAME => Ok(job.call(Erased::new(Strong::from_weights(file)?))),
            _ => Err(foreign::<Tigers>(file)),
        }
    }
}
