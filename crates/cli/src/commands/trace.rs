//! `ply trace`: the tree of a search.

use std::path::PathBuf;

use plyground_catalog::keys::Setting;
use plyground_catalog::{Catalog, MOST_VISITS, TRACE_LIMIT};
use plyground_search::Job;
use serde_json::to_string;

use crate::args::{StartArgs, WorkArgs};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{say_json, say_part, write_data};
use crate::values::{large, number};
use crate::watch::Watch;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The agent searches with one thread. The value of a node is for the side to move at the node.\n\nExamples:\n  ply trace kalah --agent alphabeta --depth 2\n  ply trace tigers --agent pvs --depth 3 --svg --out tree.svg\n  ply trace cachex --setup 3 --agent mtdf --depth 2 --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Agent that searches: NAME or NAME:key=value,...; `ply games` lists agents and keys
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    agent: String,
    #[command(flatten)]
    work: WorkArgs,
    /// Record the searches to all depths up to the last, as in a game
    #[arg(long)]
    deepen: bool,
    /// Maximum number of node visits to record
    #[arg(long, value_name = "N", default_value_t = TRACE_LIMIT as u32, allow_hyphen_values = true, value_parser = number::<1, { MOST_VISITS as u32 }>)]
    limit: u32,
    /// Seed of random choices, for an agent whose spec has no seed
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    seed: Option<u64>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["dot", "svg"])]
    json: bool,
    /// Print a graph for Graphviz
    #[arg(long, conflicts_with = "svg")]
    dot: bool,
    /// Print a picture
    #[arg(long)]
    svg: bool,
    /// Write to this file instead of standard output; an existing file is kept unless `--force`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    force: bool,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let mut session = args.start.open(catalog)?;
    let agent = catalog.agent(&**args.start.game.find(catalog)?, &args.agent)?;
    let agent = agent.or("seed", args.seed.map(Setting::Number));
    let existing = files::forced(args.force);
    if let Some(path) = &args.out {
        files::try_write(path, existing)?;
    }
    let watch = Watch::spinner("{spinner} {elapsed}, {wide_msg}", true);
    let job = Job { fixed: !args.deepen, stop: watch.stop().clone(), ..Job::new(args.work.limits()) };
    let trace = session.trace(&agent, &job, args.limit as usize);
    let is_stopped = watch.is_stopped();
    drop(watch);
    if is_stopped {
        return Err(Failure::Stopped("stopped; nothing is recorded".into()));
    }
    let trace = trace?;
    let text = if args.json {
        to_string(&trace).expect("plain data can be written") + "\n"
    } else if args.dot {
        trace.to_dot()
    } else if args.svg {
        trace.to_svg()
    } else {
        trace.to_text()
    };
    match &args.out {
        Some(path) => files::write(path, &text, existing),
        None if args.json => {
            say_json(&trace);
            Ok(())
        }
        None if args.dot || args.svg => {
            write_data(&text);
            Ok(())
        }
        None => {
            say_part!("{text}");
            Ok(())
        }
    }
}
