//! Learning by name: a game and an agent in; a weight file of tables, and the matches that chose it, out.
//!
//! ```
//! use plyground_catalog::{Catalog, Learning};
//! use plyground_learn::LearningOptions;
//!
//! let catalog = Catalog::standard();
//! let kalah = catalog.game("kalah")?;
//! let games = LearningOptions { games: 40, match_games: 20, share_games: 4, ..Default::default() };
//! let options = LearningOptions { nodes: 50, match_nodes: 50, generations: Some(1), ..games };
//! let folder = std::env::temp_dir().join(format!("plyground-learning-{}", std::process::id()));
//! let job = Learning::new(kalah.agent("pvs")?, options);
//! let result = kalah.learn(&job, &folder, &Default::default(), &mut |_| {})?;
//! assert_eq!((result.generations.len(), result.generations[0].games), (1, 40));
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::path::Path;

use plyground_arena::Contender;
use plyground_game::options::one_of;
use plyground_learn::{LearningOptions, LearningProgress, LearningResult, LearningRun, Model, Purpose};
use plyground_optimize::Fact;
use plyground_play::{Start, State};
use plyground_search::{Limits, StopFlag};

use crate::any_game::AnyGame;
use crate::contest::contender;
use crate::error::CatalogError;
use crate::evaluations::{is_path, read_weights};
use crate::keys::Setting;
use crate::learned_row::LearnedRow;
use crate::spec::AgentSpec;
use crate::tuning::toml_of;

/// What is to be learned, and how.
#[derive(Clone, Debug)]
pub struct Learning {
    /// The set-up; the default of the game if there is none.
    pub setup: Option<String>,
    /// The rules; the default of the game if there are none.
    pub rules: Option<String>,
    /// The agent that plays. The tables of its evaluation are the start; if it names no evaluation with tables, the shipped tables of
    /// the first one are.
    pub agent: AgentSpec,
    /// Whether the start is tables of zeros, the base alone.
    pub from_base: bool,
    /// How.
    pub options: LearningOptions,
    /// Ends the run after the running games, with the result so far. A child of the flag that stops the run.
    pub budget: StopFlag,
}

impl Learning {
    /// Creates learning from the usual start, with the usual rules.
    #[must_use]
    pub fn new(agent: AgentSpec, options: LearningOptions) -> Learning {
        Learning { setup: None, rules: None, agent, from_base: false, options, budget: StopFlag::default() }
    }
}

impl dyn AnyGame + '_ {
    /// Learns tables of an evaluation from self-play in a folder, which stores the run and continues an interrupted one; `each`
    /// receives the progress.
    ///
    /// # Errors
    /// When the game or the agent has no tables to learn, an option makes no sense, the folder cannot be used, or the run was stopped.
    pub fn learn(
        &self,
        learning: &Learning,
        folder: &Path,
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<LearningResult, CatalogError> {
        let spec = &learning.agent;
        let (row, mut start) = start(self, spec)?;
        if learning.from_base {
            start.fill(0);
        }
        let options = &learning.options;
        let can_be_noisy = spec.info().takes("noise") && spec.switch("noise").is_none();
        let noisy = if can_be_noisy { spec.clone().with("noise", Setting::Switch(true)) } else { spec.clone() };
        let player = |name: String, values: &[i16], purpose: Purpose| -> Result<Contender, CatalogError> {
            let (spec, nodes) = match purpose {
                Purpose::SelfPlay => (&noisy, options.nodes),
                Purpose::Match => (spec, options.match_nodes),
            };
            contender(self, &Limits::nodes(nodes).into(), name, spec, Some(row.write(values)))
        };
        // An agent that cannot be made is an error before any game.
        for purpose in [Purpose::SelfPlay, Purpose::Match] {
            player("present".into(), &start, purpose)?;
        }
        let run = LearningRun {
            start: self.state(&Start::of_setup(learning.setup.as_deref(), learning.rules.as_deref()))?,
            named: [learning.setup.clone(), learning.rules.clone()],
            agent: spec.to_string(),
            model: &Tables { row, start },
            player: &|name, values, purpose| {
                player(name, values, purpose).expect("the same agent has been made with other values")
            },
            budget: learning.budget.clone(),
        };
        Ok(run.run(options, folder, stop, each)?)
    }
}

/// Returns the row that is learned and the values at the start: those of the agent's evaluation, else those of the first row with
/// tables.
fn start<'a>(game: &'a dyn AnyGame, spec: &AgentSpec) -> Result<(&'a LearnedRow, Vec<i16>), CatalogError> {
    if spec.limits().time.is_some() {
        return Err(CatalogError::timed_tuning());
    }
    if !spec.info().takes("eval") {
        return Err(CatalogError::nothing_to_tune(spec.name()));
    }
    let rows = game.learned_rows();
    let Some(&(first, _)) = rows.first() else {
        return Err(nothing_to_learn(game.info().name, "a game whose entry has a row `EvaluationRow::learned`"));
    };
    let row_of = |name: &str| {
        let found = rows.iter().find(|(row, _)| *row == name).map(|&(_, row)| row);
        let expected = || one_of(rows.iter().map(|&(name, _)| name));
        found.ok_or_else(|| nothing_to_learn(&format!("evaluation `{name}`"), &expected()))
    };
    match spec.evaluation() {
        Some(path) if is_path(path) => {
            let file = read_weights(path)?;
            let row = row_of(game.reader(&file)?.name)?;
            Ok((row, row.read(&file)?))
        }
        name => {
            let own = spec.info().evaluation.filter(|own| rows.iter().any(|(name, _)| name == own));
            let row = row_of(game.evaluation(name.or(own).or(Some(first)))?.name)?;
            Ok((row, row.shipped()))
        }
    }
}

fn nothing_to_learn(what: &str, expected: &str) -> CatalogError {
    CatalogError::Input(format!("{what} has no tables to learn: expected {expected}"))
}

/// The tables of an evaluation as the run sees them.
struct Tables<'a> {
    row: &'a LearnedRow,
    start: Vec<i16>,
}

impl Model for Tables<'_> {
    fn inputs(&self) -> usize {
        self.row.inputs()
    }

    fn visit(&self, state: &dyn State, visit: &mut dyn FnMut(usize, i8)) {
        self.row.visit(state, visit);
    }

    fn base(&self, state: &dyn State) -> f32 {
        self.row.base(state)
    }

    fn start(&self) -> Vec<i16> {
        self.start.clone()
    }

    fn text(&self, values: &[i16], provenance: &[(&'static str, Fact)]) -> String {
        let mut file = self.row.write(values);
        file.provenance = provenance.iter().map(|(key, fact)| ((*key).to_owned(), toml_of(fact))).collect();
        file.to_string()
    }
}
