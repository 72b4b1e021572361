//! Hints of Khet for searches, besides its rules.

use plyground_game::{SearchHints, Side};

use crate::Khet;
use crate::beam::Hit;
use crate::moves::KhetMove;
use crate::piece::Kind;

impl SearchHints for Khet {
    // Where pharaohs may turn, which changes nothing, a position comes back after two plies.
    const NO_RETURN_WITHIN: u32 = 1;

    fn choice(&self) -> u32 {
        self.mobility(Side::First) * self.mobility(Side::Second)
    }

    /// By the kind of piece that the laser takes, below nothing where it is an own one.
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

    /// The same pieces, the other side to move, and no laser is fired.
    ///
    /// The rules know no pass: each turn ends with the mover's own laser. A pass that fired it would be a move like any
    /// other, which takes whatever stands in the beam; a threat is what the other side could do to the board as it stands.
    fn pass(&self) -> Option<Khet> {
        if !self.is_open() {
            return None;
        }
        let mut passed = Khet::empty(!self.side, self.options);
        passed.copy_pieces(self);
        Some(passed)
    }
}
