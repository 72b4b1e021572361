//! `ply perft`: counts of move sequences.

#![expect(clippy::disallowed_methods, reason = "it prints its running time")]

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use plyground_catalog::{Catalog, State};
use plyground_game::perft::Perft;
use serde_json::json;

use crate::args::{JsonArgs, OUTPUT, StartArgs, YesArgs};
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::out::print_line;
use crate::paint::{DIM, STRONG};
use crate::values::number;
use crate::watch::Watch;
use crate::words::{plies, rate};

/// Sequences from which the others are estimated.
const SAMPLE: u64 = 100_000;
/// Sequences per second and thread, for an estimate.
const SPEED: f64 = 2e8;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply perft khet --depth 3\n  ply perft kalah --depth 8 --divide --threads 2")]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Length of the sequences in plies
    #[arg(long, short, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, 100>)]
    depth: u32,
    /// Print the count of each first move
    #[arg(long, help_heading = OUTPUT)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: u32,
    #[command(flatten)]
    yes: YesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let session = args.start.open(catalog)?;
    cost::confirm(cost(session.state(), args.depth, args.threads).as_ref(), &args.yes)?;
    let start = Instant::now();
    let watch = Watch::bar("{bar:20} {percent}%  {wide_msg} {elapsed}  {left}", args.json.json);
    let counted = Mutex::new((0, 0));
    let parts = session.state().divide(args.depth, args.threads as usize, &|progress| {
        let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
        *counted = (counted.0.max(progress.done), counted.1 + progress.nodes);
        watch.show(counted.0 as u64, progress.parts as u64);
        watch.message(|| format!("{} sequences", counted.1));
        if watch.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(watch);
    let Some(parts) = parts else {
        let (_, nodes) = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
        return Err(Failure::Stopped(format!("interrupted after {nodes} sequences; the count is incomplete")));
    };
    let (nodes, finished) = match (args.depth, parts.as_slice()) {
        (0, _) => (1, 0),
        (_, []) => (0, 1),
        (_, parts) => {
            (parts.iter().map(|(_, part)| part.nodes).sum(), parts.iter().map(|(_, part)| part.finished).sum::<u64>())
        }
    };
    let parts = (args.divide && args.depth > 0).then_some(parts);
    let seconds = start.elapsed().as_secs_f64();
    let shown = session.show();
    if args.json.json {
        let mut line = json!({
            "game": shown.game,
            "position": shown.position,
            "side": shown.side,
            "rules": shown.rules,
            "depth": args.depth,
            "nodes": nodes,
            "finished": finished,
            "seconds": seconds,
        });
        if let Some(parts) = parts {
            let row = |(mv, Perft { nodes, finished })| json!({ "move": mv, "nodes": nodes, "finished": finished });
            line["divide"] = parts.into_iter().map(row).collect();
        }
        print_line!("{line}");
        return Ok(());
    }
    for (mv, Perft { nodes, finished }) in parts.into_iter().flatten() {
        print_line!("{mv:>8}  {nodes}{}", finished_text(finished));
    }
    let speed = rate(if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 });
    print_line!(
        "{STRONG}{nodes}{STRONG:#} {} of {}{} {DIM}({seconds:.3} s, {speed} per second){DIM:#}",
        if nodes == 1 { "sequence" } else { "sequences" },
        plies(args.depth),
        finished_text(finished)
    );
    Ok(())
}

/// Estimates the time by counting shorter sequences, up to a hundred thousand; `None` if these are the whole count.
fn cost(state: &dyn State, depth: u32, threads: u32) -> Option<Cost> {
    let mut shorter = 1;
    for length in 1..depth {
        let parts = state.divide(length, 1, &|_| ControlFlow::Continue(()))?;
        let counted = parts.iter().map(|(_, part)| part.nodes).sum::<u64>();
        if counted >= SAMPLE {
            let growth = counted as f64 / shorter as f64;
            let sequences = counted as f64 * growth.powf(f64::from(depth - length));
            let time = Duration::try_from_secs_f64(sequences / SPEED / f64::from(threads)).unwrap_or(Duration::MAX);
            return Some(Cost::of_work(&format!("{sequences:.0e} sequences take about"), time));
        }
        shorter = counted.max(1);
    }
    None
}

fn finished_text(finished: u64) -> String {
    match finished {
        0 => String::new(),
        1 => ", and 1 shorter one that ended the game".into(),
        finished => format!(", and {finished} shorter ones that ended the game"),
    }
}

#[cfg(test)]
mod tests {
    use plyground_catalog::Start;

    use super::*;

    #[test]
    fn long_counts_are_estimated() {
        let catalog = Catalog::standard();
        let text = |game, depth, threads| {
            let session = catalog.game(game).unwrap().open(&Start::default()).unwrap();
            cost(session.state(), depth, threads).map(|cost| cost.text)
        };
        assert_eq!(text("kalah", 6, 1), None, "fewer than the sample");
        assert_eq!(text("khet", 6, 1).unwrap(), "2e11 sequences take about 16 min");
        assert_eq!(text("khet", 8, 1).unwrap(), "1e15 sequences take about 67 days");
        assert_eq!(text("khet", 8, 4).unwrap(), "1e15 sequences take about 16 days");
        assert!(text("khet", 100, 1).unwrap().ends_with(" days"), "no overflow");
    }
}
