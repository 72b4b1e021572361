//! `ply compare`: every algorithm on one position, with one evaluation, in one table.

use plyground_catalog::{AgentSpec, Analysis, COMPARED, CatalogError, Request};
use serde_json::json;

use crate::Failure;
use crate::args::CompareArgs;
use crate::out::{say, say_part};
use crate::paint::{self, DIM, STRONG};

pub(crate) fn run(args: &CompareArgs) -> Result<(), Failure> {
    let session = args.position.open()?;
    let search = |kind| -> Result<(AgentSpec, Analysis), CatalogError> {
        let spec = AgentSpec { eval: args.eval.clone(), ..AgentSpec::new(kind) };
        let request = Request { depth: Some(args.depth), time: args.time, fixed: args.fixed, ..Request::default() };
        let analysis = session.analyse(&spec, &request, &mut |_| {})?;
        Ok((spec, analysis))
    };
    if !args.json {
        say_part!("{}", paint::diagram(&session.diagram()));
        let how = if args.fixed { "one search" } else { "iterative deepening" };
        say!("\ndepth {}, {how}; nodes over all depths, leaves of the last\n", args.depth);
        say!(
            "{DIM}{:<13}{:>13}{:>13}{:>10}{:>9}{:>8}{:>8}  {:>10}  move{DIM:#}",
            "algorithm",
            "nodes",
            "leaves",
            "seconds",
            "M/s",
            "first",
            "branch",
            "value"
        );
    }
    let mut rows = Vec::new();
    for kind in COMPARED {
        let (spec, found) = search(kind)?;
        if args.json {
            rows.push(json!({
                "algorithm": spec.info().name,
                "nodes": found.nodes,
                "leaves": found.leaves,
                "seconds": found.seconds,
                "nodes_per_second": found.nodes_per_second,
                "score": found.score,
                "winner_in": found.winner_in,
                "best": found.best,
                "pv": found.pv,
                "depth": found.depth,
                "seldepth": found.seldepth,
                "table": found.table,
                "statistics": found.statistics,
                "completed": found.completed,
            }));
            continue;
        }
        let counted = found.statistics;
        let percent = counted.and_then(|counted| counted.first_move_cutoff_rate);
        let branching = counted.and_then(|counted| counted.effective_branching_factor);
        say!(
            "{STRONG}{:<13}{STRONG:#}{:>13}{:>13}{:>10.3}{:>9.1}{:>8}{:>8}  {:>10}  {}{}",
            spec.info().name,
            found.nodes,
            found.leaves,
            found.seconds,
            found.nodes_per_second as f64 / 1e6,
            percent.map_or_else(String::new, |rate| format!("{:.0}%", rate * 100.0)),
            branching.map_or_else(String::new, |factor| format!("{factor:.2}")),
            found.score,
            found.best.as_deref().unwrap_or("none"),
            if found.completed { String::new() } else { format!(" {DIM}(only depth {}){DIM:#}", found.depth) }
        );
    }
    if args.json {
        let shown = session.show();
        say!("{}", json!({"game": shown.game, "position": shown.position, "depth": args.depth, "rows": rows}));
    } else {
        say!("\n{DIM}first: cut-offs by the first move tried; branch: effective branching factor.");
        say!("All but expectimax and beam search the same tree for the same value.{DIM:#}");
    }
    Ok(())
}
