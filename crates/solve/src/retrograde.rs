//! Retrograde analysis of any game whose positions can be numbered.
//!
//! Finished positions are known; from them the values go backwards, in the order of their distance, until nothing changes
//! any more \[Thompson1986\]. A position is won as soon as one move is known to lead to a win of its mover, and lost when
//! its last move is known to lead to a loss. What is left can be played for ever: a draw, in games where repetition is
//! one.
//!
//! A game brings a numbering, [`Indexed`], and its rules; the moves backwards are found by making all moves forwards
//! once, so no game has to know how to take moves back. That costs four bytes for each move of each position. Positions
//! that moves lead to but that are not numbered have values that are known already: so large games are solved in
//! layers, each from the one before.
//!
//! ```
//! use plyground_game::Position;
//! use plyground_solve::{Indexed, Place, Value, Wdl, retrograde};
//! use plyground_tigers::{PointSet, Tigers, TigersRules};
//! use plyground_game::Side;
//!
//! /// One tiger set and one goat: the tigers move, and nothing is kept of what follows.
//! struct OneGoat(Vec<Tigers>);
//!
//! impl Indexed for OneGoat {
//!     type Position = Tigers;
//!     fn len(&self) -> usize {
//!         self.0.len()
//!     }
//!     fn position(&self, index: usize) -> Option<Tigers> {
//!         Some(self.0[index])
//!     }
//!     fn place(&self, pos: &Tigers) -> Place {
//!         Place::Known(pos.outcome().map_or(Value::DRAW, |end| Value::finished(end, pos.side_to_move())))
//!     }
//! }
//!
//! let rules = TigersRules::default();
//! let tigers = PointSet::from_bits(0b111);
//! let goats = (3..23).map(|point| PointSet::from_bits(1 << point));
//! let all: Result<Vec<Tigers>, _> =
//!     goats.map(|goat| Tigers::from_parts(tigers, goat, 0, Side::Second, &rules)).collect();
//! let solved = retrograde(&OneGoat(all?));
//! // A tiger on 1 jumps over 3, one on 2 over 8, one on 0 over 3, 4 and 5; no tiger reaches the others.
//! let wins = (0..20).filter(|&index| solved.value(index).map(Value::result) == Some(Wdl::Win)).count();
//! assert_eq!(wins, 5);
//! # Ok::<(), plyground_tigers::ArrangementError>(())
//! ```

use std::ops::ControlFlow;

use plyground_game::{Class, Position};

use crate::{Value, Wdl};

/// A set of positions with a number for each.
pub trait Indexed {
    /// The game.
    type Position: Position;

    /// Numbers are below this, at most 2^31.
    fn len(&self) -> usize;

    /// Whether there is no number at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position with this number; `None` for a hole in the numbering.
    fn position(&self, index: usize) -> Option<Self::Position>;

    /// Where a position that a move leads to is found. Positions of equal value, such as images under a symmetry, may
    /// share a number when their side to move is the mover or the waiting side of the numbered one alike.
    fn place(&self, pos: &Self::Position) -> Place;
}

/// Where the value of a position is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It is numbered.
    Index(usize),
    /// Its value is known, for its side to move.
    Known(Value),
}

/// The values of all numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    codes: Vec<u16>,
    /// Whether all distances are known: those of all [known](Place::Known) wins and losses were.
    has_distances: bool,
}

/// Codes of positions: plies times two, and one more for a win.
const OPEN: u16 = u16::MAX;
const HOLE: u16 = u16::MAX - 1;
/// Distances from here on do not fit.
const PLIES_END: u32 = (HOLE / 2) as u32;

impl Solution {
    /// The value of a number for the side to move; `None` for a hole or a number out of range. Without a distance where a
    /// known value that was given had none.
    #[must_use]
    pub fn value(&self, index: usize) -> Option<Value> {
        let value = match *self.codes.get(index)? {
            HOLE => return None,
            OPEN => Value::DRAW,
            code if code % 2 == 1 => Value::win((code / 2).into()),
            code => Value::loss((code / 2).into()),
        };
        Some(if self.has_distances { value } else { Value::of(value.result()) })
    }

    /// How many numbers there are, holes among them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}

/// Values every numbered position.
///
/// # Panics
/// When there are more than 2^31 numbers, more than 2^32 moves, or a win of more than 32,766 plies.
#[must_use]
pub fn retrograde<S: Indexed>(space: &S) -> Solution {
    retrograde_until(space, &mut |_| ControlFlow::Continue(())).expect("it is not stopped")
}

/// The same, for a caller that may stop it: `each` receives from time to time which share of the positions has been entered,
/// 0 to 1. `None` when it was stopped.
///
/// # Panics
/// As [`retrograde()`].
pub fn retrograde_until<S: Indexed>(space: &S, each: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Option<Solution> {
    let mut work = Work::new(space, each)?;
    let mut ply = 0;
    while let Some(bucket) = work.buckets.get_mut(ply as usize).map(std::mem::take) {
        if !bucket.is_empty() && each(1.0).is_break() {
            return None;
        }
        for decided in bucket {
            if work.codes[decided.index()] == OPEN {
                assert!(ply < PLIES_END, "distances fit in 15 bits");
                work.codes[decided.index()] = (ply as u16) << 1 | u16::from(decided.won());
                work.settle(decided, ply);
            }
        }
        ply += 1;
    }
    Some(Solution { codes: work.codes, has_distances: work.has_distances })
}

/// Positions between two questions to the caller, who may stop the work.
const ASK_EVERY: usize = 1 << 14;

/// A number with a flag in the highest bit: a position and whether it is won, or a predecessor and whether the same side
/// moves in both.
#[derive(Clone, Copy)]
struct Flagged(u32);

const FLAG: u32 = 1 << 31;

impl Flagged {
    fn new(index: usize, flag: bool) -> Flagged {
        Flagged(index as u32 | if flag { FLAG } else { 0 })
    }

    fn index(self) -> usize {
        (self.0 & !FLAG) as usize
    }

    fn won(self) -> bool {
        self.0 & FLAG != 0
    }

    fn same_side(self) -> bool {
        self.0 & FLAG != 0
    }
}

struct Work {
    codes: Vec<u16>,
    /// Moves not yet known to lose; one too many where a move is known to draw, so that it never gets to 0.
    saving: Vec<u16>,
    /// Where the predecessors of each number end; before the analysis, where they begin.
    ends: Vec<u32>,
    predecessors: Vec<Flagged>,
    /// By distance: what is decided unless something shorter was found.
    buckets: Vec<Vec<Flagged>>,
    /// Losses by moves to known positions may take longer than those by numbered ones.
    slowest_known_loss: Vec<(u32, u32)>,
    has_distances: bool,
}

impl Work {
    fn new<S: Indexed>(space: &S, each: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Option<Work> {
        let len = space.len();
        assert!(len <= FLAG as usize, "numbers fit in 31 bits");
        let mut work = Work {
            codes: vec![OPEN; len],
            saving: vec![0; len],
            ends: vec![0; len + 1],
            predecessors: Vec::new(),
            buckets: Vec::new(),
            slowest_known_loss: Vec::new(),
            has_distances: true,
        };
        // All positions are gone through twice.
        let mut stops = |index: usize, rounds: usize| {
            let done = (rounds * len + index) as f64 / (2 * len) as f64;
            index.is_multiple_of(ASK_EVERY) && each(done).is_break()
        };
        for index in 0..len {
            if stops(index, 0) {
                return None;
            }
            match space.position(index) {
                None => work.codes[index] = HOLE,
                Some(pos) => work.enter(space, index, &pos),
            }
        }
        // From counts to the places where each list begins.
        let mut sum = 0u32;
        for count in &mut work.ends {
            let begin = sum;
            sum = sum.checked_add(*count).expect("moves fit in 32 bits");
            *count = begin;
        }
        work.predecessors = vec![Flagged(0); sum as usize];
        for index in 0..len {
            if stops(index, 1) {
                return None;
            }
            if work.codes[index] == HOLE {
                continue;
            }
            let Some(pos) = space.position(index) else { continue };
            visit_successors(space, &pos, |same_side, place| {
                if let Place::Index(next) = place {
                    let end = &mut work.ends[next];
                    work.predecessors[*end as usize] = Flagged::new(index, same_side);
                    *end += 1;
                }
            });
        }
        Some(work)
    }

    /// Looks at a position's moves for the first time.
    fn enter<S: Indexed>(&mut self, space: &S, index: usize, pos: &S::Position) {
        if let Some(outcome) = pos.outcome() {
            let value = Value::finished(outcome, pos.side_to_move());
            match value.result() {
                Wdl::Draw => self.saving[index] = 1,
                result => self.decide(index, result == Wdl::Win, 0),
            }
            return;
        }
        let (mut best_win, mut worst_loss, mut saving, mut has_distances) = (None, None, 0, true);
        visit_successors(space, pos, |same_side, place| match place {
            Place::Index(next) => {
                self.ends[next] += 1;
                saving += 1;
            }
            Place::Known(value) => {
                let value = value.before(same_side);
                has_distances &= value.result() == Wdl::Draw || value.plies().is_some();
                match value.result() {
                    Wdl::Draw => saving += 1,
                    // Without a distance, as soon as possible; the results are right all the same.
                    Wdl::Win => best_win = best_win.max(Some(value)),
                    Wdl::Loss => worst_loss = worst_loss.max(value.plies()),
                }
            }
        });
        self.saving[index] = saving;
        self.has_distances &= has_distances;
        if let Some(win) = best_win {
            self.decide(index, true, win.plies().unwrap_or(1));
        }
        if let Some(loss) = worst_loss {
            self.slowest_known_loss.push((index as u32, loss));
        }
        if saving == 0 {
            self.decide(index, false, worst_loss.unwrap_or(1));
        }
    }

    fn decide(&mut self, index: usize, won: bool, plies: u32) {
        let bucket = plies as usize;
        if self.buckets.len() <= bucket {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(Flagged::new(index, won));
    }

    /// Updates the predecessors of a position that was decided in so many plies.
    fn settle(&mut self, decided: Flagged, plies: u32) {
        // After filling, each list ends where the next one began.
        let begin = if decided.index() == 0 { 0 } else { self.ends[decided.index() - 1] };
        for at in begin..self.ends[decided.index()] {
            let before = self.predecessors[at as usize];
            let index = before.index();
            if self.codes[index] != OPEN {
                continue;
            }
            if decided.won() == before.same_side() {
                self.decide(index, true, plies + 1);
            } else {
                self.saving[index] -= 1;
                if self.saving[index] == 0 {
                    let known = self.slowest_known_loss.binary_search_by_key(&(index as u32), |&(index, _)| index);
                    let slowest = known.map_or(0, |place| self.slowest_known_loss[place].1);
                    self.decide(index, false, slowest.max(plies + 1));
                }
            }
        }
    }
}

/// Shows for each move whether the mover moves again, and where the position after it is found.
fn visit_successors<S: Indexed>(space: &S, pos: &S::Position, mut visit: impl FnMut(bool, Place)) {
    let side = pos.side_to_move();
    let _ = pos.visit_moves(Class::All, |mv| {
        let after = pos.after(mv);
        visit(after.side_to_move() == side, space.place(&after));
        ControlFlow::<()>::Continue(())
    });
}
