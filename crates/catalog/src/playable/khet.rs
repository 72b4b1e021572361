//! Khet in the catalog.

use plyground_eval::Nothing;
use plyground_eval::khet::Material;
use plyground_game::Side;
use plyground_game::diagram::Diagram;
use plyground_khet::{Khet, KhetRules};

use plyground_search::Agent;

use super::{EvaluationInfo, ForEvaluation, NOTHING, Playable, unknown};
use crate::agent::SearchAgent;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

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

    fn evaluations() -> &'static [EvaluationInfo] {
        &[
            EvaluationInfo {
                name: "material",
                about: "own pieces minus the opponent's: 3 for a pyramid, 2 for an anubis",
            },
            NOTHING,
        ]
    }

    fn beam_diagram(&self, side: Side) -> Option<Diagram> {
        Some(self.diagram_with_beam(side))
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Material, spec, Self::best_options()))
    }

    fn with_evaluation<J: ForEvaluation<Khet>>(name: Option<&str>, job: J) -> Result<J::Out, CatalogError> {
        match name {
            None | Some("material") => Ok(job.call(Material)),
            Some("nothing") => Ok(job.call(Nothing)),
            Some(other) => Err(unknown::<Khet>(other)),
        }
    }
}
