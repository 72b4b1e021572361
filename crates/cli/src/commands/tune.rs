//! `ply tune`: weights that play better, and what says so.

use std::path::PathBuf;

use plyground_catalog::{AgentSpec, Catalog, Tuning};
use plyground_optimize::{Budget, EndOfRun, Generation, Method, Proof, Tuned, TuningOptions, TuningProgress};

use crate::args::{ClusterArgs, GameArgs, JsonArgs, OpeningArgs, RunArgs, WorkArgs};
use crate::cluster;
use crate::failure::Done;
use crate::out::{say, say_json, say_part};
use crate::paint::{DIM, STRONG};
use crate::values::{bounds, budget, number};
use crate::watch::Watch;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Where nothing limits the agent, it has 10000 nodes a move.\n\nExamples:\n  ply tune kalah --method spsa --agent pvs:depth=3,eval=strong --budget 500 --out tuned\n  ply tune khet --method annihill --agent pvs:depth=2,eval=report --kids 4 --generations 3"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How: `annihill`, `genetic`, `spsa`, `cmaes` or `regression`
    #[arg(long, value_name = "METHOD")]
    method: Method,
    /// Who plays; its evaluation, a name or a weight file, is what is tuned
    #[arg(long, value_name = "SPEC")]
    agent: String,
    /// Vectors of a generation: 4 for annihill, 3 for genetic; by dimensions for cmaes
    #[arg(long, value_name = "K", allow_hyphen_values = true, value_parser = number::<2, 1_000>)]
    kids: Option<u32>,
    /// Generations: what the budget in games pays, else 6 for annihill, 12 genetic, 100 spsa, 20 cmaes, 200 regression
    #[arg(long, value_name = "G", allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    generations: Option<u32>,
    /// Games of every two vectors of a generation, rounded up to pairs: 2, for spsa 8
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    games_per_pairing: Option<u32>,
    /// What may be spent: a number of games such as `5000`, or of nodes such as `20000000nodes`
    #[arg(long, value_name = "N[games|nodes]", allow_hyphen_values = true, value_parser = budget)]
    budget: Option<Budget>,
    /// Annihill: the present vector plays among its neighbours
    #[arg(long)]
    keep_incumbent: bool,
    /// Annihill: how often the climb is made
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true, value_parser = number::<1, 1_000>)]
    restarts: u32,
    /// Genetic: how many of the best live on unchanged
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = number::<0, 1_000>)]
    elitism: u32,
    /// Annihill and genetic: random vectors alone at first, as in the Khet report
    #[arg(long)]
    random_start: bool,
    /// Whole weights only
    #[arg(long)]
    whole: bool,
    /// Regression: files of recorded games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    drawn: OpeningArgs,
    /// Games of the match at the end, against the start and what else there is; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, allow_hyphen_values = true, value_parser = number::<0, 1_000_000>)]
    final_games: u32,
    /// Let a sequential test end that match, between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = bounds)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.game.find(catalog)?;
    let mut tuning = tuning(args, catalog.agent(&**game, &args.agent)?);
    let watch = Watch::bar("{bar:20} {pos}/{len} games  {elapsed}\n{wide_msg}", args.json.json);
    if let Some(address) = &args.cluster.cluster {
        tuning.workforces = Some(cluster::workforces(address, &args.cluster, catalog, watch.notice())?);
    }
    let tuned = game.tune(&tuning, args.run.out.as_deref(), watch.stop(), &mut |progress| show(&watch, progress));
    drop(watch);
    let tuned = tuned?;
    if args.json.json {
        say_json(&tuned);
    } else {
        print(&tuned);
    }
    Ok(())
}

fn tuning(args: &Args, agent: AgentSpec) -> Tuning {
    let usual = TuningOptions::new(args.method);
    let options = TuningOptions {
        kids: args.kids.map(|kids| kids as usize),
        generations: args.generations,
        pairs: args.games_per_pairing.map(|games| u64::from(games).div_ceil(2)),
        budget: args.budget.unwrap_or_default(),
        keep_incumbent: args.keep_incumbent,
        restarts: args.restarts,
        elite: args.elitism as usize,
        random_start: args.random_start,
        whole: args.whole,
        records: args.records.clone(),
        opening_plies: args.drawn.plies().unwrap_or(usual.opening_plies),
        final_pairs: u64::from(args.final_games).div_ceil(2),
        sprt: args.sprt,
        threads: args.run.threads as usize,
        seed: args.run.seed,
        resume: args.run.resume,
        ..usual
    };
    Tuning {
        setup: args.game.setup.clone(),
        rules: args.game.rules.clone(),
        limits: args.work.limits(),
        ..Tuning::new(agent, options)
    }
}

fn show(watch: &Watch, progress: &TuningProgress<'_>) {
    match progress {
        TuningProgress::Game { done, total } => watch.show(*done, *total),
        TuningProgress::Generation(Generation { generation, games, fitness, range, .. }) => {
            watch.say(format!("generation {generation}, {games} games: fitness {fitness:.3}, range {range:.3}"));
        }
        TuningProgress::Final { opponent, done, total } => {
            watch.show(*done, *total);
            watch.say(format!("match against {opponent}"));
        }
    }
}

fn print(tuned: &Tuned) {
    let Tuned { game, method, agent, seed, generations, games, nodes, .. } = tuned;
    let cause = match tuned.cause {
        EndOfRun::Done => "",
        EndOfRun::Budget => ", as far as the budget went",
    };
    say!("{STRONG}{game}: {agent} by {method}{STRONG:#}, seed {seed}");
    say!("{generations} generations{cause}, {games} games, {nodes} nodes");
    for Proof { opponent, games, wins, draws, losses, elo, llr, decided, .. } in &tuned.proofs {
        let test = match (llr, decided) {
            (Some(llr), Some(true)) => format!("; decided, LLR {llr:+.2}"),
            (Some(llr), _) => format!("; not decided, LLR {llr:+.2}"),
            (None, _) => String::new(),
        };
        say!("against {opponent}: {games} games, +{wins} ={draws} -{losses}, Elo {elo}{test}");
    }
    match &tuned.file {
        Some(file) => say!("{DIM}weights, log, plot and games: {}{DIM:#}", file.with_file_name("").display()),
        None => say_part!("\n{}", tuned.text),
    }
}
