//! The search as the report describes it. Each of its wishes is an option, so that each can be changed alone.
//!
//! The library's searches always order moves and store them in their table, and sort the root moves. Here no moves are ordered
//! without the option, and the table stores only values: "a table containing the results of states that have already been
//! searched".

use std::collections::HashMap;

use plyground_game::Position;
use plyground_kalah::{House, Kalah};

/// Upper bound on the difference of seeds.
const MOST: i32 = 1_000;

/// Options of a search in addition to minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wishes {
    /// Alpha-beta pruning.
    pub(super) prunes: bool,
    /// "Moves that end up in our own store" come first.
    pub(super) orders: bool,
    /// The values of positions are stored.
    pub(super) stores: bool,
}

/// The value of a position at a depth, or a bound.
#[derive(Clone, Copy)]
struct Entry {
    value: i32,
    is_lower: bool,
    is_upper: bool,
}

struct Search {
    wishes: Wishes,
    nodes: u64,
    table: HashMap<(u64, u32), Entry>,
}

/// Returns the value for the side to move and the nodes of all depths up to `turns`.
pub(super) fn search(pos: &Kalah, turns: u32, wishes: Wishes) -> (i32, u64) {
    let mut search = Search { wishes, nodes: 0, table: HashMap::new() };
    let values = (1..=turns).map(|turns| search.value(pos, turns, -MOST, MOST));
    (values.last().unwrap_or_default(), search.nodes)
}

impl Search {
    /// Returns the value for the side to move. It is exact within the window, and otherwise a bound.
    fn value(&mut self, pos: &Kalah, turns: u32, mut alpha: i32, beta: i32) -> i32 {
        let side = pos.side_to_move();
        if let Some(margin) = pos.final_margin(side) {
            return margin;
        }
        if turns == 0 {
            return i32::from(pos.store(side)) - i32::from(pos.store(!side));
        }
        let key = (pos.key(), turns);
        if let Some(&Entry { value, is_lower, is_upper }) = self.table.get(&key)
            && (is_lower && (is_upper || value >= beta) || is_upper && value <= alpha)
        {
            return value;
        }
        let (mut best, floor) = (-MOST, alpha);
        for mv in self.moves(pos) {
            self.nodes += 1;
            let after = pos.after(mv);
            let value = if after.side_to_move() == side {
                self.value(&after, turns, alpha, beta)
            } else {
                -self.value(&after, turns - 1, -beta, -alpha)
            };
            best = best.max(value);
            if self.wishes.prunes {
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        if self.wishes.stores {
            let exact = !self.wishes.prunes;
            self.table
                .insert(key, Entry { value: best, is_lower: exact || best > floor, is_upper: exact || best < beta });
        }
        best
    }

    /// Returns the moves in the game's order, or with the moves that end in the own store first.
    fn moves(&self, pos: &Kalah) -> Vec<House> {
        let mut moves = pos.legal_moves().to_vec();
        if self.wishes.orders {
            moves.sort_by_key(|&mv| pos.after(mv).side_to_move() != pos.side_to_move());
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_eval::kalah::{Finish, StoreDifference};
    use plyground_game::Game;
    use plyground_search::{AlphaBeta, Limits, Options, Unit, deepen};

    const ALL: [bool; 2] = [false, true];

    /// The search with every option, and the library's search, return the value of minimax.
    #[test]
    fn no_wish_changes_the_value() {
        let rules = "kalaha".parse().unwrap();
        for position in super::super::positions("6x4", 12).unwrap() {
            let pos = Kalah::parse(&position, &rules).unwrap();
            let options = Options { unit: Unit::Turn, ..Options::default() };
            let game = Game::from_position(pos.clone(), &rules);
            let evaluation = StoreDifference { finish: Finish::Margin };
            for turns in 1..=4 {
                let found =
                    deepen(&mut AlphaBeta::new(&evaluation, options.clone()), &game, Limits::depth(turns), |_| {});
                for (prunes, orders, stores) in
                    ALL.iter().flat_map(|&a| ALL.iter().flat_map(move |&b| ALL.map(|c| (a, b, c))))
                {
                    let wishes = Wishes { prunes, orders, stores };
                    assert_eq!(search(&pos, turns, wishes).0, found.score.value(), "{position}, {turns}: {wishes:?}");
                }
            }
        }
    }

    #[test]
    fn moves_that_end_in_the_own_store_come_first() {
        let pos = Kalah::parse("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", &"kalaha".parse().unwrap()).unwrap();
        let moves = |orders| {
            let search =
                Search { wishes: Wishes { prunes: true, orders, stores: true }, nodes: 0, table: HashMap::new() };
            search.moves(&pos).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            (moves(false), moves(true)),
            ("1 2 3 4 5 6".into(), "3 1 2 4 5 6".into()),
            "four seeds from house 3"
        );
    }
}
