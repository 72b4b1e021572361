//! Shipped puzzles: proof-number search finds each win, no shorter win, and the line.
#![allow(clippy::unwrap_used)]

use plyground_game::Position;
use plyground_khet::{Khet, KhetRules};
use plyground_search::StopFlag;
use plyground_solve::dfpn::Dfpn;

use crate::dfpn::can_win;

/// Returns the plies, position and line of each puzzle.
fn puzzles() -> impl Iterator<Item = (u32, Khet, &'static str)> {
    let rules: KhetRules = "official".parse().unwrap();
    include_str!("../puzzles/khet.txt").lines().filter(|line| !line.starts_with('#')).map(move |line| {
        let [plies, pos, moves] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        (plies.parse().unwrap(), Khet::parse(pos, &rules).unwrap(), moves)
    })
}

#[test]
fn each_is_solved() {
    let stop = StopFlag::default();
    let mut count = 0;
    for (plies, pos, line) in puzzles() {
        let mut search = Dfpn::new(16);
        let side = pos.side_to_move();
        // Refuting a shorter win of a long puzzle takes too long for a test.
        let win = if plies <= 3 {
            search.shortest_win(&pos, plies, &stop).unwrap()
        } else {
            assert_eq!(search.can_win(&pos, side, plies, &stop), Ok(true), "{pos}");
            None
        };
        assert!(plies > 3 || win.map(|win| win.plies) == Some(plies), "{pos}");
        let mut at = pos.clone();
        for mv in line.split(' ') {
            at.play_unchecked(at.read_move(mv).unwrap());
        }
        assert_eq!(at.outcome().and_then(|outcome| outcome.winner()), Some(side), "{pos}");
        count += 1;
    }
    assert_eq!(count, 17, "every line of the file is a puzzle");
}

#[test]
fn full_width_search_agrees() {
    for (plies, pos, _) in puzzles().filter(|&(plies, ..)| plies == 3) {
        assert!(can_win(&pos, pos.side_to_move(), plies) && !can_win(&pos, pos.side_to_move(), plies - 1), "{pos}");
    }
}

#[test]
#[ignore = "full-width search of five plies takes minutes: `cargo xtask long`"]
fn full_width_search_agrees_on_the_long_ones() {
    for (plies, pos, _) in puzzles().filter(|&(plies, ..)| plies > 3) {
        assert!(can_win(&pos, pos.side_to_move(), plies) && !can_win(&pos, pos.side_to_move(), plies - 1), "{pos}");
    }
}
