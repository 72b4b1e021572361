//! Search for fair starts: positions a few seeds away from a start that are draws with best play \[Neller2022\].
//!
//! The first player wins from most starts of Kalah, so a match from them says little about the second player. A fair
//! start needs no handicap. It is proved by two null windows: the value is at least 0, and it is at most 0.

use std::cmp::Ordering;

use plyground_game::{Position, Side};
use plyground_kalah::{Capture, End, Kalah, KalahRules, KalahSetup};
use plyground_search::StopFlag;

use super::solver::Solver;

/// Search depth in plies of the guess that selects the first window.
const GUESS: u32 = 7;

/// Returns the positions that differ from a start in the location of exactly `seeds` seeds, with South to move.
///
/// A seed moves from any house to any other house or either store. Each position is listed once. Finished games are
/// omitted.
///
/// ```
/// use plyground_kalah::{KalahRules, KalahSetup};
/// use plyground_solve::kalah::displaced;
///
/// let start = KalahSetup::new(6, 4).expect("a board");
/// // From each of 12 houses to 11 others and 2 stores.
/// assert_eq!(displaced(start, &KalahRules::default(), 1).len(), 156);
/// assert_eq!(displaced(start, &KalahRules::default(), 2).len(), 6240);
/// ```
#[must_use]
pub fn displaced(start: KalahSetup, rules: &KalahRules, seeds: u16) -> Vec<Kalah> {
    let houses = start.houses();
    let mut places = vec![start.seeds(); 2 * houses];
    places.extend([0, 0]);
    let mut found = Vec::new();
    distribute(&mut places, 0, [seeds; 2], &mut |places| {
        let (south, rest) = places.split_at(houses);
        let (north, stores) = rest.split_at(houses);
        let pos = Kalah::from_parts([south, north], [stores[0], stores[1]], Side::First, rules);
        found.extend(pos.filter(|pos| pos.outcome().is_none()));
    });
    found
}

/// Visits all ways to take `take` seeds from the locations from `at` on and to put `put` seeds into others of them.
fn distribute(places: &mut [u16], at: usize, [take, put]: [u16; 2], visit: &mut dyn FnMut(&[u16])) {
    let Some(&seeds) = places.get(at) else {
        if (take, put) == (0, 0) {
            visit(places);
        }
        return;
    };
    for taken in (1..=take.min(seeds)).rev() {
        places[at] = seeds - taken;
        distribute(places, at + 1, [take - taken, put], visit);
    }
    for added in 0..=put {
        places[at] = seeds + added;
        distribute(places, at + 1, [take, put - added], visit);
    }
    places[at] = seeds;
}

/// Returns the fair starts of Kalah(6,4) that are included in the library, one per line after comments; `None` for
/// rules other than `standard` and `empty-capture`. A majority rule changes no result.
///
/// Each differs from the start in the location of one or two seeds. The first lines state which positions were tested.
/// The example `fair_kalah` proved them.
///
/// ```
/// use plyground_kalah::KalahRules;
/// use plyground_solve::kalah::fair_starts;
///
/// let book = fair_starts(&"empty-capture".parse()?).expect("there are some");
/// assert!(book.lines().any(|line| line.starts_with("<6,")));
/// assert_eq!(fair_starts(&"kalaha".parse()?), None);
/// # Ok::<(), plyground_game::notation::ParseRulesError>(())
/// ```
#[must_use]
pub fn fair_starts(rules: &KalahRules) -> Option<&'static str> {
    match (rules.capture, rules.end) {
        (Capture::Standard, End::Either) => Some(include_str!("../../books/fair-6x4-standard.txt")),
        (Capture::Empty, End::Either) => Some(include_str!("../../books/fair-6x4-empty-capture.txt")),
        _ => None,
    }
}

impl Solver {
    /// Compares the final store difference for the side to move with 0; `Equal` is a draw. This is a part of the work
    /// of [`Solver::value`], and it returns `None` in the same cases.
    pub fn sign(&mut self, pos: &Kalah, stop: &StopFlag) -> Option<Ordering> {
        // The likely window comes first, because one proof can suffice.
        for at in if Solver::guess(pos, GUESS) < 0 { [0, 1] } else { [1, 0] } {
            match (at, self.at_least(pos, at, stop)?) {
                (0, false) => return Some(Ordering::Less),
                (1, true) => return Some(Ordering::Greater),
                _ => {}
            }
        }
        Some(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use super::*;
    use crate::kalah::Database;

    fn rules(name: &str) -> KalahRules {
        name.parse().unwrap()
    }

    /// Returns the number of seeds that are in another location than at the start.
    fn moved(pos: &Kalah, start: u16) -> u16 {
        let text = pos.to_string();
        let numbers: Vec<u16> =
            text.trim_matches(['<', '>', ' ', 'S']).split(',').map(|number| number.parse().unwrap()).collect();
        numbers[1] + numbers[2] + numbers[3..].iter().map(|&seeds| seeds.saturating_sub(start)).sum::<u16>()
    }

    #[test]
    fn displaced_seeds_are_listed_once_and_completely() {
        let start: KalahSetup = "2x2".parse().unwrap();
        // All distributions of eight seeds over six locations, by brute force.
        let mut all = HashSet::new();
        for code in 0..9u32.pow(6) {
            let places: Vec<u16> = (0..6).map(|place| (code / 9u32.pow(place) % 9) as u16).collect();
            if places.iter().sum::<u16>() == 8 {
                let stores = [places[4], places[5]];
                all.extend(Kalah::from_parts([&places[..2], &places[2..4]], stores, Side::First, &rules("standard")));
            }
        }
        all.retain(|pos| pos.outcome().is_none());
        for seeds in 0..=8 {
            let found = displaced(start, &rules("standard"), seeds);
            let set: HashSet<Kalah> = found.iter().cloned().collect();
            assert_eq!(found.len(), set.len());
            assert_eq!(set, all.iter().filter(|pos| moved(pos, 2) == seeds).cloned().collect(), "{seeds} seeds");
        }
    }

    /// Returns the positions of a book, and the numbers in its comments: positions, proved positions and draws of each
    /// group.
    fn read(book: &str) -> (Vec<&str>, Vec<[usize; 3]>, u32) {
        let lines = book.lines().filter(|line| !line.starts_with('#')).collect();
        let counts = book.lines().filter(|line| line.starts_with("# ") && line.contains(" moved: ")).map(|line| {
            let mut numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).skip(1);
            std::array::from_fn(|_| numbers.next().unwrap())
        });
        let crc = book.lines().find_map(|line| line.strip_prefix("# CRC-32 of the positions: ")).unwrap();
        (lines, counts.collect(), u32::from_str_radix(crc.trim_end_matches('.'), 16).unwrap())
    }

    #[test]
    fn the_book_lists_its_positions_in_order_under_a_checksum() {
        let start: KalahSetup = "6x4".parse().unwrap();
        for name in ["standard", "empty-capture"] {
            let book = fair_starts(&rules(name)).unwrap();
            let (lines, counts, crc) = read(book);
            assert!(book.starts_with(&format!("# Starts that best play draws under `{name}`: 6x4 ")), "{name}");
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            assert_eq!(crc32fast::hash(text.as_bytes()), crc, "{name}");
            let mut rest = lines.iter().peekable();
            for (seeds, [positions, proved, draws]) in (1..).zip(counts) {
                let group = displaced(start, &rules(name), seeds);
                assert!(group.len() == positions && proved <= positions, "{name}, {seeds} moved");
                let listed =
                    group.iter().filter(|pos| rest.next_if(|line| **line == pos.to_string()).is_some()).count();
                assert_eq!(listed, draws, "{name}, {seeds} moved");
            }
            assert_eq!(rest.next(), None, "{name}");
        }
        assert_eq!(fair_starts(&rules("tournament")), fair_starts(&rules("standard")));
        assert_eq!(fair_starts(&rules("kalaha")), None);
    }

    #[test]
    fn a_sign_is_that_of_the_value() {
        let never = StopFlag::default();
        for name in ["standard", "empty-capture", "kalaha"] {
            let rules = rules(name);
            let database = Database::build(3, &rules, 4, 1, |_| ControlFlow::Continue(())).unwrap();
            let mut solver = Solver::new(database, 1);
            let mut draws = 0;
            for pos in displaced("3x2".parse().unwrap(), &rules, 2) {
                let sign = solver.sign(&pos, &never).unwrap();
                assert_eq!(sign, solver.value(&pos, None, &never).unwrap().cmp(&0), "{pos} {name}");
                draws += u32::from(sign == Ordering::Equal);
            }
            assert!(draws > 10, "{draws} {name}");
        }
    }

    #[test]
    fn a_sign_is_refused_where_a_value_is() {
        let database = Database::build(3, &rules("standard"), 4, 1, |_| ControlFlow::Continue(())).unwrap();
        let mut solver = Solver::new(database, 1);
        let majority = Kalah::new(&"3x2".parse().unwrap(), &rules("tournament"));
        assert_eq!(solver.sign(&majority, &StopFlag::default()), None);
        let other_board = Kalah::new(&"4x2".parse().unwrap(), &rules("standard"));
        assert_eq!(solver.sign(&other_board, &StopFlag::default()), None);
        let stopped = StopFlag::default();
        stopped.stop();
        let start = Kalah::new(&"3x6".parse().unwrap(), &rules("standard"));
        assert_eq!(solver.sign(&start, &stopped), None);
    }
}
