//! Observation planes, compared with a board that this test parses from the text.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Observe, Position, Side};
use plyground_kalah::{Kalah, KalahRules};

#[test]
fn planes_show_what_the_text_says() {
    for text in ["<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S", "<3,5,1,2,0,7,9,1,3> N", "<1,2,3,4,5> S"] {
        let pos = Kalah::parse(text, &KalahRules::default()).unwrap();
        // `<houses,south's store,north's store,south's houses,north's houses> side`.
        let (numbers, side) = text[1..].split_once("> ").unwrap();
        let numbers: Vec<f32> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
        let houses = numbers[0] as usize;
        let row = |side: usize| [&numbers[3 + side * houses..][..houses], &numbers[1 + side..][..1]].concat();
        assert_eq!(pos.plane_shape(), [1, houses + 1]);
        for (own, name) in [(0, "S"), (1, "N")] {
            let turn = f32::from(u8::from(side == name));
            let expected = [row(own), row(1 - own), vec![turn; houses + 1]].concat();
            let mut block = vec![99.0; expected.len()];
            pos.observe(Side::ALL[own], &mut block);
            assert_eq!(block, expected, "{text} for {name}");
        }
    }
}
