//! Checks the content of `docs/rules/cachex.md`: the board in text, and the moves of the figures.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{Cachex, CachexRules};
use plyground_game::{Outcome, Position, Side};

const PAGE: &str = include_str!("../../../docs/rules/cachex.md");

fn read(position: &str) -> Cachex {
    assert!(PAGE.contains(position), "{position}");
    Cachex::parse(position, &CachexRules::default()).unwrap()
}

/// Plays moves, and returns the number of stones that each has captured.
fn play(mut pos: Cachex, moves: &str) -> (Cachex, Vec<u32>) {
    let mut captured = Vec::new();
    for mv in moves.split(' ') {
        let mv = pos.read_move(mv).unwrap();
        captured.push(pos.captures(mv).count());
        pos = pos.after(mv);
    }
    (pos, captured)
}

/// A board in text begins with its position.
#[test]
fn boards_in_text_are_drawn_by_the_crate() {
    let boards: Vec<&str> = PAGE.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(boards.len(), 1);
    for board in boards {
        let (position, drawing) = board.split_once('\n').unwrap();
        let pos = read(position);
        assert_eq!(drawing, pos.diagram().to_string(), "{pos} is drawn\n{}", pos.diagram());
    }
}

#[test]
fn captures_are_those_of_the_page() {
    for (position, mv, after) in [
        ("5 ...../..b../.br../...../..... r 3", "1,1", "5 ...../.r.../..r../...../..... b 4"),
        ("5 ...../..b../..r../.b.../..... r 3", "2,1", "5 ...../...../.rr../...../..... b 4"),
        ("5 ...../.rbbr/.b.b./.bb../.r... r 9", "2,2", "5 ...../.r..r/..r../...../.r... b 10"),
    ] {
        assert!(PAGE.contains(&format!("`{mv}`")), "{mv}");
        assert_eq!(play(read(position), mv).0.to_string(), after);
    }
}

#[test]
fn a_steal_turns_the_stone_round() {
    let start = Cachex::parse("5 ...../...../...../...../..... r 0", &CachexRules::default()).unwrap();
    assert_eq!(play(start, "0,3 steal").0.to_string(), "5 ...../...../...../b..../..... r 2");
}

#[test]
fn the_end_is_that_of_the_page() {
    assert_eq!(read("4 .r../.rbb/bb../..r. r 8").outcome(), Some(Outcome::Win(Side::Second)));
    let (start, moves) = (read("3 .rb/.b./r.b b 7"), "2,1 1,2 0,2 2,1 1,1 0,1");
    assert!(PAGE.contains(moves));
    let (end, captured) = play(start.clone(), moves);
    assert_eq!(end, start);
    assert_eq!(captured, [0, 3, 0, 0, 3, 0]);
}
