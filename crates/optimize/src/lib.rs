//! Tunes the weights of an evaluation; [`learning`] fits tables or a network to games of self-play.
//!
//! | method | input | source |
//! |---|---|---|
//! | [`Annihill`] | leagues of random neighbours in a shrinking range | the Khet report \[Zagury2016\] |
//! | [`Genetic`] | leagues of a population | the Khet report |
//! | [`Spsa`] | matches between the two ends of a random step | \[Spall1998\] |
//! | [`CmaEs`] | leagues of a sample from a normal distribution | \[Hansen2016\] |
//! | [`Regression`] | recorded games | Texel's tuning \[Oesterlund2014\] |
//!
//! Each method implements [`Tune`]: it returns a [`League`], the weights to compare, and receives the [`Results`].
//! [`drive`] runs a method with a [`Referee`], which compares weights: an [`Objective`] for tests, [`ArenaReferee`] for
//! games.
//! Every random choice comes from a seed, so a run is repeatable with any number of threads.
//! A [`Folder`] records the games, and a resumed run replays the recorded games to the method.
//! A [`TuningRun`] is all of this by name: weights, players, method and the match at the end.
//!
//! ```
//! use plyground_optimize::{Axis, Budget, CmaEs, CmaEsOptions, Objective, Space, Tune, drive, sphere};
//!
//! let space = Space::new(vec![Axis::new("x", -5.0, 5.0, 3.0, 1.0), Axis::new("y", -5.0, 5.0, -2.0, 1.0)])?;
//! let mut tuner = CmaEs::new(space, CmaEsOptions { generations: 60, ..CmaEsOptions::default() }, 1)?;
//! drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {})?;
//! assert!(sphere(&tuner.best()) < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adam;
mod annihill;
mod arena;
mod cmaes;
mod drive;
mod error;
mod folder;
mod games;
mod genetic;
pub mod learning;
mod method;
mod objective;
mod option_error;
mod plot;
mod provenance;
mod random;
mod recorded;
mod regression;
mod space;
mod spsa;
mod tune;
mod tuning;

pub use adam::Adam;
pub use annihill::{Annihill, AnnihillOptions};
pub use arena::ArenaReferee;
pub use cmaes::{CmaEs, CmaEsOptions};
pub use drive::{Budget, Candidate, EndOfRun, Generation, Played, Referee, Run, drive};
pub use error::{OptimizeError, OptimizeFailure};
pub use folder::{Folder, FolderError};
pub use games::{FindWorkforce, Games, MakePlayer, VectorPlayer};
pub use genetic::{Genetic, GeneticOptions};
pub use method::{Method, ParseMethodError};
pub use objective::{Objective, rosenbrock, sphere};
pub use plot::{Curve, curves_plot, progress_plot};
pub use provenance::Fact;
pub use regression::{Regression, RegressionOptions, Samples};
pub use space::{Axis, Space};
pub use spsa::{Spsa, SpsaOptions};
pub use tune::{League, OptionError, Results, Tune, Update};
pub use tuning::{Proof, Tuned, TuningOptions, TuningProgress, TuningRun, Weights};
