//! The placement phase: one pass for each number of goats outside, from the layer before.
//!
//! With a goat outside every move of the goats goes to the layer with one outside less, and every move of the tigers to
//! the goats of the same layer, so there are no cycles. A side wins where some move wins; the other one wins where no move
//! leads to anything else. Distances are not kept: goats outside run out, so whoever keeps winning comes to the
//! movement phase, where distances are known.

use plyground_game::Side;

use super::bitmap::{Bitmap, filled};
use super::board::{Board, Pair};
use super::form::Form;
use super::goat_moves::add_placements;
use super::packing::Packing;
use super::tally::Tally;
use crate::parallel::for_each;

/// A layer with tigers to move: for each class the arrangements that goats win, and those that tigers win.
pub(crate) struct TigersToMove {
    pub(crate) goats_win: Vec<Bitmap>,
    pub(crate) tigers_win: Vec<Bitmap>,
}

/// A finished layer of one side to move.
pub(crate) struct Finished {
    /// For each class its part of the file: two bits for each arrangement, see [`record`].
    pub(crate) records: Vec<Vec<u8>>,
    pub(crate) tally: Tally,
}

/// The solver of the placement phase.
pub(crate) struct Placement<'a> {
    pub(crate) board: &'a Board,
    pub(crate) form: Form,
    pub(crate) threads: usize,
    /// The last layer.
    pub(crate) before: TigersToMove,
    /// With goats to move: what goats do *not* win, and what tigers win.
    not_goats: Vec<Pair>,
    tigers: Vec<Pair>,
}

/// Work space of a thread, and what it has counted.
struct Desk {
    sum: Bitmap,
    other: Bitmap,
    scratch: Bitmap,
    tally: Tally,
}

impl Desk {
    fn new() -> Desk {
        Desk { sum: filled(0), other: filled(0), scratch: filled(0), tally: Tally::default() }
    }
}

impl<'a> Placement<'a> {
    pub(crate) fn new(board: &'a Board, form: Form, threads: usize, before: TigersToMove) -> Placement<'a> {
        Placement {
            board,
            form,
            threads,
            before,
            not_goats: board.pairs(0, Side::Second),
            tigers: board.pairs(0, Side::Second),
        }
    }

    /// Goats to move with `outside` goats outside, from tigers to move with one less.
    pub(crate) fn goats_to_move(&mut self, outside: u8, packing: &Packing) -> Finished {
        let unfinished = self.form.unfinished(outside);
        let won_by_captures = self.form.won_by_captures(outside);
        let mut records = vec![Vec::new(); self.board.classes.len()];
        let items = (self.board.classes.iter())
            .zip(self.before.goats_win.iter().zip(&self.before.tigers_win))
            .zip(self.not_goats.iter_mut().zip(&mut self.tigers))
            .zip(&mut records);
        let desks = for_each(self.threads, items, Desk::new, |desk, (((class, from), into), record_of_class)| {
            let Desk { sum, other, scratch, tally } = desk;
            sum.fill(0);
            add_placements(sum, from.0);
            for (word, from) in scratch.iter_mut().zip(from.1.iter()) {
                *word = !from;
            }
            other.fill(0);
            add_placements(other, scratch);
            for word in 0..sum.len() {
                sum[word] &= unfinished[word];
                other[word] = !other[word] & unfinished[word];
                into.0.own[word] = !sum[word];
                into.1.own[word] = other[word] | won_by_captures[word];
            }
            *record_of_class = record(packing, [sum, other]);
            tally.add_bitmaps(sum, other, class.sets());
            class.mirror(into.0, scratch);
            class.mirror(into.1, scratch);
        });
        finish(records, desks)
    }

    /// Tigers to move, from the goats of the same layer.
    pub(crate) fn tigers_to_move(&mut self, outside: u8, packing: &Packing) -> Finished {
        let unfinished = self.form.unfinished(outside);
        let mut records = vec![Vec::new(); self.board.classes.len()];
        let items = (self.board.classes.iter().enumerate())
            .zip(self.before.goats_win.iter_mut().zip(&mut self.before.tigers_win))
            .zip(&mut records);
        let (not_goats, tigers) = (&self.not_goats, &self.tigers);
        let desks = for_each(self.threads, items, Desk::new, |desk, (((number, class), into), record_of_class)| {
            let Desk { sum, other, scratch, tally } = desk;
            sum.fill(0);
            class.add_moves(Side::Second, number, not_goats, |_| true, sum, scratch);
            other.fill(0);
            class.add_moves(Side::Second, number, tigers, |_| true, other, scratch);
            for word in 0..sum.len() {
                into.0[word] = !sum[word] & unfinished[word];
                into.1[word] = other[word] & unfinished[word];
            }
            *record_of_class = record(packing, [into.0, into.1]);
            tally.add_bitmaps(into.1, into.0, class.sets());
        });
        finish(records, desks)
    }
}

fn finish(records: Vec<Vec<u8>>, desks: Vec<Desk>) -> Finished {
    let mut tally = Tally::default();
    for desk in desks {
        tally.merge(&desk.tally);
    }
    Finished { records, tally }
}

/// The part of a class in a file of the placement phase: one bit for each arrangement that goats win, padded to eight
/// bytes, then the same for tigers.
fn record(packing: &Packing, planes: [&Bitmap; 2]) -> Vec<u8> {
    let mut record = Vec::with_capacity(record_length(packing));
    for plane in planes {
        record.extend(packing.pack(plane).iter().flat_map(|word| word.to_le_bytes()));
    }
    record
}

/// Bytes of [`record`].
pub(crate) fn record_length(packing: &Packing) -> usize {
    16 * packing.words()
}

/// The two bitmaps of a record.
pub(crate) fn read_record(packing: &Packing, record: &[u8]) -> [Bitmap; 2] {
    let words: Vec<u64> = record.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    let (goats, tigers) = words.split_at(words.len() / 2);
    [goats, tigers].map(|plane| {
        let mut bitmap = filled(0);
        packing.unpack(plane, &mut bitmap);
        bitmap
    })
}
