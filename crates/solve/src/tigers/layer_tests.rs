//! Tests that invalid layer files are refused.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::{Position, Side};
use plyground_tigers::{GOATS, Tigers, TigersRules};

use super::Tables;
use crate::Value;
use crate::hunt::{DRAWN, Form, HuntGame as _, Layer, SolveOptions, TableSet, Tally, VerifyOptions, solve, verify};
use crate::table::Packer;

const CLASSES: usize = 891;

/// Returns the tables for one goat.
fn one_goat() -> TableSet {
    let form = Form { max_animals: 1, ..Form::whole(Tigers::ground(), GOATS) };
    TableSet::new::<Tigers>(form, CLASSES)
}

/// Writes files for one goat whose values are all `plies` plies, or draws while it is outside. Their header states that
/// nothing takes longer than 7 plies.
fn write_layers(folder: &Path, plies: u8) {
    let set = one_goat();
    let mut tally = Tally::default();
    tally.add_decided(1, 7, 2);
    let mut packer = Packer::default();
    for (in_hand, value) in [(0, plies), (1, 0)] {
        let shape = set.shape(in_hand, &set.packing(in_hand));
        let record = packer.pack(&vec![value; shape.record], shape.block).unwrap();
        for &side in Layer::stored(in_hand) {
            let tallies = [tally.clone(), tally.clone()];
            set.write(folder, Layer { in_hand, side }, shape.block, &vec![record.clone(); shape.records], &tallies)
                .unwrap();
        }
    }
}

#[test]
fn distances_beyond_the_header_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let value_of = |plies: u8| {
        write_layers(folder.path(), plies);
        let tables = Tables::open(folder.path(), &TigersRules::default()).unwrap();
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
}

#[test]
fn files_that_are_not_right_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write_layers(folder, 1);
    let set = one_goat();
    let path = set.path(folder, Layer { in_hand: 0, side: Side::Second });
    let whole = fs::read(&path).unwrap();
    let options = |max_animals| SolveOptions { max_animals, ..SolveOptions::whole::<Tigers>(GOATS) };
    let open = || Tables::open(folder, &TigersRules::default());
    let pos = Tigers::parse("T..TT.........G........ 0 t", &TigersRules::default()).unwrap();
    assert_eq!(open().unwrap().probe(&pos).unwrap(), Some(Value::win(1)));
    let refused = |bytes: &[u8], expected: &str| {
        fs::write(&path, bytes).unwrap();
        let opened = open().unwrap_err().to_string();
        let solved = solve::<Tigers>(folder, &options(1), |_| ControlFlow::Continue(())).unwrap_err().to_string();
        for message in [opened, solved] {
            assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
            assert!(message.contains("tigers-captures15-outside00-tigers.table"), "{message}");
        }
    };
    refused(&whole[..whole.len() - 1], "cut short");
    refused(b"something else", "not a table");
    refused(
        &fs::read(set.path(folder, Layer { in_hand: 0, side: Side::First })).unwrap(),
        "layer `0 outside, goats to move`, expected",
    );
    let mut header = whole.clone();
    header[60] ^= 1;
    refused(&header, "header is damaged");

    // A reader detects damaged values.
    let mut values = whole.clone();
    // The data follow the header, whose length depends on the description and on the number of blocks.
    let description = u32::from_le_bytes(*values[12..].first_chunk().unwrap()) as usize;
    for byte in &mut values[28 + description + 8 * CLASSES + 4..] {
        *byte ^= 1;
    }
    fs::write(&path, &values).unwrap();
    let tables = open().unwrap();
    assert!(tables.probe(&pos).unwrap_err().to_string().contains("damaged in the block"));
    let found = verify(&tables, &VerifyOptions::default(), |_| ControlFlow::Continue(()));
    assert!(found.unwrap_err().to_string().contains("damaged in the block"));

    fs::write(&path, &whole).unwrap();
    let other = solve::<Tigers>(folder, &options(2), |_| ControlFlow::Continue(())).unwrap_err().to_string();
    assert!(other.contains("max_goats `1`, expected `2`"), "{other}");
    for (captures_to_win, max_animals, message) in [
        (0, 15, "captures_to_win is 0, expected 1 to 15"),
        (16, 15, "captures_to_win is 16, expected 1 to 15"),
        (15, 16, "max_animals is 16, expected 1 to 15"),
        (5, 10, "max_animals is 10, expected 11 to 15"),
    ] {
        let options = SolveOptions { threads: 2, captures_to_win, max_animals };
        let refused = solve::<Tigers>(folder, &options, |_| ControlFlow::Continue(())).unwrap_err();
        assert_eq!(refused.to_string(), message);
    }
}
