//! The keys of `mcts`: each changes what it finds, wrong values are refused, and its statistics are in the JSON.

#![allow(clippy::unwrap_used)]

use plyground_catalog::{ANALYSIS, Analysis, Catalog, ExternalEvaluation, Session, Start};
use plyground_search::{Job, Limits};
use serde_json::{Value, json};

fn open(game: &str, moves: &str) -> Box<dyn Session> {
    Catalog::standard().game(game).unwrap().open(&Start { moves: moves.into(), ..Start::default() }).unwrap()
}

fn analysed(session: &mut dyn Session, spec: &str, limits: Limits) -> Analysis {
    let agent = Catalog::standard().game(session.state().name()).unwrap().agent(spec).unwrap();
    session.analyse(&agent, &Job::new(limits), ANALYSIS, &mut |_| {}).unwrap()
}

/// The moves and statistics that a fresh agent finds at the start of a game.
fn found(game: &str, spec: &str) -> Value {
    let analysis = analysed(&mut *open(game, ""), spec, Limits::depth(4));
    json!([analysis.score.number(), analysis.root_moves])
}

#[test]
fn every_key_changes_what_is_found() {
    for game in ["khet", "kalah", "tigers", "cachex"] {
        let usual = found(game, "mcts");
        assert_eq!(found(game, "mcts:exploration=0.5,rollouts=1,prior=none,reuse=on,seed=0"), usual, "{game}");
        let mut all = vec![usual];
        let specs = [
            "mcts:exploration=0.1",
            "mcts:exploration=2.5",
            "mcts:rollouts=3",
            "mcts:rollouts=0",
            "mcts:rollouts=1,eval=strong",
            "mcts:prior=uniform",
            "mcts:prior=uniform,eval=strong",
            "mcts:prior=eval,eval=strong",
            "mcts:seed=1",
        ];
        for spec in specs {
            let other = found(game, spec);
            assert!(!all.contains(&other), "{game}: {spec} is what another spec is");
            all.push(other);
        }
        // A named evaluation takes the place of playouts; without a name it is the game's first.
        assert_eq!(found(game, "mcts:eval=strong"), found(game, "mcts:eval=strong,rollouts=0"), "{game}");
        let first = Catalog::standard().game(game).unwrap().info().evaluations[0].name;
        assert_eq!(found(game, "mcts:rollouts=0"), found(game, &format!("mcts:eval={first}")), "{game}");
    }
}

#[test]
fn an_evaluation_plays_no_game_to_its_end() {
    for game in ["khet", "kalah", "tigers", "cachex"] {
        let nodes = |spec| analysed(&mut *open(game, ""), spec, Limits::depth(3)).nodes;
        let [evaluated, played, thrice] = ["mcts:eval=strong", "mcts", "mcts:rollouts=3"].map(nodes);
        assert!(evaluated < 256 * 12 && played > 2 * evaluated, "{game}: {evaluated} and {played} nodes");
        assert!((2.0..4.0).contains(&(thrice as f64 / played as f64)), "{game}: {thrice} and {played} nodes");
    }
}

#[test]
fn wrong_values_are_refused_by_name() {
    let game = Catalog::standard().game("kalah").unwrap().clone();
    let exploration = "an exploration constant (0 to 100)";
    for (value, expected) in [
        ("exploration=-1", exploration),
        ("exploration=nan", exploration),
        ("exploration=inf", exploration),
        ("exploration=100.5", exploration),
        ("exploration=", exploration),
        ("exploration=1.4.1", exploration),
        ("rollouts=-1", "playouts (0 to 10000)"),
        ("rollouts=10001", "playouts (0 to 10000)"),
        ("prior=policy", "`none` or `uniform` or `eval`"),
        ("reuse=maybe", "`on`, `off`"),
        (
            "width=3",
            "expected one of `depth`, `nodes`, `time`, `exploration`, `rollouts`, `prior`, `eval`, `reuse`, `seed`",
        ),
    ] {
        let error = game.agent(&format!("mcts:{value}")).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("column"), "{value}: {error}");
    }
    let error = game.agent("mcts:eval=six-features").and_then(|spec| open("kalah", "").prepare(&spec)).unwrap_err();
    assert!(error.to_string().contains("six-features"), "{error}");
    for (text, written) in [("0.70", "0.7"), ("1e0", "1"), ("-0", "0"), ("100", "100")] {
        let spec = game.agent(&format!("mcts:exploration={text}")).unwrap();
        assert_eq!(spec.to_string(), format!("mcts:exploration={written}"));
    }
}

#[test]
fn statistics_of_root_moves_are_in_the_json() {
    let json = |spec, limits| serde_json::to_value(analysed(&mut *open("kalah", ""), spec, limits)).unwrap();
    // A partial depth, too: simulations count from the start.
    for limits in [Limits::depth(3), Limits::nodes(1_000)] {
        let uct = json("mcts", limits);
        let moves = uct["root_moves"].as_array().unwrap();
        assert_eq!(moves.len(), 6, "{limits:?}");
        assert!(moves.iter().all(|found| found["visits"].as_u64() > Some(0) && found["prior"].is_null()), "{limits:?}");
        let best = moves.iter().max_by_key(|found| found["visits"].as_u64()).unwrap();
        assert_eq!(best["move"], uct["best"], "{limits:?}");
        let difference = best["value"].as_f64().unwrap() - uct["score"].as_f64().unwrap();
        assert!(difference.abs() < 0.001, "{limits:?}: {difference}");
    }
    let puct = json("mcts:prior=eval", Limits::depth(3));
    let sum = |key: &str| {
        puct["root_moves"].as_array().unwrap().iter().map(|found| found[key].as_f64().unwrap()).sum::<f64>()
    };
    assert_eq!(sum("visits"), 256.0);
    assert!((sum("prior") - 1.0).abs() < 1e-5, "{}", sum("prior"));
    // Other searches have none of these keys.
    let pvs = json("pvs", Limits::depth(3));
    assert!(pvs["root_moves"].as_array().unwrap().iter().all(|found| found.get("visits").is_none()));
}

#[test]
fn scores_are_expected_results_by_whatever_evaluation() {
    for (spec, evaluation) in [("mcts", None), ("mcts:prior=eval", None), ("mcts:eval=margin", Some("margin"))] {
        let analysis = analysed(&mut *open("kalah", ""), spec, Limits::nodes(2_000));
        assert_eq!(analysis.question.evaluation.as_deref(), evaluation, "{spec}");
        assert_eq!((analysis.question.unit, analysis.question.lead), (None, None), "{spec}");
        assert!(analysis.score.number().abs() <= 1.0, "{spec}: {}", analysis.score);
    }
}

#[test]
fn the_tree_is_reused_within_a_game() {
    let visits = |spec| {
        let mut session = open("kalah", "");
        let first = analysed(&mut *session, spec, Limits::depth(4));
        first.pv.iter().take(2).for_each(|mv| drop(session.play(mv).unwrap()));
        let next = analysed(&mut *session, spec, Limits::depth(4));
        next.root_moves.iter().map(|found| found.statistics.unwrap().visits).sum::<u64>()
    };
    assert!(visits("mcts") > 512 && visits("mcts:reuse=off") == 512);
}

/// A function of the program values leaves, and knows priors where it says so.
#[test]
fn an_evaluation_of_the_program_values_leaves() {
    let found = |evaluation: ExternalEvaluation, spec: &str| {
        let mut session = open("kalah", "");
        let agent = Catalog::standard().game("kalah").unwrap().agent(spec).unwrap().with_evaluation(evaluation);
        session.analyse(&agent, &Job::new(Limits::depth(4)), ANALYSIS, &mut |_| {}).unwrap()
    };
    // South wants to leave house 2 empty, and north wants the opposite.
    let wish = |position: &str| {
        let empty = position.split(',').nth(4).unwrap() == "0";
        let south = if empty { 3.0 } else { -3.0 };
        if position.ends_with('S') { south } else { -south }
    };
    let evaluation = || ExternalEvaluation::new("wish", wish);
    let by_value = found(evaluation(), "mcts");
    assert_eq!(by_value.best.as_deref(), Some("2"));
    assert!(by_value.nodes < 512 * 12, "no playouts: {} nodes", by_value.nodes);
    let most = |analysis: &Analysis| {
        let prior = |found: &plyground_catalog::RootMove| found.statistics.unwrap().prior.unwrap();
        let best = analysis.root_moves.iter().max_by(|one, other| prior(one).total_cmp(&prior(other))).unwrap();
        (best.mv.clone(), prior(best))
    };
    let (mv, prior) = most(&found(evaluation(), "mcts:prior=eval"));
    assert!(mv == "2" && prior > 0.5, "the softmax of values: {mv} {prior}");
    let weights = |_: &str| Some(vec![0.0, 0.0, 0.0, 0.0, 3.0, 1.0]);
    let (mv, prior) = most(&found(evaluation().with_priors(weights), "mcts:prior=eval"));
    assert!(mv == "5" && (prior - 0.75).abs() < 1e-6, "its own priors: {mv} {prior}");
}
