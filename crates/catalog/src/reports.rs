//! The agents of the five reports, with the reports' parameters as defaults.
//!
//! | agent | report | how it plays |
//! |---|---|---|
//! | `khet-userbot` | Khet | alpha-beta, a budget of 4 plies, of which one costs 0.74 where moves are few |
//! | `khet-heuristicbot` | Khet | the 10 best children by grade, 6 plies |
//! | `kalah-exit-counter` | Kalah with capture | 6 plies, root moves in parallel, everything valued as it stands after 0.86 s |
//! | `kalaha-turns` | Kalaha without capture | turn by turn deeper, no new depth after 50 ms |
//! | `tigers-…` | Tigers and Goats | seven searches, counted as its table counts |
//! | `cachex-…` | Cachex | root filter in seven steps, minimax by board size |
//!
//! ```
//! use plyground_catalog::{AgentSpec, GameId, Request, Start, open};
//!
//! let session = open(GameId::Cachex, &Start { setup: Some("7".into()), ..Start::default() })?;
//! let analysis = session.analyse(&"cachex-six-features".parse()?, &Request::default(), &mut |_| {})?;
//! assert_eq!(analysis.best.as_deref(), Some("0,3"), "the report's first move");
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

mod cachex;
mod fixed;

pub(crate) use cachex::CachexAgent;
pub(crate) use fixed::{FixedPlan, Planned};
