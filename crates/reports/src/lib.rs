//! The five published reports: their agents, their evaluations, their habits. What is a report's stands here and nowhere else.
//!
//! | report | module | agents | evaluations |
//! |---|---|---|---|
//! | Khet 2.0 \[Zagury2016\] | [`khet`] | alpha-beta with a budget of plies, heuristic-greedy beam | features with powers: published, hand-tuned and random vectors; two more features |
//! | Kalah with capture \[Garrison-Kalah\] | [`kalah`] | root moves in parallel, exit counter | (again + stolen)^2 + score - loss, counted along the line |
//! | Kalaha without capture \[Wall2022\] | [`kalaha`] | depth in turns, a soft limit | [`StoreDifference`](plyground_eval::kalah::StoreDifference) by margin, which others use too |
//! | Tigers and Goats \[Tigers2013\] | [`tigers`] | seven searches, counted as its table counts | goats left, steps and jumps |
//! | Cachex \[Chen2022\] | [`cachex`] | root filter in seven steps, minimax by board size | six features, the costs alone, their antisymmetric form |
//!
//! Not antisymmetric are those of Khet and of Kalah and [`cachex::SixFeature`], whose reports count for the player at the root, and
//! [`tigers::Evaluation`] with a draw that is not 0. The weight files are in `weights`.
//!
//! ```
//! use plyground_game::Game;
//! use plyground_cachex::Cachex;
//! use plyground_reports::cachex;
//! use plyground_search::{Agent, Job};
//!
//! let game = Game::<Cachex>::new(&"7".parse()?, &Default::default());
//! let report = cachex::agent(cachex::SixFeature::default()).move_for(&game, &Job::default())?;
//! assert_eq!(report.best.map(|mv| mv.to_string()).as_deref(), Some("0,3"), "the report's first move");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cachex;
pub mod kalah;
pub mod kalaha;
pub mod khet;
mod plan;
pub mod tigers;

pub use plan::Planned;
