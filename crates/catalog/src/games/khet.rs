//! Catalog entry of Khet.

use plyground_eval::khet::{Hunting, Material, PieceSquares, Strong, StrongFeatures};
use plyground_game::Position as _;
use plyground_khet::{Khet, KhetRules};
use plyground_reports::khet as report;
use plyground_scene::laser;
use plyground_search::{CachedEvaluation, PvsOptions, Selectivity, Unit};
use plyground_solve::khet::endings;

use super::former_best::{NullMove, best_1, best_2, linear};
use crate::agents::{AgentContext, AgentRow, best_options, strongest};
use crate::entry::{Beam, Entry};
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, EVAL, Key, Kind, NODES, SEED, TIME, WIDTH};
use crate::puzzle::PuzzleRow;

/// Whether HeuristicBot has the defect of its published program.
const AS_PUBLISHED: Key = Key::new(
    "as-published",
    Kind::Switch,
    "off",
    "`on`: keeps the worst children where it plays red, as the report's published program does",
);

/// Returns the entry of Khet 2.0.
#[must_use]
pub fn khet() -> Entry<Khet> {
    Entry::new("chess with lasers: move or turn a piece, then your laser fires")
        .setups(["classic", "imhotep", "dynasty"])
        .variable_depth()
        .rule_sets(KhetRules::NAMED.iter().map(|&(name, _)| name))
        .rule_options([
            ("pharaoh_turns=on|off", "pharaohs may turn"),
            ("scarab_both_turns=on|off", "the two ways of turning a scarab count as two moves"),
            ("strict_swap=on|off", "in a swap the other piece must be allowed where it lands"),
            ("ply_limit=N|off", "moves after which the game is drawn"),
        ])
        .evaluation(
            EvaluationRow::new("material", "own pyramids and anubises minus the opponent's", Material)
                .lead(14.3)
                .unit("pieces"),
        )
        .evaluation(EvaluationRow::weighted::<Strong>("pieces, room, and what the two lasers threaten").lead(690.0))
        .evaluation(
            EvaluationRow::learned::<Strong, PieceSquares>("strong, and tables of where pieces stand well, from self-play")
                .lead(2_330.0),
        )
        .evaluation(
            EvaluationRow::made_when_asked::<Hunting>("hunting", "learned, and what helps a side well ahead to take the pharaoh")
                .lead(1_950.0),
        )
        .evaluation(
            EvaluationRow::weighted::<report::Evaluation>(
                "the report's features with the best vector that it publishes; not antisymmetric",
            )
            .lead(930.0)
            .meets(&["report", "hand-tuned"])
            .draws_from(report::draw_range),
        )
        .evaluation(
            EvaluationRow::with_weights::<report::Evaluation>(
                "hand-tuned",
                "the report's features with its hand-tuned vector P; not antisymmetric",
                report::HAND_TUNED,
            )
            .lead(9_300.0),
        )
        .evaluation(
            EvaluationRow::weighted::<report::ExtendedEvaluation>(
                "the report's features and the two that it dropped for their cost; not antisymmetric",
            )
            .lead(580.0)
            .draws_from(report::draw_range),
        )
        .solver(endings())
        // Four times the length of decided games.
        .max_plies(400)
        .pass(|pos, _| Some(pos.with_side_to_move(!pos.side_to_move())))
        .agent(
            AgentRow::best(|make: &AgentContext<'_, Khet>| {
                // The null move gains 17 Elo at 20,000 nodes per move, by docs/algorithms/selectivity.md.
                let options = PvsOptions { selectivity: Selectivity::ALL, ..best_options() };
                strongest(make, &Evaluation::compiled_for_pvs(CachedEvaluation::new(Hunting::default())), &options)
            })
            .plays_by("hunting"),
        )
        .agent(best_1::<StrongFeatures>(include_str!("../../weights/best-1/khet.toml"), Unit::Ply))
        .agent(best_2(
            || linear::<StrongFeatures>(include_str!("../../weights/best-2/khet.toml")),
            Unit::Ply,
            NullMove::On,
            |best| best,
        ))
        .agent(
            AgentRow::new(
                "khet-userbot",
                "the report's: a budget of 4 plies, of which one costs 0.74 where moves are few; 15 s",
                &[DEPTH, NODES, TIME, EVAL, SEED],
                |make: &AgentContext<'_, Khet>| {
                    let seed = make.spec.seed().unwrap_or(0);
                    Ok(Box::new(report::user_bot(make.evaluation()?.agent(report::user_bot_search(seed)))))
                },
            )
            .plays_by("report"),
        )
        .agent(
            AgentRow::new(
                "khet-heuristicbot",
                "the report's: the 10 best children by grade, 6 plies; 15 s",
                &[DEPTH, NODES, TIME, WIDTH, EVAL, SEED, AS_PUBLISHED],
                |make: &AgentContext<'_, Khet>| {
                    let seed = make.spec.seed().unwrap_or(0);
                    let mut search = if make.spec.switch("as-published") == Some(true) {
                        report::heuristic_bot_search_as_published(seed)
                    } else {
                        report::heuristic_bot_search(seed)
                    };
                    if let Some(width) = make.spec.number("width") {
                        search = search.width(width as usize);
                    }
                    Ok(Box::new(report::heuristic_bot(make.evaluation()?.agent(search))))
                },
            )
            .plays_by("report"),
        )
        .beam(Beam { diagram: Khet::diagram_with_beam, overlay: laser })
        .puzzles(PuzzleRow::forced_wins(3).shipped(include_str!("../../puzzles/khet.jsonl")))
        .level_steps(["far stronger", "far stronger", "far stronger", "stronger"])
        .piece_words([
            ("pharaoh", "moves one square in any direction; its owner loses the game with it"),
            ("scarab", "moves one square, changing places with a pyramid or anubis there, or turns; both its sides are mirrors"),
            ("pyramid", "moves one square or turns a quarter; its one mirror bends beams, and a beam on another side takes it"),
            ("anubis", "moves one square or turns a quarter; a beam on its front does it no harm"),
            ("sphinx", "stays in its corner, and turns between its two directions; after every move it fires"),
        ])
        .scene()
        .editor()
        .rules_page(include_str!("../../rules/khet.md"))
        .course(include_str!("../../courses/khet.toml"))
        .observation()
        .symmetries()
        .reliable_agents()
}
