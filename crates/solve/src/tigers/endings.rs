//! Exact endings with up to five goats, as a part of the program: the number of plies to the last capture.
//!
//! When all goats have entered, tigers win only if at most seven goats are left, and nearly all of these wins have at
//! most five. They take up to 155 plies, and one wrong move can lose one, so a search neither finds nor preserves them.
//! The file stores one byte for each arrangement with goats to move: 0 for a draw, otherwise 1 plus half of the plies
//! to the end. The goats cannot win there. All other values follow from the moves. The bytes are ordered by the number
//! of goats, then by the arrangement of the tigers, and compressed by Zstandard. `cargo run --release -p
//! plyground-solve --example tigers-shipped -- TABLES` builds the file from the [tables](super::Tables).
//!
//! The browser build contains no endings, because the page is downloaded.

use std::sync::LazyLock;

use plyground_game::{Position, Side};
use plyground_tigers::{Tigers, TigersMove};

use super::Tables;
use super::layout::Layout;
use crate::{ExactMove, TableError, Value};

/// Maximum number of goats on the board.
const GOATS: u8 = 5;
/// Compression level, the highest.
const LEVEL: i32 = 22;

/// Values of the endings.
///
/// ```
/// use plyground_game::Position;
/// use plyground_solve::{Value, tigers::Endings};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let pos = Tigers::parse("......GG.T...G...TT.... 0 t", &TigersRules::default())?;
/// let endings = Endings::shipped();
/// assert_eq!(endings.value(&pos), Some(Value::win(71)));
/// let best = endings.moves(&pos).expect("three goats are left").into_iter().max_by_key(|mv| mv.worth());
/// assert_eq!(best.and_then(|mv| mv.plies), Some(71));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Debug)]
pub struct Endings {
    bytes: &'static LazyLock<Vec<u8>>,
    layout: &'static LazyLock<Layout>,
}

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(1..=GOATS));

impl Endings {
    /// Returns the endings that are part of the program. The first look-up of a process unpacks 19 MB.
    #[must_use]
    pub fn shipped() -> Endings {
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| unpacked(include_bytes!("endings.bin")));
        Endings { bytes: &BYTES, layout: &LAYOUT }
    }

    /// Unpacks the endings, so that no later look-up has to.
    pub fn load(&self) {
        LazyLock::force(self.bytes);
        LazyLock::force(self.layout);
    }

    /// Returns the bytes of the endings, from tables of the whole game.
    fn bytes_of(tables: &Tables) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        LAYOUT.visit(Side::First, |pos| {
            // Goats to move draw, or lose in an even number of plies.
            let plies = tables.probe(&pos)?.and_then(Value::plies);
            bytes.push(plies.map_or(0, |plies| 1 + (plies / 2) as u8));
            Ok(())
        })?;
        Ok(bytes)
    }

    /// Returns the file of the endings, from tables of the whole game.
    ///
    /// # Errors
    /// Returns an error if a table cannot be read.
    pub fn make(tables: &Tables) -> Result<Vec<u8>, TableError> {
        Ok(zstd::bulk::compress(&Endings::bytes_of(tables)?, LEVEL).expect("memory takes all bytes"))
    }

    /// Returns the value of a position for the side to move; `None` if it is not an ending: in the placement phase,
    /// with more goats, or if the tigers do not have to capture all goats.
    #[must_use]
    pub fn value(&self, pos: &Tigers) -> Option<Value> {
        if let Some(outcome) = pos.outcome() {
            return Some(Value::finished(outcome, pos.side_to_move()));
        }
        if pos.is_placement_phase() || pos.goats().len() > GOATS.into() || !has_to_capture_all(pos) {
            return None;
        }
        if pos.side_to_move() == Side::Second {
            let after = |&mv| Some(self.value(&pos.after(mv))?.before(false));
            return pos.legal_moves().iter().map(after).collect::<Option<Vec<_>>>()?.into_iter().max();
        }
        Some(match self.bytes[self.layout.place(pos)?] {
            0 => Value::DRAW,
            byte => Value::loss(2 * (u32::from(byte) - 1)),
        })
    }

    /// Returns the moves of an unfinished position with their values; `None` if it is not an ending.
    #[must_use]
    pub fn moves(&self, pos: &Tigers) -> Option<Vec<ExactMove<TigersMove>>> {
        if pos.outcome().is_some() || !has_to_capture_all(pos) {
            return None;
        }
        let value = |&mv| Some(ExactMove::by_result(mv, self.value(&pos.after(mv))?.before(false)));
        pos.legal_moves().iter().map(value).collect()
    }
}

/// Returns whether the tigers win by the capture of all goats alone, as in the standard rules.
pub(super) fn has_to_capture_all(pos: &Tigers) -> bool {
    u32::from(pos.captures_left()) == u32::from(pos.outside()) + pos.goats().len()
}

fn unpacked(file: &[u8]) -> Vec<u8> {
    let bytes = zstd::bulk::decompress(file, LAYOUT.len()).expect("the file is part of the program");
    assert_eq!(bytes.len(), LAYOUT.len(), "the file is that of this program");
    bytes
}

#[cfg(test)]
mod tests {
    use plyground_game::random::Random;
    use plyground_tigers::{PointSet, TigersRules};

    use super::super::points;
    use super::*;
    use crate::{SolveOptions, Wdl};

    fn position(text: &str, rules: &str) -> Tigers {
        Tigers::parse(text, &rules.parse().unwrap()).unwrap()
    }

    /// `docs/results.md` states these counts and the longest distance. A mirrored position counts too, unless it is its
    /// own image.
    #[test]
    fn losses_of_the_goats_are_as_many_as_in_the_tables() {
        let endings = Endings::shipped();
        let mut losses = [(0, 0); GOATS as usize];
        let mut place = 0;
        let counted = LAYOUT.visit(Side::First, |pos| {
            let byte = endings.bytes[place];
            place += 1;
            if byte > 0 {
                let (count, longest) = &mut losses[pos.goats().len() as usize - 1];
                *count += if pos.tigers() == pos.tigers().mirrored() { 1 } else { 2 };
                *longest = 2 * (u32::from(byte) - 1).max(*longest / 2);
            }
            Ok::<(), ()>(())
        });
        assert_eq!(counted, Ok(()));
        assert_eq!(losses, [(35_420, 20), (336_490, 40), (1_582_748, 124), (2_265_125, 152), (367_704, 154)]);
    }

    /// The stored distances follow from the moves of both sides.
    #[test]
    fn values_follow_from_the_moves() {
        let (endings, mut random, mut seen) = (Endings::shipped(), Random::new(3), [0; 2]);
        while seen.iter().any(|&count| count < 1_500) {
            let tigers = points(3, PointSet::EMPTY, &mut random);
            let goats = points(1 + random.below(GOATS.into()) as u32, tigers, &mut random);
            let pos = Tigers::from_parts(tigers, goats, 0, Side::First, &TigersRules::default()).unwrap();
            let Some(moves) = endings.moves(&pos) else { continue };
            let value = endings.value(&pos).unwrap();
            let best = moves.iter().max_by_key(|mv| mv.worth()).unwrap();
            assert_eq!((best.value.rank(), best.plies), (value.result() as i32 - 1, value.plies()), "{pos}");
            seen[usize::from(value.result() == Wdl::Loss)] += 1;
        }
    }

    #[test]
    fn endings_end_where_they_do_not_know() {
        let endings = Endings::shipped();
        let known = |text: &str, rules: &str| {
            let pos = position(text, rules);
            [endings.value(&pos).is_some(), endings.moves(&pos).is_some()]
        };
        assert_eq!(known("T..TT..........GGGGG... 0 t", "standard"), [true; 2]);
        assert_eq!(known("T..TT..........GGGGGG.. 0 t", "standard"), [false; 2], "six goats");
        assert_eq!(known("T..TT..........GGGG.... 1 t", "standard"), [false; 2], "a goat is outside");
        assert_eq!(known("T..TT..........GGGGG... 0 t", "standard,captures_to_win=12"), [false; 2], "other rules");
        assert_eq!(known(".GT....T..........T.... 0 g", "standard"), [true, false], "the game is over");
    }

    /// The whole tables take minutes to build, so an environment variable names their folder.
    #[test]
    #[ignore = "needs the tables of the whole game in the folder PLYGROUND_TABLES: `cargo xtask long`"]
    fn the_endings_agree_with_the_tables() {
        let folder = SolveOptions::named_folder().expect("PLYGROUND_TABLES names a folder");
        let tables = Tables::open(&folder, &TigersRules::default()).unwrap();
        assert!(Endings::bytes_of(&tables).unwrap() == **Endings::shipped().bytes);
    }
}
