//! Catalog entry of Tigers and Goats.

use plyground_eval::tigers::{Blockade, Material, ShutInNetwork, ShutInSamples, Strong, StrongFeatures};
use plyground_game::{Position as _, Score, Side};
use plyground_reports::tigers as report;
use plyground_search::{Agent, Unit};
use plyground_solve::TableAgent;
use plyground_solve::tigers::{ShippedTigers, exact_tigers};
use plyground_tigers::Tigers;

use super::former_best::{NullMove, best_1, best_2, linear};
use super::translated::{Root, Translated};
use crate::agents::{AgentContext, AgentRow, best_options, strongest};
use crate::entry::Entry;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, NODES, TIME};
use crate::puzzle::PuzzleRow;

/// Weights of `best-1` and `best-2`.
const FORMER_WEIGHTS: &str = include_str!("../../weights/best-1/tigers.toml");

/// Returns the entry of Tigers and Goats.
#[must_use]
pub fn tigers() -> Entry<Tigers> {
    let entry = Entry::new("three tigers hunt, fifteen goats surround them, on 23 points")
        .setups(["standard"])
        .rule_sets(["standard"])
        .rule_options([
            ("captures_to_win=1..15", "goats that the tigers have to take"),
            ("repetition=N|off", "times a position may come before the game is drawn"),
        ])
        .evaluation(EvaluationRow::new("material", "goats taken", Material).lead(17.3).unit("goats"))
        .evaluation(EvaluationRow::weighted::<Strong>("goats taken, tigers shut in, sound formations").lead(1_940.0))
        .evaluation(
            EvaluationRow::made_when_asked::<ShutInNetwork>("taught", "strong, and a network of the chance that the goats shut the tigers in")
                .lead(1_840.0),
        )
        .evaluation(
            EvaluationRow::made_when_asked::<Blockade>("blockade", "taught with its network fitted near games, and a network for the movement phase")
                .lead(1_840.0),
        )
        .evaluation(
            EvaluationRow::new(
                "report",
                "the 2013 article's: goats left, steps and jumps of the tigers",
                report::Evaluation::default(),
            )
            .lead(3_420.0),
        )
        // The longest distance to a win is 210 plies, after the 30 of the placement.
        .max_plies(400)
        .title("Tigers & Goats")
        .pass(|pos, rules| {
            Tigers::from_parts(pos.tigers(), pos.goats(), pos.outside(), !pos.side_to_move(), rules).ok()
        })
        .agent(
            AgentRow::best(|make: &AgentContext<'_, Tigers>| {
                let best = strongest(make, &evaluation_of_best(), &best_options())?;
                if make.spec.evaluation().is_some() || make.spec.external_evaluation().is_some() || make.weights.is_some()
                {
                    return Ok(best);
                }
                Ok(with_tables(true, Box::new(Translated::new(best, known_or_beside_even))))
            })
            .plays_by("blockade"),
        )
        .agent(best_1::<StrongFeatures>(FORMER_WEIGHTS, Unit::Ply))
        .agent(best_2(
            || linear::<StrongFeatures>(FORMER_WEIGHTS).map(|strong| ShutInNetwork::new(strong, ShutInSamples::Random)),
            Unit::Ply,
            NullMove::Off,
            |best| with_tables(false, Box::new(Translated::new(best, beside_even))),
        ))
        .solver(exact_tigers())
        .puzzles(PuzzleRow::only_moves(|_| true).shipped(include_str!("../../puzzles/tigers.jsonl")))
        .level_steps(["much stronger", "far stronger", "much stronger", "perhaps stronger"])
        .piece_words([
            ("goat", "is put on any free point; when all are on the board, it moves along a line to the next free point"),
            ("tiger", "moves along a line to the next free point, or jumps over a goat next to it to the free point behind, and takes it"),
        ])
        .scene()
        .editor()
        .rules_page(include_str!("../../rules/tigers.md"))
        .course(include_str!("../../courses/tigers.toml"))
        .observation();
    let entry = report::AGENTS.iter().fold(entry, |entry, &(name, about, search)| {
        let row = AgentRow::new(name, about, &[DEPTH, NODES, TIME], move |make: &AgentContext<'_, Tigers>| {
            Ok(report::agent(search, make.spec.limits()))
        });
        entry.agent(row.plays_by("report"))
    });
    entry.reliable_agents()
}

/// Returns the evaluation `blockade` with the wins of the goats that are part of the program, except in a browser.
fn evaluation_of_best() -> Evaluation<Tigers> {
    #[cfg(not(target_arch = "wasm32"))]
    return {
        use plyground_eval::tigers::Closing;
        use plyground_solve::tigers::KnownWins;
        Evaluation::compiled_for_pvs(KnownWins::new(Blockade::default(), EVEN, Closing))
    };
    #[cfg(target_arch = "wasm32")]
    Evaluation::compiled_for_pvs(Blockade::default())
}

/// Returns an agent that first probes embedded tables.
fn with_tables(has_endings: bool, agent: Box<dyn Agent<Tigers>>) -> Box<dyn Agent<Tigers>> {
    Box::new(TableAgent::with_book(agent, move || Box::new(ShippedTigers::new(has_endings))))
}

/// Value of an even position for the goats in the search of `best`. The goats avoid a draw by this amount, and the tigers prefer
/// one. The agent is weaker if a draw is worth as much as an even position (`docs/results/progress.md`). Its report is relative
/// to an even position.
const EVEN: i32 = 1_500;
/// Minimum size of values from tables.
const EXACT: i32 = 100_000;

/// Replaces the value of a known result by the result; other values become relative to an even position.
fn known_or_beside_even(root: &Root<'_, Tigers>, side: Side, score: Score) -> Score {
    #[cfg(not(target_arch = "wasm32"))]
    match plyground_solve::tigers::known_result(score) {
        Some(true) if score.value() > 0 => return Score::WON,
        Some(true) => return Score::LOST,
        Some(false) => return Score::ZERO,
        None => {}
    }
    beside_even(root, side, score)
}

/// Returns a value relative to an even position. Draws and decided games are unchanged.
fn beside_even(_: &Root<'_, Tigers>, side: Side, score: Score) -> Score {
    let value = score.value();
    match side {
        _ if value == 0 || value.abs() >= EXACT => score,
        Side::First => Score::new(value - EVEN),
        Side::Second => Score::new(value + EVEN),
    }
}
