//! The search of Kalah's `best` wins, and by as much as there is; where it has lost, by as little. `best-2` shows it, which solves
//! no endgames (`endgames.rs`).
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use plyground_catalog::{ANALYSIS, Catalog, MOVE, Start};
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
    let agent = kalah.agent("best-2:table=4").unwrap();
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
        // Where only one move has the result, choosing it shows nothing.
        let is_a_choice = values.iter().any(|&(_, margin)| margin != most && margin.signum() == most.signum());
        if most == 0 || !is_a_choice {
            continue;
        }
        asked += 1;
        let found = session.analyse(&agent, &job, MOVE, &mut |_| {}).unwrap();
        let played = found.best.unwrap();
        let margin = values.iter().find(|(mv, _)| pos.move_text(*mv) == played).unwrap().1;
        assert_eq!(margin, most, "{played} in {pos}");
        let score = found.score.to_string();
        assert!(!score.starts_with(if most > 0 { "loss" } else { "win" }), "{score} in {pos}");
        won_or_lost += u32::from(score.starts_with("win") || score.starts_with("loss"));
    }
    assert!(won_or_lost > 0, "a decided game is reported as one, and not by its margin");
}

/// The plies of the quickest win of the side to move within `most`; plain search without a table.
fn quickest_win(pos: &Kalah, side: Side, most: u32) -> Option<u32> {
    if let Some(outcome) = pos.outcome() {
        return (outcome.winner() == Some(side)).then_some(0);
    }
    let mut left = most.checked_sub(1)?;
    let mut best = None;
    for &mv in &pos.legal_moves() {
        let found = quickest_win(&pos.after(mv), side, left).map(|plies| plies + 1);
        if pos.side_to_move() != side {
            best = Some(best.unwrap_or(0).max(found?));
        } else if let Some(plies) = found {
            best = Some(plies);
            left = plies.saturating_sub(2);
            if plies == 1 {
                break;
            }
        }
    }
    best
}

/// `win in 1` at 3x3 after a longer search of the same session had filled its table, where a fresh session said 18.
/// Move 2 loses in 3 plies, and another one in 4: the proof was made for the position, not for the move.
#[test]
fn the_distance_of_a_move_is_its_own() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let moves = "3 3 2 1 3 1 2".into();
    let start = Start { setup: Some("3x2".into()), rules: Some("tournament".into()), moves, ..Start::default() };
    let job = Job { lines: 2, ..Job::new(Limits::depth(3)) };
    let agent = kalah.agent("best-2").unwrap();
    let found = kalah.open(&start).unwrap().analyse(&agent, &job, ANALYSIS, &mut |_| {}).unwrap();
    let lines = found.lines.iter().map(|line| (&line.mv, line.score));
    let of_move: Vec<_> = lines.chain(found.root_moves.iter().map(|root| (&root.mv, root.score))).collect();
    let of_move = of_move.into_iter().filter(|(mv, _)| *mv == "2").map(|(_, score)| score.score());
    let mut count = 0;
    for score in of_move {
        count += 1;
        assert!(score.is_loss() && score.winner_in().is_none_or(|plies| plies == 3), "{score}");
    }
    assert!(count > 0);
}

#[test]
fn a_distance_is_reported_only_where_it_is_the_quickest() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let agent = kalah.agent("best-2:table=4").unwrap();
    let (mut claims, mut without) = (0, 0);
    for setup in ["3x3", "4x2", "2x4"] {
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let start = Start { setup: Some(setup.into()), ..Start::default() };
            let mut session = kalah.open(&start).unwrap();
            let deep = Job::new(Limits::nodes(20_000));
            session.analyse(&agent, &deep, MOVE, &mut |_| {}).unwrap();
            while session.show().outcome.is_none() {
                for job in [Job::new(Limits::depth(2)), Job::new(Limits::depth(9))] {
                    let found = session.analyse(&agent, &job, MOVE, &mut |_| {}).unwrap();
                    let Some(claimed) = found.winner_in else {
                        without += u32::from(found.score.score().is_decided());
                        continue;
                    };
                    claims += 1;
                    let pos = Kalah::parse(&session.show().position, &KalahRules::default()).unwrap();
                    let side = pos.side_to_move();
                    let winner = if found.score.score().is_win() { side } else { !side };
                    assert_eq!(quickest_win(&pos, winner, claimed), Some(claimed), "{pos}");
                }
                let legal = session.show().legal;
                session.play(&legal[random.below(legal.len())]).unwrap();
            }
        }
    }
    assert!(claims > 0 && without > 0, "{claims} claims, {without} proven without a distance");
}
