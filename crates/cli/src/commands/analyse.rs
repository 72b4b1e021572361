//! `ply analyse`: the best move of a position, and its explanation.

use std::cmp::Reverse;

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, Analysis, Catalog, CatalogError, Explanation, Feature, Session, Value};
use plyground_search::{Job, Limits};

use crate::args::{JsonArgs, LimitArgs, OUTPUT, StartArgs, TablesArgs, YesArgs};
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::out::{columns, note, print_json, print_line, print_part, print_words};
use crate::paint::{self, DIM, STRONG};
use crate::values::{large, number};
use crate::verdict::verdict;
use crate::watch::Watch;
use crate::words::rate;

/// Rows of root moves that are listed.
const ROWS_SHOWN: usize = 12;

#[derive(clap::Args, Debug)]
#[command(mut_arg("tables", |tables| tables.help(TABLES)))]
#[command(
    after_help = "Agents: NAME, NAME:key=value,... or a level such as `level-2`; `ply games GAME` lists them.\nDefault limit: 5 s, for an agent that has no limit.\n\nIf a book or tables know the value of the position, `ply` prints it without a search. With a limit or `--lines`, it searches as well.\n\nExamples:\n  ply analyse khet --time 10s\n  ply analyse kalah --moves \"3 1\" --depth 12 --lines 3\n  ply analyse cachex --agent pvs:depth=4 --explain"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Agent that analyses the position
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Number of best lines to find
    #[arg(
        long,
        value_name = "K",
        default_value_t = 1,
        allow_hyphen_values = true,
        value_parser = number::<1, 1000>,
        help_heading = OUTPUT
    )]
    lines: u32,
    /// Search threads, for an agent with the key `threads` [default: 1]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: Option<u32>,
    /// Search to the depth of `--depth` at once, without the smaller depths before it
    #[arg(long)]
    fixed: bool,
    /// Seed of random choices, for an agent whose spec has no seed
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    seed: Option<u64>,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    yes: YesArgs,
    #[command(flatten)]
    json: JsonArgs,
    /// Print the contribution of each feature to the evaluation
    #[arg(long, help_heading = OUTPUT)]
    explain: bool,
    /// With `--json`, also print one line for each finished depth
    #[arg(long, requires = "json", help_heading = OUTPUT)]
    stream: bool,
}

/// A solver has a default folder; an agent has none.
const TABLES: &str = "Folder of tables of exact values, for `best` [env: PLYGROUND_TABLES]";

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.start.game.find(catalog)?;
    let mut session = args.start.open(catalog)?;
    let agent = agent(args, catalog)?;
    session.prepare(&agent)?;
    let limits = args.limits.limits();
    let time = cost::search_time(limits.or(agent.limits()));
    cost::confirm(time.map(|time| Cost::of_work("the search takes up to", time)).as_ref(), &args.yes)?;
    let within = limits.time.map(|time| format!(" of {time:?}")).unwrap_or_default();
    let template = format!("{{spinner}} {{elapsed}}{within}, {{wide_msg}}");
    if !args.json.json {
        print_part!("{}", paint::diagram(&session.state().diagram(), game.info().palette));
        print_line!("");
    }
    let watch = Watch::spinner(&template, args.json.json);
    watch.message(|| "at depth 1; Ctrl-C prints the best move so far".into());
    let stop = watch.stop().clone();
    // Depths and lines that the user requests are searched, even where a book knows the value.
    let always_search = limits != Limits::NONE || args.lines > 1 || args.fixed;
    let job = Job { fixed: args.fixed, lines: args.lines as usize, always_search, stop, ..Job::new(limits) };
    let mut last: Option<Analysis> = None;
    let analysis = session.analyse(&agent, &job, ANALYSIS, &mut |analysis| {
        if args.json.json {
            if args.stream {
                print_json(analysis);
            }
            return;
        }
        watch.aside(|| {
            if last.is_none() {
                print_line!("{DIM}depth      score        nodes     time  line{DIM:#}");
            }
            print_line!("{}", iteration(analysis));
        });
        last = Some(analysis.clone());
        watch.message(|| format!("at depth {}; Ctrl-C prints the best move so far", analysis.depth + 1));
    });
    let is_stopped = watch.is_stopped();
    drop(watch);
    let mut analysis = analysis?;
    if args.lines > 1 && analysis.source == "choice" {
        note!("`--lines` has no effect: {} gives one move", agent.name());
    }
    if args.explain {
        analysis.explanation = Some(session.explain(&agent, analysis.leaf())?);
    }
    if args.json.json {
        print_json(&analysis);
    } else {
        // The score of a partial iteration has its row too: the headline repeats the last row. A known score is not the search's.
        if analysis.partial_depth.is_some() && last.is_some() && !analysis.is_known() {
            print_line!("{}", iteration(&analysis));
        }
        conclude(&*session, &analysis, last.as_ref(), &agent);
        if let Some(explanation) = &analysis.explanation {
            let leaf = analysis.leaf().map(|(_, side)| session.state().sides()[side.index()]);
            explain(explanation, analysis.score, session.show().side, leaf);
        }
    }
    if is_stopped { Err(Failure::Stopped("interrupted; this is the best move so far".into())) } else { Ok(()) }
}

/// Returns the agent; options apply where its spec has no value.
fn agent(args: &Args, catalog: &Catalog) -> Result<AgentSpec, CatalogError> {
    let game = args.start.game.find(catalog)?;
    let agent = catalog.agent(&**game, &args.agent)?;
    if args.fixed && args.limits.limits().or(agent.limits()).depth.is_none() {
        return Err(CatalogError::no_depth());
    }
    let tables = args.tables.tables.as_ref().map(|folder| Setting::Text(folder.display().to_string()));
    let threads = args.threads.map(|threads| Setting::Number(threads.into()));
    Ok(agent.or("tables", tables).or("seed", args.seed.map(Setting::Number)).or("threads", threads))
}

/// Returns the row of a finished depth, or of a partial iteration, whose depth has a `+`.
fn iteration(analysis: &Analysis) -> String {
    let depth = analysis.partial_depth.map_or_else(|| analysis.depth.to_string(), |depth| format!("{depth}+"));
    let start = format!(
        "{depth:>5}  {:>9} {:>12} {:>7.2}s ",
        score_cell(analysis.score, analysis),
        analysis.nodes,
        analysis.seconds
    );
    let mut line = start;
    // As many moves as fit, and an ellipsis for the others.
    let room = columns().map_or(usize::MAX, |columns| columns.saturating_sub(2));
    for mv in &analysis.pv {
        if line.len() + 1 + mv.len() > room {
            return line + " …";
        }
        line.push(' ');
        line += mv;
    }
    line
}

/// Returns a score as a cell of a table. A known margin has another unit than the scores of a search.
fn score_cell(score: Value, analysis: &Analysis) -> String {
    let margin = score.number();
    if score.score().is_decided() || !analysis.is_known() || !analysis.proven {
        score.to_string()
    } else if margin == 0.0 {
        "draw".into()
    } else {
        format!("{} by {}", if margin > 0.0 { "win" } else { "loss" }, margin.abs())
    }
}

/// Prints the best move with its score, the best line move by move, and the alternatives. `last` is the last row of the table.
fn conclude(session: &dyn Session, analysis: &Analysis, last: Option<&Analysis>, agent: &AgentSpec) {
    let shown = session.show();
    let Some(best) = &analysis.best else {
        let ended = shown.outcome.map_or_else(|| "there is no move".into(), |ended| ended.reason);
        print_line!("the game is over: {ended}");
        return;
    };
    print_line!("");
    print_words!("{STRONG}best move {best}{STRONG:#}: {}", verdict(session, analysis, agent));
    if analysis.is_known()
        && let Some(searched) = last.filter(|last| !last.is_known())
    {
        let best = searched.best.as_deref().unwrap_or("none");
        print_words!("the search alone: {best}: {}", verdict(session, searched, agent));
    }
    for (number, words) in session.state().describe_line(&analysis.pv).iter().enumerate().take(8) {
        print_words!("  {:>2}. {words}", number + 1);
    }
    if analysis.pv.len() > 8 {
        print_words!("      {DIM}and {} more: {}{DIM:#}", analysis.pv.len() - 8, analysis.pv[8..].join(" "));
    }
    if analysis.lines.len() > 1 {
        print_line!("\nthe {} best lines", analysis.lines.len());
        for line in &analysis.lines {
            print_words!("  {:>9}  {}", score_cell(line.score, analysis), line.pv.join(" "));
        }
    }
    if analysis.root_moves.len() > 1 {
        let by = if analysis.is_known() { " by the search alone" } else { "" };
        // Statistics of simulations are those of the whole search, finished depth or not.
        let has_statistics = analysis.root_moves.iter().any(|found| found.statistics.is_some());
        let when = if has_statistics { String::new() } else { format!(" at depth {}", analysis.depth) };
        let counted = if has_statistics { "visits" } else { "nodes" };
        print_line!("\nall moves{when}{by}");
        let rows = rows(analysis);
        let more = rows.iter().skip(ROWS_SHOWN).map(|row| row.moves.len()).sum::<usize>();
        for Row { moves, value, nodes } in rows.into_iter().take(ROWS_SHOWN) {
            match moves.as_slice() {
                [mv] => print_line!("  {mv:>6}  {value:<22}{DIM}{nodes:>12} {counted}{DIM:#}"),
                _ => {
                    let value = format!("({} moves)  {value}", moves.len());
                    print_line!("  {value:<30}{DIM}{nodes:>12} {counted}{DIM:#}");
                    print_words!("           {DIM}{}{DIM:#}", moves.join(" "));
                }
            }
        }
        if more > 0 {
            print_line!("  {DIM}and {more} more that are not better{DIM:#}");
        }
    }
    let end = if analysis.completed { "" } else { "; stopped by a limit" };
    let work = match analysis.source {
        "choice" => return,
        _ if analysis.nodes == 0 => "no search".to_owned(),
        _ => format!(
            "depth {}, selective depth {}, {} nodes in {:.2} s, {} nodes per second{end}",
            analysis.depth,
            analysis.seldepth,
            analysis.nodes,
            analysis.seconds,
            rate(analysis.nodes_per_second as f64)
        ),
    };
    print_line!("\n{DIM}{work}{DIM:#}");
}

/// Root moves with the same value in one row.
struct Row<'a> {
    moves: Vec<&'a str>,
    value: String,
    nodes: u64,
}

/// Returns the root moves, the best first. Moves with the same bound share a row; moves with an exact value, or with the statistics
/// of simulations, have one each.
fn rows(analysis: &Analysis) -> Vec<Row<'_>> {
    let mut found: Vec<_> = analysis.root_moves.iter().collect();
    found.sort_by_key(|found| (Reverse(found.score.score()), found.bound != "exact"));
    let mut rows: Vec<Row<'_>> = Vec::new();
    for found in found {
        let bound = match found.bound {
            // The mean of simulations is no bound.
            _ if found.statistics.is_some() => "",
            "upper" => "at most ",
            "lower" => "at least ",
            _ => "",
        };
        let value = format!("{bound}{}", found.score);
        match rows.last_mut() {
            Some(row) if !bound.is_empty() && row.value == value => {
                row.moves.push(&found.mv);
                row.nodes += found.nodes;
            }
            _ => rows.push(Row { moves: vec![&found.mv], value, nodes: found.nodes }),
        }
    }
    rows
}

/// Prints the contributions to the evaluation of the position, and to the score of the search.
/// `leaf` is the side whose features the end of the best line has.
fn explain(explanation: &Explanation, score: Value, side: &str, leaf: Option<&str>) {
    let Explanation { explained_by, features, end_features, .. } = explanation;
    if features.is_empty() {
        print_line!("\nthe evaluation `{explained_by}` has no features to show");
        return;
    }
    print_line!("\nstatic evaluation of this position for {side}, by `{explained_by}`");
    table(features);
    if let Some(features) = end_features {
        let turned = leaf.filter(|leaf| *leaf != side);
        let turned = turned.map(|leaf| format!(", as {leaf} sees it, with all signs turned")).unwrap_or_default();
        print_line!("\nscore {score} for {side}: static evaluation of the end of the best line{turned}");
        table(features);
    }
}

fn table(features: &[Feature]) {
    print_line!("{DIM}{:<26}{:>10}{:>10}{:>8}{:>14}{DIM:#}", "feature", "value", "weight", "power", "contribution");
    for Feature { name, value, weight, power, term } in features {
        print_line!("{name:<26}{value:>10}{weight:>10}{power:>8}{term:>14.2}");
    }
    let total: f64 = features.iter().map(|feature| feature.term).sum();
    print_line!("{:<26}{total:>42.2}", "total");
}
