//! An evaluation that is one function.

use plyground::kalah::{Evaluate, Kalah, Score, Side};

/// Counts a seed in the store three times, and a seed in an own house once.
#[derive(Clone, Copy, Debug)]
pub struct Homely;

impl Homely {
    fn of(pos: &Kalah, side: Side) -> i32 {
        3 * i32::from(pos.store(side)) + i32::from(pos.seeds_in_houses(side))
    }
}

impl Evaluate<Kalah> for Homely {
    type Path = ();

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(Homely::of(pos, side) - Homely::of(pos, !side))
    }
}
