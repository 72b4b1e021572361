//! Joins all parts of Plyground in one crate; [`main`] is the whole program for a game of your own.
//!
//! A game is a type that implements [`game::Position`] and [`game::SearchHints`], and an [`Entry`] describes it.
//! With a [`Catalog`] that holds the entry, `ply` shows, analyses, plays, matches, tunes, solves and serves the game:
//!
//! ```
//! use plyground::eval::tigers::Material;
//! use plyground::tigers::Tigers;
//! use plyground::{Catalog, Entry, EvaluationRow};
//!
//! // `Tigers` stands for your game, and `Material` for your evaluation.
//! let entry = Entry::<Tigers>::new("three tigers, fifteen goats")
//!     .evaluation(EvaluationRow::new("material", "goats taken", Material));
//! let catalog = Catalog::standard().with(entry);
//!
//! // In a program: `fn main() -> ExitCode { plyground::main(catalog) }`.
//! let status = plyground::run(&catalog, ["ply", "analyse", "tigers", "--agent", "alphabeta:depth=3", "--json"]);
//! assert_eq!(status, std::process::ExitCode::SUCCESS);
//! ```
//!
//! Each part has a Cargo feature of its name; `cluster`, `serde` and `laws` are off by default.
//! With `default-features = false, features = ["search", "eval"]`, it compiles neither the program nor the board.
//! The feature `games` has the four games, and `laws` the law suite, which tests a game.
//! To add an evaluation or an agent to a built-in game, extend its entry, such as `catalog::games::kalah()`.
//! The guides are [Add a game](https://github.com/plyground/plyground/blob/main/docs/guides/add-a-game.md) and
//! [Write an evaluation](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-evaluation.md).

pub use plyground_game as game;

#[cfg(feature = "games")]
pub use {plyground_cachex as cachex, plyground_kalah as kalah, plyground_khet as khet, plyground_tigers as tigers};

#[cfg(feature = "arena")]
pub use plyground_arena as arena;
#[cfg(feature = "catalog")]
pub use plyground_catalog as catalog;
#[cfg(feature = "cli")]
pub use plyground_cli as cli;
#[cfg(feature = "eval")]
pub use plyground_eval as eval;
#[cfg(feature = "kgp")]
pub use plyground_kgp as kgp;
#[cfg(feature = "optimize")]
pub use plyground_optimize as optimize;
#[cfg(feature = "arena")]
pub use plyground_play as play;
#[cfg(feature = "reports")]
pub use plyground_reports as reports;
#[cfg(feature = "scene")]
pub use plyground_scene as scene;
#[cfg(feature = "search")]
pub use plyground_search as search;
#[cfg(feature = "solve")]
pub use plyground_solve as solve;
#[cfg(feature = "statistics")]
pub use plyground_statistics as statistics;
#[cfg(feature = "web")]
pub use plyground_web as web;

#[cfg(feature = "catalog")]
pub use plyground_catalog::{AgentContext, AgentRow, Catalog, CatalogError, Entry, Evaluation, EvaluationRow, Start};
#[cfg(feature = "cli")]
pub use plyground_cli::{main, run};

/// Runs the examples of the README, as a program outside the workspace would.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of these guides with this crate alone, as in a crate outside the workspace.
#[cfg(all(doctest, feature = "cli"))]
mod guides {
    #[doc = include_str!("../../../docs/guides/add-a-game.md")]
    struct AddAGame;
    #[doc = include_str!("../../../docs/guides/learn.md")]
    struct Learn;
    #[doc = include_str!("../../../docs/guides/solve.md")]
    struct Solve;
    #[doc = include_str!("../../../docs/guides/write-an-agent.md")]
    struct WriteAnAgent;
    #[doc = include_str!("../../../docs/guides/write-an-evaluation.md")]
    struct WriteAnEvaluation;
}
