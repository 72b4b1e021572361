//! Measures the cost of a cluster, and the gain of a second worker.
//!
//! Each round plays the same match without a cluster, with one worker, and with two, so that other load affects all three. The
//! output has the games per second of each, and the medians of the ratios within a round.

#![expect(clippy::disallowed_methods, reason = "it measures")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::server::{Access, Server};
use super::{Options, scene};

/// Runs the measurement and prints it.
///
/// # Errors
/// When a program cannot be started, or fails.
pub(super) fn run(options: &Options) -> Result<(), String> {
    let (games, rounds) = (options.number("games").max(2), options.number("rounds"));
    let ply = options.program()?;
    let folder = super::target()?.join("cluster-bars");
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let server = Server::start(&options.servers()?[0].0, &folder, Access::Open)?;
    let address = format!("nats://127.0.0.1:{}", server.port);
    let joining = ["--cluster".to_owned(), address.clone()];
    let (mut costs, mut gains) = (Vec::new(), Vec::new());
    println!("{games} games of 1,000 nodes per move; games per second alone, with one worker, with two");
    for round in 1..=rounds {
        let mut speeds = Vec::new();
        for workers in 0..=2 {
            let _workers = (0..workers)
                .map(|_| scene::start_worker(Command::new(&ply), &joining, &folder.join("worker.log")))
                .collect::<Result<Vec<_>, _>>()?;
            let seconds = play(&ply, games, &folder, (workers > 0).then_some(&address))?;
            speeds.push(games as f64 / seconds);
        }
        let [alone, one, two] = speeds[..] else { return Err("three measurements were made".into()) };
        println!("round {round}: {alone:.1} {one:.1} {two:.1}");
        costs.push(100.0 * (alone / one - 1.0));
        gains.push(two / one);
    }
    println!("the machinery costs {:.1}% (target: under 2%)", median(costs));
    println!("two workers play {:.2} times the games of one (target: 1.9)", median(gains));
    Ok(())
}

/// Returns the seconds of a match.
fn play(ply: &Path, games: u64, folder: &Path, cluster: Option<&String>) -> Result<f64, String> {
    let out: PathBuf = folder.join("games.jsonl");
    _ = fs::remove_file(&out);
    let mut command = Command::new(ply);
    command.args(["match", "kalah", "--first", "pvs:table=1", "--second", "alphabeta", "--nodes", "1000", "--json"]);
    command.args(["--games", &games.to_string(), "--out"]).arg(&out).stdin(Stdio::null());
    if let Some(address) = cluster {
        command.args(["--cluster", address]);
    }
    let start = Instant::now();
    let output = command.output().map_err(|error| format!("{}: {error}", ply.display()))?;
    if !output.status.success() {
        return Err(format!("the match failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
