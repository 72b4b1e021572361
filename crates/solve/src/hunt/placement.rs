//! Placement phase: one pass for each number of animals in hand, from the layer before.
//!
//! With an animal in hand, every move of the herd leads to the layer with one less in hand, and every move of the
//! hunters to the same layer with the herd to move, so there are no cycles. The wins of one side are one bit per
//! arrangement and do not depend on those of the other side. A side wins with the move if some move wins, and without
//! the move if all moves do. The wins of the herd and of the hunters are therefore computed one after the other, and
//! memory contains the hunters' layer for both and the herd's layer for one. Distances are not stored, because every
//! placement phase leads to the movement phase, where distances are known.

use std::io;

use plyground_game::Side;

use super::bitmap::{Bitmap, Words, filled};
use super::board::Board;
use super::form::Form;
use super::herd_moves::add_placements;
use super::packing::Packing;
use super::tally::Tally;
use super::walk::{LaneCounter, Span};
use crate::parallel::for_each;
use crate::table::{Packed, Packer};

/// Sets of arrangements that a pass needs.
pub(crate) struct Pass {
    /// Spans of the layer before and of this layer.
    before: Span,
    span: Span,
    unfinished: Bitmap,
    won_by_captures: Bitmap,
}

impl Pass {
    pub(crate) fn new(words: usize, form: Form, in_hand: u8) -> Pass {
        let (unfinished, won_by_captures) = (form.unfinished(words, in_hand), form.won_by_captures(words, in_hand));
        let [before, span] = [in_hand - 1, in_hand].map(|in_hand| form.span(words, in_hand));
        Pass { before, span, unfinished, won_by_captures }
    }

    /// Finds the arrangements with the herd to move that `winner` wins, from those with the hunters to move and one
    /// animal less in hand. Words outside the layer are unchanged; `scratch` is overwritten.
    pub(crate) fn place(&self, winner: Side, before: &Words, wins: &mut Words, scratch: &mut Words) {
        let (span, flip) = (&self.span, flip(winner, Side::First));
        self.before.each(|at, run| {
            for (word, before) in scratch[at..at + run].iter_mut().zip(&before[at..at + run]) {
                *word = before ^ flip;
            }
        });
        span.fill(wins, 0);
        add_placements(span, wins, scratch);
        self.settle(wins, flip);
    }

    /// Converts the arrangements that some move reaches into wins of unfinished arrangements.
    fn settle(&self, words: &mut Words, flip: u64) {
        self.span.each(|at, run| {
            for (word, unfinished) in words[at..at + run].iter_mut().zip(&self.unfinished[at..at + run]) {
                *word = (*word ^ flip) & unfinished;
            }
        });
    }
}

/// Returns the bits to invert between the arrangements that `winner` wins with `side` to move and the ones that `side`
/// looks for: its wins, or its escapes.
fn flip(winner: Side, side: Side) -> u64 {
    if winner == side { 0 } else { u64::MAX }
}

/// Solver of the placement phase.
pub(crate) struct Placement<'a> {
    board: &'a Board,
    form: Form,
    threads: usize,
    /// Animals in hand in the last layer.
    pub(crate) in_hand: u8,
    /// Arrangements with the hunters to move in the last layer: those that the herd wins and those that the hunters
    /// win, by class.
    before: [Vec<Bitmap>; 2],
    /// Arrangements with the herd to move that the hunters look for: their wins or their escapes.
    sought: Vec<Bitmap>,
}

/// Finished layer.
pub(crate) struct Finished {
    /// With the hunters to move: the arrangements that the herd wins, by class, and then those that the hunters win, by
    /// class.
    pub(crate) records: Vec<Vec<Packed>>,
    /// Counts of both sides to move.
    pub(crate) tallies: [Tally; 2],
}

/// Work space and counts of a thread.
struct Workspace {
    sum: Bitmap,
    scratch: Bitmap,
    packer: Packer,
    /// Counters by the number of hunter sets of a class.
    counters: Vec<(u64, LaneCounter)>,
}

impl Workspace {
    fn new(words: usize) -> Workspace {
        let [sum, scratch] = [(); 2].map(|()| filled(words, 0));
        Workspace { sum, scratch, packer: Packer::default(), counters: Vec::new() }
    }
}

/// Returns the counter for classes of `sets` hunter sets.
fn counter(counters: &mut Vec<(u64, LaneCounter)>, sets: u64, words: usize) -> &mut LaneCounter {
    let place = counters.iter().position(|(own, _)| *own == sets).unwrap_or_else(|| {
        counters.push((sets, LaneCounter::new(words)));
        counters.len() - 1
    });
    &mut counters[place].1
}

impl<'a> Placement<'a> {
    /// Continues after the layer with `in_hand` animals in hand, whose wins with the hunters to move are `before`.
    pub(crate) fn new(
        board: &'a Board,
        form: Form,
        threads: usize,
        in_hand: u8,
        before: [Vec<Bitmap>; 2],
    ) -> Placement<'a> {
        Placement { board, form, threads, in_hand, before, sought: board.bitmaps(0) }
    }

    /// Computes the layer with one more animal in hand.
    pub(crate) fn next_layer(&mut self, packing: &Packing, block: usize) -> io::Result<Finished> {
        self.in_hand += 1;
        let pass = Pass::new(self.board.words, self.form, self.in_hand);
        let mut finished = Finished { records: Vec::new(), tallies: [Tally::default(), Tally::default()] };
        for winner in Side::ALL {
            let [herd, hunters] = &mut finished.tallies;
            self.place(winner, &pass, herd);
            finished.records.extend(self.hunt(winner, &pass, packing, block, hunters)?);
        }
        Ok(finished)
    }

    /// Computes the arrangements with the herd to move.
    fn place(&mut self, winner: Side, pass: &Pass, tally: &mut Tally) {
        let words = self.board.words;
        let flip = flip(winner, Side::Second);
        let items = self.board.classes.iter().zip(&self.before[winner.index()]).zip(&mut self.sought);
        let spaces = for_each(
            self.threads,
            items,
            || Workspace::new(words),
            |space, ((class, before), sought)| {
                let Workspace { scratch, counters, .. } = space;
                pass.place(winner, before, sought, scratch);
                let counter = counter(counters, class.sets, words);
                pass.span.each(|at, run| {
                    counter.add(at, &sought[at..at + run]);
                    for (word, won) in sought[at..at + run].iter_mut().zip(&pass.won_by_captures[at..at + run]) {
                        let captures = if winner == Side::Second { *won } else { 0 };
                        *word = (*word | captures) ^ flip;
                    }
                });
            },
        );
        count(&spaces, winner == Side::First, tally);
    }

    /// Computes the arrangements with the hunters to move.
    fn hunt(
        &mut self,
        winner: Side,
        pass: &Pass,
        packing: &Packing,
        block: usize,
        tally: &mut Tally,
    ) -> io::Result<Vec<Vec<Packed>>> {
        let words = self.board.words;
        let flip = flip(winner, Side::Second);
        let mut records: Vec<io::Result<Vec<Packed>>> = self.board.classes.iter().map(|_| Ok(Vec::new())).collect();
        let items = self.board.classes.iter().enumerate().zip(&mut self.before[winner.index()]).zip(&mut records);
        let sought = &self.sought;
        let spaces = for_each(
            self.threads,
            items,
            || Workspace::new(words),
            |space, (((number, class), wins), record)| {
                let Workspace { sum, scratch, packer, counters } = space;
                pass.span.fill(sum, 0);
                class.add_moves(&pass.span, Side::Second, number, sought, |_| true, sum, scratch);
                pass.settle(sum, flip);
                pass.span.copy(wins, sum, &[]);
                let counter = counter(counters, class.sets, words);
                pass.span.each(|at, run| counter.add(at, &sum[at..at + run]));
                *record = packer.pack(&plane(packing, sum), block);
            },
        );
        count(&spaces, winner == Side::Second, tally);
        records.into_iter().collect()
    }
}

fn count(spaces: &[Workspace], is_win: bool, tally: &mut Tally) {
    for (sets, counter) in spaces.iter().flat_map(|space| &space.counters) {
        tally.add_counter(counter, is_win, *sets);
    }
}

/// Returns the part of a class in a file of the placement phase: one bit for each arrangement that a side wins.
pub(crate) fn plane(packing: &Packing, words: &Words) -> Vec<u8> {
    packing.pack(words).iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the bitmap of a [`plane`], which may be longer.
pub(crate) fn read_plane(words: usize, packing: &Packing, plane: &[u8]) -> Bitmap {
    let bits: Vec<u64> = plane.as_chunks::<8>().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    let mut bitmap = filled(words, 0);
    packing.unpack(&bits[..packing.words()], &mut bitmap);
    bitmap
}
