//! The puzzles that come with the games, proved again.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::path::Path;

use plyground_catalog::{Catalog, Entry, GAMES_A_PUZZLE, GameRef, Goal, Puzzle, PuzzleRow, PuzzleSearch, Start};
use plyground_khet::Khet;
use plyground_solve::{ExactValue, SolveOptions};

fn start(puzzle: &Puzzle, moves: &[String]) -> Start {
    Start {
        rules: Some(puzzle.rules.clone()),
        position: Some(puzzle.position.clone()),
        moves: moves.join(" "),
        ..Start::default()
    }
}

fn game(name: &str) -> GameRef {
    Catalog::standard().game(name).unwrap().clone()
}

/// Plies to the shortest win of the side to move within `most` of its moves.
fn plies(game: &GameRef, start: &Start, most: u32) -> Option<u32> {
    let options = SolveOptions { table: 16, ..SolveOptions::default() };
    game.mate(start, most, &options, &mut |_| {}).unwrap().plies
}

#[test]
fn every_game_has_puzzles_whose_lines_can_be_played() {
    for game in Catalog::standard().games() {
        let puzzles = game.puzzles().unwrap();
        assert!(puzzles.len() >= 200, "{}: {}", game.info().name, puzzles.len());
        assert!(game.info().has_puzzles);
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.nodes) && puzzles[0].nodes > 0, "{}", game.info().name);
        let places: HashSet<&str> = puzzles.iter().map(|puzzle| &*puzzle.position).collect();
        assert_eq!(places.len(), puzzles.len(), "{}: each position once", game.info().name);
        for puzzle in puzzles {
            assert_eq!(puzzle.game, game.info().name);
            let session = game.open(&start(&puzzle, &puzzle.line)).unwrap();
            let outcome = session.show().outcome;
            let at = game.open(&start(&puzzle, &[])).unwrap();
            assert_eq!((at.show().side, at.show().position), (&*puzzle.side, puzzle.position.clone()));
            assert!(at.show().legal.len() >= 3, "{}", puzzle.position);
            // A forced win is won at its end.
            if puzzle.plies.is_some() {
                assert_eq!(outcome.and_then(|ended| ended.winner), Some(&*puzzle.side), "{}", puzzle.position);
                assert_eq!(puzzle.plies, Some(puzzle.line.len() as u32));
            }
        }
    }
}

/// Verifies every `step`th puzzle by the search that shares no code with the solvers.
fn verified(name: &str, step: usize) {
    let game = game(name);
    for puzzle in game.puzzles().unwrap().iter().step_by(step) {
        let checked = game.check_puzzle(puzzle, NODES).unwrap();
        assert_eq!(checked.nodes, puzzle.nodes, "{}", puzzle.position);
    }
}

/// More than any puzzle takes.
const NODES: u64 = 1_000_000;
/// A sample for every change: every so many puzzles.
const SAMPLE: usize = 23;

#[test]
fn a_sample_of_the_puzzles_is_verified_by_an_independent_search() {
    for name in ["khet", "kalah", "tigers", "cachex"] {
        verified(name, SAMPLE);
    }
}

#[test]
#[ignore = "takes minutes: `cargo xtask long`"]
fn all_puzzles_are_verified_by_an_independent_search() {
    for name in ["khet", "kalah", "tigers", "cachex"] {
        verified(name, 1);
    }
}

#[test]
fn a_false_claim_is_found() {
    for name in ["khet", "kalah", "tigers", "cachex"] {
        let game = game(name);
        let right = game.puzzles().unwrap().remove(0);
        let shown = game.open(&start(&right, &[])).unwrap().show();
        for other in shown.legal.iter().filter(|mv| **mv != right.line[0]).take(3) {
            let mut line = right.line.clone();
            line[0].clone_from(other);
            let wrong = Puzzle { line, ..right.clone() };
            let error = game.check_puzzle(&wrong, NODES).unwrap_err().to_string();
            assert!(error.starts_with("the puzzle at `") && error.contains(&right.position), "{error}");
        }
        let error = game.check_puzzle(&right, 3).unwrap_err().to_string();
        assert!(error.contains("not decided within 3 nodes"), "{error}");
        let nowhere = Puzzle { position: "nonsense".into(), ..right };
        assert!(game.check_puzzle(&nowhere, NODES).is_err());
    }
    // A win with a shorter one is no puzzle of its plies, and a drawing move that wins none of a draw.
    let cachex = game("cachex");
    let long = cachex.puzzles().unwrap().remove(0);
    let plies = long.plies.map(|plies| plies + 2);
    assert!(cachex.check_puzzle(&Puzzle { plies, ..long }, NODES).is_err());
    let kalah = game("kalah");
    let won = kalah.puzzles().unwrap().into_iter().find(|puzzle| puzzle.goal == Goal::Win).unwrap();
    assert!(kalah.check_puzzle(&Puzzle { goal: Goal::Draw, ..won }, NODES).is_err());
}

/// The first move wins in time, and every other does not: after it the other side is not lost within the plies that are left.
#[test]
fn one_move_alone_forces_the_win() {
    for name in ["khet", "cachex", "tigers"] {
        let game = game(name);
        for puzzle in game.puzzles().unwrap().into_iter().step_by(SAMPLE) {
            let most = puzzle.plies.unwrap().div_ceil(2);
            // To refute every other way to a longer win takes longer than a test may.
            if most > 2 {
                continue;
            }
            assert_eq!(plies(&game, &start(&puzzle, &[]), most), puzzle.plies, "{}", puzzle.position);
            for other in game.open(&start(&puzzle, &[])).unwrap().show().legal {
                if other == puzzle.line[0] {
                    continue;
                }
                // The defender's answers: one after which there is no win at once refutes the move.
                let after = game.open(&start(&puzzle, std::slice::from_ref(&other))).unwrap().show();
                let refuted = after.outcome.is_some()
                    || after.legal.iter().any(|answer| {
                        let start = start(&puzzle, &[other.clone(), answer.clone()]);
                        let shown = game.open(&start).unwrap().show();
                        match shown.outcome {
                            Some(ended) => ended.winner != Some(&*puzzle.side),
                            None => plies(&game, &start, 1).is_none(),
                        }
                    });
                assert!(refuted, "{other} wins as well: {}", puzzle.position);
            }
        }
    }
}

/// The exact values of the moves, by what answers for many positions.
fn only_moves(name: &str, options: &SolveOptions) {
    let game = game(name);
    let mut oracle = game.oracle(options).unwrap();
    for puzzle in game.puzzles().unwrap().into_iter().step_by(SAMPLE) {
        let solution = oracle.solve(&start(&puzzle, &[]), &options.stop).unwrap();
        let sign = |value: ExactValue| value.rank().signum();
        let best = &solution.moves[0];
        assert_eq!(
            (&best.mv, sign(best.value)),
            (&puzzle.line[0], i32::from(puzzle.goal == Goal::Win)),
            "{}",
            puzzle.position
        );
        assert!(sign(solution.moves[1].value) < sign(best.value), "{}", puzzle.position);
    }
}

#[test]
fn one_move_alone_keeps_the_value_at_kalah() {
    only_moves("kalah", &SolveOptions { table: 16, ..SolveOptions::default() });
}

/// The distances of the tables are those of the forced wins, and no other move wins as soon.
#[test]
#[ignore = "needs the tables of `ply solve tigers` in the folder that PLYGROUND_TABLES names: `cargo xtask long`"]
fn one_move_alone_keeps_the_value_at_tigers() {
    let tables = SolveOptions::named_folder().expect("PLYGROUND_TABLES names a folder");
    let options = SolveOptions { tables, ..SolveOptions::default() };
    let game = game("tigers");
    let mut oracle = game.oracle(&options).unwrap();
    for puzzle in game.puzzles().unwrap() {
        let solution = oracle.solve(&start(&puzzle, &[]), &options.stop).unwrap();
        let [best, next, ..] = &solution.moves[..] else { panic!("{}", puzzle.position) };
        assert_eq!(
            (&best.mv, best.plies, best.value.rank()),
            (&puzzle.line[0], puzzle.plies, 1),
            "{}",
            puzzle.position
        );
        assert!(next.value.rank() < 1 || next.plies > best.plies, "{}", puzzle.position);
    }
}

fn search(count: usize) -> PuzzleSearch {
    let solve = SolveOptions { table: 16, ..SolveOptions::default() };
    PuzzleSearch { setup: None, rules: None, count, seed: 3, forced: None, solve }
}

#[test]
fn a_seed_gives_the_same_puzzles() {
    let find = || {
        let mut found = Vec::new();
        game("kalah").find_puzzles(&search(2), &mut |_, puzzle| found.extend(puzzle.cloned())).unwrap();
        found
    };
    let found = find();
    assert_eq!((found.len(), &found), (2, &find()));
}

/// `ply puzzles kalah --seed 1` prints the puzzles that are shipped.
#[test]
fn the_shipped_puzzles_are_those_of_their_command() {
    let mut found = Vec::new();
    let search = PuzzleSearch { seed: 1, ..search(3) };
    game("kalah").find_puzzles(&search, &mut |_, puzzle| found.extend(puzzle.cloned())).unwrap();
    let shipped = Puzzle::read_all(include_str!("../puzzles/kalah.jsonl")).unwrap();
    assert_eq!(found, shipped[..3]);
}

#[test]
fn without_tables_it_is_said_what_is_missing() {
    let mut search = search(1);
    search.solve.tables = Path::new("nowhere").to_owned();
    let error = game("tigers").find_puzzles(&search, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    search.setup = Some("nonsense".into());
    let error = game("khet").find_puzzles(&search, &mut |_, _| {}).unwrap_err();
    assert!(error.to_string().contains("nonsense"), "{error}");
}

#[test]
fn a_line_that_is_no_puzzle_is_named() {
    let entry = Entry::<Khet>::new("lasers").puzzles(PuzzleRow::forced_wins(3).shipped("\n{\"game\": \"khet\"}\n"));
    let error = Catalog::empty().with(entry).game("khet").unwrap().puzzles().unwrap_err();
    assert_eq!(error.to_string(), "line 2 is no puzzle: missing field `rules` at line 1 column 16");
}

#[test]
fn tasks_are_described_in_words() {
    let puzzle =
        Puzzle { side: "silver".into(), goal: Goal::Win, plies: Some(5), ..game("khet").puzzles().unwrap().remove(0) };
    assert_eq!(puzzle.task(), "silver to move wins in 3 moves");
    let only = Puzzle { plies: None, ..puzzle };
    assert_eq!(only.task(), "silver to move: one move alone wins");
    let drawn = Puzzle { goal: Goal::Draw, ..only };
    assert_eq!(drawn.task(), "silver to move: one move alone draws, all others lose");
}

/// Regression: the search played its games for seconds, found nothing, and did not name the rule.
#[test]
fn a_rule_that_forbids_proofs_ends_the_search_for_puzzles() {
    let refused = |name: &str, setup: Option<&str>, rules: &str| {
        let (setup, rules) = (setup.map(str::to_owned), Some(rules.to_owned()));
        let search = PuzzleSearch { setup, rules, forced: Some(5), ..search(1) };
        game(name).find_puzzles(&search, &mut |_, _| panic!("a game was played")).unwrap_err().to_string()
    };
    let message = refused("cachex", Some("3"), "standard,turn_limit=off,repetition=2");
    assert!(message.contains("the draw at the second occurrence") && message.contains("repetition=2"), "{message}");
    let message = refused("khet", None, "official,ply_limit=2");
    assert!(message.contains("the limit of 2 turns") && message.contains("ply_limit=2"), "{message}");
}

#[test]
fn a_search_for_puzzles_reports_every_game_up_to_its_limit() {
    // On a board of one house with one seed, no win takes more than one move.
    let search = PuzzleSearch { setup: Some("1x1".into()), forced: Some(3), ..search(2) };
    let mut seen = Vec::new();
    game("kalah").find_puzzles(&search, &mut |games, puzzle| seen.push((games, puzzle.is_some()))).unwrap();
    assert_eq!(seen, (1..=2 * GAMES_A_PUZZLE).map(|games| (games, false)).collect::<Vec<_>>());
}

/// A win by the board that comes after the limit of turns is no win, however it is claimed.
#[test]
fn a_win_after_the_limit_of_turns_is_no_puzzle() {
    let cachex = game("cachex");
    let right = cachex.puzzles().unwrap().remove(0);
    let (_, turn) = right.position.rsplit_once(' ').unwrap();
    let limit = |left: u32| {
        let rules = format!("{},turn_limit={}", right.rules, turn.parse::<u32>().unwrap() + left);
        cachex.check_puzzle(&Puzzle { rules, ..right.clone() }, NODES)
    };
    let plies = right.plies.unwrap();
    assert_eq!(limit(plies).unwrap().nodes, right.nodes);
    let message = limit(plies - 1).unwrap_err().to_string();
    assert!(message.contains("the limit of"), "{message}");
}
