//! Compares the input planes with a board that this test reads from the text itself.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Observe, Position, Side};
use plyground_khet::{Khet, KhetRules, KhetSetup};

const RANKS: usize = 8;
const FILES: usize = 10;
const KINDS: &str = "kspax";

/// Returns kind (0 to 4), facing (0 to 3, north first; north for a pharaoh), side, rank and file of each piece of a Khet string,
/// whose first row is rank 8.
fn pieces(text: &str) -> Vec<(usize, usize, Side, usize, usize)> {
    let board = text.split(' ').next().unwrap();
    let mut pieces = Vec::new();
    for (row, text) in board.split('/').enumerate() {
        let mut file = 0;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let kind = KINDS.find(letter.to_ascii_lowercase()).unwrap();
            let facing = if kind == 0 { 0 } else { letters.next().unwrap().to_digit(10).unwrap() as usize - 1 };
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            pieces.push((kind, facing, side, RANKS - 1 - row, file));
            file += 1;
        }
    }
    pieces
}

#[test]
fn planes_show_what_the_text_says() {
    let rules = KhetRules::OFFICIAL;
    let lone = Khet::parse("x39/4k5///3S13s1p41///2P13K2X1 1", &rules).unwrap();
    let set_ups = KhetSetup::ALL.map(|setup| Khet::new(&setup, &rules));
    for pos in set_ups.into_iter().chain([lone]) {
        assert_eq!(pos.plane_shape(), [RANKS, FILES]);
        for side in Side::ALL {
            let mut expected = vec![0.0; Khet::PLANES.len() * RANKS * FILES];
            let place = |plane: usize, rank: usize, file: usize| (plane * RANKS + rank) * FILES + file;
            for (kind, facing, owner, rank, file) in pieces(&pos.to_string()) {
                expected[place(if owner == side { kind } else { 5 + kind }, rank, file)] = 1.0;
                expected[place(10 + facing, rank, file)] = 1.0;
            }
            if side == pos.side_to_move() {
                expected[place(14, 0, 0)..].fill(1.0);
            }
            let mut block = vec![7.0; expected.len()];
            pos.observe(side, &mut block);
            assert_eq!(block, expected, "{pos} for {side:?}");
        }
    }
}
