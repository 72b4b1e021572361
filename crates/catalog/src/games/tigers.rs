//! Tigers and Goats in the catalog.

use plyground_eval::tigers::{Material, Strong, StrongFeatures};
use plyground_game::Position as _;
use plyground_reports::tigers as report;
use plyground_search::Unit;
use plyground_solve::tigers::ExactTigers;
use plyground_tigers::Tigers;

use crate::agents::{AgentRow, Making, best_options, strongest};
use crate::best_1::best_1;
use crate::entry::Entry;
use crate::evaluation::{Evaluation, EvaluationRow};
use crate::keys::{DEPTH, NODES, TIME};

/// Tigers and Goats on 23 points.
#[must_use]
pub fn tigers() -> Entry<Tigers> {
    let entry = Entry::new("three tigers hunt, fifteen goats surround them, on 23 points")
        .setups(["standard"])
        .rule_sets(["standard"])
        .rule_options(["captures_to_win=1..15", "repetition=N|off"])
        .evaluation(EvaluationRow::new("material", "goats taken", Material).lead(2.0).unit("goats"))
        .evaluation(EvaluationRow::weighted::<Strong>("goats taken, tigers shut in, sound formations").lead(400.0))
        .evaluation(
            EvaluationRow::new(
                "report",
                "the 2013 article's: goats left, steps and jumps of the tigers",
                report::Evaluation::default(),
            )
            .lead(10.0),
        )
        // The longest way to a win takes 210 plies after the 30 of the placement.
        .max_plies(400)
        .title("Tigers & Goats")
        .pass(|pos, rules| {
            Tigers::from_parts(pos.tigers(), pos.goats(), pos.outside(), !pos.side_to_move(), rules).ok()
        })
        .agent(
            AgentRow::best(|make: &Making<'_, Tigers>| {
                strongest(make, &Evaluation::compiled(Strong::default()), &best_options())
            })
            .plays_by("strong"),
        )
        .agent(best_1::<StrongFeatures>(include_str!("../../weights/best-1/tigers.toml"), Unit::Ply))
        .solver(ExactTigers)
        .scene();
    report::AGENTS.iter().fold(entry, |entry, &(name, about, search)| {
        let row = AgentRow::new(name, about, &[DEPTH, NODES, TIME], move |make: &Making<'_, Tigers>| {
            Ok(report::agent(search, make.spec.limits()))
        });
        entry.agent(row.plays_by("report"))
    })
}
