//! Exact values of positions with any number of seeds.

use std::sync::Arc;

use plyground_game::Position;
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_search::{Budget, Job, StopFlag};

use super::database::Database;
use super::guess;
use super::houses::{Board, Houses};
use super::keep::Keep;
use super::memory::{self, Memory, numbers};
use super::rank::below;
use super::search::{Node, Search, Shared};
use super::{lead, openings, split};
use crate::parallel;
use crate::table::TableError;

/// Solver of positions of one board size under one rule set. Its table is preserved, so later positions of the same
/// game are solved faster.
#[derive(Debug)]
pub struct Solver {
    database: Arc<Database>,
    memory: Memory,
    mebibytes: usize,
    threads: usize,
    nodes: u64,
    /// Whether the search knows the values of the first plies that the library includes.
    knows_openings: bool,
}

/// Result of a search: bounds of the further store difference.
struct Found {
    lower: i32,
    upper: i32,
    nodes: u64,
}

/// Bounds of the final store difference for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Lower bound of the value.
    pub lower: i32,
    /// Upper bound of the value.
    pub upper: i32,
}

/// A rung of a [ladder](Solver::ladder_kept): whether a margin is reached, and the nodes of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The margin.
    pub at: i32,
    /// Whether the final store difference is at least the margin; `None` if the search was stopped.
    pub reached: Option<bool>,
    /// Nodes of this search.
    pub nodes: u64,
}

impl Solver {
    /// Creates a solver for the board and the rules of a database, which is only used if it is [in
    /// memory](Database::load), with a table of at most this many MiB.
    #[must_use]
    pub fn new(database: impl Into<Arc<Database>>, mebibytes: usize) -> Solver {
        let database = database.into();
        let memory = Memory::new(database.houses(), 1, 0);
        Solver { database, memory, mebibytes, threads: 1, nodes: 0, knows_openings: false }
    }

    /// Returns another solver with the same database and a table of its own.
    pub(super) fn sharing_database(&self) -> Solver {
        Solver::new(Arc::clone(&self.database), self.mebibytes)
    }

    /// Returns the database of the solver.
    pub(super) fn database(&self) -> &Arc<Database> {
        &self.database
    }

    /// Sets the number of threads, which share the table. The values do not depend on it; the node counts do.
    #[must_use]
    pub fn threads(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// Uses the values that the library includes for the first plies of Kalah(6,4); see [`openings`](super::openings()).
    #[must_use]
    pub fn with_openings(self) -> Solver {
        Solver { knows_openings: true, ..self }
    }

    /// Returns whether positions like this one can be solved with a database for its board and rules: at most 8 houses
    /// per side, not too many seeds (78 with 6 houses, 57 with 7 and 48 with 8), and no majority rule.
    #[must_use]
    pub fn takes(pos: &Kalah) -> bool {
        let seeds = split(pos).map(|houses| houses.seeds() as usize);
        let positions = seeds.and_then(|seeds| below(pos.houses(), seeds + 1));
        !pos.rules().majority && positions.is_some_and(|positions| positions <= numbers(pos.houses()))
    }

    /// Returns the number of seeds of a database that takes a small part of the time of solving a position, and has at
    /// most 100 million positions.
    #[must_use]
    pub fn suited_database(pos: &Kalah) -> usize {
        const LARGEST: u64 = 100_000_000;
        // Built in a tenth of a second.
        const SMALLEST: u64 = 1 << 20;
        let seeds = split(pos).map_or(0, |houses| houses.seeds() as usize);
        // 18 for the start of Kalah(6,4), 10 for that of Kalah(6,3).
        let most = 1u64.checked_shl(4 * seeds as u32 / 7).unwrap_or(LARGEST).clamp(SMALLEST, LARGEST);
        let fits = |seeds: &usize| Database::size(pos.houses(), *seeds).is_some_and(|size| size <= most);
        (0..=seeds).take_while(fits).last().unwrap_or(0)
    }

    /// Returns whether reading a database of this many seeds into memory takes less time than it saves.
    #[must_use]
    pub fn is_worth_loading(pos: &Kalah, seeds: usize) -> bool {
        let in_houses = split(pos).map_or(0, |houses| houses.seeds());
        let most = 1u64.checked_shl(2 * in_houses / 3).unwrap_or(u64::MAX);
        Database::size(pos.houses(), seeds).is_some_and(|size| size <= most)
    }

    /// Returns the final store difference for the side to move with best play of both sides. A good `guess` saves time;
    /// without one, a search of a few plies provides it.
    ///
    /// Returns `None` if the search is stopped, and for a position that it does not [take](Solver::takes) or whose
    /// board or rules differ from the database's.
    pub fn value(&mut self, pos: &Kalah, guess: Option<i32>, stop: &StopFlag) -> Option<i32> {
        self.value_within(pos, guess, &mut unlimited(stop))
    }

    /// Returns the same as [`Solver::value`], within a budget; a node is a position whose moves are generated. Also
    /// returns `None` if the budget is spent; the bounds proved until then speed up the next search.
    ///
    /// ```
    /// use plyground_game::Position;
    /// use plyground_kalah::{Kalah, KalahRules};
    /// use plyground_search::{Budget, Limits};
    /// use plyground_solve::kalah::{Database, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let rules = KalahRules::default();
    /// let database = Database::build(4, &rules, 4, 1, |_| ControlFlow::Continue(())).expect("it is small");
    /// let start = Kalah::new(&"4x3".parse()?, &rules);
    /// let mut solver = Solver::new(database, 1);
    /// let mut value = |nodes| solver.value_within(&start, Some(0), &mut Budget::new(Limits::nodes(nodes)));
    /// assert_eq!((value(10), value(1_000_000)), (None, Some(6)));
    /// # Ok::<(), plyground_game::notation::ParseSetupError>(())
    /// ```
    pub fn value_within(&mut self, pos: &Kalah, guess: Option<i32>, budget: &mut Budget) -> Option<i32> {
        let Bounds { lower, upper } = self.bounds_within(pos, guess, budget, |_| {})?;
        (lower == upper).then_some(lower)
    }

    /// Returns the bounds of a position that may take too long. `each` receives every improvement. If the search is
    /// stopped, the result is the bounds proved until then.
    pub fn bounds(
        &mut self,
        pos: &Kalah,
        guess: Option<i32>,
        stop: &StopFlag,
        each: impl FnMut(Bounds),
    ) -> Option<Bounds> {
        self.bounds_within(pos, guess, &mut unlimited(stop), each)
    }

    fn bounds_within(
        &mut self,
        pos: &Kalah,
        guess: Option<i32>,
        budget: &mut Budget,
        mut each: impl FnMut(Bounds),
    ) -> Option<Bounds> {
        let (houses, own) = match self.start(pos)? {
            Ok(start) => start,
            Err(margin) => return Some(Bounds { lower: margin, upper: margin }),
        };
        let found = self.narrow(houses, guess.map(|guess| guess - own), budget, |lower, upper| {
            each(Bounds { lower: own + lower, upper: own + upper });
        });
        self.nodes += found.nodes;
        Some(Bounds { lower: own + found.lower, upper: own + found.upper })
    }

    /// Returns the same for work of hours. The table of bounds is stored in a file at intervals and at the end. If the
    /// file exists, the search resumes from it; its table may have had another size.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or read, is damaged, or belongs to another board or rule set. If
    /// it cannot be written, the search is stopped, because its results would be lost.
    pub fn bounds_kept(
        &mut self,
        pos: &Kalah,
        guess: Option<i32>,
        keep: &Keep,
        stop: &StopFlag,
        mut each: impl FnMut(Bounds),
    ) -> Result<Option<Bounds>, TableError> {
        self.kept(pos, keep, stop, |solver, houses, own| {
            let each = |lower, upper| each(Bounds { lower: own + lower, upper: own + upper });
            solver.narrow(houses, guess.map(|guess| guess - own), &mut unlimited(stop), each)
        })
    }

    /// Runs a search that stores its results in a file, from those that the file has. `search` receives the houses and
    /// the store difference.
    fn kept(
        &mut self,
        pos: &Kalah,
        keep: &Keep,
        stop: &StopFlag,
        search: impl FnOnce(&Solver, Houses, i32) -> Found,
    ) -> Result<Option<Bounds>, TableError> {
        let (houses, own) = match self.start(pos) {
            None => return Ok(None),
            Some(Ok(start)) => start,
            Some(Err(margin)) => return Ok(Some(Bounds { lower: margin, upper: margin })),
        };
        let _turn = keep.turn()?;
        keep.read(&self.database, &self.memory)?;
        let found = keep.during(&self.database, &self.memory, stop, || search(self, houses, own))?;
        self.nodes += found.nodes;
        Ok(Some(Bounds { lower: own + found.lower, upper: own + found.upper }))
    }

    /// Allocates the table for a position. Returns its houses and the store difference, or its margin if the game is
    /// over; `None` as for [`Solver::value`].
    pub(super) fn start(&mut self, pos: &Kalah) -> Option<Result<(Houses, i32), i32>> {
        if let Some(margin) = pos.final_margin(pos.side_to_move()) {
            return Some(Err(margin));
        }
        let KalahRules { capture, end, .. } = self.database.rules();
        let rules = pos.rules();
        if (rules.capture, rules.end, pos.houses()) != (capture, end, self.database.houses()) || !Solver::takes(pos) {
            return None;
        }
        let houses = split(pos)?;
        let positions = below(pos.houses(), houses.seeds() as usize + 1)?;
        if Memory::size(self.mebibytes, positions) > self.memory.len() {
            self.memory = Memory::new(pos.houses(), self.mebibytes, positions);
            if self.knows_openings {
                self.remember_openings(houses.seeds());
            }
        }
        Some(Ok((houses, lead(pos))))
    }

    /// Stores the included values of positions with at most this many seeds in the table of bounds, where they stay.
    fn remember_openings(&self, seeds: u32) {
        let known = openings::included(self.database.houses(), &self.database.rules());
        for (&houses, &value) in known.into_iter().flatten().filter(|(houses, _)| houses.seeds() <= seeds) {
            let slot = self.memory.slot(self.database.ranking.rank_and_seeds(houses).0);
            self.memory.put(
                slot,
                memory::Bounds { lower: value, upper: value, best: memory::Bounds::NO_HOUSE },
                u64::MAX,
            );
        }
    }

    /// Searches null windows from a guess \[Plaat1996\], until the bounds meet or the search is stopped.
    fn narrow(&self, houses: Houses, guess: Option<i32>, budget: &mut Budget, mut each: impl FnMut(i32, i32)) -> Found {
        let shared = Shared::new(&self.database, &self.memory, self.threads);
        let root = match shared.root(houses) {
            Ok(root) => root,
            Err(value) => return Found { lower: value, upper: value, nodes: 0 },
        };
        let guess = guess.unwrap_or_else(|| guess::guess(&self.database.board, houses, guess::DEPTH));
        let (mut lower, mut upper) = shared.known(root);
        let mut nodes = 0;
        // The value is at least the lower bound, so the first window is above it.
        let mut at = (guess + (guess + root.seeds).rem_euclid(2)).clamp(lower + 2, upper.max(lower + 2));
        while lower < upper {
            let (more, answer) = self.ask(&shared, root, at, budget);
            nodes += more;
            let Some(value) = answer else { break };
            if value >= at {
                lower = value;
                at = value + 2;
            } else {
                upper = value;
                at = value;
            }
            each(lower, upper);
        }
        Found { lower, upper, nodes }
    }

    /// Searches one null window. Returns the nodes, and a bound of the value: a lower bound if it reaches `at`,
    /// otherwise an upper bound; `None` if the search is stopped.
    fn ask(&self, shared: &Shared<'_>, root: Node, at: i32, budget: &mut Budget) -> (u64, Option<i32>) {
        shared.restart();
        if self.threads == 1 {
            let before = budget.nodes();
            let answer = Search::new(shared, budget).answer(root, at).ok();
            return (budget.nodes() - before, answer);
        }
        let work = |(budget, answer): &mut (Budget, Option<i32>), ()| {
            *answer = answer.or(Search::new(shared, budget).answer(root, at).ok());
        };
        let workers = std::iter::repeat_n((), self.threads);
        let found = parallel::for_each(self.threads, workers, || (budget.fork(), None), work);
        let nodes = found.iter().map(|(budget, _)| budget.nodes()).sum::<u64>();
        (nodes, found.into_iter().find_map(|(_, answer)| answer))
    }

    /// Returns whether the final store difference for the side to move is at least `at`. This is a part of the work of
    /// [`Solver::value`], and it returns `None` in the same cases.
    pub fn at_least(&mut self, pos: &Kalah, at: i32, stop: &StopFlag) -> Option<bool> {
        self.at_least_within(pos, at, &mut unlimited(stop))
    }

    /// Returns the same as [`Solver::at_least`], within a budget as in [`Solver::value_within`].
    pub fn at_least_within(&mut self, pos: &Kalah, at: i32, budget: &mut Budget) -> Option<bool> {
        let (houses, own) = match self.start(pos)? {
            Ok(start) => start,
            Err(margin) => return Some(margin >= at),
        };
        let (nodes, reached) = self.reaches(houses, at - own, budget);
        self.nodes += nodes;
        reached
    }

    /// Answers for each of these margins whether the final store difference for the side to move reaches it, in order:
    /// a ladder of null windows for positions whose value would take too long. `each` receives every answer; if the
    /// search is stopped, the last one is open. Results are stored in a file as by [`Solver::bounds_kept`], so known
    /// answers take no nodes. Returns the bounds that are proved, or `None` as for [`Solver::value`].
    ///
    /// # Errors
    /// As for [`Solver::bounds_kept`].
    pub fn ladder_kept(
        &mut self,
        pos: &Kalah,
        margins: &[i32],
        keep: &Keep,
        stop: &StopFlag,
        mut each: impl FnMut(Rung),
    ) -> Result<Option<Bounds>, TableError> {
        self.kept(pos, keep, stop, |solver, houses, own| {
            let mut all = 0;
            for &at in margins {
                let (nodes, reached) = solver.reaches(houses, at - own, &mut unlimited(stop));
                all += nodes;
                each(Rung { at, reached, nodes });
                if reached.is_none() {
                    break;
                }
            }
            let shared = Shared::new(&solver.database, &solver.memory, solver.threads);
            let (lower, upper) = shared.root(houses).map_or_else(|value| (value, value), |root| shared.known(root));
            Found { lower, upper, nodes: all }
        })
    }

    /// Returns the nodes, and whether the further store difference is at least `at`; `None` if the search is stopped.
    fn reaches(&self, houses: Houses, at: i32, budget: &mut Budget) -> (u64, Option<bool>) {
        let shared = Shared::new(&self.database, &self.memory, self.threads);
        let root = match shared.root(houses) {
            Ok(root) => root,
            Err(value) => return (0, Some(value >= at)),
        };
        let (lower, upper) = shared.known(root);
        // Values have the parity of the seeds, so this is the smallest possible value that reaches `at`.
        let at = at + (at + root.seeds).rem_euclid(2);
        if lower >= at || upper < at {
            return (0, Some(lower >= at));
        }
        let (nodes, answer) = self.ask(&shared, root, at, budget);
        (nodes, answer.map(|value| value >= at))
    }

    /// Estimates the value with a search of this depth; 0 for large boards and under the majority rule.
    pub(super) fn guess(pos: &Kalah, plies: u32) -> i32 {
        let Some(houses) = split(pos).filter(|_| !pos.rules().majority) else { return 0 };
        lead(pos) + guess::guess(&Board::new(pos.houses(), &pos.rules()), houses, plies)
    }

    /// Returns the value of each legal move for the side that makes it, in the order of the houses from the one next to
    /// the store. `each` receives a move before it is searched. Returns `None` as for [`Solver::value`].
    pub fn moves(&mut self, pos: &Kalah, stop: &StopFlag, mut each: impl FnMut(House)) -> Option<Vec<(House, i32)>> {
        let mut values = Vec::new();
        for &mv in pos.legal_moves().iter().rev() {
            each(mv);
            let after = pos.after(mv);
            let sign = if after.side_to_move() == pos.side_to_move() { 1 } else { -1 };
            let value = sign * self.value(&after, None, stop)?;
            values.push((mv, value));
        }
        Some(values)
    }

    /// Returns the number of positions searched since creation.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Returns a budget with no limit except the stop flag.
fn unlimited(stop: &StopFlag) -> Budget {
    Budget::new(Job { stop: stop.clone(), ..Job::default() })
}
