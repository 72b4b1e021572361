//! The pictures in `docs/rules/cachex.md` are what the crate draws, and what the page says about them is so.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{Cachex, CachexRules};
use plyground_game::{Outcome, Position, Side};

const PAGE: &str = include_str!("../../../docs/rules/cachex.md");

/// The positions of the page, in their order; a picture is a block whose first line is a position.
fn pictures() -> Vec<(Cachex, &'static str)> {
    let blocks = PAGE.split("```text\n").skip(1).map(|block| block.split("```").next().unwrap());
    blocks
        .map(|block| {
            let (position, picture) = block.split_once('\n').unwrap();
            (Cachex::parse(position, &CachexRules::default()).unwrap(), picture)
        })
        .collect()
}

#[test]
fn the_pictures_are_true() {
    for (pos, picture) in pictures() {
        assert_eq!(picture, pos.diagram().to_string(), "{pos} is drawn\n{}", pos.diagram());
    }
}

#[test]
fn the_moves_lead_from_picture_to_picture() {
    let pictures = pictures();
    assert_eq!(pictures.len(), 11);
    for (from, mv) in [(1, "steal"), (3, "1,1"), (5, "2,1"), (7, "2,2")] {
        let mut pos = pictures[from].0.clone();
        pos.play_unchecked(pos.read_move(mv).unwrap());
        assert_eq!(pos.to_string(), pictures[from + 1].0.to_string());
    }
    assert_eq!(pictures[9].0.outcome(), Some(Outcome::Win(Side::Second)));
    let start = &pictures[10].0;
    let round = "2,1 1,2 0,2 2,1 1,1 0,1".split(' ');
    let mut taken = Vec::new();
    let end = round.fold(start.clone(), |pos, mv| {
        let mv = pos.read_move(mv).unwrap();
        taken.push(pos.captures(mv).count());
        pos.after(mv)
    });
    assert_eq!(end, *start);
    assert_eq!(taken, [0, 3, 0, 0, 3, 0]);
}
