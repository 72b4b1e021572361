//! Retrograde analysis of endings as rectangles of bits.
//!
//! A move that destroys nothing replaces the mover's army, and then the two armies exchange their roles. For all
//! opponents at once, the won positions of an army are therefore the OR of the rows after its moves among the pairs that
//! are lost for the opponent, and its lost positions are the AND of those rows among the pairs that the opponent wins.
//! This finds all wins and losses in one ply, then in two, and so on.

use std::ops::{ControlFlow, Range};

use super::bits::{Bits, WORD, add, places};
use super::pairs::{Pairs, Smaller};
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
        let mut analysis = Analysis {
            pairs,
            threads,
            quiet: bits(),
            good: bits(),
            is_good: vec![true; rows],
            bad: bits(),
            is_worse: vec![true; rows],
            decided: bits(),
            destroyed: Vec::new(),
        };
        let fire = |range: Range<usize>| range.map(|row| (row, pairs.row(row, values))).collect::<Vec<_>>();
        let share = |row: usize| each(row as f64 / rows as f64);
        in_waves(rows, WORD, threads, share, fire, |found| {
            for (row, found) in found {
                let codes = &mut codes[row * columns..][..columns];
                codes.fill(OPEN);
                places(&found.impossible).for_each(|column| codes[column] = HOLE);
                add(analysis.quiet.row_mut(row), &found.quiet);
                add(analysis.good.row_mut(row), &found.won);
                add(analysis.bad.row_mut(row), &found.lost);
                add(analysis.bad.row_mut(row), &found.impossible);
                add(analysis.decided.row_mut(row), &found.impossible);
                for (column, value) in found.destroyed {
                    analysis.note((row as u32, column as u32), value);
                }
            }
            Ok(())
        })?;
        Ok(analysis)
    }

    /// Notes the value of a pair for the ply in which it matters.
    fn note(&mut self, pair: (u32, u32), value: Value) {
        let Some(plies) = value.plies() else { return };
        let plies = plies as usize;
        if self.destroyed.len() <= plies {
            self.destroyed.resize_with(plies + 1, Destroyed::default);
        }
        let kept = &mut self.destroyed[plies];
        if value.result() == Wdl::Win { &mut kept.won } else { &mut kept.lost }.push(pair);
    }

    /// Updates the pairs after a move by the positions that were decided in `plies` plies with the opponent to move.
    pub(super) fn update(&mut self, plies: u32, opponent: &Decided, each: Each<'_>) -> Result<(), Unsolved> {
        // What was found when the beams were fired counts for the first ply.
        if plies > 0 {
            for row in (0..self.is_good.len()).filter(|&row| self.is_good[row]) {
                self.good.row_mut(row).fill(0);
            }
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
        let (rows, columns) = (self.pairs.movers.len(), self.pairs.others.len());
        let mut is_open = self.destroyed.len() > plies as usize;
        let Analysis { pairs, good, is_good, bad, is_worse, decided, .. } = self;
        let decide = |range: Range<usize>| {
            let kernel = Kernel { pairs, good, is_good, bad, is_worse };
            range.filter_map(|row| Some((row, kernel.row(row)?))).collect::<Vec<_>>()
        };
        let share = |_| each(1.0);
        for row in 0..rows {
            found.won.row_mut(row).fill(0);
            found.lost.row_mut(row).fill(0);
        }
        in_waves(rows, WORD, self.threads, share, decide, |rows| {
            for (row, (won, lost)) in rows {
                let codes = &mut codes[row * columns..][..columns];
                for (new, target, is_won) in [(won, &mut found.won, true), (lost, &mut found.lost, false)] {
                    let decided = decided.row_mut(row);
                    let target = target.row_mut(row);
                    for ((target, new), decided) in target.iter_mut().zip(new).zip(decided) {
                        *target = new & !*decided;
                        *decided |= new;
                    }
                    for column in places(target) {
                        codes[column] = code(plies, is_won);
                        is_open = true;
                    }
                }
            }
            Ok(())
        })?;
        Ok(is_open)
    }
}

/// The pairs after a move that decide positions in one ply.
struct Kernel<'a> {
    pairs: &'a Pairs,
    good: &'a Bits,
    is_good: &'a [bool],
    bad: &'a Bits,
    is_worse: &'a [bool],
}

impl Kernel<'_> {
    /// Returns the positions of a row with a good move, and those with only bad moves; `None` if there can be none.
    fn row(&self, row: usize) -> Option<(Vec<u64>, Vec<u64>)> {
        let moves = &self.pairs.moves[row];
        let after = || moves.own.iter().copied().chain(moves.swaps.iter().map(|swap| swap.army));
        let has_good = after().any(|row| self.is_good[row]);
        let has_worse = after().any(|row| self.is_worse[row]);
        if !has_good && !has_worse {
            return None;
        }
        let (block, words) = (self.pairs.others.block(), self.pairs.others.len() / WORD);
        let (mut won, mut lost) = (vec![0; words], vec![0; words]);
        if has_good {
            for &next in moves.own.iter().filter(|&&next| self.is_good[next]) {
                add(&mut won, self.good.row(next));
            }
            for swap in &moves.swaps {
                add(&mut won[blocks(swap.before, block)], &self.good.row(swap.army)[blocks(swap.after, block)]);
            }
        }
        if has_worse {
            lost.fill(u64::MAX);
            for &next in &moves.own {
                retain(&mut lost, self.bad.row(next));
            }
            for swap in &moves.swaps {
                retain(&mut lost[blocks(swap.before, block)], &self.bad.row(swap.army)[blocks(swap.after, block)]);
            }
        }
        Some((won, lost))
    }
}

/// Returns the words of a block.
fn blocks(number: usize, block: usize) -> Range<usize> {
    number * block..(number + 1) * block
}

/// Removes the bits that another row does not have.
fn retain(row: &mut [u64], other: &[u64]) {
    row.iter_mut().zip(other).for_each(|(word, &other)| *word &= other);
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
    let (words, bands) = mask.size();
    let band = |range: Range<usize>| {
        let mut rows = vec![0; WORD * words];
        for word in 0..words {
            let Some(tile) = source.transposed_tile(word, range.start / WORD) else { continue };
            for (row, (bits, index)) in tile.into_iter().zip(range.clone()).enumerate() {
                rows[row * words + word] = bits & mask.row(index)[word];
            }
        }
        (range.start, rows)
    };
    in_waves(
        bands * WORD,
        WORD,
        threads,
        |_| each(1.0),
        band,
        |(first, rows)| {
            for (row, new) in (first..).zip(rows.chunks(words)) {
                is_changed[row] |= add(target.row_mut(row), new);
            }
            Ok(())
        },
    )
}
