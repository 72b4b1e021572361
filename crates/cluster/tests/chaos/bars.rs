//! Measures the cost of a cluster, the gain of a second worker, and the cost of a server that forgets.
//!
//! Each round plays the same match without a cluster, with one worker, and with two, so that other load affects all three. The
//! output has the games per second of each, and the medians of the ratios within a round. [`forget`] plays the match calmly and
//! with a loss in each round.

#![expect(clippy::disallowed_methods, reason = "it measures")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use super::server::{Access, LOSSES, Server};
use super::{Options, scene};

/// Nodes per move of a match whose games per second are measured.
const NODES: u64 = 1_000;
/// Nodes per move of a match with many results per second.
const QUICK: u64 = 50;

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
            let seconds = play(&ply, games, NODES, &folder, (workers > 0).then_some(&address))?;
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

/// Shares of the calm time after which the store is copied, and the server is killed.
const COPIED: f64 = 0.25;
const KILLED: f64 = 0.7;

/// Measures what a server costs that forgets, on each server and with each loss, and prints it as a table.
///
/// # Errors
/// When a program cannot be started, or a disturbed match does not have the file of the calm one.
pub(super) fn forget(options: &Options) -> Result<(), String> {
    let (games, rounds, ply) = (options.number("games").max(2), options.number("rounds"), options.program()?);
    let folder = super::target()?.join("cluster-forget");
    println!("| server | put back | calm | disturbed | forgotten | ratio |\n|---|---|---|---|---|---|");
    for (program, version) in options.servers()? {
        for (loss, parts) in LOSSES {
            let (mut times, mut ratios) = ([(); 3].map(|()| Vec::new()), Vec::new());
            for _ in 0..rounds {
                _ = fs::remove_dir_all(&folder);
                fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
                let mut server = Server::start(&program, &folder, Access::Open)?;
                let address = format!("nats://127.0.0.1:{}", server.port);
                let log = folder.join("worker.log");
                let worker = || {
                    let mut command = Command::new(&ply);
                    scene::start(command.args(["worker", "--threads", "1", "--cluster", &address]), &log, &log)
                };
                let _workers = [worker()?, worker()?];
                let match_of = || play(&ply, games, QUICK, &folder, Some(&address));
                let read = || fs::read(folder.join("games.jsonl")).map_err(|error| error.to_string());
                let calm = match_of()?;
                let expected = read()?;
                let (disturbed, forgotten) = thread::scope(|scope| {
                    let run = scope.spawn(match_of);
                    sleep(Duration::from_secs_f64(COPIED * calm));
                    server.remember()?;
                    let copied = Instant::now();
                    sleep(Duration::from_secs_f64((KILLED - COPIED) * calm));
                    let forgotten = copied.elapsed().as_secs_f64();
                    server.put_back(parts)?;
                    let disturbed = run.join().unwrap_or_else(|_| Err("the match panicked".into()))?;
                    Ok::<_, String>((disturbed, forgotten))
                })?;
                if read()? != expected {
                    return Err(format!("{version}, {loss}: the file is not that of the calm match"));
                }
                ratios.push((disturbed - forgotten) / calm);
                for (all, seconds) in times.iter_mut().zip([calm, disturbed, forgotten]) {
                    all.push(seconds);
                }
            }
            let [calm, disturbed, forgotten] = times.map(median);
            let ratio = median(ratios);
            println!("| {version} | {loss} | {calm:.1} s | {disturbed:.1} s | {forgotten:.1} s | {ratio:.2} |");
        }
    }
    Ok(())
}

/// Returns the seconds of a match with this many nodes per move.
fn play(ply: &Path, games: u64, nodes: u64, folder: &Path, cluster: Option<&String>) -> Result<f64, String> {
    let out: PathBuf = folder.join("games.jsonl");
    _ = fs::remove_file(&out);
    let mut command = Command::new(ply);
    command.args(["match", "kalah", "--first", "pvs:table=1", "--second", "alphabeta", "--json"]);
    command
        .args(["--games", &games.to_string(), "--nodes", &nodes.to_string(), "--out"])
        .arg(&out)
        .stdin(Stdio::null());
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
