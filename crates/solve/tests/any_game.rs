//! Comparison of the solvers of any game with plain minimax and with the solvers of specific games.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use crate::tic_tac_toe::TicTacToe;
use plyground_cachex::Cachex;
use plyground_game::random::Random;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_solve::cachex::SmallBoard;
use plyground_solve::{
    ExactMove, ProofNumbers, Retrograde, Solvable, SolveError, SolveFailure, SolveOptions, Value, Wdl, solve,
};

fn options() -> SolveOptions {
    SolveOptions { table: 16, ..SolveOptions::default() }
}

/// Plain minimax to the end of a game without cycles.
fn minimax<P: Position>(pos: &P, known: &mut HashMap<P, Value>) -> Value {
    if let Some(outcome) = pos.outcome() {
        return Value::finished(outcome, pos.side_to_move());
    }
    if let Some(&value) = known.get(pos) {
        return value;
    }
    let moves = pos.legal_moves();
    let values = moves.iter().map(|&mv| value_of(pos, mv, known));
    let value = values.max().unwrap();
    known.insert(pos.clone(), value);
    value
}

fn value_of<P: Position>(pos: &P, mv: P::Move, known: &mut HashMap<P, Value>) -> Value {
    let after = pos.after(mv);
    minimax(&after, known).before(after.side_to_move() == pos.side_to_move())
}

/// Returns the start of a game and random games of up to `plies` plies.
fn games<P: Position>(setup: &str, rules: &str, seeds: u64, plies: usize) -> Vec<Game<P>> {
    let start = || {
        let setup = if setup.is_empty() { P::Setup::default() } else { setup.parse().ok().unwrap() };
        Game::<P>::new(&setup, &if rules.is_empty() { P::Rules::default() } else { rules.parse().unwrap() })
    };
    let mut all = vec![start()];
    for seed in 0..seeds {
        let (mut random, mut game) = (Random::new(seed), start());
        for _ in 0..seed as usize % (plies + 1) {
            let moves = game.position().legal_moves();
            if game.ending().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        all.push(game);
    }
    all
}

fn compare<P: Position>(solvable: &dyn Solvable<P>, games: &[Game<P>]) {
    let mut known = HashMap::new();
    for game in games.iter().filter(|game| game.ending().is_none()) {
        let pos = game.position();
        let moves = pos.legal_moves();
        let expected: Vec<_> =
            moves.iter().map(|&mv| ExactMove::by_result(mv, value_of(pos, mv, &mut known))).collect();
        let found = solvable.exact_moves(game, &options(), true, &mut |_| {}).unwrap();
        assert_eq!(found, expected, "{pos}");
        let solved = solve(solvable, game, &options(), true, &mut |_| {}).unwrap();
        let best = minimax(pos, &mut known);
        assert_eq!((solved.value, solved.plies), (solved.moves[0].value, best.plies()), "{pos}");
        assert_eq!(solved.moves.len(), moves.len());
    }
}

#[test]
fn games_that_end_are_solved_as_minimax_solves_them() {
    let noughts = games::<TicTacToe>("", "", 40, 6);
    compare(&ProofNumbers::default(), &noughts);
    compare(&Retrograde, &noughts);
    for (setup, rules) in [("2x3", "standard"), ("3x2", "empty-capture"), ("3x2", "tournament"), ("3x3", "kalaha")] {
        let kalah = games::<Kalah>(setup, rules, 12, 12);
        compare(&ProofNumbers::default(), &kalah);
        compare(&Retrograde, &kalah);
    }
}

#[test]
fn games_that_go_round_in_circles_are_solved_as_their_tables_say() {
    let games = games::<Cachex>("3", "standard,repetition=off,turn_limit=off", 40, 14);
    let table = SmallBoard::solve("3".parse().unwrap()).unwrap();
    let mut decided = 0;
    for game in games.iter().filter(|game| game.ending().is_none()) {
        let expected: Vec<_> = table.moves(game.position()).unwrap().unwrap();
        let expected: Vec<_> = expected.into_iter().map(|(mv, value)| ExactMove::by_result(mv, value)).collect();
        let found = Retrograde.exact_moves(game, &options(), true, &mut |_| {}).unwrap();
        assert_eq!(found, expected, "{}", game.position());
        // Proof-number search finds all wins; it may not decide whether there is no win at all.
        let search = ProofNumbers { plies: 9, nodes: Some(200_000) };
        match search.exact_moves(game, &options(), true, &mut |_| {}) {
            Ok(found) => {
                decided += 1;
                assert_eq!(found, expected, "{}", game.position());
            }
            Err(error) => {
                assert!(matches!(error, SolveError::NotDecided { .. } | SolveError::NodesSpent { .. }), "{error}");
            }
        }
    }
    assert!(decided > 10, "{decided}");
}

#[test]
fn limits_are_respected_and_reported() {
    let refused = |solvable: &dyn Solvable<Kalah>, setup: &str, options: &SolveOptions, make: bool| {
        let game = Game::<Kalah>::new(&setup.parse().unwrap(), &Default::default());
        let error = solve(solvable, &game, options, make, &mut |_| {}).unwrap_err();
        assert!(!error.to_string().contains('\n'));
        error
    };
    let small = SolveOptions { table: 1, ..options() };
    let error = refused(&Retrograde, "6x4", &small, true);
    assert!(matches!(error, SolveError::TooManyPositions { .. }) && error.failure() == SolveFailure::Undone);
    let few = ProofNumbers { nodes: Some(1000), ..ProofNumbers::default() };
    let error = refused(&few, "6x4", &small, true);
    assert_eq!(error.to_string(), "not decided within 1000 nodes");
    let near = ProofNumbers { plies: 2, ..ProofNumbers::default() };
    assert!(refused(&near, "3x3", &small, true).to_string().starts_with("not decided within 2 plies of `"));
    let stopped = SolveOptions::default();
    stopped.stop.stop();
    for solvable in [&ProofNumbers::default() as &dyn Solvable<Kalah>, &Retrograde] {
        assert_eq!(refused(solvable, "6x4", &stopped, true).failure(), SolveFailure::Stopped);
        let error = refused(solvable, "2x2", &small, false);
        assert_eq!(error.hint().as_deref(), Some("solve it: `ply solve kalah`"));
    }
    let kept = SolveOptions { keep: Some("file".into()), ..options() };
    assert_eq!(refused(&Retrograde, "2x2", &kept, true).failure(), SolveFailure::Input);
}

#[test]
fn finished_games_have_their_value_too() {
    let mut game = Game::<TicTacToe>::default();
    for cell in ["1", "4", "2", "5", "3"] {
        game.play_text(cell).unwrap();
    }
    let solved = solve(&Retrograde, &game, &options(), true, &mut |_| {}).unwrap();
    // Noughts would be next, and have lost.
    assert_eq!((solved.value.rank(), solved.plies, solved.moves.len()), (-1, Some(0), 0));
    assert_eq!(solved.value.winner(game.position().side_to_move()), Some(plyground_game::Side::First));
}

/// The pass of a position is its distance: its value follows from a position of an earlier pass.
#[test]
fn the_positions_of_a_retrograde_analysis_have_the_values_of_minimax() {
    let mut known = HashMap::new();
    for game in games::<Kalah>("2x2", "standard", 4, 3).iter().filter(|game| game.ending().is_none()) {
        let positions = Retrograde::positions(game, 1_000, &options()).unwrap();
        let start = positions.iter().find(|valued| valued.pos == *game.position()).unwrap();
        let solved = solve(&Retrograde, game, &options(), true, &mut |_| {}).unwrap();
        assert_eq!(start.value.plies(), solved.plies);
        for valued in &positions {
            assert_eq!(valued.value, minimax(&valued.pos, &mut known), "{}", valued.pos);
            let moves = if valued.pos.outcome().is_some() { 0 } else { valued.pos.legal_moves().len() };
            assert_eq!(valued.successors.len(), moves, "{}", valued.pos);
            for &(mv, to) in &valued.successors {
                assert_eq!(positions[to.unwrap()].pos, valued.pos.after(mv));
            }
            if valued.value.result() != Wdl::Draw && moves > 0 {
                let before = |to: &usize| positions[*to].value.plies() < valued.value.plies();
                assert!(valued.successors.iter().filter_map(|(_, to)| to.as_ref()).any(before), "{}", valued.pos);
            }
        }
        let limited = Retrograde::positions(game, positions.len() - 1, &options());
        assert!(matches!(limited, Err(SolveError::TooManyPositions { .. })));
        assert!(Retrograde::positions(game, positions.len(), &options()).is_ok());
    }
}
