//! The pictures in `docs/rules/kalah.md` are what the crate draws, and what the page says about them is so.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::Position;
use plyground_kalah::Kalah;

/// Every picture of the rules page begins with its position.
#[test]
fn the_pictures_are_true() {
    let page = include_str!("../../../docs/rules/kalah.md");
    let pictures: Vec<&str> = page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(pictures.len() >= 6);
    for picture in pictures {
        let (position, drawing) = picture.split_once("\n\n").unwrap();
        let pos = Kalah::parse(position, &"standard".parse().unwrap()).unwrap();
        assert_eq!(pos.diagram().to_string(), drawing, "{position}");
    }
    // The text between the pictures of the page.
    let after = |position: &str, mv: &str| {
        let pos = Kalah::parse(position, &"standard".parse().unwrap()).unwrap();
        pos.after(pos.read_move(mv).unwrap()).to_string()
    };
    assert_eq!(after("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "3"), "<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> S");
    assert_eq!(after("<6,0,0,1,0,3,0,0,0,1,0,0,0,5,0> S", "1"), "<6,6,0,0,0,3,0,0,0,1,0,0,0,0,0> N");
    assert_eq!(after("<6,24,14,0,1,0,0,3,5,1,0,0,0,0,0> N", "1"), "<6,30,18,0,0,0,0,0,0,0,0,0,0,0,0> S");
}
