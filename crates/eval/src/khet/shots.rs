//! How near a laser is to the other pharaoh: the two measures that the report tried and dropped \[Zagury2016\].
//!
//! "The computation turned out to be too expensive": the bench `eval` says how expensive. The second one is a short search
//! in itself, on a board with one side's pieces and the other's pharaoh.
//!
//! ```
//! use plyground_eval::khet::{beam_distance, capture_steps};
//! use plyground_game::{Position, Side};
//! use plyground_khet::{Khet, KhetRules, KhetSetup};
//!
//! let start = Khet::new(&KhetSetup::Dynasty, &KhetRules::default());
//! // Three squares from the pharaoh; one move would do if red had no other pieces.
//! assert_eq!((beam_distance(&start, Side::First), capture_steps(&start, Side::First)), (3, 1));
//! # Ok::<(), plyground_game::notation::ParsePositionError>(())
//! ```

use plyground_game::Side;
use plyground_khet::{Direction, Effect, Khet, Kind, Piece, Square, SquareSet};

/// The farthest that [`capture_steps`] looks, in moves.
const LOOK: u32 = 2;
/// Squares of the board.
const SQUARES: usize = 80;

/// The least number of squares, along ranks and files, between a square that a side's beam passes or strikes and the
/// opponent's pharaoh: 0 to 16, and 16 when that has fallen.
#[must_use]
pub fn beam_distance(pos: &Khet, side: Side) -> u32 {
    const FARTHEST: u32 = 16;
    let Some(target) = pos.pharaoh(!side) else { return FARTHEST };
    let distance = |square: Square| square.file().abs_diff(target.file()) + square.rank().abs_diff(target.rank());
    pos.beam(side).path.iter().map(|square| distance(square) as u32).min().unwrap_or(FARTHEST)
}

/// The moves that a side would need to take the opponent's pharaoh if the opponent did not move and had no other
/// pieces: 1, 2, or 3 for more than two. Each move is followed by the side's shot as in the game, and the own pharaoh must
/// not fall to it. 3 when a pharaoh has fallen.
#[must_use]
pub fn capture_steps(pos: &Khet, side: Side) -> u32 {
    let (Some(target), Some(_)) = (pos.pharaoh(!side), pos.pharaoh(side)) else { return LOOK + 1 };
    let mut sketch = Sketch { squares: [None; SQUARES], side };
    for square in pos.pieces(side).iter().chain([target]) {
        sketch.squares[square.index()] = pos.piece(square);
    }
    (1..=LOOK).find(|&moves| sketch.can_take_within(moves)).unwrap_or(LOOK + 1)
}

/// A board with one side's pieces and the other's pharaoh.
#[derive(Clone)]
struct Sketch {
    squares: [Option<Piece>; SQUARES],
    side: Side,
}

/// What a shot does.
struct Shot {
    /// The squares it passes or strikes.
    path: u128,
    /// The square of the piece that it destroys.
    destroyed: Option<Square>,
}

impl Sketch {
    fn fire(&self) -> Shot {
        let mut square = Square::sphinx(self.side);
        let mut path = 0;
        let Some(mut travel) = self.squares[square.index()].map(Piece::facing) else {
            return Shot { path, destroyed: None };
        };
        while let Some(next) = square.neighbour(travel) {
            square = next;
            path |= 1 << square.index();
            if let Some(piece) = self.squares[square.index()] {
                match piece.strike(travel) {
                    Effect::Reflected(out) => travel = out,
                    Effect::Absorbed => break,
                    Effect::Destroyed => return Shot { path, destroyed: Some(square) },
                }
            }
        }
        Shot { path, destroyed: None }
    }

    fn is_target(&self, square: Square) -> bool {
        self.squares[square.index()].is_some_and(|piece| piece.side() != self.side)
    }

    /// Whether some series of this many moves, at least 1, ends with a shot at the pharaoh.
    fn can_take_within(&self, moves: u32) -> bool {
        let shot = self.fire();
        // Another move than the last may do anything; a last one that does not touch the beam changes nothing.
        let way = shot.path | 1 << Square::sphinx(self.side).index();
        let touches = |square: Square| moves > 1 || way >> square.index() & 1 != 0;
        if shot.destroyed.is_some_and(|square| self.is_target(square)) {
            return true;
        }
        let own = Square::all().filter_map(|square| self.squares[square.index()].map(|piece| (square, piece)));
        for (from, piece) in own.filter(|(_, piece)| piece.side() == self.side) {
            if touches(from) && turns(piece).any(|turned| self.takes_after([(from, Some(turned)); 2], moves)) {
                return true;
            }
            let mut targets = around(from).filter(|&to| {
                (touches(from) || touches(to)) && piece.kind() != Kind::Sphinx && self.lets_in(piece, to)
            });
            if targets.any(|to| self.takes_after([(from, self.squares[to.index()]), (to, Some(piece))], moves)) {
                return true;
            }
        }
        false
    }

    /// Whether a piece of the side may step to a square beside it, or swap with what stands there.
    fn lets_in(&self, piece: Piece, to: Square) -> bool {
        SquareSet::allowed(self.side).contains(to)
            && match self.squares[to.index()] {
                None => true,
                Some(other) => {
                    let moves_aside = matches!(other.kind(), Kind::Pyramid | Kind::Anubis);
                    piece.kind() == Kind::Scarab && other.side() == self.side && moves_aside
                }
            }
    }

    /// Whether the pharaoh falls to this move's shot, or within the moves that are left.
    fn takes_after(&self, changes: [(Square, Option<Piece>); 2], moves: u32) -> bool {
        let mut next = self.clone();
        for (square, piece) in changes {
            next.squares[square.index()] = piece;
        }
        if let Some(square) = next.fire().destroyed {
            if next.is_target(square) {
                return true;
            }
            if next.squares[square.index()].is_some_and(|piece| piece.kind() == Kind::Pharaoh) {
                return false;
            }
            next.squares[square.index()] = None;
        }
        moves > 1 && next.can_take_within(moves - 1)
    }
}

/// A piece after each of its turns; a scarab's two are one, and a sphinx has one that does not look off the board.
fn turns(piece: Piece) -> impl Iterator<Item = Piece> {
    let ways: &[bool] = match piece.kind() {
        Kind::Pharaoh => &[],
        Kind::Scarab => &[true],
        Kind::Pyramid | Kind::Anubis => &[true, false],
        Kind::Sphinx if matches!(piece.facing(), Direction::West | Direction::East) => &[true],
        Kind::Sphinx => &[false],
    };
    ways.iter().map(move |&clockwise| piece.turned(clockwise))
}

/// The up to eight squares around a square.
fn around(square: Square) -> impl Iterator<Item = Square> {
    let (file, rank) = (square.file(), square.rank());
    let beside = |place: usize| [place.wrapping_sub(1), place, place + 1];
    beside(file)
        .into_iter()
        .flat_map(move |file| beside(rank).into_iter().filter_map(move |rank| Square::new(file, rank)))
        .filter(move |&other| other != square)
}
