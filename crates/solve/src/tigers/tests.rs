//! Moves of whole bitmaps are those of the rules.

use plyground_game::{Position, Side, zobrist::mix};
use plyground_tigers::{PointSet, Tigers, TigersRules};

use super::bitmap::tests::{contains, random};
use super::bitmap::{Bitmap, filled};
use super::index::{Goats, Index, Slots};
use super::{goat_moves, tiger_moves};

/// A set of positions without a plan, given by the board alone.
fn belongs(tigers: PointSet, goats: PointSet) -> bool {
    mix(u64::from(tigers.bits()) << 32 | u64::from(goats.bits())).is_multiple_of(16)
}

fn bitmap_of(tigers: PointSet) -> Bitmap {
    let goats = Goats::of(tigers);
    let mut bitmap = filled(0);
    for number in 0..1u32 << 20 {
        let member = belongs(tigers, goats.at(number));
        bitmap[number as usize >> 6] |= u64::from(member) << (number % 64);
    }
    bitmap
}

/// Whether a move of the rules leads from here to a member.
fn leads(tigers: PointSet, goats: PointSet, outside: u8, side: Side) -> bool {
    let pos = Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default()).unwrap();
    pos.legal_moves().iter().any(|&mv| {
        let after = pos.after(mv);
        belongs(after.tigers(), after.goats())
    })
}

fn numbers() -> impl Iterator<Item = u32> {
    (0..1u32 << 20).step_by(1009).filter(|number| (1..=14).contains(&number.count_ones()))
}

#[test]
fn goats_move_by_the_rules() {
    let index = Index::new();
    for &tigers in index.classes().iter().step_by(40) {
        let slots = Slots::of(tigers);
        let from = bitmap_of(tigers);
        let (mut steps, mut placements) = (filled(0), filled(0));
        goat_moves::add_steps(&mut steps, &from, &goat_moves::edges(tigers));
        goat_moves::add_placements(&mut placements, &from);
        for number in numbers() {
            let goats = slots.goats(number);
            assert_eq!(contains(&steps, number as usize), leads(tigers, goats, 0, Side::First));
            assert_eq!(contains(&placements, number as usize), leads(tigers, goats, 1, Side::First));
        }
    }
}

#[test]
fn tigers_move_by_the_rules() {
    let index = Index::new();
    let mut scratch = filled(0);
    for &tigers in index.classes().iter().step_by(60) {
        let slots = Slots::of(tigers);
        let mut into = filled(0);
        for mv in tiger_moves::moves(&index, tigers) {
            let class = index.classes()[usize::from(mv.target.class)];
            let target = if mv.target.mirrored { class.mirrored() } else { class };
            mv.add(&mut into, &bitmap_of(target), &mut scratch);
        }
        for number in numbers() {
            let goats = slots.goats(number);
            assert_eq!(contains(&into, number as usize), leads(tigers, goats, 0, Side::Second), "{tigers:?} {goats:?}");
        }
    }
}

#[test]
fn bitmaps_are_mirrored() {
    let index = Index::new();
    let (mut image, mut scratch) = (filled(0), filled(0));
    for &tigers in index.classes().iter().filter(|&&class| class.mirrored() != class).step_by(50) {
        let from = random(3);
        tiger_moves::reorder(&tiger_moves::mirror_route(tigers), &from, &mut image, &mut scratch);
        let slots = Slots::of(tigers.mirrored());
        for number in numbers() {
            let (_, original) = index.locate(tigers, slots.goats(number).mirrored());
            assert_eq!(contains(&image, number as usize), contains(&from, original as usize));
        }
    }
}
