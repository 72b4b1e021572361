//! `best-1`: the first `best` of each game, kept with its weights and options so that later ones can be measured against it.
//!
//! Nothing here may change. The weights are files of their own and the options are spelled out, so that no new default reaches
//! them; it uses neither tables nor books. What it shares with the others is the code of the search: where that is changed on
//! purpose, `tests/best_1.rs` says so first.
//!
//! ```
//! use plyground_catalog::Catalog;
//!
//! let catalog = Catalog::standard();
//! for game in ["khet", "kalah", "tigers", "cachex"] {
//!     assert!(catalog.game(game)?.agent("best-1:nodes=1000").is_ok());
//!     assert!(catalog.game(game)?.agent("best-1:eval=material").is_err());
//! }
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_entry::keys::{DEPTH, Key, NODES, NOISE, SEED, TABLE, THREADS, TIME};
use plyground_entry::{AgentRow, Evaluation, Making};
use plyground_eval::{Features, Linear, WeightFile, Weighted as _};
use plyground_game::SearchHints;
use plyground_search::{Options, Order, PvsOptions, SearchKind, Selectivity, Unit, View};

const KEYS: &[Key] = &[DEPTH, NODES, TIME, TABLE, THREADS, NOISE, SEED];

/// The row of a game: the features and the weights that its `best` had, and what its depth counted.
pub(crate) fn best_1<F: Features>(weights: &'static str, unit: Unit) -> AgentRow<F::Game>
where
    F::Game: SearchHints,
{
    AgentRow::new("best-1", "the first `best`, kept to measure later ones", KEYS, move |make: &Making<'_, F::Game>| {
        let evaluation = Linear::<F>::from_weights(&WeightFile::read("best-1", weights)?)?;
        let search = make.search(SearchKind::Pvs, &options(unit)).deeper_answers();
        Ok(Evaluation::compiled_for_pvs(evaluation).agent(search))
    })
}

fn options(unit: Unit) -> PvsOptions {
    PvsOptions {
        base: Options { view: View::Mover, unit, lines: 1, sort_root: true, noise: None },
        order: Order::Staged,
        aspiration: None,
        transposition_cutoffs: Some(8),
        selectivity: Selectivity { quiescence: 8, reductions: true, null_move: false, internal_reductions: true },
    }
}
