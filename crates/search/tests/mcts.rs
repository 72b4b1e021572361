//! Monte-Carlo tree search: each option has an effect, proven results are those of minimax, and the tree is reused
//! within a game.

#![allow(clippy::unwrap_used)]

use crate::common::{PathEvaluation, TestEvaluation, cachex, kalah, khet, random_game, starts, tigers};
use plyground_game::random::Random;
use plyground_game::{Evaluate, Game, HashEvaluation, Nothing, Position, Score, SearchHints, Side};
use plyground_kalah::Kalah;
use plyground_search::{
    Agent, AlphaBeta, CombinedEvaluator, EXPLORATION, Evaluator, Job, Leaf, Limits, Mcts, MctsAgent, MctsOptions,
    Options, Playouts, Prior, Report, StaticEvaluator, Stopped, deepen, search_once,
};

fn start() -> Game<Kalah> {
    Game::default()
}

fn options(prior: Prior) -> MctsOptions {
    MctsOptions { prior, ..MctsOptions::default() }
}

/// Returns the visits of the root moves in the game's order.
fn visits<P: Position>(game: &Game<P>, report: &Report<P::Move>) -> Vec<u64> {
    let of = |mv| report.root_moves.iter().find(|found| found.mv == mv).unwrap().statistics.unwrap().visits;
    game.position().legal_moves().into_iter().map(of).collect()
}

fn searched<P: Position>(search: &mut Mcts<P>, game: &Game<P>, depth: u32) -> Report<P::Move> {
    search_once(search, game, depth)
}

/// An evaluator that values all leaves alike, and moves by their place.
struct ByPlace {
    value: f64,
    weights: Vec<f64>,
}

impl<P: Position> Evaluator<P> for ByPlace {
    fn value(&mut self, _: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        Ok(self.value)
    }

    fn priors(&mut self, _: &mut Leaf<'_, P>, moves: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        Ok(Some(self.weights.iter().copied().cycle().take(moves.len()).collect()))
    }
}

#[test]
fn exploration_spreads_the_visits() {
    let most_visited = |exploration, prior| {
        let options = MctsOptions { exploration, ..options(prior) };
        let game = start();
        visits(&game, &searched(&mut Mcts::new(options, 1), &game, 5)).into_iter().max().unwrap()
    };
    for prior in [Prior::None, Prior::Uniform] {
        let shares = [0.0, EXPLORATION, 100.0].map(|exploration| most_visited(exploration, prior));
        assert!(shares[0] > shares[1] && shares[1] > shares[2], "{prior:?}: {shares:?} of 1,024");
        // Six moves of equal value.
        assert!(shares[2] < 1_024 / 6 + 20, "{prior:?}: {shares:?} of 1,024");
    }
}

#[test]
fn priors_decide_which_move_is_tried_more_often() {
    let found = |prior| {
        let evaluator = ByPlace { value: 0.5, weights: vec![1.0, 1.0, 6.0] };
        let game = start();
        let report = searched(&mut Mcts::new(options(prior), 1).with_evaluator(evaluator), &game, 5);
        let statistics = report.root_moves.iter().map(|found| found.statistics.unwrap().prior);
        (visits(&game, &report), statistics.flatten().sum::<f64>())
    };
    let (by_priors, sum) = found(Prior::Evaluator);
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
    assert!(by_priors[2] > 3 * by_priors[0] && by_priors[5] > 3 * by_priors[4], "{by_priors:?}");
    // UCT and equal priors ignore the evaluator's priors.
    for prior in [Prior::None, Prior::Uniform] {
        let (equal, _) = found(prior);
        assert!(equal.iter().max().unwrap() - equal.iter().min().unwrap() <= 2, "{prior:?}: {equal:?}");
    }
}

/// UCT tries each move once before any is tried twice. PUCT skips moves with small priors.
#[test]
fn only_uct_tries_all_moves_first() {
    let untried = |prior| {
        let evaluator = ByPlace { value: 0.5, weights: vec![1e6, 1.0, 1.0, 1.0, 1.0, 1.0] };
        let options = MctsOptions { exploration: 1.0, ..options(prior) };
        let game = start();
        let report = searched(&mut Mcts::new(options, 1).with_evaluator(evaluator), &game, 1);
        visits(&game, &report).iter().filter(|&&visits| visits == 0).count()
    };
    assert_eq!(untried(Prior::None), 0);
    assert!(untried(Prior::Evaluator) > 0);
}

#[test]
fn each_playout_of_a_leaf_makes_its_moves() {
    let nodes =
        |count| searched(&mut Mcts::new(Options::default(), 1).with_evaluator(Playouts::new(count)), &start(), 3).nodes;
    let [one, eight] = [1, 8].map(nodes);
    assert!((7.0..9.0).contains(&(eight as f64 / one as f64)), "{one} nodes with one, {eight} with eight");
    assert_eq!(nodes(0), one, "one at least");
    assert_eq!(one, searched(&mut Mcts::new(Options::default(), 1), &start(), 3).nodes, "one by default");
}

/// An evaluation of Kalah by the store difference of the side to move.
struct Stores;

impl Evaluate<Kalah> for Stores {
    type Path = ();

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        Score::new(i32::from(pos.store(side)) - i32::from(pos.store(!side)))
    }
}

#[test]
fn an_evaluation_values_leaves_by_its_lead() {
    let game = Game::<Kalah>::from_position(
        Kalah::parse("<6,9,3,4,4,0,4,4,4,4,4,0,4,4,4> S", &Default::default()).unwrap(),
        &Default::default(),
    );
    let value = |lead| {
        let mut search = Mcts::new(Options::default(), 1).with_evaluator(StaticEvaluator::new(Stores, lead));
        let report = searched(&mut search, &game, 4);
        assert!(report.nodes < 4 * 512 * 2, "an evaluation plays no game to its end: {} nodes", report.nodes);
        report.score.value()
    };
    let values = [1.0, 6.0, 1_000.0].map(value);
    assert!(values[0] > 950 && (400..900).contains(&values[1]) && values[2].abs() < 20, "{values:?}");
}

/// The mean weighs the leaf values of two evaluators equally, and only the third evaluator provides priors.
#[test]
fn evaluators_are_combined() {
    let fixed = |value| Box::new(ByPlace { value, weights: vec![9.0, 1.0] });
    let search = |evaluator: CombinedEvaluator<Kalah>| {
        let mut search = Mcts::new(options(Prior::Evaluator), 1).with_evaluator(evaluator);
        let mut report = search_once(&mut search, &start(), 1);
        report.root_moves.sort_by_key(|found| found.mv.to_string());
        report.root_moves.iter().map(|found| found.statistics.unwrap().prior.unwrap()).collect::<Vec<_>>()
    };
    let equal = search(CombinedEvaluator::default().value(fixed(0.2)));
    assert!(equal.iter().all(|prior| (prior - equal[0]).abs() < 1e-6), "{equal:?}");
    let named = search(CombinedEvaluator::default().value(fixed(0.2)).priors(fixed(0.7)));
    assert!(named[0] > 0.29 && named[1] < 0.04, "{named:?}");
    // The first simulation values the position after one move. The mean of both evaluators is 0.4 for the side to move
    // there.
    let both = || CombinedEvaluator::default().value(fixed(0.0)).value(fixed(0.8));
    for evaluator in [both(), CombinedEvaluator::default().value(fixed(0.4))] {
        let report = search_once(&mut Mcts::new(Options::default(), 1).with_evaluator(evaluator), &start(), 1);
        assert!(report.root_moves.iter().all(|found| found.statistics.unwrap().value.unwrap().abs() < 0.5));
    }
    let one = |evaluator: CombinedEvaluator<Kalah>| {
        let report = search_once(&mut Mcts::new(Options::default(), 1).with_evaluator(evaluator), &start(), 1);
        (report.score, report.root_moves)
    };
    assert_eq!(one(both()), one(CombinedEvaluator::default().value(fixed(0.4))));
    assert_ne!(one(both()), one(CombinedEvaluator::default().value(fixed(0.8))));
    assert_eq!(one(CombinedEvaluator::default()), one(CombinedEvaluator::default().value(fixed(0.5))));
}

/// An evaluator with random, out-of-range or NaN values and wrong priors. It must not break the search.
struct Broken(Random);

impl<P: Position> Evaluator<P> for Broken {
    fn value(&mut self, _: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
        Ok([f64::NAN, f64::INFINITY, -7.0, 2.0][self.0.below(4)])
    }

    fn priors(&mut self, _: &mut Leaf<'_, P>, _: &[P::Move]) -> Result<Option<Vec<f64>>, Stopped> {
        Ok([None, Some(vec![]), Some(vec![f64::NAN, -1.0]), Some(vec![1.0; 500])][self.0.below(4)].clone())
    }
}

#[test]
fn a_broken_evaluator_gives_legal_moves_and_sound_scores() {
    for (seed, prior) in [Prior::None, Prior::Uniform, Prior::Evaluator].into_iter().enumerate() {
        let mut search = Mcts::new(options(prior), 1).with_evaluator(Broken(Random::new(seed as u64)));
        let report = deepen(&mut search, &start(), Limits::nodes(3_000), |_| {});
        assert!(start().position().is_legal(report.best.unwrap()) && report.score.value().abs() <= 1_000, "{prior:?}");
    }
}

/// The path state is that of the whole line from the root.
#[test]
fn an_evaluation_by_path_sees_the_line() {
    struct Check(StaticEvaluator<PathEvaluation>, PathEvaluation);
    impl<P: Position> Evaluator<P> for Check {
        fn value(&mut self, leaf: &mut Leaf<'_, P>) -> Result<f64, Stopped> {
            let (mut pos, mut path) = (leaf.root().clone(), self.1.start(leaf.root()));
            for &mv in leaf.line() {
                let after = pos.after(mv);
                path = self.1.extend(&path, &pos, mv, &after);
                pos = after;
            }
            assert_eq!(&pos, leaf.position());
            let value = f64::from(self.1.evaluate(&pos, &path, pos.side_to_move()).value());
            let found = self.0.value(leaf)?;
            assert!((found - 1.0 / (1.0 + (-value / 50.0).exp())).abs() < 1e-9, "{found}");
            Ok(found)
        }
    }
    let values = || PathEvaluation(HashEvaluation { seed: 4, range: 100, antisymmetric: true });
    let check = Check(StaticEvaluator::new(values(), 50.0), values());
    let report = searched(&mut Mcts::new(Options::default(), 1).with_evaluator(check), &start(), 3);
    assert!(report.seldepth > 3, "{}", report.seldepth);
}

/// The searches whose proofs must equal those of minimax.
fn searches<P: SearchHints>() -> Vec<(&'static str, Mcts<P>)> {
    let evaluator = || StaticEvaluator::new(TestEvaluation::new(9, 100, true), 40.0);
    vec![
        ("uct", Mcts::new(options(Prior::None), 1)),
        ("puct", Mcts::new(options(Prior::Uniform), 2)),
        ("evaluation", Mcts::new(options(Prior::Evaluator), 3).with_evaluator(evaluator())),
    ]
}

/// Proves random positions by tree search and by alpha-beta. Returns the numbers of wins, draws and losses that both
/// have proven.
fn compare_proofs<P: SearchHints>(starts: &[(P, P::Rules)], positions: usize, nodes: u64, depth: u32) -> [usize; 3] {
    let mut random = Random::new(21);
    let mut proven = [0; 3];
    for _ in 0..positions {
        let game = random_game(starts, &mut random);
        if game.ending().is_some() {
            continue;
        }
        let mut exact = None;
        for (name, mut search) in searches() {
            let found = deepen(&mut search, &game, Limits::nodes(nodes), |_| {});
            if !found.proven {
                continue;
            }
            let limits = Limits { nodes: Some(400_000), ..Limits::depth(depth) };
            let exact = exact.get_or_insert_with(|| {
                deepen(&mut AlphaBeta::new(&Nothing, Options::default()), &game, limits, |_| {})
            });
            let context = || format!("{name}, {} {}: {} {:?}", game.rules(), game.position(), found.score, exact.score);
            if exact.score.is_decided() || exact.proven {
                let sign = |score: Score| score.value().signum();
                assert_eq!(sign(found.score), sign(exact.score), "{}", context());
                assert!(found.score.is_decided() == exact.score.is_decided(), "{}", context());
                // A distance is reported only if it is the shortest.
                let plies = found.score.winner_in();
                assert!(plies.is_none() || plies == exact.score.winner_in(), "{}", context());
                proven[(1 - sign(found.score)) as usize] += 1;
            } else {
                // A longer win, or a draw: alpha-beta must not have found another result within its depth.
                assert!(found.score.winner_in().is_none_or(|plies| plies > exact.depth), "{}", context());
            }
        }
    }
    proven
}

#[test]
fn proven_values_are_those_of_minimax_in_kalah() {
    let small: Vec<_> = kalah().into_iter().filter(|(pos, _)| pos.legal_moves().len() <= 3).collect();
    let proven = compare_proofs(&small, 60, 30_000, 60);
    assert!(proven.iter().all(|&count| count >= 5), "{proven:?}");
}

#[test]
fn proven_values_are_those_of_minimax_in_khet() {
    let proven = compare_proofs(&khet(), 60, 30_000, 6);
    assert!(proven[0] + proven[1] + proven[2] >= 15, "{proven:?}");
}

#[test]
fn proven_values_are_those_of_minimax_in_tigers_and_goats() {
    let positions = ["TG.T.GG..TG.GG.G.G....G 4 t", ".GTGG.GT.GG..GGTGG..... 4 g", "TGGTGGG.GTG.GGGG.GG...G 0 t"];
    let late = starts(&positions, &["standard", "standard,repetition=2"]);
    let proven = compare_proofs(&[late, tigers()].concat(), 60, 30_000, 10);
    assert!(proven[0] + proven[1] + proven[2] >= 10, "{proven:?}");
}

#[test]
fn proven_values_are_those_of_minimax_in_cachex() {
    let proven = compare_proofs(&cachex(), 40, 30_000, 9);
    assert!(proven[0] + proven[2] >= 15, "{proven:?}");
}

fn total(report: &Report<<Kalah as Position>::Move>) -> u64 {
    report.root_moves.iter().map(|found| found.statistics.unwrap().visits).sum()
}

/// Plays the two best moves after each search. Returns the game and the report of each search.
fn played(agent: &mut MctsAgent<Kalah>, searches: usize) -> (Game<Kalah>, Vec<Report<<Kalah as Position>::Move>>) {
    let mut game = start();
    let mut reports = Vec::new();
    for _ in 0..searches {
        let report = agent.move_for(&game, &Job::new(Limits::depth(4))).unwrap();
        report.pv.iter().take(2).for_each(|&mv| game.play(mv).unwrap());
        reports.push(report);
    }
    (game, reports)
}

fn agent() -> MctsAgent<Kalah> {
    MctsAgent::new(Mcts::new(Options::default(), 5))
}

#[test]
fn a_search_begins_with_what_the_last_one_found() {
    let (_, reused) = played(&mut agent(), 3);
    let (_, fresh) = played(&mut agent().reusing_tree(false), 3);
    assert_eq!(total(&reused[0]), 512);
    assert!(
        reused[1..].iter().all(|report| total(report) > 512 + 20),
        "{:?}",
        reused.iter().map(total).collect::<Vec<_>>()
    );
    assert!(fresh.iter().all(|report| total(report) == 512), "no tree is reused");
    assert_eq!(reused[0].root_moves, fresh[0].root_moves);
}

#[test]
fn only_the_same_game_reuses_a_tree() {
    let ask = |agent: &mut MctsAgent<Kalah>, game: &Game<Kalah>| {
        let report = agent.move_for(game, &Job::new(Limits::depth(4))).unwrap();
        (report.root_moves, report.pv, report.nodes)
    };
    // The same position again, an undone move, another game, another set-up, and a new game.
    let mut asked = agent();
    let (game, _) = played(&mut asked, 2);
    let expected = ask(&mut agent(), &game);
    assert_ne!(ask(&mut asked, &game), expected, "the tree of the move before is reused");
    assert_eq!(ask(&mut asked, &game), expected, "no move was played");
    let mut back = game.clone();
    back.undo();
    assert_eq!(ask(&mut asked, &back), ask(&mut agent(), &back));
    let mut other = start();
    other.play(other.position().legal_moves()[3]).unwrap();
    assert_eq!(ask(&mut asked, &other), ask(&mut agent(), &other));
    let mut small = Game::<Kalah>::new(&"4x3".parse().unwrap(), &Default::default());
    small.play(small.position().legal_moves()[1]).unwrap();
    assert_eq!(ask(&mut asked, &small), ask(&mut agent(), &small));
    let (game, _) = played(&mut asked, 2);
    asked.new_game();
    assert_eq!(ask(&mut asked, &game), expected);
}

/// Regression: after an unknown line, the next search started with the tree of an earlier line.
#[test]
fn an_unknown_line_empties_the_tree() {
    let game = start();
    let mut search = Mcts::new(Options::default(), 5);
    let line = [searched(&mut search, &game, 4).best.unwrap()];
    search.advance(&line);
    search.advance(&[game.position().legal_moves()[0]; 20]);
    let found = searched(&mut search, &game, 4);
    assert_eq!(found.root_moves, searched(&mut Mcts::new(Options::default(), 5), &game, 4).root_moves);
}

/// Two agents with one seed play the same games, and a reused tree handles the repetitions of its own game.
#[test]
fn a_reused_tree_keeps_the_game() {
    fn check<P: SearchHints>(starts: &[(P, P::Rules)]) {
        let mut random = Random::new(8);
        for seed in 0..12 {
            let mut game = random_game(starts, &mut random);
            let mut agents = [(); 2].map(|()| MctsAgent::new(Mcts::new(Options::default(), seed)));
            for _ in 0..6 {
                if game.ending().is_some() {
                    break;
                }
                let job = Job::new(Limits::nodes(2_000));
                let [one, other] = agents.each_mut().map(|agent| agent.move_for(&game, &job).unwrap());
                assert_eq!((&one.root_moves, &one.pv, one.nodes), (&other.root_moves, &other.pv, other.nodes));
                let exact = search_once(&mut AlphaBeta::new(&Nothing, Options::default()), &game, 2);
                if exact.score.is_decided() && one.proven {
                    assert_eq!(one.score.is_win(), exact.score.is_win(), "{}", game.position());
                }
                let mut line = game.clone();
                one.pv.iter().for_each(|&mv| line.play(mv).unwrap());
                // The tree must follow any reply.
                game.play(one.best.unwrap()).unwrap();
                let replies = game.position().legal_moves();
                if game.ending().is_none() {
                    game.play(replies[random.below(replies.len())]).unwrap();
                }
            }
        }
    }
    check(&kalah());
    check(&khet());
    check(&tigers());
    check(&cachex());
}
