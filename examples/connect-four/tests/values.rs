//! Exact values of small boards: plain minimax, retrograde analysis, proof-number search and alpha-beta agree.

mod plain;

use std::collections::HashMap;

use connect_four::{Board, Centre, ConnectFour, Lines};
use plain::Plain;
use plyground::game::{Game, StandardRules};
use plyground::search::{Agent, Job, Limits, SearchAgent};
use plyground::solve::proof::Sample;
use plyground::solve::{ExactValue, ProofNumbers, Retrograde, Solvable, SolveOptions, Tiers, Wdl, solve};

fn game(board: &str, moves: &str) -> Game<ConnectFour> {
    let mut game = Game::new(&board.parse::<Board>().unwrap(), &StandardRules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    game
}

/// Returns the value of each move by a solver, for the side that makes it, in the order of the columns.
fn solved(solver: &dyn Solvable<ConnectFour>, game: &Game<ConnectFour>) -> Vec<i32> {
    let solved = solve(solver, game, &SolveOptions::default(), true, &mut |_| {}).unwrap();
    let mut moves = solved.moves;
    moves.sort_by_key(|found| found.mv.number());
    moves.iter().map(|found| found.value.rank()).collect()
}

/// John Tromp counts 161,029 positions on 4 x 4. The board is a draw after each first move.
#[test]
fn four_by_four_is_a_draw() {
    let mut known = HashMap::new();
    let start = Plain::new(4, 4);
    start.value(&mut known);
    assert_eq!(known.len(), 161_029);
    let plain: Vec<i32> = start.moves().into_iter().map(|mv| -known[&start.after(mv)]).collect();
    assert_eq!(plain, [0; 4]);
    assert_eq!(solved(&Retrograde, &game("4x4", "")), plain);
}

/// A draw by alpha-beta on the second implementation, and by the tables of all positions.
#[test]
fn five_by_four_is_a_draw_by_tiers_and_by_alpha_beta() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("five-by-four");
    let _ = std::fs::remove_dir_all(&folder);
    let options = SolveOptions { tables: folder, threads: 2, ..SolveOptions::default() };
    let (solver, start) = (Tiers::new(ConnectFour::count).folded(), game("5x4", ""));
    assert!(solver.cost(&start, &options).is_some_and(|cost| cost.contains("on disk")), "it is stated first");
    let found = solve(&solver, &start, &options, true, &mut |_| {}).unwrap();
    let plain = Plain::new(5, 4);
    let mut known = HashMap::new();
    assert_eq!((found.value, plain.alpha_beta(-1, 1, &mut known)), (ExactValue::Result(Wdl::Draw), 0));
    let mut moves = found.moves;
    moves.sort_by_key(|found| found.mv.number());
    let by_tiers: Vec<i32> = moves.iter().map(|found| found.value.rank()).collect();
    let after = |mv| -plain.after(mv).alpha_beta(-1, 1, &mut known);
    assert_eq!(by_tiers, plain.moves().into_iter().map(after).collect::<Vec<_>>());
    let check = solver.verify_tables(&start, &options, Sample::Some(20_000, 1), &mut |_| {}).unwrap();
    assert_eq!((check.positions, check.wrong), (20_000, 0));
}

/// In the middle of games, all algorithms agree on won, drawn and lost positions.
#[test]
fn solvers_and_searches_agree_with_plain_minimax() {
    let mut seen = [false; 3];
    for (board, columns, rows, moves) in [
        ("4x4", 4, 4, "1 2 2 3 3 4"),
        ("4x4", 4, 4, "2 3 2 2 1 1 3"),
        ("5x4", 5, 4, "3 3 3 2 4 1 5 2"),
        ("5x4", 5, 4, "1 3 2 4 1 1 5 3 2"),
        ("6x5", 6, 5, "1 1 1 1 1 3 3 3 3 3 5 5 5 5 5"),
    ] {
        let game = game(board, moves);
        let mut plain = Plain::new(columns, rows);
        for mv in moves.split(' ') {
            plain = plain.after(mv.parse::<usize>().unwrap() - 1);
        }
        let mut known = HashMap::new();
        let value = plain.value(&mut known);
        let values: Vec<i32> = plain.moves().into_iter().map(|mv| -plain.after(mv).value(&mut known)).collect();
        assert_eq!(solved(&Retrograde, &game), values, "retrograde: {board} {moves}");
        assert_eq!(solved(&ProofNumbers::default(), &game), values, "proof numbers: {board} {moves}");

        let job = Job::new(Limits::depth(42));
        let pvs = SearchAgent::pvs(Lines::default()).move_for(&game, &job).unwrap().score;
        let alpha_beta = SearchAgent::alpha_beta(Centre).move_for(&game, &job).unwrap().score;
        assert_eq!(pvs, alpha_beta, "{board} {moves}");
        assert_eq!(pvs.value().signum(), value, "{board} {moves}");
        seen[(value + 1) as usize] = true;
    }
    assert_eq!(seen, [true; 3], "won, drawn and lost");
}
