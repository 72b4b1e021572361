//! Compares the crate with the naive program in `naive`: legal moves, shots, results, positions, counts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::naive::{Options, Oracle, random_board};
use plyground_game::perft_suite::Count;
use plyground_game::random::Random;
use plyground_game::{Class, Outcome, Position, Side, perft::perft};
use plyground_khet::{Khet, KhetRules, KhetSetup, Square};

/// Returns all eight combinations of the options, including the four named sets.
fn all_rules() -> impl Iterator<Item = KhetRules> {
    (0..8).map(|bits| KhetRules {
        pharaoh_turns: bits & 1 != 0,
        scarab_both_turns: bits & 2 != 0,
        strict_swap: bits & 4 != 0,
        ply_limit: None,
    })
}

fn options(rules: &KhetRules) -> Options {
    Options {
        pharaoh_turns: rules.pharaoh_turns,
        scarab_both_turns: rules.scarab_both_turns,
        strict_swap: rules.strict_swap,
    }
}

fn texts(pos: &Khet, class: Class) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let _ = pos.visit_moves(class, |mv| {
        assert!(texts.insert(pos.move_text(mv)), "{pos}: {mv} twice");
        ControlFlow::<()>::Continue(())
    });
    texts
}

/// Compares all queries that both programs support for one position.
fn compare(pos: &Khet, plain: &Oracle) {
    let text = plain.write();
    assert_eq!(pos.to_string(), text);
    let side = if plain.silver_to_move { Side::First } else { Side::Second };
    assert_eq!(pos.side_to_move(), side, "{text}");
    let outcome = match (plain.has_pharaoh(true), plain.has_pharaoh(false)) {
        (true, true) => None,
        (true, false) => Some(Outcome::Win(Side::First)),
        (false, true) => Some(Outcome::Win(Side::Second)),
        (false, false) => Some(Outcome::Draw),
    };
    assert_eq!(pos.outcome(), outcome, "{text}");
    for (side, silver) in [(Side::First, true), (Side::Second, false)] {
        assert_eq!(pos.mobility(side) as usize, plain.moves(silver).len(), "{text}: mobility of {side:?}");
        let hit = pos.beam(side).end.destroyed();
        assert_eq!(hit, plain.fire(silver).map(|(x, y)| Square::new(x, y).unwrap()), "{text}: beam of {side:?}");
    }
    let moves = plain.moves(plain.silver_to_move);
    let (mut noisy, mut quiet) = (BTreeSet::new(), BTreeSet::new());
    for mv in &moves {
        let read = pos.read_move(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut next = plain.clone();
        let taken = next.play(mv);
        let hit = pos.hit(read).map(|hit| hit.square);
        assert_eq!(hit, taken.map(|(x, y)| Square::new(x, y).unwrap()), "{text}: {mv} hits");
        assert_eq!(pos.after(read).to_string(), next.write(), "{text}: {mv}");
        if taken.is_some() {
            noisy.insert(mv.clone())
        } else {
            quiet.insert(mv.clone())
        };
    }
    assert_eq!(texts(pos, Class::All), moves.into_iter().collect(), "{text}");
    assert_eq!(texts(pos, Class::Noisy), noisy, "{text}");
    assert_eq!(texts(pos, Class::Quiet), quiet, "{text}");
}

#[test]
fn on_random_boards() {
    let mut random = Random::new(1);
    for round in 0..400 {
        for rules in all_rules() {
            let plain = random_board(&mut random, options(&rules));
            let pos = Khet::parse(&plain.write(), &rules).unwrap_or_else(|error| panic!("round {round}: {error}"));
            compare(&pos, &plain);
            if rules == KhetRules::OFFICIAL || rules == KhetRules::EPAM {
                assert!(pos.count_moves() <= if rules == KhetRules::EPAM { 121 } else { 117 }, "{pos}");
            }
        }
    }
}

#[test]
fn in_random_games() {
    let mut random = Random::new(2);
    for rules in all_rules() {
        for setup in KhetSetup::ALL {
            for _ in 0..4 {
                let mut pos = Khet::new(&setup, &rules);
                let mut plain = Oracle::read(setup.text(), options(&rules));
                for _ in 0..150 {
                    compare(&pos, &plain);
                    let moves = plain.moves(plain.silver_to_move);
                    if moves.is_empty() {
                        break;
                    }
                    let mv = &moves[random.below(moves.len())];
                    plain.play(mv);
                    pos.play_unchecked(pos.read_move(mv).unwrap());
                }
            }
        }
    }
}

#[test]
fn in_perft() {
    let mut random = Random::new(3);
    for rules in all_rules() {
        for _ in 0..10 {
            let plain = random_board(&mut random, options(&rules));
            let found = perft(&Khet::parse(&plain.write(), &rules).unwrap(), 2);
            assert_eq!((found.nodes, found.finished), plain.perft(2), "{rules} {}", plain.write());
        }
    }
}

/// Recounts the numbers of the data file that the naive program reaches in a short time.
#[test]
fn the_naive_program_counts_what_the_suite_says() {
    let mut compared = 0;
    for line in include_str!("perft.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let rules: KhetRules = fields[0].parse().unwrap();
        for field in &fields[2..] {
            let (depth, count) = field.split_once(':').unwrap();
            let count: Count = count.parse().unwrap();
            if count.size() <= 10_000 {
                let (nodes, finished) = Oracle::read(fields[1], options(&rules)).perft(depth.parse().unwrap());
                assert!(count.nodes.is_none_or(|expected| expected == nodes), "{line}: depth {depth}: {nodes}");
                assert!(
                    count.finished.is_none_or(|expected| expected == finished),
                    "{line}: depth {depth}: {finished}"
                );
                assert!(count.sum.is_none_or(|expected| expected == nodes + finished), "{line}: depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
