//! Search hints of Khet.

use plyground_game::{SearchHints, Side};

use crate::Khet;
use crate::beam::Hit;
use crate::moves::KhetMove;
use crate::piece::Kind;

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
