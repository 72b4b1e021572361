//! Tests that moves of whole bitmaps agree with the rules.

use plyground_game::{Position, Side, zobrist::mix};
use plyground_tigers::{Tigers, TigersRules};

use super::bitmap::tests::{WORDS, contains};
use super::bitmap::{Bitmap, filled};
use super::index::{Herds, Index, Slots};
use super::walk::Span;
use super::{HuntGame, Pieces, herd_moves, hunter_moves};

/// Returns whether a position is in a pseudo-random set that depends only on the board.
fn belongs(tigers: u32, goats: u32) -> bool {
    mix(u64::from(tigers) << 32 | u64::from(goats)).is_multiple_of(16)
}

fn bitmap_of(tigers: u32) -> Bitmap {
    let goats = Herds::of(Tigers::ground(), tigers);
    let mut bitmap = filled(WORDS, 0);
    for number in 0..1u32 << 20 {
        let member = belongs(tigers, goats.at(number));
        bitmap[number as usize >> 6] |= u64::from(member) << (number % 64);
    }
    bitmap
}

/// Returns whether a legal move leads from here to a member. For mirror images the class representative decides.
fn leads(index: &Index, tigers: u32, goats: u32, in_hand: u8, side: Side) -> bool {
    let pieces = Pieces { hunters: tigers, herd: goats, in_hand };
    let pos = Tigers::from_pieces(pieces, side, &TigersRules::default()).unwrap();
    pos.legal_moves().iter().any(|&mv| {
        let Pieces { hunters, herd, .. } = pos.after(mv).pieces();
        let (class, number) = index.locate(hunters, herd);
        let class = index.classes()[class];
        belongs(class, Slots::of(Tigers::ground(), class).herd(number))
    })
}

fn numbers() -> impl Iterator<Item = u32> {
    (0..1u32 << 20).step_by(1009).filter(|number| (1..=14).contains(&number.count_ones()))
}

#[test]
fn the_herd_moves_by_the_rules() {
    let (ground, index) = (Tigers::ground(), Index::new(Tigers::ground()));
    let span = Span::new(WORDS, 1, 14);
    for &tigers in index.classes().iter().step_by(40) {
        let slots = Slots::of(ground, tigers);
        let from = bitmap_of(tigers);
        let (mut steps, mut placements) = (filled(WORDS, 0), filled(WORDS, 0));
        herd_moves::add_steps(&span, &mut steps, &from, &herd_moves::edges(ground, tigers));
        herd_moves::add_placements(&span, &mut placements, &from);
        for number in numbers() {
            let goats = slots.herd(number);
            assert_eq!(contains(&steps, number as usize), leads(&index, tigers, goats, 0, Side::First));
            assert_eq!(contains(&placements, number as usize), leads(&index, tigers, goats, 1, Side::First));
        }
    }
}

#[test]
fn hunters_move_by_the_rules() {
    let (ground, index) = (Tigers::ground(), Index::new(Tigers::ground()));
    let mut scratch = filled(WORDS, 0);
    let span = Span::new(WORDS, 1, 14);
    for &tigers in index.classes().iter().step_by(60) {
        let slots = Slots::of(ground, tigers);
        let mut into = filled(WORDS, 0);
        for mv in hunter_moves::moves(ground, &index, tigers) {
            mv.add(&span, &mut into, &bitmap_of(index.classes()[mv.target]), &mut scratch);
        }
        for number in numbers() {
            let goats = slots.herd(number);
            let expected = leads(&index, tigers, goats, 0, Side::Second);
            assert_eq!(contains(&into, number as usize), expected, "{tigers:b} {goats:b}");
        }
    }
}
