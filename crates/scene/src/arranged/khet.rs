//! Khet: pieces of two sides with orientations.

use std::fmt::Write;

use plyground_game::{Position, Side};
use plyground_khet::{Khet, Kind, Square};

use crate::{Arranged, Brush, Placed};

/// Name, letter of a red piece and number of orientations of each kind.
const KINDS: [(&str, char, u16); 5] =
    [("pharaoh", 'k', 1), ("scarab", 's', 2), ("pyramid", 'p', 4), ("anubis", 'a', 4), ("sphinx", 'x', 4)];

fn plural(kind: &str) -> String {
    if kind.ends_with('s') { kind.to_owned() } else { format!("{kind}s") }
}

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

    fn problem(&self, pieces: &[Placed], _: Side, _: &[u32]) -> Option<String> {
        let count = |side: Side, shape: &str| {
            pieces.iter().filter(|piece| piece.side == side.index() && piece.shape == shape).count()
        };
        for side in Side::ALL {
            let (name, corner) = (Khet::side_name(side), Square::sphinx(side));
            let is_sphinx = |piece: &&Placed| piece.shape == "sphinx" && piece.side == side.index();
            let sphinx = Placed::on(pieces, &corner.to_string()).filter(is_sphinx);
            let Some(sphinx) = sphinx else { return Some(format!("The sphinx of {name} must stand on {corner}.")) };
            if count(side, "sphinx") > 1 {
                return Some(format!("The sphinx of {name} stands on {corner} only."));
            }
            let facings =
                if side == Side::First { [("north", 0), ("west", 270)] } else { [("south", 180), ("east", 90)] };
            if facings.iter().all(|(_, turn)| sphinx.turn % 360 != *turn) {
                let [(one, _), (other, _)] = facings;
                return Some(format!("The sphinx of {name} must face {one} or {other}."));
            }
            for kind in [Kind::Pharaoh, Kind::Scarab, Kind::Anubis, Kind::Pyramid] {
                let (number, most, kind) = (count(side, &kind.to_string()), kind.in_box(), kind.to_string());
                if number > most {
                    let kinds = if most == 1 { kind } else { plural(&kind) };
                    return Some(format!("The box holds {most} {name} {kinds}, and there are {number}."));
                }
            }
            let is_foreign = |piece: &&Placed| {
                piece.side == side.index()
                    && Square::all().any(|on| on.to_string() == piece.on && on.reserved_for() == Some(!side))
            };
            if let Some(piece) = pieces.iter().find(is_foreign) {
                let other = Khet::side_name(!side);
                return Some(format!(
                    "The square {} is for {other} only, and a {name} {} stands there.",
                    piece.on, piece.shape
                ));
            }
        }
        None
    }
}
