//! Search hints of Khet.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use plyground_game::{Position as _, SearchHints, Side};

use crate::Khet;
use crate::beam::Hit;
use crate::moves::KhetMove;
use crate::piece::Kind;
use crate::square::{Square, bit};

impl Khet {
    /// Returns the squares of a move of the side to move whose shot destroys the opponent's pharaoh, and of its beam.
    fn shot_at_pharaoh(&self) -> Option<u128> {
        let target = self.pharaoh(!self.side)?;
        let (way, end) = self.laser_view().fire_with_path(self.side);
        let way = way | bit(Square::sphinx(self.side).index());
        let shot = self.visit_stage(true, |mv| {
            let squares = mv.squares();
            // A move that does not touch the beam has the same shot.
            let (path, end) =
                if way & squares == 0 { (way, end) } else { self.laser_view_after(mv).fire_with_path(self.side) };
            if end.destroyed() == Some(target) { ControlFlow::Break(path | squares) } else { ControlFlow::Continue(()) }
        });
        shot.break_value()
    }
}

impl SearchHints for Khet {
    // If pharaohs may turn, which changes nothing, a position can recur after two plies.
    const NO_RETURN_WITHIN: u32 = 1;

    fn choice(&self) -> u32 {
        self.mobility(Side::First) * self.mobility(Side::Second)
    }

    /// Returns a value by the kind of the destroyed piece, negative for an own piece.
    fn noisy_value(&self, mv: KhetMove) -> i32 {
        self.hit(mv).map_or(0, |Hit { piece, .. }| {
            let worth = match piece.kind() {
                Kind::Pharaoh => 100,
                Kind::Scarab | Kind::Sphinx => 4,
                Kind::Anubis => 3,
                Kind::Pyramid => 2,
            };
            if piece.side() == self.side { -worth } else { worth }
        })
    }

    /// Returns the moves onto or from a square of a shot at the pharaoh, and those whose own shot destroys a piece.
    fn parries(&self) -> Option<Vec<KhetMove>> {
        let shot = self.with_side_to_move(!self.side).shot_at_pharaoh()?;
        let parries = self.legal_moves().into_iter();
        Some(parries.filter(|&mv| shot & mv.squares() != 0 || self.is_noisy(mv)).collect())
    }

    /// Returns the same pieces with the other side to move, without a shot.
    ///
    /// The rules have no pass: each turn ends with the mover's own laser. A pass that fires would be a move like any other and
    /// could destroy a piece. A threat is what the other side could do to the current board.
    fn pass(&self) -> Option<Khet> {
        if !self.is_open() {
            return None;
        }
        let mut passed = Khet::empty(!self.side, self.options);
        passed.copy_pieces(self);
        Some(passed)
    }
}
