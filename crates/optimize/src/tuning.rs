//! The run of a tuning: a method, players with weights, and a budget in; better weights, and what they are worth, out.
//!
//! The caller, who knows evaluations and agents, gives a [`TuningRun`]: the [`Weights`] to tune, and how to make a player with
//! others. [`TuningOptions`] say how it is gone about.
//!
//! ```
//! use plyground_arena::{Participant, StopFlag, TimeControl};
//! use plyground_game::{Parameter, TuneError};
//! use plyground_kalah::Kalah;
//! use plyground_optimize::{Fact, Method, TuningOptions, TuningRun, Weights};
//! use plyground_play::{AgentPlayer, Start};
//! use plyground_search::RandomAgent;
//!
//! /// One number; an evaluation's weights would stand here.
//! struct Lucky;
//! impl Weights for Lucky {
//!     fn parameters(&self) -> Vec<Parameter> {
//!         vec![Parameter { name: "luck", about: "the seed", min: 0.0, max: 9.0, default: 1.0, step: 1.0 }]
//!     }
//!     fn values(&self) -> Vec<f64> {
//!         vec![1.0]
//!     }
//!     fn text(&self, values: &[f64], _: &[(&'static str, Fact)]) -> Result<String, TuneError> {
//!         Ok(format!("luck = {}\n", values[0]))
//!     }
//! }
//!
//! let player = |name: String, values: &[f64]| {
//!     let seed = values[0].to_bits();
//!     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
//! };
//! let kalah = Start::default().state::<Kalah>().expect("the usual start");
//! let run = TuningRun::new("random", kalah, &Lucky, &player);
//! let options = TuningOptions { generations: Some(2), final_pairs: 2, ..TuningOptions::new(Method::Genetic) };
//! let tuned = run.run(&options, None, &StopFlag::default(), &mut |_| {})?;
//! assert_eq!((tuned.generations, tuned.games, tuned.proofs[0].games), (2, 12, 4));
//! # Ok::<(), plyground_optimize::TuningError>(())
//! ```

mod error;
mod method_of;
mod options;
mod proof;
mod result;
mod samples;
mod settings;

use std::cell::RefCell;
use std::path::Path;

use plyground_arena::StopFlag;
use plyground_game::{Parameter, Term, TuneError};
use plyground_play::State;
use serde_json::Value;

use crate::games::Make;
use crate::{
    ArenaReferee, Axis, EndOfRun, Folder, Generation, League, RefereeError, Run, Space, Tune, Workforces, drive,
    progress_plot,
};

pub use error::{TuningError, TuningFailure};
pub use options::TuningOptions;
pub use proof::Proof;
pub use result::{Fact, Tuned};

/// The weights of an evaluation: what is tuned and written.
pub trait Weights {
    /// The parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Their present values, in the same order.
    fn values(&self) -> Vec<f64>;

    /// The text of a weight file with other values, and with these facts about where they come from.
    ///
    /// # Errors
    /// When there are too many or too few values, or one is out of its bounds.
    fn text(&self, values: &[f64], provenance: &[(&'static str, Fact)]) -> Result<String, TuneError>;
}

/// What ends the name of a parameter that is a feature's power.
const POWER: &str = ".power";

/// The features of a position for its side to move.
type Explain<'a> = &'a dyn Fn(&dyn State) -> Vec<Term>;

/// What is to be tuned: the game, the weights, and who plays with them.
pub struct TuningRun<'a> {
    /// The start of all games.
    pub state: Box<dyn State>,
    /// Set-up and rules as they were asked for: part of what defines the run, and of the provenance; `None` where nothing
    /// was said.
    pub named: [Option<String>; 2],
    /// Who plays, as text: part of what defines the run, and of the provenance.
    pub agent: String,
    /// The last depth of a move, before the agent's own limit, as it was asked for: as for [`TuningRun::named`].
    pub depth: Option<u32>,
    /// The most nodes of a move, as it was asked for.
    pub nodes: Option<u64>,
    /// The weights to tune.
    pub weights: &'a dyn Weights,
    /// The weights at the start, as data that is part of what defines the run.
    pub start: Value,
    /// Makes the player of a vector.
    pub player: Make<'a>,
    /// Whom the tuned weights meet at the end beside the start, unless they are the start: names and vectors.
    pub opponents: Vec<(String, Vec<f64>)>,
    /// Where random values of a parameter are drawn from; `None` stands for all of its range.
    pub draw: &'a dyn Fn(&Parameter) -> Option<(f64, f64)>,
    /// What regression learns from; `None` where values depend on the way to a position.
    pub explain: Option<Explain<'a>>,
    /// Reports whether an agent that recorded games name is a program or a player in Python, which can fail.
    pub can_fail: &'a dyn Fn(&str) -> bool,
    /// Who plays the games; `None` stands for the threads of this process.
    pub workforces: Option<&'a dyn Workforces>,
    /// Ends the run with the games that are being played; the flag that stops it lets them be finished.
    pub abandon: StopFlag,
}

plyground_game::impl_debug!(TuningRun { state, agent } for [] TuningRun<'_>);

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

/// Receives the progress of a tuning.
type OnProgress<'a> = &'a mut dyn FnMut(&TuningProgress<'_>);

impl<'a> TuningRun<'a> {
    /// Creates a run of games from this start, between players by these weights, with no opponent but the start.
    #[must_use]
    pub fn new(
        agent: impl Into<String>,
        state: Box<dyn State>,
        weights: &'a dyn Weights,
        player: Make<'a>,
    ) -> TuningRun<'a> {
        TuningRun {
            state,
            named: [None, None],
            agent: agent.into(),
            depth: None,
            nodes: None,
            weights,
            start: Value::from(weights.values()),
            player,
            opponents: Vec::new(),
            draw: &|_| None,
            explain: None,
            can_fail: &|_| false,
            workforces: None,
            abandon: StopFlag::default(),
        }
    }

    /// Tunes. With a folder, everything is kept there, and a run that was broken off goes on; `each` receives the progress.
    ///
    /// # Errors
    /// When something in the request makes no sense, the folder cannot be used, or the run was stopped.
    pub fn run(
        &self,
        options: &TuningOptions,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, TuningError> {
        let sprt = options.sequential_test()?;
        let space = self.space(options)?;
        let mut tuner = method_of::begin(self, options, &space)?;
        let settings = settings::text(self, options);
        let folder = folder.map(|path| Folder::open(path, &settings, options.resume)).transpose()?;
        let work = Work { run: self, options, folder, stop };
        let (run, log) = work.climb(&mut *tuner, each)?;
        let values = tuner.best();
        let text = self.weights.text(&values, &result::provenance(self, options, &run))?;
        let mut tuned = Tuned::new(self, options, &run, &values, text);
        if let Some(folder) = &work.folder {
            tuned.file = Some(folder.write("weights.toml", &tuned.text)?);
            folder.write("progress.svg", &progress_plot(&space, &log))?;
        }
        tuned.proofs = proof::play(&work, &values, sprt.as_ref(), each)?;
        if let Some(folder) = &work.folder {
            let text = serde_json::to_string_pretty(&tuned).expect("plain data can be written") + "\n";
            folder.write("result.json", &text)?;
        }
        Ok(tuned)
    }

    /// The axes of the weights.
    fn space(&self, options: &TuningOptions) -> Result<Space, TuningError> {
        let axes = self.weights.parameters().into_iter().zip(self.weights.values()).map(|(parameter, value)| {
            let mut axis = Axis::new(parameter.name, parameter.min, parameter.max, value, parameter.step);
            if let Some((least, most)) = (self.draw)(&parameter) {
                axis.draw = (axis.min.max(least), axis.max.min(most));
            }
            if options.whole && !axis.name.ends_with(POWER) { axis.whole() } else { axis }
        });
        Ok(Space::new(axes.collect())?)
    }
}

/// A run at work.
struct Work<'a> {
    run: &'a TuningRun<'a>,
    options: &'a TuningOptions,
    folder: Option<Folder>,
    stop: &'a StopFlag,
}

impl Work<'_> {
    /// All generations.
    fn climb(&self, tuner: &mut dyn Tune, each: OnProgress<'_>) -> Result<(Run, Vec<Generation>), TuningError> {
        let options = self.options;
        // Both callbacks report to the same listener, one at a time.
        let each = RefCell::new(each);
        let mut on_game = |progress: &plyground_arena::Progress<'_>| {
            (each.borrow_mut())(&TuningProgress::Game { done: progress.done, total: progress.total });
        };
        let mut referee = ArenaReferee::new(self.run.state.boxed(), self.run.player, options.seed, self.stop);
        referee.threads = options.threads;
        referee.max_plies = options.max_plies;
        referee.opening_plies = options.opening_plies.0..=options.opening_plies.1;
        referee.folder = self.folder.as_ref();
        referee.workforces = self.run.workforces;
        referee.abandon = self.run.abandon.clone();
        referee.on_game = Some(&mut on_game);
        let (mut log, mut failed) = (Vec::new(), None);
        let run = drive(tuner, &mut referee, &options.budget, &mut |generation| {
            if let Some(Err(error)) = self.folder.as_ref().map(|folder| folder.log(generation)) {
                failed.get_or_insert(error);
            }
            (each.borrow_mut())(&TuningProgress::Generation(generation));
            log.push(generation.clone());
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let run = run.map_err(|error| self.fault(error))?;
        if run.generations == 0 && run.cause == EndOfRun::Budget {
            return Err(TuningError::Budget { games: tuner.ask().map_or(0, League::games) });
        }
        Ok((run, log))
    }

    fn fault(&self, error: RefereeError) -> TuningError {
        match error {
            RefereeError::Stopped => self.stopped(),
            RefereeError::Opening(error) => error.into(),
            RefereeError::Arena(error) => error.into(),
        }
    }

    fn stopped(&self) -> TuningError {
        TuningError::Stopped { folder: self.folder.as_ref().map(|folder| folder.path().to_owned()) }
    }
}
