//! `best-1` and `best-2`: earlier versions of `best`, which later ones are measured against.
//!
//! Nothing here may change. The weights are separate files and the options are explicit, so no new default affects them. They
//! share the search code with all other agents, and `tests/former_best.rs` detects changes of that code that affect them.
//! `best-1` uses neither tables nor books. `best-2` uses what `best` shipped with: for Tigers and Goats the network and the book.
//! Neither of them reads a folder of tables.
//!
//! ```
//! use plyground_catalog::Catalog;
//!
//! let catalog = Catalog::standard();
//! for game in ["khet", "kalah", "tigers", "cachex"] {
//!     for name in ["best-1", "best-2"] {
//!         assert!(catalog.game(game)?.agent(&format!("{name}:nodes=1000")).is_ok());
//!         assert!(catalog.game(game)?.agent(&format!("{name}:eval=material")).is_err());
//!     }
//! }
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_eval::{Features, Linear, WeightError, WeightFile, Weighted as _};
use plyground_game::{Evaluate, SearchHints};
use plyground_search::{Agent, Options, Order, PvsOptions, SearchKind, Selectivity, Unit, View};

use crate::agents::{AgentContext, AgentRow};
use crate::error::CatalogError;
use crate::evaluation::Evaluation;
use crate::keys::{DEPTH, Key, NODES, NOISE, SEED, TABLE, THREADS, TIME};

/// Adds the game's knowledge to an agent.
type Wrap<P> = fn(Box<dyn Agent<P>>) -> Box<dyn Agent<P>>;

const KEYS: &[Key] = &[DEPTH, NODES, TIME, TABLE, THREADS, NOISE, SEED];

/// Returns the row of `best-1` from the features, the weights and the unit of depth of a game.
pub(crate) fn best_1<F: Features>(weights: &'static str, unit: Unit) -> AgentRow<F::Game>
where
    F::Game: SearchHints,
{
    let about = "the first `best`, a reference for later ones";
    AgentRow::new("best-1", about, KEYS, move |make: &AgentContext<'_, F::Game>| {
        search(make, linear::<F>(weights)?, &options(unit, NullMove::Off))
    })
}

/// Returns the row of `best-2`. `evaluation` creates the evaluation of a game; `wrap` adds books and score displays.
pub(crate) fn best_2<P: SearchHints, E: Evaluate<P, Path = ()> + Clone + 'static>(
    evaluation: fn() -> Result<E, WeightError>,
    unit: Unit,
    null_move: NullMove,
    wrap: Wrap<P>,
) -> AgentRow<P> {
    let about = "the second `best`, a reference for later ones";
    AgentRow::new("best-2", about, KEYS, move |make: &AgentContext<'_, P>| {
        search(make, evaluation()?, &options(unit, null_move)).map(wrap)
    })
}

/// Reads the linear evaluation of an embedded weight file.
pub(crate) fn linear<F: Features>(weights: &str) -> Result<Linear<F>, WeightError> {
    Linear::<F>::from_weights(&WeightFile::read("weights of a former `best`", weights)?)
}

/// Whether a former `best` uses the null move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NullMove {
    On,
    Off,
}

fn search<P: SearchHints, E: Evaluate<P, Path = ()> + Clone + 'static>(
    make: &AgentContext<'_, P>,
    evaluation: E,
    options: &PvsOptions,
) -> Result<Box<dyn Agent<P>>, CatalogError> {
    let search = make.search(SearchKind::Pvs, options).deeper_answers();
    Ok(Evaluation::new(evaluation).agent(search))
}

fn options(unit: Unit, null_move: NullMove) -> PvsOptions {
    PvsOptions {
        base: Options { view: View::Mover, unit, lines: 1, sort_root: true, noise: None },
        order: Order::Staged,
        aspiration: None,
        transposition_cutoffs: Some(8),
        selectivity: Selectivity {
            quiescence: 8,
            reductions: true,
            null_move: null_move == NullMove::On,
            internal_reductions: true,
            ..Selectivity::NONE
        },
    }
}
