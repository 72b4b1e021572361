//! Comparison of the crate with the naive program in `naive`, over random games and random arrangements.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeSet, HashMap};

use crate::naive::{Oracle, Result, neighbours};
use plyground_game::random::Random;
use plyground_game::{Class, Game, Outcome, Position, Side, StandardSetup};
use plyground_tigers::{PointSet, Tigers, TigersRules};

fn rules(captures_to_win: usize) -> TigersRules {
    TigersRules::new(captures_to_win as u8, Some(3)).unwrap()
}

fn numbers(set: PointSet) -> BTreeSet<usize> {
    set.into_iter().map(|point| point.index()).collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

fn compare(pos: &Tigers, oracle: &Oracle) {
    let text = oracle.text();
    assert_eq!(pos.to_string(), text);
    let moves: Vec<String> = pos.legal_moves().iter().map(|&mv| pos.move_text(mv)).collect();
    assert_eq!(sorted(moves), sorted(oracle.moves()), "moves of {text}");
    assert_eq!(pos.count_moves() as usize, oracle.moves().len(), "count of {text}");
    let result = match pos.outcome() {
        None => Result::Open,
        Some(Outcome::Win(Side::First)) => Result::GoatsWin,
        Some(Outcome::Win(Side::Second)) => Result::TigersWin,
        Some(Outcome::Draw) => panic!("the board alone is never a draw"),
    };
    assert_eq!(result, oracle.result(), "result of {text}");
    for &mv in &pos.legal_moves() {
        let text = pos.move_text(mv);
        assert_eq!((mv.is_placement(), mv.is_jump()), (text.starts_with('@'), text.contains('x')), "{text}");
    }
    let mut noisy = Vec::new();
    let _ = pos.visit_moves(Class::Noisy, |mv| {
        noisy.push(pos.move_text(mv));
        std::ops::ControlFlow::<()>::Continue(())
    });
    let captures = oracle.moves().into_iter().filter(|mv| mv.contains('x')).collect();
    assert_eq!(sorted(noisy), sorted(captures), "captures of {text}");
    assert_eq!(usize::from(pos.captured()), oracle.captured());

    let (jumps, steps): (Vec<_>, Vec<_>) = oracle.tiger_moves().into_iter().partition(|mv| mv.contains('x'));
    assert_eq!((pos.tiger_steps() as usize, pos.tiger_jumps() as usize), (steps.len(), jumps.len()), "{text}");
    assert_eq!(pos.goat_steps() as usize, oracle.goat_steps(), "{text}");
    assert_eq!(numbers(pos.trapped_tigers()), oracle.trapped(), "trapped tigers of {text}");
    assert_eq!(numbers(pos.threatened_goats()), oracle.threatened(), "threatened goats of {text}");
    let landings = jumps.iter().map(|mv| mv.split_once('x').unwrap().1.parse().unwrap()).collect();
    assert_eq!(numbers(pos.landing_points()), landings, "landing points of {text}");
    assert_eq!(numbers(pos.tiger_reach()), oracle.reach(), "reach in {text}");
    assert_eq!(pos.closed_points(), pos.empty() & !pos.tiger_reach());
}

/// Returns three tigers and up to 15 goats: anywhere, or tigers surrounded by goats, or a few goats surrounded by
/// tigers.
fn arrangement(random: &mut Random) -> Oracle {
    let kind = random.below(3);
    let (piece, size, other) = if kind == 2 { ('G', 1 + random.below(3), 'T') } else { ('T', 3, 'G') };
    let mut group = BTreeSet::from([random.below(23)]);
    let mut last = 0;
    while group.len() < size {
        let near = neighbours(last);
        last = if random.below(5) > 0 { near[random.below(near.len())] } else { random.below(23) };
        group.insert(last);
    }
    let mut board = ['.'; 23];
    for &point in &group {
        board[point] = piece;
    }
    // The other pieces go around the group first, then two points away, then anywhere.
    let ring: BTreeSet<usize> = group.iter().flat_map(|&point| neighbours(point).iter().copied()).collect();
    let wide: BTreeSet<usize> = ring.iter().flat_map(|&point| neighbours(point).iter().copied()).collect();
    let mut places: Vec<usize> = Vec::new();
    if kind > 0 {
        places.extend(ring.iter().chain(wide.difference(&ring)).filter(|_| random.below(30) > 0));
    }
    let mut rest: Vec<usize> = (0..23).collect();
    while !rest.is_empty() {
        places.push(rest.swap_remove(random.below(rest.len())));
    }
    let mut left = if kind == 2 { 3 } else { random.below(16) };
    for point in places {
        if left > 0 && board[point] == '.' {
            board[point] = other;
            left -= 1;
        }
    }
    let standing = board.iter().filter(|&&there| there == 'G').count();
    let outside = if random.below(2) == 0 { 0 } else { random.below(16 - standing) };
    let mover = if random.below(2) == 0 { 'g' } else { 't' };
    Oracle { board, outside, mover, captures_to_win: 1 + random.below(15) }
}

#[test]
fn random_arrangements_agree() {
    let mut random = Random::new(1);
    let mut results = HashMap::new();
    for _ in 0..12_000 {
        let oracle = arrangement(&mut random);
        // Half of the arrangements need all captures; otherwise nearly all results would be wins by captures.
        let captures_to_win = if random.below(2) == 0 { 15 } else { oracle.captures_to_win };
        let oracle = Oracle { captures_to_win, ..oracle };
        let pos = Tigers::parse(&oracle.text(), &rules(captures_to_win)).unwrap();
        compare(&pos, &oracle);
        for mv in oracle.moves() {
            let next = pos.after(pos.read_move(&mv).unwrap());
            let oracle = oracle.after(&mv);
            assert_eq!(next.to_string(), oracle.text());
            assert_eq!(next, Tigers::parse(&oracle.text(), &rules(captures_to_win)).unwrap());
            assert_eq!(next.count_moves() as usize, oracle.moves().len());
        }
        let captured = oracle.captured() >= captures_to_win;
        *results.entry(format!("{:?} {} {captured}", oracle.result(), oracle.mover)).or_insert(0) += 1;
    }
    // Every kind of end must occur: enough goats captured, tigers blocked, goats blocked.
    for kind in ["TigersWin g true", "TigersWin t true", "GoatsWin t false", "TigersWin g false"] {
        assert!(results.get(kind).is_some_and(|&count| count >= 10), "{kind}: {results:?}");
    }
}

#[test]
fn random_games_agree_to_their_end() {
    let mut random = Random::new(2);
    let mut endings = HashMap::new();
    for number in 0..400 {
        let captures_to_win = [15, 5, 6, 1][number % 4];
        let mut game = Game::<Tigers>::new(&StandardSetup, &rules(captures_to_win));
        let mut oracle = Oracle::read("T..TT.................. 15 g", captures_to_win);
        let mut seen: HashMap<String, u32> = HashMap::new();
        // Careful goats make longer games with more repetitions.
        let care = random.below(4);
        loop {
            compare(game.position(), &oracle);
            let occurrences = seen.entry(oracle.text()).or_insert(0);
            *occurrences += 1;
            let expected = match (oracle.result(), *occurrences) {
                (Result::TigersWin, _) => Some(Outcome::Win(Side::Second)),
                (Result::GoatsWin, _) => Some(Outcome::Win(Side::First)),
                (Result::Open, 3) => Some(Outcome::Draw),
                (Result::Open, _) => None,
            };
            assert_eq!(game.ending().map(|ending| ending.outcome), expected, "{}", oracle.text());
            if let Some(outcome) = expected {
                *endings.entry(format!("{outcome:?}")).or_insert(0) += 1;
                break;
            }
            let moves = oracle.moves();
            let mut mv = &moves[random.below(moves.len())];
            for _ in 0..care {
                if oracle.mover == 'g' && !oracle.after(mv).threatened().is_empty() {
                    mv = &moves[random.below(moves.len())];
                }
            }
            game.play_text(mv).unwrap();
            oracle.play(mv);
        }
    }
    assert!(endings.len() >= 2, "{endings:?}");
}

/// Checks the counts of the data file that the naive program computes in a short time.
#[test]
fn the_naive_program_counts_what_the_suite_says() {
    let mut compared = 0;
    for line in include_str!("perft.txt").lines() {
        let line = line.split('#').next().unwrap().trim();
        let mut fields = line.split(" | ");
        let (Some(rules), Some(position)) = (fields.next(), fields.next()) else { continue };
        let captures_to_win = rules.strip_prefix("standard,captures_to_win=").map_or(15, |n| n.parse().unwrap());
        let oracle = Oracle::read(position, captures_to_win);
        for field in fields {
            let (depth, counts) = field.split_once(": ").unwrap();
            let (nodes, finished) = counts.split_once(" + ").unwrap_or((counts, "0"));
            let expected: (u64, u64) = (nodes.parse().unwrap(), finished.parse().unwrap());
            if expected.0 + expected.1 <= 25_000 {
                assert_eq!(oracle.perft(depth.parse().unwrap()), expected, "{position} depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "compared {compared} counts");
}
