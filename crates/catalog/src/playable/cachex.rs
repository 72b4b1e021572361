//! Cachex in the catalog.

use std::sync::Arc;

use plyground_cachex::{Cachex, Cell};
use plyground_eval::cachex::{self, Antisymmetric, Full, Material, SixFeature, Strong};
use plyground_eval::{Listed, Nothing, WeightFile, Weighted};

use plyground_game::notation::{MoveError, quote};
use plyground_game::{Position, Side};
use plyground_search::Agent;
use plyground_solve::Solvable;
use plyground_solve::cachex::ExactCachex;

use super::{ForEvaluation, Playable, foreign, listed, shipped};
use crate::agent::SearchAgent;
use crate::data::CellPath;
use crate::erased::Erased;
use crate::error::CatalogError;
use crate::reports::CachexAgent;
use crate::spec::{AgentKind, AgentSpec};
use crate::weights::{WeightSet, hold};

impl Playable for Cachex {
    const EXPLAINS: &'static str = "six-features";
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

    fn evaluations() -> Vec<Listed> {
        listed(cachex::EVALUATIONS, "six-features")
    }

    fn best(spec: &AgentSpec) -> Box<dyn Agent<Self>> {
        Box::new(SearchAgent::new(Strong::default(), spec, &Self::best_options()))
    }

    fn report_agent(
        spec: &AgentSpec,
        weights: Option<&WeightFile>,
    ) -> Option<Result<Box<dyn Agent<Self>>, CatalogError>> {
        let (utility, greedy) = match spec.kind {
            AgentKind::CachexSixFeatures => (SixFeature::default(), false),
            AgentKind::CachexPathOnly => (SixFeature::path_only(), false),
            AgentKind::CachexGreedy => (SixFeature::default(), true),
            _ => return None,
        };
        let utility = weights.map_or(Ok(utility), SixFeature::from_weights);
        Some(
            utility
                .map(|utility| -> Box<dyn Agent<Self>> { Box::new(CachexAgent { utility, greedy }) })
                .map_err(Into::into),
        )
    }

    fn weighted_default(kind: AgentKind) -> Option<&'static str> {
        match kind {
            AgentKind::Best => Some("strong"),
            AgentKind::CachexSixFeatures | AgentKind::CachexGreedy => Some("six-features"),
            AgentKind::CachexPathOnly => Some("path-only"),
            _ => None,
        }
    }

    fn weight_set(file: &WeightFile) -> Result<Box<dyn WeightSet>, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != Self::NAME => Err(foreign::<Cachex>(file)),
            SixFeature::NAME => hold::<SixFeature>(file),
            Antisymmetric::NAME => hold::<Antisymmetric>(file),
            Strong::NAME => hold::<Strong>(file),
            Full::NAME => hold::<Full>(file),
            _ => Err(foreign::<Cachex>(file)),
        }
    }

    fn path(&self, from: &str, to: &str, free: Option<Side>) -> Option<Result<Option<CellPath>, CatalogError>> {
        let cell = |text: &str| -> Result<Cell, CatalogError> {
            let mv = self.parse_move(text).map_err(MoveError::from)?;
            let on_board = |cell: &Cell| self.size().contains(*cell);
            mv.cell().filter(on_board).ok_or_else(|| {
                let last = self.size().get() - 1;
                CatalogError::Other(format!("no cell {} on this board: expected 0,0 to {last},{last}", quote(text)))
            })
        };
        let found = || -> Result<Option<CellPath>, CatalogError> {
            let path = cachex::shortest_path(self, cell(from)?, cell(to)?, free);
            Ok(path.map(|path| CellPath {
                cost: path.cost,
                path: path.cells.iter().map(|cell| format!("{},{}", cell.row(), cell.column())).collect(),
            }))
        };
        Some(found())
    }

    fn solvable() -> Option<Arc<dyn Solvable<Self>>> {
        Some(Arc::new(ExactCachex))
    }

    fn with_named<J: ForEvaluation<Cachex>>(name: &str, job: J) -> Option<J::Out> {
        Some(match name {
            "material" => job.call(Erased::new(Material)),
            "six-features" | "path-only" => job.call(Erased::new(shipped::<SixFeature>(cachex::EVALUATIONS, name))),
            "antisymmetric" => job.call(Erased::new(shipped::<Antisymmetric>(cachex::EVALUATIONS, name))),
            "strong" => job.call(Erased::new(shipped::<Strong>(cachex::EVALUATIONS, name))),
            "full" => job.call(Erased::new(shipped::<Full>(cachex::EVALUATIONS, name))),
            "nothing" => job.call(Erased::new(Nothing)),
            _ => return None,
        })
    }

    fn with_weights<J: ForEvaluation<Cachex>>(file: &WeightFile, job: J) -> Result<J::Out, CatalogError> {
        match file.evaluation.as_str() {
            _ if file.game != Self::NAME => Err(foreign::<Cachex>(file)),
            SixFeature::NAME => Ok(job.call(Erased::new(SixFeature::from_weights(file)?))),
            Antisymmetric::NAME => Ok(job.call(Erased::new(Antisymmetric::from_weights(file)?))),
            Strong::NAME => Ok(job.call(Erased::new(Strong::from_weights(file)?))),
            Full::NAME => Ok(job.call(Erased::new(Full::from_weights(file)?))),
            _ => Err(foreign::<Cachex>(file)),
        }
    }
}
