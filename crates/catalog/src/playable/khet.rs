//! Khet in the catalog.

use std::time::Duration;

use plyground_eval::khet::{self, Material, Report, ReportExtended, Strong};
use plyground_eval::{Listed, Nothing, WeightFile, Weighted};
use plyground_game::Side;
use plyground_game::diagram::Diagram;
use plyground_khet::{Khet, KhetRules};

use plyground_search::{Agent, Unit};

use super::{ForEvaluation, Playable, foreign, listed, shipped};
use crate::agent::{MakeSearcher, SearchAgent};
use crate::erased::Erased;
use crate::error::CatalogError;
use crate::reports::{FixedPlan, Planned};
use crate::spec::{AgentKind, AgentSpec};
use crate::weights::{WeightSet, hold};

impl Playable for Khet {
    const ABOUT: &'static str = "chess with lasers: move or turn a piece, then your laser fires";

    fn setups() -> &'static [&'static str] {
        &["classic", "imhotep", "dynasty"]
    }

    fn rule_sets() -> Vec<&'static str> {
        KhetRules::NAMED.iter().map(|&(name, _)| name).collect()
    }

    fn rule_options() -> &'static [&'static str] {
        &["pharaoh_turns=on|off", "scarab_both_turns=on|off", "strict_swap=on|off", "ply_limit=N|off"]
    }

    fn evaluations() -> Vec<Listed> {
        listed(khet::EVALUATIONS, "material")
    }

    fn beam_diagram(&self, side: Side) -> Option<Diagram> {
        Some(self.diagram_with_beam(side))
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Strong::default(), spec, &Self::best_options()))
    }

    fn report_agent(
        spec: &AgentSpec,
        weights: Option<&WeightFile>,
    ) -> Option<Result<Box<dyn Agent<Self>>, CatalogError>> {
        let (depth, unit) = match spec.kind {
            AgentKind::KhetUserBot => (4, Unit::Variable),
            AgentKind::KhetHeuristicBot => (6, Unit::Ply),
            _ => return None,
        };
        let inner = AgentSpec { unit: Some(unit), noise: Some(true), ..spec.clone() };
        let eval = spec.eval.as_deref().unwrap_or("report");
        let agent = Self::with_chosen(weights, eval, MakeSearcher(&inner));
        // The report's server gives 15 s; its agents stop just before.
        let plan = FixedPlan { depth: Some(depth), time: Some(Duration::from_millis(14_900)), ..FixedPlan::default() };
        Some(agent.map(|agent| -> Box<dyn Agent<Self>> { Box::new(Planned { agent, plan, depth_of: None }) }))
    }

    fn weighted_default(kind: AgentKind) -> Option<&'static str> {
        match kind {
            AgentKind::Best => Some("strong"),
            AgentKind::KhetUserBot | AgentKind::KhetHeuristicBot => Some("report"),
            _ => None,
        }
    }

    fn weight_set(file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != <Self as plyground_game::Position>::NAME => Err(foreign::<Khet>(file)),
            Strong::NAME => hold::<Strong>(file),
            Report::NAME => hold::<Report>(file),
            ReportExtended::NAME => hold::<ReportExtended>(file),
            _ => Err(foreign::<Khet>(file)),
        }
    }

    fn with_named<J: ForEvaluation<Khet>>(name: &str, job: J) -> Option<J::Out> {
        Some(match name {
            "material" => job.call(Erased::new(Material)),
            "strong" => job.call(Erased::new(shipped::<Strong>(khet::EVALUATIONS, name))),
            "report" | "hand-tuned" => job.call(Erased::new(shipped::<Report>(khet::EVALUATIONS, name))),
            "report-extended" => job.call(Erased::new(shipped::<ReportExtended>(khet::EVALUATIONS, name))),
            "nothing" => job.call(Erased::new(Nothing)),
            _ => return None,
        })
    }

    fn with_weights<J: ForEvaluation<Khet>>(file: &WeightFile, job: J) -> Result<J::Out, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != <Self as plyground_game::Position>::NAME => Err(foreign::<Khet>(file)),
            Strong::NAME => Ok(job.call(Erased::new(Strong::from_weights(file)?))),
            Report::NAME => Ok(job.call(Erased::new(Report::from_weights(file)?))),
            ReportExtended::NAME => Ok(job.call(Erased::new(ReportExtended::from_weights(file)?))),
            _ => Err(foreign::<Khet>(file)),
        }
    }
}
