//! Optimisers of evaluation weights: a weight file goes in, a better one comes out.
//!
//! | method | what it asks for | from |
//! |---|---|---|
//! | [`Annihill`] | leagues of random neighbours, in a shrinking range | the Khet report \[Zagury2016\] |
//! | [`Genetic`] | leagues of a population | the Khet report |
//! | [`Spsa`] | matches between the two ends of a random step | \[Spall1998\] |
//! | [`CmaEs`] | leagues of a sample from a normal distribution | \[Hansen2016\] |
//! | [`Regression`] | none: it learns from recorded games | Texel's tuning \[Oesterlund2014\] |
//!
//! All are a [`Tune`]: they ask for a [`League`] and are updated by its [`Results`]. [`drive`] lets one work with a [`Referee`]:
//! an [`Objective`] for tests, [`ArenaReferee`] for games. Every random choice comes from a seed and every game depends on
//! its number alone, so that a run is repeatable with any number of threads; a [`Folder`] keeps its games, and a run that
//! was killed receives them again until it is where it was. A [`TuningRun`] puts it all together: weights, players, a method
//! by name, and matches at the end that say what was won.
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

mod annihill;
mod arena;
mod cmaes;
mod drive;
mod folder;
mod games;
mod genetic;
mod method;
mod objective;
mod option_error;
mod plot;
mod random;
mod regression;
mod space;
mod spsa;
mod tune;
mod tuning;

pub use annihill::{Annihill, AnnihillOptions};
pub use arena::ArenaReferee;
pub use cmaes::{CmaEs, CmaEsOptions};
pub use drive::{Budget, Candidate, EndOfRun, Generation, Played, Referee, Run, drive};
pub use folder::{Folder, FolderError};
pub use games::{Games, RefereeError, Workforces};
pub use genetic::{Genetic, GeneticOptions};
pub use method::{Method, ParseMethodError};
pub use objective::{Objective, rosenbrock, sphere};
pub use plot::progress_plot;
pub use regression::{Regression, RegressionOptions, Samples};
pub use space::{Axis, Space};
pub use spsa::{Spsa, SpsaOptions};
pub use tune::{League, OptionError, Results, Tune, Update};
pub use tuning::{Fact, Proof, Tuned, TuningError, TuningFailure, TuningOptions, TuningProgress, TuningRun, Weights};
