//! `ply perft`: counts of move sequences.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]

use std::time::Instant;

use serde_json::json;

use crate::Failure;
use crate::args::PerftArgs;
use crate::out::say;
use crate::paint::{DIM, STRONG};

pub(crate) fn run(args: &PerftArgs) -> Result<(), Failure> {
    let session = args.position.open()?;
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
    if args.json {
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
