//! Every search of the crate by number, so that a test can ask all of them the same question.

use std::sync::Arc;

use plyground_game::{Evaluate, Game, Position};
use plyground_search::{
    AlphaBeta, AlphaBetaMemory, Beam, Expectimax, Job, Mcts, Minimax, Mtdf, Options, Order, Pvs, PvsOptions, Remember,
    Report, RootSplit, Scout, ScoutMemory, Searcher, Selectivity, Table, deepen, deepen_together, search_once_within,
};

use super::Lines;

/// Their names; the number of a search is its place here.
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

/// The number of a search.
pub fn number(name: &str) -> usize {
    NAMES.iter().position(|&other| other == name).unwrap()
}

/// Whether a search works with several threads, so that its node counts differ from run to run.
pub fn has_threads(which: usize) -> bool {
    which >= number("root split of alpha-beta")
}

/// How to run a search.
#[derive(Clone)]
pub struct Run<'a> {
    pub options: &'a Options,
    pub job: &'a Job,
}

impl Run<'_> {
    fn go<P: SearchHints, S: Searcher<P>>(&self, mut searcher: S, game: &Game<P>) -> Report<P::Move> {
        if self.job.fixed {
            search_once_within(&mut searcher, game, self.job)
        } else {
            deepen(&mut searcher, game, self.job, |_| {})
        }
    }

    /// Runs the search of this number.
    pub fn search<P: SearchHints, E: Evaluate<P>>(&self, which: usize, game: &Game<P>, e: &E) -> Report<P::Move> {
        let table = Arc::new(Table::with_buckets(500));
        let memory = || Remember::new(Arc::clone(&table));
        let options = || self.options.clone();
        let exact = || PvsOptions { base: options(), ..PvsOptions::default() };
        let selective = PvsOptions { selectivity: Selectivity::ALL, aspiration: Some(20), ..exact() };
        match NAMES[which] {
            "minimax" => self.go(Minimax::observed(e, options(), Lines), game),
            "alpha-beta" => self.go(AlphaBeta::observed(e, options(), Lines), game),
            "alpha-beta with memory" => self.go(AlphaBetaMemory::with(e, options(), memory(), Lines), game),
            "scout" => self.go(Scout::observed(e, options(), Lines), game),
            "scout with memory" => self.go(ScoutMemory::with(e, options(), memory(), Lines), game),
            "pvs" => self.go(Pvs::with(e, exact(), (), Lines), game),
            "pvs with memory" => self.go(Pvs::with(e, exact(), memory(), Lines), game),
            "pvs in the game's order" => {
                self.go(Pvs::with(e, PvsOptions { order: Order::Game, ..exact() }, memory(), Lines), game)
            }
            "pvs, everything selective" => self.go(Pvs::with(e, selective, memory(), Lines), game),
            "mtd(f)" => self.go(Mtdf::with(e, options(), memory(), Lines), game),
            "expectimax" => self.go(Expectimax::observed(e, options(), Lines), game),
            "beam" => self.go(Beam::observed(e, options(), 3, Lines), game),
            "mcts" => self.go(Mcts::new(options(), 5), game),
            "root split of alpha-beta" => {
                self.go(RootSplit::new((0..2).map(|_| AlphaBeta::observed(e, options(), Lines)).collect()), game)
            }
            "root split of pvs" => {
                self.go(RootSplit::new((0..2).map(|_| Pvs::with(e, exact(), memory(), Lines)).collect()), game)
            }
            _ => {
                let mut team: Vec<_> = (0..2).map(|_| Pvs::with(e, exact(), memory(), Lines)).collect();
                deepen_together(&mut team, game, self.job, |_| {})
            }
        }
    }
}
