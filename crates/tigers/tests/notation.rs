//! Refused texts and their error messages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Position, Side, StandardSetup};
use plyground_tigers::{ArrangementError, PointSet, Tigers, TigersMove, TigersRules};

const START: &str = "T..TT.................. 15 g";

fn refusal(text: &str) -> String {
    Tigers::parse(text, &TigersRules::default()).unwrap_err().0.to_string()
}

#[test]
fn the_start_is_written_as_the_rules_say() {
    let start = Tigers::new(&StandardSetup, &TigersRules::default());
    assert_eq!(start.to_string(), START);
    assert_eq!(Tigers::parse(START, &TigersRules::default()), Ok(start));
    assert_eq!(format!("{start:?}"), format!("Tigers({START}, 15 captures left)"));
}

#[test]
fn bad_positions_are_refused_with_their_place() {
    for (text, expected) in [
        ("", "column 1: found the end of the text, expected `T`, `G` or `.` for point 0 of 0 to 22"),
        ("T..TT 15 g", "column 6: found ` `, expected `T`, `G` or `.` for point 5 of 0 to 22"),
        ("T..TX.................. 15 g", "column 5: found `X`, expected `T`, `G` or `.` for point 4 of 0 to 22"),
        (
            "T..TTT................. 15 g",
            "column 6: found a fourth tiger, expected `G` or `.` for point 5: there are exactly three tigers",
        ),
        ("T..T................... 15 g", "column 24: found 2 tigers, expected exactly three tigers on the 23 points"),
        (
            "TGGTTGGGGGGGGGGGGGGGGG. 0 g",
            "column 19: found a sixteenth goat, expected `T` or `.` for point 18: there are at most fifteen goats",
        ),
        ("T..TT................... 15 g", "column 24: found `.`, expected ` `"),
        ("T..TT..................", "column 24: found the end of the text, expected ` `"),
        ("T..TT.................. 16 g", "column 25: found `16`, expected a number of goats outside (0 to 15)"),
        (
            "T..TTGG................ 14 g",
            "column 25: found `14`, expected a number of goats outside, with 2 on the board (0 to 13)",
        ),
        ("T..TT.................. -1 g", "column 25: found `-`, expected a number of goats outside (0 to 15)"),
        ("T..TT.................. 15 x", "column 28: found `x`, expected the side to move, `g` or `t`"),
        ("T..TT.................. 15 g ", "column 29: found ` `, expected the end of the text"),
    ] {
        assert_eq!(refusal(text), format!("`{text}`: {expected}"));
    }
}

#[test]
fn bad_moves_are_refused_with_their_place() {
    let start = Tigers::parse(START, &TigersRules::default()).unwrap();
    for (text, expected) in [
        ("", "column 1: found the end of the text, expected `@7`, `3-9` or `3x15`"),
        ("goat", "column 1: found `g`, expected `@7`, `3-9` or `3x15`"),
        ("@23", "column 2: found `23`, expected a point (0 to 22)"),
        ("@7 ", "column 3: found ` `, expected the end of the text"),
        ("3", "column 2: found the end of the text, expected `-` for a step or `x` for a jump"),
        ("3-", "column 3: found the end of the text, expected a point (0 to 22)"),
        ("3-15", "column 3: found `15`, expected a neighbour of 3: 0, 2, 4, 9"),
        ("3x9", "column 3: found `9`, expected a point two on in a straight line from 3: 1, 5, 15"),
        ("2x3", "column 3: found `3`, expected a point two on in a straight line from 2: 4, 14"),
    ] {
        assert_eq!(start.parse_move(text).unwrap_err().0.to_string(), format!("`{text}`: {expected}"));
    }
}

#[test]
fn illegal_moves_are_refused_with_the_legal_moves() {
    let pos = Tigers::parse("T..TTG................. 14 t", &TigersRules::default()).unwrap();
    assert_eq!(
        pos.read_move("@7").unwrap_err().to_string(),
        "illegal move `@7`: tigers can play 0x11 0-2 3-2 3-9 4x6 4-10"
    );
    let over = Tigers::parse("T..TT.................. 0 g", &TigersRules::default()).unwrap();
    assert_eq!(over.read_move("3-9").unwrap_err().to_string(), "illegal move `3-9`: the game is over: no goat is left");
}

#[test]
fn only_arrangements_of_the_game_become_positions() {
    let rules = TigersRules::default();
    let set = PointSet::from_bits;
    let make = |tigers, goats, outside| Tigers::from_parts(set(tigers), set(goats), outside, Side::First, &rules);
    assert_eq!(make(0b111, 0b100, 0), Err(ArrangementError::Overlap));
    assert_eq!(make(0b1111, 0, 0), Err(ArrangementError::TigerCount(4)));
    assert_eq!(make(0b111, 0b11_1000, 13), Err(ArrangementError::GoatCount(16)));
    assert_eq!(make(0b111, 0, 255), Err(ArrangementError::GoatCount(255)));
    assert_eq!(make(0b111, 0b11_1000, 12).unwrap().to_string(), "TTTGGG................. 12 g");
}

#[test]
fn more_captures_than_needed_are_a_finished_game() {
    let rules: TigersRules = "standard,captures_to_win=5".parse().unwrap();
    let pos = Tigers::parse("T..TTG................. 3 g", &rules).unwrap();
    assert_eq!(pos.outcome_reason().unwrap(), "the tigers have taken 11 goats");
    assert_eq!((pos.captures_left(), pos.count_moves()), (0, 0));
    assert_eq!(
        pos.read_move("@7").unwrap_err().to_string(),
        "illegal move `@7`: the game is over: the tigers have taken 11 goats"
    );
}

#[test]
fn moves_are_described_in_words() {
    let pos = Tigers::parse("T..TTG................. 14 t", &TigersRules::default()).unwrap();
    let described = |text: &str| pos.describe(pos.parse_move(text).unwrap());
    assert_eq!(described("4x6"), "a tiger jumps from 4 over 5 to 6 and takes the goat");
    assert_eq!(described("3-9"), "a tiger steps from 3 to 9");
    assert_eq!(described("@7"), "a goat enters on 7");
    let moves: Vec<String> = pos.legal_moves().iter().map(TigersMove::to_string).collect();
    assert_eq!(moves.join(" "), "0x11 0-2 3-2 3-9 4x6 4-10");
}
