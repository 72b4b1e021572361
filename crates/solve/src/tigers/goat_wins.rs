//! The positions with 10 to 15 goats that the goats win when all goats have entered, as a part of the program.
//!
//! The goats win by shutting the tigers in. This takes up to 210 plies, and one wrong move can lose the win, so a search
//! neither finds nor preserves it. The tigers cannot win with so many goats on the board, so all other positions are
//! draws. The file stores one bit for each arrangement with tigers to move, in the order of [`Layout`], compressed by
//! Zstandard. With goats to move, a position is won if a move leads to a won arrangement. `cargo run --release -p
//! plyground-solve --example tigers-shipped -- TABLES` builds the file from the [tables](super::Tables).
//!
//! The browser build does not contain the file, because the page is downloaded.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use plyground_game::{Position, Side};
use plyground_tigers::{PointSet, STEPS, Tigers};

use super::Tables;
use super::endings::has_to_capture_all;
use super::layout::Layout;
use crate::{TableError, Wdl};

/// Numbers of goats on the board. With nine, the goats win one position in 15,000.
const GOATS: RangeInclusive<u8> = 10..=15;
/// Compression level, the highest.
const LEVEL: i32 = 22;

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(GOATS));

/// Positions of the movement phase that the goats win.
///
/// ```
/// use plyground_game::Position;
/// use plyground_solve::tigers::GoatWins;
/// use plyground_tigers::{Tigers, TigersRules};
///
/// // The longest win takes 210 plies.
/// let pos = Tigers::parse("GGGTGG..GGG.TGG.GGG.TGG 0 t", &TigersRules::default())?;
/// assert_eq!(GoatWins::shipped().is_won(&pos), Some(true));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Clone, Copy)]
pub struct GoatWins {
    /// One bit for each arrangement.
    bits: &'static LazyLock<Vec<u8>>,
    layout: &'static LazyLock<Layout>,
}

impl std::fmt::Debug for GoatWins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GoatWins").finish_non_exhaustive()
    }
}

impl GoatWins {
    /// Returns the positions that are part of the program. The first look-up of a process unpacks 68 MB.
    #[must_use]
    pub fn shipped() -> GoatWins {
        static BITS: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let mut bits = vec![0; LAYOUT.len().div_ceil(8)];
            plyground_memory::advise_huge_pages(&bits);
            let length = zstd::bulk::decompress_to_buffer(include_bytes!("goat-wins.bin"), bits.as_mut_slice());
            let length = length.expect("the file is part of the program");
            assert_eq!(length, bits.len(), "the file is that of this program");
            bits
        });
        GoatWins { bits: &BITS, layout: &LAYOUT }
    }

    /// Unpacks the positions, so that no later look-up has to.
    pub fn load(&self) {
        LazyLock::force(self.bits);
        LazyLock::force(self.layout);
    }

    /// Returns the bits, from tables of the whole game.
    fn bits_of(tables: &Tables) -> Result<Vec<u8>, TableError> {
        let mut bits = vec![0; LAYOUT.len().div_ceil(8)];
        let mut place = 0;
        LAYOUT.visit(Side::Second, |pos| {
            let is_lost = tables.probe(&pos)?.is_some_and(|value| value.result() == Wdl::Loss);
            bits[place / 8] |= u8::from(is_lost) << (place % 8);
            place += 1;
            Ok(())
        })?;
        Ok(bits)
    }

    /// Returns the file, from tables of the whole game.
    ///
    /// # Errors
    /// Returns an error if a table cannot be read.
    pub fn make(tables: &Tables) -> Result<Vec<u8>, TableError> {
        Ok(zstd::bulk::compress(&GoatWins::bits_of(tables)?, LEVEL).expect("memory takes all bytes"))
    }

    /// Returns whether the goats, those outside included, are too few to win. With nine, one position in 15,000 is an exception.
    pub(super) fn is_out_of_reach(pos: &Tigers) -> bool {
        pos.captures_left() < *GOATS.start() && has_to_capture_all(pos)
    }

    /// Returns whether the goats win an unfinished position by perfect play; otherwise it is a draw. `None` if the
    /// position is unknown: in the placement phase, with other numbers of goats, or under other rules.
    #[must_use]
    pub fn is_won(&self, pos: &Tigers) -> Option<bool> {
        if pos.is_placement_phase() || !has_to_capture_all(pos) {
            return None;
        }
        let beside = self.layout.beside(pos)?;
        let bits: &[u8] = self.bits;
        let has = |goats: PointSet| {
            let place = beside.place(goats);
            bits[place / 8] >> (place % 8) & 1 != 0
        };
        let goats = pos.goats();
        if pos.side_to_move() == Side::Second {
            return Some(has(goats));
        }
        let free = PointSet::ALL ^ goats ^ pos.tigers();
        let steps = STEPS.iter().filter(|step| goats.contains(step.from) && free.contains(step.to));
        Some(steps.map(|step| goats ^ step.from.into() ^ step.to.into()).any(has))
    }
}

#[cfg(test)]
mod tests {
    use plyground_tigers::TigersRules;

    use super::*;
    use crate::SolveOptions;

    fn is_won(text: &str, rules: &str) -> Option<bool> {
        GoatWins::shipped().is_won(&Tigers::parse(text, &rules.parse().unwrap()).unwrap())
    }

    /// `docs/results.md` states these counts. A mirrored position counts too, unless it is its own image.
    #[test]
    fn wins_are_as_many_as_in_the_tables() {
        let wins = GoatWins::shipped();
        let mut counts = [0; 16];
        let mut place = 0;
        let counted = LAYOUT.visit(Side::Second, |pos| {
            if wins.bits[place / 8] >> (place % 8) & 1 != 0 {
                counts[pos.goats().len() as usize] += if pos.tigers() == pos.tigers().mirrored() { 1 } else { 2 };
            }
            place += 1;
            Ok::<(), ()>(())
        });
        assert_eq!(counted, Ok(()));
        assert_eq!(counts[10..], [77_496, 501_702, 1_246_675, 3_372_130, 8_326_221, 9_823_816]);
    }

    #[test]
    fn a_position_with_goats_to_move_is_won_if_a_move_wins() {
        // The goats can give the longest win away.
        let lost = "GGGTGG..GGG.TGG.GGG.TGG 0 t";
        let pos = Tigers::parse(lost, &TigersRules::default()).unwrap();
        for &mv in &pos.legal_moves() {
            let after = pos.after(mv);
            assert_eq!(GoatWins::shipped().is_won(&after), Some(true), "{after}");
            let replies = after.legal_moves();
            let wins = replies.iter().filter(|&&mv| GoatWins::shipped().is_won(&after.after(mv)) == Some(true)).count();
            assert!((1..replies.len()).contains(&wins), "{after}: {wins} of {} replies", replies.len());
        }
    }

    #[test]
    fn other_positions_are_unknown() {
        let goats = |count: usize| format!("TTT{}{} 0 t", "G".repeat(count), ".".repeat(20 - count));
        assert!(is_won(&goats(10), "standard").is_some() && is_won(&goats(15), "standard").is_some());
        assert_eq!(is_won(&goats(9), "standard"), None, "nine goats");
        assert_eq!(is_won("TTTGGGGGGGGGGGG........ 1 t", "standard"), None, "a goat is outside");
        assert_eq!(is_won(&goats(12), "standard,captures_to_win=5"), None, "other rules");
    }

    /// The whole tables take minutes to build, so an environment variable names their folder.
    #[test]
    #[ignore = "needs the tables of the whole game in the folder PLYGROUND_TABLES: `cargo xtask long`"]
    fn the_file_agrees_with_the_tables() {
        let folder = SolveOptions::named_folder().expect("PLYGROUND_TABLES names a folder");
        let tables = Tables::open(&folder, &TigersRules::default()).unwrap();
        assert!(GoatWins::bits_of(&tables).unwrap() == **GoatWins::shipped().bits);
    }
}
