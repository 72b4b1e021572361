//! `ply analyse`: the best move, and why.

use std::cmp::Reverse;

use plyground_catalog::keys::Setting;
use plyground_catalog::{ANALYSIS, AgentSpec, Analysis, Catalog, CatalogError, Explanation, Feature, Session, Value};
use plyground_search::{Job, Unit};

use crate::args::{JsonArgs, LimitArgs, StartArgs, TablesArgs};
use crate::failure::{Done, Failure};
use crate::out::{columns, say, say_json, say_part, say_words};
use crate::paint::{self, DIM, STRONG};
use crate::values::{large, number};
use crate::watch::Watch;
use crate::words::{counted, plies, verb, wins};

/// Root moves that are listed.
const MOVES_SHOWN: usize = 12;

#[derive(clap::Args, Debug)]
#[command(mut_arg("tables", |tables| tables.help(TABLES)))]
#[command(
    after_help = "Where nothing limits the agent, it thinks for 5s.\n\nExamples:\n  ply analyse khet --time 10s\n  ply analyse kalah --moves \"3 1\" --depth 12 --lines 3\n  ply analyse cachex --agent pvs:depth=4 --explain"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Who thinks: NAME or NAME:key=value,…; `ply games` lists agents and keys
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// How many best lines to find
    #[arg(long, value_name = "K", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 1000>)]
    lines: u32,
    /// Threads to search with, where the agent can
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: Option<u32>,
    /// Search the one depth, without those before it
    #[arg(long)]
    fixed: bool,
    /// Fixes random choices, when the agent's spec names no seed
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    seed: Option<u64>,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    json: JsonArgs,
    /// Say what the position's value is made of, feature by feature
    #[arg(long)]
    explain: bool,
    /// With --json, print a line for each finished depth too
    #[arg(long, requires = "json")]
    stream: bool,
}

/// Other than a solver, an agent looks for tables nowhere by itself.
const TABLES: &str = "Where tables of exact values are, for `best`; else the folder of PLYGROUND_TABLES";

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let mut session = args.start.open(catalog)?;
    let agent = agent(args, catalog)?;
    session.prepare(&agent)?;
    let limits = args.limits.limits();
    let within = limits.time.map(|time| format!(" of {time:?}")).unwrap_or_default();
    let template = format!("{{spinner}} {{elapsed}}{within}, {{wide_msg}}");
    if !args.json.json {
        say_part!("{}", paint::diagram(&session.diagram(), session.palette()));
        say!("");
    }
    let watch = Watch::spinner(&template, args.json.json);
    watch.say("at depth 1; Ctrl-C gives the best so far".into());
    let stop = watch.stop().clone();
    let job = Job { fixed: args.fixed, lines: args.lines as usize, stop, ..Job::new(limits) };
    let mut printed = false;
    let analysis = session.analyse(&agent, &job, ANALYSIS, &mut |analysis| {
        if args.json.json {
            if args.stream {
                say_json(analysis);
            }
            return;
        }
        watch.aside(|| {
            if !printed {
                say!("{DIM}depth      score        nodes     time  line{DIM:#}");
                printed = true;
            }
            say!("{}", iteration(analysis));
        });
        watch.say(format!("at depth {}; Ctrl-C gives the best so far", analysis.depth + 1));
    });
    let is_stopped = watch.is_stopped();
    drop(watch);
    let mut analysis = analysis?;
    if args.explain {
        analysis.explanation = Some(session.explain(&agent, Some((&analysis.pv, analysis.score.number())))?);
    }
    if args.json.json {
        say_json(&analysis);
    } else {
        conclude(&*session, &analysis, &agent);
        if let Some(explanation) = &analysis.explanation {
            explain(explanation, analysis.score, session.show().side);
        }
    }
    if is_stopped { Err(Failure::Stopped("stopped; this is the best so far".into())) } else { Ok(()) }
}

/// Who thinks, with what the options say where the spec is silent.
fn agent(args: &Args, catalog: &Catalog) -> Result<AgentSpec, CatalogError> {
    let game = args.start.game.find(catalog)?;
    let agent = catalog.agent(&**game, &args.agent)?;
    if args.fixed && args.limits.limits().or(agent.limits()).depth.is_none() {
        return Err(CatalogError::NoDepth);
    }
    let tables = args.tables.tables.as_ref().map(|folder| Setting::Text(folder.display().to_string()));
    let threads = args.threads.map(|threads| Setting::Number(threads.into()));
    Ok(agent.or("tables", tables).or("seed", args.seed.map(Setting::Number)).or("threads", threads))
}

/// One finished depth on one line.
fn iteration(analysis: &Analysis) -> String {
    let start = format!(
        "{:>5}  {:>9} {:>12} {:>7.2}s ",
        analysis.depth,
        analysis.score.to_string(),
        analysis.nodes,
        analysis.seconds
    );
    let mut line = start;
    // As many moves as there is room for, and a sign where some are missing.
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

/// What it comes to: the move, its value in words, the line told move by move, and the alternatives.
fn conclude(session: &dyn Session, analysis: &Analysis, agent: &AgentSpec) {
    let shown = session.show();
    let Some(best) = &analysis.best else {
        let ended = shown.outcome.map_or_else(|| "there is no move".into(), |ended| ended.reason);
        say!("the game is over: {ended}");
        return;
    };
    say!("");
    say_words!("{STRONG}best move {best}{STRONG:#}: {}", verdict(session, analysis, agent));
    for (number, told) in session.tell(&analysis.pv).iter().enumerate().take(8) {
        say_words!("  {:>2}. {told}", number + 1);
    }
    if analysis.pv.len() > 8 {
        say_words!("      {DIM}and {} more: {}{DIM:#}", analysis.pv.len() - 8, analysis.pv[8..].join(" "));
    }
    if analysis.lines.len() > 1 {
        say!("\nthe {} best lines", analysis.lines.len());
        for line in &analysis.lines {
            say_words!("  {:>9}  {}", line.score.to_string(), line.pv.join(" "));
        }
    }
    if analysis.root_moves.len() > 1 {
        say!("\nall moves at depth {}", analysis.depth);
        let mut moves: Vec<_> = analysis.root_moves.iter().collect();
        moves.sort_by_key(|found| (Reverse(found.score.score()), found.bound != "exact"));
        let more = moves.len().saturating_sub(MOVES_SHOWN);
        for found in moves.into_iter().take(MOVES_SHOWN) {
            let bound = match found.bound {
                "upper" => "at most ",
                "lower" => "at least ",
                _ => "",
            };
            say!("  {:>6}  {:<22}{DIM}{:>12} nodes{DIM:#}", found.mv, format!("{bound}{}", found.score), found.nodes);
        }
        if more > 0 {
            say!("  {DIM}and {more} more that are not better{DIM:#}");
        }
    }
    let end = if analysis.completed { "" } else { "; broken off by a limit" };
    say!(
        "\n{DIM}depth {} (to {}), {} nodes in {:.2} s, {:.1} million a second{end}{DIM:#}",
        analysis.depth,
        plies(analysis.seldepth),
        analysis.nodes,
        analysis.seconds,
        analysis.nodes_per_second as f64 / 1e6
    );
}

/// What the position's value for the side to move is made of, and then the score of the search.
fn explain(explanation: &Explanation, score: Value, side: &str) {
    let Explanation { explained_by, features, end_features, .. } = explanation;
    if features.is_empty() {
        say!("\nthe evaluation `{explained_by}` has no parts to show");
        return;
    }
    say!("\nthe value of this position for {side}, by the evaluation `{explained_by}`");
    table(features);
    if let Some(features) = end_features {
        say!("\nthe score {score} for {side}: the value where the best line ends, by the same evaluation");
        table(features);
    }
}

fn table(features: &[Feature]) {
    say!("{DIM}{:<26}{:>10}{:>10}{:>8}{:>12}{DIM:#}", "feature", "value", "weight", "power", "adds");
    for Feature { name, value, weight, power, term } in features {
        say!("{name:<26}{value:>10}{weight:>10}{power:>8}{term:>12.2}");
    }
    let sum: f64 = features.iter().map(|feature| feature.term).sum();
    say!("{:<26}{sum:>40.2}", "together");
}

/// The value in words, with sides by name.
fn verdict(session: &dyn Session, analysis: &Analysis, agent: &AgentSpec) -> String {
    let depth = analysis.partial_depth.unwrap_or(analysis.depth);
    if depth == 0 {
        let why = if analysis.completed {
            "chosen without looking ahead"
        } else {
            "the first that is legal; no time to look ahead"
        };
        return why.into();
    }
    let mover = session.side_to_move();
    let name = |mine: bool| session.sides()[if mine { mover } else { !mover }.index()];
    let is_turns = agent.unit() == Some(Unit::Turn);
    let ahead = match analysis.partial_depth {
        Some(depth) => format!("as far as {} {depth} was looked through", if is_turns { "turn" } else { "ply" }),
        None if is_turns => format!("looking {} ahead", counted(depth, "turn", "turns")),
        None => format!("looking {} ahead", plies(depth)),
    };
    // An agent without an evaluation has a scale of its own.
    let unit = analysis.question.unit.map_or_else(String::new, |unit| format!(" {unit}"));
    let side = name(analysis.score.number() > 0.0);
    match (analysis.winner_in, analysis.score.number()) {
        (Some(distance), _) => format!("{} in {}", wins(side), plies(distance)),
        (None, 0.0) if analysis.proven => "a draw, proven: both sides can do no better".into(),
        (None, 0.0) => format!("equal, {ahead}"),
        (None, score) if analysis.proven && !analysis.score.score().is_decided() && score.abs() < 1e9 => {
            let source = if analysis.nodes == 0 { "from tables" } else { "proven" };
            format!("{} by {}, {source}", wins(side), counted(score.abs() as u64, "seed", "seeds"))
        }
        (None, _) if analysis.proven && analysis.nodes == 0 => format!("{}, from tables", wins(side)),
        (None, _) if analysis.score.score().is_decided() => wins(side),
        (None, score) if analysis.nodes == 0 && score.abs() >= 1e9 => {
            format!("{} by tables that leave repetitions out", wins(side))
        }
        (None, score) => {
            let lead = score.abs();
            let unit = if lead == 1.0 { unit.trim_end_matches('s') } else { &unit };
            // What that is worth, for the side that is ahead.
            let share = analysis.win_probability.map(|share| share.max(1.0 - share));
            let worth = share.map_or_else(String::new, |share| format!(" ({:.0} %)", 100.0 * share));
            format!("{side} {} ahead by {lead}{unit}{worth}, {ahead}", verb(side, "is", "are"))
        }
    }
}
