//! Pairs of armies: the moves of a position, and what the beam after a move destroys.

use plyground_khet::{KhetRules, Kind, Square};

use super::Endings;
use super::army::{Armies, Army, Swap};
use super::beam::Board;
use super::bits::WORD;
use crate::{Rank, Value};

/// Values of the endings with one piece less, for the side to move.
pub(super) struct Smaller<'a> {
    pub(super) endings: &'a Endings,
    /// Places in [`KINDS`](super::KINDS) of the army that has moved and of its opponent.
    pub(super) kinds: [usize; 2],
    pub(super) value: &'a (dyn Fn(Rank) -> Value + Sync),
}

impl Smaller<'_> {
    /// Returns the value after the opponent, which is to move, has lost its piece; the arguments are the numbers of its
    /// army and of the other one.
    fn without_own(&self, own: usize, other: usize) -> Value {
        (self.value)(self.endings.number([0, self.kinds[0]], [own, other]))
    }

    /// Returns the value after the side that has moved has lost its piece.
    fn without_other(&self, own: usize, other: usize) -> Value {
        (self.value)(self.endings.number([self.kinds[1], 0], [own, other]))
    }
}

/// Positions with one kind of army to move and another kind waiting.
///
/// A position has a row for the army to move and a column for the other. A pair *after a move* has a row for the army
/// that has moved and a column for the opponent, who is to move.
pub(super) struct Pairs {
    pub(super) movers: Armies,
    pub(super) others: Armies,
    /// Moves of each army; none for a hole.
    pub(super) moves: Vec<Moves>,
    /// Opponents by their numbers; `None` for a hole.
    opponents: Vec<Option<Opponent>>,
    /// Numbering of armies without a piece.
    bare: Armies,
}

/// Moves of an army.
#[derive(Default)]
pub(super) struct Moves {
    /// Numbers of the armies after moves that leave the opponent's army as it is.
    pub(super) own: Vec<usize>,
    pub(super) swaps: Vec<Swap>,
}

/// Army of the other side, on the mover's board.
struct Opponent {
    army: Army,
    pharaoh: Square,
    piece: Option<Square>,
    /// Number of the army without its piece.
    bare: usize,
}

/// Pairs of one row after a move.
pub(super) struct Row {
    /// Pairs with two pieces on a square, and holes of the numbering.
    pub(super) impossible: Vec<u64>,
    /// Pairs where the beam destroys nothing.
    pub(super) quiet: Vec<u64>,
    /// Pairs where it destroys the opponent's pharaoh.
    pub(super) won: Vec<u64>,
    /// Pairs where it destroys the pharaoh of the side that has moved.
    pub(super) lost: Vec<u64>,
    /// Columns where it destroys another piece, with the value for the opponent.
    pub(super) destroyed: Vec<(usize, Value)>,
}

impl Pairs {
    pub(super) fn new(rules: KhetRules, movers: Option<Kind>, others: Option<Kind>) -> Pairs {
        let [movers, others, bare] = [movers, others, None].map(|kind| Armies::new(kind, rules));
        let moves = |index| {
            let Some(army) = movers.army(index) else { return Moves::default() };
            let own = movers.moves(army).into_iter().filter_map(|army| movers.index(army)).collect();
            Moves { own, swaps: movers.swaps(army, &others) }
        };
        let opponent = |army: Army| {
            let piece = army.piece.map(|(square, _)| square.half_turned());
            Opponent { army, pharaoh: army.pharaoh.half_turned(), piece, bare: number_without_piece(&bare, army) }
        };
        Pairs {
            moves: (0..movers.len()).map(moves).collect(),
            opponents: (0..others.len()).map(|index| others.army(index).map(opponent)).collect(),
            movers,
            others,
            bare,
        }
    }

    /// Returns the pairs of a row after a move.
    pub(super) fn row(&self, row: usize, values: &Smaller<'_>) -> Row {
        let empty = || vec![0; self.others.len() / WORD];
        let mut found = Row { impossible: empty(), quiet: empty(), won: empty(), lost: empty(), destroyed: Vec::new() };
        let Some(army) = self.movers.army(row) else {
            found.impossible.fill(u64::MAX);
            return found;
        };
        let own_piece = army.piece.map(|(square, _)| square);
        let is_own = |square| square == army.pharaoh || Some(square) == own_piece;
        let mut board = Board::new(army);
        let (path, alone) = board.fire(army.sphinx);
        for (column, opponent) in self.opponents.iter().enumerate() {
            let (word, bit) = (column / WORD, 1 << (column % WORD));
            let Some(opponent) = opponent else {
                found.impossible[word] |= bit;
                continue;
            };
            let squares = [Some(opponent.pharaoh), opponent.piece].into_iter().flatten();
            if squares.clone().any(is_own) {
                found.impossible[word] |= bit;
                continue;
            }
            let hit = if squares.clone().any(|square| path.contains(square)) {
                board.put(opponent.army.red_pieces());
                let (_, hit) = board.fire(army.sphinx);
                board.remove(squares);
                hit
            } else {
                alone
            };
            match hit {
                None => found.quiet[word] |= bit,
                Some(square) if square == opponent.pharaoh => found.won[word] |= bit,
                Some(square) if square == army.pharaoh => found.lost[word] |= bit,
                Some(square) => {
                    let value = if Some(square) == own_piece {
                        values.without_other(column, number_without_piece(&self.bare, army))
                    } else {
                        values.without_own(opponent.bare, row)
                    };
                    found.destroyed.push((column, value));
                }
            }
        }
        found
    }
}

/// Returns the number of an army without its piece.
fn number_without_piece(bare: &Armies, army: Army) -> usize {
    bare.index(Army { piece: None, ..army }).expect("its sphinx and its pharaoh are numbered")
}
