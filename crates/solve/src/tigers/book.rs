//! Exact book of the first placements, as a part of the program: the wins that goats can force with at most four goats
//! on the board.
//!
//! In the placement phase goats never lose while more than three of them are outside. Nearly half of all arrangements
//! are lost for the tigers, at great depth: no search sees in time that three tigers in a corner will be blocked a
//! hundred plies later. The book stores one bit for each arrangement with up to four goats on the board, at most one
//! captured goat, and goats to move: whether they win. All other values follow from the moves. The file is the bits of
//! one class after another, compressed by zlib. `cargo run --release -p plyground-solve --example
//! tigers-shipped -- TABLES` builds it from the [tables](super::Tables).

use std::io::{Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use plyground_game::{Position, Side};
use plyground_tigers::{GOATS, PointSet, Tigers, TigersMove, TigersRules};

use super::Tables;
use crate::hunt::{Herds, HuntGame, Index, Packing};
use crate::{ExactMove, TableError, Value, Wdl};

/// Maximum number of goats on the board, by the number of captured goats: four, of which one may be captured next.
const GOATS_ON_BOARD: [u8; 2] = [4, 3];

/// Values of the first placements.
///
/// ```
/// use plyground_game::Position;
/// use plyground_solve::{ExactValue, Wdl, tigers::Book};
/// use plyground_tigers::{Tigers, TigersRules};
///
/// let book = Book::shipped();
/// let pos = Tigers::parse("G..TTT...............G. 13 t", &TigersRules::default())?;
/// let moves = book.moves(&pos).expect("the book holds it");
/// let draws = moves.iter().filter(|mv| mv.value == ExactValue::Result(Wdl::Draw)).map(|mv| pos.move_text(mv.mv));
/// assert_eq!(draws.collect::<Vec<_>>(), ["3-9"], "all others lose");
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[derive(Debug)]
pub struct Book {
    bits: &'static [u8],
    index: Index,
    parts: [Part; 2],
}

/// Arrangements of a class with a given number of captured goats.
#[derive(Debug)]
struct Part {
    packing: Packing,
    numbers: Vec<u32>,
}

impl Part {
    fn all() -> [Part; 2] {
        GOATS_ON_BOARD.map(|most| {
            let packing = Packing::new(Tigers::ground().words(), 0, most);
            Part { numbers: packing.numbers().collect(), packing }
        })
    }

    fn bytes(&self) -> usize {
        self.numbers.len().div_ceil(8)
    }
}

/// Returns an arrangement of the book, with goats to move.
fn position(tigers: u32, goats: u32, taken: usize) -> Tigers {
    let [tigers, goats] = [tigers, goats].map(PointSet::from_bits);
    let outside = GOATS - taken as u8 - goats.len() as u8;
    Tigers::from_parts(tigers, goats, outside, Side::First, &TigersRules::default())
        .expect("tigers and goats stand apart")
}

fn decompressed(file: &[u8]) -> Vec<u8> {
    let mut bits = Vec::new();
    ZlibDecoder::new(file).read_to_end(&mut bits).expect("the file is part of the program");
    bits
}

impl Book {
    /// Returns the book that is part of the program.
    #[must_use]
    pub fn shipped() -> Book {
        static BITS: LazyLock<Vec<u8>> = LazyLock::new(|| decompressed(include_bytes!("book.bin")));
        Book { bits: &BITS, index: Index::new(Tigers::ground()), parts: Part::all() }
    }

    /// Returns the bits of a book, from tables of the whole game.
    ///
    /// # Errors
    /// Returns an error if a table cannot be read.
    fn bits_of(tables: &Tables) -> Result<Vec<u8>, TableError> {
        let (parts, index) = (Part::all(), Index::new(Tigers::ground()));
        let mut bits = Vec::new();
        for &tigers in index.classes() {
            let goats = Herds::of(Tigers::ground(), tigers);
            for (taken, part) in parts.iter().enumerate() {
                let begin = bits.len();
                bits.resize(begin + part.bytes(), 0);
                for (place, &number) in part.numbers.iter().enumerate() {
                    let value = tables.probe(&position(tigers, goats.at(number), taken))?;
                    let is_won = value.is_some_and(|value| value.result() == Wdl::Win);
                    bits[begin + place / 8] |= u8::from(is_won) << (place % 8);
                }
            }
        }
        Ok(bits)
    }

    /// Returns the file of a book, from tables of the whole game.
    ///
    /// # Errors
    /// Returns an error if a table cannot be read.
    pub fn make(tables: &Tables) -> Result<Vec<u8>, TableError> {
        let mut file = ZlibEncoder::new(Vec::new(), Compression::best());
        let written = file.write_all(&Book::bits_of(tables)?).and_then(|()| file.finish());
        Ok(written.expect("memory takes all bytes"))
    }

    /// Returns the moves of an unfinished position with their values; `None` outside the book: with more goats, after a
    /// capture, and under other rules.
    #[must_use]
    pub fn moves(&self, pos: &Tigers) -> Option<Vec<ExactMove<TigersMove>>> {
        let value = |&mv| {
            let after = pos.after(mv);
            // In the book, goats win or draw.
            let (goats_win, is_win) = match pos.side_to_move() {
                Side::First => (self.tigers_lose(&after)?, Wdl::Win),
                Side::Second => (self.goats_win(&after)?, Wdl::Loss),
            };
            Some(ExactMove::by_result(mv, Value::of(if goats_win { is_win } else { Wdl::Draw })))
        };
        let is_open = pos.captured() == 0 && pos.outcome().is_none();
        if is_open { pos.legal_moves().iter().map(value).collect() } else { None }
    }

    /// Returns whether goats to move win.
    fn goats_win(&self, pos: &Tigers) -> Option<bool> {
        let (goats, taken) = (pos.goats(), GOATS.checked_sub(pos.captures_left())?);
        let most = *GOATS_ON_BOARD.get(usize::from(taken))?;
        let count = goats.len() as u8;
        if count > most || pos.outside() + count + taken != GOATS {
            return None;
        }
        let (class, number) = self.index.locate(pos.tigers().bits(), goats.bits());
        let taken = usize::from(taken);
        Some(self.bit(class, taken, self.parts[taken].packing.place(number)))
    }

    fn bit(&self, class: usize, taken: usize, place: usize) -> bool {
        let [untaken, one_taken] = self.parts.each_ref().map(Part::bytes);
        let begin = class * (untaken + one_taken) + if taken == 0 { 0 } else { untaken };
        self.bits[begin + place / 8] >> (place % 8) & 1 != 0
    }

    /// Returns whether tigers to move lose; one draw refutes it.
    fn tigers_lose(&self, pos: &Tigers) -> Option<bool> {
        let mut lose = true;
        for &mv in &pos.legal_moves() {
            lose &= self.goats_win(&pos.after(mv))?;
        }
        Some(lose)
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::StandardSetup;

    use super::*;
    use crate::ExactValue;
    use crate::SolveOptions;

    fn losing(book: &Book, text: &str) -> Vec<String> {
        let pos = Tigers::parse(text, &TigersRules::default()).unwrap();
        let moves = book.moves(&pos).unwrap().into_iter();
        moves.filter(|mv| mv.value == ExactValue::Result(Wdl::Loss)).map(|mv| pos.move_text(mv.mv)).collect()
    }

    /// `docs/results.md` states these facts about the first placements, from the tables of the whole game.
    #[test]
    fn the_first_replies_that_lose_are_known() {
        let book = Book::shipped();
        let start = Tigers::new(&StandardSetup, &TigersRules::default());
        let moves = book.moves(&start).unwrap();
        assert_eq!((moves.len(), moves.iter().filter(|mv| mv.value.rank() == 0).count()), (20, 20));
        let mut lose = Vec::new();
        for &mv in &start.legal_moves() {
            let pos = start.after(mv);
            let losing = losing(&book, &pos.to_string());
            if !losing.is_empty() {
                lose.push(format!("{} to {}", losing.join(" and "), start.move_text(mv)));
            }
        }
        let expected = "4-5 to @9; 3-2 to @10; 0-5 and 4-5 to @15; 0-2 and 3-2 to @16; 0-5 to @20; 0-2 to @21";
        assert_eq!(lose.join("; "), expected);
    }

    /// A search of 0.2 s loses these positions, and one of 5 s loses one of them.
    #[test]
    fn tigers_that_a_search_loses_are_in_the_book() {
        let book = Book::shipped();
        for (text, lost) in [
            ("G..TTT...............G. 13 t", 4),
            ("G..TTT.............G... 13 t", 3),
            ("G.TTT..........G....... 13 t", 3),
        ] {
            let pos = Tigers::parse(text, &TigersRules::default()).unwrap();
            assert_eq!((losing(&book, text).len(), pos.legal_moves().len() > lost), (lost, true), "{text}");
        }
    }

    #[test]
    fn the_book_ends_where_it_does_not_know() {
        let book = Book::shipped();
        let held =
            |text: &str, rules: &str| book.moves(&Tigers::parse(text, &rules.parse().unwrap()).unwrap()).is_some();
        assert!(held("T..TT...........GGG.... 12 g", "standard") && held("T..TT..........GGGG.... 11 t", "standard"));
        assert!(!held("T..TT..........GGGG.... 11 g", "standard"), "five goats would stand on the board");
        assert!(!held("T..TT..........GGGG.... 10 t", "standard"), "a goat was taken");
        assert!(!held("T..TT..........GGGG.... 11 t", "standard,captures_to_win=5"), "other rules");
    }

    /// The counts equal those of the tables of the whole game, by captured goats and goats on the board.
    #[test]
    fn wins_are_as_many_as_in_the_tables() {
        let book = Book::shipped();
        let mut wins = [[0; 5]; 2];
        for class in 0..book.index.classes().len() {
            for (taken, part) in book.parts.iter().enumerate() {
                for (place, number) in part.numbers.iter().enumerate() {
                    wins[taken][number.count_ones() as usize] += u32::from(book.bit(class, taken, place));
                }
            }
        }
        assert_eq!(wins, [[428, 8_192, 77_224, 470_758, 2_055_975], [56, 1_668, 20_666, 145_387, 0]]);
    }

    /// The book also covers positions in which a goat can be captured.
    #[test]
    fn captures_are_moves_of_the_book() {
        let pos = Tigers::parse("T..TG................T. 14 t", &TigersRules::default()).unwrap();
        let captures = |mv: &&ExactMove<TigersMove>| pos.after(mv.mv).captured() == 1;
        let moves = Book::shipped().moves(&pos).unwrap();
        assert_eq!((moves.len(), moves.iter().filter(captures).count() > 0), (pos.legal_moves().len(), true));
    }

    /// The whole tables take minutes to build, so an environment variable names their folder.
    #[test]
    #[ignore = "needs the tables of the whole game in the folder PLYGROUND_TABLES: `cargo xtask long`"]
    fn the_book_agrees_with_the_tables() {
        let folder = SolveOptions::named_folder().expect("PLYGROUND_TABLES names a folder");
        let tables = Tables::open(&folder, &TigersRules::default()).unwrap();
        assert!(Book::bits_of(&tables).unwrap() == Book::shipped().bits);
    }
}
