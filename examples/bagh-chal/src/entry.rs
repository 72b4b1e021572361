//! Catalog entry of the game.

use plyground::solve::hunt::ExactHunt;
use plyground::{Entry, EvaluationRow};

use crate::{BaghChal, HuntFeatures};

/// Returns the game with its options, evaluation and board.
#[must_use]
pub fn entry() -> Entry<BaghChal> {
    Entry::new("four tigers hunt, twenty goats shut them in, on 25 points")
        .title("Bagh-chal")
        .setups(["standard"])
        .rule_sets(["standard"])
        .rule_options([
            ("captures=1..20", "captures that win the game for the tigers"),
            ("stuck-goats=lose|draw", "the result if the goats cannot move"),
            ("repetition=third|second|none", "the occurrence of a position that makes a draw"),
        ])
        .evaluation(
            EvaluationRow::linear::<HuntFeatures>("captures, shut-in tigers, room, goats in danger").lead(300.0),
        )
        .max_plies(400)
        .solver(ExactHunt::new("at most 1.3 GB on disk, 1.9 GB of memory, a quarter of an hour"))
        .scene()
        .editor()
}
