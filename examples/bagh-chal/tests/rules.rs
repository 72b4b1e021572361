//! The rules: the laws of all games, published counts, a second implementation, and games with each special rule.

mod naive;

use bagh_chal::{BaghChal, BaghChalRules};
use naive::{End, Naive};
use plyground::game::laws::{self, Laws};
use plyground::game::perft::perft;
use plyground::game::{Game, Outcome, Position, Side, playthrough};
use plyground::search::{Agent, Job, RandomAgent};

/// Rules and positions of all phases, with few and many captures, and near each kind of end.
const POSITIONS: &[(&str, &str)] = &[
    ("standard", "T3T/5/5/5/T3T g 20 0"),
    ("standard", "T3T/1G3/2G2/5/T3T t 18 0"),
    ("standard", "TGG1T/1G3/2G2/3G1/T3T g 13 2"),
    ("standard", "TG2T/1GG2/2G1G/1G1G1/TG2T t 9 3"),
    ("standard,captures=20", "TG2T/1GG2/2G1G/1G1G1/TG2T g 1 11"),
    ("standard", "TGGGG/TGGG1/TGGG1/TGG2/GGGG1 g 0 4"),
    ("standard", "GGTGG/GGGGG/GGTGG/GG1T1/1T1G1 t 0 4"),
    ("standard", "TTGG1/TTGG1/GGG2/GG3/5 g 10 1"),
    ("standard,captures=20,stuck-goats=draw", "G1T2/TT3/5/5/4T t 0 19"),
    ("standard,captures=20", "G1T2/TT3/5/5/4T t 0 19"),
    ("standard,captures=1,repetition=second", "T3T/1G3/5/5/T3T t 19 0"),
];

fn positions() -> Vec<(BaghChalRules, BaghChal)> {
    let read = |(rules, text): &(&str, &str)| {
        let rules: BaghChalRules = rules.parse().unwrap();
        (rules, BaghChal::parse(text, &rules).unwrap())
    };
    POSITIONS.iter().map(read).collect()
}

#[test]
fn the_laws_hold() {
    let starts: Vec<_> = positions().into_iter().map(|(rules, pos)| (pos, rules)).collect();
    let laws = Laws { games: 200, max_plies: 120, ..Laws::default() };
    let report = laws::check(&starts, &laws).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(report.positions > 2_000 && report.finished > 10, "{report:?}");
    let report = laws::check_symmetry(&starts, &laws).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(report.positions > 2_000, "{report:?}");
}

/// The counts of the rules page.
#[test]
fn as_many_games_as_published() {
    let start = BaghChal::new(&Default::default(), &BaghChalRules::default());
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&start, depth).nodes).collect();
    assert_eq!(counts, [21, 252, 5_052, 68_204, 1_304_788]);
}

#[test]
fn as_many_games_as_the_naive_rules_have() {
    for (rules, pos) in positions() {
        let naive = Naive::read(&pos.to_string(), rules.captures().into(), rules.to_string().contains("draw"));
        for depth in 1..=4 {
            let counted = perft(&pos, depth);
            assert_eq!((counted.nodes, counted.finished), naive.perft(depth), "{rules} {pos}, depth {depth}");
        }
    }
}

/// Random games by both implementations: the same moves, texts and ends in each position.
#[test]
fn games_go_as_by_the_naive_rules() {
    let mut random = RandomAgent::new(5);
    let mut ends = [0; 3];
    for (rules, pos) in positions().into_iter().cycle().take(300) {
        let mut game = Game::from_position(pos, &rules);
        let mut naive = Naive::read(&pos.to_string(), rules.captures().into(), rules.to_string().contains("draw"));
        for _ in 0..150 {
            let pos = game.position();
            assert_eq!(pos.to_string(), naive.text());
            let (mut moves, mut expected): (Vec<String>, _) =
                (pos.legal_moves().iter().map(|&mv| pos.move_text(mv)).collect(), naive.moves());
            moves.sort();
            expected.sort();
            assert_eq!(moves, expected, "{pos}");
            let end = match pos.outcome() {
                Some(Outcome::Win(Side::First)) => Some(End::Goats),
                Some(Outcome::Win(Side::Second)) => Some(End::Tigers),
                Some(Outcome::Draw) => Some(End::Draw),
                None => None,
            };
            assert_eq!(end, naive.end(), "{pos}");
            if let Some(end) = end {
                ends[end as usize] += 1;
            }
            let Some(mv) = random.move_for(&game, &Job::default()).unwrap().best else { break };
            naive = naive.after(&pos.move_text(mv));
            game.play(mv).unwrap();
        }
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[test]
fn moves_are_read_with_and_without_signs() {
    let pos = BaghChal::parse("T3T/5/5/1G3/T3T t 19 0", &BaghChalRules::default()).unwrap();
    for (text, expected) in [("a1xc3", "a1xc3"), ("a1c3", "a1xc3"), ("a1-b1", "a1-b1"), ("a1b1", "a1-b1")] {
        assert_eq!(pos.move_text(pos.read_move(text).unwrap()), expected);
    }
}

#[test]
fn bad_texts_are_refused_with_the_reason() {
    let positions = [
        ("T3T/5/5/5/T4 g 20 0", "found 3 tigers, expected exactly 4"),
        ("T3T/5/5/5/T3T g 19 0", "found 0 goats on the board, 19 in hand, 0 captured, expected 20 in all"),
        ("T3T/5/5/5/T3T g 14 6", "expected the captured goats (0 to 5)"),
        ("T12T/5/5/5/T3T g 20 0", "column 3: found `2`, expected `T` or `G` in rank 5"),
        ("T3T/5/5/5/T3T x 20 0", "column 15: found `x`, expected the side to move, `g` or `t`"),
        ("T3T/6/5/5/T3T g 20 0", "column 5: found `6`, expected `T` or `G`, or 1 to 5 empty points in rank 4"),
        ("T3T/5/5/5/T3T g 20 0 ", "column 21"),
    ];
    for (text, reason) in positions {
        let error = BaghChal::parse(text, &BaghChalRules::default()).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let start = BaghChal::new(&Default::default(), &BaghChalRules::default());
    let moves = [
        ("f1", "column 1: found `f`, expected a point, `a1` to `e5`"),
        ("a6", "column 1: found `a`, expected a point"),
        ("a1-c1", "column 4: found `c1`, expected a neighbour of a1"),
        ("a2xc4", "column 4: found `c4`, expected a point two lines away in a straight line from a2"),
        ("", "column 1"),
        ("a1", "illegal move `a1`"),
    ];
    for (text, reason) in moves {
        let error = start.read_move(text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

fn played(rules: &str, position: &str, moves: &str) -> String {
    let rules: BaghChalRules = rules.parse().unwrap();
    let mut game = Game::from_position(BaghChal::parse(position, &rules).unwrap(), &rules);
    for mv in moves.split_whitespace() {
        game.play_text(mv).unwrap();
    }
    playthrough(&game)
}

#[test]
fn a_tiger_jumps_and_the_goat_does_not_return() {
    insta::assert_snapshot!(played("standard", "T3T/5/5/5/T3T g 20 0", "b2 a1xc3 a3 e1-e2"));
}

#[test]
fn the_last_placement_opens_the_movement() {
    insta::assert_snapshot!(played("standard", "TGGGT/GG1GG/GG3/GGGG1/TGG1T g 1 4", "c3 e1-d1 c3-d3"));
}

#[test]
fn the_fifth_capture_wins() {
    insta::assert_snapshot!(played("standard", "T3T/5/5/1G3/T3T t 15 4", "a1xc3"));
}

#[test]
fn trapped_tigers_lose_while_goats_are_in_hand() {
    insta::assert_snapshot!(played("standard", "TTGG1/TTGG1/GGG2/GG3/5 g 10 1", "d2"));
}

#[test]
fn stuck_goats_lose_or_draw() {
    insta::assert_snapshot!(played("standard,captures=20", "G1T2/TT3/5/5/4T t 0 19", "c5-b5"));
    let drawn = played("standard,captures=20,stuck-goats=draw", "G1T2/TT3/5/5/4T t 0 19", "c5-b5");
    assert!(drawn.contains("Draw: no goat can move"), "{drawn}");
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let there_and_back = "e1-d1 a5-b5 d1-e1 b5-a5 ";
    let text = played("standard,captures=20", "T3T/5/5/5/TT2G g 0 19", &there_and_back.repeat(2));
    assert!(text.contains("Draw: the position has occurred 3 times"), "{text}");
    let text = played("standard,captures=20,repetition=none", "T3T/5/5/5/TT2G g 0 19", &there_and_back.repeat(3));
    assert!(text.ends_with("not finished\n"), "{text}");
}
