//! The law suite on all sizes, options, openings and crafted positions.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::laws::{self, Laws};
use plyground_game::{History, Position, Symmetric};

/// Returns empty boards of these sizes under all options that determine moves, and crafted positions.
fn starts(sizes: impl Iterator<Item = u8>) -> Vec<(Cachex, CachexRules)> {
    let options = [
        "standard",
        "standard,steal=off",
        "standard,centre_ban=off,turn_limit=25",
        "standard,steal=off,centre_ban=off,repetition=2",
    ];
    let mut starts = Vec::new();
    for size in sizes {
        for rules in options.map(|text| text.parse::<CachexRules>().unwrap()) {
            starts.push((Cachex::new(&BoardSize::new(size).unwrap(), &rules), rules));
        }
    }
    starts
}

fn by_hand() -> Vec<(Cachex, CachexRules)> {
    let texts = [
        "3 .../.../... b 0",
        "3 .../..r/... b 1",
        "3 b../.../... r 1",
        "3 .../.r./... r 0",
        "3 r.b/.../... r 0",
        "3 .rb/.b./r.b b 7",
        "3 brb/rbr/rrb b 9",
        "4 rbr./.b.b/rb.r/.r.b b 10",
        "5 ...../.rbbr/.b.b./.bb../.r... r 9",
        "5 ...r./..bb./...../.bb../.r... r 6",
        "5 rrrrr/...../bbb.b/...../..... r 999999999",
        "8 rbr.bb../.r.rb.../bb..br.r/.r....../b..bbrb./r...b..r/b..brb../...r...r r 30",
    ];
    let rules = CachexRules::default();
    texts.iter().map(|text| (Cachex::parse(text, &rules).unwrap(), rules)).collect()
}

#[test]
fn small_boards_keep_the_laws() {
    let starts: Vec<_> = starts(3..=5).into_iter().chain(by_hand()).collect();
    let report = laws::check(&starts, &Laws { games: 250, ..Laws::default() }).unwrap();
    assert!(report.finished > 80 && report.keys > 10_000, "{report:?}");
}

#[test]
fn large_boards_keep_the_laws() {
    let laws = Laws { games: 40, max_plies: 120, max_keys: 100_000, ..Laws::default() };
    let report = laws::check(&starts(6..=15), &laws).unwrap();
    assert!(report.positions > 1_000, "{report:?}");
}

#[test]
fn the_symmetries_are_symmetries() {
    let starts: Vec<_> = starts([3, 4, 5, 8, 9, 13, 15].into_iter()).into_iter().chain(by_hand()).collect();
    laws::check_symmetry(&starts, &Laws { games: 150, max_plies: 60, ..Laws::default() }).unwrap();
}

#[test]
fn symmetries_keep_the_turn_number() {
    for (pos, rules) in by_hand() {
        for &symmetry in pos.symmetries() {
            let image = pos.map(symmetry);
            assert_eq!(image.turns_played(), pos.turns_played());
            assert_eq!(History::new(&image, &rules).turns(), pos.turn());
            assert_eq!(image.map(symmetry).to_string(), pos.to_string(), "each map is its own inverse");
        }
    }
}
