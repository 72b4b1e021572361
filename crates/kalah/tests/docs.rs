//! Tests that `docs/rules/kalah.md` is correct: its board in text, and the moves between its pictures.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::Position;
use plyground_kalah::Kalah;

const PAGE: &str = include_str!("../../../docs/rules/kalah.md");

/// A board in text starts with its position.
#[test]
fn boards_in_text_are_drawn_by_the_crate() {
    let boards: Vec<&str> = PAGE.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(boards.len(), 1);
    for board in boards {
        let (position, drawing) = board.split_once("\n\n").unwrap();
        let pos = Kalah::parse(position, &"standard".parse().unwrap()).unwrap();
        assert_eq!(pos.diagram().to_string(), drawing, "{position}");
    }
}

#[test]
fn moves_lead_where_the_page_says() {
    for (position, mv, expected) in [
        ("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "3", "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S"),
        ("<6,0,0,1,0,3,0,0,0,1,0,0,0,5,0> S", "1", "<6,6,0,0,0,3,0,0,0,1,0,0,0,0,0> N"),
        ("<6,24,14,0,1,0,0,3,5,1,0,0,0,0,0> N", "1", "<6,30,18,0,0,0,0,0,0,0,0,0,0,0,0> S"),
    ] {
        let pos = Kalah::parse(position, &"standard".parse().unwrap()).unwrap();
        assert_eq!(pos.after(pos.read_move(mv).unwrap()).to_string(), expected);
        // The page shows the first position as a board and the others as pictures with this move.
        assert!(PAGE.contains(position), "{position}");
    }
}
