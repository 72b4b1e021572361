//! Observation planes, compared with a board that this test parses from the text.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Observe, Position, Side};
use plyground_tigers::{Tigers, TigersRules};

#[test]
fn planes_show_what_the_text_says() {
    for text in ["T..TT.................. 15 g", "G..TTT................. 13 t", "TGGT..G......T.......G. 5 g"] {
        let pos = Tigers::parse(text, &TigersRules::default()).unwrap();
        let mut words = text.split(' ');
        let board = words.next().unwrap();
        let outside: f32 = words.next().unwrap().parse().unwrap();
        let to_move = words.next().unwrap();
        let plane = |letter: char| board.chars().map(|at| f32::from(u8::from(at == letter))).collect::<Vec<_>>();
        let full = |number: f32| vec![number; board.len()];
        let taken = 15.0 - outside - plane('G').iter().sum::<f32>();
        for (side, name) in [(Side::First, "g"), (Side::Second, "t")] {
            let is = |fact: bool| full(f32::from(u8::from(fact)));
            let facts = [full(outside), full(taken), is(name == "g"), is(name == to_move)].concat();
            let expected = [plane('G'), plane('T'), facts].concat();
            let mut block = vec![99.0; expected.len()];
            pos.observe(side, &mut block);
            assert_eq!(block, expected, "{text} for {name}");
        }
        assert_eq!(pos.plane_shape(), [1, board.len()]);
    }
}
