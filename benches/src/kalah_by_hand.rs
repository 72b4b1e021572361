//! Alpha-beta written by hand for one game on top of its rules crate, which measures the cost of the generic search alone.
//!
//! Compared with it, `kalah_monolith` shows the cost of a rules crate for all board sizes and five rule sets.

use std::ops::ControlFlow;

use plyground_game::{Class, Outcome, Position};
use plyground_kalah::Kalah;

use crate::kalah_monolith::Found;

const WIN: i32 = 2_000_000_000;

/// Searches an unfinished position to `depth` plies, at least 1, with an open window.
#[must_use]
pub fn search(pos: &Kalah, depth: u32) -> Found {
    let mut search = Search { nodes: 0, leaves: 0, depth };
    let value = search.node(pos, depth, -WIN - 1, WIN + 1);
    Found { value, nodes: search.nodes, leaves: search.leaves }
}

struct Search {
    nodes: u64,
    leaves: u64,
    depth: u32,
}

impl Search {
    #[inline(never)]
    fn node(&mut self, pos: &Kalah, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = -WIN - 1;
        let side = pos.side_to_move();
        let _ = pos.visit_moves(Class::All, |mv| {
            self.nodes += 1;
            let after = pos.after(mv);
            let value = if let Some(outcome) = after.outcome() {
                self.leaves += 1;
                let win = WIN - (self.depth - depth + 1) as i32;
                match outcome {
                    Outcome::Draw => 0,
                    Outcome::Win(winner) => {
                        if winner == side {
                            win
                        } else {
                            -win
                        }
                    }
                }
            } else if depth == 1 {
                self.leaves += 1;
                i32::from(after.store(side)) - i32::from(after.store(!side))
            } else if after.side_to_move() == side {
                self.node(&after.clone(), depth - 1, alpha, beta)
            } else {
                -self.node(&after.clone(), depth - 1, -beta, -alpha)
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        best
    }
}
