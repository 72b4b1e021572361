//! Holds the agents, evaluations and weights of the five published reports.
//!
//! | report | module | agents | evaluations |
//! |---|---|---|---|
//! | Khet 2.0 \[Zagury2016\] | [`khet`] | alpha-beta with a budget of plies, beam | features with powers |
//! | Kalah with capture \[Garrison-Kalah\] | [`kalah`] | parallel root moves, exit counter | (again + stolen)^2 + score - loss |
//! | Kalaha without capture \[Wall2022\] | [`kalaha`] | depth in turns, a soft limit | [`StoreDifference`](plyground_eval::kalah::StoreDifference) |
//! | Tigers and Goats \[Tigers2013\] | [`tigers`] | seven searches | goats left, steps and jumps |
//! | Cachex \[Chen2022\] | [`cachex`] | root filter in seven steps, minimax by board size | six features, costs alone |
//!
//! The evaluations of the Khet and Kalah reports and [`cachex::SixFeature`] are not antisymmetric, because these reports
//! value a position for the player at the root.
//! [`tigers::Evaluation`] gives a draw a value other than 0, as the report does.
//! The folder `weights` has the weight files of the reports.
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
