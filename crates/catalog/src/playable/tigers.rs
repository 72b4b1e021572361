//! Tigers in the catalog.

use plyground_eval::Nothing;
use plyground_eval::tigers::Material;
use plyground_tigers::Tigers;

use super::{EvaluationInfo, ForEvaluation, NOTHING, Playable, unknown};
use crate::error::CatalogError;

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
        &[EvaluationInfo { name: "material", about: "goats taken, for the tigers" }, NOTHING]
    }

    fn with_evaluation<J: ForEvaluation<Tigers>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        match name {
            None | Some("material") => Ok(job.call(Material)),
            Some("nothing") => Ok(job.call(Nothing)),
            Some(other) => Err(unknown::<Tigers>(other)),
        }
    }
}
