//! Learning by name: a game and an agent in, a weight file of tables or of a network and its matches out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyground_arena::files::Existing;
use plyground_arena::{MatchSpec, Participant, PlayerSpec, Workforces, text_digest};
use plyground_eval::{Network, WeightFile};
use plyground_game::options::one_of;
use plyground_optimize::learning::{
    ExactTables, ExportedSamples, FindWorkforce, LearningOptions, LearningProgress, LearningResult, LearningRun, Model,
    Purpose,
};
use plyground_optimize::{Fact, OptimizeError, VectorPlayer};
use plyground_play::{Start, State};
use plyground_search::{Limits, StopFlag};

use crate::any_game::AnyGame;
use crate::contest::participant;
use crate::error::CatalogError;
use crate::evaluations::{is_path, read_weights};
use crate::keys::Setting;
use crate::learned_row::LearnedRow;
use crate::network::{NetworkSpec, PLANES};
use crate::spec::AgentSpec;
use crate::tuning::toml_of;

/// The form of a learned model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum LearnedModel {
    /// A value for each input of an evaluation with tables.
    #[default]
    Tables,
    /// A network of two layers on top of the agent's evaluation.
    Network {
        /// Neurons per side: a multiple of 8 from 8 to 128.
        hidden: usize,
        /// Evaluation with tables that provides the inputs, or `planes`; by default the first one with tables, else `planes`.
        inputs: Option<String>,
    },
}

/// A learning job.
///
/// ```
/// use plyground_catalog::{Catalog, Learning};
/// use plyground_optimize::learning::LearningOptions;
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let games = LearningOptions { games: 40, match_games: 20, share_games: 4, ..Default::default() };
/// let options = LearningOptions { nodes: 50, match_nodes: vec![50], generations: Some(1), ..games };
/// let folder = std::env::temp_dir().join(format!("plyground-learning-{}", std::process::id()));
/// let job = Learning::new(kalah.agent("pvs")?, options);
/// let result = kalah.learn(&job, &folder, &Default::default(), &mut |_| {})?;
/// assert_eq!((result.generations.len(), result.generations[0].games), (1, 40));
/// # std::fs::remove_dir_all(&folder).ok();
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learning {
    /// Set-up; `None` for the default.
    pub setup: Option<String>,
    /// Rules; `None` for the default.
    pub rules: Option<String>,
    /// The agent that plays. Learning starts from the tables of its evaluation, or from the first shipped tables if its
    /// evaluation has none.
    pub agent: AgentSpec,
    /// Form of the model. A network's weight file that the agent names decides the base and the inputs of a network.
    pub model: LearnedModel,
    /// Whether learning starts from the base alone, with all values 0.
    pub from_base: bool,
    /// Folder of tables of exact values, which label the positions that they contain; `None` to use none.
    pub tables: Option<PathBuf>,
    /// Options of learning.
    pub options: LearningOptions,
    /// Workers on other machines that play the games; `None` for the threads of this process.
    pub workforces: Option<Arc<dyn Workforces>>,
    /// Ends the run after the running games, with the result so far. It is a child of the flag that stops the run.
    pub budget: StopFlag,
}

impl Learning {
    /// Creates a job with the default set-up and rules.
    #[must_use]
    pub fn new(agent: AgentSpec, options: LearningOptions) -> Learning {
        Learning {
            setup: None,
            rules: None,
            agent,
            model: LearnedModel::Tables,
            from_base: false,
            tables: None,
            options,
            workforces: None,
            budget: StopFlag::default(),
        }
    }
}

impl dyn AnyGame + '_ {
    /// Learns tables or a network by self-play. The folder stores the run and resumes an interrupted one. `each` receives the
    /// progress.
    ///
    /// # Errors
    /// Fails if the game or the agent has nothing to learn, an option is invalid, the folder cannot be used, or the run was
    /// stopped.
    pub fn learn(
        &self,
        learning: &Learning,
        folder: &Path,
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<LearningResult, CatalogError> {
        with_run(self, learning, |run| run.run(&learning.options, folder, stop, each))
    }

    /// Writes the samples of a learning run to a file: those of all recorded generations, or of a first one, which is played now.
    ///
    /// # Errors
    /// Fails as learning does, and if the file cannot be written.
    pub fn export_samples(
        &self,
        learning: &Learning,
        folder: &Path,
        file: (&Path, Existing),
        stop: &StopFlag,
        each: &mut dyn FnMut(&LearningProgress<'_>),
    ) -> Result<ExportedSamples, CatalogError> {
        with_run(self, learning, |run| run.export(&learning.options, folder, file, stop, each))
    }
}

/// Creates the learning run of a job.
fn with_run<T>(
    game: &dyn AnyGame,
    learning: &Learning,
    work: impl FnOnce(&LearningRun<'_>) -> Result<T, OptimizeError>,
) -> Result<T, CatalogError> {
    let (spec, options) = (&learning.agent, &learning.options);
    let state = game.state(&Start::of_setup(learning.setup.as_deref(), learning.rules.as_deref()))?;
    let learned = learned(game, learning, &*state)?;
    let row = learned.row();
    let start = if learning.from_base { row.zeros() } else { learned.start(row)? };
    let can_be_noisy = spec.info().takes("noise") && spec.switch("noise").is_none();
    let noisy = if can_be_noisy { spec.clone().with("noise", Setting::Switch(true)) } else { spec.clone() };
    let player = |name: String, values: &[i16], purpose: Purpose| -> Result<Participant, CatalogError> {
        let (spec, nodes) = match purpose {
            Purpose::SelfPlay => (&noisy, options.nodes),
            Purpose::Match { nodes } => (spec, nodes),
        };
        participant(game, &Limits::nodes(nodes).into(), name, spec, Some(row.write(values)))
    };
    // An agent that cannot be created is an error before the first game.
    for purpose in [Purpose::SelfPlay, Purpose::Match { nodes: 1 }] {
        player("present".into(), &start, purpose)?;
    }
    // Each step is a run whose players contain their values.
    let elsewhere = learning.workforces.as_deref().map(|workforces| {
        let noisy = &noisy;
        move |spec: MatchSpec, purpose: Purpose, players: &[VectorPlayer<i16>]| {
            let (agent, nodes) = match purpose {
                Purpose::SelfPlay => (noisy, learning.options.nodes),
                Purpose::Match { nodes } => (&learning.agent, nodes),
            };
            let player = |(name, values): &VectorPlayer<i16>| PlayerSpec {
                name: Some(name.clone()),
                agent: agent.to_string(),
                weights: Some(row.write(values).to_string()),
            };
            workforces.find(MatchSpec {
                game: game.info().name.into(),
                setup: learning.setup.clone(),
                rules: learning.rules.clone(),
                players: players.iter().map(player).collect(),
                limits: Limits::nodes(nodes).into(),
                ..spec
            })
        }
    });
    let tables = learning.tables.as_deref().map(|folder| tables_of(game, folder, &*state)).transpose()?;
    let run = LearningRun {
        start: state,
        named: [learning.setup.clone(), learning.rules.clone()],
        agent: spec.to_string(),
        model: &Rows { game, row, start },
        player: &|name, values, purpose| {
            player(name, values, purpose).expect("the same agent has been made with other values")
        },
        tables,
        workforce: elsewhere.as_ref().map(|find| find as FindWorkforce<'_>),
        budget: learning.budget.clone(),
    };
    Ok(work(&run)?)
}

/// Returns the tables of a folder for the board and rules of a state.
fn tables_of(game: &dyn AnyGame, folder: &Path, like: &dyn State) -> Result<ExactTables, CatalogError> {
    let judge = game.judge(folder, like)?.ok_or_else(|| {
        let expected = "a folder with readable tables of this board and these rules";
        OptimizeError::option("tables", &format!("`{}`", folder.display()), expected)
    })?;
    Ok(ExactTables { judge, digest: text_digest(&plyground_solve::contents(folder, game.info().name)) })
}

/// The learned row and the file of its start values.
enum Learned<'a> {
    Tables(&'a LearnedRow, Option<WeightFile>),
    Network(LearnedRow, Option<WeightFile>),
}

impl Learned<'_> {
    fn row(&self) -> &LearnedRow {
        match self {
            Learned::Tables(row, _) => row,
            Learned::Network(row, _) => row,
        }
    }

    fn start(&self, row: &LearnedRow) -> Result<Vec<i16>, CatalogError> {
        let (Learned::Tables(_, file) | Learned::Network(_, file)) = self;
        Ok(file.as_ref().map_or_else(|| Ok(row.shipped()), |file| row.read(file))?)
    }
}

/// Returns the learned row, with the weight file that the agent names.
fn learned<'a>(game: &'a dyn AnyGame, learning: &Learning, like: &dyn State) -> Result<Learned<'a>, CatalogError> {
    let spec = &learning.agent;
    if spec.limits().is_timed() {
        return Err(CatalogError::timed_tuning());
    }
    if !spec.info().takes("eval") {
        return Err(CatalogError::nothing_to_tune(spec.name()));
    }
    let named = spec.evaluation();
    let file = named.filter(|name| is_path(name)).map(read_weights).transpose()?;
    match &learning.model {
        LearnedModel::Tables => tables(game, spec, file),
        LearnedModel::Network { hidden, inputs } => {
            if !Network::is_hidden(*hidden) {
                let expected = "a multiple of 8 from 8 to 128";
                return Err(OptimizeError::option("hidden", &hidden.to_string(), expected).into());
            }
            if let Some(file) = file {
                let network = NetworkSpec { hidden: *hidden, ..game.network_spec(&file)? };
                return Ok(Learned::Network(game.network_row(&network)?, Some(file)));
            }
            let base = game.evaluation(named.or(spec.info().evaluation))?.name.to_owned();
            // The inputs of tables leave out what their evaluation measures. On top of nothing, a network must see it.
            let all = (base == "nothing" && like.observation_shape().is_some()).then_some(PLANES);
            let (inputs, count) = game.network_inputs(inputs.as_deref().or(all), like)?;
            let network = NetworkSpec { base, inputs, count, hidden: *hidden };
            Ok(Learned::Network(game.network_row(&network)?, None))
        }
    }
}

/// Returns the learned tables: those of the agent's evaluation, else those of the first row with tables.
fn tables<'a>(game: &'a dyn AnyGame, spec: &AgentSpec, file: Option<WeightFile>) -> Result<Learned<'a>, CatalogError> {
    let rows = game.learned_rows();
    let Some(&(first, _)) = rows.first() else {
        let expected = "a game with tables that can be learned, or `--model network`";
        return Err(nothing_to_learn(game.info().name, expected));
    };
    let row_of = |name: &str| {
        let found = rows.iter().find(|(row, _)| *row == name).map(|&(_, row)| row);
        let expected = || one_of(rows.iter().map(|&(name, _)| name));
        found.ok_or_else(|| nothing_to_learn(&format!("evaluation `{name}`"), &expected()))
    };
    match &file {
        Some(network) if network.evaluation == Network::NAME => {
            Err(nothing_to_learn(&format!("evaluation `{}`", Network::NAME), "`--model network`"))
        }
        Some(tables) => Ok(Learned::Tables(row_of(game.reader(tables)?.name)?, file)),
        None => {
            let own = spec.info().evaluation.filter(|own| rows.iter().any(|(name, _)| name == own));
            let name = game.evaluation(spec.evaluation().or(own).or(Some(first)))?.name;
            Ok(Learned::Tables(row_of(name)?, None))
        }
    }
}

fn nothing_to_learn(what: &str, expected: &str) -> CatalogError {
    CatalogError::Input(format!("{what} has no tables to learn: expected {expected}"))
}

/// Tables or a network as a model of the learning run.
struct Rows<'a> {
    game: &'a dyn AnyGame,
    row: &'a LearnedRow,
    start: Vec<i16>,
}

impl Model for Rows<'_> {
    fn inputs(&self) -> usize {
        self.row.inputs()
    }

    fn hidden(&self) -> Option<usize> {
        self.row.hidden()
    }

    fn key(&self, state: &dyn State) -> u64 {
        self.game.canonical_key(state)
    }

    fn images(&self, state: &dyn State) -> Vec<Box<dyn State>> {
        self.game.images(state)
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
