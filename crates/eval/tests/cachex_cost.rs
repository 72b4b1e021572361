//! Compares the two searches for the cost to win with a relaxation that repeats until nothing changes.
#![allow(clippy::unwrap_used)]

use plyground_cachex::{BoardSize, Cachex, Cell};
use plyground_eval::cachex::{astar_cost, costs_to_win, flood_costs};
use plyground_game::random::Random;
use plyground_game::{Position, Side};

/// Returns a random arrangement of stones; some boards are nearly empty and some are nearly full.
fn random_board(size: u8, random: &mut Random) -> Cachex {
    let filled = 1 + random.below(10);
    let row = |random: &mut Random| -> String {
        (0..size)
            .map(|_| if random.below(11) < filled { if random.below(2) == 0 { 'r' } else { 'b' } } else { '.' })
            .collect()
    };
    let rows: Vec<String> = (0..size).map(|_| row(random)).collect();
    Cachex::parse(&format!("{size} {} r 6", rows.join("/")), &Default::default()).unwrap()
}

/// Returns the cost to win by lowering costs along every pair of neighbours until none changes.
fn naive(pos: &Cachex, side: Side) -> Option<u32> {
    let size = pos.size();
    let price = |cell: Cell| match pos.stone_at(cell) {
        Some(owner) if owner == side => Some(0),
        Some(_) => None,
        None => Some(1),
    };
    let [from, to] = size.edges(side);
    let mut costs = [None::<u32>; Cell::INDICES];
    for cell in from {
        costs[cell.index()] = price(cell);
    }
    loop {
        let mut changed = false;
        for cell in size.cells() {
            let Some(price) = price(cell) else { continue };
            let through = cell.neighbours(size).filter_map(|beside| costs[beside.index()]).min();
            if let Some(through) = through.map(|cost| cost + price)
                && costs[cell.index()].is_none_or(|cost| through < cost)
            {
                costs[cell.index()] = Some(through);
                changed = true;
            }
        }
        if !changed {
            return to.iter().filter_map(|cell| costs[cell.index()]).min();
        }
    }
}

#[test]
fn both_searches_find_the_exact_cost_on_random_boards() {
    let mut random = Random::new(5);
    let (mut paths, mut blocked) = (0, 0);
    for round in 0..52_000 {
        let size = BoardSize::MIN + (round % 13) as u8;
        let pos = random_board(size, &mut random);
        let expected = Side::ALL.map(|side| naive(&pos, side));
        assert_eq!(flood_costs(&pos), expected, "{pos}");
        assert_eq!(Side::ALL.map(|side| astar_cost(&pos, side)), expected, "{pos}");
        let blocked_cost = 2 * u32::from(pos.size().get());
        assert_eq!(costs_to_win(&pos), expected.map(|cost| cost.unwrap_or(blocked_cost)));
        for cost in expected {
            if cost.is_some() { paths += 1 } else { blocked += 1 }
        }
    }
    assert!(paths > 20_000 && blocked > 5_000, "{paths} paths and {blocked} boards without");
}

/// "We need to build a longer path in a larger board": on an empty board, as many cells as the board has rows.
#[test]
fn an_empty_board_costs_its_size() {
    for size in 3..=15 {
        let pos = Cachex::new(&BoardSize::new(size).unwrap(), &Default::default());
        assert_eq!(costs_to_win(&pos), [u32::from(size); 2]);
    }
}
