//! Piece-square-orientation tables: the value of a piece by kind, facing and square.
//!
//! One set of tables serves both sides. A red piece uses the entry of its square after a half turn of the board, and counts
//! against silver. So a sum is antisymmetric by construction.
//!
//! A file has eight rows of ten whole numbers for each shape. The first row is rank 8 and the first number of a row is file a, as
//! silver sees the board.

use std::sync::{Arc, LazyLock};

use plyground_game::Side;
use plyground_khet::{Direction, Khet, Kind, Piece, Square};

use crate::learned::{SparseFeatures, Tables};
use crate::weights::TableInfo;

const SQUARES: usize = 80;
const FILES: usize = 10;

/// All pieces, by kind, facing and square.
///
/// ```
/// use plyground_eval::khet::PieceTables;
/// use plyground_game::Side;
/// use plyground_khet::Khet;
///
/// let mut values = vec![0; PieceTables::inputs()];
/// // At the start, each piece has a counterpart: the sum is 0 for any values.
/// for (place, value) in values.iter_mut().enumerate() {
///     *value = place as i16 % 50;
/// }
/// let tables = PieceTables::new(&values);
/// assert_eq!(tables.sum(&Khet::default(), Side::First), 0);
/// assert_eq!(PieceTables::read("mine.toml", &tables.to_string())?, tables);
/// # Ok::<(), plyground_eval::WeightError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceSquares;

/// A value for each shape on each square.
pub type PieceTables = Tables<PieceSquares>;

static SHIPPED: LazyLock<PieceTables> = LazyLock::new(|| {
    let tables = PieceTables::read("tables/khet.toml", include_str!("../../tables/khet.toml"));
    tables.unwrap_or_else(|error| panic!("the shipped tables are wrong: {error}"))
});

impl SparseFeatures for PieceSquares {
    type Game = Khet;

    fn tables() -> Vec<TableInfo> {
        shapes(Side::First).map(|piece| TableInfo::new(shape_name(piece), SQUARES / FILES, FILES)).collect()
    }

    #[inline]
    fn visit(pos: &Khet, mut visit: impl FnMut(usize, i8)) {
        for side in Side::ALL {
            for square in pos.pieces(side).iter() {
                if let Some(piece) = pos.piece(square) {
                    let (input, count) = input(piece, square);
                    visit(input, count);
                }
            }
        }
    }

    fn shipped() -> PieceTables {
        SHIPPED.clone()
    }

    /// Returns the values for the first side by side, shape and square: one lookup for a piece.
    fn arrange(values: &[i16]) -> Arc<[i16]> {
        let mut arranged = vec![0; 2 * Piece::SHAPES * SQUARES];
        for side in Side::ALL {
            for piece in shapes(side) {
                for square in Square::all() {
                    let (input, count) = input(piece, square);
                    arranged[place(piece, square)] = i16::from(count) * values[input];
                }
            }
        }
        arranged.into()
    }

    #[inline]
    fn sum(arranged: &[i16], pos: &Khet) -> i32 {
        let pieces = pos.pieces_on(pos.pieces(Side::First) | pos.pieces(Side::Second));
        pieces.map(|(square, piece)| i32::from(arranged[place(piece, square)])).sum()
    }
}

/// Returns the index of the value of a piece on a square in the arrangement of [`PieceSquares::sum`].
#[inline]
fn place(piece: Piece, square: Square) -> usize {
    (piece.side().index() * Piece::SHAPES + piece.shape()) * SQUARES + square.index()
}

/// Returns the input of a piece on a square, and its count for the first side.
fn input(piece: Piece, square: Square) -> (usize, i8) {
    // Shapes are numbered from 1.
    let of = |piece: Piece, square: Square| (piece.shape() - 1) * SQUARES + from_top(square.index());
    match piece.side() {
        Side::First => (of(piece, square), 1),
        Side::Second => (of(piece.half_turned(), square.half_turned()), -1),
    }
}

/// Returns the index of a square in a file, which lists rank 8 first.
fn from_top(square: usize) -> usize {
    SQUARES - FILES - square / FILES * FILES + square % FILES
}

/// Returns each shape once, as a piece of a side, by its number.
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
        PieceTables::new(&(0..PieceTables::inputs()).map(|input| (input * 37 % 201) as i16 - 100).collect::<Vec<_>>())
    }

    #[test]
    fn a_sum_is_that_of_the_inputs() {
        let mut values = vec![0; PieceTables::inputs()];
        let pos: Khet = Khet::default();
        let mut inputs = Vec::new();
        PieceSquares::visit(&pos, |input, count| inputs.push((input, i32::from(count))));
        assert_eq!(inputs.len(), 26);
        for (number, (input, _)) in inputs.iter().filter(|(_, count)| *count == 1).enumerate() {
            values[*input] = number as i16 + 1;
            let tables = PieceTables::new(&values);
            let expected: i32 = inputs.iter().map(|&(input, count)| count * i32::from(values[input])).sum();
            assert_eq!(tables.sum(&pos, Side::First), expected);
            assert_eq!(tables.sum(&pos, Side::Second), -expected);
        }
    }

    #[test]
    fn shapes_are_numbered_as_the_tables() {
        for (number, piece) in shapes(Side::First).enumerate() {
            assert_eq!(piece.shape(), number + 1);
        }
        assert_eq!(PieceTables::inputs(), (Piece::SHAPES - 1) * SQUARES);
    }

    #[test]
    fn files_are_read_back_with_rank_8_first() {
        let tables = some_tables();
        let text = tables.to_string();
        assert_eq!(PieceTables::read("a.toml", &text), Ok(tables.clone()));
        let row = text.lines().skip_while(|line| !line.starts_with("pharaoh")).nth(1).expect("a first row");
        let first: i16 =
            row.trim_start_matches(['[', ' ']).split(',').next().and_then(|text| text.parse().ok()).expect("a number");
        let pharaoh = Piece::new(Side::First, Kind::Pharaoh, Direction::from_index(0));
        let a8 = Square::all().nth(70).expect("a8");
        assert_eq!(first, tables.values()[input(pharaoh, a8).0]);
        assert_eq!(input(pharaoh, a8).0, 0);
    }

    #[test]
    fn wrong_files_are_refused_with_the_line() {
        let text = some_tables().to_string();
        for (from, to, message) in [
            ("game = \"khet\"", "game = \"kalah\"", "t.toml:1: weights of the game `kalah`, expected `khet`"),
            ("\"learned\"", "\"strong\"", "t.toml:1: weights of the evaluation `strong`, expected `learned`"),
            ("version = 1", "version = 2", "t.toml:3: `version` is 2, expected 1"),
            ("anubis-east", "anubis-up", "no table `anubis-up`, expected one of `pharaoh`"),
            ("[tables]", "[pieces]", "`anubis-east` in `pieces` means nothing"),
            (
                "[tables]",
                "[pharaoh]\nweight = 2\n[tables]",
                "t.toml:5: no feature `pharaoh`, expected `[tables]` alone",
            ),
            ("pharaoh = [\n", "pharaoh = [\n  [1],\n", "t.toml:6: table `pharaoh` must be 8 rows of 10 numbers"),
            ("  [", "  [40000, ", "t.toml:6: `pharaoh` must be rows of whole numbers from -32767 to 32767"),
            // Its negation, for the other side, is no such number.
            ("  [", "  [-32768, ", "t.toml:6: `pharaoh` must be rows of whole numbers from -32767 to 32767"),
            ("[tables]", "[tables", "no TOML"),
        ] {
            let error = PieceTables::read("t.toml", &text.replacen(from, to, 1)).expect_err(to).to_string();
            assert!(error.contains(message), "{error}");
        }
        let without = text.replace("sphinx-west", "sphinx-wost");
        assert!(PieceTables::read("t.toml", &without).is_err());
        let shorter = &text[..text.find("sphinx-west").expect("the last table")];
        let error = PieceTables::read("t.toml", shorter).expect_err("a table is missing").to_string();
        assert!(error.ends_with("no table `sphinx-west` in the file, expected one"), "{error}");
    }
}
