//! Measures the cost of the runner and the gain of threads. Prints the share of time outside of agents at 1 ms per move, and the
//! ratio of games per second of two threads to one at fixed nodes.
//!
//! ```text
//! cargo run --release --package plyground-arena --example runner_cost
//! ```

#![expect(clippy::disallowed_methods, reason = "it measures time")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::time::{Duration, Instant};

use plyground_arena::{Arena, MatchSpec, Openings, Participant, TimeControl};
use plyground_game::{Game, HashEvaluation};
use plyground_kalah::{House, Kalah};
use plyground_play::{AgentPlayer, Start};
use plyground_search::{Agent, AgentError, AlphaBeta, Job, OnDepth, Options, Report, StopFlag, deepen};

/// Alpha-beta with a hash as evaluation.
struct Searching(u64);

impl Agent<Kalah> for Searching {
    fn think(&mut self, game: &Game<Kalah>, job: &Job, each: OnDepth<'_, Kalah>) -> Result<Report<House>, AgentError> {
        let evaluation = HashEvaluation { seed: self.0, range: 100, antisymmetric: true };
        Ok(deepen(&mut AlphaBeta::new(&evaluation, Options::default()), game, job, each))
    }
}

/// Plays with records in a file. Returns the total time and the time of the agents.
fn play(control: &TimeControl, pairs: u64, threads: usize) -> Result<(Duration, Duration), Box<dyn Error>> {
    let participant = |name: &str, seed| {
        Participant::new(name, control.clone(), move || AgentPlayer::<Kalah>::boxed(Searching(seed)))
    };
    let openings = Openings::drawn(&*Start::default().state::<Kalah>()?, 2..=4, 1)?;
    let participants = vec![participant("one", 1), participant("two", 2)];
    let mut arena = Arena::new(participants, MatchSpec::new(pairs, 3), openings)?;
    arena.threads = threads;
    let file = std::env::temp_dir().join(format!("plyground-cost-{}.jsonl", std::process::id()));
    let start = Instant::now();
    let end = arena.run(Some(arena.journal(&file)?), &StopFlag::default(), &mut |_| {})?;
    let elapsed = start.elapsed();
    std::fs::remove_file(&file)?;
    let micros = end.records.iter().filter_map(|record| record.times.as_ref()).flatten().sum();
    Ok((elapsed, Duration::from_micros(micros)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let control = TimeControl { grace: Duration::from_secs(1), ..TimeControl::move_time(Duration::from_millis(1)) };
    let (elapsed, agents) = play(&control, 50, 1)?;
    let own = 100.0 * (1.0 - agents.as_secs_f64() / elapsed.as_secs_f64());
    let text = format!("{:.3} s, of which agents {:.3} s", elapsed.as_secs_f64(), agents.as_secs_f64());
    print_figure("the runner's share at 1 ms a move", "per cent", own, &text);
    let control = TimeControl::nodes(20_000);
    let times = [1, 2].map(|threads| play(&control, 50, threads).map(|(elapsed, _)| elapsed.as_secs_f64()));
    let [one, two] = times;
    let (one, two) = (one?, two?);
    let text = format!("20,000 nodes a move: {one:.2} s with 1 thread, {two:.2} s with 2");
    print_figure("games of two threads to those of one", "ratio", one / two, &text);
    Ok(())
}

/// Prints one figure as text, or as JSON for `cargo xtask bench`.
fn print_figure(name: &str, unit: &str, value: f64, text: &str) {
    if std::env::args().any(|arg| arg == "--json") {
        println!(r#"{{"name":"{name}","unit":"{unit}","value":{value},"low":{value},"high":{value}}}"#);
    } else {
        println!("{text}: {name}: {value:.2} {unit}");
    }
}
