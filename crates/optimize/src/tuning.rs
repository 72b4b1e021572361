//! A tuning run: from a method, players with weights and a budget to better weights and the matches that measure them.
//!
//! The caller knows evaluations and agents, and provides a [`TuningRun`]: the [`Weights`] to tune, and a function that
//! creates a player with given weights. [`TuningOptions`] contains the options.

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

use crate::error::OptimizeError;
use crate::games::{FindWorkforce, Games, MakePlayer};
use crate::provenance::Fact;
use crate::regression::POWER;
use crate::{ArenaReferee, Axis, EndOfRun, Folder, Generation, League, Run, Space, Tune, drive, progress_plot};

pub use options::TuningOptions;
pub use proof::Proof;
pub use result::Tuned;

/// The weights of an evaluation, which are tuned and written.
pub trait Weights {
    /// Returns the parameters, always in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns the current values, in the order of the parameters.
    fn values(&self) -> Vec<f64>;

    /// Returns the text of a weight file with the given values and provenance.
    ///
    /// # Errors
    /// Returns an error if the number of values is wrong, or a value is out of bounds.
    fn text(&self, values: &[f64], provenance: &[(&'static str, Fact)]) -> Result<String, TuneError>;
}

/// Function that returns the features of a position for its side to move.
type Explain<'a> = &'a dyn Fn(&dyn State) -> Vec<Term>;

/// A tuning run: the game, the weights and the players.
///
/// ```
/// use plyground_arena::{Participant, StopFlag, TimeControl};
/// use plyground_game::{Parameter, TuneError};
/// use plyground_kalah::Kalah;
/// use plyground_optimize::{Fact, Method, TuningOptions, TuningRun, Weights};
/// use plyground_play::{AgentPlayer, Start};
/// use plyground_search::RandomAgent;
///
/// /// A single number. Replace it by the weights of an evaluation.
/// struct Lucky;
/// impl Weights for Lucky {
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter { name: "luck", about: "the seed", min: 0.0, max: 9.0, default: 1.0, step: 1.0 }]
///     }
///     fn values(&self) -> Vec<f64> {
///         vec![1.0]
///     }
///     fn text(&self, values: &[f64], _: &[(&'static str, Fact)]) -> Result<String, TuneError> {
///         Ok(format!("luck = {}\n", values[0]))
///     }
/// }
///
/// let player = |name: String, values: &[f64]| {
///     let seed = values[0].to_bits();
///     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
/// };
/// let kalah = Start::default().state::<Kalah>().expect("the usual start");
/// let run = TuningRun::new("random", kalah, &Lucky, &player);
/// let options = TuningOptions { generations: Some(2), final_pairs: 2, ..TuningOptions::new(Method::Genetic) };
/// let tuned = run.run(&options, None, &StopFlag::default(), &mut |_| {})?;
/// assert_eq!((tuned.generations, tuned.games, tuned.proofs[0].games), (2, 12, 4));
/// # Ok::<(), plyground_optimize::OptimizeError>(())
/// ```
pub struct TuningRun<'a> {
    /// Start of all games.
    pub state: Box<dyn State>,
    /// Set-up and rules as requested. They are part of the settings that define the run, and of the provenance. `None`
    /// means the default.
    pub named: [Option<String>; 2],
    /// Name of the agent: part of the settings that define the run, and of the provenance.
    pub agent: String,
    /// Requested maximum depth of a move, which takes precedence over the agent's own limit. It is used as
    /// [`TuningRun::named`] is.
    pub depth: Option<u32>,
    /// Requested maximum number of nodes of a move.
    pub nodes: Option<u64>,
    /// Weights to tune.
    pub weights: &'a dyn Weights,
    /// Initial weights as data: part of the settings that define the run.
    pub start: Value,
    /// Creates the player of a vector.
    pub player: MakePlayer<'a>,
    /// Opponents of the tuned weights in the final matches besides the start, as names and vectors. Opponents equal to
    /// the start are skipped.
    pub opponents: Vec<(String, Vec<f64>)>,
    /// Range of the random values of a parameter; `None` for its full range.
    pub draw: &'a dyn Fn(&Parameter) -> Option<(f64, f64)>,
    /// Features for regression; `None` if values depend on the path to a position.
    pub explain: Option<Explain<'a>>,
    /// Returns whether an agent named in recorded games is an external program or a Python player, which can fail.
    pub can_fail: &'a dyn Fn(&str) -> bool,
    /// Finds a workforce that plays the games; `None` for the threads of this process.
    pub workforce: Option<FindWorkforce<'a>>,
    /// Aborts the run with its running games. The flag that stops the run lets them finish.
    pub abandon: StopFlag,
}

plyground_game::impl_debug!(TuningRun { state, agent } for [] TuningRun<'_>);

/// The progress of a tuning run.
#[derive(Clone, Copy, Debug)]
pub enum TuningProgress<'a> {
    /// A game of a generation has ended.
    Game {
        /// Finished games of this generation.
        done: u64,
        /// Games of the generation.
        total: u64,
    },
    /// A generation has ended.
    Generation(&'a Generation),
    /// A game of a final match has ended.
    Final {
        /// Name of the opponent.
        opponent: &'a str,
        /// Finished games of the match.
        done: u64,
        /// Games of the match.
        total: u64,
    },
}

/// Callback for the progress of a tuning run.
type OnProgress<'a> = &'a mut dyn FnMut(&TuningProgress<'_>);

impl<'a> TuningRun<'a> {
    /// Returns a run of games from this start, between players with these weights. The start is the only opponent.
    #[must_use]
    pub fn new(
        agent: impl Into<String>,
        state: Box<dyn State>,
        weights: &'a dyn Weights,
        player: MakePlayer<'a>,
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
            workforce: None,
            abandon: StopFlag::default(),
        }
    }

    /// Tunes the weights. With a folder, everything is recorded there, and an interrupted run is resumed. `each`
    /// receives the progress.
    ///
    /// # Errors
    /// Returns an error if the options are invalid, the folder cannot be used, or the run was stopped.
    pub fn run(
        &self,
        options: &TuningOptions,
        folder: Option<&Path>,
        stop: &StopFlag,
        each: &mut dyn FnMut(&TuningProgress<'_>),
    ) -> Result<Tuned, OptimizeError> {
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
            let result = folder.write_json("result.json", &tuned)?;
            folder.check_owned(&[result])?;
        }
        Ok(tuned)
    }

    /// Returns the axes of the weights.
    fn space(&self, options: &TuningOptions) -> Result<Space, OptimizeError> {
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

/// The state of a run.
struct Work<'a> {
    run: &'a TuningRun<'a>,
    options: &'a TuningOptions,
    folder: Option<Folder>,
    stop: &'a StopFlag,
}

impl Work<'_> {
    /// Runs all generations.
    fn climb(&self, tuner: &mut dyn Tune, each: OnProgress<'_>) -> Result<(Run, Vec<Generation>), OptimizeError> {
        // Both callbacks call `each`, one at a time.
        let each = RefCell::new(each);
        let mut on_game = |progress: &plyground_arena::Progress<'_>| {
            (each.borrow_mut())(&TuningProgress::Game { done: progress.done, total: progress.total });
        };
        let mut referee = ArenaReferee::new(self.games(), self.options.seed);
        referee.folder = self.folder.as_ref();
        referee.on_game = Some(&mut on_game);
        let (mut log, mut failed) = (Vec::new(), None);
        let run = drive(tuner, &mut referee, &self.options.budget, &mut |generation| {
            if let Some(Err(error)) = self.folder.as_ref().map(|folder| folder.log(generation)) {
                failed.get_or_insert(error);
            }
            (each.borrow_mut())(&TuningProgress::Generation(generation));
            log.push(generation.clone());
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let run = run?;
        if run.generations == 0 && run.cause == EndOfRun::Budget {
            let games = tuner.ask().map_or(0, League::games);
            return Err(OptimizeError::Input {
                text: format!("the budget is too small for a generation of {games} games"),
                hint: Some("expected a larger budget, or fewer kids or games a pairing"),
            });
        }
        Ok((run, log))
    }

    /// Returns how the games of the run are played.
    fn games(&self) -> Games<'_> {
        let TuningRun { state, player, workforce, abandon, .. } = self.run;
        let TuningOptions { opening_plies, max_plies, threads, .. } = *self.options;
        let (workforce, abandon) = (*workforce, abandon.clone());
        Games { opening_plies, max_plies, threads, workforce, abandon, ..Games::new(&**state, *player, self.stop) }
    }
}
