//! Every search of the crate by number, so that a test can run all of them on the same case.

use std::sync::Arc;

use plyground_game::{Evaluate, Game, SearchHints};
use plyground_search::{
    AlphaBeta, Beam, Expectimax, Job, Mcts, Minimax, Mtdf, Options, Order, Pvs, PvsOptions, Report, RootSplit, Scout,
    Searcher, Selectivity, SharedTable, TranspositionTable, deepen, deepen_together,
};

/// Names of the searches. The number of a search is its index.
pub const NAMES: [&str; 16] = [
    "minimax",
    "alpha-beta",
    "alpha-beta with memory",
    "scout",
    "scout with memory",
    "pvs",
    "pvs with memory",
    "pvs in the game's order",
    "pvs, everything selective",
    "mtd(f)",
    "expectimax",
    "beam",
    "mcts",
    "root split of alpha-beta",
    "root split of pvs",
    "lazy smp",
];

/// Returns the number of a search.
pub fn number(name: &str) -> usize {
    NAMES.iter().position(|&other| other == name).unwrap()
}

/// Returns whether a search uses several threads, so that its node counts differ from run to run.
pub fn has_threads(which: usize) -> bool {
    which >= number("root split of alpha-beta")
}

/// Settings of a search.
#[derive(Clone)]
pub struct Run<'a> {
    pub options: &'a Options,
    pub job: &'a Job,
}

impl Run<'_> {
    fn go<P: SearchHints, S: Searcher<P>>(&self, mut searcher: S, game: &Game<P>) -> Report<P::Move> {
        deepen(&mut searcher, game, self.job, |_| {})
    }

    /// Runs the search with this number.
    pub fn search<P: SearchHints, E: Evaluate<P>>(&self, which: usize, game: &Game<P>, e: &E) -> Report<P::Move> {
        let table = Arc::new(TranspositionTable::with_buckets(500));
        let memory = || SharedTable::new(Arc::clone(&table));
        let options = || self.options.clone();
        let exact = || PvsOptions { base: options(), ..PvsOptions::default() };
        let selective = PvsOptions { selectivity: Selectivity::ALL, aspiration: Some(20), ..exact() };
        match NAMES[which] {
            "minimax" => self.go(Minimax::new(e, options()), game),
            "alpha-beta" => self.go(AlphaBeta::new(e, options()), game),
            "alpha-beta with memory" => self.go(AlphaBeta::new(e, options()).with_table(memory()), game),
            "scout" => self.go(Scout::new(e, options()), game),
            "scout with memory" => self.go(Scout::new(e, options()).with_table(memory()), game),
            "pvs" => self.go(Pvs::new(e, exact()), game),
            "pvs with memory" => self.go(Pvs::new(e, exact()).with_table(memory()), game),
            "pvs in the game's order" => {
                self.go(Pvs::new(e, PvsOptions { order: Order::Game, ..exact() }).with_table(memory()), game)
            }
            "pvs, everything selective" => self.go(Pvs::new(e, selective).with_table(memory()), game),
            "mtd(f)" => self.go(Mtdf::new(e, options()).with_table(memory()), game),
            "expectimax" => self.go(Expectimax::new(e, options()), game),
            "beam" => self.go(Beam::new(e, options()).with_width(3), game),
            "mcts" => self.go(Mcts::new(options(), 5), game),
            "root split of alpha-beta" => {
                self.go(RootSplit::new((0..2).map(|_| AlphaBeta::new(e, options())).collect()), game)
            }
            "root split of pvs" => {
                self.go(RootSplit::new((0..2).map(|_| Pvs::new(e, exact()).with_table(memory())).collect()), game)
            }
            _ => {
                let mut team: Vec<_> = (0..2).map(|_| Pvs::new(e, exact()).with_table(memory())).collect();
                deepen_together(&mut team, game, self.job, |_| {})
            }
        }
    }
}
