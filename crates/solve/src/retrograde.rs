//! Retrograde analysis of any game whose positions can be numbered.
//!
//! The values of finished positions are known. From them the analysis proceeds backwards by distance until no value
//! changes \[Thompson1986\]. A position is won when one move is known to lead to a win of its mover, and lost when its
//! last move is known to lead to a loss. The remaining positions allow endless play: a draw in games with a repetition
//! rule.
//!
//! A game provides a numbering, [`Indexed`], and its rules. The predecessors are found by playing all moves forwards
//! once, so no game needs to generate reverse moves. This costs 12 bytes per position and four bytes per move.
//! Successors outside the numbering have known values, so large games are solved in [tiers](crate::Tiers): each tier is
//! one numbering, and the tiers before it are known.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Relaxed};

use plyground_game::{Class, Outcome, Position};

use crate::parallel::for_each;
use crate::{Value, Wdl};

/// Set of numbered positions.
pub trait Indexed: Sync {
    /// Game.
    type Position: Position;

    /// Returns the exclusive upper bound of the numbers, at most 2^31.
    fn len(&self) -> usize;

    /// Returns whether there are no numbers.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position with this number; `None` for a hole in the numbering.
    fn position(&self, index: usize) -> Option<Self::Position>;

    /// Returns the place of a position after a move. Positions of equal value, such as images under a symmetry, may
    /// share a number if the mover moves again in both or in neither.
    fn place(&self, pos: &Self::Position) -> Place;

    /// Returns the value of a finished position for its side to move.
    fn finished(&self, pos: &Self::Position, outcome: Outcome) -> Value {
        Value::finished(outcome, pos.side_to_move())
    }

    /// Returns the amount that a move adds to the distance of a value: 1, or 0 if the distance encodes something that
    /// moves do not change.
    fn step(&self) -> u32 {
        1
    }
}

/// Place of the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The position has this number.
    Index(usize),
    /// The value is known, for the side to move of the position.
    Known(Value),
}

/// Values of all numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    codes: Vec<u16>,
    /// Whether all distances are known, which requires the distances of all [known](Place::Known) wins and losses.
    has_distances: bool,
}

/// Codes of positions: twice the plies, plus one for a win.
pub(crate) const OPEN: u16 = u16::MAX;
pub(crate) const HOLE: u16 = u16::MAX - 1;
/// First distance that does not fit.
pub(crate) const PLIES_END: u32 = (HOLE / 2) as u32;
/// Maximum number of positions of one numbering.
pub(crate) const MOST_NUMBERS: usize = FLAG as usize;

/// Returns the code of a position that is decided at a distance.
pub(crate) fn code(plies: u32, won: bool) -> u16 {
    (plies as u16) << 1 | u16::from(won)
}

impl Solution {
    /// Creates a solution from the codes of all numbers.
    pub(crate) fn from_codes(codes: Vec<u16>) -> Solution {
        Solution { codes, has_distances: true }
    }

    /// Returns the value of a number for the side to move; `None` for a hole or a number out of range. The distance is
    /// missing if a known value had none.
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

    /// Returns the number of numbers, including holes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns whether there are no numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Returns the values as numbers for tables: 0 for a hole, 1 for a draw, and from 2 on two for each distance.
    pub(crate) fn stored(&self) -> impl Iterator<Item = u16> {
        self.codes.iter().map(|code| code.wrapping_add(2))
    }

    /// Creates a solution from stored values.
    pub(crate) fn from_stored(stored: impl Iterator<Item = u16>) -> Solution {
        Solution { codes: stored.map(|code| code.wrapping_sub(2)).collect(), has_distances: true }
    }
}

/// Reason why values cannot be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unsolved {
    /// The caller stopped the work.
    Stopped,
    /// There are too many numbers or moves.
    TooLarge,
    /// A win takes too many plies.
    TooLong,
}

/// Computes the value of every numbered position.
///
/// # Panics
/// Panics if there are more than 2^31 numbers, more than 2^32 moves, or a win of more than 32,766 plies.
///
/// ```
/// use plyground_game::Position;
/// use plyground_solve::{Indexed, Place, Value, Wdl, retrograde};
/// use plyground_tigers::{PointSet, Tigers, TigersRules};
/// use plyground_game::Side;
///
/// /// One tiger set and one goat: the tigers move, and no successor is numbered.
/// struct OneGoat(Vec<Tigers>);
///
/// impl Indexed for OneGoat {
///     type Position = Tigers;
///     fn len(&self) -> usize {
///         self.0.len()
///     }
///     fn position(&self, index: usize) -> Option<Tigers> {
///         Some(self.0[index])
///     }
///     fn place(&self, pos: &Tigers) -> Place {
///         Place::Known(pos.outcome().map_or(Value::DRAW, |end| Value::finished(end, pos.side_to_move())))
///     }
/// }
///
/// let rules = TigersRules::default();
/// let tigers = PointSet::from_bits(0b111);
/// let goats = (3..23).map(|point| PointSet::from_bits(1 << point));
/// let all: Result<Vec<Tigers>, _> =
///     goats.map(|goat| Tigers::from_parts(tigers, goat, 0, Side::Second, &rules)).collect();
/// let solved = retrograde(&OneGoat(all?));
/// // A tiger on 1 jumps over 3, one on 2 over 8, one on 0 over 3, 4 and 5; no tiger reaches the others.
/// let wins = (0..20).filter(|&index| solved.value(index).map(Value::result) == Some(Wdl::Win)).count();
/// assert_eq!(wins, 5);
/// # Ok::<(), plyground_tigers::ArrangementError>(())
/// ```
#[must_use]
pub fn retrograde<S: Indexed>(space: &S) -> Solution {
    match retrograde_with(space, 1, &mut |_| ControlFlow::Continue(())) {
        Ok(solution) => solution,
        Err(Unsolved::Stopped) => unreachable!("it is not stopped"),
        Err(Unsolved::TooLarge) => panic!("numbers fit in 31 bits, and moves in 32"),
        Err(Unsolved::TooLong) => panic!("distances fit in 15 bits"),
    }
}

/// Computes the same with several threads and without panics. `each` receives the share of the positions processed, 0 to
/// 1, at intervals, and may stop the work. The values do not depend on the number of threads.
pub(crate) fn retrograde_with<S: Indexed>(
    space: &S,
    threads: usize,
    each: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Solution, Unsolved> {
    let (mut work, mut queue) = (Work::new(space.len(), space.step())?, Queue::default());
    let has_distances = work.enter_all(space, threads, &mut queue, each)?;
    work.find_predecessors(space, threads, each)?;
    let mut ply = 0;
    while let Some(bucket) = queue.0.get_mut(ply as usize).map(std::mem::take) {
        let settle = |later: &mut Vec<Decided>, range: Range<usize>| {
            bucket[range].iter().for_each(|&decided| work.settle(decided, ply, later));
        };
        in_waves(threads, chunks(bucket.len()), |_| each(1.0), Vec::new, settle, |later| queue.extend(later))?;
        // With step 0, newly decided positions decide others at the same distance.
        let is_done = queue.0.get(ply as usize).is_none_or(Vec::is_empty);
        ply += u32::from(is_done);
    }
    let codes = work.codes.into_iter().map(AtomicU16::into_inner).collect();
    Ok(Solution { codes, has_distances })
}

/// Number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 12;
/// Number of items between two calls of the callback that may stop the work.
const WAVE: usize = 32;

/// Returns the chunks of `0..len`.
fn chunks(len: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(CHUNK).map(move |begin| begin..len.min(begin + CHUNK))
}

/// Processes items with several threads, in waves. `each` receives the number of the next item before each wave, and may
/// stop the work. `merge` receives the state of each thread after a wave, in no particular order.
pub(crate) fn in_waves<T: Send, S: Send>(
    threads: usize,
    mut items: impl Iterator<Item = T>,
    mut each: impl FnMut(usize) -> ControlFlow<()>,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) + Sync,
    mut merge: impl FnMut(S) -> Result<(), Unsolved>,
) -> Result<(), Unsolved> {
    for begin in (0..).step_by(WAVE) {
        let wave: Vec<T> = items.by_ref().take(WAVE).collect();
        if wave.is_empty() {
            break;
        }
        if each(begin).is_break() {
            return Err(Unsolved::Stopped);
        }
        let threads = threads.min(wave.len());
        for_each(threads, wave.into_iter(), &state, &work).into_iter().try_for_each(&mut merge)?;
    }
    Ok(())
}

/// Number with a flag in the highest bit: a position and whether it is won, or a predecessor and whether the same side
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

/// Position that is decided at this distance unless a shorter distance is found.
#[derive(Clone, Copy)]
struct Decided {
    position: Flagged,
    plies: u32,
}

/// Positions by the distance at which they are decided unless a shorter one is found.
#[derive(Default)]
struct Queue(Vec<Vec<Flagged>>);

impl Queue {
    fn extend(&mut self, decided: Vec<Decided>) -> Result<(), Unsolved> {
        for Decided { position, plies } in decided {
            if plies >= PLIES_END {
                return Err(Unsolved::TooLong);
            }
            let bucket = plies as usize;
            if self.0.len() <= bucket {
                self.0.resize_with(bucket + 1, Vec::new);
            }
            self.0[bucket].push(position);
        }
        Ok(())
    }
}

/// Results of the first pass over some positions.
#[derive(Default)]
struct Entered {
    decided: Vec<Decided>,
    slowest_known_loss: Vec<(u32, u32)>,
    lacks_distances: bool,
}

struct Work {
    // Threads share the counts and the codes. The order of their updates does not affect any value.
    codes: Vec<AtomicU16>,
    /// Number of moves not yet known to lose. Moves that are known to draw or win stay counted, so it never reaches 0
    /// with one of them.
    saving: Vec<AtomicU16>,
    /// End of the predecessor list of each number; before the analysis, its start.
    ends: Vec<AtomicU32>,
    predecessors: Vec<AtomicU32>,
    /// Longest losses by moves to known positions, in number order; they may take longer than those by numbered ones.
    slowest_known_loss: Vec<(u32, u32)>,
    /// Amount that a move adds to a distance.
    step: u32,
}

impl Work {
    fn new(len: usize, step: u32) -> Result<Work, Unsolved> {
        if len > MOST_NUMBERS {
            return Err(Unsolved::TooLarge);
        }
        let zeros = |len| (0..len).map(|_| AtomicU32::new(0)).collect();
        Ok(Work {
            codes: (0..len).map(|_| AtomicU16::new(OPEN)).collect(),
            saving: (0..len).map(|_| AtomicU16::new(0)).collect(),
            ends: zeros(len + 1),
            predecessors: Vec::new(),
            slowest_known_loss: Vec::new(),
            step,
        })
    }

    /// Processes all positions and their moves for the first time. Returns whether all distances are known.
    fn enter_all<S: Indexed>(
        &mut self,
        space: &S,
        threads: usize,
        queue: &mut Queue,
        each: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<bool, Unsolved> {
        let enter = |entered: &mut Entered, range: Range<usize>| {
            for index in range {
                match space.position(index) {
                    None => self.codes[index].store(HOLE, Relaxed),
                    Some(pos) => self.enter(space, index, &pos, entered),
                }
            }
        };
        let (mut slowest, mut has_distances) = (Vec::new(), true);
        let merge = |entered: Entered| {
            slowest.extend(entered.slowest_known_loss);
            has_distances &= !entered.lacks_distances;
            queue.extend(entered.decided)
        };
        // All positions are processed twice.
        let share = |chunk: usize| each((chunk * CHUNK) as f64 / (2 * space.len()) as f64);
        in_waves(threads, chunks(space.len()), share, Entered::default, enter, merge)?;
        slowest.sort_unstable();
        self.slowest_known_loss = slowest;
        Ok(has_distances)
    }

    /// Builds the predecessor list of each number.
    fn find_predecessors<S: Indexed>(
        &mut self,
        space: &S,
        threads: usize,
        each: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        // Prefix sums turn counts into list starts.
        let mut sum = 0u32;
        for count in &mut self.ends {
            let begin = sum;
            sum = sum.checked_add(*count.get_mut()).ok_or(Unsolved::TooLarge)?;
            *count.get_mut() = begin;
        }
        if sum == 0 {
            return Ok(());
        }
        self.predecessors = (0..sum).map(|_| AtomicU32::new(0)).collect();
        let (len, state) = (space.len(), &*self);
        let list = |(): &mut (), range: Range<usize>| {
            for index in range.filter(|&index| state.codes[index].load(Relaxed) != HOLE) {
                let Some(pos) = space.position(index) else { continue };
                visit_successors(space, &pos, |same_side, place| {
                    if let Place::Index(next) = place {
                        let at = state.ends[next].fetch_add(1, Relaxed);
                        state.predecessors[at as usize].store(Flagged::new(index, same_side).0, Relaxed);
                    }
                });
            }
        };
        let share = |chunk: usize| each(0.5 + (chunk * CHUNK) as f64 / (2 * len) as f64);
        in_waves(threads, chunks(len), share, || (), list, |()| Ok(()))
    }

    /// Processes the moves of a position for the first time.
    fn enter<S: Indexed>(&self, space: &S, index: usize, pos: &S::Position, entered: &mut Entered) {
        let mut decide = |won, plies| entered.decided.push(Decided { position: Flagged::new(index, won), plies });
        if let Some(outcome) = pos.outcome() {
            let value = space.finished(pos, outcome);
            match value.result() {
                Wdl::Draw => self.saving[index].store(1, Relaxed),
                result => decide(result == Wdl::Win, value.plies().unwrap_or(0)),
            }
            return;
        }
        let (mut best_win, mut worst_loss, mut saving, mut has_distances) = (None, None, 0, true);
        visit_successors(space, pos, |same_side, place| match place {
            Place::Index(next) => {
                self.ends[next].fetch_add(1, Relaxed);
                saving += 1;
            }
            Place::Known(value) => {
                let value = value.before_step(same_side, self.step);
                has_distances &= value.result() == Wdl::Draw || value.plies().is_some();
                match value.result() {
                    Wdl::Draw => saving += 1,
                    Wdl::Win => {
                        // This move never loses, however soon all other moves are known to lose.
                        saving += 1;
                        // Without a distance, the win counts as early as possible; the results are still correct.
                        best_win = best_win.max(Some(value));
                    }
                    Wdl::Loss => worst_loss = worst_loss.max(value.plies()),
                }
            }
        });
        self.saving[index].store(saving, Relaxed);
        if let Some(win) = best_win {
            decide(true, win.plies().unwrap_or(1));
        }
        if saving == 0 {
            decide(false, worst_loss.unwrap_or(1));
        }
        if let Some(loss) = worst_loss {
            entered.slowest_known_loss.push((index as u32, loss));
        }
        entered.lacks_distances |= !has_distances;
    }

    /// Decides a position at this distance, unless a shorter one was found, and updates its predecessors. Newly decided
    /// predecessors are added to `later`.
    fn settle(&self, decided: Flagged, plies: u32, later: &mut Vec<Decided>) {
        let code = code(plies, decided.won());
        if self.codes[decided.index()].compare_exchange(OPEN, code, Relaxed, Relaxed).is_err() {
            return;
        }
        // After filling, each list ends where the next one started.
        let begin = if decided.index() == 0 { 0 } else { self.ends[decided.index() - 1].load(Relaxed) };
        for at in begin..self.ends[decided.index()].load(Relaxed) {
            let before = Flagged(self.predecessors[at as usize].load(Relaxed));
            let index = before.index();
            if self.codes[index].load(Relaxed) != OPEN {
                continue;
            }
            if decided.won() == before.same_side() {
                later.push(Decided { position: Flagged::new(index, true), plies: plies + self.step });
            } else if self.saving[index].fetch_sub(1, Relaxed) == 1 {
                let known = self.slowest_known_loss.binary_search_by_key(&(index as u32), |&(index, _)| index);
                let slowest = known.map_or(0, |place| self.slowest_known_loss[place].1);
                later.push(Decided { position: Flagged::new(index, false), plies: slowest.max(plies + self.step) });
            }
        }
    }
}

/// Visits each move: whether the mover moves again, and the place of the position after it.
fn visit_successors<S: Indexed>(space: &S, pos: &S::Position, mut visit: impl FnMut(bool, Place)) {
    let side = pos.side_to_move();
    let _ = pos.visit_moves(Class::All, |mv| {
        let after = pos.after(mv);
        visit(after.side_to_move() == side, space.place(&after));
        ControlFlow::<()>::Continue(())
    });
}
