//! Compared programs search the same tree.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use plyground_benches::kalah_monolith::{Board, Found, Limits};
use plyground_benches::positions::middle_game;
use plyground_benches::{kalah_by_hand, kalah_pvs_monolith};
use plyground_eval::kalah::StoreDifference;
use plyground_game::{Evaluate, Game, Outcome, Position, Score, Side};
use plyground_kalah::{House, Kalah};
use plyground_search::{AlphaBeta, Options, Order, Pvs, PvsOptions, SharedTable, TranspositionTable, search_once};

fn generic(pos: &Kalah, depth: u32) -> Found {
    let game = Game::from_position(pos.clone(), &"standard".parse().unwrap());
    let report = search_once(&mut AlphaBeta::new(&StoreDifference::default(), Options::default()), &game, depth);
    Found { value: report.score.value(), nodes: report.nodes, leaves: report.leaves }
}

fn positions() -> Vec<Kalah> {
    let mut positions = middle_game::<Kalah>("6x4", "standard");
    positions.extend(middle_game::<Kalah>("6x6", "standard"));
    positions.push(Kalah::new(&"6x4".parse().unwrap(), &"standard".parse().unwrap()));
    positions
}

/// Converts a position to the monoliths' board.
fn board(pos: &Kalah) -> Board {
    let side = |side: Side| {
        let mut seeds = [0; 7];
        for (lane, place) in seeds.iter_mut().enumerate() {
            let of_house = || pos.seeds(side, House::new(lane + 1).unwrap());
            *place = if lane == 6 { pos.store(side) } else { of_house() } as u8;
        }
        seeds
    };
    let mover = pos.side_to_move();
    Board::new(side(mover), side(!mover))
}

#[test]
fn three_programs_search_the_same_tree() {
    for (number, pos) in positions().iter().enumerate() {
        let depth = 1 + number as u32 % 8;
        let found = generic(pos, depth);
        assert_eq!(board(pos).search(depth), found, "{pos} depth {depth}");
        assert_eq!(kalah_by_hand::search(pos, depth), found, "{pos} depth {depth}");
    }
}

#[test]
fn two_programs_with_tables_search_the_same_tree() {
    let table = Arc::new(TranspositionTable::new(16));
    let mut own = kalah_pvs_monolith::Table::new(16);
    for (number, pos) in positions().iter().enumerate() {
        let depth = 1 + number as u32 % 8;
        table.clear();
        own.clear();
        let game = Game::from_position(pos.clone(), &"standard".parse().unwrap());
        let options = PvsOptions { order: Order::Game, ..PvsOptions::exact() };
        let memory = SharedTable::new(Arc::clone(&table)).exact();
        let report = search_once(&mut Pvs::new(&StoreDifference::default(), options).with_table(memory), &game, depth);
        let generic = Found { value: report.score.value(), nodes: report.nodes, leaves: report.leaves };
        assert_eq!(kalah_pvs_monolith::search(board(pos), depth, &mut own, u64::MAX), generic, "{pos} depth {depth}");
        assert!(kalah_pvs_monolith::search(board(pos), depth, &mut own, 3).nodes <= 3, "it stops at its limit");
    }
}

#[test]
fn the_monolith_stops_at_its_limits() {
    let board = Board::new([4, 4, 4, 4, 4, 4, 0], [4, 4, 4, 4, 4, 4, 0]);
    let found = board.search(8);
    let nodes = |nodes| board.search_within(8, &Limits { nodes, ..Limits::default() });
    assert_eq!((nodes(found.nodes), nodes(found.nodes - 1), nodes(1)), (Some(found), None, None));
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(board.search_within(30, &limits), None);
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(board.search_within(30, &limits), None);
}

/// Evaluates won and lost games by a constant, at any distance.
struct Constant;

impl Evaluate<Kalah> for Constant {
    type Path = ();

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(i32::from(pos.store(side)) - i32::from(pos.store(!side)))
    }

    fn finished(&self, _: &Kalah, (): &(), outcome: Outcome, side: Side, _: u32) -> Score {
        Score::new(outcome.winner().map_or(0, |winner| if winner == side { 1_000_000 } else { -1_000_000 }))
    }
}

/// Two other programs count 2,669,735 nodes here, including the root, and find the value 6.
#[test]
fn kalah_to_depth_12_has_the_known_count() {
    let game = Game::<Kalah>::new(&"6x4".parse().unwrap(), &"standard".parse().unwrap());
    let report = search_once(&mut AlphaBeta::new(&Constant, Options::default()), &game, 12);
    assert_eq!((report.nodes + 1, report.score), (2_669_735, Score::new(6)));
}
