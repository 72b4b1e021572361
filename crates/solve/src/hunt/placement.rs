//! The placement phase: one pass for each number of animals in hand, from the layer before.
//!
//! With an animal in hand every move of the herd goes to the layer with one less in hand, and every move of the hunters to
//! the herd of the same layer, so there are no cycles. A side wins where some move wins; the other one wins where no move
//! leads to anything else. Distances are not stored: the hand runs out, so a winner comes to the
//! movement phase, where distances are known.

use plyground_game::Side;

use super::bitmap::{Bitmap, filled};
use super::board::Board;
use super::form::Form;
use super::herd_moves::add_placements;
use super::packing::Packing;
use super::tally::Tally;
use crate::parallel::for_each;

/// A layer with hunters to move: for each class the arrangements that the herd wins, and those that the hunters win.
pub(crate) struct HuntersToMove {
    pub(crate) herd_wins: Vec<Bitmap>,
    pub(crate) hunters_win: Vec<Bitmap>,
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
    pub(crate) before: HuntersToMove,
    /// With the herd to move: what the herd does *not* win, and what the hunters win.
    not_herd: Vec<Bitmap>,
    hunters: Vec<Bitmap>,
}

/// The work space of a thread, and its counts.
struct Workspace {
    sum: Bitmap,
    other: Bitmap,
    scratch: Bitmap,
    tally: Tally,
}

impl Workspace {
    fn new(words: usize) -> Workspace {
        let [sum, other, scratch] = [(); 3].map(|()| filled(words, 0));
        Workspace { sum, other, scratch, tally: Tally::default() }
    }
}

impl<'a> Placement<'a> {
    pub(crate) fn new(board: &'a Board, form: Form, threads: usize, before: HuntersToMove) -> Placement<'a> {
        Placement { board, form, threads, before, not_herd: board.bitmaps(0), hunters: board.bitmaps(0) }
    }

    /// The herd to move with `in_hand` animals in hand, from hunters to move with one less.
    pub(crate) fn herd_to_move(&mut self, in_hand: u8, packing: &Packing) -> Finished {
        let words = self.board.words;
        let unfinished = self.form.unfinished(words, in_hand);
        let won_by_captures = self.form.won_by_captures(words, in_hand);
        let mut records = vec![Vec::new(); self.board.classes.len()];
        let items = (self.board.classes.iter())
            .zip(self.before.herd_wins.iter().zip(&self.before.hunters_win))
            .zip(self.not_herd.iter_mut().zip(&mut self.hunters))
            .zip(&mut records);
        let spaces = for_each(
            self.threads,
            items,
            || Workspace::new(words),
            |space, (((class, from), into), record_of_class)| {
                let Workspace { sum, other, scratch, tally } = space;
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
                    into.0[word] = !sum[word];
                    into.1[word] = other[word] | won_by_captures[word];
                }
                *record_of_class = record(packing, [sum, other]);
                tally.add_bitmaps(sum, other, class.sets);
            },
        );
        finish(records, spaces)
    }

    /// The hunters to move, from the herd of the same layer.
    pub(crate) fn hunters_to_move(&mut self, in_hand: u8, packing: &Packing) -> Finished {
        let words = self.board.words;
        let unfinished = self.form.unfinished(words, in_hand);
        let mut records = vec![Vec::new(); self.board.classes.len()];
        let items = (self.board.classes.iter().enumerate())
            .zip(self.before.herd_wins.iter_mut().zip(&mut self.before.hunters_win))
            .zip(&mut records);
        let (not_herd, hunters) = (&self.not_herd, &self.hunters);
        let spaces = for_each(
            self.threads,
            items,
            || Workspace::new(words),
            |space, (((number, class), into), record_of_class)| {
                let Workspace { sum, other, scratch, tally } = space;
                sum.fill(0);
                class.add_moves(Side::Second, number, not_herd, |_| true, sum, scratch);
                other.fill(0);
                class.add_moves(Side::Second, number, hunters, |_| true, other, scratch);
                for word in 0..sum.len() {
                    into.0[word] = !sum[word] & unfinished[word];
                    into.1[word] = other[word] & unfinished[word];
                }
                *record_of_class = record(packing, [into.0, into.1]);
                tally.add_bitmaps(into.1, into.0, class.sets);
            },
        );
        finish(records, spaces)
    }
}

fn finish(records: Vec<Vec<u8>>, spaces: Vec<Workspace>) -> Finished {
    let mut tally = Tally::default();
    for space in spaces {
        tally.merge(&space.tally);
    }
    Finished { records, tally }
}

/// The part of a class in a file of the placement phase: one bit for each arrangement that the herd wins, padded to eight
/// bytes, then the same for the hunters.
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
pub(crate) fn read_record(words: usize, packing: &Packing, record: &[u8]) -> [Bitmap; 2] {
    let planes: Vec<u64> = record.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    let (herd, hunters) = planes.split_at(planes.len() / 2);
    [herd, hunters].map(|plane| {
        let mut bitmap = filled(words, 0);
        packing.unpack(plane, &mut bitmap);
        bitmap
    })
}
