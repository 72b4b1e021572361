//! Catalog entry of Kalah.

use plyground_eval::kalah::{
    ByMargin, Finish, HousePairs, HouseSeeds, OtherSizes, Paired, StoreDifference, Strong, StrongFeatures,
};
use plyground_game::{Position as _, Score, Side};
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_reports::{kalah as report, kalaha};
use plyground_search::{CachedEvaluation, Margin, Options, Pruning, PvsOptions, Selectivity, Unit};
use plyground_solve::TableAgent;
use plyground_solve::kalah::{EndgameAgent, ExactKalah, KnownEndings, OpeningBook, fair_starts};

use super::former_best::{NullMove, best_1, best_2, linear};
use super::translated::{Root, Translated};
use crate::agents::{AgentContext, AgentRow, best_options, strongest_with};
use crate::entry::Entry;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, EVAL, Key, Kind, NODES, THREADS, TIME};
use crate::puzzle::PuzzleRow;

/// Time limit of new iterations in the Kalaha report.
const SOFT: Key = Key::new("soft", Kind::Time, "50ms", "the time after which no new depth is begun");
/// Exit counter of the capture report.
const EXIT: Key = Key::new(
    "exit",
    Kind::Time,
    "860ms of 1s, and of other limits as much",
    "the time after which every position is valued as it stands",
);
/// Depth by the progress of the game.
const DYNAMIC: Key = Key::new("dynamic", Kind::Switch, "off", "`on`: a depth of 5 to 8 by how far the game is");

/// Weights of `best-1` and `best-2`.
const FORMER_WEIGHTS: &str = include_str!("../../weights/best-1/kalah.toml");

/// Pruning of `best`, in hundredths of a seed. `docs/results/progress.md` has the matches.
const PRUNING: Pruning = Pruning { reverse_futility: Some(Margin { max_depth: 20, per_ply: 120 }), ..Pruning::NONE };

/// Lead in seeds of the stores that makes 73 % of the points.
const SEEDS_LEAD: f64 = 3.8;

/// Returns the entry of Kalah and Kalaha.
#[must_use]
pub fn kalah() -> Entry<Kalah> {
    Entry::new("sow seeds round a board of houses and gather them in your store")
        .setups(["6x4", "6x6", "4x3", "3x3"])
        .rule_sets(KalahRules::NAMED.iter().map(|&(name, _)| name))
        .rule_options([
            ("capture=none|standard|empty", "capture rule when the last seed lands in an own empty house: `none`, `standard` (needs seeds opposite), `empty` (always)"),
            ("end=either|mover", "the game ends when either side has no seeds, or the one to move"),
            ("majority=on|off", "the game ends when one side has more than half of all seeds"),
            ("sweep=on|off", "seeds in houses go to their owner when a majority ends the game"),
        ])
        .evaluation(
            EvaluationRow::new(
                "store-difference",
                "own store minus the opponent's",
                StoreDifference { finish: Finish::Result },
            )
            .lead(SEEDS_LEAD)
            .unit("seeds"),
        )
        .evaluation(
            EvaluationRow::weighted::<Strong>("stores, seeds at home, extra turns and captures to come").lead(31.0),
        )
        .evaluation(
            EvaluationRow::learned::<Strong, HouseSeeds>("strong, and tables of seeds in houses, from self-play").lead(31.0),
        )
        .evaluation(
            EvaluationRow::learned::<OtherSizes, HousePairs>("tables of seeds in pairs of houses, from exact margins; `strong` on boards of other than six houses")
                .lead(380.0)
                .unit("hundredths of a seed"),
        )
        .evaluation(
            EvaluationRow::new(
                "margin",
                "the same, and finished games by their final difference",
                StoreDifference { finish: Finish::Margin },
            )
            .lead(3.0)
            .unit("seeds"),
        )
        .evaluation(
            EvaluationRow::weighted_by_path::<report::AlongLine>(
                "the capture report's (again + stolen)^2 + score - loss since the root; not antisymmetric",
            )
            .lead(44.0),
        )
        .agent(
            AgentRow::best(|make: &AgentContext<'_, Kalah>| {
                // Depth counts turns, so extra turns are searched to their end; this won its match against depth in plies.
                let best = best_options();
                let selectivity = Selectivity { pruning: PRUNING, ..best.selectivity };
                let options = PvsOptions { base: Options { unit: Unit::Turn, ..best.base.clone() }, selectivity, ..best };
                let estimate = CachedEvaluation::new(Paired::default());
                let evaluation = Evaluation::compiled_for_pvs(KnownEndings::new(estimate));
                let noise = (make.spec.switch("noise") == Some(true)).then(|| make.spec.seed().unwrap_or(0));
                let limits = make.spec.limits();
                strongest_with(make, &evaluation, &options, |search| {
                    let search = Translated::new(search, certainly_won_or_lost);
                    let solving = EndgameAgent::new(Box::new(search), limits).noise(noise);
                    Box::new(TableAgent::with_book(Box::new(solving), || Box::new(OpeningBook)))
                })
            })
            .plays_by("house-pairs"),
        )
        .agent(best_1::<StrongFeatures>(FORMER_WEIGHTS, Unit::Turn))
        .agent(best_2(
            || linear::<StrongFeatures>(FORMER_WEIGHTS).map(ByMargin),
            Unit::Turn,
            NullMove::Off,
            |best| Box::new(Translated::new(best, |_, side, score| won_or_lost(side, score))),
        ))
        .agent(
            AgentRow::new(
                "kalah-exit-counter",
                "the report's: 6 plies, root moves in parallel, everything valued as it stands after 86% of the time, 1 s",
                &[DEPTH, NODES, TIME, THREADS, EXIT, DYNAMIC, EVAL],
                |make: &AgentContext<'_, Kalah>| {
                    let threads = make.spec.number("threads").map(|threads| threads as usize);
                    let search = make.evaluation()?.agent(report::search(threads));
                    let is_dynamic = make.spec.switch("dynamic") == Some(true);
                    Ok(Box::new(report::exit_counter(search, make.spec.limits(), is_dynamic)))
                },
            )
            .plays_by("along-line"),
        )
        .agent(
            AgentRow::new(
                "kalaha-turns",
                "the report's: deeper turn by turn, no new depth after 50 ms",
                &[DEPTH, NODES, TIME, SOFT, EVAL],
                |make: &AgentContext<'_, Kalah>| {
                    Ok(Box::new(kalaha::turns(make.evaluation()?.agent(kalaha::search()), make.spec.limits())))
                },
            )
            .plays_by("margin"),
        )
        .pass(pass)
        .book("fair-kalah", "starts near 6x4 that best play draws", fair_starts)
        .solver(ExactKalah)
        .puzzles(PuzzleRow::only_moves(is_small).shipped(include_str!("../../puzzles/kalah.jsonl")))
        .level_steps(["far stronger", "far stronger", "much stronger", "perhaps stronger"])
        .piece_words([
            ("seeds", "a house of one's own is emptied, its seeds are put one by one into the next houses and the own store; ending in the store, one moves again"),
        ])
        .scene()
        .editor()
        .rules_page(include_str!("../../rules/kalah.md"))
        .moves_again()
        .score_unit("seeds", SEEDS_LEAD)
        .course(include_str!("../../courses/kalah.toml"))
        .observation()
        .symmetries()
        .reliable_agents()
}

/// Maximum seeds in the houses of a puzzle: its exact value takes a moment, and a person can count them.
const PUZZLE_SEEDS: u32 = 20;

fn is_small(pos: &Kalah) -> bool {
    let row =
        |side| (1..=pos.houses()).filter_map(House::new).map(|house| u32::from(pos.seeds(side, house))).sum::<u32>();
    Side::ALL.map(row).iter().sum::<u32>() <= PUZZLE_SEEDS
}

/// Replaces a value by a win or loss without a distance if the search is complete or the winner is certain.
fn certainly_won_or_lost(root: &Root<'_, Kalah>, side: Side, score: Score) -> Score {
    let is_certain = |winner| root.is_proven || root.pos.certain_winner() == Some(winner);
    match score.value() {
        1.. if is_certain(side) => Score::WON,
        ..=-1 if is_certain(!side) => Score::LOST,
        _ => score,
    }
}

/// Replaces the margin of a decided game by a win or loss without a distance.
fn won_or_lost(_: Side, score: Score) -> Score {
    match ByMargin::<Strong>::margin(score) {
        Some(margin) if margin > 0 => Score::WON,
        Some(_) => Score::LOST,
        None => score,
    }
}

/// Returns the same board with the other side to move.
fn pass(pos: &Kalah, rules: &KalahRules) -> Option<Kalah> {
    let row = |side| (1..=pos.houses()).filter_map(House::new).map(|house| pos.seeds(side, house)).collect::<Vec<_>>();
    let houses = Side::ALL.map(row);
    let stores = Side::ALL.map(|side| pos.store(side));
    Kalah::from_parts([&houses[0], &houses[1]], stores, !pos.side_to_move(), rules)
}
