//! The first placements, exactly, as a part of the program: what goats that have four pieces on the board or fewer can force.
//!
//! In the placement phase goats never lose while more than three of them are outside, but nearly half of all arrangements are
//! lost for the tigers, and deep: no search sees in time that three tigers in a corner will be shut in a hundred plies later. So the
//! book keeps one bit for each arrangement with up to four goats, none of them taken or one, and goats to move: whether they
//! win. Everything else that it knows follows from the moves. The file begins with how often bits are set, one byte for each
//! context; then come the lengths of the classes, two bytes each, and the [coded](super::book_coding) bits of each; a class is
//! decoded when it is first asked for. It is made from the [tables](super::Tables) by `cargo run --release -p plyground-solve --example tigers-book -- TABLES`.
//!
//! ```
//! use plyground_game::Position;
//! use plyground_solve::{ExactValue, Wdl, tigers::Book};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! let book = Book::shipped();
//! let pos = Tigers::parse("G..TTT...............G. 13 t", &TigersRules::default())?;
//! let moves = book.moves(&pos).expect("the book holds it");
//! let draws = moves.iter().filter(|mv| mv.value == ExactValue::Result(Wdl::Draw)).map(|mv| pos.move_text(mv.mv));
//! assert_eq!(draws.collect::<Vec<_>>(), ["3-9"], "all others lose");
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use std::path::Path;
use std::sync::OnceLock;

use plyground_game::{Game, Position, Side};
use plyground_tigers::{GOATS, Tigers, TigersMove};

use super::Tables;
use super::book_coding::{Bits, CONTEXTS, Chances, Part, decode, encode, position};
use crate::hunt::{Herds, HuntGame, Index};
use crate::{ExactMove, OnProgress, Solvable, SolveError, SolveOptions, TableError, Value, Wdl};

/// The most goats on the board, by how many were taken: who knows four has to know what is left when one of them is taken.
const GOATS_ON_BOARD: [u8; 2] = [4, 3];

/// The values of the first placements.
#[derive(Debug)]
pub struct Book {
    bytes: &'static [u8],
    index: Index,
    parts: [Part; 2],
    chances: Chances,
    classes: Vec<Class>,
}

/// The arrangements with the same tigers.
#[derive(Debug)]
struct Class {
    coded: &'static [u8],
    bits: OnceLock<Bits>,
}

/// Bytes of a length.
const LENGTH: usize = 2;

impl Book {
    /// The book that is part of the program.
    #[must_use]
    pub fn shipped() -> Book {
        Book::of(include_bytes!("book.bin"))
    }

    fn of(bytes: &'static [u8]) -> Book {
        let (chances, rest) = bytes.split_at(CONTEXTS);
        let index = Index::new(Tigers::ground());
        let (lengths, mut rest) = rest.split_at(index.classes().len() * LENGTH);
        let class = |&length: &[u8; LENGTH]| {
            let (coded, after) = rest.split_at(u16::from_le_bytes(length).into());
            rest = after;
            Class { coded, bits: OnceLock::new() }
        };
        let classes = lengths.as_chunks().0.iter().map(class).collect();
        let (parts, chances) = (GOATS_ON_BOARD.map(Part::new), Chances::of(chances));
        Book { bytes, index, parts, chances, classes }
    }

    /// The bytes of a book, from tables of the whole game.
    ///
    /// # Errors
    /// When a table cannot be read.
    pub fn make(tables: &Tables) -> Result<Vec<u8>, TableError> {
        let (parts, index) = (GOATS_ON_BOARD.map(Part::new), Index::new(Tigers::ground()));
        let mut classes = Vec::with_capacity(index.classes().len());
        for &tigers in index.classes() {
            let goats = Herds::of(Tigers::ground(), tigers);
            let mut bits: [Vec<bool>; 2] = Default::default();
            for (taken, (part, bits)) in parts.iter().zip(&mut bits).enumerate() {
                for &number in part.numbers() {
                    let value = tables.probe(&position(tigers, goats.at(number), taken))?;
                    bits.push(value.is_some_and(|value| value.result() == Wdl::Win));
                }
            }
            classes.push(bits.map(Vec::into_boxed_slice));
        }
        Ok(Book::written(&parts, index.classes(), &classes))
    }

    /// The bytes of the bits of all classes.
    fn written(parts: &[Part; 2], tigers: &[u32], classes: &[Bits]) -> Vec<u8> {
        let head = Chances::bytes(parts, tigers.iter().copied().zip(classes));
        let chances = Chances::of(&head);
        let (mut lengths, mut coded) = (Vec::new(), Vec::new());
        for (&tigers, bits) in tigers.iter().zip(classes) {
            let class = encode(parts, &chances, tigers, bits);
            lengths.extend(u16::try_from(class.len()).expect("a class has 7,547 bits").to_le_bytes());
            coded.extend(class);
        }
        [head, lengths, coded].concat()
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// The moves of an unfinished position with their values; `None` where the book ends: with more goats, after a goat was
    /// taken, and by other rules.
    #[must_use]
    pub fn moves(&self, pos: &Tigers) -> Option<Vec<ExactMove<TigersMove>>> {
        let value = |&mv| {
            let after = pos.after(mv);
            // Goats win or draw.
            let (goats_win, is_win) = match pos.side_to_move() {
                Side::First => (self.tigers_lose(&after)?, Wdl::Win),
                Side::Second => (self.goats_win(&after)?, Wdl::Loss),
            };
            Some(ExactMove::by_result(mv, Value::of(if goats_win { is_win } else { Wdl::Draw })))
        };
        let is_open = pos.captured() == 0 && pos.outcome().is_none();
        if is_open { pos.legal_moves().iter().map(value).collect() } else { None }
    }

    /// Whether goats to move win.
    fn goats_win(&self, pos: &Tigers) -> Option<bool> {
        let (goats, taken) = (pos.goats(), GOATS.checked_sub(pos.captures_left())?);
        let most = *GOATS_ON_BOARD.get(usize::from(taken))?;
        let count = goats.len() as u8;
        if count > most || pos.outside() + count + taken != GOATS {
            return None;
        }
        let (class, number) = self.index.locate(pos.tigers().bits(), goats.bits());
        let (taken, bits) = (usize::from(taken), self.classes[class].bits.get_or_init(|| self.decoded(class)));
        Some(bits[taken][self.parts[taken].place(number)])
    }

    fn decoded(&self, class: usize) -> Bits {
        decode(&self.parts, &self.chances, self.index.classes()[class], self.classes[class].coded)
    }

    /// Whether tigers to move lose: a draw is enough to say no.
    fn tigers_lose(&self, pos: &Tigers) -> Option<bool> {
        let mut lose = true;
        for &mv in &pos.legal_moves() {
            lose &= self.goats_win(&pos.after(mv))?;
        }
        Some(lose)
    }
}

impl crate::Tables<Tigers> for Book {
    fn moves(&self, pos: &Tigers) -> Result<Option<Vec<ExactMove<TigersMove>>>, TableError> {
        Ok(Book::moves(self, pos))
    }
}

/// Tigers and Goats by the book alone, whatever the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookTigers;

impl Solvable<Tigers> for BookTigers {
    fn exact_moves(
        &self,
        game: &Game<Tigers>,
        _: &SolveOptions,
        _: bool,
        _: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<TigersMove>>, SolveError> {
        let moves = Book::shipped().moves(game.position());
        moves.ok_or_else(|| SolveError::NotInTables { held: "the book holds the first four placements".into() })
    }

    fn open(&self, _: &Path, _: &Game<Tigers>) -> Result<Option<Box<dyn crate::Tables<Tigers>>>, TableError> {
        Ok(Some(Box::new(Book::shipped())))
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::StandardSetup;
    use plyground_tigers::TigersRules;

    use super::*;
    use crate::ExactValue;
    use crate::parallel::for_each;

    fn losing(book: &Book, text: &str) -> Vec<String> {
        let pos = Tigers::parse(text, &TigersRules::default()).unwrap();
        let moves = book.moves(&pos).unwrap().into_iter();
        moves.filter(|mv| mv.value == ExactValue::Result(Wdl::Loss)).map(|mv| pos.move_text(mv.mv)).collect()
    }

    /// What `docs/results.md` says of the first placements, from the tables of the whole game.
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

    /// Lost by a search of 0.2 s, one of them by one of 5 s.
    #[test]
    fn tigers_that_a_search_loses_are_held() {
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

    /// The wins in every class of so many, by the side to move and the goats on the board.
    fn wins_in_one_of(step: usize) -> [[u32; 5]; 2] {
        let book = Book::shipped();
        let wins_of = |wins: &mut [[u32; 5]; 2], number| {
            let bits = book.decoded(number);
            for ((wins, part), bits) in wins.iter_mut().zip(&book.parts).zip(&bits) {
                let won = part.numbers().iter().zip(bits).filter(|&(_, &bit)| bit);
                won.for_each(|(number, _)| wins[number.count_ones() as usize] += 1);
            }
        };
        let mut wins = [[0; 5]; 2];
        for share in for_each(2, (0..book.classes.len()).step_by(step), Default::default, wins_of) {
            wins.iter_mut().flatten().zip(share.into_iter().flatten()).for_each(|(all, some)| *all += some);
        }
        wins
    }

    /// As many as the tables of the whole game have.
    #[test]
    #[ignore = "asks the network millions of times: `cargo xtask long`"]
    fn wins_are_as_many_as_in_the_tables() {
        assert_eq!(wins_in_one_of(1), [[428, 8_192, 77_224, 470_758, 2_055_975], [56, 1_668, 20_666, 145_387, 0]]);
    }

    /// Counted when those in all classes were as many as in the tables.
    #[test]
    fn wins_in_some_classes_are_as_many_as_they_were() {
        assert_eq!(wins_in_one_of(20), [[24, 411, 3_691, 22_667, 98_281], [2, 67, 884, 6_214, 0]]);
    }

    /// What is decoded is what was coded: there is one code for each class.
    #[test]
    fn a_class_is_coded_as_it_was() {
        let book = Book::shipped();
        for (number, (class, &tigers)) in book.classes.iter().zip(book.index.classes()).enumerate().step_by(16) {
            assert_eq!(encode(&book.parts, &book.chances, tigers, &book.decoded(number)), class.coded);
        }
    }

    /// A goat that can be taken is no reason to leave the book.
    #[test]
    fn captures_are_moves_of_the_book() {
        let pos = Tigers::parse("T..TG................T. 14 t", &TigersRules::default()).unwrap();
        let captures = |mv: &&ExactMove<TigersMove>| pos.after(mv.mv).captured() == 1;
        let moves = Book::shipped().moves(&pos).unwrap();
        assert_eq!((moves.len(), moves.iter().filter(captures).count() > 0), (pos.legal_moves().len(), true));
    }

    /// Bit by bit; the whole tables take minutes to make, so that whoever has them names their folder.
    #[test]
    #[ignore = "needs the tables of the whole game in the folder PLYGROUND_TABLES: `cargo xtask long`"]
    fn the_book_is_what_the_tables_say() {
        let folder = SolveOptions::named_folder().expect("PLYGROUND_TABLES names a folder");
        let tables = Tables::open(&folder, &TigersRules::default()).unwrap();
        assert!(Book::make(&tables).unwrap() == Book::shipped().bytes());
    }
}
