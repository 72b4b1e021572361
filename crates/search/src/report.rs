//! What a search found, as plain data.
//!
//! ```
//! use plyground_search::Bound;
//!
//! assert!(Bound::Upper < Bound::Exact, "an exact value says more than a bound");
//! ```

use std::time::Duration;

use plyground_game::{Score, Side, Window};

use crate::observer::Statistics;

/// How a score relates to the true value at that depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// The value is at most the score (the search failed low).
    Upper,
    /// The value is at least the score (the search failed high).
    Lower,
    /// The score is the value.
    Exact,
}

impl Bound {
    /// What a search in `window` knows when it returns `score`.
    #[inline]
    #[must_use]
    pub fn of(score: Score, window: Window) -> Bound {
        if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// Where an answer comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Source {
    /// A search.
    #[default]
    Search,
    /// A book of exact values that ships with the program.
    Book,
    /// Tables of exact values.
    Tables,
    /// A solver.
    Solver,
    /// A choice without search.
    Choice,
}

impl Source {
    /// Returns the name in JSON: `search`, `book`, `tables`, `solver` or `choice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Source::Search => "search",
            Source::Book => "book",
            Source::Tables => "tables",
            Source::Solver => "solver",
            Source::Choice => "choice",
        }
    }
}

/// What is known of one move at the root. Scores are for the side to move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or a bound of it.
    pub score: Score,
    /// Which of them.
    pub bound: Bound,
    /// Nodes below it, itself included, in this iteration.
    pub nodes: u64,
    /// The best line that begins with it, as far as the search kept it.
    pub pv: Vec<M>,
    /// What a tree search by simulations has counted; `None` for all other searches.
    pub statistics: Option<MoveStatistics>,
}

/// The statistics of a root move in a tree search by simulations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveStatistics {
    /// Simulations that began with the move, those of a reused tree included.
    pub visits: u64,
    /// Their mean result for the side to move, or the proven one: -1 for a loss, 1 for a win; `None` before the first.
    pub value: Option<f64>,
    /// The prior probability; `None` where the search uses none.
    pub prior: Option<f64>,
}

/// One of the best root moves, with its value and line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move at the root.
    pub score: Score,
    /// The best line that begins with it.
    pub pv: Vec<M>,
}

/// The result of a search so far.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Options, deepen};
///
/// let game = Game::<Kalah>::new(&Default::default(), &Default::default());
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let report = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(4), |_| {});
/// assert_eq!((report.best, report.depth, report.completed), (report.pv.first().copied(), 4, true));
/// assert_eq!(report.lines[0].score, report.score);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The best move; `None` only when the game is over.
    pub best: Option<M>,
    /// The value of the root for the side to move.
    pub score: Score,
    /// The last depth that was searched to its end, in the searcher's unit; 0 when none was.
    pub depth: u32,
    /// The depth that was broken off, or cut by the exit counter, after it had found the best move, value and lines given
    /// here; `None` when they are those of the last finished depth.
    pub partial_depth: Option<u32>,
    /// The most plies from the root to a leaf, in the last finished iteration.
    pub seldepth: u32,
    /// The best line.
    pub pv: Vec<M>,
    /// The side for which the evaluation valued the end of the best line. `None` where the score is not that value: the line ends the
    /// game or stops before a leaf.
    pub leaf_side: Option<Side>,
    /// The best lines, best first, as many as were asked for.
    pub lines: Vec<Line<M>>,
    /// All root moves in the order in which the last finished iteration was to try them. Statistics of simulations are those of
    /// the whole search, a partial iteration included.
    pub root_moves: Vec<RootMove<M>>,
    /// Moves made in the tree, summed over all iterations; the root is not counted.
    pub nodes: u64,
    /// Positions valued (at the depth limit, or finished games) in the last finished iteration.
    pub leaves: u64,
    /// Time spent.
    pub elapsed: Duration,
    /// How many units of the scores make 1 in the unit that people read.
    pub scale: u32,
    /// Moves made in the tree in the last finished iteration alone.
    pub iteration_nodes: u64,
    /// What an observer has counted, summed over all iterations and threads.
    pub statistics: Option<Statistics>,
    /// What the search's table did; all zero without a table.
    pub table: TableUse,
    /// Whether the value is proven: every line that matters ends the game, and the other side was taken to play its best.
    pub proven: bool,
    /// Whether the search came to its end: it reached the depth asked for, or nothing deeper could change the result.
    pub completed: bool,
    /// Where the best move and its score come from.
    pub source: Source,
}

/// Use of a transposition table by one search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TableUse {
    /// Probes.
    pub probes: u64,
    /// Probes that found their position.
    pub hits: u64,
    /// Of these, how many spared the search below.
    pub cutoffs: u64,
    /// Entries written.
    pub stores: u64,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

impl TableUse {
    /// The counts of two searches in the same table.
    #[must_use]
    pub fn plus(self, other: TableUse) -> TableUse {
        TableUse {
            probes: self.probes + other.probes,
            hits: self.hits + other.hits,
            cutoffs: self.cutoffs + other.cutoffs,
            stores: self.stores + other.stores,
            fill: self.fill.max(other.fill),
        }
    }
}

impl<M> Report<M> {
    /// The report of an agent that has not looked ahead, and has no move.
    #[must_use]
    pub fn nothing() -> Report<M> {
        Report {
            best: None,
            score: Score::ZERO,
            depth: 0,
            partial_depth: None,
            seldepth: 0,
            pv: Vec::new(),
            leaf_side: None,
            lines: Vec::new(),
            root_moves: Vec::new(),
            nodes: 0,
            leaves: 0,
            elapsed: Duration::ZERO,
            scale: 1,
            iteration_nodes: 0,
            statistics: None,
            table: TableUse::default(),
            proven: false,
            completed: false,
            source: Source::Search,
        }
    }

    /// The report of an agent that has chosen a move without looking ahead; `None` where the game is over.
    #[must_use]
    pub fn of_move(best: Option<M>) -> Report<M>
    where
        M: Copy,
    {
        let lines = best.map(|mv| Line { mv, score: Score::ZERO, pv: vec![mv] });
        Report {
            best,
            pv: best.into_iter().collect(),
            lines: lines.into_iter().collect(),
            completed: true,
            source: Source::Choice,
            ..Report::nothing()
        }
    }

    /// Returns the report with every move converted, such as to its index.
    #[must_use]
    pub fn map<N>(&self, convert: impl Fn(&M) -> N) -> Report<N> {
        let line = |moves: &[M]| moves.iter().map(&convert).collect::<Vec<N>>();
        let lines = self.lines.iter();
        let root_moves = self.root_moves.iter().map(|found| RootMove {
            mv: convert(&found.mv),
            score: found.score,
            bound: found.bound,
            nodes: found.nodes,
            pv: line(&found.pv),
            statistics: found.statistics,
        });
        Report {
            best: self.best.as_ref().map(&convert),
            score: self.score,
            depth: self.depth,
            partial_depth: self.partial_depth,
            seldepth: self.seldepth,
            pv: line(&self.pv),
            leaf_side: self.leaf_side,
            lines: lines
                .map(|found| Line { mv: convert(&found.mv), score: found.score, pv: line(&found.pv) })
                .collect(),
            root_moves: root_moves.collect(),
            nodes: self.nodes,
            leaves: self.leaves,
            elapsed: self.elapsed,
            scale: self.scale,
            iteration_nodes: self.iteration_nodes,
            statistics: self.statistics,
            table: self.table,
            proven: self.proven,
            completed: self.completed,
            source: self.source,
        }
    }

    /// The effective branching factor of the last finished iteration: the number of moves in every position of a uniform
    /// tree with as many nodes, that is the root of its nodes to the power of its depth. `None` before depth 1.
    #[must_use]
    pub fn effective_branching_factor(&self) -> Option<f64> {
        (self.depth > 0 && self.iteration_nodes > 0)
            .then(|| (self.iteration_nodes as f64).powf(1.0 / f64::from(self.depth)))
    }

    /// Nodes a second; 0 when no time was measured.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 { (self.nodes as f64 / seconds) as u64 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_of_the_nodes_that_were_counted() {
        let elapsed = Duration::from_millis(500);
        let report = Report::<u8> { nodes: 300, iteration_nodes: 125, depth: 3, elapsed, ..Report::nothing() };
        assert_eq!(report.nodes_per_second(), 600);
        assert!(report.effective_branching_factor().is_some_and(|factor| (factor - 5.0).abs() < 1e-9));
        let at_once = Report::<u8> { nodes: 300, ..Report::nothing() };
        assert_eq!((at_once.nodes_per_second(), at_once.effective_branching_factor()), (0, None));
    }
}
