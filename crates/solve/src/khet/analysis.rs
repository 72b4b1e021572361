//! Retrograde analysis of endings as rectangles of bits.
//!
//! A move that destroys nothing replaces the mover's army, and then the two armies exchange their roles. For all
//! opponents at once, the won positions of an army are therefore the OR of the rows after its moves among the pairs that
//! are lost for the opponent, and its lost positions are the AND of those rows among the pairs that the opponent wins.
//! This finds all wins and losses in one ply, then in two, and so on.

use std::ops::{ControlFlow, Range};

use super::bits::{Bits, WORD, add, places, retain};
use super::pairs::{Moves, Pairs, Smaller};
use crate::retrograde::{HOLE, OPEN, PLIES_END, Unsolved, code, in_waves};
use crate::{Value, Wdl};

/// Function that receives the share of the work that is done, 0 to 1, and may stop it.
pub(super) type Each<'a> = &'a mut dyn FnMut(f64) -> ControlFlow<()>;

/// Positions decided in one ply, in rows of the army to move.
pub(super) struct Decided {
    won: Bits,
    lost: Bits,
}

/// What is known about all pairs.
pub(super) struct Analysis<'a> {
    pairs: &'a Pairs,
    threads: usize,
    /// Pairs after a move where the beam destroyed nothing.
    quiet: Bits,
    /// Pairs after a move that were found to be lost for the opponent in this ply, and the rows that have any.
    good: Bits,
    is_good: Vec<bool>,
    /// Pairs after a move that the opponent wins, with the impossible pairs, and the rows that changed in this ply.
    bad: Bits,
    is_worse: Vec<bool>,
    /// Decided and impossible positions.
    decided: Bits,
    /// Pairs after a move that destroyed a piece, by the number of plies in which the opponent loses or wins.
    destroyed: Vec<Destroyed>,
}

/// Rows and columns of pairs, for the opponent.
#[derive(Default)]
struct Destroyed {
    lost: Vec<(u32, u32)>,
    won: Vec<(u32, u32)>,
}

impl Decided {
    pub(super) fn new(pairs: &Pairs) -> Decided {
        let bits = || Bits::new(pairs.movers.len(), pairs.others.len());
        Decided { won: bits(), lost: bits() }
    }
}

impl<'a> Analysis<'a> {
    /// Fires the beam of every pair after a move. The codes of impossible positions become holes, all others are open.
    pub(super) fn new(
        pairs: &'a Pairs,
        values: &Smaller<'_>,
        codes: &mut [u16],
        threads: usize,
        each: Each<'_>,
    ) -> Result<Analysis<'a>, Unsolved> {
        let (rows, columns) = (pairs.movers.len(), pairs.others.len());
        let bits = || Bits::new(rows, columns);
        let (mut quiet, mut good, mut bad, mut decided) = (bits(), bits(), bits(), bits());
        let bands = quiet.bands_mut().zip(good.bands_mut()).zip(bad.bands_mut().zip(decided.bands_mut()));
        let bands = bands.zip(codes.chunks_mut(WORD * columns)).enumerate();
        let work = |noted: &mut Vec<Destroyed>,
                    (band, (((quiet, good), (bad, decided)), codes)): (usize, FiredBand<'_>)| {
            for row in 0..WORD {
                let found = pairs.row(band * WORD + row, values);
                let words = row * columns / WORD..(row + 1) * columns / WORD;
                quiet[words.clone()].copy_from_slice(&found.quiet);
                good[words.clone()].copy_from_slice(&found.won);
                bad[words.clone()].copy_from_slice(&found.lost);
                add(&mut bad[words.clone()], &found.impossible);
                decided[words].copy_from_slice(&found.impossible);
                let codes = &mut codes[row * columns..][..columns];
                codes.fill(OPEN);
                places(&found.impossible).for_each(|column| codes[column] = HOLE);
                for (column, value) in found.destroyed {
                    note(noted, ((band * WORD + row) as u32, column as u32), value);
                }
            }
        };
        let mut destroyed: Vec<Destroyed> = Vec::new();
        let merge = |noted: Vec<Destroyed>| {
            let len = noted.len().max(destroyed.len());
            destroyed.resize_with(len, Destroyed::default);
            for (Destroyed { lost, won }, noted) in destroyed.iter_mut().zip(noted) {
                lost.extend(noted.lost);
                won.extend(noted.won);
            }
            Ok(())
        };
        in_waves(threads, bands, |band| each((band * WORD) as f64 / rows as f64), Vec::new, work, merge)?;
        let (is_good, is_worse) = (vec![true; rows], vec![true; rows]);
        Ok(Analysis { pairs, threads, quiet, good, is_good, bad, is_worse, decided, destroyed })
    }

    /// Updates the pairs after a move by the positions that were decided in `plies` plies with the opponent to move.
    pub(super) fn update(&mut self, plies: u32, opponent: &Decided, each: Each<'_>) -> Result<(), Unsolved> {
        // What was found when the beams were fired counts for the first ply.
        if plies > 0 {
            self.good.clear();
            self.is_good.fill(false);
            self.is_worse.fill(false);
        }
        let Analysis { quiet, good, is_good, bad, is_worse, threads, .. } = self;
        exchange(&opponent.lost, quiet, (good, is_good), *threads, &mut *each)?;
        exchange(&opponent.won, quiet, (bad, is_worse), *threads, each)?;
        let Some(destroyed) = self.destroyed.get_mut(plies as usize).map(std::mem::take) else { return Ok(()) };
        for (row, column) in destroyed.lost {
            self.good.insert(row as usize, column as usize);
            self.is_good[row as usize] = true;
        }
        for (row, column) in destroyed.won {
            self.bad.insert(row as usize, column as usize);
            self.is_worse[row as usize] = true;
        }
        Ok(())
    }

    /// Finds the positions that are decided in `plies` plies, and stores their codes. Returns whether there are any, or
    /// there may be later ones.
    pub(super) fn decide(
        &mut self,
        plies: u32,
        found: &mut Decided,
        codes: &mut [u16],
        each: Each<'_>,
    ) -> Result<bool, Unsolved> {
        if plies >= PLIES_END {
            return Err(Unsolved::TooLong);
        }
        let columns = self.pairs.others.len();
        let bands = found.won.bands_mut().zip(found.lost.bands_mut()).zip(self.decided.bands_mut());
        let bands = bands.zip(codes.chunks_mut(WORD * columns)).enumerate();
        let after = After {
            block: self.pairs.others.block(),
            good: &self.good,
            is_good: &self.is_good,
            bad: &self.bad,
            is_worse: &self.is_worse,
        };
        let work = |is_open: &mut bool, (band, (((won, lost), decided), codes)): (usize, DecidedBand<'_>)| {
            for row in 0..WORD {
                let moves = &self.pairs.moves[band * WORD + row];
                let words = row * columns / WORD..(row + 1) * columns / WORD;
                let (won, lost) = (&mut won[words.clone()], &mut lost[words.clone()]);
                after.won(moves, won);
                after.lost(moves, lost);
                let codes = &mut codes[row * columns..][..columns];
                for (new, is_won) in [(won, true), (lost, false)] {
                    for (new, decided) in new.iter_mut().zip(&mut decided[words.clone()]) {
                        *new &= !*decided;
                        *decided |= *new;
                    }
                    for column in places(new) {
                        codes[column] = code(plies, is_won);
                        *is_open = true;
                    }
                }
            }
        };
        let mut is_open = self.destroyed.len() > plies as usize;
        let merge = |found| {
            is_open |= found;
            Ok(())
        };
        in_waves(self.threads, bands, |_| each(1.0), || false, work, merge)?;
        Ok(is_open)
    }
}

/// Words of `quiet`, `good`, `bad` and `decided` of a band of 64 rows, and its codes.
type FiredBand<'a> = (((Words<'a>, Words<'a>), (Words<'a>, Words<'a>)), &'a mut [u16]);

/// Words of the won, lost and decided positions of a band of 64 rows, and its codes.
type DecidedBand<'a> = (((Words<'a>, Words<'a>), Words<'a>), &'a mut [u16]);

type Words<'a> = &'a mut [u64];

/// Notes the value of a pair for the ply in which it matters.
fn note(destroyed: &mut Vec<Destroyed>, pair: (u32, u32), value: Value) {
    let Some(plies) = value.plies() else { return };
    let plies = plies as usize;
    if destroyed.len() <= plies {
        destroyed.resize_with(plies + 1, Destroyed::default);
    }
    let noted = &mut destroyed[plies];
    if value.result() == Wdl::Win { &mut noted.won } else { &mut noted.lost }.push(pair);
}

/// The pairs after a move that decide positions in one ply.
struct After<'a> {
    /// Number of words of a block of opponents.
    block: usize,
    good: &'a Bits,
    is_good: &'a [bool],
    bad: &'a Bits,
    is_worse: &'a [bool],
}

impl After<'_> {
    /// Finds the opponents against which an army with these moves has a good one.
    fn won(&self, moves: &Moves, row: &mut [u64]) {
        row.fill(0);
        for &next in moves.own.iter().filter(|&&next| self.is_good[next]) {
            add(row, self.good.row(next));
        }
        for swap in moves.swaps.iter().filter(|swap| self.is_good[swap.army]) {
            add(&mut row[self.block(swap.before)], &self.good.row(swap.army)[self.block(swap.after)]);
        }
    }

    /// Finds the opponents against which it has only bad moves, unless that was found before.
    fn lost(&self, moves: &Moves, row: &mut [u64]) {
        let mut after = moves.own.iter().copied().chain(moves.swaps.iter().map(|swap| swap.army));
        let is_new = after.any(|row| self.is_worse[row]);
        row.fill(if is_new { u64::MAX } else { 0 });
        if is_new {
            moves.own.iter().for_each(|&next| retain(row, self.bad.row(next)));
            for swap in &moves.swaps {
                retain(&mut row[self.block(swap.before)], &self.bad.row(swap.army)[self.block(swap.after)]);
            }
        }
    }

    /// Returns the words of a block.
    fn block(&self, number: usize) -> Range<usize> {
        number * self.block..(number + 1) * self.block
    }
}

/// Adds the bits of `source`, with rows and columns exchanged, to a rectangle if they are also in `mask`, and marks the
/// rows that changed.
fn exchange(
    source: &Bits,
    mask: &Bits,
    (target, is_changed): (&mut Bits, &mut [bool]),
    threads: usize,
    each: Each<'_>,
) -> Result<(), Unsolved> {
    let words = mask.row(0).len();
    let bands = target.bands_mut().zip(is_changed.chunks_mut(WORD)).enumerate();
    let work = |(): &mut (), (band, (target, is_changed)): (usize, (&mut [u64], &mut [bool]))| {
        for word in 0..words {
            let Some(tile) = source.transposed_tile(word, band) else { continue };
            for (row, bits) in tile.into_iter().enumerate() {
                let bits = bits & mask.row(band * WORD + row)[word];
                let target = &mut target[row * words + word];
                is_changed[row] |= bits & !*target != 0;
                *target |= bits;
            }
        }
    };
    in_waves(threads, bands, |_| each(1.0), || (), work, |()| Ok(()))
}
