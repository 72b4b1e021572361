//! Moves of whole bitmaps are those of the rules.

use plyground_game::{Position, Side, zobrist::mix};
use plyground_tigers::{GOATS, PointSet, Tigers, TigersRules};

use super::bitmap::tests::{contains, random};
use super::bitmap::{Bitmap, filled};
use super::form::Form;
use super::index::{CLASSES, Goats, Index, Slots};
use super::packing::Packing;
use super::tally::Tally;
use super::{DRAWN, Layer, Tables, goat_moves, tiger_moves};
use crate::Value;

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

#[test]
fn distances_that_the_header_excludes_are_not_believed() {
    let folder = std::env::temp_dir().join(format!("plyground-tigers-values-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (form, packing) = (Form { captures_to_win: GOATS, max_goats: 1 }, Packing::new(1));
    let mut tally = Tally::default();
    tally.add_decided(1, 7, 2);
    // Files whose checksum fits, and whose header says that nothing takes longer than 7 plies.
    let value_of = |plies: u8| {
        for side in Side::ALL {
            let records = vec![vec![plies; packing.len()]; CLASSES];
            Layer { outside: 0, side }.write(&folder, form, &packing, &records, &tally).unwrap();
        }
        let tables = Tables::open(&folder, &TigersRules::default()).unwrap();
        let pos = Tigers::parse("TTTG................... 0 t", &TigersRules::default()).unwrap();
        tables.probe(&pos).map_err(|refused| refused.to_string())
    };
    assert_eq!(value_of(7), Ok(Some(Value::win(7))));
    assert_eq!(value_of(DRAWN), Ok(Some(Value::DRAW)));
    for plies in [0, 8, 200] {
        let refused = value_of(plies).unwrap_err();
        assert!(refused.contains(&format!("the value {plies} at byte")), "{refused}");
        assert!(refused.contains("expected 1 to 7 plies"), "{refused}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
