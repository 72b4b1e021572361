//! Table of the 2013 article, which verifies the rules, the move order and the features of its evaluation. Plain
//! minimax and alpha-beta, implemented here, expand exactly the numbers of nodes that the article reports.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeSet, HashMap};

use plyground_game::random::Random;
use plyground_game::{Outcome, Position, Side, StandardSetup};
use plyground_tigers::{MoveKind, Tigers, TigersMove, TigersRules};

#[derive(Default, PartialEq, Debug)]
struct Counts {
    nodes: u64,
    leaves: u64,
}

/// Returns the article's evaluation from the goats' view.
fn evaluate(pos: &Tigers) -> i32 {
    let left = i32::from(15 - pos.captured());
    4 * left - pos.tiger_steps() as i32 - 2 * pos.tiger_jumps() as i32
}

fn search(
    pos: &Tigers,
    depth: u32,
    mut window: Option<(i32, i32)>,
    order: &dyn Fn(&mut [TigersMove]),
    counts: &mut Counts,
) -> (i32, Option<TigersMove>) {
    if let Some(outcome) = pos.outcome() {
        counts.leaves += 1;
        return (if outcome == Outcome::Win(Side::First) { 10_000 } else { -10_000 }, None);
    }
    if depth == 0 {
        counts.leaves += 1;
        return (evaluate(pos), None);
    }
    let goats = pos.side_to_move() == Side::First;
    let mut best = (if goats { i32::MIN } else { i32::MAX }, None);
    let mut moves = pos.legal_moves();
    order(&mut moves);
    for mv in moves {
        counts.nodes += 1;
        let (value, _) = search(&pos.after(mv), depth - 1, window, order, counts);
        if goats && value > best.0 || !goats && value < best.0 {
            best = (value, Some(mv));
        }
        if let Some((alpha, beta)) = &mut window {
            if goats && value >= *beta || !goats && value <= *alpha {
                return best;
            }
            if goats {
                *alpha = value.max(*alpha);
            } else {
                *beta = value.min(*beta);
            }
        }
    }
    best
}

/// Runs all iterations to depth 6. Returns the nodes of all, and the leaves, value and move of the last.
fn iterate(window: Option<(i32, i32)>, order: &dyn Fn(&mut [TigersMove])) -> (Counts, i32, String) {
    let start = Tigers::new(&StandardSetup, &TigersRules::default());
    let mut counts = Counts::default();
    let mut best = (0, None);
    for depth in 1..=6 {
        counts.leaves = 0;
        best = search(&start, depth, window, order, &mut counts);
    }
    (counts, best.0, best.1.unwrap().to_string())
}

#[test]
fn minimax_expands_the_nodes_of_the_article() {
    let expected = Counts { nodes: 3_769_060, leaves: 2_997_798 };
    assert_eq!(iterate(None, &|_| ()), (expected, 49, "@7".into()));
}

#[test]
fn alpha_beta_expands_the_nodes_of_the_article() {
    let expected = Counts { nodes: 111_450, leaves: 58_835 };
    assert_eq!(iterate(Some((i32::MIN, i32::MAX)), &|_| ()), (expected, 49, "@7".into()));
}

#[test]
fn with_ascending_neighbours_alpha_beta_expands_a_little_more() {
    let ascending = |moves: &mut [TigersMove]| {
        moves.sort_by_key(|mv| match mv.kind() {
            MoveKind::Place(point) => (point, false, point),
            MoveKind::Step(step) => (step.from, true, step.to),
            MoveKind::Jump(jump) => (jump.from, false, jump.to),
        });
    };
    let expected = Counts { nodes: 111_580, leaves: 58_937 };
    assert_eq!(iterate(Some((i32::MIN, i32::MAX)), &ascending), (expected, 49, "@7".into()));
}

/// Computes the article's hash of a position from its text: two bits per point, four for the goats outside, one for the
/// side.
fn article_hash(text: &str) -> u64 {
    let fields: Vec<&str> = text.split(' ').collect();
    let points = fields[0].chars().fold(0, |hash, piece| {
        let piece = match piece {
            'T' => 2,
            'G' => 1,
            _ => 0,
        };
        (hash + piece) * 4
    });
    (points * 4 + fields[1].parse::<u64>().unwrap()) * 2 + u64::from(fields[2] == "g")
}

/// "This algorithm generates a perfect hash eliminating the possibility of hash collisions", "always a 51 bit binary number".
#[test]
fn the_hash_of_51_bits_is_perfect() {
    let (mut random, rules) = (Random::new(5), TigersRules::default());
    let mut seen = HashMap::new();
    for _ in 0..300 {
        let mut pos = Tigers::new(&StandardSetup, &rules);
        for _ in 0..80 {
            // Both sides to move are tested, because positions that differ only in the side are rare in games.
            let text = pos.to_string();
            let board = text.rsplit_once(' ').unwrap().0;
            for side in ["g", "t"] {
                let text = format!("{board} {side}");
                let hash = Tigers::parse(&text, &rules).unwrap().perfect_hash();
                assert!(hash < 1 << 51 && article_hash(&text) < 1 << 51, "{text}");
                assert_eq!(seen.insert(hash, article_hash(&text)).unwrap_or(article_hash(&text)), article_hash(&text));
            }
            if pos.outcome().is_some() {
                break;
            }
            let moves = pos.legal_moves();
            pos = pos.after(moves[random.below(moves.len())]);
        }
    }
    let hashes: BTreeSet<u64> = seen.values().copied().collect();
    assert!(hashes.len() == seen.len() && seen.len() > 10_000, "{} of {}", hashes.len(), seen.len());
}
