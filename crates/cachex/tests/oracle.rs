//! Compares the crate with the naive program in `naive`: random arrangements, every arrangement of the smallest board, random
//! games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use crate::naive::{At, Geometry, Oracle};
use plyground_cachex::{BoardSize, Cachex, CachexRules, Cells};
use plyground_game::perft_suite::Count;
use plyground_game::random::Random;
use plyground_game::{Class, Game, Outcome, Position, SearchHints as _, Side};

fn side(letter: char) -> Side {
    if letter == 'r' { Side::First } else { Side::Second }
}

fn visited(pos: &Cachex, class: Class) -> Vec<String> {
    let mut texts = Vec::new();
    let _ = pos.visit_moves(class, |mv| {
        texts.push(pos.move_text(mv));
        std::ops::ControlFlow::<()>::Continue(())
    });
    texts
}

fn pairs(cells: Cells) -> Vec<At> {
    cells.iter().map(|cell| (usize::from(cell.row()), usize::from(cell.column()))).collect()
}

/// Compares all queries that both programs support; on large boards, compares only `sample` moves.
fn compare(oracle: &Oracle, sample: usize, random: &mut Random) {
    let text = oracle.text();
    let rules: CachexRules = oracle.rules_text().parse().unwrap();
    let pos = Cachex::parse(&text, &rules).unwrap();
    assert_eq!(pos.to_string(), text);
    let legal = oracle.legal();
    assert_eq!(visited(&pos, Class::All), legal, "{text}");
    assert_eq!(pos.outcome(), oracle.winner().map(|winner| Outcome::Win(side(winner))), "{text}");
    let noisy = visited(&pos, Class::Noisy);
    let all = legal.len().max(1);
    let (step, first) = (all.div_ceil(sample), random.below(all));
    for mv in (0..legal.len()).step_by(step).map(|index| &legal[(first + index) % all]) {
        let (mut next, played) = (oracle.clone(), pos.read_move(mv).unwrap());
        let taken = next.play(mv);
        assert_eq!(pairs(pos.captures(played)), taken, "{text}: {mv}");
        let after = pos.after(played);
        assert_eq!(after.to_string(), next.text(), "{text}: {mv}");
        let won = next.winner();
        assert_eq!(after.winner(), won.map(side), "{text}: {mv}");
        assert_eq!(pos.wins(played), won.is_some(), "{text}: {mv}");
        let is_noisy = mv == "steal" || !taken.is_empty() || won.is_some();
        assert_eq!(noisy.contains(mv), is_noisy, "{text}: {mv}");
        assert_eq!(pos.is_noisy(played), is_noisy, "{text}: {mv}");
        let value = if won.is_some() { 100 } else { taken.len() as i32 };
        assert_eq!(pos.noisy_value(played), value, "{text}: {mv}");
        let again = Cachex::parse(&next.text(), &rules).unwrap();
        assert_eq!((after.key(), &after), (again.key(), &again), "{text}: {mv}");
    }
    for letter in ['r', 'b'] {
        let largest = oracle.stones(letter).iter().map(|&cell| oracle.group(cell).len()).max().unwrap_or(0);
        assert_eq!(pos.largest_group(side(letter)) as usize, largest, "{text}");
    }
}

#[test]
fn random_arrangements_of_all_sizes() {
    let mut random = Random::new(1);
    for n in 3..=15 {
        let geometry = Geometry::new(n);
        for round in 0..if n <= 8 { 400 } else { 120 } {
            // Densities range from nearly empty to full boards; one in eleven is full.
            let oracle = Oracle::random(&geometry, round % 11 * 10, &mut random);
            compare(&oracle, if n <= 6 { 36 } else { 12 }, &mut random);
        }
    }
}

#[test]
fn single_stones_in_the_opening() {
    let mut random = Random::new(2);
    for n in [3, 4, 9] {
        let geometry = Geometry::new(n);
        for cell in geometry.neighbours.keys() {
            for (letter, to_move, turn, steal) in [
                ('r', 'b', 1, true),
                ('r', 'b', 1, false),
                ('r', 'b', 2, true),
                ('r', 'r', 1, true),
                ('b', 'r', 1, true),
                ('r', 'b', 0, true),
            ] {
                let mut oracle = Oracle::new(&geometry, steal, true);
                oracle.board[cell.0][cell.1] = letter;
                (oracle.side, oracle.turn) = (to_move, turn);
                compare(&oracle, 100, &mut random);
            }
        }
    }
}

#[test]
fn every_arrangement_of_three_by_three() {
    let mut random = Random::new(3);
    let geometry = Geometry::new(3);
    for number in 0..3_usize.pow(9) {
        let mut oracle = Oracle::new(&geometry, true, true);
        for cell in 0..9 {
            oracle.board[cell / 3][cell % 3] = ['.', 'r', 'b'][number / 3_usize.pow(cell as u32) % 3];
        }
        assert!(!(oracle.has_joined('r') && oracle.has_joined('b')), "{}", oracle.text());
        (oracle.side, oracle.turn) = (['r', 'b'][number % 2], (number % 4) as u32);
        compare(&oracle, 9, &mut random);
    }
}

/// Plays random games in both programs, including draws by history, and counts the endings.
#[test]
fn random_games_of_all_sizes() {
    let mut random = Random::new(4);
    let mut endings: HashMap<&str, u32> = HashMap::new();
    for n in 3..=15_u8 {
        let geometry = Geometry::new(usize::from(n));
        for round in 0..if n <= 5 { 200 } else { 8 } {
            let repetition = 2 + round % 3;
            let turn_limit = 20 + random.below(200) as u32;
            let mut oracle = Oracle::new(&geometry, round % 2 == 0, round % 4 < 2);
            let rules: CachexRules =
                format!("{},turn_limit={turn_limit},repetition={repetition}", oracle.rules_text()).parse().unwrap();
            let mut game = Game::<Cachex>::new(&BoardSize::new(n).unwrap(), &rules);
            let mut seen: HashMap<Vec<Vec<char>>, u32> = HashMap::from([(oracle.board.clone(), 1)]);
            loop {
                let legal = oracle.legal();
                assert_eq!(visited(game.position(), Class::All), legal);
                // Avoiding most wins lets some games last until a board recurs.
                let wins = |mv: &&String| game.position().wins(game.position().read_move(mv).unwrap());
                let picks: Vec<&String> = (0..4).map(|_| &legal[random.below(legal.len())]).collect();
                let mv = picks.iter().find(|mv| !wins(mv)).unwrap_or(&picks[0]);
                let played = game.play_text(mv).unwrap();
                let before = &game.positions()[game.positions().len() - 2];
                assert_eq!(pairs(before.captures(played)), oracle.play(mv));
                assert_eq!(game.position().to_string(), oracle.text());
                assert!(!oracle.holds_a_full_diamond(), "{}", oracle.text());
                let times = seen.entry(oracle.board.clone()).or_default();
                *times += 1;
                let end = match oracle.winner() {
                    Some('r') => Some("red wins"),
                    Some(_) => Some("blue wins"),
                    None if *times >= repetition => Some("repetition"),
                    None if oracle.turn >= turn_limit => Some("turn limit"),
                    None => None,
                };
                let outcome = end.map(|end| match end {
                    "red wins" => Outcome::Win(Side::First),
                    "blue wins" => Outcome::Win(Side::Second),
                    _ => Outcome::Draw,
                });
                assert_eq!(game.ending().map(|ending| ending.outcome), outcome, "{}", oracle.text());
                if let Some(end) = end {
                    *endings.entry(end).or_default() += 1;
                    break;
                }
            }
        }
    }
    for end in ["red wins", "blue wins", "repetition", "turn limit"] {
        assert!(endings.contains_key(end), "no game ended by `{end}`: {endings:?}");
    }
}

/// Recounts the numbers of the data file that the naive program reaches in a short time.
#[test]
fn the_naive_program_counts_what_the_suite_says() {
    assert!(recount(4_000) > 100);
}

#[test]
#[ignore = "takes minutes without optimisation: `cargo xtask long`"]
fn the_naive_program_counts_all_that_the_suite_says() {
    assert!(recount(u64::MAX) > 200);
}

fn recount(max_nodes: u64) -> u32 {
    let mut compared = 0;
    for line in include_str!("perft.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.split('|').map(str::trim);
        let (rules, text) = (fields.next().unwrap(), fields.next().unwrap());
        let oracle = Oracle::parse(text, !rules.contains("steal=off"), !rules.contains("centre_ban=off"));
        for field in fields {
            let (depth, count) = field.split_once(':').unwrap();
            let count: Count = count.parse().unwrap();
            if count.size() <= max_nodes {
                let (nodes, finished) = oracle.perft(depth.parse().unwrap());
                assert_eq!((count.nodes, count.finished.unwrap_or(0)), (Some(nodes), finished), "{line}");
                compared += 1;
            }
        }
    }
    compared
}
