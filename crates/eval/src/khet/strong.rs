//! Features of Khet: pieces, mobility, and the possible next shots of both lasers.
//!
//! Every feature is the own side's measure minus the opponent's, so the evaluation is antisymmetric. Each beam is followed once,
//! and again for each mirror on its path that its owner could turn.

use plyground_game::{Position, Side};
use plyground_khet::{BeamEnd, Direction, Effect, Khet, Kind, Square};
use smallvec::SmallVec;

use super::defence::pharaoh_defence;
use crate::features::{Bounds, FeatureInfo, Features};

/// The features of [`Strong`](super::Strong).
///
/// ```
/// use plyground_eval::{Features, khet::{Strong, StrongFeatures}};
/// use plyground_game::{Evaluate, Position, Side};
/// use plyground_khet::Khet;
///
/// let start = Khet::default();
/// let after = start.after(start.read_move("j1-")?);
/// // Silver's laser destroyed its own anubis.
/// assert_eq!(StrongFeatures::measure(&after, Side::First)[1], -1);
/// assert!(Strong::default().evaluate(&after, &(), Side::Second).value() > 0);
/// # Ok::<(), plyground_game::notation::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongFeatures;

/// Measures of a side's laser: its current beam and its threats.
#[derive(Clone, Copy, Default)]
struct Aim {
    /// Whether the current beam destroys an opponent's piece.
    takes: bool,
    /// Whether the current beam destroys an own piece.
    takes_own: bool,
    /// Turns of the sphinx or of an own piece on the beam after which it would destroy an opponent's piece.
    threats: i32,
    /// Turns after which the beam would destroy the pharaoh.
    pharaoh_threats: i32,
    /// The squares that the beam passes or strikes.
    path: u128,
}

impl Aim {
    fn new(pos: &Khet, side: Side) -> Aim {
        let home = Square::sphinx(side);
        let Some(sphinx) = pos.piece(home) else { return Aim::default() };
        let target = pos.pharaoh(!side);
        let view = pos.laser_view();
        let (mut threats, mut pharaoh_threats) = (0, 0);
        let mut count = |end: BeamEnd| {
            if let Some(square) = end.destroyed().filter(|&square| view.struck_piece(square).side() != side) {
                threats += 1;
                pharaoh_threats += i32::from(target == Some(square));
            }
        };
        for turned in sphinx.turns() {
            count(view.follow(home, turned.facing(), |_| ()));
        }
        let mut own_struck = SmallVec::<[Square; 12]>::new();
        let mut path = 0;
        let (mut from, mut travel) = (home, sphinx.facing());
        let taken = loop {
            let stretch = view.stretch(from, travel);
            path |= stretch.squares().bits();
            let Some(square) = stretch.struck else { break None };
            let piece = view.struck_piece(square);
            // A beam can strike a piece twice: a scarab on both sides, a pyramid in the mirror and then from behind. A turned
            // piece deflects the beam at the first strike, so the second strike never happens. A beam followed from the second
            // strike could loop.
            if piece.side() == side && square != home && !own_struck.contains(&square) {
                own_struck.push(square);
                for turned in piece.turns() {
                    if let Effect::Reflected(out) = turned.strike(travel) {
                        count(pos.laser_view_with(square, turned).follow(square, out, |_| ()));
                    }
                }
            }
            match piece.strike(travel) {
                Effect::Reflected(out) => (from, travel) = (square, out),
                Effect::Absorbed => break None,
                Effect::Destroyed => break Some(piece.side()),
            }
        };
        Aim { takes: taken == Some(!side), takes_own: taken == Some(side), threats, pharaoh_threats, path }
    }
}

/// Returns the number of bare sides of a side's pyramids and anubises that face an empty square.
fn exposed_sides(pos: &Khet, side: Side) -> i32 {
    let occupied = (pos.pieces(side) | pos.pieces(!side)).bits();
    let pieces = pos.pieces_on(pos.pieces_of(side, Kind::Pyramid) | pos.pieces_of(side, Kind::Anubis));
    let exposed = pieces.map(|(square, piece)| (piece.bare_sides(square).bits() & !occupied).count_ones());
    exposed.sum::<u32>() as i32
}

/// Returns the number of empty squares on a straight line to a side's pharaoh.
fn open_lines(pos: &Khet, side: Side) -> i32 {
    let Some(pharaoh) = pos.pharaoh(side) else { return 0 };
    let view = pos.laser_view();
    let occupied = (pos.pieces(side) | pos.pieces(!side)).bits();
    let lines =
        Direction::ALL.iter().fold(0, |lines, &direction| lines | view.stretch(pharaoh, direction).squares().bits());
    (lines & !occupied).count_ones() as i32
}

const fn info(name: &'static str, about: &'static str, unit: &'static str, most: i32) -> FeatureInfo {
    FeatureInfo::new(name, about, unit, (-most, most), Bounds::new(-1000.0, 1000.0, 10.0))
}

impl Features for StrongFeatures {
    type Game = Khet;
    type Values = [i32; 13];

    const NAME: &'static str = "strong";
    const INFO: &'static [FeatureInfo] = &[
        info("pyramids", "own pyramids minus the opponent's", "pieces", 7),
        info("anubises", "own anubises minus the opponent's", "pieces", 2),
        info("moves", "own legal moves minus the opponent's, whichever side is to move", "moves", 127),
        info("defence", "guarded sides of the own pharaoh minus the opponent's", "sides", 4),
        info("aimed", "whether the beam as it stands strikes down a piece of the opponent's", "0 or 1", 1),
        info("aimed_at_own", "whether the beam as it stands strikes down an own piece", "0 or 1", 1),
        info("threats", "turns of sphinx or mirrors that make the beam take a piece", "moves", 40),
        info("pharaoh_threats", "turns of sphinx or mirrors that make the beam take the pharaoh", "moves", 40),
        info("beam", "squares that the beam passes or strikes", "squares", 80),
        info("cover", "squares at the opponent's pharaoh that the beam passes or strikes", "squares", 9),
        info("exposed", "bare sides of own pyramids and anubises that look at an empty square", "sides", 36),
        info("open_lines", "empty squares from which a beam could come straight at the pharaoh", "squares", 16),
        info("to_move", "1 to move, -1 when the opponent is", "turns", 1),
    ];
    const DEFAULTS: &'static str = include_str!("../../weights/khet-strong.toml");

    fn measure(pos: &Khet, side: Side) -> [i32; 13] {
        let one = |side: Side| {
            let aim = Aim::new(pos, side);
            let near = pos.pharaoh(!side).map_or(0, |square| square.around().bits() | 1 << square.index());
            [
                pos.pieces_of(side, Kind::Pyramid).len() as i32,
                pos.pieces_of(side, Kind::Anubis).len() as i32,
                pos.mobility(side) as i32,
                pharaoh_defence(pos, side) as i32,
                i32::from(aim.takes),
                i32::from(aim.takes_own),
                aim.threats,
                aim.pharaoh_threats,
                aim.path.count_ones() as i32,
                (aim.path & near).count_ones() as i32,
                exposed_sides(pos, side),
                open_lines(pos, side),
                i32::from(pos.side_to_move() == side),
            ]
        };
        let (own, theirs) = (one(side), one(!side));
        std::array::from_fn(|place| own[place] - theirs[place])
    }
}

#[cfg(test)]
mod tests;
