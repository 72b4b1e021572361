//! What helps a side that is well ahead to take the pharaoh: its pieces come near the pharaoh, and the last defenders fall.
//!
//! A pharaoh with two scarabs can run for a long time. [`Strong`](super::Strong) and its tables know what a piece is worth, but
//! not that it has to come closer, and a search does not see that far. So a side that was well ahead moved to and fro until a
//! limit of plies ended the game.

use plyground_game::{Evaluate, Outcome, Score, Side, Term};
use plyground_khet::{Khet, Kind, Square};

use super::Learned;

/// [`Learned`], and points for the hunt of a side that is at least two pieces ahead.
///
/// Pieces are pyramids and anubises. The points grow with the lead, up to four pieces.
///
/// ```
/// use plyground_eval::khet::Hunting;
/// use plyground_game::{Evaluate, Position, Side};
/// use plyground_khet::{Khet, KhetRules};
///
/// let hunters = |text: &str| {
///     let pos = Khet::parse(text, &KhetRules::default()).expect("a position");
///     let terms = Hunting::default().explain(&pos, &(), Side::First);
///     terms.iter().find(|term| term.name == "hunters").expect("a term").term
/// };
/// // Two pyramids of silver, near the pharaoh of red and far from it.
/// assert!(hunters("x34k4//4P1P14/////4K4X1 0") > hunters("x34k4/////4P1P14//4K4X1 0"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hunting {
    learned: Learned,
}

/// Minimum lead, in pieces.
const LEAST_LEAD: i32 = 2;
/// Number of steps from no points to all points, one for each piece of the lead.
const STEPS: i32 = 3;
/// Points for each square that a piece of the hunters is nearer to the pharaoh than [`FAR`].
const NEAR: i32 = 10;
/// Distance, in moves of a piece, from which a hunter counts nothing.
const FAR: u32 = 8;
/// Points for each piece that the opponent has lost.
const TAKEN: i32 = 80;
/// Number of pyramids and anubises of a side at the start.
const PIECES: i32 = 9;

fn pieces(pos: &Khet, side: Side) -> i32 {
    (pos.pieces_of(side, Kind::Pyramid) | pos.pieces_of(side, Kind::Anubis)).len() as i32
}

/// Returns the number of moves of a piece from one square to another on an empty board.
fn distance(one: Square, other: Square) -> u32 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())) as u32
}

/// Returns the points of a side for its hunters near the pharaoh, and for the defenders that it took.
fn points(pos: &Khet, side: Side) -> [i32; 2] {
    let steps = (pieces(pos, side) - pieces(pos, !side) - LEAST_LEAD + 1).clamp(0, STEPS);
    let Some(pharaoh) = pos.pharaoh(!side).filter(|_| steps > 0) else { return [0; 2] };
    let hunters = [Kind::Pyramid, Kind::Anubis, Kind::Scarab].map(|kind| pos.pieces_of(side, kind));
    let squares = hunters.iter().flat_map(|hunters| hunters.iter());
    let near: u32 = squares.map(|square| FAR.saturating_sub(distance(square, pharaoh))).sum();
    [NEAR * near as i32, TAKEN * (PIECES - pieces(pos, !side))].map(|points| points * steps / STEPS)
}

impl Hunting {
    fn term(pos: &Khet, side: Side) -> i32 {
        points(pos, side).iter().sum::<i32>() - points(pos, !side).iter().sum::<i32>()
    }
}

impl Evaluate<Khet> for Hunting {
    type Path = ();

    #[inline]
    fn evaluate(&self, pos: &Khet, (): &(), side: Side) -> Score {
        Score::new(self.learned.evaluate(pos, &(), side).value() + Hunting::term(pos, side))
    }

    #[inline]
    fn finished(&self, pos: &Khet, path: &(), outcome: Outcome, side: Side, ply: u32) -> Score {
        self.learned.finished(pos, path, outcome, side, ply)
    }

    fn explain(&self, pos: &Khet, (): &(), side: Side) -> Vec<Term> {
        let (own, theirs) = (points(pos, side), points(pos, !side));
        let term = |(name, place): (&'static str, usize)| {
            let term = f64::from(own[place] - theirs[place]);
            Term { name, value: term, weight: 1.0, power: 1.0, term }
        };
        let mut terms = self.learned.explain(pos, &(), side);
        terms.extend([("hunters", 0), ("taken", 1)].map(term));
        terms
    }
}

#[cfg(test)]
mod tests {
    use plyground_game::Position;
    use plyground_khet::KhetRules;

    use super::*;

    fn terms(text: &str) -> [f64; 2] {
        let pos = Khet::parse(text, &KhetRules::default()).unwrap();
        let [own, other] = Side::ALL.map(|side| {
            let terms = Hunting::default().explain(&pos, &(), side);
            let (value, sum) =
                (Hunting::default().evaluate(&pos, &(), side).value(), terms.iter().map(|term| term.term));
            assert!((f64::from(value) - sum.sum::<f64>()).abs() < 1.0, "{text}");
            ["hunters", "taken"].map(|name| terms.iter().find(|term| term.name == name).unwrap().term)
        });
        assert_eq!(own, other.map(|term| -term), "{text}");
        own
    }

    #[test]
    fn hunters_count_from_a_lead_of_two_pieces() {
        let text = |silver: &str| format!("x34k4////{silver}///4K4X1 0");
        assert_eq!(terms(&text("1P18")), [0.0; 2], "a lead of one piece");
        // The squares are 4 moves from f8: (4 + 4) x 10 and 9 x 80, a third of each.
        assert_eq!(terms(&text("1P13P14")), [26.0, 240.0]);
        assert_eq!(terms(&text("1P13P1P13")), [80.0, 480.0], "two thirds of 12 x 10");
        assert_eq!(terms(&text("1P13P1P1P12")), [160.0, 720.0], "all of it");
        assert_eq!(terms(&text("1P13P1P1P1P11")), [200.0, 720.0], "and no more");
    }
}
