//! Compares generic searches with hand-written programs on the same trees: Kalah(6,4), `standard`.
//!
//! Plain alpha-beta is compared with one written for the same rules crate and with an independent one (the monolith). Principal
//! variation search with a table is compared with a monolith of the same algorithm. Without arguments, prints the nodes per
//! second of alternate runs and the median ratio with its spread. The name of one program runs it once, for callgrind.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::sync::Arc;
use std::time::Instant;

use plyground_benches::kalah_monolith::{Board, Found};
use plyground_benches::row::Row;
use plyground_benches::{kalah_by_hand, kalah_pvs_monolith};
use plyground_eval::kalah::StoreDifference;
use plyground_game::Game;
use plyground_kalah::Kalah;
use plyground_search::{
    AlphaBeta, Options, Order, Pvs, PvsOptions, Report, SharedTable, TranspositionTable, search_once,
};

const DEPTH: u32 = 13;
/// Depth of the searches with a table: smaller, so that no bucket is full and both trees are the same.
const TABLE_DEPTH: u32 = 11;
const ROUNDS: usize = 9;
/// Size of both tables in MiB.
const TABLE: usize = 256;
/// Programs that search the same tree, the generic one first.
const GROUPS: [&[&str]; 2] = [&["generic", "by-hand", "monolith"], &["generic-pvs", "monolith-pvs"]];

/// Both tables, allocated once, because the system clears the memory and this is not search time.
struct Tables {
    generic: Arc<TranspositionTable>,
    monolith: kalah_pvs_monolith::Table,
}

fn search(name: &str, tables: &mut Tables) -> (Found, f64) {
    let game = Game::<Kalah>::default();
    let evaluation = StoreDifference::default();
    let board = Board::new([4, 4, 4, 4, 4, 4, 0], [4, 4, 4, 4, 4, 4, 0]);
    let found = |report: Report<_>| Found { value: report.score.value(), nodes: report.nodes, leaves: report.leaves };
    let start = Instant::now();
    let found = match name {
        "generic" => found(search_once(&mut AlphaBeta::new(&evaluation, Options::default()), &game, DEPTH)),
        "by-hand" => kalah_by_hand::search(game.position(), DEPTH),
        "monolith" => board.search(DEPTH),
        "generic-pvs" => {
            let memory = SharedTable::new(Arc::clone(&tables.generic)).exact();
            let options = PvsOptions { order: Order::Game, ..PvsOptions::exact() };
            found(search_once(&mut Pvs::new(&evaluation, options).with_table(memory), &game, TABLE_DEPTH))
        }
        "generic-scout" => {
            let table = SharedTable::new(Arc::clone(&tables.generic)).exact();
            let mut scout = plyground_search::Scout::new(&evaluation, Options::default()).with_table(table);
            found(search_once(&mut scout, &game, TABLE_DEPTH))
        }
        "monolith-pvs" => kalah_pvs_monolith::search(board, TABLE_DEPTH, &mut tables.monolith, u64::MAX),
        _ => panic!("no program is called {name}; expected one of {GROUPS:?}"),
    };
    (found, start.elapsed().as_secs_f64())
}

fn main() {
    let mut tables =
        Tables { generic: Arc::new(TranspositionTable::new(TABLE)), monolith: kalah_pvs_monolith::Table::new(TABLE) };
    if let Some(only) = std::env::args().nth(1).filter(|arg| arg != "--json") {
        println!("{only}: {:?}", search(&only, &mut tables).0);
        return;
    }
    for names in GROUPS {
        let mut speeds = vec![Vec::new(); names.len()];
        let mut first = None;
        for _ in 0..ROUNDS {
            for (speeds, name) in speeds.iter_mut().zip(names) {
                tables.generic.clear();
                tables.monolith.clear();
                let (found, seconds) = search(name, &mut tables);
                speeds.push(found.nodes as f64 / seconds / 1e6);
                assert_eq!(*first.get_or_insert(found), found, "{name} searches another tree");
            }
        }
        for (own, name) in speeds.iter().zip(names) {
            Row::of(name, "million nodes a second", own.clone()).print();
            if *name != names[0] {
                let ratios = speeds[0].iter().zip(own).map(|(generic, own)| generic / own).collect();
                Row::of(&format!("{} / {name}", names[0]), "ratio of speeds", ratios).print();
            }
        }
    }
}
