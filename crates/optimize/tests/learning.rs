//! The run of learning with a model of one table, without a catalog.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use plyground_arena::{Participant, StopFlag, TimeControl};
use plyground_game::{Evaluate, Outcome, Score, Side};
use plyground_kalah::Kalah;
use plyground_optimize::learning::{
    ExactTables, LearningOptions, LearningProgress, LearningResult, LearningRun, Model, Purpose,
};
use plyground_optimize::{EndOfRun, Fact, OptimizeError};
use plyground_play::{AgentPlayer, Start, State};
use plyground_search::{Limits, SearchAgent};

/// Seeds of the first side's store and of the second's, up to 24, that count against each other.
struct Stores {
    start: Vec<i16>,
}

fn place(pos: &Kalah, side: Side) -> usize {
    usize::from(pos.store(side)).min(24)
}

impl Model for Stores {
    fn inputs(&self) -> usize {
        25
    }

    fn visit(&self, state: &dyn State, visit: &mut dyn FnMut(usize, i8)) {
        let pos = state.typed::<Kalah>().unwrap().position();
        visit(place(pos, Side::First), 1);
        visit(place(pos, Side::Second), -1);
    }

    fn base(&self, _: &dyn State) -> f32 {
        0.0
    }

    fn start(&self) -> Vec<i16> {
        self.start.clone()
    }

    fn text(&self, values: &[i16], provenance: &[(&'static str, Fact)]) -> String {
        format!("values = {values:?}\n# {provenance:?}\n")
    }
}

/// The evaluation of the model.
#[derive(Clone)]
struct ByStores(Vec<i16>);

impl Evaluate<Kalah> for ByStores {
    type Path = ();

    fn evaluate(&self, pos: &Kalah, (): &(), side: Side) -> Score {
        let values = [side, !side].map(|side| i32::from(self.0[place(pos, side)]));
        Score::new(values[0] - values[1])
    }
}

fn player(name: String, values: &[i16], purpose: Purpose) -> Participant {
    let evaluation = ByStores(values.to_vec());
    let noise = (purpose == Purpose::SelfPlay).then_some(1);
    let make = move || {
        let options = plyground_search::PvsOptions {
            base: plyground_search::Options { noise, ..Default::default() },
            ..Default::default()
        };
        AgentPlayer::<Kalah>::boxed(SearchAgent::pvs(evaluation.clone()).options(options).table(0))
    };
    Participant::new(name, TimeControl::from(Limits::nodes(60)), make).made_of(&format!("{values:?}"))
}

fn options() -> LearningOptions {
    LearningOptions {
        games: 200,
        match_games: 400,
        match_nodes: vec![60],
        share_games: 10,
        generations: Some(1),
        sprt: (0.0, 60.0),
        threads: 2,
        ..LearningOptions::default()
    }
}

fn learn(options: &LearningOptions, budget: StopFlag, stop: &StopFlag) -> Result<LearningResult, OptimizeError> {
    learn_in(tempfile::tempdir().unwrap().path(), options, budget, stop)
}

fn learn_in(
    folder: &Path,
    options: &LearningOptions,
    budget: StopFlag,
    stop: &StopFlag,
) -> Result<LearningResult, OptimizeError> {
    learn_with(None, folder, options, budget, stop)
}

fn learn_with(
    tables: Option<ExactTables>,
    folder: &Path,
    options: &LearningOptions,
    budget: StopFlag,
    stop: &StopFlag,
) -> Result<LearningResult, OptimizeError> {
    let model = Stores { start: vec![0; 25] };
    let run = LearningRun {
        start: Start::of_setup(Some("6x4"), None).state::<Kalah>().unwrap(),
        named: [None, None],
        agent: "by stores".into(),
        model: &model,
        player: &player,
        tables,
        workforce: None,
        budget,
    };
    let mut last = 0;
    let result = run.run(options, &folder.join("run"), stop, &mut |progress| {
        if let LearningProgress::Generation(generation) = progress {
            last = generation.generation;
        }
    })?;
    assert_eq!(last, result.generations.len() as u64);
    let text = std::fs::read_to_string(result.file.as_ref().unwrap()).unwrap();
    let is_learned = result.generations.iter().any(|one| one.accepted);
    assert!(options.resume || text.contains("(\"generation\", Number(") == is_learned, "{text}");
    Ok(result)
}

/// The base is 0 everywhere: all that the evaluation knows comes from self-play.
#[test]
fn an_evaluation_is_learned_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let result = learn_in(folder.path(), &options(), StopFlag::default(), &StopFlag::default()).unwrap();
    let generation = &result.generations[0];
    assert!(generation.accepted, "{generation:?}");
    assert!(generation.explained[1] > generation.explained[0] + 0.02, "{generation:?}");
    assert_eq!((generation.games, generation.shares.len()), (200, 4));
    assert!(generation.test.unwrap().elo.value > Some(50.0), "{generation:?}");

    // Regression: a resumed run whose budget ended early replaced its results by the start.
    let files = || {
        let read = |name: &str| std::fs::read_to_string(folder.path().join("run").join(name)).unwrap();
        ["log.jsonl", "weights.toml", "progress.svg", "learn.json"].map(read)
    };
    let (before, budget) = (files(), StopFlag::default());
    let fit = folder.path().join("run/fits/00001.json");
    let stored = std::fs::read_to_string(&fit).unwrap();
    std::fs::remove_file(&fit).unwrap();
    budget.stop();
    let again = LearningOptions { resume: true, ..options() };
    let resumed = learn_in(folder.path(), &again, budget, &StopFlag::default()).unwrap();
    assert_eq!((resumed.cause, resumed.generations.len()), (EndOfRun::Budget, 0));
    assert!(files() == before);

    // A resumed run takes the fit from the folder, unless the games changed or the file is damaged.
    let resume = || learn_in(folder.path(), &again, StopFlag::default(), &StopFlag::default());
    std::fs::write(&fit, stored.replacen("\"exact\":0", "\"exact\":7", 1)).unwrap();
    let message = resume().unwrap_err().to_string();
    assert!(message.contains("log.jsonl: line 1 differs"), "{message}");
    for text in [stored.replacen("\"digest\":\"", "\"digest\":\"0", 1), stored[..stored.len() / 2].to_owned()] {
        assert_ne!(text, stored);
        std::fs::write(&fit, text).unwrap();
        assert_eq!(resume().unwrap().generations[0].exact, 0);
    }
    assert_eq!(std::fs::read_to_string(&fit).unwrap(), stored);
    assert!(files() == before);
}

#[test]
fn principal_variations_add_samples() {
    let options = LearningOptions { games: 40, match_games: 4, share_games: 2, ..options() };
    let folder = tempfile::tempdir().unwrap();
    let run = |options: &LearningOptions, name: &str| {
        let result = learn_in(&folder.path().join(name), options, StopFlag::default(), &StopFlag::default()).unwrap();
        let generation = &result.generations[0];
        (generation.positions, generation.of_lines)
    };
    let (without, none) = run(&options, "without");
    let (with, of_lines) = run(&LearningOptions { pv_searches: 4, ..options.clone() }, "with");
    assert_eq!((none, with - of_lines <= without), (0, true), "{without} {with} {of_lines}");
    assert!(of_lines > 100 && with > without, "{without} {with} {of_lines}");
    let text = std::fs::read_to_string(folder.path().join("with/run/lines/00001.jsonl")).unwrap();
    let searched = text.lines().count();
    assert!(searched <= 160 && searched > 100, "{searched} of 4 positions in 40 games");
}

#[test]
fn tables_replace_the_labels_of_the_positions_that_they_contain() {
    let options = LearningOptions { games: 40, match_games: 4, share_games: 2, ..options() };
    let known = |is_known: fn(&Kalah) -> bool| {
        let judge = move |state: &dyn State| {
            let game = state.typed::<Kalah>();
            Ok(game.filter(|game| is_known(game.position())).map(|_| Outcome::Win(Side::First)))
        };
        let tables = ExactTables { judge: Box::new(judge), digest: "all won".into() };
        let (folder, stop) = (tempfile::tempdir().unwrap(), StopFlag::default());
        let result = learn_with(Some(tables), folder.path(), &options, stop.child(), &stop).unwrap();
        let generation = result.generations[0].clone();
        (generation.positions, generation.exact, generation.loss[1])
    };
    let (positions, none, of_games) = known(|_| false);
    assert_eq!(none, 0);
    let (_, some, _) = known(|pos| pos.store(Side::First) > 10);
    assert!(some > 0 && some < positions);
    // If the first side wins every position, a fit becomes more certain.
    let (_, all, certain) = known(|_| true);
    assert_eq!(all, positions);
    assert!(certain < 0.75 * of_games, "{certain} {of_games}");
}

#[test]
fn a_raised_flag_ends_the_run() {
    let stop = StopFlag::default();
    stop.stop();
    assert!(matches!(learn(&options(), stop.child(), &stop), Err(OptimizeError::Stopped { .. })));
    let (stop, budget) = (StopFlag::default(), StopFlag::default());
    budget.stop();
    let result = learn(&options(), budget, &stop).unwrap();
    assert_eq!((result.cause, result.generations.len()), (EndOfRun::Budget, 0));
}

#[test]
fn options_that_make_no_sense_are_refused() {
    let message = |change: &dyn Fn(&mut LearningOptions)| {
        let mut options = options();
        change(&mut options);
        learn(&options, StopFlag::default(), &StopFlag::default()).unwrap_err().to_string()
    };
    assert!(message(&|options| options.shares = Vec::new()).starts_with("`--shares` is []"));
    assert!(message(&|options| options.shares = vec![0.0]).contains("numbers above 0, at most 1"));
    assert!(message(&|options| options.shares = vec![0.5, 0.25]).contains("ascending"));
    assert!(message(&|options| options.decays = vec![f64::NAN]).contains("numbers from 0 to 1"));
    assert!(message(&|options| options.half_life = Some(0.0)).contains("a number of plies above 0"));
    assert!(message(&|options| options.result_weight = 1.5).contains("a number from 0 to 1"));
    assert!(message(&|options| options.opening_plies = (5, 2)).contains("the fewest before the most"));
    assert!(message(&|options| options.epochs = 0).contains("at least 1"));
    assert!(message(&|options| options.sprt = (5.0, 0.0)).contains("elo0 below elo1"));
    assert!(message(&|options| options.nodes = 0).contains("at least 1"));
    // All positions are part of the opening.
    assert!(message(&|options| options.max_plies = 2).starts_with("the games have no position to learn from"));
}

/// Regression: a resumed run kept a falsified line of its log.
#[test]
fn a_line_of_the_log_that_the_games_do_not_give_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |options| learn_in(folder.path(), &options, StopFlag::default(), &StopFlag::default());
    learn(options()).unwrap();
    let log = folder.path().join("run/log.jsonl");
    let text = std::fs::read_to_string(&log).unwrap();
    let again = || LearningOptions { resume: true, ..options() };
    for (from, to) in
        [("\"games\":", "\"games\":1"), ("\"accepted\":", "\"accepted\": "), ("\"loss\":[", "\"loss\":[9")]
    {
        assert!(text.contains(from), "{text}");
        std::fs::write(&log, text.replacen(from, to, 1)).unwrap();
        let message = learn(again()).unwrap_err().to_string();
        assert!(message.contains("log.jsonl: line 1 differs"), "{message}");
    }
    // Without the file, it is written again.
    std::fs::remove_file(&log).unwrap();
    learn(again()).unwrap();
    assert_eq!(std::fs::read_to_string(&log).unwrap(), text);
}
