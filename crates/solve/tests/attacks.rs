//! Concurrent builders of one table, foreign files, read-only folders, and early stops.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;

use plyground_cachex::Cachex;
use plyground_game::Game;
use plyground_kalah::Kalah;
use plyground_search::StopFlag;
use plyground_solve::cachex::ExactCachex;
use plyground_solve::kalah::{Database, ExactKalah, Keep, Solver};
use plyground_solve::tigers::exact_tigers;
use plyground_solve::{SolveError, SolveFailure, SolveOptions, TableError, solve};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plyground-attacks-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(tables: &Path) -> SolveOptions {
    SolveOptions { tables: tables.to_owned(), table: 1, database: Some(9), ..SolveOptions::default() }
}

fn kalah() -> Game<Kalah> {
    Game::new(&"3x3".parse().unwrap(), &"empty-capture".parse().unwrap())
}

fn cachex() -> Game<Cachex> {
    Game::new(&"3".parse().unwrap(), &Default::default())
}

#[test]
fn four_makers_of_one_table_all_find_it() {
    // Regression test: with one temporary name, a process failed in 24 of 25 rounds.
    let folder = Folder::new("four");
    for round in 0..5 {
        let start = Barrier::new(4);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    start.wait();
                    solve(&ExactCachex, &cachex(), &options(&folder.0), true, &mut |_| {}).unwrap();
                    solve(&ExactKalah, &kalah(), &options(&folder.0), true, &mut |_| {}).unwrap();
                });
            }
        });
        let names = folder.names();
        assert_eq!(names, ["cachex-3.table", "kalah-3-empty-either.table"], "round {round}");
        for name in names {
            fs::remove_file(folder.0.join(name)).unwrap();
        }
    }
}

#[test]
fn a_users_own_files_stay() {
    let folder = Folder::new("own");
    let (part, table) = (folder.0.join("cachex-3.part"), folder.0.join("kalah-3-empty-either.table"));
    fs::write(&part, "mine").unwrap();
    fs::write(&table, "mine, too").unwrap();
    solve(&ExactCachex, &cachex(), &options(&folder.0), true, &mut |_| {}).unwrap();
    let refused = solve(&ExactKalah, &kalah(), &options(&folder.0), true, &mut |_| {}).unwrap_err();
    assert!(matches!(refused, SolveError::Table(TableError::Foreign(_))), "{refused}");
    assert_eq!((fs::read(&part).unwrap(), fs::read(&table).unwrap()), (b"mine".to_vec(), b"mine, too".to_vec()));
    // Saving alone is refused too.
    let database = Database::build(3, kalah().rules(), 5, 1, |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert!(matches!(database.save(&folder.0), Err(TableError::Foreign(_))));
    assert_eq!(fs::read(&table).unwrap(), b"mine, too");
}

#[test]
fn a_folder_that_cannot_be_written_is_said_before_the_work() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("file");
    fs::write(&file, "no folder").unwrap();
    let tables = file.join("tables");
    let worked = Cell::new(false);
    let mut work = |_: &plyground_solve::SolveProgress| worked.set(true);
    let refused = [
        solve(&ExactKalah, &kalah(), &options(&tables), true, &mut work).unwrap_err(),
        solve(&ExactCachex, &cachex(), &options(&tables), true, &mut work).unwrap_err(),
        solve(&exact_tigers(), &Game::default(), &options(&tables), true, &mut work).unwrap_err(),
    ];
    for error in refused {
        assert!(error.to_string().contains("file/tables"), "{error}");
    }
    assert!(!worked.get());
}

#[test]
fn solving_cachex_can_be_stopped() {
    let folder = Folder::new("stopped");
    let options = options(&folder.0);
    options.stop.stop();
    let stopped = solve(&ExactCachex, &cachex(), &options, true, &mut |_| {}).unwrap_err();
    assert_eq!(stopped.failure(), SolveFailure::Stopped, "{stopped}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn two_runs_do_not_keep_in_one_file() {
    let folder = Folder::new("keep");
    let keep = Keep { path: folder.0.join("3x3.bounds"), every: std::time::Duration::from_secs(60) };
    let solver = || {
        let database = Database::build(3, kalah().rules(), 3, 1, |_| std::ops::ControlFlow::Continue(())).unwrap();
        Solver::new(database, 1)
    };
    let mut refused = None;
    let stop = StopFlag::default();
    solver()
        .bounds_kept(kalah().position(), None, &keep, &stop, |_| {
            // The first solver is still running.
            let other = solver().bounds_kept(kalah().position(), None, &keep, &stop, |_| {});
            refused = Some(other.unwrap_err().to_string());
        })
        .unwrap();
    assert!(refused.unwrap().ends_with("3x3.bounds: another run is writing to it"));
    assert_eq!(folder.names(), ["3x3.bounds"]);
}

#[test]
fn a_table_without_memory_is_refused() {
    let folder = Folder::new("room");
    let options = SolveOptions { table: 1 << 40, ..options(&folder.0) };
    let refused = solve(&ExactKalah, &kalah(), &options, true, &mut |_| {}).unwrap_err();
    assert_eq!((refused.failure(), folder.names()), (SolveFailure::Input, vec![]), "{refused}");
}
