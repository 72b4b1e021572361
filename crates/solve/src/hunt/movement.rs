//! Movement phase, solved ply by ply from the end: the winner, and the number of plies.
//!
//! Retrograde analysis \[Thompson1986\] on sets. The wins of one side are two sets that grow in turn. In the first, the
//! other side is to move and cannot avoid the loss: every move leads to a win found before. In the second, the side is
//! to move and some move leads to such a loss. The sets grow by one ply per sweep, so the sweep number is the distance.
//! All numbers of animals are processed together, so captures need no order of layers. The wins of the two sides are
//! independent. An arrangement that neither side wins is a draw, because repetition is a draw.

use plyground_game::Side;

use super::bitmap::{Bitmap, LOW_BITS, Words, filled};
use super::board::Board;
use super::packing::Packing;
use super::tally::Tally;
use super::walk::Span;
use super::{DRAWN, LONGEST};
use crate::SolveError;
use crate::parallel::for_each;

/// Plies by side to move ([`Side::index`]), then by class: one byte per arrangement, in the order of the [`Packing`].
pub(crate) type Plies = [Vec<Vec<u8>>; 2];

/// Returns the arrangements that the herd wins, and those that the hunters win, of one class with hunters to move.
pub(crate) fn read_record(words: usize, packing: &Packing, record: &[u8]) -> [Bitmap; 2] {
    let [mut herd, mut hunters] = [filled(words, 0), filled(words, 0)];
    for (number, &plies) in packing.numbers().zip(record) {
        // An odd number of plies is a win of the side to move.
        let into = if plies % 2 == 1 { &mut hunters } else { &mut herd };
        into[number as usize >> LOW_BITS] |= u64::from(plies != DRAWN) << (number % 64);
    }
    [herd, hunters]
}

/// Constant inputs of the search.
pub(crate) struct Task<'a> {
    pub(crate) board: &'a Board,
    pub(crate) packing: &'a Packing,
    pub(crate) threads: usize,
    pub(crate) span: &'a Span,
    /// Arrangements to solve.
    pub(crate) unfinished: &'a Words,
    /// Arrangements with the herd to move that the hunters have won by captures.
    pub(crate) won_by_captures: &'a Words,
}

/// Work space and results of a thread.
struct Workspace {
    sum: Bitmap,
    scratch: Bitmap,
    tally: Tally,
    changed: bool,
}

impl Workspace {
    fn new(words: usize) -> Workspace {
        Workspace { sum: filled(words, 0), scratch: filled(words, 0), tally: Tally::default(), changed: false }
    }
}

/// Finds all wins of `winner`, writes their distances to `plies` and counts them.
pub(crate) fn wins_of(
    winner: Side,
    task: &Task<'_>,
    plies: &mut Plies,
    tallies: &mut [Tally; 2],
    report: &mut dyn FnMut(u32) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let loser = !winner;
    let board = task.board;
    let classes = board.classes.len();
    let mut not_won = board.bitmaps(u64::MAX);
    let mut lost = board.bitmaps(0);
    // Arrangements with `loser` to move that the last sweep found; stale for classes that are not live.
    let mut fresh = board.bitmaps(0);
    let mut live = vec![true; classes];
    let mut won_lately = vec![true; classes];
    for ply in (0..).step_by(2) {
        if ply > LONGEST {
            return Err(SolveError::Numbering("a win of more than 254 plies, which the tables cannot store".into()));
        }
        let (distance, next) = (ply as u8, ply as u8 + 1);
        let items = (0..)
            .zip(&mut lost)
            .zip(&mut fresh)
            .zip(&mut live)
            .zip(&mut plies[loser.index()])
            .map(|((((class, lost), fresh), live), plies)| (class, lost, fresh, live, plies));
        let spaces = for_each(
            task.threads,
            items,
            || Workspace::new(board.words),
            |space, (number, lost, fresh, live, plies)| {
                let class = &board.classes[number];
                *live = false;
                if !class.targets(loser, number).any(|target| won_lately[target]) {
                    return;
                }
                task.span.fill(&mut space.sum, 0);
                let Workspace { sum, scratch, .. } = space;
                class.add_moves(task.span, loser, number, &not_won, |_| true, sum, scratch);
                task.span.each(|at, run| {
                    for word in at..at + run {
                        let found = !space.sum[word] & !lost[word] & task.unfinished[word];
                        lost[word] |= found;
                        fresh[word] = found;
                        if found != 0 {
                            *live = true;
                            record(plies, word, found, distance, task.packing, class.sets, &mut space.tally);
                        }
                    }
                });
                if ply == 0 && loser == Side::First {
                    for (fresh, won) in fresh.iter_mut().zip(task.won_by_captures) {
                        *fresh |= won;
                    }
                    *live = true;
                }
                space.changed |= *live;
            },
        );
        if !gather(spaces, &mut tallies[loser.index()]) || ply + 1 > LONGEST {
            break;
        }
        report(ply)?;

        let items = (0..)
            .zip(&mut not_won)
            .zip(&mut won_lately)
            .zip(&mut plies[winner.index()])
            .map(|(((class, not_won), won_lately), plies)| (class, not_won, won_lately, plies));
        let spaces = for_each(
            task.threads,
            items,
            || Workspace::new(board.words),
            |space, (number, not_won, won_lately, plies)| {
                let class = &board.classes[number];
                *won_lately = false;
                if !class.targets(winner, number).any(|target| live[target]) {
                    return;
                }
                task.span.fill(&mut space.sum, 0);
                let is_live = |target: usize| live[target];
                let Workspace { sum, scratch, .. } = space;
                class.add_moves(task.span, winner, number, &fresh, is_live, sum, scratch);
                task.span.each(|at, run| {
                    for word in at..at + run {
                        let found = space.sum[word] & not_won[word] & task.unfinished[word];
                        not_won[word] &= !found;
                        if found != 0 {
                            *won_lately = true;
                            record(plies, word, found, next, task.packing, class.sets, &mut space.tally);
                        }
                    }
                });
                space.changed |= *won_lately;
            },
        );
        if !gather(spaces, &mut tallies[winner.index()]) {
            break;
        }
        report(ply + 1)?;
    }
    Ok(())
}

/// Writes the distance of newly solved arrangements.
#[inline]
fn record(plies: &mut [u8], word: usize, mut found: u64, ply: u8, packing: &Packing, sets: u64, tally: &mut Tally) {
    while found != 0 {
        let number = (word << LOW_BITS) as u32 | found.trailing_zeros();
        found &= found - 1;
        plies[packing.place(number)] = ply;
        tally.add_decided(number.count_ones() as usize, ply, sets);
    }
}

/// Adds the counts of the threads, and returns whether any thread found an arrangement.
fn gather(spaces: Vec<Workspace>, tally: &mut Tally) -> bool {
    let mut changed = false;
    for space in spaces {
        tally.merge(&space.tally);
        changed |= space.changed;
    }
    changed
}
