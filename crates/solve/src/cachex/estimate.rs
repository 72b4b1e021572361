//! Estimate of proof numbers by the cells that each side must still fill.

use plyground_cachex::{Cachex, Cells, flood};
use plyground_game::{Position, Side};

use crate::dfpn::Estimate;

/// Estimate for proofs at Cachex: the numbers of a side are three to the power of the cells that it must fill to join
/// its edges. Of the bases 1, 2, 3, 4 and 6, three needs the fewest nodes on 4 x 4 cells: a third of those of 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CellsToFill;

const BASE: u32 = 3;

impl Estimate<Cachex> for CellsToFill {
    fn numbers(&self, pos: &Cachex, attacker: Side) -> (u32, u32) {
        let mover = pos.side_to_move();
        match (mover == attacker, cells_to_fill(pos, mover)) {
            // The last cell joins the edges.
            (true, 1) => (0, 1),
            (false, 1) => (1, 0),
            _ => {
                (BASE.saturating_pow(cells_to_fill(pos, attacker)), BASE.saturating_pow(cells_to_fill(pos, !attacker)))
            }
        }
    }
}

/// Returns the least number of empty cells that join the edges of a side with its stones; twice the size of the board
/// without a path.
pub(super) fn cells_to_fill(pos: &Cachex, side: Side) -> u32 {
    let size = pos.size();
    let [from, to] = size.edges(side);
    let (own, empty) = (pos.stones(side), pos.empty());
    let mut reached = Cells::EMPTY;
    for cells in 0.. {
        reached |= flood((from | reached.neighbours(size)) & own, own);
        if reached.meets(to) {
            return cells;
        }
        let next = ((from | reached.neighbours(size)) & empty) - reached;
        if next.is_empty() {
            break;
        }
        reached |= next;
        if reached.meets(to) {
            return cells + 1;
        }
    }
    2 * u32::from(size.get())
}

#[cfg(test)]
mod tests {
    use plyground_cachex::{BoardSize, CachexRules};
    use plyground_game::random::Random;

    use super::*;

    #[test]
    fn cells_to_fill_are_the_costs_to_win() {
        let mut random = Random::new(3);
        let mut compared = 0;
        for round in 0..250_u8 {
            let size = BoardSize::new(3 + round % 13).unwrap();
            let mut pos = Cachex::new(&size, &CachexRules::default());
            while pos.outcome().is_none() {
                let costs = plyground_eval::cachex::costs_to_win(&pos);
                assert_eq!(Side::ALL.map(|side| cells_to_fill(&pos, side)), costs, "{pos}");
                compared += 1;
                let moves = pos.legal_moves();
                pos.play_unchecked(moves[random.below(moves.len())]);
            }
        }
        assert!(compared > 10_000, "{compared} positions");
    }
}
