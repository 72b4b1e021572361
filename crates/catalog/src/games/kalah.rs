//! Kalah in the catalog.

use plyground_eval::Features as _;
use plyground_eval::kalah::{Finish, StoreDifference, Strong, StrongFeatures};
use plyground_game::{Position as _, Side};
use plyground_kalah::{House, Kalah, KalahRules};
use plyground_reports::{kalah as report, kalaha};
use plyground_search::{Options, PvsOptions, Unit};
use plyground_solve::kalah::ExactKalah;

use crate::agents::{AgentRow, Making, best_options, strongest};
use crate::entry::Entry;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, DYNAMIC, EVAL, EXIT, NODES, SOFT, THREADS, TIME};

/// Kalah and Kalaha.
#[must_use]
pub fn kalah() -> Entry<Kalah> {
    Entry::new("sow seeds round a board of houses and gather them in your store")
        .setups(["6x4", "6x6", "4x3", "3x3"])
        .rule_sets(KalahRules::NAMED.iter().map(|&(name, _)| name))
        .rule_options(["capture=none|standard|empty", "end=either|mover", "majority=on|off", "sweep=on|off"])
        .evaluation(
            EvaluationRow::new(
                "store-difference",
                "own store minus the opponent's, in seeds",
                StoreDifference { finish: Finish::Result },
            )
            .lead(5.0),
        )
        .evaluation(
            EvaluationRow::weighted::<Strong>(
                "strong",
                "stores, seeds at home, extra turns and captures to come",
                StrongFeatures::DEFAULTS,
            )
            .lead(50.0),
        )
        .evaluation(
            EvaluationRow::new(
                "margin",
                "the same, and finished games by their final difference",
                StoreDifference { finish: Finish::Margin },
            )
            .lead(5.0),
        )
        .evaluation(
            EvaluationRow::weighted_by_path::<report::AlongLine>(
                "along-line",
                "the capture report's (again + stolen)^2 + score - loss since the root; not antisymmetric",
                report::ALONG_LINE,
            )
            .lead(5.0),
        )
        .explains("strong")
        .agent(
            AgentRow::best(|make: &Making<'_, Kalah>| {
                // Extra turns are searched to their end; `docs/results.md` has the matches against plies.
                let best = best_options();
                let options = PvsOptions { base: Options { unit: Unit::Turn, ..best.base.clone() }, ..best };
                strongest(make, &Evaluation::compiled(Strong::default()), &options)
            })
            .plays_by("strong"),
        )
        .agent(
            AgentRow::new(
                "kalah-exit-counter",
                "the report's: 6 plies, root moves in parallel, everything valued as it stands after 0.86 s of 1 s",
                &[DEPTH, NODES, TIME, THREADS, EXIT, DYNAMIC, EVAL],
                |make: &Making<'_, Kalah>| {
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
                |make: &Making<'_, Kalah>| {
                    Ok(Box::new(kalaha::turns(make.evaluation()?.agent(kalaha::search()), make.spec.limits())))
                },
            )
            .plays_by("margin"),
        )
        .pass(pass)
        .solver(ExactKalah)
        .scene()
}

/// The same board with the other side to move.
fn pass(pos: &Kalah, rules: &KalahRules) -> Option<Kalah> {
    let row = |side| (1..=pos.houses()).filter_map(House::new).map(|house| pos.seeds(side, house)).collect::<Vec<_>>();
    let houses = Side::ALL.map(row);
    let stores = Side::ALL.map(|side| pos.store(side));
    Kalah::from_parts([&houses[0], &houses[1]], stores, !pos.side_to_move(), rules)
}
