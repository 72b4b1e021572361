//! Compares the Khet report's agents with a second, plain one: negamax without a window, with a budget in which a ply costs 0.74
//! if the moves of one side times those of the other are fewer than 900.
#![allow(clippy::unwrap_used)]

use plyground_eval::Features as _;
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, Position, Score, SearchHints, Side};
use plyground_khet::{Khet, KhetMove};
use plyground_reports::khet::{self, ReportFeatures};
use plyground_search::{Agent, Job, Limits};

/// Returns the cost of a ply in hundredths, the unit of all budgets here.
fn price(pos: &Khet) -> i32 {
    let moves = |pos: &Khet| pos.legal_moves().len();
    let other = pos.pass().expect("the game goes on");
    if moves(pos) * moves(&other) < 900 { 74 } else { 100 }
}

/// Returns the value for the side to move, which also values the leaves.
fn plain(game: &mut Game<Khet>, budget: i32, ply: u32, evaluation: &khet::Evaluation) -> Score {
    let pos = game.position().clone();
    let mover = pos.side_to_move();
    if let Some(ending) = game.ending() {
        return evaluation.finished(&pos, &(), ending.outcome, mover, ply);
    }
    if budget <= 0 {
        return evaluation.evaluate(&pos, &(), mover);
    }
    let left = budget - price(&pos);
    let replies = pos.legal_moves().into_iter().map(|mv| {
        game.play(mv).unwrap();
        let value = plain(game, left, ply + 1, evaluation).seen_by(false);
        game.undo();
        value
    });
    replies.max().unwrap()
}

/// Returns the best value, and the moves that have it.
fn best(game: &Game<Khet>, plies: i32, evaluation: &khet::Evaluation) -> (Score, Vec<KhetMove>) {
    let pos = game.position();
    let left = 100 * plies - price(pos);
    let values = pos.legal_moves().into_iter().map(|mv| {
        let mut game = game.clone();
        game.play(mv).unwrap();
        (mv, plain(&mut game, left, 1, evaluation).seen_by(false))
    });
    let values: Vec<(KhetMove, Score)> = values.collect();
    let most = values.iter().map(|&(_, value)| value).max().unwrap();
    (most, values.into_iter().filter(|&(_, value)| value == most).map(|(mv, _)| mv).collect())
}

/// Boards with few pieces, where plies are cheap, with many, where they are not, and in between.
const BOARDS: [&str; 5] = [
    "x33a3k4//4S25/2p37//6P23//4KA13X1 0",
    "x33a3k4//4S25/2p37//6P23//4KA13X1 1",
    "x33a3k4//4S25/2p37//6P23/5p34/4KA13X1 0",
    "x29/3k6/1p31P4s13p11/2P42s2p23/4S23P21/1p11A11p21A12/2P4P21S11P12/4K4X1 0",
    "x26p22/2p31k5/3P46/2P31s2s21p21P4/p13S22p11P2/1P42S11p23/6A1P12/2P3A1K4X1 1",
];

/// Returns a job of one search to this depth. The node limit is far above the need, so a wrong price fails instead of hanging.
fn within_limits(plies: u32) -> Job {
    Job { fixed: true, ..Job::new(Limits { nodes: Some(200_000), ..Limits::depth(plies) }) }
}

#[test]
fn user_bot_s_budget_is_spent_as_the_plain_agent_spends_it() {
    let rules = "epam".parse().unwrap();
    let evaluation = khet::Evaluation::default();
    let (mut random, mut cheap, mut dear) = (Random::new(4), 0, 0);
    for board in BOARDS {
        for seed in 0..3 {
            let mut game = Game::from_position(Khet::parse(board, &rules).unwrap(), &rules);
            for _ in 0..seed {
                let legal = game.position().legal_moves();
                game.play(legal[random.below(legal.len())]).unwrap();
                if game.ending().is_some() {
                    break;
                }
            }
            if game.ending().is_some() {
                continue;
            }
            let is_cheap = price(game.position()) == 74;
            cheap += u32::from(is_cheap);
            dear += u32::from(!is_cheap);
            for plies in 1..=if is_cheap { 2 } else { 1 } {
                let (value, moves) = best(&game, plies, &evaluation);
                let mut agent = khet::user_bot_search(seed).with_evaluation(evaluation.clone());
                let job = within_limits(plies as u32);
                let report = agent.move_for(&game, &job).unwrap();
                let context = format!("{} with {plies} plies", game.position());
                assert_eq!(report.score, value, "{context}");
                assert!(
                    moves.contains(&report.best.unwrap()),
                    "{context}: {:?}, expected one of {moves:?}",
                    report.best
                );
            }
        }
    }
    assert!(cheap > 5 && dear > 2, "{cheap} and {dear}: too few cases");
}

/// Two plies of 0.74 do not use up a budget of 1.5 or 2, so a third ply follows. At the full price it would not.
#[test]
fn a_budget_of_two_plies_lasts_for_three_cheap_ones() {
    let rules = "epam".parse().unwrap();
    let game = Game::from_position(Khet::parse(BOARDS[0], &rules).unwrap(), &rules);
    assert_eq!(price(game.position()), 74);
    let start = Game::<Khet>::new(&Default::default(), &rules);
    assert_eq!(price(start.position()), 100);
    for (game, plies) in [(game, 3), (start, 2)] {
        let mut agent = khet::user_bot_search(0).with_evaluation(khet::Evaluation::default());
        assert_eq!(agent.move_for(&game, &within_limits(2)).unwrap().seldepth, plies, "{}", game.position());
    }
}

/// Returns the value for the side to move among the ten best or worst children, ranked by the mover's own grade.
fn plain_beam(
    game: &mut Game<Khet>,
    plies: u32,
    ply: u32,
    worst: bool,
    evaluation: &khet::Evaluation,
) -> (Score, Vec<KhetMove>) {
    let pos = game.position().clone();
    let mover = pos.side_to_move();
    if let Some(ending) = game.ending() {
        return (evaluation.finished(&pos, &(), ending.outcome, mover, ply), Vec::new());
    }
    if plies == 0 {
        return (evaluation.evaluate(&pos, &(), mover), Vec::new());
    }
    let mut graded: Vec<(KhetMove, Score)> = Vec::new();
    for mv in pos.legal_moves() {
        game.play(mv).unwrap();
        let grade = match game.ending() {
            Some(ending) => evaluation.finished(game.position(), &(), ending.outcome, mover, ply + 1),
            None => evaluation.evaluate(game.position(), &(), mover),
        };
        game.undo();
        graded.push((mv, grade));
    }
    // The sort is stable: equal grades stay in the game's order.
    graded.sort_by(|one, other| if worst { one.1.cmp(&other.1) } else { other.1.cmp(&one.1) });
    graded.truncate(10);
    let values: Vec<(KhetMove, Score)> = graded
        .into_iter()
        .map(|(mv, _)| {
            game.play(mv).unwrap();
            let value = plain_beam(game, plies - 1, ply + 1, worst, evaluation).0.seen_by(false);
            game.undo();
            (mv, value)
        })
        .collect();
    let most = values.iter().map(|&(_, value)| value).max().unwrap();
    (most, values.into_iter().filter(|&(_, value)| value == most).map(|(mv, _)| mv).collect())
}

/// Pieces, moves and guards differ between the sides, so no two features can be confused.
#[test]
fn each_of_the_eight_features_has_its_own_number() {
    let board = "x33a3k4/2p34p22/4s22p22/p11P31s13P41/p24S13P3/4S21p2p12//2P4A1KA1P12X1";
    let rules = "epam".parse().unwrap();
    let [silver, red] = [0, 1].map(|side| Khet::parse(&format!("{board} {side}"), &rules).unwrap());
    let moves = [&silver, &red].map(|pos| pos.legal_moves().len() as i32);
    let count = |letter: char| board.chars().filter(|&found| found == letter).count() as i32;
    assert_eq!(['P', 'A', 'p', 'a'].map(count), [5, 2, 7, 1]);
    assert_ne!(moves[0], moves[1]);
    // Silver's pharaoh stands at the edge between two anubises, red's at the edge beside one.
    let expected = [moves[0], moves[1], 3, 2, 5, 2, 7, 1];
    assert_eq!(ReportFeatures::measure(&silver, Side::First), expected);
    let [a, b, c, d, e, f, g, h] = expected;
    assert_eq!(ReportFeatures::measure(&silver, Side::Second), [b, a, d, c, g, h, e, f]);
}

/// "Positive infinity" for the taken pharaoh of the opponent, "negative infinity" for the own one: more than any vector's grade.
#[test]
fn a_taken_pharaoh_is_worth_more_than_any_grade() {
    let start = Khet::default();
    let mut over = Khet::new(&plyground_khet::KhetSetup::Dynasty, &Default::default());
    over.play(over.read_move("j3j2").unwrap()).unwrap();
    let outcome = over.outcome().unwrap();
    assert_eq!(outcome, plyground_game::Outcome::Win(Side::Second));
    for seed in 0..50 {
        let vector = khet::random(seed);
        let [lost, won] = Side::ALL.map(|side| vector.finished(&over, &(), outcome, side, 9));
        let grade = vector.evaluate(&start, &(), Side::First);
        assert!(lost < grade && grade < won && lost.is_loss() && won.is_win(), "{lost} {grade} {won}");
    }
}

/// "If the agent values all the states/moves the same, it chooses randomly from them": one seed, one choice; many seeds, all of
/// them.
#[test]
fn both_agents_choose_at_random_among_equal_moves() {
    let rules = "epam".parse().unwrap();
    let evaluation = khet::Evaluation::default();
    let (mut compared, mut random) = ([0, 0], Random::new(6));
    for board in BOARDS {
        let mut game = Game::from_position(Khet::parse(board, &rules).unwrap(), &rules);
        for _ in 0..6 {
            let equal = [best(&game, 1, &evaluation).1, plain_beam(&mut game, 1, 0, false, &evaluation).1];
            for (which, equal) in equal.into_iter().enumerate() {
                if !(2..=8).contains(&equal.len()) {
                    continue;
                }
                compared[which] += 1;
                let choose = |seed| {
                    let search =
                        if which == 0 { khet::user_bot_search(seed) } else { khet::heuristic_bot_search(seed) };
                    let mut agent = search.with_evaluation(evaluation.clone());
                    agent.move_for(&game, &within_limits(1)).unwrap().best.unwrap()
                };
                let chosen: Vec<KhetMove> = (0..100).map(choose).collect();
                let context = format!("{}: {chosen:?} of {equal:?}", game.position());
                assert!(chosen.iter().all(|mv| equal.contains(mv)), "{context}");
                assert!(equal.iter().all(|mv| chosen.contains(mv)), "{context}");
                assert!((0..5).all(|seed| choose(seed) == chosen[seed as usize]), "{context}: a seed fixes the choice");
            }
            let legal = game.position().legal_moves();
            game.play(legal[random.below(legal.len())]).unwrap();
            if game.ending().is_some() {
                break;
            }
        }
    }
    assert!(compared.iter().all(|&count| count > 0), "{compared:?}: no position with a few equal moves");
}

/// The authors' program ranks children by the mover's grade. The negated grade of the opponent selects other children, because
/// the grade is not antisymmetric.
#[test]
fn heuristic_bot_ranks_children_by_the_mover_s_grade() {
    let rules = "epam".parse().unwrap();
    let evaluation = khet::Evaluation::default();
    let mut seen = [0, 0];
    let start = Game::<Khet>::new(&Default::default(), &rules);
    let boards = BOARDS.map(|board| Game::from_position(Khet::parse(board, &rules).unwrap(), &rules));
    for (number, mut game) in boards.into_iter().chain([start]).enumerate() {
        let mut random = Random::new(number as u64);
        for _ in 0..6 {
            for plies in 1..=3 {
                for (as_published, search) in
                    [khet::heuristic_bot_search(1), khet::heuristic_bot_search_as_published(1)].into_iter().enumerate()
                {
                    let red = game.position().side_to_move() == Side::Second;
                    let worst = as_published == 1 && red;
                    let (value, moves) = plain_beam(&mut game, plies, 0, worst, &evaluation);
                    let mut agent = search.with_evaluation(evaluation.clone());
                    let report = agent.move_for(&game, &within_limits(plies)).unwrap();
                    let context =
                        format!("{} with {plies} plies, as published: {}", game.position(), as_published == 1);
                    assert_eq!(report.score, value, "{context}");
                    assert!(moves.contains(&report.best.unwrap()), "{context}: {:?} of {moves:?}", report.best);
                    seen[usize::from(worst)] += 1;
                }
            }
            let legal = game.position().legal_moves();
            game.play(legal[random.below(legal.len())]).unwrap();
            if game.ending().is_some() {
                break;
            }
        }
    }
    assert!(seen[0] > 60 && seen[1] > 20, "{seen:?}: too few of one kind");
}
