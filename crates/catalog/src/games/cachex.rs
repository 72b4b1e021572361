//! Catalog entry of Cachex.

use plyground_cachex::{Cachex, Cell};
use plyground_eval::cachex::{Full, Material, Strong, StrongFeatures, shortest_path};
use plyground_eval::{WeightError, Weighted};
use plyground_game::notation::{MoveError, quote};
use plyground_game::{Position, Side};
use plyground_reports::cachex as report;
use plyground_search::{CachedEvaluation, Margin, MoveCount, Order, Pruning, PvsOptions, Selectivity, Unit};
use plyground_solve::cachex::ExactCachex;

use super::former_best::{NullMove, best_1, best_2, linear};
use crate::agents::{AgentContext, AgentRow, best_options, strongest};
use crate::entry::{CellPath, Entry};
use crate::error::CatalogError;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, NODES, NOISE, SEED, TIME};
use crate::puzzle::PuzzleRow;

/// Weights of `best-1` and `best-2`.
const FORMER_WEIGHTS: &str = include_str!("../../weights/best-1/cachex.toml");

/// Pruning of `best`, in points of `Strong`. `docs/results/progress.md` has the matches.
const PRUNING: Pruning = Pruning {
    reverse_futility: Some(Margin { max_depth: 6, per_ply: 50 }),
    razoring: None,
    futility: Some(Margin { max_depth: 6, per_ply: 80 }),
    late_moves: Some(MoveCount { max_depth: 6, factor: 1 }),
};

/// Returns the entry of Cachex.
#[must_use]
pub fn cachex() -> Entry<Cachex> {
    Entry::new("join your two edges of a rhombus of hexagons; diamonds capture")
        .setups(["9", "5", "7", "11", "15"])
        .rule_sets(["standard"])
        .rule_options([
            ("steal=on|off", "the second side may take the first stone over"),
            ("centre_ban=on|off", "the first stone may not stand in the centre"),
            ("turn_limit=N|off", "turns after which the game is drawn"),
            ("repetition=N|off", "times a position may come before the game is drawn"),
        ])
        .evaluation(
            EvaluationRow::weighted::<report::SixFeature>("the report's six features; not antisymmetric").lead(13.6),
        )
        .evaluation(EvaluationRow::weighted::<Strong>("costs to win, stones, captures threatened").lead(140.0))
        .evaluation(
            EvaluationRow::weighted::<report::SixFeatureByAStar>(
                "the report's six features with costs to win by A*, as it searches for them; not antisymmetric",
            )
            .lead(13.6),
        )
        .evaluation(EvaluationRow::weighted::<Full>("the same with largest groups and two-distance").lead(470.0))
        .evaluation(
            EvaluationRow::with_weights::<report::SixFeature>(
                "path-only",
                "the report's two costs to win alone; not antisymmetric",
                report::PATH_ONLY,
            )
            .lead(26.0),
        )
        .evaluation(
            EvaluationRow::weighted::<report::Antisymmetric>("the six features for one side minus those for the other")
                .lead(55.0),
        )
        .evaluation(
            EvaluationRow::new("material", "own stones minus the opponent's", Material).lead(6.6).unit("stones"),
        )
        .agent(
            AgentRow::best(|make: &AgentContext<'_, Cachex>| {
                let best = best_options();
                let selectivity = Selectivity { pruning: PRUNING, ..best.selectivity };
                let options = PvsOptions { order: Order::Hinted, selectivity, ..best };
                strongest(make, &Evaluation::compiled_for_pvs(CachedEvaluation::new(Strong::default())), &options)
            })
            .plays_by("strong"),
        )
        .agent(best_1::<StrongFeatures>(FORMER_WEIGHTS, Unit::Ply))
        .agent(best_2(|| linear::<StrongFeatures>(FORMER_WEIGHTS), Unit::Ply, NullMove::Off, |best| best))
        .agent(
            AgentRow::new(
                "cachex-six-features",
                "the report's: first moves by rule, a root filter in seven steps, minimax by board size",
                &[DEPTH, NODES, TIME, NOISE, SEED],
                |make: &AgentContext<'_, Cachex>| {
                    let agent = report::agent(utility(make, report::SixFeature::default)?);
                    let is_random = make.spec.switch("noise") == Some(true);
                    Ok(Box::new(if is_random { agent.with_noise(make.spec.seed().unwrap_or(0)) } else { agent }))
                },
            )
            .plays_by("six-features"),
        )
        .agent(
            AgentRow::new(
                "cachex-path-only",
                "the same with features 5 and 6 alone",
                &[DEPTH, NODES, TIME],
                |make: &AgentContext<'_, Cachex>| Ok(Box::new(report::agent(utility(make, report::path_only)?))),
            )
            .plays_by("path-only"),
        )
        .agent(
            AgentRow::new(
                "cachex-greedy",
                "the best move of the same filter",
                &[DEPTH],
                |make: &AgentContext<'_, Cachex>| Ok(Box::new(report::greedy(utility(make, report::SixFeature::default)?))),
            )
            .plays_by("six-features"),
        )
        .pass(|pos, rules| {
            let stones = Side::ALL.map(|side| pos.stones(side));
            Cachex::from_stones(pos.size(), stones, !pos.side_to_move(), pos.turn(), rules)
        })
        .path(path)
        .solver(ExactCachex)
        .puzzles(PuzzleRow::forced_wins(5).from_setup("6").shipped(include_str!("../../puzzles/cachex.jsonl")))
        .level_steps(["far stronger", "far stronger", "far stronger", "stronger"])
        .piece_words([
            ("stone-first", "is put on any free cell and stays; two stones of each colour in a diamond are taken by the side that completes it"),
            ("stone-second", "is put on any free cell and stays; two stones of each colour in a diamond are taken by the side that completes it"),
        ])
        .scene()
        .editor()
        .rules_page(include_str!("../../rules/cachex.md"))
        .course(include_str!("../../courses/cachex.toml"))
        .observation()
        .symmetries()
        .reliable_agents()
}

/// Returns the utility with the given weights or its own.
fn utility(
    make: &AgentContext<'_, Cachex>,
    own: fn() -> report::SixFeature,
) -> Result<report::SixFeature, WeightError> {
    make.weights.map_or_else(|| Ok(own()), report::SixFeature::from_weights)
}

/// Returns the cheapest path between two cells.
fn path(pos: &Cachex, from: &str, to: &str, free: Option<Side>) -> Result<Option<CellPath>, CatalogError> {
    let cell = |text: &str| -> Result<Cell, CatalogError> {
        let mv = pos.parse_move(text).map_err(MoveError::from)?;
        let last = pos.size().get() - 1;
        mv.cell().filter(|cell| pos.size().contains(*cell)).ok_or_else(|| {
            CatalogError::Input(format!("no cell {} on this board: expected 0,0 to {last},{last}", quote(text)))
        })
    };
    let path = shortest_path(pos, cell(from)?, cell(to)?, free);
    Ok(path.map(|path| CellPath {
        cost: path.cost,
        path: path.cells.iter().map(|cell| format!("{},{}", cell.row(), cell.column())).collect(),
    }))
}
