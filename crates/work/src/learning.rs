//! Learning by name: a game and an agent in; a weight file of tables, and the matches that chose it, out.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyground_entry::{Entry, EvaluationRow};
//! use plyground_eval::kalah::{HouseSeeds, Strong};
//! use plyground_kalah::Kalah;
//! use plyground_learn::LearningOptions;
//! use plyground_work::{Learning, learning};
//!
//! let row = EvaluationRow::learned::<Strong, HouseSeeds>("strong, and tables of seeds in houses");
//! let kalah = Arc::new(Entry::<Kalah>::new("sow seeds").evaluation(row));
//! let games = LearningOptions { games: 40, match_games: 20, share_games: 4, ..Default::default() };
//! let options = LearningOptions { nodes: 50, match_nodes: 50, generations: Some(1), ..games };
//! let folder = std::env::temp_dir().join(format!("plyground-learning-{}", std::process::id()));
//! let job = Learning::new(kalah.agent_spec("pvs")?, options);
//! let result = learning::learn(&kalah, &job, &folder, &Default::default(), &mut |_| {})?;
//! assert_eq!((result.generations.len(), result.generations[0].games), (1, 40));
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

use std::path::Path;
use std::sync::Arc;

use plyground_arena::Contender;
use plyground_entry::keys::Setting;
use plyground_entry::{AgentSpec, CatalogError, Entry, LearnedRow, is_path, read_weights};
use plyground_game::SearchHints;
use plyground_game::options::one_of;
use plyground_learn::{LearningOptions, LearningProgress, LearningResult, LearningRun, Model, Purpose};
use plyground_optimize::Fact;
use plyground_search::{Limits, StopFlag};

use crate::contest::{Contest, contender};

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

/// Learns tables in a folder, which stores the run and continues an interrupted one; `each` receives the progress.
///
/// # Errors
/// When the game or the agent has no tables to learn, an option makes no sense, the folder cannot be used, or the run was stopped.
pub fn learn<P: SearchHints>(
    entry: &Arc<Entry<P>>,
    learning: &Learning,
    folder: &Path,
    stop: &StopFlag,
    each: &mut dyn FnMut(&LearningProgress<'_>),
) -> Result<LearningResult, CatalogError> {
    let spec = &learning.agent;
    let (row, mut start) = start(entry, spec)?;
    if learning.from_base {
        start.fill(0);
    }
    let options = &learning.options;
    let can_be_noisy = spec.info().takes("noise") && spec.switch("noise").is_none();
    let noisy = if can_be_noisy { spec.clone().with("noise", Setting::Switch(true)) } else { spec.clone() };
    let player = |name: String, values: &[i16], purpose: Purpose| -> Result<Contender<P>, CatalogError> {
        let (spec, nodes) = match purpose {
            Purpose::SelfPlay => (&noisy, options.nodes),
            Purpose::Match => (spec, options.match_nodes),
        };
        let contest = Contest { limits: Limits::nodes(nodes), ..Contest::new(vec![spec.clone()]) };
        contender(entry, &contest, name, spec, Some(row.write(values)))
    };
    // An agent that cannot be made is an error before any game.
    for purpose in [Purpose::SelfPlay, Purpose::Match] {
        player("present".into(), &start, purpose)?;
    }
    let run = LearningRun {
        setup: learning.setup.as_deref().map_or_else(|| Ok(P::Setup::default()), str::parse)?,
        rules: learning.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?,
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

/// Returns the row that is learned and the values at the start: those of the agent's evaluation, else those of the first row with
/// tables.
fn start<'a, P: SearchHints>(
    entry: &'a Entry<P>,
    spec: &AgentSpec,
) -> Result<(&'a LearnedRow<P>, Vec<i16>), CatalogError> {
    if spec.limits().time.is_some() {
        return Err(CatalogError::TimedTuning);
    }
    if !spec.info().takes("eval") {
        return Err(CatalogError::NothingToTune { agent: spec.name() });
    }
    let evaluations = entry.evaluations();
    let known = evaluations.learned();
    let Some(&first) = known.first() else {
        let expected = "a game whose entry has a row `EvaluationRow::learned`".into();
        return Err(CatalogError::NothingToLearn { what: P::NAME.into(), expected });
    };
    let none = |name: &str| CatalogError::NothingToLearn {
        what: format!("evaluation `{name}`"),
        expected: one_of(known.iter().copied()),
    };
    match spec.evaluation() {
        Some(path) if is_path(path) => {
            let file = read_weights(path)?;
            let row = evaluations.reader(&file)?.learned_row().ok_or_else(|| none(&file.evaluation))?;
            Ok((row, row.read(&file)?))
        }
        name => {
            let own = spec.info().evaluation.filter(|name| known.contains(name));
            let name = name.or(own).unwrap_or(first);
            let row = evaluations.row(Some(name))?.learned_row().ok_or_else(|| none(name))?;
            Ok((row, row.shipped()))
        }
    }
}

/// The tables of an evaluation as the run sees them.
struct Tables<'a, P: SearchHints> {
    row: &'a LearnedRow<P>,
    start: Vec<i16>,
}

impl<P: SearchHints> Model<P> for Tables<'_, P> {
    fn inputs(&self) -> usize {
        self.row.inputs()
    }

    fn visit(&self, pos: &P, visit: &mut dyn FnMut(usize, i8)) {
        self.row.visit(pos, visit);
    }

    fn base(&self, pos: &P) -> f32 {
        self.row.base(pos)
    }

    fn start(&self) -> Vec<i16> {
        self.start.clone()
    }

    fn text(&self, values: &[i16], provenance: &[(&'static str, Fact)]) -> String {
        let mut file = self.row.write(values);
        file.provenance =
            provenance.iter().map(|(key, fact)| ((*key).to_owned(), crate::tuning::toml_of(fact))).collect();
        file.to_string()
    }
}
