//! What a position knows of its lasers: the beams as they stand, and those that a move would make.

use plyground_game::Side;

use crate::beam::{Beam, Hit, LaserView};
use crate::moves::{Action, KhetMove};
use crate::piece::Piece;
use crate::position::Khet;
use crate::square::Square;

impl Khet {
    /// The board as the lasers see it now.
    #[inline]
    #[must_use]
    pub fn laser_view(&self) -> LaserView<'_> {
        LaserView::new(&self.squares, self.occupied())
    }

    /// The board as the lasers would see it with another piece on a square where one stands: the same piece turned, for one.
    #[inline]
    #[must_use]
    pub fn laser_view_with(&self, square: Square, piece: Piece) -> LaserView<'_> {
        self.laser_view().with_piece(square, piece)
    }

    /// The board as the lasers see it after a legal move, before one fires.
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

    /// The piece that a legal move's shot takes off the board, without playing the move.
    #[must_use]
    pub fn hit(&self, mv: KhetMove) -> Option<Hit> {
        let view = self.laser_view_after(mv);
        let square = view.fire(self.side, |_| ()).destroyed()?;
        Some(Hit { square, piece: view.struck_piece(square) })
    }

    /// The beam that a side's laser would make on the board as it is, whichever side is to move.
    #[must_use]
    pub fn beam(&self, side: Side) -> Beam {
        self.laser_view().beam(side)
    }

    /// The beam that fires at the end of a legal move.
    #[must_use]
    pub fn beam_after(&self, mv: KhetMove) -> Beam {
        self.laser_view_after(mv).beam(self.side)
    }
}
