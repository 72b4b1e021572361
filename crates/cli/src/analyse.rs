//! `ply analyse`: the best move, and why.

use std::cmp::Reverse;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use plyground_catalog::{AgentKind, AgentSpec, Analysis, Feature, Request, Session, StopFlag, Unit};

use crate::Failure;
use crate::args::AnalyseArgs;
use crate::out::{say, say_part};
use crate::paint::{self, DIM, STRONG};

/// Root moves that are listed.
const MOVES_SHOWN: usize = 12;

pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let session = args.position.open()?;
    let mut agent = args.agent.clone();
    agent.tables = agent.tables.or_else(|| args.tables.clone());
    session.check(&agent)?;
    if args.fixed && args.depth.or(agent.depth).is_none() {
        return Err(Failure::Input("a fixed search has no depth: expected one, such as `--depth 6`".into()));
    }
    agent.seed = agent.seed.or(args.seed);
    agent.threads = agent.threads.or(args.threads);
    let stop = StopFlag::default();
    let on_interrupt = stop.clone();
    // Without a handler Ctrl-C just ends the program, which is no worse than not starting it.
    _ = ctrlc::set_handler(move || on_interrupt.stop());
    let request = Request {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time,
        fixed: args.fixed,
        lines: args.lines as usize,
        stop,
        ..Request::default()
    };
    let features = if args.explain { Some(session.explain(&agent)?) } else { None };
    if args.json {
        let print = |analysis: &Analysis| {
            say!("{}", serde_json::to_string(analysis).expect("plain data can be written"));
        };
        let mut analysis = session.analyse(&agent, &request, &mut |analysis| {
            if args.stream {
                print(analysis);
            }
        })?;
        analysis.features = features;
        print(&analysis);
        return Ok(());
    }
    say_part!("{}", paint::diagram(&session.diagram()));
    say!("");
    let mut printed = false;
    let progress = progress(args.time);
    let analysis = session.analyse(&agent, &request, &mut |analysis| {
        progress.suspend(|| {
            if !printed {
                say!("{DIM}depth      score        nodes     time  line{DIM:#}");
                printed = true;
            }
            say!("{}", iteration(analysis));
        });
        progress.set_message(format!("at depth {}", analysis.depth + 1));
    });
    progress.finish_and_clear();
    let analysis = analysis?;
    conclude(session.as_ref(), &analysis, &agent);
    if let Some(features) = features {
        explain(&features);
    }
    Ok(())
}

/// The line under the finished depths that says that the next one is under way, on a terminal only.
fn progress(time: Option<Duration>) -> ProgressBar {
    let progress = ProgressBar::new_spinner();
    let limit = time.map(|time| format!(" of {time:?}")).unwrap_or_default();
    let template = format!("{{spinner}} {{msg}}, {{elapsed}}{limit}; Ctrl-C gives the best so far");
    progress.set_style(ProgressStyle::with_template(&template).expect("the template is sound"));
    progress.set_message("at depth 1");
    progress.enable_steady_tick(Duration::from_millis(200));
    progress
}

/// One finished depth on one line.
fn iteration(analysis: &Analysis) -> String {
    let columns = if std::io::stdout().is_terminal() { 12 } else { usize::MAX };
    let mut line = analysis.pv.iter().take(columns).map(String::as_str).collect::<Vec<_>>().join(" ");
    if analysis.pv.len() > columns {
        line += " …";
    }
    format!(
        "{:>5}  {:>9} {:>12} {:>7.2}s  {line}",
        analysis.depth,
        analysis.score.to_string(),
        analysis.nodes,
        analysis.seconds
    )
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
    say!("{STRONG}best move {best}{STRONG:#}: {}", verdict(session, analysis, agent));
    for (number, told) in session.tell(&analysis.pv).iter().enumerate().take(8) {
        say!("  {:>2}. {told}", number + 1);
    }
    if analysis.pv.len() > 8 {
        say!("  {DIM}    and {} more: {}{DIM:#}", analysis.pv.len() - 8, analysis.pv[8..].join(" "));
    }
    if analysis.lines.len() > 1 {
        say!("\nthe {} best lines", analysis.lines.len());
        for line in &analysis.lines {
            say!("  {:>9}  {}", line.score.to_string(), line.pv.join(" "));
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
        "\n{DIM}depth {} (to {} plies), {} nodes in {:.2} s, {:.1} million a second{end}{DIM:#}",
        analysis.depth,
        analysis.seldepth,
        analysis.nodes,
        analysis.seconds,
        analysis.nodes_per_second as f64 / 1e6
    );
}

/// What the position's value for the side to move is made of.
fn explain(features: &[Feature]) {
    if features.is_empty() {
        say!("\nthis evaluation has no parts to show");
        return;
    }
    say!("\n{DIM}{:<26}{:>10}{:>10}{:>8}{:>12}{DIM:#}", "feature", "value", "weight", "power", "adds");
    for Feature { name, value, weight, power, term } in features {
        say!("{name:<26}{value:>10}{weight:>10}{power:>8}{term:>12.2}");
    }
    let sum: f64 = features.iter().map(|feature| feature.term).sum();
    say!("{:<26}{sum:>40.2}", "together");
}

/// The value in words, with sides by name.
fn verdict(session: &dyn Session, analysis: &Analysis, agent: &AgentSpec) -> String {
    if agent.kind == AgentKind::Random {
        return "chosen at random".into();
    }
    let depth = analysis.partial_depth.unwrap_or(analysis.depth);
    if depth == 0 {
        return "the first that is legal; no time to look ahead".into();
    }
    let mover = session.side_to_move();
    let name = |mine: bool| session.sides()[if mine { mover } else { !mover }.index()];
    let unit = if agent.unit == Some(Unit::Turn) { "turn" } else { "ply" };
    let ahead = match (analysis.partial_depth, depth) {
        (Some(depth), _) => format!("as far as {unit} {depth} was looked through"),
        (None, 1) => format!("looking 1 {unit} ahead"),
        (None, depth) => format!("looking {depth} {} ahead", if unit == "ply" { "plies" } else { "turns" }),
    };
    match (analysis.winner_in, analysis.score.number()) {
        (Some(1), score) => format!("{} wins in 1 ply", name(score > 0.0)),
        (Some(plies), score) => format!("{} wins in {plies} plies", name(score > 0.0)),
        (None, 0.0) => format!("equal, {ahead}"),
        (None, score) => format!("{} is ahead by {}, {ahead}", name(score > 0.0), score.abs()),
    }
}
