//! Tests of the notation: accepted texts, rejected texts, and the error messages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{BoardSize, Cachex, CachexMove, CachexRules};
use plyground_game::{Position, Side};

fn refused(text: &str) -> String {
    Cachex::parse(text, &CachexRules::default()).unwrap_err().to_string()
}

#[test]
fn the_example_of_the_rules_round_trips() {
    let text = "5 ...../..rb./.b.r./.rb../..... r 6";
    let pos = Cachex::parse(text, &CachexRules::default()).unwrap();
    assert_eq!(pos.to_string(), text);
    assert_eq!((pos.turn(), pos.turns_played(), pos.side_to_move()), (6, 6, Side::First));
    assert_eq!(pos.legal_moves().len(), 19);
}

#[test]
fn bad_positions_are_refused_in_one_clear_line() {
    for (text, message) in [
        ("", "``: column 1: found the end of the text, expected a board size (3 to 15)"),
        ("2 ../.. r 0", "`2 ../.. r 0`: column 1: found `2`, expected a board size (3 to 15)"),
        ("16", "`16`: column 1: found `16`, expected a board size (3 to 15)"),
        ("3", "`3`: column 2: found the end of the text, expected ` `"),
        ("3 ..", "`3 ..`: column 5: found the end of the text, expected `.`, `r` or `b` for cell 0,2"),
        ("3 .../.x./... r 0", "`3 .../.x./... r 0`: column 8: found `x`, expected `.`, `r` or `b` for cell 1,1"),
        ("3 ..../.../... r 0", "`3 ..../.../... r 0`: column 6: found `.`, expected `/`, then row 1 of 3"),
        ("3 .../.../.../... r 0", "`3 .../.../.../... r 0`: column 14: found `/`, expected ` `"),
        ("3 .../.../... R 0", "`3 .../.../... R 0`: column 15: found `R`, expected the side to move, `r` or `b`"),
        ("3 .../.../... r", "`3 .../.../... r`: column 16: found the end of the text, expected ` `"),
        (
            "3 .../.../... r -1",
            "`3 .../.../... r -1`: column 17: found `-`, expected the number of actions played (0 to 999999999)",
        ),
        ("3 .../.../... r 0 ", "`3 .../.../... r 0 `: column 18: found ` `, expected the end of the text"),
    ] {
        assert_eq!(refused(text), format!("cannot read position {message}"));
    }
}

#[test]
fn moves_are_read_in_any_case_and_refused_clearly() {
    let pos = Cachex::new(&BoardSize::new(4).unwrap(), &CachexRules::default());
    for text in ["steal", "STEAL", "Steal"] {
        assert_eq!(pos.parse_move(text), Ok(CachexMove::Steal));
    }
    assert_eq!(pos.parse_move("0,3").map(|mv| pos.move_text(mv)), Ok("0,3".into()));
    for (text, message) in [
        ("", "``: column 1: found the end of the text, expected `row,column` or `steal`"),
        ("steel", "`steel`: column 1: found `s`, expected `row,column` or `steal`"),
        ("0,4", "`0,4`: column 3: found `4`, expected a column (0 to 3)"),
        ("4,0", "`4,0`: column 1: found `4`, expected a row (0 to 3)"),
        ("1 2", "`1 2`: column 2: found ` `, expected `,`"),
        ("1,2,", "`1,2,`: column 4: found `,`, expected the end of the text"),
    ] {
        assert_eq!(pos.parse_move(text).unwrap_err().to_string(), format!("cannot read move {message}"));
    }
}

#[test]
fn illegal_moves_get_a_reason() {
    let rules = CachexRules::default();
    let message = |position: &str, mv: &str, rules: &CachexRules| {
        Cachex::parse(position, rules).unwrap().read_move(mv).unwrap_err().to_string()
    };
    let moves = "; red can play 0,0 0,1 0,2 1,0 1,2 2,0 2,1 2,2";
    let beside = "; red can play 1,0 1,2 and 6 more";
    assert_eq!(
        message("3 .../.../... r 0", "1,1", &rules),
        format!("illegal move `1,1`: the first placement may not be the centre 1,1{beside}")
    );
    assert_eq!(
        message("3 .../.b./... r 3", "1,1", &rules),
        format!("illegal move `1,1`: blue has a stone on 1,1{beside}")
    );
    assert_eq!(
        message("3 .../.b./... r 3", "Steal", &rules),
        format!("illegal move `Steal`: STEAL can only be the second action, with the first stone on the board{moves}")
    );
    assert_eq!(
        message("3 .../.b./... r 3", "steal", &"standard,steal=off".parse().unwrap()),
        format!("illegal move `steal`: the rules are without STEAL{moves}")
    );
    assert_eq!(
        message("3 rrr/rb./r.b b 3", "2,1", &rules),
        "illegal move `2,1`: the game is over: red has joined row 0 with row 2"
    );
}

#[test]
fn set_ups_and_rules_round_trip() {
    for size in 3..=15 {
        let setup: BoardSize = size.to_string().parse().unwrap();
        assert_eq!((setup.get(), setup.to_string()), (size, size.to_string()));
    }
    assert_eq!(BoardSize::default().to_string(), "9");
    for text in [
        "standard",
        "standard,steal=off",
        "standard,steal=off,centre_ban=off,turn_limit=off,repetition=off",
        "standard,turn_limit=1,repetition=2",
    ] {
        assert_eq!(text.parse::<CachexRules>().unwrap().to_string(), text);
    }
    let usual = "standard,repetition=7,steal=on,turn_limit=343,centre_ban=on";
    assert_eq!(usual.parse::<CachexRules>().unwrap().to_string(), "standard");
    for (text, message) in [
        ("", "``: column 1: found nothing, expected `standard`"),
        ("official", "`official`: column 1: found `official`, expected `standard`"),
        ("standard,", "`standard,`: column 10: found nothing, expected `key=value`"),
        ("standard;", "`standard;`: column 1: found `standard;`, expected `standard`"),
        ("standard,steal", "`standard,steal`: column 10: found `steal`, expected `key=value`"),
        ("standard,steal=yes", "`standard,steal=yes`: column 16: found `yes`, expected one of `on`, `off`"),
        (
            "standard,steal=on,steal=off",
            "`standard,steal=on,steal=off`: column 19: found `steal`, expected each key once",
        ),
        (
            "standard,repetition=1",
            "`standard,repetition=1`: column 21: found `1`, expected a number of occurrences (2 to 1000000) or `off`",
        ),
        (
            "standard,turn_limit=no",
            "`standard,turn_limit=no`: column 21: found `no`, expected a number of turns (1 to 1000000) or `off`",
        ),
    ] {
        assert_eq!(text.parse::<CachexRules>().unwrap_err().to_string(), format!("cannot read rules {message}"));
    }
}
