//! What one side has in an ending, and its numbers.

use plyground_game::Side;
use plyground_khet::{Direction, Khet, KhetRules, Kind, Piece, Square, SquareSet};

use super::bits::WORD;

/// The facings of silver's sphinx.
const SPHINX: [Direction; 2] = [Direction::North, Direction::West];

/// Sphinx, pharaoh and at most one other piece of a side, as it sees them: its own pieces are silver, and its sphinx is
/// on j1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Army {
    pub(super) sphinx: Direction,
    pub(super) pharaoh: Square,
    pub(super) piece: Option<(Square, Piece)>,
}

impl Army {
    /// Returns the army of a side; `None` if it has no pharaoh or more than one other piece.
    pub(super) fn of(pos: &Khet, side: Side) -> Option<Army> {
        let own = |(square, piece): (Square, Piece)| match side {
            Side::First => (square, piece),
            Side::Second => (square.half_turned(), piece.half_turned()),
        };
        let (mut sphinx, mut pharaoh, mut other) = (None, None, None);
        for (square, piece) in pos.pieces_on(pos.pieces(side)).map(own) {
            match piece.kind() {
                Kind::Sphinx => sphinx = Some(piece.facing()),
                Kind::Pharaoh => pharaoh = Some(square),
                _ if other.is_some() => return None,
                _ => other = Some((square, piece)),
            }
        }
        Some(Army { sphinx: sphinx?, pharaoh: pharaoh?, piece: other })
    }

    /// Returns the pieces as silver's.
    pub(super) fn pieces(self) -> impl Iterator<Item = (Square, Piece)> {
        let sphinx = (Square::SILVER_SPHINX, Piece::new(Side::First, Kind::Sphinx, self.sphinx));
        let pharaoh = (self.pharaoh, Piece::new(Side::First, Kind::Pharaoh, Direction::North));
        [sphinx, pharaoh].into_iter().chain(self.piece)
    }

    /// Returns the pieces as red's.
    pub(super) fn red_pieces(self) -> impl Iterator<Item = (Square, Piece)> {
        self.pieces().map(|(square, piece)| (square.half_turned(), piece.half_turned()))
    }
}

/// Numbering of the armies with a piece of one kind, or without a piece.
///
/// All numbers of one square of the piece form a block of whole words, so that a scarab's swap, which moves the
/// opponent's piece, exchanges blocks. The rest of a block has no army.
#[derive(Debug)]
pub(super) struct Armies {
    kind: Option<Kind>,
    /// Squares on which the piece can be.
    squares: Squares,
    /// Squares on which the pharaoh can be, and where the piece can go.
    allowed: Squares,
    rules: KhetRules,
}

/// Some squares, numbered.
#[derive(Clone, Debug)]
struct Squares {
    set: SquareSet,
    all: Vec<Square>,
    /// Numbers by the index of the square.
    numbers: Vec<Option<usize>>,
}

impl Squares {
    fn new(set: SquareSet) -> Squares {
        let all: Vec<Square> = set.iter().collect();
        let number = |square| all.iter().position(|&known| known == square);
        Squares { set, numbers: Square::all().map(number).collect(), all }
    }

    fn number(&self, square: Square) -> Option<usize> {
        self.numbers[square.index()]
    }
}

impl Armies {
    pub(super) fn new(kind: Option<Kind>, rules: KhetRules) -> Armies {
        let without_sphinxes = |set: SquareSet| {
            let sphinxes = Side::ALL.map(Square::sphinx);
            let bits = set.iter().filter(|square| !sphinxes.contains(square)).map(|square| 1 << square.index());
            Squares::new(SquareSet::from_bits(bits.sum()))
        };
        let allowed = without_sphinxes(SquareSet::allowed(Side::First));
        // With lax swaps, a scarab may leave the opponent's piece on any square.
        let squares = match kind {
            Some(Kind::Pyramid | Kind::Anubis) if !rules.strict_swap => {
                without_sphinxes(SquareSet::from_bits(u128::MAX))
            }
            _ => allowed.clone(),
        };
        Armies { kind, squares, allowed, rules }
    }

    /// Returns the number of words of a block.
    pub(super) fn block(&self) -> usize {
        (SPHINX.len() * self.allowed.all.len() * self.facings()).div_ceil(WORD)
    }

    /// Returns the number of numbers, a multiple of 64.
    pub(super) fn len(&self) -> usize {
        let blocks = if self.kind.is_some() { self.squares.all.len() } else { 1 };
        blocks * self.block() * WORD
    }

    fn facings(&self) -> usize {
        match self.kind {
            None => 1,
            Some(Kind::Scarab) => 2,
            Some(_) => 4,
        }
    }

    /// Returns the army with a number; `None` for a hole in the numbering.
    pub(super) fn army(&self, index: usize) -> Option<Army> {
        let (block, place) = (index / (self.block() * WORD), index % (self.block() * WORD));
        let (place, sphinx) = (place / SPHINX.len(), SPHINX[place % SPHINX.len()]);
        let pharaohs = &self.allowed.all;
        let (facing, pharaoh) = (place / pharaohs.len(), pharaohs[place % pharaohs.len()]);
        if facing >= self.facings() {
            return None;
        }
        let piece = match self.kind {
            None => None,
            Some(kind) => {
                let square = *self.squares.all.get(block).filter(|&&square| square != pharaoh)?;
                Some((square, Piece::new(Side::First, kind, Direction::from_index(facing))))
            }
        };
        Some(Army { sphinx, pharaoh, piece })
    }

    /// Returns the number of an army with a piece of the kind.
    pub(super) fn index(&self, army: Army) -> Option<usize> {
        let (mut block, mut facing) = (0, 0);
        if let Some((square, piece)) = army.piece {
            block = self.squares.number(square)?;
            facing = piece.facing().index();
        }
        let pharaoh = self.allowed.number(army.pharaoh)?;
        let sphinx = SPHINX.iter().position(|&facing| facing == army.sphinx)?;
        let place = (facing * self.allowed.all.len() + pharaoh) * SPHINX.len() + sphinx;
        Some(block * self.block() * WORD + place)
    }

    /// Returns the armies after the steps and turns of an army on a board without other pieces.
    pub(super) fn moves(&self, army: Army) -> Vec<Army> {
        let taken = army.piece.map(|(square, _)| square);
        let steps = |from: Square| from.around().iter().filter(|&to| self.allowed.set.contains(to));
        let free_of_piece = |to: &Square| Some(*to) != taken;
        let mut moves: Vec<Army> =
            steps(army.pharaoh).filter(free_of_piece).map(|pharaoh| Army { pharaoh, ..army }).collect();
        moves.extend(SPHINX.into_iter().filter(|&sphinx| sphinx != army.sphinx).map(|sphinx| Army { sphinx, ..army }));
        if self.rules.pharaoh_turns {
            moves.push(army);
        }
        if let Some((square, piece)) = army.piece {
            let steps = steps(square).filter(|&to| to != army.pharaoh).map(|to| (to, piece));
            let turns = piece.turns().map(|turned| (square, turned));
            moves.extend(steps.chain(turns).map(|piece| Army { piece: Some(piece), ..army }));
        }
        moves
    }

    /// Returns the swaps of an army's scarab with the opponent's piece.
    pub(super) fn swaps(&self, army: Army, other: &Armies) -> Vec<Swap> {
        let (Some((from, piece)), Some(Kind::Scarab)) = (army.piece, self.kind) else { return Vec::new() };
        if !matches!(other.kind, Some(Kind::Pyramid | Kind::Anubis)) {
            return Vec::new();
        }
        let swap = |to: Square| {
            // Without strict swaps, the opponent's squares include all squares of scarabs.
            let [before, after] = [to, from].map(|square| other.squares.number(square.half_turned()));
            let army = self.index(Army { piece: Some((to, piece)), ..army })?;
            Some(Swap { army, before: before?, after: after? })
        };
        let is_free = |to: &Square| *to != army.pharaoh && self.allowed.set.contains(*to);
        from.around().iter().filter(is_free).filter_map(swap).collect()
    }
}

/// Swap of a scarab with the opponent's piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Swap {
    /// Number of the army after the swap.
    pub(super) army: usize,
    /// Block of the opponent's armies before and after the swap.
    pub(super) before: usize,
    pub(super) after: usize,
}
