//! Text input and output: accepted texts, refused texts and their error messages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::Position;
use plyground_kalah::{Kalah, KalahRules, KalahSetup};

#[test]
fn setups_reach_from_one_house_to_twelve() {
    for (text, valid) in [
        ("1x1", true),
        ("12x12", true),
        ("12x42", true),
        ("12x43", false),
        ("0x4", false),
        ("6x0", false),
        ("6x", false),
        ("x4", false),
        ("6x4 ", false),
    ] {
        assert_eq!(text.parse::<KalahSetup>().is_ok(), valid, "{text}");
    }
    let error = "12x43".parse::<KalahSetup>().unwrap_err().to_string();
    assert!(error.contains("1 to 42"), "{error}");
}

#[test]
fn faults_of_positions_and_moves_are_named() {
    let rules = KalahRules::default();
    let fault = |text: &str| Kalah::parse(text, &rules).unwrap_err().to_string();
    let bad_positions = [
        "",
        "<6,0,0,4,4,4> S",
        "<13,0,0> S",
        "<1,0,0,4,4>",
        "<1,0,0,4,4> W",
        "<1,0,0,1000,1000> S",
        "<1,0,-1,4,4> S",
        "<1,0,0,4,4> S!",
        "<1,0,0,4,99999999999999999999> S",
    ];
    let start = Kalah::new(&KalahSetup::default(), &rules);
    let bad_moves = ["7", "0", "3 ", "", "@7"].map(|text| start.read_move(text).unwrap_err().to_string());
    let after = start.after(start.read_move("1").unwrap());
    let after = after.after(after.read_move("1").unwrap());
    let illegal = after.read_move("1").unwrap_err().to_string();
    let all: Vec<String> = bad_positions.map(fault).into_iter().chain(bad_moves).chain([illegal]).collect();
    insta::assert_snapshot!(all.join("\n"));
}
