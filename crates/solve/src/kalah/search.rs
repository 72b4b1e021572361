//! Null-window alpha-beta to the end of the game, from houses alone.
//!
//! The value of houses, relative to the stores, has the parity of the seeds in them, because all seeds end up in a
//! store. Windows are therefore two apart. Bounds come from the database, from the table of bounds, and from the
//! remaining seeds, because no side can win more than those \[Irving2000\]. In large subtrees the table is probed for
//! all moves before one is searched. A move with a sufficient lower bound causes a cut-off, and a move with an
//! insufficient upper bound is not searched \[Plaat1996\].

use std::sync::atomic::{AtomicBool, Ordering};

use plyground_search::{Abdada, Budget, Stopped};

use super::database::Database;
use super::houses::{After, Board, Houses, MAX_HOUSES, sum};
use super::memory::{Bounds, Memory};
use super::packed::Packed;
use super::rank::Ranking;

/// Number of nodes between two checks whether another thread has the answer.
const STOP_INTERVAL: u64 = 1 << 12;

/// All moves are probed if there are this many seeds more than in the database. Below, a probe costs about as much as
/// it saves: with 20 seeds stored, probing everywhere saves 4% of the nodes of Kalah(6,4).
const LOOK_AHEAD: i32 = 5;

/// Threads report their moves to each other if there are this many seeds more than in the database.
const SHARED: i32 = 6;

/// State that all threads of a search share.
pub(super) struct Shared<'a> {
    board: &'a Board,
    ranking: &'a Ranking,
    memory: &'a Memory,
    /// Values of the positions with at most `stored` seeds; `None` without a database.
    values: Option<&'a Packed>,
    stored: i32,
    /// Whether one thread has the answer.
    done: AtomicBool,
    abdada: Option<Abdada>,
}

/// Search of one thread.
pub(super) struct Search<'a> {
    shared: &'a Shared<'a>,
    /// Budget, which counts the positions whose moves are generated.
    budget: &'a mut Budget,
}

/// Position with its number.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) houses: Houses,
    pub(super) rank: u64,
    pub(super) seeds: i32,
}

/// Move that must be searched, unless the table has a sufficient bound.
#[derive(Clone, Copy)]
struct Child {
    houses: Houses,
    rank: u64,
    gained: i32,
    again: bool,
    house: u8,
    order: i32,
}

const NO_CHILD: Child =
    Child { houses: Houses { own: 0, other: 0 }, rank: 0, gained: 0, again: false, house: 0, order: 0 };

/// Move to a position of the database.
#[derive(Clone, Copy)]
struct Stored {
    rank: u64,
    /// Value of the lowest code.
    base: i8,
    gained: i32,
    again: bool,
    house: u8,
}

const NO_STORED: Stored = Stored { rank: 0, base: 0, gained: 0, again: false, house: 0 };

impl Bounds {
    /// Returns the bounds that the number of seeds in houses implies.
    const fn of_seeds(seeds: i32) -> Bounds {
        Bounds { lower: -seeds as i8, upper: seeds as i8, best: Bounds::NO_HOUSE }
    }
}

/// Returns the value of a move for the mover, given the value after it.
#[inline(always)]
const fn of_move(gained: i32, again: bool, value: i32) -> i32 {
    if again { gained + value } else { gained - value }
}

impl Child {
    /// Returns the move ordering key: extra turns first, from the house nearest to the store, then moves that gain
    /// seeds. Keeping seeds on the own side is better. The weights were tuned by counting nodes on small boards.
    fn order(&self) -> i32 {
        let balance = sum(self.houses.own) as i32 - sum(self.houses.other) as i32;
        let order = 17 * self.gained + 16 * i32::from(self.house);
        if self.again { order + balance + 128 } else { order - balance }
    }
}

impl<'a> Shared<'a> {
    /// Creates the shared state. The database must be in memory; otherwise it is not probed.
    pub(super) fn new(database: &'a Database, memory: &'a Memory, threads: usize) -> Shared<'a> {
        let (board, ranking) = (&database.board, &database.ranking);
        let values = database.values();
        let stored = if values.is_none() { 0 } else { database.seeds() as i32 };
        let abdada = (threads > 1).then(Abdada::default);
        Shared { board, ranking, memory, values, stored, done: AtomicBool::new(false), abdada }
    }

    /// Returns the root node, or its value if it is known without a search.
    pub(super) fn root(&self, houses: Houses) -> Result<Node, i32> {
        let ((rank, sides), seeds) = (self.ranking.rank_and_seeds(houses), houses.seeds() as i32);
        match (self.board.finished(houses), self.values) {
            (Some(value), _) => Err(value),
            (None, Some(values)) if seeds <= self.stored => Err(values.get(rank, sides)),
            (None, _) => Ok(Node { houses, rank, seeds }),
        }
    }

    /// Returns the bounds of a position from the table, or those that its seeds imply.
    pub(super) fn known(&self, node: Node) -> (i32, i32) {
        let bounds = self.memory.get(self.memory.slot(node.rank)).unwrap_or(Bounds::of_seeds(node.seeds));
        (bounds.lower.into(), bounds.upper.into())
    }

    /// Resets the state for another question.
    pub(super) fn restart(&self) {
        self.done.store(false, Ordering::Relaxed);
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, budget: &'a mut Budget) -> Search<'a> {
        Search { shared, budget }
    }

    /// Answers a question that other threads work on too.
    pub(super) fn answer(&mut self, node: Node, at: i32) -> Result<i32, Stopped> {
        let value = self.test(node, at);
        if value.is_ok() {
            self.shared.done.store(true, Ordering::Relaxed);
        }
        value
    }

    /// Returns a lower bound of the value if it reaches `at`, otherwise an upper bound, which is below `at`. `at` has
    /// the parity of the seeds.
    fn test(&mut self, node: Node, at: i32) -> Result<i32, Stopped> {
        let Shared { memory, stored, .. } = *self.shared;
        let Node { rank, seeds, .. } = node;
        let slot = memory.slot(rank);
        let known = memory.get(slot).unwrap_or(Bounds::of_seeds(seeds));
        if i32::from(known.lower) >= at {
            return Ok(known.lower.into());
        }
        if i32::from(known.upper) < at {
            return Ok(known.upper.into());
        }
        self.budget.count_node()?;
        let before = self.budget.nodes();
        if before.is_multiple_of(STOP_INTERVAL) && self.shared.done.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let cut = |search: &Self, value: i32, house: u8| {
            memory.put(slot, Bounds { lower: value as i8, best: house, ..known }, search.budget.nodes() - before);
            Ok(value)
        };
        let mut open = [NO_CHILD; MAX_HOUSES];
        let ((mut upper, house), open_count) = self.shared.children(node, &mut open);
        if upper >= at {
            return cut(self, upper, house);
        }
        let mut left = 0;
        for index in 0..open_count {
            let mut child = open[index];
            if seeds > stored + LOOK_AHEAD
                && let Some(bounds) = memory.get(memory.slot(child.rank))
            {
                let of_move = |value: i8| of_move(child.gained, child.again, value.into());
                let (low, high) = (of_move(bounds.lower), of_move(bounds.upper));
                let (low, high) = (low.min(high), low.max(high));
                if low >= at {
                    return cut(self, low, child.house);
                }
                if high < at {
                    upper = upper.max(high);
                    continue;
                }
            }
            child.order = if child.house == known.best { i32::MAX } else { child.order() };
            let place = open[..left].partition_point(|other| other.order >= child.order);
            open.copy_within(place..left, place + 1);
            open[place] = child;
            left += 1;
        }
        let abdada = if seeds > stored + SHARED { self.shared.abdada.as_ref() } else { None };
        // A move that another thread is searching is deferred to the second pass: bits of the indices.
        let mut put_off = 0u32;
        for (at_move, child) in open[..left].iter().enumerate() {
            if let Some(abdada) = abdada
                && at_move > 0
                && abdada.is_busy(child.rank + 1)
            {
                put_off |= 1 << at_move;
                continue;
            }
            let value = self.child(child, seeds, at, abdada)?;
            if value >= at {
                return cut(self, value, child.house);
            }
            upper = upper.max(value);
        }
        for (_, child) in open[..left].iter().enumerate().filter(|&(at_move, _)| put_off >> at_move & 1 == 1) {
            let value = self.child(child, seeds, at, abdada)?;
            if value >= at {
                return cut(self, value, child.house);
            }
            upper = upper.max(value);
        }
        memory.put(slot, Bounds { upper: upper as i8, ..known }, self.budget.nodes() - before);
        Ok(upper)
    }

    #[inline(always)]
    fn child(&mut self, child: &Child, seeds: i32, at: i32, abdada: Option<&Abdada>) -> Result<i32, Stopped> {
        let node = Node { houses: child.houses, rank: child.rank, seeds: seeds - child.gained };
        // For the other side the question is whether its value stays below.
        let at_child = if child.again { at - child.gained } else { child.gained - at + 2 };
        if let Some(abdada) = abdada {
            abdada.begin(child.rank + 1);
        }
        let value = self.test(node, at_child);
        if let Some(abdada) = abdada {
            abdada.end(child.rank + 1);
        }
        value.map(|value| of_move(child.gained, child.again, value))
    }
}

impl Shared<'_> {
    /// Returns the best value that is known without the table, its house, and the number of other moves, which it writes to
    /// `open`.
    //
    // All loads are issued together, after all their inputs and before all their uses. The processor therefore waits
    // for memory once, not once per move.
    #[inline(always)]
    fn children(&self, node: Node, open: &mut [Child; MAX_HOUSES]) -> ((i32, u8), usize) {
        let Node { houses, seeds, .. } = node;
        let mut known = (i32::MIN, 0);
        let mut stored = [NO_STORED; MAX_HOUSES];
        let mut stored_count = 0;
        let mut open_count = 0;
        for house in (0..self.board.houses()).rev().filter(|&house| houses.own_house(house) > 0) {
            match self.board.after(houses, house) {
                After::Over(value) => known = known.max((value, house as u8)),
                After::On { houses, gained, again } => {
                    let (rank, (own_seeds, other_seeds)) = self.ranking.rank_and_seeds(houses);
                    let base = self.values.map_or(0, |values| values.base(own_seeds, other_seeds));
                    let house = house as u8;
                    // Near the size of the database, the branch would be hard to predict.
                    let is_stored = seeds - gained <= self.stored;
                    stored[stored_count] = Stored { rank, base, gained, again, house };
                    open[open_count] = Child { houses, rank, gained, again, house, order: 0 };
                    stored_count += usize::from(is_stored);
                    open_count += usize::from(!is_stored);
                }
            }
        }
        if let Some(values) = self.values {
            let mut codes = [0; MAX_HOUSES];
            for (code, stored) in codes.iter_mut().zip(&stored[..stored_count]) {
                *code = values.code(stored.rank);
            }
            for (&code, stored) in codes.iter().zip(&stored[..stored_count]) {
                let value = values.decode(stored.rank, code, stored.base);
                known = known.max((of_move(stored.gained, stored.again, value), stored.house));
            }
        }
        (known, open_count)
    }
}
