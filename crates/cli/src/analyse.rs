//! `ply analyse`: the best move, and why.

use std::io::{IsTerminal, Write};

use plyground_catalog::{AgentKind, Analysis, Request, Session, StopFlag};
use plyground_game::Score;

use crate::Failure;
use crate::args::AnalyseArgs;
use crate::paint::{self, DIM, STRONG};

pub(crate) fn run(args: &AnalyseArgs) -> Result<(), Failure> {
    let session = args.position.open()?;
    let mut agent = args.agent.clone();
    if agent.kind == AgentKind::Random {
        agent.seed = agent.seed.or(args.seed);
    }
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
    if args.json {
        let print = |analysis: &Analysis| {
            anstream::println!("{}", serde_json::to_string(analysis).expect("plain data can be written"));
        };
        let analysis = session.analyse(&agent, &request, &mut |analysis| {
            if args.stream {
                print(analysis);
            }
        })?;
        print(&analysis);
        return Ok(());
    }
    anstream::print!("{}", paint::diagram(&session.diagram()));
    anstream::println!();
    let mut printed = false;
    let analysis = session.analyse(&agent, &request, &mut |analysis| {
        if !printed {
            anstream::println!("{DIM}depth      score        nodes     time  line{DIM:#}");
            printed = true;
        }
        anstream::println!("{}", iteration(analysis));
        _ = std::io::stdout().flush();
    })?;
    conclude(session.as_ref(), &analysis);
    Ok(())
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
        score_text(analysis.score),
        analysis.nodes,
        analysis.seconds
    )
}

pub(crate) fn score_text(score: i32) -> String {
    Score::from_value(score).map_or_else(|| score.to_string(), |score| score.to_string())
}

/// What it comes to: the move, its value in words, the line told move by move, and the alternatives.
fn conclude(session: &dyn Session, analysis: &Analysis) {
    let shown = session.show();
    let Some(best) = &analysis.best else {
        let ended = shown.outcome.map_or_else(|| "there is no move".into(), |ended| ended.reason);
        anstream::println!("the game is over: {ended}");
        return;
    };
    anstream::println!();
    anstream::println!("{STRONG}best move {best}{STRONG:#}: {}", verdict(session, analysis));
    for (number, told) in session.tell(&analysis.pv).iter().enumerate().take(8) {
        anstream::println!("  {:>2}. {told}", number + 1);
    }
    if analysis.pv.len() > 8 {
        anstream::println!("  {DIM}    and {} more: {}{DIM:#}", analysis.pv.len() - 8, analysis.pv[8..].join(" "));
    }
    if analysis.lines.len() > 1 {
        anstream::println!("\nthe {} best lines", analysis.lines.len());
        for line in &analysis.lines {
            anstream::println!("  {:>9}  {}", score_text(line.score), line.pv.join(" "));
        }
    }
    if analysis.root_moves.len() > 1 {
        anstream::println!("\nall moves at depth {}", analysis.depth);
        for found in &analysis.root_moves {
            let bound = match found.bound {
                "upper" => "at most ",
                "lower" => "at least ",
                _ => "",
            };
            anstream::println!(
                "  {:>6}  {:<22}{DIM}{:>12} nodes{DIM:#}",
                found.mv,
                format!("{bound}{}", score_text(found.score)),
                found.nodes
            );
        }
    }
    let end = if analysis.completed { "" } else { "; broken off by a limit" };
    anstream::println!(
        "\n{DIM}depth {} (to {} plies), {} nodes in {:.2} s, {:.1} million a second{end}{DIM:#}",
        analysis.depth,
        analysis.seldepth,
        analysis.nodes,
        analysis.seconds,
        analysis.nodes_per_second as f64 / 1e6
    );
}

/// The value in words, with sides by name.
fn verdict(session: &dyn Session, analysis: &Analysis) -> String {
    let mover = session.side_to_move();
    let name = |mine: bool| session.sides()[if mine { mover } else { !mover }.index()];
    match (analysis.winner_in, analysis.score) {
        (Some(plies), score) => format!("{} wins in {plies} plies", name(score > 0)),
        (None, 0) => "equal".into(),
        (None, score) => {
            format!(
                "{} is ahead by {}, after {} plies or turns looked ahead",
                name(score > 0),
                score.abs(),
                analysis.depth
            )
        }
    }
}
