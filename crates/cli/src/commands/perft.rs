//! `ply perft`: counts of move sequences.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]

use std::time::Instant;

use plyground_catalog::Catalog;
use serde_json::json;

use crate::args::{JsonArgs, StartArgs};
use crate::failure::Done;
use crate::out::say;
use crate::paint::{DIM, STRONG};
use crate::values::number;

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Plies to count
    #[arg(long, short, allow_hyphen_values = true, value_parser = number::<0, 100>)]
    depth: u32,
    /// Count for each first move
    #[arg(long)]
    divide: bool,
    /// Threads to count with
    #[arg(long, default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: u32,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let session = args.start.open(catalog)?;
    let threads = args.threads as usize;
    let start = Instant::now();
    let (count, parts) = if args.divide && args.depth > 0 {
        let parts = session.divide(args.depth, threads);
        let nodes: u64 = parts.iter().map(|part| part.nodes).sum();
        let finished: u64 = parts.iter().map(|part| part.finished).sum();
        let over = u64::from(parts.is_empty());
        ((nodes, finished + over), Some(parts))
    } else {
        let count = session.perft(args.depth, threads);
        ((count.nodes, count.finished), None)
    };
    let (nodes, finished) = count;
    let seconds = start.elapsed().as_secs_f64();
    let shown = session.show();
    if args.json.json {
        let mut line = json!({
            "game": shown.game,
            "position": shown.position,
            "rules": session.rules(),
            "depth": args.depth,
            "nodes": nodes,
            "finished": finished,
            "seconds": seconds,
        });
        if let Some(parts) = parts {
            line["divide"] = json!(parts);
        }
        say!("{line}");
        return Ok(());
    }
    for part in parts.into_iter().flatten() {
        say!("{:>8}  {}{}", part.mv, part.nodes, finished_text(part.finished));
    }
    let speed = if seconds > 0.0 { nodes as f64 / seconds / 1e6 } else { 0.0 };
    say!(
        "{STRONG}{nodes}{STRONG:#} sequences of {} plies{} {DIM}({seconds:.3} s, {speed:.1} million a second){DIM:#}",
        args.depth,
        finished_text(finished)
    );
    Ok(())
}

fn finished_text(finished: u64) -> String {
    if finished == 0 { String::new() } else { format!(", and {finished} shorter ones that ended the game") }
}
