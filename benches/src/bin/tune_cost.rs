//! Costs of tuning: games of the fitness arena with one thread and two, games until each method is near the minimum of a test
//! function, time of a generation without its games, positions of regression, and reading the games of an interrupted run.
//!
//! The name of one part runs it alone. Rows have the spread over rounds, or over seeds if a result does not depend on the
//! machine. A run that misses its target counts with all its games.

use std::error::Error;
use std::fs;
use std::time::Instant;

use plyground_arena::{Participant, TimeControl};
use plyground_benches::positions::middle_game;
use plyground_benches::row::Row;
use plyground_eval::Features;
use plyground_eval::kalah::{Strong, StrongFeatures};
use plyground_game::{Game, Position, Tunable};
use plyground_kalah::{House, Kalah};
use plyground_optimize::{
    Annihill, AnnihillOptions, ArenaReferee, Axis, Budget, CmaEs, CmaEsOptions, Folder, Games, Genetic, GeneticOptions,
    League, Objective, Referee, Regression, RegressionOptions, Results, Samples, Space, Spsa, SpsaOptions, Tune, drive,
    rosenbrock, sphere,
};
use plyground_play::{AgentPlayer, Start};
use plyground_search::{Agent, AgentError, AlphaBeta, Job, OnDepth, Options, Report, StopFlag, deepen};

type Done = Result<(), Box<dyn Error>>;

const ROUNDS: u64 = 7;
/// Nodes per move of the fitness arena.
const NODES: u64 = 1_000;
/// Maximum games of a method on a test function.
const GAMES: u64 = 20_000;
/// Methods that play games.
const METHODS: [&str; 4] = ["annihill", "genetic", "spsa", "cmaes"];

/// Alpha-beta with given weights.
struct Searching(Strong);

impl Agent<Kalah> for Searching {
    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        Ok(deepen(&mut AlphaBeta::new(&self.0, Options::default()), game, job.limits, each))
    }
}

fn participant(name: String, values: &[f64]) -> Participant {
    let mut evaluation = Strong::default();
    evaluation.set_values(values).expect("the vectors of the league are within their bounds");
    Participant::new(name, TimeControl::nodes(NODES), move || {
        AgentPlayer::<Kalah>::boxed(Searching(evaluation.clone()))
    })
}

/// Returns four vectors near the shipped one: a generation of the Khet report's (4, 6), with five times its games.
fn league() -> League {
    let start = Strong::default().values();
    let moved = |kid: usize| start.iter().map(|value| value + kid as f64 / 2.0).collect();
    League { points: (0..4).map(moved).collect(), pairs: 5 }
}

/// Plays the league, or reads its games from a folder. Returns the seconds.
fn play(threads: usize, folder: Option<&Folder>) -> Result<f64, Box<dyn Error>> {
    let stop = StopFlag::default();
    let start = Start::default().state::<Kalah>()?;
    let mut referee = ArenaReferee::new(Games { threads, ..Games::new(&*start, &participant, &stop) }, 1);
    referee.folder = folder;
    let begin = Instant::now();
    let played = referee.play(1, &league())?;
    assert_eq!(played.games, league().games());
    Ok(begin.elapsed().as_secs_f64())
}

/// Measures games per second, threads, and recorded games.
fn fitness() -> Done {
    let path = std::env::temp_dir().join(format!("plyground-tune-cost-{}", std::process::id()));
    let games = league().games() as f64;
    let [mut one, mut two, mut kept] = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        one.push(play(1, None)?);
        two.push(play(2, None)?);
        play(2, Some(&Folder::open(&path, "{}", false)?))?;
        kept.push(play(2, Some(&Folder::open(&path, "{}", true)?))?);
        fs::remove_dir_all(&path)?;
    }
    let rate = |times: &[f64]| times.iter().map(|seconds| games / seconds).collect();
    let what = format!("kalah, {NODES} nodes a move");
    Row::of(&format!("{what}, 1 thread"), "games a second", rate(&one)).print();
    Row::of(&format!("{what}, 2 threads"), "games a second", rate(&two)).print();
    let times = |other: &[f64]| one.iter().zip(other).map(|(one, other)| one / other).collect();
    Row::of(&format!("{what}, 2 threads / 1"), "times as fast", times(&two)).print();
    Row::of("a broken run taken up, its kept games", "games a second", rate(&kept)).print();
    Ok(())
}

fn space(dimensions: usize, start: f64, step: f64) -> Result<Space, Box<dyn Error>> {
    let axis = |number: usize| Axis::new(&format!("x{number}"), -5.0, 5.0, start * (-1_f64).powi(number as i32), step);
    Ok(Space::new((0..dimensions).map(axis).collect())?)
}

/// Returns a method that spends about `GAMES` in leagues of its default size.
fn tuner(method: &str, space: Space, pairs: u64, seed: u64) -> Result<Box<dyn Tune>, Box<dyn Error>> {
    let generations = |kids: usize| (GAMES / League { points: vec![Vec::new(); kids], pairs }.games()) as u32;
    // Shrinks the range to a hundredth, as in the report, over any number of generations.
    let decay = |kids: usize| 0.01_f64.powf(1.0 / f64::from(generations(kids)));
    let kids = 8;
    Ok(match method {
        "annihill" => {
            let (generations, decay) = (generations(kids), decay(kids));
            let options =
                AnnihillOptions { kids, generations, pairs, decay, keep_incumbent: true, ..Default::default() };
            Box::new(Annihill::new(space, options, seed)?)
        }
        "genetic" => {
            let (generations, decay) = (generations(kids), decay(kids));
            let options = GeneticOptions { kids, generations, pairs, decay, elite: 1, ..Default::default() };
            Box::new(Genetic::new(space, options, seed)?)
        }
        "spsa" => {
            Box::new(Spsa::new(space, SpsaOptions { iterations: generations(2), pairs, ..Default::default() }, seed)?)
        }
        _ => {
            let generations = generations(CmaEsOptions::usual_kids(space.dimensions()));
            Box::new(CmaEs::new(space, CmaEsOptions { generations, pairs, ..Default::default() }, seed)?)
        }
    })
}

/// A function to minimise from a start.
struct Valley {
    name: &'static str,
    function: fn(&[f64]) -> f64,
    dimensions: usize,
    start: f64,
    step: f64,
    target: f64,
    /// Difference at which the better vector wins 73 of 100 games.
    luck: Option<f64>,
}

const VALLEYS: [Valley; 3] = [
    Valley {
        name: "sphere in 4, from 100 to 1",
        function: sphere,
        dimensions: 4,
        start: 5.0,
        step: 0.5,
        target: 1.0,
        luck: None,
    },
    Valley {
        name: "Rosenbrock in 3, from 4,026 to 10",
        function: rosenbrock,
        dimensions: 3,
        start: 2.0,
        step: 0.1,
        target: 10.0,
        luck: None,
    },
    Valley {
        name: "sphere in 3 by luck, from 48 to 3",
        function: sphere,
        dimensions: 3,
        start: 4.0,
        step: 0.5,
        target: 3.0,
        luck: Some(1.0),
    },
];

/// Measures the games until the centre of a method is below the target, over the seeds.
fn convergence() -> Done {
    for valley in &VALLEYS {
        for method in METHODS {
            let mut spent = Vec::new();
            for seed in 1..=ROUNDS {
                let space = space(valley.dimensions, valley.start, valley.step)?;
                let mut tuner = tuner(method, space, if valley.luck.is_some() { 4 } else { 1 }, seed)?;
                let objective = Objective::new(valley.function);
                let mut objective = match valley.luck {
                    Some(scale) => objective.with_luck(scale, seed),
                    None => objective,
                };
                let mut there = None;
                let Ok(run) = drive(&mut *tuner, &mut objective, &Budget::default(), &mut |generation| {
                    if (valley.function)(&generation.centre) < valley.target {
                        there.get_or_insert(generation.games);
                    }
                });
                spent.push(there.unwrap_or(run.games) as f64);
            }
            Row::of(&format!("{}, {method}", valley.name), "games", spent).print();
        }
    }
    Ok(())
}

/// Measures the time of a generation of 13 weights without its games.
fn asking() -> Done {
    for method in METHODS {
        let mut micros = Vec::new();
        for seed in 1..=ROUNDS {
            let mut tuner = tuner(method, space(13, 4.0, 0.5)?, 1, seed)?;
            let (mut generations, mut seconds) = (0, 0.0);
            while let Some(league) = tuner.ask().filter(|_| generations < 100) {
                let results = Results::decided_by(league, |a, b| sphere(b).total_cmp(&sphere(a)));
                let begin = Instant::now();
                tuner.update(&results);
                seconds += begin.elapsed().as_secs_f64();
                generations += 1;
            }
            micros.push(1e6 * seconds / f64::from(generations));
        }
        Row::of(&format!("13 weights, a generation of {method}"), "microseconds", micros).print();
    }
    Ok(())
}

/// Measures the positions of recorded games that regression processes per second.
fn regression() -> Done {
    let names: Vec<String> = StrongFeatures::INFO.iter().map(|info| info.name.to_owned()).collect();
    let positions = middle_game::<Kalah>("6x4", "standard");
    let epochs = 50;
    let copies = 100;
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let mut samples = Samples::new(names.clone());
        for copy in 0..copies {
            for (number, pos) in positions.iter().enumerate() {
                let features = StrongFeatures::measure(pos, pos.side_to_move()).map(f64::from);
                // The side with more seeds in its store wins more often.
                let won = features[0] + f64::from((copy * 7 + number as i32 * 5) % 11 - 5) > 0.0;
                samples.add(number as u64, &features, f64::from(u8::from(won)));
            }
        }
        let work = samples.len() as f64 * f64::from(epochs);
        let space = Space::of(&Strong::default())?;
        let mut tuner = Regression::new(space, samples, RegressionOptions { epochs, ..Default::default() })?;
        let begin = Instant::now();
        let Ok(_) = drive(&mut tuner, &mut Objective::new(sphere), &Budget::default(), &mut |_| {});
        rates.push(work / begin.elapsed().as_secs_f64() / 1e6);
    }
    Row::of("regression, 9 weights", "million positions a second", rates).print();
    Ok(())
}

/// A part of the measurements.
type Part = fn() -> Done;

const PARTS: [(&str, Part); 4] =
    [("fitness", fitness), ("convergence", convergence), ("asking", asking), ("regression", regression)];

fn main() -> Done {
    let only = std::env::args().nth(1).filter(|arg| arg != "--json");
    let chosen = PARTS.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name));
    if chosen.clone().next().is_none() {
        let names = PARTS.map(|(name, _)| name).join(", ");
        return Err(format!("no part is called `{}`: expected one of {names}", only.unwrap_or_default()).into());
    }
    chosen.into_iter().try_for_each(|(_, part)| part())
}
