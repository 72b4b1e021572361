//! Small match that writes its records into a file. The tests of resuming kill and restart it.
//!
//! ```text
//! cargo run --example kill_me -- games.jsonl 20 2
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::path::Path;
use std::process::ExitCode;

use plyground_arena::{Arena, MatchSpec, Openings, Participant, TimeControl};
use plyground_game::HashEvaluation;
use plyground_kalah::Kalah;
use plyground_play::{AgentPlayer, Start};
use plyground_search::{Agent, AgentError, AlphaBeta, Job, OnDepth, Options, Report, StopFlag, deepen};

/// Alpha-beta with a hash as evaluation: deterministic and slow.
struct Searching(u64);

impl Agent<Kalah> for Searching {
    fn think(
        &mut self,
        game: &plyground_game::Game<Kalah>,
        job: &Job,
        each: OnDepth<'_, Kalah>,
    ) -> Result<Report<plyground_kalah::House>, AgentError> {
        let evaluation = HashEvaluation { seed: self.0, range: 100, antisymmetric: true };
        Ok(deepen(&mut AlphaBeta::new(&evaluation, Options::default()), game, job, each))
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<String, Box<dyn std::error::Error>> {
    let [file, pairs, threads] = arguments else { return Err("expected FILE PAIRS THREADS".into()) };
    let participant = |name: &str, seed| {
        Participant::new(name, TimeControl::nodes(8_000), move || AgentPlayer::<Kalah>::boxed(Searching(seed)))
    };
    let openings = Openings::drawn(&*Start::default().state::<Kalah>()?, 2..=4, 1)?;
    let spec = MatchSpec::new(pairs.parse()?, 3);
    let mut arena = Arena::new(vec![participant("one", 1), participant("two", 2)], spec, openings)?;
    arena.threads = threads.parse()?;
    let journal = arena.journal(Path::new(file))?;
    let end = arena.run(Some(journal), &StopFlag::default(), &mut |_| {})?;
    let tally = end.standings.match_tally().ok_or("no games")?;
    Ok(format!("{:?} {:?} {}", end.cause, tally.pairs.counts, tally.pairs.elo(0.95)))
}
