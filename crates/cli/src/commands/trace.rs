//! `ply trace`: the tree of a search, or how a solver comes to a value.

use std::path::PathBuf;

use plyground_catalog::keys::Setting;
use plyground_catalog::{Catalog, CatalogError, MOST_VISITS, SolverTrace, TRACE_LIMIT, Trace, TracedSolver};
use plyground_search::{Job, StopFlag};
use serde::Serialize;
use serde_json::to_string;

use crate::args::{StartArgs, WorkArgs};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{print_json, print_part, write_data};
use crate::values::{large, number};
use crate::watch::Watch;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The value of a node is for the side to move at the node. Threads that split the root (`alphabeta:threads=2`) take turns, as threads of equal speed; other searches have one thread.\n\nA solver is traced in place of an agent: `retrograde` values all positions that can follow, pass by pass; `proof-numbers` searches for a win of the side to move within `--depth` plies.\n\nExamples:\n  ply trace kalah --agent alphabeta --depth 2\n  ply trace tigers --agent pvs --depth 3 --svg tree.svg\n  ply trace cachex --setup 3 --agent mtdf --depth 2 --json\n  ply trace kalah --setup 2x1 --solver retrograde"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Agent that searches: NAME or NAME:key=value,...; `ply games GAME` lists agents, with `--keys` keys
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    agent: String,
    /// Solver to trace, instead of an agent
    #[arg(long, value_name = "SOLVER", conflicts_with_all = ["agent", "deepen", "nodes", "seed"])]
    solver: Option<Solver>,
    #[command(flatten)]
    work: WorkArgs,
    /// Record the searches to all depths up to the last, as in a game
    #[arg(long)]
    deepen: bool,
    /// Maximum number of node visits to record, or of positions of a solver
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
    /// Write a picture to this file, or without a file print it
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    svg: Option<Option<PathBuf>>,
    /// Write to this file instead of standard output; an existing file needs `--force`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
}

/// What `--solver` names; the help describes both at its end.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Solver {
    Retrograde,
    ProofNumbers,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let existing = files::forced(args.force);
    let out = match (&args.out, args.svg.as_ref().and_then(Option::as_ref)) {
        (Some(_), Some(_)) => {
            return Err(Failure::Input("`--svg FILE` and `--out` name two files: expected one".into()));
        }
        (out, picture) => out.as_ref().or(picture),
    };
    match out {
        Some(path) => files::try_write(path, existing)?,
        None if args.force => return Err(Failure::Input("`--force` without a file: expected `--out FILE`".into())),
        None => {}
    }
    let traced = match args.solver {
        Some(solver) => Traced::Solver(trace_solver(args, solver, catalog)?),
        None => Traced::Agent(Box::new(trace_agent(args, catalog)?)),
    };
    let text =
        if args.json { to_string(&traced).expect("plain data can be written") + "\n" } else { traced.drawn(args) };
    match out {
        Some(path) => return files::write(path, &text, existing),
        None if args.json => print_json(&traced),
        None if args.dot || args.svg.is_some() => write_data(&text),
        None => print_part!("{text}"),
    }
    Ok(())
}

/// The trace of an agent or of a solver.
#[derive(Serialize)]
#[serde(untagged)]
enum Traced {
    Agent(Box<Trace>),
    Solver(SolverTrace),
}

impl Traced {
    /// Returns the trace in the format of the options.
    fn drawn(&self, args: &Args) -> String {
        match (self, args.dot, args.svg.is_some()) {
            (Traced::Agent(trace), true, _) => trace.to_dot(),
            (Traced::Agent(trace), _, true) => trace.to_svg(),
            (Traced::Agent(trace), ..) => trace.to_text(),
            (Traced::Solver(trace), true, _) => trace.to_dot(),
            (Traced::Solver(trace), _, true) => trace.to_svg(),
            (Traced::Solver(trace), ..) => trace.to_text(),
        }
    }
}

fn trace_agent(args: &Args, catalog: &Catalog) -> Result<Trace, Failure> {
    let mut session = args.start.open(catalog)?;
    let agent = catalog.agent(&**args.start.game.find(catalog)?, &args.agent)?;
    let agent = agent.or("seed", args.seed.map(Setting::Number));
    watched(|stop| {
        let job = Job { fixed: !args.deepen, stop: stop.clone(), ..Job::new(args.work.limits()) };
        session.trace(&agent, &job, args.limit as usize)
    })
}

fn trace_solver(args: &Args, solver: Solver, catalog: &Catalog) -> Result<SolverTrace, Failure> {
    let game = args.start.game.find(catalog)?;
    let solver = match (solver, args.work.limits().depth) {
        (Solver::Retrograde, None) => TracedSolver::Retrograde,
        (Solver::ProofNumbers, Some(plies)) => TracedSolver::ProofNumbers { plies },
        (Solver::Retrograde, Some(_)) => {
            return Err(Failure::Input("`--solver retrograde` values all positions: expected no `--depth`".into()));
        }
        (Solver::ProofNumbers, None) => {
            let expected = "expected `--depth PLIES`, such as `--depth 5`";
            return Err(Failure::Input(format!(
                "`--solver proof-numbers` searches for a win within a number of plies: {expected}"
            )));
        }
    };
    watched(|stop| game.trace_solver(&args.start.start(), solver, args.limit as usize, stop))
}

/// Records while the time is shown, until Ctrl-C.
fn watched<T>(record: impl FnOnce(&StopFlag) -> Result<T, CatalogError>) -> Result<T, Failure> {
    let watch = Watch::spinner("{spinner} {elapsed}, {wide_msg}", true);
    let trace = record(watch.stop());
    if watch.is_stopped() {
        return Err(Failure::Stopped("stopped; nothing is recorded".into()));
    }
    Ok(trace?)
}
