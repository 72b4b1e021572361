//! Cachex in the catalog.

use plyground_cachex::Cachex;
use plyground_eval::Nothing;
use plyground_eval::cachex::Material;

use plyground_search::Agent;

use super::{EvaluationInfo, ForEvaluation, NOTHING, Playable, unknown};
use crate::agent::SearchAgent;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

impl Playable for Cachex {
    const ABOUT: &'static str = "join your two edges of a rhombus of hexagons; diamonds capture";

    fn setups() -> &'static [&'static str] {
        &["9", "5", "7", "11", "15"]
    }

    fn rule_sets() -> Vec<&'static str> {
        vec!["standard"]
    }

    fn rule_options() -> &'static [&'static str] {
        &["steal=on|off", "centre_ban=on|off", "turn_limit=N|off", "repetition=N|off"]
    }

    fn evaluations() -> &'static [EvaluationInfo] {
        &[EvaluationInfo { name: "material", about: "own stones minus the opponent's" }, NOTHING]
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Material, spec, Self::best_options()))
    }

    fn with_evaluation<J: ForEvaluation<Cachex>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        match name {
            None | Some("material") => Ok(job.call(Material)),
            Some("nothing") => Ok(job.call(Nothing)),
            Some(other) => Err(unknown::<Cachex>(other)),
        }
    }
}
