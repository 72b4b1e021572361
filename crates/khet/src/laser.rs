//! Beams of a position: the current beams, and those after a move.

use plyground_game::Side;

use crate::beam::{Beam, Hit, LaserView};
use crate::moves::{Action, KhetMove};
use crate::piece::Piece;
use crate::position::Khet;
use crate::square::Square;

impl Khet {
    /// Returns the current board as the lasers see it.
    #[inline]
    #[must_use]
    pub fn laser_view(&self) -> LaserView<'_> {
        LaserView::new(&self.squares, self.occupied())
    }

    /// Returns the board as the lasers would see it with another piece on an occupied square, for example the same piece turned.
    #[inline]
    #[must_use]
    pub fn laser_view_with(&self, square: Square, piece: Piece) -> LaserView<'_> {
        self.laser_view().with_piece(square, piece)
    }

    /// Returns the board as the lasers see it after a legal move, before one fires.
    #[inline]
    #[must_use]
    pub fn laser_view_after(&self, mv: KhetMove) -> LaserView<'_> {
        let (view, from) = (self.laser_view(), mv.from());
        match mv.action() {
            Action::Turn { clockwise } => {
                view.with_piece(from, Piece::from_code(self.squares[from.index()]).turned(clockwise))
            }
            Action::Step(to) => view.with_step(from, to),
        }
    }

    /// Returns the piece that a legal move's shot destroys, without playing the move.
    #[must_use]
    pub fn hit(&self, mv: KhetMove) -> Option<Hit> {
        let view = self.laser_view_after(mv);
        let square = view.fire(self.side, |_| ()).destroyed()?;
        Some(Hit { square, piece: view.struck_piece(square) })
    }

    /// Returns the current beam of a side's laser, whichever side is to move.
    #[must_use]
    pub fn beam(&self, side: Side) -> Beam {
        self.laser_view().beam(side)
    }

    /// Returns the beam that fires at the end of a legal move.
    #[must_use]
    pub fn beam_after(&self, mv: KhetMove) -> Beam {
        self.laser_view_after(mv).beam(self.side)
    }
}
