//! Khet: pieces of two sides that face somewhere.

use std::fmt::Write;

use plyground_game::{Position, Side};
use plyground_khet::{Khet, Square};

use crate::{Arranged, Brush, Placed};

/// Shapes of pieces, the letters of the red ones, and how many ways they can face.
const KINDS: [(&str, char, u16); 5] =
    [("pharaoh", 'k', 1), ("scarab", 's', 2), ("pyramid", 'p', 4), ("anubis", 'a', 4), ("sphinx", 'x', 4)];

impl Arranged for Khet {
    fn brushes() -> Vec<Brush> {
        let of = |side: Side| {
            KINDS
                .map(|(shape, _, turns)| Brush::piece(format!("{} {shape}", Khet::side_name(side)), shape, side, turns))
        };
        Side::ALL.into_iter().flat_map(of).chain([Brush::nothing()]).collect()
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, _: &[u32]) -> String {
        let mut ranks = vec![String::new(); 8];
        let mut empty = [0; 8];
        for square in Square::all() {
            let rank = 7 - square.rank();
            let piece = Placed::on(pieces, &square.to_string());
            let Some((piece, &(_, letter, turns))) =
                piece.and_then(|piece| Some((piece, KINDS.iter().find(|kind| kind.0 == piece.shape)?)))
            else {
                empty[rank] += 1;
                continue;
            };
            let text = &mut ranks[rank];
            if empty[rank] > 0 {
                write!(text, "{}", empty[rank]).expect("a string takes all");
                empty[rank] = 0;
            }
            text.push(if piece.side == 0 { letter.to_ascii_uppercase() } else { letter });
            if turns > 1 {
                write!(text, "{}", piece.turn / 90 % 4 + 1).expect("a string takes all");
            }
        }
        format!("{} {}", ranks.join("/"), to_move.index())
    }
}
