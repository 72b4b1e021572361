//! Checks the content of `docs/rules/khet.md`: the board in text, the set-ups, the swaps and the beams.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Position, Side};
use plyground_khet::{Khet, KhetRules};

const PAGE: &str = include_str!("../../../docs/rules/khet.md");

fn read(position: &str) -> Khet {
    Khet::parse(position, &KhetRules::OFFICIAL).unwrap()
}

/// A board in text begins with its position.
#[test]
fn boards_in_text_are_drawn_by_the_crate() {
    let boards: Vec<&str> = PAGE.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(boards.len(), 1);
    for board in boards {
        let (position, drawing) = board.split_once('\n').unwrap();
        let drawn = read(position).diagram().to_string();
        assert!(drawn.starts_with(drawing) && drawing.lines().count() >= 10, "{position} is drawn\n{drawn}");
    }
}

#[test]
fn set_ups_have_the_positions_of_the_page() {
    for name in ["classic", "imhotep", "dynasty"] {
        let start = Khet::new(&name.parse().unwrap(), &KhetRules::OFFICIAL);
        assert!(PAGE.contains(&format!("| `{name}` | `{start}` |")), "{name}: {start}");
    }
}

#[test]
fn beams_end_where_the_page_says() {
    for (position, end) in [
        ("x39/5k4///4P24P3//4A35/5K3X1 0", "is reflected at j4 and e4, then destroys silver's anubis on e2"),
        ("x39/5k4///2P21S24P3//2P11P45/5K3X1 0", "e4, e2, c2, c4 and e4, then leaves the board at e8"),
        ("x39///2k6P3////5K3X1 0", "is reflected at j5, then destroys red's pharaoh on c5"),
    ] {
        assert!(PAGE.contains(&format!("--position \"{position}\" --beam silver")), "{position}");
        let drawn = read(position).diagram_with_beam(Side::First).to_string();
        assert!(drawn.contains(end), "{position} is drawn\n{drawn}");
    }
    let front = read("x39/5k4///4P24P3//4A15/5K3X1 0").diagram_with_beam(Side::First).to_string();
    assert!(front.contains("is absorbed by silver's anubis on e2"), "{front}");
}

#[test]
fn swaps_are_those_of_the_page() {
    let position = "x39/5k4///3p1S15/3P46//5K3X1 0";
    assert!(PAGE.contains(position));
    for mv in ["e4d4", "e4d3"] {
        assert!(PAGE.contains(mv) && read(position).read_move(mv).is_ok(), "{mv}");
    }
    // A red pyramid must not land on file `j`.
    assert!(read("x39/5k4///8p3S1///5K3X1 0").read_move("j4i4").is_err());
}
