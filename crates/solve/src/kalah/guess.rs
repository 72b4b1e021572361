//! Estimate of a value: the gain of the stores after a few plies of plain alpha-beta.
//!
//! The nearer the first window is to the value, the fewer windows follow. The two windows at the value itself are
//! always needed, so an estimate is worth little work.

use super::houses::{After, Board, Houses};

/// Search depth in plies; at most some hundred thousand nodes.
pub(super) const DEPTH: u32 = 11;

/// Estimates the further store difference for the side to move with a search of this depth.
pub(super) fn guess(board: &Board, houses: Houses, plies: u32) -> i32 {
    board.finished(houses).unwrap_or_else(|| search(board, houses, -127, 127, plies))
}

fn search(board: &Board, houses: Houses, mut lower: i32, upper: i32, depth: u32) -> i32 {
    if depth == 0 {
        return 0;
    }
    let mut best = i32::MIN;
    for house in (0..board.houses()).rev().filter(|&house| houses.own_house(house) > 0) {
        let value = match board.after(houses, house) {
            After::Over(value) => value,
            After::On { houses, gained, again: true } => {
                gained + search(board, houses, lower - gained, upper - gained, depth - 1)
            }
            After::On { houses, gained, again: false } => {
                gained - search(board, houses, gained - upper, gained - lower, depth - 1)
            }
        };
        best = best.max(value);
        lower = lower.max(best);
        if lower >= upper {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_kalah::KalahRules;

    #[test]
    fn a_guess_of_few_plies_is_the_value_itself() {
        let rules: KalahRules = "standard".parse().unwrap();
        let board = Board::new(2, &rules);
        // House 1 captures the two opposite seeds, and the rest follows; house 2 brings one seed and another move.
        assert_eq!(guess(&board, Houses { own: 0x0001, other: 0x0203 }, DEPTH), 2);
    }
}
