//! Solvers of the games: values alone, stored values, tables, majorities, and errors.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use plyground_cachex::Cachex;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_solve::cachex::ExactCachex;
use plyground_solve::kalah::ExactKalah;
use plyground_solve::proof::Sample;
use plyground_solve::tigers::exact_tigers;
use plyground_solve::{ExactValue, Solvable, SolveError, SolveFailure, SolveOptions, Solved, mate, solve};
use plyground_tigers::Tigers;

/// Folder of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plyground-solvers-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn options(&self) -> SolveOptions {
        SolveOptions { tables: self.0.clone(), table: 16, database: Some(9), ..SolveOptions::default() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn game<P: Position>(setup: &str, rules: &str) -> Game<P> {
    Game::new(&setup.parse().ok().unwrap(), &rules.parse().unwrap())
}

fn solved<P: Position>(
    solvable: &dyn Solvable<P>,
    game: &Game<P>,
    options: &SolveOptions,
) -> Result<Solved<P::Move>, SolveError> {
    solve(solvable, game, options, true, &mut |_| {})
}

#[test]
fn kalah_is_solved_and_then_known() {
    let folder = Folder::new("kalah");
    let start = game::<Kalah>("4x3", "standard");
    // Solving with `database` set builds and saves the database.
    assert_eq!(solved(&ExactKalah, &start, &folder.options()).unwrap().value, ExactValue::Margin(6));
    let opened = ExactKalah.open(&folder.0, &start).unwrap().unwrap();
    // The position has more seeds than the database.
    assert_eq!(opened.moves(start.position()).unwrap(), None);
    let error = solve(&ExactKalah, &start, &folder.options(), false, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("at most 9 seeds in the houses"), "{error}");
    let smaller = game::<Kalah>("4x1", "standard");
    let known = solve(&ExactKalah, &smaller, &folder.options(), false, &mut |_| {}).unwrap();
    let searched = solved(&ExactKalah, &smaller, &folder.options()).unwrap();
    assert_eq!((known.value, known.moves.len()), (searched.value, searched.moves.len()));
    assert!(known.moves.iter().all(|mv| searched.moves.contains(mv)));
    let error = solve(&ExactKalah, &game("5x1", "standard"), &folder.options(), false, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::NoTables { .. }) && error.failure() == SolveFailure::Undone);
    // Regression: the hint made the database of another board.
    assert_eq!(error.hint().as_deref(), Some("make it with `ply solve kalah --setup 5x1 --database 14`"));
    let error = solve(&ExactKalah, &game("6x4", "empty-capture"), &folder.options(), false, &mut |_| {}).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("make it with `ply solve kalah --rules empty-capture --database 14`"));
    let too_large = SolveOptions { database: Some(60), ..folder.options() };
    let error = solved(&ExactKalah, &game("6x4", "standard"), &too_large).unwrap_err();
    assert_eq!(error.failure(), SolveFailure::Input);
}

/// Plain negamax by final margin.
fn negamax(pos: &Kalah) -> i32 {
    if let Some(margin) = pos.final_margin(pos.side_to_move()) {
        return margin;
    }
    let values = pos.legal_moves().into_iter().map(|mv| {
        let after = pos.after(mv);
        if after.side_to_move() == pos.side_to_move() { negamax(&after) } else { -negamax(&after) }
    });
    values.max().unwrap()
}

#[test]
fn a_majority_is_solved_with_the_stores() {
    let folder = Folder::new("majority");
    for setup in ["2x2", "2x3", "3x2"] {
        let start = game::<Kalah>(setup, "tournament");
        let found = solved(&ExactKalah, &start, &folder.options()).unwrap();
        assert_eq!(found.value, ExactValue::Margin(negamax(start.position())), "{setup}");
        for found in &found.moves {
            let after = start.position().after(found.mv);
            let sign = if after.side_to_move() == start.position().side_to_move() { 1 } else { -1 };
            assert_eq!(found.value, ExactValue::Margin(sign * negamax(&after)), "{setup}");
        }
        assert!(solve(&ExactKalah, &start, &folder.options(), false, &mut |_| {}).is_err());
    }
    let stopped = folder.options();
    stopped.stop.stop();
    let error = solved(&ExactKalah, &game("6x4", "tournament"), &stopped).unwrap_err();
    assert_eq!(error.failure(), SolveFailure::Stopped);
}

#[test]
fn the_value_alone_is_that_of_the_best_move() {
    let folder = Folder::new("alone");
    // If a majority ends the game, the value requires the values of the moves.
    for (setup, rules) in [("3x3", "standard"), ("4x2", "kalaha"), ("3x2", "tournament"), ("2x4", "empty-capture")] {
        let start = game::<Kalah>(setup, rules);
        let whole = solved(&ExactKalah, &start, &folder.options()).unwrap();
        let alone = SolveOptions { value_only: true, threads: 2, ..folder.options() };
        let alone = solved(&ExactKalah, &start, &alone).unwrap();
        assert_eq!(alone.value, whole.value, "{setup} {rules}");
        assert!(alone.moves.is_empty() && whole.moves.iter().any(|found| found.value == whole.value));
    }
}

#[test]
fn bounds_can_be_stored_in_a_file() {
    let folder = Folder::new("keep");
    let file = folder.0.join("4x3.bounds");
    let keeping = SolveOptions { value_only: true, keep: Some(file.clone()), table: 1, ..folder.options() };
    let start = game::<Kalah>("4x3", "standard");
    let values = [(); 2].map(|()| solved(&ExactKalah, &start, &keeping).unwrap().value);
    assert_eq!(values[0], values[1]);
    assert!(file.exists());
    let refused = solved(&ExactKalah, &game("4x3", "kalaha"), &keeping).unwrap_err();
    assert_eq!(refused.failure(), SolveFailure::Undone);
    let refused = refused.to_string();
    assert!(refused.contains("4x3.bounds") && refused.ends_with("rules `standard`, expected `kalaha`"), "{refused}");
    for refused in [
        solved(&ExactKalah, &game("3x2", "tournament"), &keeping).unwrap_err(),
        solved(&exact_tigers(), &game("standard", "standard"), &keeping).unwrap_err(),
        solved(&ExactCachex, &game("3", "standard"), &keeping).unwrap_err(),
    ] {
        assert!(matches!(refused, SolveError::NotKept), "{refused}");
    }
}

#[test]
fn cachex_has_tables_of_small_boards() {
    let folder = Folder::new("cachex");
    let (small, large) = (game::<Cachex>("3", "standard"), game::<Cachex>("5", "standard"));
    assert!(ExactCachex.open(&folder.0, &small).unwrap().is_none());
    let error = solve(&ExactCachex, &small, &folder.options(), false, &mut |_| {}).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("make it with `ply solve cachex`"));
    let found = solved(&ExactCachex, &small, &folder.options()).unwrap();
    // The first player loses, so the longest defence comes first.
    assert_eq!(found.value.winner(small.position().side_to_move()), Some(plyground_game::Side::Second));
    assert_eq!(found.plies, found.moves.iter().map(|found| found.plies).max().unwrap());
    assert!(ExactCachex.open(&folder.0, &small).unwrap().is_some());
    assert!(!ExactCachex.shares_tables(&small, &large) && ExactCachex.shares_tables(&small, &small));
    let error = solved(&ExactCachex, &large, &folder.options()).unwrap_err();
    assert_eq!(error.to_string(), "cachex is solved on boards of size 3 and 4 only");
    assert!(error.hint().unwrap().contains("`ply solve cachex --mate-in N`"));

    // 19,683 arrangements, including those with a connection: the solver and the file have the same counts.
    let made = [(); 2].map(|()| ExactCachex.make_tables(&small, &folder.options(), &mut |_| {}).unwrap());
    assert_eq!((made[0].positions(), made[0].draws, made[0]), (19_683, 0, made[1]));
    let check = ExactCachex.verify_tables(&small, &folder.options(), Sample::All, &mut |_| {}).unwrap();
    assert_eq!((check.positions, check.wrong), (19_683, 0), "{check:?}");
    let refused = ExactKalah.make_tables(&game("3x2", "standard"), &folder.options(), &mut |_| {}).unwrap_err();
    assert!(refused.to_string().ends_with("such as `--database 14`"), "{refused}");

    // A damaged table is refused.
    let file = folder.0.join("cachex-3.table");
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let error = solve(&ExactCachex, &small, &folder.options(), false, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Table(_)) && error.to_string().contains("cut short"), "{error}");
}

#[test]
fn tigers_without_tables_is_said() {
    let folder = Folder::new("tigers");
    let start = game::<Tigers>("standard", "standard");
    assert!(exact_tigers().open(&folder.0, &start).unwrap().is_none());
    let error = solve(&exact_tigers(), &start, &folder.options(), false, &mut |_| {}).unwrap_err();
    assert!(matches!(error, SolveError::OpenHunt(_)), "{error}");
}

#[test]
fn a_forced_win_is_found_with_its_line() {
    let pos = Kalah::parse("<3,8,4,0,0,1,2,0,0> S", &Default::default()).unwrap();
    let found = mate(&Game::from_position(pos, &Default::default()), 3, &SolveOptions::default(), &mut |_| {}).unwrap();
    assert_eq!((found.plies, found.line.len()), (Some(1), 1));
    let start = Game::<Khet>::default();
    let options = SolveOptions { table: 1, ..SolveOptions::default() };
    let none = mate(&start, 1, &options, &mut |_| {}).unwrap();
    assert_eq!((none.plies, none.line.len()), (None, 0));
    options.stop.stop();
    assert_eq!(mate(&start, 9, &options, &mut |_| {}).unwrap_err().failure(), SolveFailure::Stopped);
}
