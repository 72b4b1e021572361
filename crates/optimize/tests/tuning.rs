//! The tuning run with players of this file: budgets, threads, folders, opponents, samples, faults.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use plyground_arena::{Participant, StopFlag, TimeControl};
use plyground_game::{Game, Parameter, Position, Score, Side, Term, TuneError};
use plyground_kalah::Kalah;
use plyground_optimize::{
    Budget, EndOfRun, Fact, Method, OptimizeError, OptimizeFailure, Tuned, TuningOptions, TuningProgress, TuningRun,
    Weights,
};
use plyground_play::{AgentPlayer, Start, State};
use plyground_search::{Agent, AgentError, Job, Line, OnDepth, Report};

const NAMES: [&str; 3] = ["store", "seeds", "moves"];

/// Three weights, all 1.
struct Three;

impl Weights for Three {
    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name| Parameter { name, about: "", min: -9.0, max: 9.0, default: 1.0, step: 1.0 };
        NAMES.map(parameter).to_vec()
    }

    fn values(&self) -> Vec<f64> {
        vec![1.0; NAMES.len()]
    }

    fn text(&self, values: &[f64], provenance: &[(&'static str, Fact)]) -> Result<String, TuneError> {
        Ok(format!("{values:?} {provenance:?}\n"))
    }
}

fn features(pos: &Kalah, side: Side) -> [f64; 3] {
    let own = |side| [f64::from(pos.store(side)), f64::from(pos.seeds_in_houses(side))];
    let [mine, theirs] = [own(side), own(!side)];
    let to_move = if pos.side_to_move() == side { 1.0 } else { -1.0 };
    [mine[0] - theirs[0], mine[1] - theirs[1], to_move * pos.count_moves() as f64]
}

/// An agent that plays the move with the best position by its weights.
struct Weigher(Vec<f64>);

impl Agent<Kalah> for Weigher {
    fn think(
        &mut self,
        game: &Game<Kalah>,
        _: &Job,
        _: OnDepth<'_, Kalah>,
    ) -> Result<Report<<Kalah as Position>::Move>, AgentError> {
        let pos = game.position();
        let value = |mv| -> f64 {
            features(&pos.after(mv), pos.side_to_move()).iter().zip(&self.0).map(|(value, weight)| value * weight).sum()
        };
        let moves = pos.legal_moves();
        let best = moves.iter().copied().max_by(|&a, &b| value(a).total_cmp(&value(b)));
        let lines = best.map(|mv| Line { mv, score: Score::ZERO, pv: vec![mv] });
        let nodes = moves.len() as u64;
        Ok(Report { best, nodes, lines: lines.into_iter().collect(), completed: true, ..Report::nothing() })
    }
}

fn player(name: String, values: &[f64]) -> Participant {
    let values = values.to_vec();
    Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(Weigher(values.clone())))
}

fn explain(state: &dyn State) -> Vec<Term> {
    let pos = state.typed::<Kalah>().unwrap().position();
    let term = |(name, value): (&'static str, f64)| Term { name, value, weight: 1.0, power: 1.0, term: value };
    NAMES.into_iter().zip(features(pos, pos.side_to_move())).map(term).collect()
}

fn tuning() -> TuningRun<'static> {
    let start = Start::of_setup(Some("3x3"), None);
    TuningRun {
        named: [Some("3x3".into()), None],
        explain: Some(&explain),
        ..TuningRun::new("weigher", start.state::<Kalah>().unwrap(), &Three, &player)
    }
}

fn options(method: Method) -> TuningOptions {
    TuningOptions { final_pairs: 2, ..TuningOptions::new(method) }
}

fn run(tuning: &TuningRun<'_>, options: &TuningOptions) -> Result<Tuned, OptimizeError> {
    tuning.run(options, None, &StopFlag::default(), &mut |_| {})
}

/// A separate folder for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("plyground-tuning-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn threads_change_nothing() {
    for method in [Method::Annihill, Method::Genetic, Method::Spsa, Method::CmaEs] {
        let mut options = TuningOptions { generations: Some(3), ..options(method) };
        let alone = run(&tuning(), &options).unwrap();
        options.threads = 3;
        assert_eq!(run(&tuning(), &options).unwrap(), alone, "{method}");
        options.seed = 9;
        assert_ne!(run(&tuning(), &options).unwrap().weights, alone.weights, "{method}");
    }
}

#[test]
fn budgets_decide_how_many_generations() {
    let mut options = options(Method::Annihill);
    options.budget.games = Some(100);
    assert_eq!(run(&tuning(), &options).unwrap().games, 96, "8 leagues of 12 games");
    options.restarts = 2;
    assert_eq!(run(&tuning(), &options).unwrap().games, 98, "two climbs of 4 leagues, and the summits");
    options.restarts = 1;
    // Regression: without a number of generations, the changes never got smaller.
    options.budget = Budget { games: None, nodes: Some(1) };
    let error = run(&tuning(), &options).unwrap_err();
    assert_eq!(error.failure(), OptimizeFailure::Input);
    assert!(error.to_string().starts_with("a budget in nodes needs `--generations` with annihill"), "{error}");
    options.generations = Some(9);
    let tuned = run(&tuning(), &options).unwrap();
    assert_eq!((tuned.cause, tuned.generations), (EndOfRun::Budget, 1));
    options.generations = None;
    options.budget = Budget { games: Some(11), nodes: None };
    let error = run(&tuning(), &options).unwrap_err();
    assert_eq!(error.failure(), OptimizeFailure::Input);
    assert_eq!(error.to_string(), "the budget is too small for a generation of 12 games");
}

#[test]
fn the_tuned_weights_play_the_start_and_other_opponents() {
    let others = vec![("same".to_owned(), vec![1.0; 3]), ("other".to_owned(), vec![2.0, 0.0, 0.0])];
    let tuning = TuningRun { opponents: others, ..tuning() };
    let options = TuningOptions { generations: Some(1), whole: true, ..options(Method::Annihill) };
    let tuned = run(&tuning, &options).unwrap();
    let met: Vec<&str> = tuned.proofs.iter().map(|proof| proof.opponent.as_str()).collect();
    assert_eq!(met, ["start", "other"]);
    assert!(tuned.weights.values().all(|weight| weight.fract() == 0.0), "{:?}", tuned.weights);
    assert!(
        tuned.text.contains("ply tune kalah --method annihill") && tuned.text.contains("(\"setup\", Text(\"3x3\"))")
    );
    let tested = TuningOptions { sprt: Some((0.0, 20.0)), ..options.clone() };
    assert!(run(&tuning, &tested).unwrap().proofs.iter().all(|proof| proof.llr.is_some()));
    let wrong = TuningOptions { sprt: Some((20.0, 0.0)), ..options };
    assert!(matches!(run(&tuning, &wrong), Err(OptimizeError::Sprt(_))));
}

#[test]
fn random_vectors_come_from_where_they_are_drawn() {
    let draw = |parameter: &Parameter| (parameter.name != "moves").then_some((-0.5, 0.5));
    let tuning = TuningRun { draw: &draw, ..tuning() };
    let options =
        TuningOptions { generations: Some(1), random_start: true, final_pairs: 0, ..options(Method::Genetic) };
    let mut seen = Vec::new();
    let stop = StopFlag::default();
    let _ = tuning.run(&options, None, &stop, &mut |progress| {
        if let TuningProgress::Generation(generation) = progress {
            seen.extend(generation.candidates.iter().map(|candidate| candidate.values.clone()));
        }
    });
    assert!(seen.len() > 2 && seen.iter().all(|values| values[0].abs() <= 0.5 && values[1].abs() <= 0.5), "{seen:?}");
    assert!(seen.iter().any(|values| values[2].abs() > 0.5));
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_like_an_unbroken_one() {
    let folder = Folder::new("resume");
    let options = TuningOptions { generations: Some(4), resume: true, ..options(Method::Genetic) };
    let whole = run(&tuning(), &options).unwrap();
    let stop = StopFlag::default();
    let mut games = 0;
    let stopped = tuning().run(&options, Some(&folder.0), &stop, &mut |progress| {
        games += u32::from(matches!(progress, TuningProgress::Game { .. }));
        if games == 7 {
            stop.stop();
        }
    });
    let error = stopped.unwrap_err();
    assert_eq!(error.failure(), OptimizeFailure::Stopped);
    assert!(error.hint().unwrap().contains("`--resume` continues"));
    let mut again = tuning().run(&options, Some(&folder.0), &StopFlag::default(), &mut |_| {}).unwrap();
    assert_eq!(again.file.take(), Some(folder.0.join("weights.toml")));
    assert_eq!(again, whole);
    for name in ["weights.toml", "progress.svg", "log.jsonl", "result.json", "final-start.jsonl", "games/00001.jsonl"] {
        assert!(folder.0.join(name).is_file(), "{name}");
    }
    // Another run is refused.
    let other = TuningOptions { seed: 1, ..options.clone() };
    let error = tuning().run(&other, Some(&folder.0), &StopFlag::default(), &mut |_| {}).unwrap_err();
    assert_eq!(error.failure(), OptimizeFailure::Input);
    assert!(error.to_string().contains("found `seed` 0, expected `seed` 1"), "{error}");

    // Regression learns from these games.
    let records: Vec<PathBuf> = (1..=4).map(|number| folder.0.join(format!("games/{number:05}.jsonl"))).collect();
    let learning = TuningOptions { generations: Some(20), records, ..TuningOptions::new(Method::Regression) };
    let learning = TuningOptions { final_pairs: 0, ..learning };
    let learned = run(&tuning(), &learning).unwrap();
    assert_eq!((learned.games, learned.generations, learned.proofs.len()), (0, 20, 0));
    assert_ne!(learned.weights, whole.weights);
    let by_path = run(&TuningRun { explain: None, ..tuning() }, &learning).unwrap_err();
    assert_eq!(by_path.to_string(), "values of `weigher` depend on the path to a position");
}

#[test]
fn files_in_the_folder_are_preserved() {
    let folder = Folder::new("own");
    fs::create_dir_all(&folder.0).unwrap();
    for resume in [false, true] {
        let options = TuningOptions { generations: Some(1), resume, ..options(Method::Genetic) };
        for name in ["weights.toml", "progress.svg", "result.json", "log.jsonl", "settings.json"] {
            let own = folder.0.join(name);
            fs::write(&own, "mine").unwrap();
            let error = tuning().run(&options, Some(&folder.0), &StopFlag::default(), &mut |_| {}).unwrap_err();
            assert_eq!(error.failure(), OptimizeFailure::Input, "{name}: {error}");
            assert_eq!(fs::read_to_string(&own).unwrap(), "mine", "{name}");
            fs::remove_file(own).unwrap();
            assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "{name}");
        }
    }
}

#[test]
fn senseless_requests_are_named() {
    let refused = |options: &TuningOptions| {
        let error = run(&tuning(), options).unwrap_err();
        assert_eq!(error.failure(), OptimizeFailure::Input);
        assert!(!error.to_string().contains('\n'));
        error.to_string()
    };
    let annihill = options(Method::Annihill);
    assert!(refused(&TuningOptions { kids: Some(1), ..annihill.clone() }).starts_with("found 1 kids: expected 2"));
    let elite = TuningOptions { elite: 1, ..annihill };
    assert_eq!(refused(&elite), "`--elitism` has no effect with annihill, only with genetic");
    let kids = TuningOptions { kids: Some(4), ..options(Method::Spsa) };
    assert!(refused(&kids).starts_with("`--kids` has no effect with spsa"));
    assert_eq!(refused(&options(Method::Regression)), "regression needs recorded games");
    let records = vec![PathBuf::from("missing.jsonl")];
    assert!(refused(&TuningOptions { records, ..options(Method::Regression) }).starts_with("missing.jsonl: "));
}
