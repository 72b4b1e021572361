//! Distance of a laser from the other pharaoh: the two features that the report tried and dropped \[Zagury2016\].
//!
//! "The computation turned out to be too expensive": the bench `eval` measures the cost. The second feature is a short search
//! on a board with one side's pieces and the other's pharaoh.

use std::ops::ControlFlow;

use plyground_game::{Class, Outcome, Position, Side};
use plyground_khet::{Khet, KhetRules, Square, SquareSet};

/// Maximum depth of [`capture_steps`], in moves.
const LOOK: u32 = 2;

/// Returns the minimum distance, along ranks and files, between a square that a side's beam passes or strikes and the
/// opponent's pharaoh. The range is 0 to 16. The distance is 16 if that pharaoh has fallen.
///
/// ```
/// use plyground_game::{Position, Side};
/// use plyground_khet::{Khet, KhetRules, KhetSetup};
/// use plyground_reports::khet::{beam_distance, capture_steps};
///
/// let start = Khet::new(&KhetSetup::Dynasty, &KhetRules::default());
/// // Three squares from the pharaoh; one move would do if red had no other pieces.
/// assert_eq!((beam_distance(&start, Side::First), capture_steps(&start, Side::First)), (3, 1));
/// # Ok::<(), plyground_game::notation::ParsePositionError>(())
/// ```
#[must_use]
pub fn beam_distance(pos: &Khet, side: Side) -> u32 {
    const FARTHEST: u32 = 16;
    let Some(target) = pos.pharaoh(!side) else { return FARTHEST };
    let distance = |square: Square| square.file().abs_diff(target.file()) + square.rank().abs_diff(target.rank());
    pos.beam(side).path.iter().map(|square| distance(square) as u32).min().unwrap_or(FARTHEST)
}

/// Returns the number of moves that a side needs to take the opponent's pharaoh if the opponent does not move and has no other
/// pieces: 1, 2, or 3 for more than two. Each move is followed by the side's shot as in the game, and the own pharaoh must
/// not fall to it. The number is 3 if a pharaoh has fallen.
#[must_use]
pub fn capture_steps(pos: &Khet, side: Side) -> u32 {
    let (Some(target), Some(_)) = (pos.pharaoh(!side), pos.pharaoh(side)) else { return LOOK + 1 };
    let pieces = SquareSet::from_bits(pos.pieces(side).bits() | 1 << target.index());
    // A turn that changes nothing is no move here, under any rules of the game.
    let sketch = pos.sketch(pieces, side, &KhetRules::OFFICIAL);
    (1..=LOOK).find(|&moves| takes_within(&sketch, target, moves)).unwrap_or(LOOK + 1)
}

/// Returns whether the side to move can shoot the pharaoh on `target` with this many own moves, at least 1.
fn takes_within(sketch: &Khet, target: Square, moves: u32) -> bool {
    let side = sketch.side_to_move();
    if sketch.laser_view().fire(side, |_| ()).destroyed() == Some(target) {
        return true;
    }
    // Only the shot of the last move counts.
    let is_last = moves == 1;
    let class = if is_last { Class::Noisy } else { Class::All };
    let found = sketch.visit_moves(class, |mv| {
        let takes = if is_last {
            sketch.hit(mv).is_some_and(|hit| hit.square == target)
        } else {
            let next = sketch.after(mv);
            match next.outcome() {
                Some(outcome) => outcome == Outcome::Win(side),
                None => takes_within(&next.with_side_to_move(side), target, moves - 1),
            }
        };
        if takes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_break()
}
