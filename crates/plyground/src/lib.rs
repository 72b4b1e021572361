//! Plyground in one crate: the parts under one name each, and [`main`], a whole program for a game of your own.
//!
//! A game is a type that implements [`game::Position`] and [`game::SearchHints`]. An [`Entry`] says what else there is to know of
//! it, and a [`Catalog`] with that entry is all that `ply` needs to show, analyse, play, match, tune, solve and serve it:
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
//! The four games have entries too: `catalog::games::kalah()` takes an evaluation or an agent of your own.
//! The guides [Add a game](https://github.com/plyground/plyground/blob/main/docs/guides/add-a-game.md) and
//! [Write an evaluation](https://github.com/plyground/plyground/blob/main/docs/guides/write-an-evaluation.md) go from nothing to a whole
//! program.
//!
//! Each part stands behind the feature of its name, so a program that only searches compiles no web server. By default all parts are
//! there. The four games are behind `games`, and the law suite that tests a game is behind `laws`.

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
pub use plyground_catalog::{AgentRow, Catalog, CatalogError, Entry, Evaluation, EvaluationRow, Making, Start};
#[cfg(feature = "cli")]
pub use plyground_cli::{main, run};

/// The examples of these guides are tests, too: with this crate alone, as in a crate outside the workspace.
#[cfg(all(doctest, feature = "cli"))]
mod guides {
    #[doc = include_str!("../../../docs/guides/add-a-game.md")]
    struct AddAGame;
    #[doc = include_str!("../../../docs/guides/write-an-agent.md")]
    struct WriteAnAgent;
    #[doc = include_str!("../../../docs/guides/write-an-evaluation.md")]
    struct WriteAnEvaluation;
}
