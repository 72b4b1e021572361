//! Piece-square-orientation tables: what a piece of each kind and facing is worth on each square.
//!
//! One set of tables serves both sides. A red piece is looked up where it stands after half a turn of the board and counts
//! against silver, so a sum is antisymmetric by construction.
//!
//! The tables are a text file (TOML): game, evaluation and version at the top, `[provenance]` with the data and commands
//! that made them, and `[tables]` with eight rows of ten whole numbers for each shape. The first row is rank 8 and the first
//! number of a row is file a, as silver sees the board.
//!
//! ```
//! use plyground_eval::khet::PieceTables;
//! use plyground_game::Side;
//! use plyground_khet::Khet;
//!
//! let mut values = vec![0; PieceTables::INPUTS];
//! // In the start each piece has a counterpart: whatever the values, the sum is 0.
//! for (place, value) in values.iter_mut().enumerate() {
//!     *value = place as i16 % 50;
//! }
//! let tables = PieceTables::new(&values);
//! assert_eq!(tables.sum(&Khet::default(), Side::First), 0);
//! assert_eq!(PieceTables::read("mine.toml", &tables.to_text(""))?, tables);
//! # Ok::<(), plyground_eval::WeightError>(())
//! ```

use plyground_game::Side;
use plyground_khet::{Direction, Khet, Kind, Piece, Square};

use crate::table_file::TableFile;
use crate::weights::WeightError;

const SQUARES: usize = 80;
const FILES: usize = 10;

/// The tables of both sides, ready for lookups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceTables {
    /// By side, shape and square: the value for the first side.
    values: Box<[[[i16; SQUARES]; Piece::SHAPES]; 2]>,
}

impl PieceTables {
    /// The number of inputs of a position: one for each shape on each square.
    pub const INPUTS: usize = Piece::SHAPES * SQUARES;

    /// Returns tables with these values, one for each input.
    ///
    /// # Panics
    /// When their number is not [`PieceTables::INPUTS`].
    #[must_use]
    pub fn new(values: &[i16]) -> PieceTables {
        assert_eq!(values.len(), PieceTables::INPUTS, "one value for each input");
        let mut tables = Box::new([[[0; SQUARES]; Piece::SHAPES]; 2]);
        for side in Side::ALL {
            for piece in shapes(side) {
                for square in Square::all() {
                    let (input, sign) = input(piece, square);
                    tables[side.index()][piece.shape()][square.index()] = sign * values[input];
                }
            }
        }
        PieceTables { values: tables }
    }

    /// Visits the inputs of a position: each with the sign by which it counts for the first side.
    #[inline]
    pub fn inputs(pos: &Khet, mut visit: impl FnMut(usize, i16)) {
        for side in Side::ALL {
            for square in pos.pieces(side).iter() {
                if let Some(piece) = pos.piece(square) {
                    let (input, sign) = input(piece, square);
                    visit(input, sign);
                }
            }
        }
    }

    /// Returns the sum over all pieces for a side.
    #[inline]
    #[must_use]
    pub fn sum(&self, pos: &Khet, side: Side) -> i32 {
        let mut sum = 0;
        for (owner, tables) in Side::ALL.into_iter().zip(self.values.iter()) {
            for square in pos.pieces(owner).iter() {
                if let Some(piece) = pos.piece(square) {
                    sum += i32::from(tables[piece.shape()][square.index()]);
                }
            }
        }
        if side == Side::First { sum } else { -sum }
    }

    /// Reads the text of a file; `source` is its name in messages.
    ///
    /// # Errors
    /// When the text is no TOML, is for another game or evaluation, or does not have eight rows of ten numbers for each shape.
    pub fn read(source: &str, text: &str) -> Result<PieceTables, WeightError> {
        let names: Vec<String> = shapes(Side::First).map(shape_name).collect();
        let tables = FILE.read(source, text, &names)?;
        let mut values = vec![0; PieceTables::INPUTS];
        for (piece, rows) in shapes(Side::First).zip(tables) {
            for (place, value) in rows.into_iter().enumerate() {
                values[piece.shape() * SQUARES + from_top(place)] = value;
            }
        }
        Ok(PieceTables::new(&values))
    }

    /// Returns the text of a file, with these lines of TOML as its provenance.
    #[must_use]
    pub fn to_text(&self, provenance: &str) -> String {
        let table = |piece: Piece| {
            let values = (0..SQUARES).map(|place| self.values[0][piece.shape()][from_top(place)]);
            (shape_name(piece), values.collect())
        };
        FILE.to_text(provenance, shapes(Side::First).map(table))
    }
}

/// What their files say of themselves.
const FILE: TableFile = TableFile { game: "khet", evaluation: "learned", rows: SQUARES / FILES, columns: FILES };

/// Returns the input of a piece on a square and its sign for the first side.
fn input(piece: Piece, square: Square) -> (usize, i16) {
    match piece.side() {
        Side::First => (piece.shape() * SQUARES + square.index(), 1),
        Side::Second => (piece.half_turned().shape() * SQUARES + square.half_turned().index(), -1),
    }
}

/// Returns the index of the square at a place of a file, which has rank 8 first.
fn from_top(place: usize) -> usize {
    SQUARES - FILES - place / FILES * FILES + place % FILES
}

/// Returns each shape once, as a piece of a side.
fn shapes(side: Side) -> impl Iterator<Item = Piece> {
    Kind::ALL.into_iter().flat_map(move |kind| {
        let facings = match kind {
            Kind::Pharaoh => 1,
            Kind::Scarab => 2,
            Kind::Pyramid | Kind::Anubis | Kind::Sphinx => 4,
        };
        (0..facings).map(move |facing| Piece::new(side, kind, Direction::from_index(facing)))
    })
}

fn shape_name(piece: Piece) -> String {
    let facing = piece.facing();
    match piece.kind() {
        Kind::Pharaoh => "pharaoh".to_owned(),
        Kind::Scarab => format!("scarab-{facing}"),
        // Its mirror faces a quadrant.
        Kind::Pyramid => format!("pyramid-{facing}-{}", facing.clockwise()),
        Kind::Anubis => format!("anubis-{facing}"),
        Kind::Sphinx => format!("sphinx-{facing}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some_tables() -> PieceTables {
        PieceTables::new(&(0..PieceTables::INPUTS).map(|input| (input * 37 % 201) as i16 - 100).collect::<Vec<_>>())
    }

    #[test]
    fn a_sum_is_that_of_the_inputs() {
        let mut values = vec![0; PieceTables::INPUTS];
        let pos: Khet = Khet::default();
        let mut inputs = Vec::new();
        PieceTables::inputs(&pos, |input, sign| inputs.push((input, sign)));
        assert_eq!(inputs.len(), 26);
        for (number, (input, _)) in inputs.iter().filter(|(_, sign)| *sign == 1).enumerate() {
            values[*input] = number as i16 + 1;
            let tables = PieceTables::new(&values);
            let expected: i32 = inputs.iter().map(|&(input, sign)| i32::from(sign * values[input])).sum();
            assert_eq!(tables.sum(&pos, Side::First), expected);
            assert_eq!(tables.sum(&pos, Side::Second), -expected);
        }
    }

    #[test]
    fn files_are_read_back_with_rank_8_first() {
        let tables = some_tables();
        let text = tables.to_text("seed = 1");
        assert_eq!(PieceTables::read("a.toml", &text), Ok(tables.clone()));
        let row = text.lines().skip_while(|line| !line.starts_with("pharaoh")).nth(1).expect("a first row");
        let first: i16 =
            row.trim_start_matches(['[', ' ']).split(',').next().and_then(|text| text.parse().ok()).expect("a number");
        assert_eq!(first, tables.values[0][1][70], "a8");
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let text = some_tables().to_text("");
        for (from, to, message) in [
            ("game = \"khet\"", "game = \"kalah\"", "t.toml:1: expected `game = \"khet\"`"),
            ("version = 1", "version = 2", "t.toml:3: expected `version = 1`"),
            ("anubis-east", "anubis-up", "no table `anubis-up`, expected one of `pharaoh`"),
            ("[tables]", "[table]", "no table `[tables]`, expected one"),
            ("pharaoh = [\n", "pharaoh = [\n  [1],\n", "`pharaoh` must be 8 rows of 10 numbers of 16 bits"),
            ("  [", "  [40000, ", "`pharaoh` must be 8 rows of 10 numbers of 16 bits"),
            ("[tables]", "[tables", "no TOML"),
        ] {
            let error = PieceTables::read("t.toml", &text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
