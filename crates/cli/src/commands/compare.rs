//! `ply compare`: every algorithm on one position with one evaluation, in one table.

use std::time::Duration;

use plyground_catalog::{COMPARED, Catalog, Question};
use plyground_search::{Job, Limits};
use serde_json::json;

use crate::args::{JsonArgs, LIMITS, StartArgs, YesArgs};
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::out::{print_line, print_part, print_words};
use crate::paint::{self, DIM, STRONG};
use crate::values::{number, time};
use crate::watch::Watch;
use crate::words::rate;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply compare tigers --depth 5\n  ply compare kalah --depth 7 --eval store-difference"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Depth of the searches
    #[arg(
        long,
        short,
        allow_hyphen_values = true,
        value_parser = number::<1, 500>,
        help_heading = LIMITS
    )]
    depth: u32,
    /// Evaluation of all searches [default: the evaluation of `best`]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Time per search, such as `10s`
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time, help_heading = LIMITS)]
    time: Option<Duration>,
    /// Search to the depth of `--depth` at once, without the smaller depths before it
    #[arg(long)]
    fixed: bool,
    #[command(flatten)]
    yes: YesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.start.game.find(catalog)?;
    let mut session = args.start.open(catalog)?;
    let specs = game.compared(args.eval.as_deref())?;
    let json = args.json.json;
    // Without a time limit, a search is limited only by its depth, and its cost is not estimated.
    let time = args.time.map(|time| time.saturating_mul(COMPARED.len() as u32));
    let work = format!("{} searches take up to", COMPARED.len());
    cost::confirm(time.map(|time| Cost::of_work(&work, time)).as_ref(), &args.yes)?;
    if !json {
        print_part!("{}", paint::diagram(&session.state().diagram(), game.info().palette));
        let how = if args.fixed { "one search" } else { "iterative deepening" };
        print_line!("\ndepth {}, {how}; nodes over all depths, leaves of the last\n", args.depth);
        print_line!(
            "{DIM}{:<12}{:>12}{:>12}{:>9}{:>9}{:>6}{:>7} {:>9}  move{DIM:#}",
            "algorithm",
            "nodes",
            "leaves",
            "seconds",
            "nodes/s",
            "first",
            "branch",
            "value"
        );
    }
    let watch = Watch::spinner("{spinner} {elapsed}, {wide_msg}", json);
    let limits = Limits { time: args.time, ..Limits::depth(args.depth) };
    let job = Job { fixed: args.fixed, stop: watch.stop().clone(), ..Job::new(limits) };
    let mut rows = Vec::new();
    let (mut work, mut is_whole): (Vec<(&str, u64)>, bool) = (Vec::new(), true);
    let mut question: Option<Question> = None;
    for spec in specs {
        watch.message(|| format!("{} at depth 1", spec.name()));
        let found = session.analyse(&spec, &job, Limits::NONE, &mut |analysis| {
            watch.message(|| format!("{} at depth {}, {} nodes", spec.name(), analysis.depth + 1, analysis.nodes));
        })?;
        if watch.is_stopped() {
            break;
        }
        question = Some(found.question.clone());
        if found.completed {
            work.push((spec.name(), found.nodes));
        }
        is_whole &= found.completed;
        if json {
            rows.push(json!({
                "algorithm": spec.name(),
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
        let row = format!(
            "{STRONG}{:<12}{STRONG:#}{:>12}{:>12}{:>9.3}{:>9}{:>6}{:>7} {:>9}  {}{}",
            spec.name(),
            found.nodes,
            found.leaves,
            found.seconds,
            rate(found.nodes_per_second as f64).replace(" thousand", "k").replace(" million", "M"),
            percent.map_or_else(String::new, |rate| format!("{:.0}%", rate * 100.0)),
            branching.map_or_else(String::new, |factor| format!("{factor:.2}")),
            found.score,
            found.best.as_deref().unwrap_or("none"),
            if found.completed { String::new() } else { format!(" {DIM}(d{}){DIM:#}", found.depth) }
        );
        watch.aside(|| print_line!("{row}"));
    }
    let is_stopped = watch.is_stopped();
    drop(watch);
    if json {
        let shown = session.show();
        print_line!(
            "{}",
            json!({
                "game": shown.game,
                "rules": shown.rules,
                "position": shown.position,
                "side": shown.side,
                "depth": args.depth,
                "evaluation": question.and_then(|question| question.evaluation),
                "rows": rows,
            })
        );
    } else {
        print_line!("\n{DIM}first: cut-offs by the first move tried; branch: effective branching factor.");
        print_line!("{}{DIM:#}", if is_whole { SAME } else { UNFINISHED });
        if let (Some(Question { evaluation: Some(evaluation), unit: Some(unit), .. }), Some(seen)) =
            (question, seen(&work))
        {
            print_words!("Values are {unit} of `{evaluation}`; {seen}.");
        }
    }
    if is_stopped { Err(Failure::Stopped("interrupted; the table has the finished searches".into())) } else { Ok(()) }
}

/// What the values of finished searches, and of others, say of each other.
const SAME: &str = "All but expectimax and beam search the same tree for the same value.";
const UNFINISHED: &str = "Values at different depths cannot be compared: not every search reached the depth in time.";

/// Searches that do not compute the value of minimax.
const OTHERS: [&str; 2] = ["expectimax", "beam"];

/// Returns a sentence about the table: which search finds the value of minimax with the fewest nodes.
fn seen(work: &[(&str, u64)]) -> Option<String> {
    let exact = || work.iter().filter(|(name, _)| !OTHERS.contains(name));
    let (least, nodes) = exact().min_by_key(|(_, nodes)| nodes)?;
    let shares = ["minimax", "alphabeta"].into_iter().filter(|name| name != least).filter_map(|name| {
        let (_, all) = exact().find(|(other, _)| *other == name)?;
        Some(format!("{:.1}% of the nodes of {name}", 100.0 * *nodes as f64 / (*all).max(1) as f64))
    });
    let shares: Vec<String> = shares.collect();
    (!shares.is_empty()).then(|| format!("{least} needs the fewest nodes, {}", shares.join(" and ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_with_the_fewest_nodes_is_named() {
        let work = [("minimax", 2_000), ("expectimax", 1), ("alphabeta", 100), ("pvs", 25), ("beam", 3)];
        let expected = "pvs needs the fewest nodes, 1.2% of the nodes of minimax and 25.0% of the nodes of alphabeta";
        assert_eq!(seen(&work).as_deref(), Some(expected));
        assert_eq!(seen(&work[..3]).as_deref(), Some("alphabeta needs the fewest nodes, 5.0% of the nodes of minimax"));
        assert_eq!(seen(&work[..1]), None);
    }
}
