//! What the program at hand brings: players and evaluations in plain data; and an oracle that stays ready.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyground_catalog::{
    ANALYSIS, AgentSpec, Catalog, Contest, ExternalEvaluation, ExternalWeights, MakePlayer, MatchSpec, Start, Tuning,
};
use plyground_eval::WeightError;
use plyground_game::Parameter;
use plyground_optimize::{Method, TuningOptions};
use plyground_play::{Action, OnReport, Player, State};
use plyground_search::{AgentError, Job, Limits, Report, StopFlag};
use plyground_solve::SolveOptions;

/// Plays the first legal action, and counts its games; or plays one that is not there.
struct First {
    seeds: Arc<AtomicU64>,
    is_wrong: bool,
}

impl Player for First {
    fn reseed(&mut self, seed: u64) {
        self.seeds.fetch_xor(seed, Ordering::Relaxed);
    }

    fn choose(&mut self, state: &dyn State, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let first = state.legal_actions().first().copied();
        Ok(Report::of_move(if self.is_wrong { Some(11) } else { first }))
    }
}

fn external(seeds: &Arc<AtomicU64>, is_wrong: bool) -> AgentSpec {
    let seeds = Arc::clone(seeds);
    AgentSpec::external("first", MakePlayer::new(move || Box::new(First { seeds: Arc::clone(&seeds), is_wrong })))
}

#[test]
fn an_external_player_plays_the_same_on_any_number_of_threads() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let play = |threads| {
        let seeds = Arc::new(AtomicU64::new(0));
        let agents = vec![external(&seeds, false), kalah.agent("greedy").unwrap()];
        let spec = MatchSpec { setup: Some("4x3".into()), ..MatchSpec::new(4, 0) };
        let contest = Contest { spec, threads, ..Contest::new(agents) };
        let end = kalah.contest(&contest, None, &StopFlag::default(), &mut |_| {}).unwrap();
        (end.records, seeds.load(Ordering::Relaxed))
    };
    let (records, seeds) = play(1);
    assert_eq!((records.len(), &play(2)), (8, &(records.clone(), seeds)));
    assert!(seeds != 0, "every game has a seed");
    for record in &records {
        let mut state = kalah.state(&Start { moves: String::new(), ..record.start() }).unwrap();
        for (ply, text) in record.moves.split_whitespace().enumerate() {
            let mut first = None;
            state.visit_actions(&mut |action| first = first.or(Some(action)));
            let action = state.read_action(text).unwrap();
            let is_external = record.agents[state.side_to_move().index()] == "external:first";
            assert!(!is_external || ply < record.opening.plies || Some(action) == first);
            state.apply(action).unwrap();
        }
    }
}

#[test]
fn a_wrong_answer_loses() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let contest = Contest::new(vec![external(&Arc::default(), true), kalah.agent("greedy").unwrap()]);
    let end = kalah.contest(&contest, None, &StopFlag::default(), &mut |_| {}).unwrap();
    assert!(end.records[0].cause.contains("illegal move"), "{}", end.records[0].cause);
}

#[test]
fn an_external_evaluation_is_searched_like_a_built_in_one() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let difference = ExternalEvaluation::new("difference", |text: &str| {
        let numbers: Vec<f64> = text.trim_start_matches('<').split(',').filter_map(|word| word.parse().ok()).collect();
        let south = numbers[1] - numbers[2];
        if text.ends_with('S') { south } else { -south }
    });
    let start = Start { moves: "3 6".into(), ..Start::default() };
    let job = Job::new(Limits::depth(3));
    let think = |spec: &AgentSpec| {
        let found = kalah.open(&start).unwrap().analyse(spec, &job, ANALYSIS, &mut |_| {}).unwrap();
        (found.best, found.score.number(), found.nodes)
    };
    let own = kalah.agent("alphabeta").unwrap().with_evaluation(difference.clone());
    assert_eq!(think(&own), think(&kalah.agent("alphabeta:eval=store-difference").unwrap()));
    let random = kalah.agent("random").unwrap().with_evaluation(difference);
    assert!(random.external_evaluation().is_none(), "who values nothing has no use for an evaluation");
}

/// Weights of `names`, all 1.
fn weights(names: &[&'static str]) -> Result<ExternalWeights, WeightError> {
    let parameter = |&name| Parameter { name, about: "a weight", min: -2.0, max: 2.0, default: 1.0, step: 0.5 };
    ExternalWeights::new("kalah", "own", names.iter().map(parameter).collect(), |values| {
        let first = values[0];
        ExternalEvaluation::new("own", move |_| first).made_of(&first.to_string())
    })
}

#[test]
fn a_spec_names_the_external_evaluation() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    for (text, expected) in [
        ("pvs", "pvs:eval=own"),
        ("pvs:depth=3,eval=strong", "pvs:depth=3,eval=own"),
        ("pvs:eval=strong,depth=3", "pvs:depth=3,eval=own"),
    ] {
        let spec = kalah.agent(text).unwrap().with_evaluation(weights(&["a"]).unwrap().evaluation(&[1.0]));
        assert_eq!(spec.to_string(), expected);
    }
}

#[test]
fn other_weights_are_another_run() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let run = |value: f64| {
        let agent = kalah.agent("pvs").unwrap().with_evaluation(weights(&["a"]).unwrap().evaluation(&[value]));
        kalah.match_spec(&Contest::new(vec![agent, kalah.agent("greedy").unwrap()])).unwrap().run
    };
    assert_eq!(run(1.0), run(1.0));
    assert_ne!(run(1.0), run(1.5));
}

#[test]
fn names_that_a_weight_file_cannot_hold_are_refused() {
    assert!(weights(&["a", "b_2"]).is_ok());
    for names in [&["a b"][..], &["version"], &["provenance"], &["a", "a"], &["a]\n[b"], &[""]] {
        let error = weights(names).unwrap_err().to_string();
        assert!(error.starts_with("own:") && !error.contains('\n'), "{names:?}: {error}");
    }
}

#[test]
fn an_impossible_tuning_of_external_weights_is_refused() {
    let catalog = Catalog::standard();
    let kalah = catalog.game("kalah").unwrap();
    let tune = |agent: &str, method: Method| {
        let options = TuningOptions { generations: Some(1), final_pairs: 0, ..TuningOptions::new(method) };
        let mut tuning = Tuning::new(kalah.agent(agent).unwrap(), options);
        tuning.external = Some(weights(&["a", "b"]).unwrap());
        tuning.setup = Some("3x2".into());
        kalah.tune(&tuning, None, &StopFlag::default(), &mut |_| {})
    };
    let tuned = tune("alphabeta:depth=1", Method::Spsa).unwrap();
    assert!(tuned.text.contains("[a]") && tuned.weights.len() == 2);
    for (agent, method, expected) in [
        (
            "random",
            Method::Spsa,
            "agent `random` has no weights to tune: expected one with the key `eval`, such as `best`",
        ),
        ("alphabeta:time=1s", Method::Spsa, "time"),
        ("alphabeta:depth=1", Method::Regression, "expected a method that plays games for `own`"),
    ] {
        let error = tune(agent, method).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn an_oracle_says_what_solving_says() {
    let catalog = Catalog::standard();
    let options = SolveOptions { tables: "no-such-folder".into(), table: 8, ..SolveOptions::default() };
    let stop = StopFlag::default();
    for (game, setup, moves) in [("kalah", "4x2", "1 2 3"), ("cachex", "3", "0,0 1,1 0,1")] {
        let game = catalog.game(game).unwrap();
        let mut oracle = game.oracle(&options).unwrap();
        let mut made = String::new();
        for mv in moves.split(' ') {
            let start = Start { setup: Some(setup.into()), moves: made.clone(), ..Start::default() };
            let folder = std::env::temp_dir().join(format!("plyground-external-{}", std::process::id()));
            let there = SolveOptions { tables: folder.clone(), ..options.clone() };
            let solved = game.solve(&start, &there, true, &mut |_| {}).unwrap();
            let _ = std::fs::remove_dir_all(folder);
            assert_eq!(oracle.value(&start, &stop).unwrap(), solved.value);
            assert_eq!(oracle.solve(&start, &stop).unwrap(), solved);
            made = format!("{made} {mv}");
        }
    }
    let tigers = catalog.game("tigers").unwrap();
    let error = tigers.oracle(&options).unwrap().solve(&Start::default(), &stop).unwrap_err();
    assert!(error.to_string().contains("no-such-folder"), "{error}");
    let khet = catalog.game("khet").unwrap();
    let error = khet.oracle(&options).unwrap().solve(&Start::default(), &stop).unwrap_err();
    assert!(error.to_string().contains("--mate-in"), "{error}");
}
