//! Compares path search and two-distance with slow searches that follow their definitions literally.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, VecDeque};

use plyground_cachex::{BoardSize, Cachex, Cell};
use plyground_eval::cachex::{shortest_path, two_distance};
use plyground_game::random::Random;
use plyground_game::{Position, Side};

fn random_board(size: u8, random: &mut Random) -> Cachex {
    let filled = random.below(8);
    let mut cell = || match (random.below(10) < filled, random.below(2)) {
        (false, _) => '.',
        (true, 0) => 'r',
        (true, _) => 'b',
    };
    let rows: Vec<String> = (0..size).map(|_| (0..size).map(|_| cell()).collect()).collect();
    Cachex::parse(&format!("{size} {} r 6", rows.join("/")), &Default::default()).unwrap()
}

fn random_cell(size: BoardSize, random: &mut Random) -> Cell {
    size.cells().iter().nth(random.below(size.cells().count() as usize)).unwrap()
}

/// Returns the cost of a cell; `None` for an obstacle.
fn price(pos: &Cachex, cell: Cell, free: Option<Side>) -> Option<u32> {
    match pos.stone_at(cell) {
        None => Some(1),
        Some(side) if free == Some(side) => Some(0),
        Some(_) => None,
    }
}

/// Returns the least cost by lowering costs until none changes.
fn naive(pos: &Cachex, from: Cell, to: Cell, free: Option<Side>) -> Option<u32> {
    let mut costs = [None::<u32>; Cell::INDICES];
    costs[from.index()] = price(pos, from, free);
    let mut queue: VecDeque<Cell> = costs[from.index()].map(|_| from).into_iter().collect();
    while let Some(cell) = queue.pop_front() {
        for next in cell.neighbours(pos.size()) {
            let Some(price) = price(pos, next, free) else { continue };
            let through = costs[cell.index()].unwrap() + price;
            if costs[next.index()].is_none_or(|cost| through < cost) {
                costs[next.index()] = Some(through);
                queue.push_back(next);
            }
        }
    }
    costs[to.index()]
}

#[test]
fn paths_are_shortest_and_whole() {
    let mut random = Random::new(21);
    let (mut found, mut none) = (0, 0);
    for round in 0..20_000 {
        let pos = random_board(BoardSize::MIN + (round % 13) as u8, &mut random);
        let size = pos.size();
        let (from, to) = (random_cell(size, &mut random), random_cell(size, &mut random));
        let free = [None, Some(Side::First), Some(Side::Second)][random.below(3)];
        let path = shortest_path(&pos, from, to, free);
        assert_eq!(path.as_ref().map(|path| path.cost), naive(&pos, from, to, free), "{pos} {from} {to} {free:?}");
        let Some(path) = path else {
            none += 1;
            continue;
        };
        found += 1;
        assert_eq!((path.cells.first(), path.cells.last()), (Some(&from), Some(&to)));
        assert_eq!(path.cells.iter().map(|&cell| price(&pos, cell, free).unwrap()).sum::<u32>(), path.cost);
        assert!(path.cells.windows(2).all(|pair| pair[0].neighbours(size).any(|cell| cell == pair[1])), "{pos}");
    }
    assert!(found > 5_000 && none > 3_000, "{found} {none}");
}

#[test]
fn the_ends_of_a_path_count() {
    let pos = Cachex::parse("3 ..r/.b./... r 3", &Default::default()).unwrap();
    let cell = |row, column| Cell::new(row, column).unwrap();
    let cost = |from, to, free| shortest_path(&pos, from, to, free).map(|path| path.cost);
    assert_eq!(cost(cell(0, 0), cell(0, 0), None), Some(1));
    assert_eq!(cost(cell(0, 2), cell(0, 2), None), None);
    assert_eq!(cost(cell(0, 2), cell(0, 2), Some(Side::First)), Some(0));
    assert_eq!(cost(cell(0, 1), cell(1, 2), None), None.or(Some(5)));
    assert_eq!(cost(cell(0, 1), cell(1, 2), Some(Side::First)), Some(2));
    assert_eq!(cost(cell(0, 0), cell(0, 9), None), None, "off the board");
}

/// Returns the two-distance by its definition. Cells at the edge have distance 1. Other cells have one more than the second least
/// distance of their neighbours. The empty cells around an own group are neighbours of each other, and those around a group at
/// the edge are at the edge.
fn naive_two_distance(pos: &Cachex, side: Side) -> u32 {
    let size = pos.size();
    let empty: Vec<Cell> = pos.empty().iter().collect();
    let own = |cell: Cell| pos.stone_at(cell) == Some(side);
    let cap = 2 * u32::from(size.get());
    if pos.winner() == Some(side) {
        return 0;
    }
    // Returns all cells that a walk over own stones reaches: the stones and the empty cells at its end.
    let walk = |cell: Cell| {
        let (mut seen, mut queue) = (BTreeSet::from([cell]), vec![cell]);
        while let Some(here) = queue.pop() {
            for next in here.neighbours(size) {
                if pos.stone_at(next) != Some(!side) && seen.insert(next) && own(next) {
                    queue.push(next);
                }
            }
        }
        seen.remove(&cell);
        seen
    };
    let walks: Vec<BTreeSet<Cell>> = empty.iter().map(|&cell| walk(cell)).collect();
    let tables = size.edges(side).map(|edge| {
        let mut table = vec![u32::MAX / 4; empty.len()];
        for (place, &cell) in empty.iter().enumerate() {
            if edge.contains(cell) || walks[place].iter().any(|&other| own(other) && edge.contains(other)) {
                table[place] = 1;
            }
        }
        for _ in 0..empty.len() {
            let before = table.clone();
            for place in 0..empty.len() {
                let mut near: Vec<u32> = (0..empty.len())
                    .filter(|&other| walks[place].contains(&empty[other]))
                    .map(|other| before[other])
                    .collect();
                near.sort_unstable();
                if let Some(second) = near.get(1) {
                    table[place] = table[place].min(second + 1);
                }
            }
        }
        table
    });
    let sums = tables[0].iter().zip(&tables[1]).map(|(near, far)| near + far);
    sums.min().unwrap_or(cap).min(cap)
}

#[test]
fn two_distances_follow_the_definition() {
    let mut random = Random::new(33);
    let mut seen = BTreeSet::new();
    for round in 0..1500 {
        let pos = random_board(3 + (round % 5) as u8, &mut random);
        for side in Side::ALL {
            let found = two_distance(&pos, side);
            assert_eq!(found, naive_two_distance(&pos, side), "{pos} {side:?}");
            seen.insert(found);
        }
    }
    assert!(seen.len() > 6, "{seen:?}");
}
