//! Tuning by name: a method, an agent with weights, and a budget in; a better weight file, and what it is worth, out.
//!
//! ```
//! use plyground_catalog::{GameId, Method, Tuning};
//!
//! let mut tuning = Tuning::new(GameId::Kalah, "alphabeta:depth=1,eval=strong".parse()?, Method::Genetic);
//! tuning.setup = Some("3x3".into());
//! tuning.generations = Some(2);
//! tuning.final_pairs = 2;
//! let tuned = tuning.run(None, &Default::default(), &mut |_| {})?;
//! assert_eq!((tuned.generations, tuned.games, tuned.proofs[0].games), (2, 12, 4));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod prepare;
mod proof;
mod result;
mod samples;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use plyground_arena::Contender;
use plyground_eval::WeightFile;
use plyground_game::options::one_of;
use plyground_optimize::{
    ArenaReferee, Budget, EndOfRun, Folder, FolderError, Generation, RefereeError, Tune, drive, progress_plot,
};
use plyground_search::StopFlag;

pub use proof::Proof;
pub use result::Tuned;

use crate::agent;
use crate::contest::Contest;
use crate::error::CatalogError;
use crate::game_id::{ForGame, GameId};
use crate::playable::Playable;
use crate::spec::AgentSpec;
use crate::weights::WeightSet;

/// How weights are tuned; see the crate `plyground-optimize`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// The Khet report's stochastic-steepest-ascent annihill-climbing.
    Annihill,
    /// The Khet report's genetic algorithm.
    Genetic,
    /// Simultaneous perturbation stochastic approximation.
    Spsa,
    /// Covariance matrix adaptation.
    CmaEs,
    /// Logistic regression on recorded games.
    Regression,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] = [Method::Annihill, Method::Genetic, Method::Spsa, Method::CmaEs, Method::Regression];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Annihill => "annihill",
            Method::Genetic => "genetic",
            Method::Spsa => "spsa",
            Method::CmaEs => "cmaes",
            Method::Regression => "regression",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<Method, CatalogError> {
        let found = Method::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| {
            let found = plyground_game::notation::quote(text);
            CatalogError::Other(format!("unknown method {found}: expected {}", one_of(Method::ALL.map(Method::name))))
        })
    }
}

/// What is to be tuned, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The game.
    pub game: GameId,
    /// The set-up; the game's usual one when there is none.
    pub setup: Option<String>,
    /// The rules; the game's usual ones when there are none.
    pub rules: Option<String>,
    /// Who plays; its evaluation is what is tuned.
    pub agent: AgentSpec,
    /// How.
    pub method: Method,
    /// Vectors of a generation; the method's usual number when nothing is said.
    pub kids: Option<usize>,
    /// Generations; what the budget allows when it is in games, else the method's usual number.
    pub generations: Option<u32>,
    /// Pairs of games of every two vectors; the method's usual number when nothing is said.
    pub pairs: Option<u64>,
    /// Annihill climbing: whether the present vector plays among its neighbours.
    pub keep_incumbent: bool,
    /// Annihill climbing: how often the climb is made.
    pub restarts: u32,
    /// Genetic: how many of the best live on.
    pub elite: usize,
    /// Annihill climbing and genetic: only random vectors at first, as in the report; else the present weights are among
    /// them.
    pub random_start: bool,
    /// Whole weights only; powers stay as they are.
    pub whole: bool,
    /// What may be spent.
    pub budget: Budget,
    /// Fixes openings and all random choices.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// The last depth of a move, before the agent's own limit.
    pub depth: Option<u32>,
    /// The most nodes of a move.
    pub nodes: Option<u64>,
    /// The fewest and most random moves of an opening.
    pub opening_plies: (u32, u32),
    /// Longer games are drawn.
    pub max_plies: usize,
    /// Regression: files of recorded games.
    pub records: Vec<PathBuf>,
    /// Pairs of the match at the end, against the start and against what the game's report has; 0 for none.
    pub final_pairs: u64,
    /// Bounds of a sequential test that may end that match early, in normalised Elo.
    pub sprt: Option<(f64, f64)>,
    /// Whether the folder's run goes on.
    pub resume: bool,
}

/// What is known while a tuning runs.
#[derive(Clone, Copy, Debug)]
pub enum TuningProgress<'a> {
    /// A game of a generation has ended.
    Game {
        /// Games so far in this generation.
        done: u64,
        /// Games of the generation.
        total: u64,
    },
    /// A generation has ended.
    Generation(&'a Generation),
    /// A game of a match at the end has ended.
    Final {
        /// Against whom.
        opponent: &'a str,
        /// Games so far.
        done: u64,
        /// Games of the match.
        total: u64,
    },
}

impl Tuning {
    /// The method's usual numbers, no limit but its generations, one thread, seed 0, a match of 100 pairs at the end.
    #[must_use]
    pub fn new(game: GameId, agent: AgentSpec, method: Method) -> Tuning {
        Tuning {
            game,
            setup: None,
            rules: None,
            agent,
            method,
            kids: None,
            generations: None,
            pairs: None,
            keep_incumbent: false,
            restarts: 1,
            elite: 0,
            random_start: false,
            whole: false,
            budget: Budget::default(),
            seed: 0,
            threads: 1,
            depth: None,
            nodes: None,
            opening_plies: (2, 6),
            max_plies: 1_000,
            records: Vec::new(),
            final_pairs: 100,
            sprt: None,
            resume: false,
        }
    }

    /// Tunes. With a folder, everything is kept there, and a run that was broken off goes on; `each` is told how far it is.
    ///
    /// # Errors
    /// When something in the request makes no sense, the folder cannot be used, or the run was stopped.
    pub fn run(
        &self,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, CatalogError> {
        self.game.with(Work { tuning: self, folder, stop, each })
    }
}

struct Work<'a, 'b> {
    tuning: &'a Tuning,
    folder: Option<&'a Path>,
    stop: &'a StopFlag,
    each: &'a mut (dyn FnMut(&TuningProgress<'_>) + 'b),
}

/// What the parts of a run share.
struct Ground<'a, P: Playable> {
    tuning: &'a Tuning,
    contest: Contest,
    set: Box<dyn WeightSet>,
    start: WeightFile,
    setup: P::Setup,
    rules: P::Rules,
    stop: &'a StopFlag,
}

impl<P: Playable> Ground<'_, P> {
    /// The player of a weight file.
    fn contender(&self, name: String, weights: WeightFile) -> Contender<P> {
        let spec = self.tuning.agent.clone();
        let weights = Arc::new(weights);
        Contender::new(name, self.contest.control(&spec), move || {
            agent::make_weighted::<P>(&spec, Some(&weights)).expect("the same agent has been made with other weights")
        })
    }
}

impl ForGame for Work<'_, '_> {
    type Out = Result<Tuned, CatalogError>;

    fn call<P: Playable>(self) -> Self::Out {
        let Work { tuning, folder, stop, each } = self;
        let start = prepare::start::<P>(tuning)?;
        let set = P::weight_set(&start)?;
        agent::make_weighted::<P>(&tuning.agent, Some(&start))?;
        let setup: P::Setup = tuning.setup.as_deref().map_or_else(|| Ok(P::Setup::default()), str::parse)?;
        let rules: P::Rules = tuning.rules.as_deref().map_or_else(|| Ok(P::Rules::default()), str::parse)?;
        let contest = Contest {
            depth: tuning.depth,
            nodes: tuning.nodes,
            sprt: tuning.sprt,
            ..Contest::new(tuning.game, vec![tuning.agent.clone()])
        };
        contest.sprt()?;
        let space = prepare::space(tuning, &*set)?;
        let mut tuner = prepare::tuner::<P>(tuning, &space, &start)?;
        let settings = prepare::settings(tuning, &start);
        let kept = folder.map(|path| Folder::open(path, &settings, tuning.resume)).transpose();
        let kept = kept.map_err(|error| fault(&error))?;
        let ground = Ground::<P> { tuning, contest, set, start, setup, rules, stop };
        let (run, log) = climb(&ground, &mut *tuner, kept.as_ref(), each)?;
        let values = tuner.best();
        let mut weights = ground.set.with(&values).map_err(|error| CatalogError::Undone(error.to_string()))?;
        weights.provenance = result::provenance(tuning, &run);
        let mut tuned = Tuned::new(tuning, &run, ground.set.parameters(), values, weights.to_string());
        if let Some(folder) = &kept {
            let write = |name: &str, text: &str| folder.write(name, text).map_err(|error| fault(&error));
            tuned.file = Some(write("weights.toml", &tuned.text)?);
            write("progress.svg", &progress_plot(&space, &log))?;
        }
        tuned.proofs = proof::play(&ground, &weights, kept.as_ref(), each)?;
        if let Some(folder) = &kept {
            let text = serde_json::to_string_pretty(&tuned).expect("plain data can be written") + "\n";
            folder.write("result.json", &text).map_err(|error| fault(&error))?;
        }
        Ok(tuned)
    }
}

/// All generations.
fn climb<P: Playable>(
    ground: &Ground<'_, P>,
    tuner: &mut dyn Tune,
    folder: Option<&Folder>,
    each: &mut dyn FnMut(&TuningProgress<'_>),
) -> Result<(plyground_optimize::Run, Vec<Generation>), CatalogError> {
    let make = |name: String, values: &[f64]| {
        let weights = ground.set.with(values).expect("an optimiser keeps within the bounds of its space");
        ground.contender(name, weights)
    };
    let tuning = ground.tuning;
    // Both callbacks tell the same listener, one at a time.
    let each = std::cell::RefCell::new(each);
    let mut on_game = |progress: &plyground_arena::Progress<'_>| {
        (each.borrow_mut())(&TuningProgress::Game { done: progress.done, total: progress.total });
    };
    let mut referee =
        ArenaReferee::<P>::new(ground.setup.clone(), ground.rules.clone(), &make, tuning.seed, ground.stop);
    referee.threads = tuning.threads;
    referee.max_plies = tuning.max_plies;
    referee.opening_plies = tuning.opening_plies.0..=tuning.opening_plies.1;
    referee.folder = folder;
    referee.on_game = Some(&mut on_game);
    let (mut log, mut failed) = (Vec::new(), None);
    let run = drive(tuner, &mut referee, &tuning.budget, &mut |generation| {
        if let Some(Err(error)) = folder.map(|folder| folder.log(generation)) {
            failed.get_or_insert(error);
        }
        (each.borrow_mut())(&TuningProgress::Generation(generation));
        log.push(generation.clone());
    });
    if let Some(error) = failed {
        return Err(fault(&error));
    }
    let run = run.map_err(|error| match error {
        RefereeError::Stopped => stopped(folder),
        error => CatalogError::Undone(error.to_string()),
    })?;
    if run.generations == 0 && run.cause == EndOfRun::Budget {
        return Err(CatalogError::Other(format!(
            "the budget does not pay for a generation of {} games: expected a larger budget, or fewer kids or games a pairing",
            tuner.ask().map_or(0, plyground_optimize::League::games)
        )));
    }
    Ok((run, log))
}

fn stopped(folder: Option<&Folder>) -> CatalogError {
    CatalogError::Undone(match folder {
        Some(folder) => format!("stopped; the same command with `--resume` goes on with `{}`", folder.path().display()),
        None => "stopped; without `--out` the games are lost".into(),
    })
}

/// What the system refuses could not be done; the rest was asked for wrongly.
fn fault(error: &FolderError) -> CatalogError {
    let message = error.to_string();
    if matches!(error, FolderError::Io { .. }) { CatalogError::Undone(message) } else { CatalogError::Other(message) }
}

/// A space is only made from axes that make sense.
fn refused(error: &plyground_optimize::OptionError) -> CatalogError {
    CatalogError::Other(error.to_string())
}

#[cfg(test)]
#[path = "tuning/tests.rs"]
mod tests;
