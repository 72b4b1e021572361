//! Kalah in the catalog.

use plyground_eval::Nothing;
use plyground_eval::kalah::{Finish, StoreDifference};
use plyground_kalah::{Kalah, KalahRules};

use plyground_search::Agent;

use super::{EvaluationInfo, ForEvaluation, NOTHING, Playable, unknown};
use crate::agent::SearchAgent;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

impl Playable for Kalah {
    const ABOUT: &'static str = "sow seeds round a board of houses and gather them in your store";

    fn setups() -> &'static [&'static str] {
        &["6x4", "6x6", "4x3", "3x3"]
    }

    fn rule_sets() -> Vec<&'static str> {
        KalahRules::NAMED.iter().map(|&(name, _)| name).collect()
    }

    fn rule_options() -> &'static [&'static str] {
        &["capture=none|standard|empty", "end=either|mover", "majority=on|off", "sweep=on|off"]
    }

    fn evaluations() -> &'static [EvaluationInfo] {
        &[
            EvaluationInfo { name: "store-difference", about: "own store minus the opponent's, in seeds" },
            EvaluationInfo { name: "margin", about: "the same, and finished games by their final difference" },
            NOTHING,
        ]
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(StoreDifference { finish: Finish::Margin }, spec, Self::best_options()))
    }

    fn with_evaluation<J: ForEvaluation<Kalah>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        match name {
            None | Some("store-difference") => Ok(job.call(StoreDifference { finish: Finish::Result })),
            Some("margin") => Ok(job.call(StoreDifference { finish: Finish::Margin })),
            Some("nothing") => Ok(job.call(Nothing)),
            Some(other) => Err(unknown::<Kalah>(other)),
        }
    }
}
