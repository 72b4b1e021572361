//! The laser at the end of a move, on a board as the mover sees it.

use plyground_game::Side;
use plyground_khet::{Direction, Effect, Kind, Piece, Square, SquareSet};

use super::army::Army;

/// The pieces of two armies; the mover's are silver.
pub(super) struct Board([Option<Piece>; 80]);

impl Board {
    /// Returns the board with an army and the other side's sphinx.
    pub(super) fn new(army: Army) -> Board {
        let mut board = Board([None; 80]);
        board.put(army.pieces());
        let sphinx = Piece::new(Side::Second, Kind::Sphinx, Direction::South);
        board.put([(Square::RED_SPHINX, sphinx)].into_iter());
        board
    }

    pub(super) fn put(&mut self, pieces: impl Iterator<Item = (Square, Piece)>) {
        pieces.for_each(|(square, piece)| self.0[square.index()] = Some(piece));
    }

    pub(super) fn remove(&mut self, squares: impl Iterator<Item = Square>) {
        squares.for_each(|square| self.0[square.index()] = None);
    }

    /// Returns the squares that silver's beam passes or strikes, and the square of the piece that it destroys.
    pub(super) fn fire(&self, direction: Direction) -> (SquareSet, Option<Square>) {
        let (mut square, mut travel, mut path) = (Square::SILVER_SPHINX, direction, 0);
        while let Some(next) = square.neighbour(travel) {
            square = next;
            path |= 1u128 << square.index();
            match self.0[square.index()].map(|piece| piece.strike(travel)) {
                None => {}
                Some(Effect::Reflected(out)) => travel = out,
                Some(Effect::Absorbed) => break,
                Some(Effect::Destroyed) => return (SquareSet::from_bits(path), Some(square)),
            }
        }
        (SquareSet::from_bits(path), None)
    }
}
