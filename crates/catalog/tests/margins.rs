//! Kalah's `best` wins, and by as much as there is; where it has lost, by as little.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use plyground_catalog::{Catalog, MOVE, Start};
use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::{Kalah, KalahRules};
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::kalah::{Database, Solver};

const NODES: u64 = 50_000;

/// Wins by 12 where 22 was there; 20 of 24 late positions exact.
#[test]
fn late_moves_have_the_exact_margin() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let rules = KalahRules::default();
    let database = Database::build(6, &rules, 8, 1, |_| ControlFlow::Continue(())).unwrap();
    let mut solver = Solver::new(database, 4);
    let agent = kalah.agent("best:table=4").unwrap();
    let job = Job::new(Limits { nodes: Some(NODES), ..Limits::NONE });
    let (mut asked, mut won_or_lost, mut seed) = (0, 0, 0);
    while asked < 24 {
        seed += 1;
        let mut random = Random::new(seed);
        let mut start = Start::default();
        for _ in 0..38 {
            let legal = kalah.open(&start).unwrap().show().legal;
            if legal.is_empty() {
                break;
            }
            start.moves = format!("{} {}", start.moves, legal[random.below(legal.len())]);
        }
        let mut session = kalah.open(&start).unwrap();
        let pos = Kalah::parse(&session.show().position, &rules).unwrap();
        let seeds = Side::ALL.map(|side| pos.seeds_in_houses(side));
        if pos.outcome().is_some() || seeds[0] + seeds[1] > 16 {
            continue;
        }
        let values = solver.moves(&pos, &StopFlag::default(), |_| {}).unwrap();
        let most = values.iter().map(|&(_, margin)| margin).max().unwrap();
        // Where only one move has the result, nothing is told by choosing it.
        let is_a_choice = values.iter().any(|&(_, margin)| margin != most && margin.signum() == most.signum());
        if most == 0 || !is_a_choice {
            continue;
        }
        asked += 1;
        let found = session.analyse(&agent, &job, MOVE, &mut |_| {}).unwrap();
        let played = found.best.unwrap();
        let margin = values.iter().find(|(mv, _)| pos.move_text(*mv) == played).unwrap().1;
        assert_eq!(margin, most, "{played} in {pos}");
        let told = found.score.to_string();
        assert!(!told.starts_with(if most > 0 { "loss" } else { "win" }), "{told} in {pos}");
        won_or_lost += u32::from(told.contains(" in "));
    }
    assert!(won_or_lost > 0, "a decided game is told as one, and not by its margin");
}
