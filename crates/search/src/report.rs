//! The result of a search, as plain data.

use std::time::Duration;

use plyground_game::{Score, Side, Window};

use crate::observer::Statistics;

/// Relation of a score to the true value at its depth.
///
/// ```
/// use plyground_search::Bound;
///
/// assert!(Bound::Upper < Bound::Exact, "an exact value says more than a bound");
/// ```
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
    /// Returns the bound type of a `score` returned by a search in `window`.
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

/// Source of a result.
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

/// The result of one move at the root. Scores are for the side to move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value, or a bound of the value.
    pub score: Score,
    /// Bound type of the score.
    pub bound: Bound,
    /// Nodes below the move in this iteration, including the move itself.
    pub nodes: u64,
    /// Best line that starts with the move, as far as the search stored it.
    pub pv: Vec<M>,
    /// Statistics of Monte-Carlo tree search; `None` for all other searches.
    pub statistics: Option<MoveStatistics>,
}

/// Statistics of a root move in Monte-Carlo tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveStatistics {
    /// Simulations that started with the move, including those of a reused tree.
    pub visits: u64,
    /// Mean or proven result for the side to move: -1 for a loss, 1 for a win; `None` before the first simulation.
    pub value: Option<f64>,
    /// Prior probability; `None` in a search without priors.
    pub prior: Option<f64>,
}

/// One of the best root moves, with its value and line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move at the root.
    pub score: Score,
    /// Best line that starts with the move.
    pub pv: Vec<M>,
}

/// The result of a search so far.
///
/// ```
/// use plyground_game::{Game, HashEvaluation};
/// use plyground_kalah::Kalah;
/// use plyground_search::{AlphaBeta, Limits, Options, deepen};
///
/// let game = Game::<Kalah>::default();
/// let evaluation = HashEvaluation { seed: 1, range: 50, antisymmetric: true };
/// let report = deepen(&mut AlphaBeta::new(&evaluation, Options::default()), &game, &Limits::depth(4), |_| {});
/// assert_eq!((report.best, report.depth, report.completed), (report.pv.first().copied(), 4, true));
/// assert_eq!(report.lines[0].score, report.score);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// Best move; `None` only if the game is over.
    pub best: Option<M>,
    /// Value of the root for the side to move.
    pub score: Score,
    /// Last finished depth, in the searcher's unit; 0 without one.
    pub depth: u32,
    /// Depth of the partial iteration that found the reported move, value and lines; `None` if they come from the last
    /// finished depth.
    pub partial_depth: Option<u32>,
    /// Selective depth: maximum distance from the root to a leaf in the last finished iteration, in plies.
    pub seldepth: u32,
    /// Principal variation.
    pub pv: Vec<M>,
    /// Side for which the evaluation valued the end of the principal variation. `None` if the score is not that value:
    /// the line ends the game or stops before a leaf.
    pub leaf_side: Option<Side>,
    /// Best lines, best first, as many as requested.
    pub lines: Vec<Line<M>>,
    /// All root moves in the order given to the last finished iteration. The statistics of simulations cover the whole
    /// search, including a partial iteration.
    pub root_moves: Vec<RootMove<M>>,
    /// Moves made in the tree, over all iterations. The root is not counted.
    pub nodes: u64,
    /// Positions valued in the last finished iteration, at the depth limit or as finished games.
    pub leaves: u64,
    /// Time since the start of the search.
    pub elapsed: Duration,
    /// Score units per displayed unit.
    pub scale: u32,
    /// Moves made in the tree in the last finished iteration.
    pub iteration_nodes: u64,
    /// Counts over all iterations and threads; `None` if the search does not count.
    pub statistics: Option<Statistics>,
    /// Use of the transposition table; all zero without a table.
    pub table: TableUse,
    /// Whether the value is proven: every relevant line ends the game, and the opponent is assumed to play its best
    /// moves.
    pub proven: bool,
    /// Whether the search is complete: it reached the requested depth, or no deeper search could change the result.
    pub completed: bool,
    /// Source of the best move and its score.
    pub source: Source,
}

/// Use of a transposition table by one search.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TableUse {
    /// Probes.
    pub probes: u64,
    /// Probes that found the position.
    pub hits: u64,
    /// Hits that made a search unnecessary.
    pub cutoffs: u64,
    /// Entries written.
    pub stores: u64,
    /// Share of the table in use, 0 to 1.
    pub fill: f64,
}

impl TableUse {
    /// Returns the combined counts of two searches in the same table.
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
    /// Returns whether the score is a final margin, proven by a book, tables or a solver. It is not in the unit of an evaluation.
    #[must_use]
    pub fn is_margin(&self) -> bool {
        let is_search = matches!(self.source, Source::Search | Source::Choice);
        self.proven && !is_search && !self.score.is_decided()
    }

    /// Returns an empty report without a move.
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

    /// Returns the report of an agent that chooses a move without a search. `None` means that the game is over.
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

    /// Returns the report with every move converted, for example to its index.
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

    /// Returns the effective branching factor of the last finished iteration: the n-th root of its nodes, with n its
    /// depth. A uniform tree of that depth with this many moves per position has about as many nodes. Returns `None`
    /// before depth 1.
    #[must_use]
    pub fn effective_branching_factor(&self) -> Option<f64> {
        (self.depth > 0 && self.iteration_nodes > 0)
            .then(|| (self.iteration_nodes as f64).powf(1.0 / f64::from(self.depth)))
    }

    /// Returns the nodes per second; 0 without a measured time.
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
