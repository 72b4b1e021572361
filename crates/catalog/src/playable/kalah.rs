//! Kalah in the catalog.

use std::sync::Arc;
use std::time::Duration;

use plyground_eval::kalah::{self, AlongLine, Finish, StoreDifference, Strong};
use plyground_eval::{Listed, Nothing, WeightFile, Weighted};
use plyground_kalah::{Kalah, KalahRules};

use plyground_game::{Position, Side};
use plyground_search::{Agent, Unit, View};
use plyground_solve::Solvable;
use plyground_solve::kalah::ExactKalah;

use super::{ForEvaluation, Playable, foreign, listed, shipped};
use crate::agent::{MakeSearcher, SearchAgent};
use crate::erased::Erased;
use crate::error::CatalogError;
use crate::reports::{FixedPlan, Planned};
use crate::spec::{AgentKind, AgentSpec};
use crate::weights::{WeightSet, hold};

/// The Kalah report's dynamic depth: 5 plies early in the game, then 6, 7 and 8 as the stores fill.
fn dynamic_depth(pos: &Kalah) -> u32 {
    let [mine, theirs] = Side::ALL.map(|side| u32::from(pos.store(side)));
    match (mine + theirs) * 4 / u32::from(pos.total()).max(1) {
        0 => 5,
        1 => 6,
        2 => 7,
        _ => 8,
    }
}

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

    /// Extra turns are searched to their end; `docs/results.md` has the matches against plies.
    const BEST_UNIT: Unit = Unit::Turn;

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Strong::default(), spec, &Self::best_options()))
    }

    fn report_agent(
        spec: &AgentSpec,
        weights: Option<&WeightFile>,
    ) -> Option<Result<Box<dyn Agent<Self>>, CatalogError>> {
        let (eval, inner, plan) = match spec.kind {
            AgentKind::KalahExitCounter => (
                "along-line",
                AgentSpec { view: Some(View::Root), threads: Some(spec.threads.unwrap_or(2)), ..spec.clone() },
                FixedPlan {
                    depth: Some(6),
                    time: Some(Duration::from_secs(1)),
                    exit_time: Some(spec.exit.unwrap_or(Duration::from_millis(860))),
                    soft_time: None,
                },
            ),
            AgentKind::KalahaTurns => (
                "margin",
                AgentSpec { unit: Some(Unit::Turn), ..spec.clone() },
                FixedPlan { soft_time: Some(spec.soft.unwrap_or(Duration::from_millis(50))), ..FixedPlan::default() },
            ),
            _ => return None,
        };
        let agent = Self::with_chosen(weights, spec.eval.as_deref().unwrap_or(eval), MakeSearcher(&inner));
        let depth_of: Option<fn(&Kalah) -> u32> = if spec.dynamic == Some(true) { Some(dynamic_depth) } else { None };
        Some(agent.map(|agent| -> Box<dyn Agent<Self>> { Box::new(Planned { agent, plan, depth_of }) }))
    }

    fn weighted_default(kind: AgentKind) -> Option<&'static str> {
        match kind {
            AgentKind::Best => Some("strong"),
            AgentKind::KalahExitCounter => Some("along-line"),
            _ => None,
        }
    }

    fn weight_set(file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != Self::NAME => Err(foreign::<Kalah>(file)),
            Strong::NAME => hold::<Strong>(file),
            AlongLine::NAME => hold::<AlongLine>(file),
            _ => Err(foreign::<Kalah>(file)),
        }
    }

    fn solvable() -> Option<Arc<dyn Solvable<Self>>> {
        Some(Arc::new(ExactKalah))
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
            _ if file.game != Self::NAME => Err(foreign::<Kalah>(file)),
            Strong::NAME => Ok(job.call(Erased::new(Strong::from_weights(file)?))),
            AlongLine::NAME => Ok(job.call(AlongLine::from_weights(file)?)),
            _ => Err(foreign::<Kalah>(file)),
        }
    }
}
