//! Comparison of the crate with the naive program in `naive`: random games on random boards, counts, turns.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::ops::ControlFlow;

use crate::naive::{self, Board};
use plyground_game::perft::{Perft, perft, perft_parallel, perft_turns};
use plyground_game::perft_suite::Count;
use plyground_game::random::Random;
use plyground_game::{Class, Position, Side};
use plyground_kalah::{House, Kalah, KalahRules, Last};

/// Returns a random board of any size, with houses from empty to several laps.
fn random_board(random: &mut Random) -> Board {
    let m = 1 + random.below(12);
    let most = [3, 9, 20, 40][random.below(4)];
    let mut board = Board::start(m, 0);
    for place in 0..board.ring.len() {
        board.ring[place] = if random.below(3) == 0 { 0 } else { random.below(most) as u32 };
    }
    board.mover = random.below(2);
    board
}

fn assert_same(board: &Board, rules: naive::Rules, pos: &Kalah, name: &str) {
    let ring = Side::ALL.into_iter().flat_map(|side| {
        let houses = (1..=pos.houses()).map(move |number| pos.seeds(side, House::new(number).unwrap()));
        houses.chain([pos.store(side)]).map(u32::from)
    });
    assert!(ring.eq(board.ring.iter().copied()), "{name}: {pos} is not {}", board.text());
    assert_eq!(pos.side_to_move().index(), board.mover, "{name} {pos}");
    let moves: Vec<usize> = pos.legal_moves().iter().map(|mv| mv.number()).collect();
    assert_eq!(moves, board.moves(rules), "{name} {pos}");
    let result = pos.final_seeds().map(|seeds| seeds.map(u32::from));
    assert_eq!(result, board.result(rules), "{name} {pos}");
    let winner = result.map(|[south, north]| match south.cmp(&north) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    });
    assert_eq!(pos.outcome().map(|outcome| outcome.winner()), winner, "{name} {pos}");
}

#[test]
fn random_games_on_random_boards_agree_with_the_plain_rules() {
    random_games_agree(2000);
}

#[test]
fn other_random_games_agree_with_the_plain_rules() {
    random_games_agree(2001);
}

/// Plays random games. The seeds are split over two tests, which run in parallel.
fn random_games_agree(seed: u64) {
    let mut random = Random::new(seed);
    let mut plies = 0;
    for number in 0..2_500 {
        let (name, plain) = naive::NAMED[number % 5];
        let rules: KalahRules = name.parse().unwrap();
        let mut board = if number % 3 == 0 {
            Board::start(1 + random.below(12), 1 + random.below(12) as u32)
        } else {
            random_board(&mut random)
        };
        let mut pos = Kalah::parse(&board.text(), &rules).unwrap();
        loop {
            assert_eq!(pos.to_string(), board.text());
            assert_same(&board, plain, &pos, name);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Every move is checked here; one of them is then played.
            let mut noisy = Vec::new();
            let _ = pos.visit_moves(Class::Noisy, |mv| {
                noisy.push(mv);
                ControlFlow::<()>::Continue(())
            });
            for &mv in &moves {
                let mut other = board.clone();
                let scores = other.play(mv.number(), plain);
                assert_eq!(noisy.contains(&mv), scores, "{name} {pos} {mv}");
                assert_same(&other, plain, &pos.after(mv), name);
                let sowing = pos.sowing(mv);
                let changed = other.mover != board.mover;
                assert_eq!(changed, sowing.last != Last::Store, "{name} {pos} {mv}");
            }
            let mv = moves[random.below(moves.len())];
            board.play(mv.number(), plain);
            pos.play(mv).unwrap();
            plies += 1;
        }
    }
    assert!(plies > 50_000, "{plies} plies are too few to prove anything");
}

#[test]
fn random_positions_have_the_plain_perft() {
    let mut random = Random::new(7);
    for number in 0..400 {
        let (name, plain) = naive::NAMED[number % 5];
        let board = random_board(&mut random);
        let pos = Kalah::parse(&board.text(), &name.parse().unwrap()).unwrap();
        let (nodes, finished) = board.perft(4, plain);
        assert_eq!(perft(&pos, 4), Perft { nodes, finished }, "{name} {pos}");
        assert_eq!(perft_parallel(&pos, 4, 2), Perft { nodes, finished }, "{name} {pos}");
    }
}

#[test]
fn turns_are_counted_by_changes_of_the_side_to_move() {
    // In the start position of (3,3), the last seed of house 1 falls into the store and South moves again.
    let start = Kalah::new(&"3x3".parse().unwrap(), &KalahRules::default());
    fn plain(board: &Board, turns: u32, rules: naive::Rules) -> Perft {
        if turns == 0 {
            return Perft { nodes: 1, finished: 0 };
        }
        let moves = board.moves(rules);
        let mut sum = Perft { nodes: 0, finished: u64::from(moves.is_empty()) };
        for house in moves {
            let mut next = board.clone();
            next.play(house, rules);
            sum += plain(&next, turns - u32::from(next.mover != board.mover), rules);
        }
        sum
    }
    for turns in 0..5 {
        assert_eq!(perft_turns(&start, turns), plain(&Board::start(3, 3), turns, naive::NAMED[0].1));
    }
}

/// Checks the counts of the data file that the naive program computes in a short time.
#[test]
fn the_naive_program_counts_what_the_suite_says() {
    let mut compared = 0;
    for line in include_str!("perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split('|').map(str::trim);
        let (rules, text) = (fields.next().unwrap(), fields.next().unwrap());
        let (_, plain) = naive::NAMED.into_iter().find(|(name, _)| *name == rules).unwrap();
        let board = Board::read(text);
        for field in fields {
            let (depth, count) = field.split_once(':').unwrap();
            let count: Count = count.parse().unwrap();
            if count.size() <= 20_000 {
                let (nodes, finished) = board.perft(depth.parse().unwrap(), plain);
                assert!(count.nodes.is_none_or(|expected| expected == nodes), "{line}: depth {depth}: {nodes}");
                assert!(count.finished.is_none_or(|expected| expected == finished), "{line}: depth {depth}");
                assert!(count.sum.is_none_or(|expected| expected == nodes + finished), "{line}: depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}
