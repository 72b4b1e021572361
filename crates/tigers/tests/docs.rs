//! Tests that `docs/rules/tigers.md` is correct: its lines, its positions, and the ends of its games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_game::{Outcome, Position, Side};
use plyground_tigers::{JUMPS, Tigers, TigersRules};

const PAGE: &str = include_str!("../../../docs/rules/tigers.md");

fn read(position: &str) -> Tigers {
    assert!(PAGE.contains(position), "{position}");
    Tigers::parse(position, &TigersRules::default()).unwrap()
}

#[test]
fn moves_lead_where_the_page_says() {
    let mut pos = read("T..TT.................. 15 g");
    for (mv, expected) in [("@9", "T..TT....G............. 14 t"), ("3x15", "T...T..........T....... 14 g")] {
        pos = pos.after(pos.read_move(mv).unwrap());
        assert_eq!(pos.to_string(), read(expected).to_string());
    }
}

#[test]
fn games_end_as_the_page_says() {
    assert_eq!(read(".TGG...TGG...TGG....... 8 t").outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(read(".GT....T..........T.... 0 g").outcome(), Some(Outcome::Win(Side::Second)));
}

/// Every jump follows a line of the page, and each line of three points or more has all its jumps.
#[test]
fn jumps_follow_the_lines_of_the_page() {
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for word in PAGE.split([' ', ',', '.', '\n']).filter(|word| word.matches('-').count() >= 2) {
        let points: Result<Vec<usize>, _> = word.split('-').map(str::parse).collect();
        lines.extend(points);
    }
    for (first, last) in [(1, 6), (7, 12), (13, 18), (19, 22)] {
        assert!(PAGE.contains(&format!("{first} to {last}")));
        lines.push((first..=last).collect());
    }
    assert_eq!(lines.len(), 10);
    let mut listed: Vec<[usize; 3]> = Vec::new();
    for line in &lines {
        listed
            .extend(line.windows(3).flat_map(|three| [[three[0], three[1], three[2]], [three[2], three[1], three[0]]]));
    }
    let mut jumps: Vec<[usize; 3]> =
        JUMPS.iter().map(|jump| [jump.from.index(), jump.over.index(), jump.to.index()]).collect();
    listed.sort_unstable();
    jumps.sort_unstable();
    assert_eq!(listed, jumps);
}
