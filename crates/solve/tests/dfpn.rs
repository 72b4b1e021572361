//! Comparison of proof-number search with a full-width search of fixed depth, on small forms of all games.
#![allow(clippy::unwrap_used)]

use plyground_cachex::Cachex;
use plyground_eval::cachex::costs_to_win;
use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_search::StopFlag;
use plyground_solve::dfpn::{Dfpn, Estimate, Forced, Stopped, Unrecorded};
use plyground_tigers::Tigers;

/// Returns whether `attacker` can force a win within `plies` plies.
pub(crate) fn can_win<P: Position>(pos: &P, attacker: Side, plies: u32) -> bool {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner() == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let moves = pos.legal_moves();
    let mut after = moves.iter().map(|&mv| can_win(&pos.after(mv), attacker, plies - 1));
    if pos.side_to_move() == attacker { after.any(|wins| wins) } else { after.all(|wins| wins) }
}

/// Compares positions of random games that are near the end. Returns the number of wins.
fn compare<P: Position, E: Estimate<P>>(
    setup: &str,
    rules: &str,
    games: u64,
    back: usize,
    plies: u32,
    search: &mut Dfpn<P, E>,
) -> u32
where
    <P::Setup as std::str::FromStr>::Err: std::fmt::Debug,
    <P::Rules as std::str::FromStr>::Err: std::fmt::Debug,
{
    let stop = StopFlag::default();
    let mut wins = 0;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut played = vec![P::new(&setup.parse().unwrap(), &rules.parse().unwrap())];
        while played.len() < 400 && played[played.len() - 1].outcome().is_none() {
            let last = &played[played.len() - 1];
            let moves = last.legal_moves();
            let next = last.after(moves[random.below(moves.len())]);
            played.push(next);
        }
        let pos = &played[played.len().saturating_sub(1 + back)];
        for attacker in Side::ALL {
            for plies in 0..=plies {
                let expected = can_win(pos, attacker, plies);
                assert_eq!(search.can_win(pos, attacker, plies, &stop), Ok(expected), "{pos} {attacker:?} in {plies}");
            }
        }
        if pos.outcome().is_some() {
            continue;
        }
        let shortest = (1..=plies).find(|&plies| can_win(pos, pos.side_to_move(), plies));
        let found = search.shortest_win(pos, plies, &stop).unwrap();
        assert_eq!(found.as_ref().map(|win| win.plies), shortest, "{pos}");
        if let Some(win) = found {
            wins += 1;
            assert_eq!(win.line.len(), win.plies as usize, "{pos}");
            let mut at = pos.clone();
            for &mv in &win.line {
                assert!(at.is_legal(mv));
                at.play_unchecked(mv);
            }
            assert_eq!(at.outcome().and_then(|outcome| outcome.winner()), Some(pos.side_to_move()), "{pos}");
        }
    }
    wins
}

#[test]
fn all_games_agree_with_plain_play() {
    // The smallest table replaces most entries, and answers must not depend on it.
    for mebibytes in [0, 16] {
        assert!(compare::<Kalah, _>("3x3", "standard", 60, 7, 8, &mut Dfpn::new(mebibytes)) > 10);
        assert!(compare::<Kalah, _>("4x2", "kalaha", 40, 7, 8, &mut Dfpn::new(mebibytes)) > 5);
        assert!(compare::<Cachex, _>("3", "standard,steal=off", 30, 4, 4, &mut Dfpn::new(mebibytes)) > 5);
        assert!(
            compare::<Tigers, _>("standard", "standard,captures_to_win=1", 20, 3, 4, &mut Dfpn::new(mebibytes)) > 3
        );
        assert!(compare::<Khet, _>("classic", "official", 24, 1, 2, &mut Dfpn::new(mebibytes)) > 2);
    }
}

#[test]
fn estimates_change_the_way_and_not_the_answer() {
    for mebibytes in [0, 16] {
        // All numbers are allowed, including the largest.
        let wild = |pos: &Kalah, attacker: Side| {
            let mut random = Random::new(pos.key() ^ attacker as u64);
            (1 + (random.next_u64() % 9) as u32, if random.below(5) == 0 { u32::MAX } else { 3 })
        };
        assert!(compare::<Kalah, _>("3x3", "standard", 60, 7, 8, &mut Dfpn::with(mebibytes, wild)) > 10);
        let sure = |pos: &Cachex, attacker: Side| {
            let costs = costs_to_win(pos);
            match (pos.side_to_move() == attacker, costs[pos.side_to_move().index()]) {
                (true, 1) => (0, 1),
                (false, 1) => (1, 0),
                _ => (costs[attacker.index()], costs[(!attacker).index()]),
            }
        };
        assert!(compare::<Cachex, _>("3", "standard,steal=off", 60, 4, 4, &mut Dfpn::with(mebibytes, sure)) > 10);
    }
}

#[test]
fn the_search_stops_on_request() {
    let stop = StopFlag::default();
    stop.stop();
    let start = Kalah::new(&"6x4".parse().unwrap(), &"standard".parse().unwrap());
    assert_eq!(Dfpn::new(1).can_win(&start, Side::First, 200, &stop), Err(Stopped));
}

#[test]
fn a_node_limit_stops_the_search() {
    let pos = Cachex::new(&"4".parse().unwrap(), &"standard,steal=off".parse().unwrap());
    let (mut search, stop) = (Dfpn::new(1), StopFlag::default());
    search.limit(500);
    assert_eq!(search.can_win(&pos, Side::First, 15, &stop), Err(Stopped));
    assert_eq!(search.nodes(), 501);
    search.limit(u64::MAX);
    // These are the values of `ply solve cachex --setup 4 --rules standard,steal=off`.
    assert_eq!(search.can_win(&pos.after(pos.read_move("0,2").unwrap()), Side::First, 14, &stop), Ok(true));
}

/// A recorded tree has the counts of its search, and the numbers of a node follow from those of its children.
#[test]
fn a_recorded_tree_agrees_with_the_search() {
    let stop = StopFlag::default();
    for (seed, plies) in (0..12).zip([3, 4, 5].into_iter().cycle()) {
        let mut random = Random::new(seed);
        let mut pos = Kalah::new(&"3x2".parse().unwrap(), &Default::default());
        for _ in 0..seed % 4 {
            let moves = pos.legal_moves();
            pos = pos.after(moves[random.below(moves.len())]);
        }
        let attacker = if seed % 2 == 0 { pos.side_to_move() } else { !pos.side_to_move() };
        let mut plain = Dfpn::new(1);
        let forced = plain.force(&pos, attacker, plies, &stop).unwrap();
        let mut recorded = Dfpn::new(1);
        let tree = recorded.record(&pos, attacker, plies, 10_000, &stop).unwrap();
        assert_eq!((tree.forced, tree.searched), (forced, plain.nodes()), "{pos}");
        assert_eq!(tree.nodes.iter().map(|node| node.searches).sum::<u64>(), tree.searched, "{pos}");
        assert_eq!(tree.nodes[0].proof == Some(0), forced == Forced::Yes, "{pos}");
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.searches > 0) {
            let children = || tree.nodes.iter().filter(|child| child.parent == Some(index));
            let sum = |numbers: &mut dyn Iterator<Item = Option<u32>>| numbers.sum::<Option<u32>>();
            let least = |numbers: &mut dyn Iterator<Item = Option<u32>>| numbers.flatten().min();
            let (mut proofs, mut disproofs) =
                (children().map(|child| child.proof), children().map(|child| child.disproof));
            let expected = if node.side == attacker {
                (least(&mut proofs), sum(&mut disproofs))
            } else {
                (sum(&mut proofs), least(&mut disproofs))
            };
            assert_eq!((node.proof, node.disproof), expected, "{pos} {index}");
        }
        assert_eq!(Dfpn::new(1).record(&pos, attacker, plies, 1, &stop), Err(Unrecorded::TooLarge), "{pos}");
        // After a recorded search, the searcher answers as before.
        assert_eq!(recorded.force(&pos, attacker, plies, &stop), Ok(forced), "{pos}");
    }
}
