//! Kalah in the catalog.

use plyground_eval::kalah::{self, AlongLine, Finish, StoreDifference, Strong};
use plyground_eval::{Listed, Nothing, WeightFile, Weighted};
use plyground_kalah::{Kalah, KalahRules};

use plyground_search::Agent;

use super::{ForEvaluation, Playable, foreign, listed, shipped};
use crate::agent::SearchAgent;
use crate::erased::Erased;
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

    fn evaluations() -> Vec<Listed> {
        listed(kalah::EVALUATIONS, "store-difference")
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Strong::default(), spec, Self::best_options()))
    }

    fn with_named<J: ForEvaluation<Kalah>>(name: &str, job: J) -> Option<J::Out> {
        Some(match name {
            "store-difference" => job.call(Erased::new(StoreDifference { finish: Finish::Result })),
            "margin" => job.call(Erased::new(StoreDifference { finish: Finish::Margin })),
            "strong" => job.call(Erased::new(shipped::<Strong>(kalah::EVALUATIONS, name))),
            "along-line" => job.call(shipped::<AlongLine>(kalah::EVALUATIONS, name)),
            "nothing" => job.call(Erased::new(Nothing)),
            _ => return None,
        })
    }

    fn with_weights<J: ForEvaluation<Kalah>>(file: &WeightFile, job: J) -> Result<J::Out, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != <Self as plyground_game::Position>::NAME => Err(foreign::<Kalah>(file)),
            Strong::NAME => Ok(job.call(Erased::new(Strong::from_weights(file)?))),
            AlongLine::NAME => Ok(job.call(AlongLine::from_weights(file)?)),
            _ => Err(foreign::<Kalah>(file)),
        }
    }
}
