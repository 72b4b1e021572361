//! Counts moves without generating them, generates them in a fixed order, and generates them in stages.
//!
//! A move that does not touch the beam cannot change it. So all such moves have the shot of the mover's current beam. Only moves
//! that touch the beam (from a square of its path, onto one, or with the sphinx) need a beam of their own. This makes stages
//! cheap.

use core::ops::ControlFlow;

use plyground_game::Side;

use crate::moves::{Action, KhetMove};
use crate::piece::{Kind, Piece};
use crate::position::Khet;
use crate::square::{ALLOWED, BOARD, FILE_A, FILE_J, FILES, NEIGHBOURS, SPHINXES, Square, bit, indices};

/// The moves of one piece.
struct PieceMoves {
    /// Target squares of steps and swaps.
    targets: u128,
    clockwise: bool,
    anticlockwise: bool,
}

impl Khet {
    /// Returns the number of legal moves of a side, whichever side is to move; 0 in a finished game.
    ///
    /// ```
    /// use plyground_game::{Position, Side};
    /// use plyground_khet::Khet;
    ///
    /// let pos = Khet::default();
    /// assert_eq!(Side::ALL.map(|side| pos.mobility(side)), [77, 77]);
    /// assert_eq!(pos.count_moves(), 77);
    /// ```
    #[inline]
    #[must_use]
    pub fn mobility(&self, side: Side) -> u32 {
        if !self.is_open() {
            return 0;
        }
        let movers = self.sides[side.index()] & !SPHINXES;
        let scarabs = movers & self.kinds[Kind::Scarab.index()];
        let steps = count_steps(movers, BOARD & !self.occupied() & ALLOWED[side.index()]);
        let swaps: u32 =
            indices(scarabs).map(|from| (NEIGHBOURS[from] & self.swappable(side, from)).count_ones()).sum();
        // Two turns for each piece except the pharaoh, minus one per scarab, plus the sphinx's one.
        let mut turns = 2 * movers.count_ones() + 1;
        if !self.options.pharaoh_turns() {
            turns -= 2;
        }
        if !self.options.scarab_both_turns() {
            turns -= scarabs.count_ones();
        }
        steps + swaps + turns
    }

    /// Returns the pieces with which a side's scarab on `from` may swap, by the squares on which both land.
    #[inline]
    fn swappable(&self, side: Side, from: usize) -> u128 {
        let kinds = self.kinds[Kind::Pyramid.index()] | self.kinds[Kind::Anubis.index()];
        // The opponent's piece lands on the scarab's square, which may be reserved for the scarab's side.
        let opponent_may_land = !self.options.strict_swap() || ALLOWED[side.other().index()] & bit(from) != 0;
        let owners = if opponent_may_land { self.occupied() } else { self.sides[side.index()] };
        kinds & owners & ALLOWED[side.index()]
    }

    /// Returns the moves of the piece on `from`, which belongs to the side to move.
    #[inline]
    fn piece_moves(&self, from: usize) -> PieceMoves {
        let empty = BOARD & !self.occupied() & ALLOWED[self.side.index()];
        let steps = NEIGHBOURS[from] & empty;
        let piece = Piece::from_code(self.squares[from]);
        match piece.kind() {
            Kind::Pyramid | Kind::Anubis => PieceMoves { targets: steps, clockwise: true, anticlockwise: true },
            Kind::Scarab => PieceMoves {
                targets: steps | (NEIGHBOURS[from] & self.swappable(self.side, from)),
                clockwise: true,
                anticlockwise: self.options.scarab_both_turns(),
            },
            Kind::Pharaoh => {
                let turns = self.options.pharaoh_turns();
                PieceMoves { targets: steps, clockwise: turns, anticlockwise: turns }
            }
            Kind::Sphinx => {
                let clockwise = piece.sphinx_turns_clockwise();
                PieceMoves { targets: 0, clockwise, anticlockwise: !clockwise }
            }
        }
    }

    /// Returns whether a move is legal.
    pub(crate) fn allows(&self, mv: KhetMove) -> bool {
        let from = mv.from().index();
        if !self.is_open() || self.sides[self.side.index()] & bit(from) == 0 {
            return false;
        }
        let moves = self.piece_moves(from);
        match mv.action() {
            Action::Step(to) => moves.targets & bit(to.index()) != 0,
            Action::Turn { clockwise: true } => moves.clockwise,
            Action::Turn { clockwise: false } => moves.anticlockwise,
        }
    }

    /// Visits every legal move: pieces from a1 to j8, and for each piece its steps and swaps by target square, then its turns.
    #[inline]
    pub(crate) fn visit_all<B>(&self, mut visit: impl FnMut(KhetMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.is_open() {
            return ControlFlow::Continue(());
        }
        for from in indices(self.sides[self.side.index()]) {
            let moves = self.piece_moves(from);
            for to in indices(moves.targets) {
                visit(KhetMove::between(from, to))?;
            }
            if moves.clockwise {
                visit(KhetMove::turn(Square::at(from), true))?;
            }
            if moves.anticlockwise {
                visit(KhetMove::turn(Square::at(from), false))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the legal moves whose shot destroys a piece (`noisy`), or the other legal moves, in the same order.
    pub(crate) fn visit_stage<B>(
        &self,
        noisy: bool,
        mut visit: impl FnMut(KhetMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.is_open() {
            return ControlFlow::Continue(());
        }
        let (path, end) = self.laser_view().fire_with_path(self.side);
        // The beam begins at the sphinx, so a turn of the sphinx touches it.
        let way = path | bit(Square::sphinx(self.side).index());
        let untouched_belong = end.destroyed().is_some() == noisy;
        let hits = |mv| self.laser_view_after(mv).fire(self.side, |_| ()).destroyed().is_some();
        let belongs = |mv, touches| if touches { hits(mv) == noisy } else { untouched_belong };
        for from in indices(self.sides[self.side.index()]) {
            let mut moves = self.piece_moves(from);
            let on_way = way & bit(from) != 0;
            if !on_way && !untouched_belong {
                moves.targets &= way;
                (moves.clockwise, moves.anticlockwise) = (false, false);
            }
            for to in indices(moves.targets) {
                let mv = KhetMove::between(from, to);
                let touches = on_way || way & bit(to) != 0;
                if belongs(mv, touches) {
                    visit(mv)?;
                }
            }
            for (turns, clockwise) in [(moves.clockwise, true), (moves.anticlockwise, false)] {
                let mv = KhetMove::turn(Square::at(from), clockwise);
                if turns && belongs(mv, on_way) {
                    visit(mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the number of pairs of a mover and an adjacent target.
#[inline]
fn count_steps(movers: u128, targets: u128) -> u32 {
    let (east, west) = (movers & !FILE_J, movers & !FILE_A);
    let shifted = [
        movers << FILES,
        movers >> FILES,
        east << 1,
        west >> 1,
        east << (FILES + 1),
        west << (FILES - 1),
        east >> (FILES - 1),
        west >> (FILES + 1),
    ];
    shifted.iter().map(|set| (set & targets).count_ones()).sum()
}
