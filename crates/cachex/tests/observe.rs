//! Compares the input planes with a board that this test reads from the text itself.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{Cachex, CachexRules};
use plyground_game::{Observe, Position, Side};

#[test]
fn planes_show_what_the_text_says() {
    for text in ["3 .../.../... r 0", "3 r../.../... b 1", "4 rb../..r./.b../r... b 5"] {
        let pos = Cachex::parse(text, &CachexRules::default()).unwrap();
        let words: Vec<&str> = text.split(' ').collect();
        let n: usize = words[0].parse().unwrap();
        // Row 0 comes first.
        let rows: Vec<&str> = words[1].split('/').collect();
        let plane =
            |letter: char| rows.concat().chars().map(|at| f32::from(u8::from(at == letter))).collect::<Vec<_>>();
        let is = |fact: bool| vec![f32::from(u8::from(fact)); n * n];
        assert_eq!(pos.plane_shape(), [n, n]);
        for (side, own, other) in [(Side::First, 'r', 'b'), (Side::Second, 'b', 'r')] {
            let may_steal = words[3] == "1";
            let facts = [is(own == 'r'), is(may_steal), is(words[2].starts_with(own))].concat();
            let expected = [plane(own), plane(other), facts].concat();
            let mut block = vec![9.0; expected.len()];
            pos.observe(side, &mut block);
            assert_eq!(block, expected, "{text} for {own}");
        }
    }
}
