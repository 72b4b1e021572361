//! `ply tune`: a stronger weight file, and the match that proves it.

use std::path::PathBuf;

use plyground_catalog::{AgentSpec, AnyGame, Catalog, CatalogError, GameRef, Start, Tuning};
use plyground_optimize::{Budget, EndOfRun, Generation, Method, Proof, Tuned, TuningOptions, TuningProgress};

use crate::args::{ClusterArgs, GameArgs, JsonArgs, LIMITS, OpeningArgs, RunArgs, WorkArgs, pairs};
use crate::cluster;
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::out::{print_json, print_line, print_part, print_words};
use crate::paint::{DIM, STRONG};
use crate::values::{bounds, budget, number};
use crate::watch::Watch;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "By default, `ply tune` plays 800 games of a shallow search. Then the tuned weights play a match against the weights from which the run started. Default limit: 10,000 nodes per move, for an agent that has no limit.\n\nExamples:\n  ply tune kalah --out tuned\n  ply tune kalah --method spsa --agent pvs:depth=3,eval=strong --budget 500 --out tuned\n  ply tune khet --method annihill --agent pvs:depth=2,eval=report --kids 4 --generations 3"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Method: `annihill`, `genetic`, `spsa`, `cmaes` or `regression`
    #[arg(long, value_name = "METHOD", default_value = "spsa")]
    method: Method,
    /// Agent that plays; the weights of its evaluation (key `eval`) are tuned [default: pvs:depth=3 with an evaluation that has weights]
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,
    /// Games or nodes of the whole run, such as `5000` or `20000000nodes` [default: as the generations take]
    #[arg(
        long,
        value_name = "N[games|nodes]",
        allow_hyphen_values = true,
        value_parser = budget,
        help_heading = LIMITS
    )]
    budget: Option<Budget>,
    /// Generations [default: by the budget, else annihill 6, genetic 12, spsa 100, cmaes 20, regression 200]
    #[arg(
        long,
        value_name = "G",
        allow_hyphen_values = true,
        value_parser = number::<1, 1_000_000>,
        help_heading = METHOD
    )]
    generations: Option<u32>,
    /// Weight vectors per generation [default: annihill 4, genetic 3, cmaes by dimensions]
    #[arg(
        long,
        value_name = "K",
        allow_hyphen_values = true,
        value_parser = number::<2, 1_000>,
        help_heading = METHOD
    )]
    kids: Option<u32>,
    /// Games between each two weight vectors of a generation, rounded up to pairs [default: 2, spsa 8]
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = number::<1, 1_000_000>,
        help_heading = METHOD
    )]
    games_per_pairing: Option<u32>,
    /// Restrict weights to whole numbers
    #[arg(long, help_heading = METHOD)]
    whole: bool,
    /// Annihill: let the current weight vector play against its neighbours
    #[arg(long, help_heading = METHOD)]
    keep_incumbent: bool,
    /// Annihill: number of climbs, each from another start
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_hyphen_values = true,
        value_parser = number::<1, 1_000>,
        help_heading = METHOD
    )]
    restarts: u32,
    /// Annihill and genetic: start with random weight vectors only, as the Khet report does
    #[arg(long, help_heading = METHOD)]
    random_start: bool,
    /// Genetic: number of best weight vectors that survive unchanged
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_hyphen_values = true,
        value_parser = number::<0, 1_000>,
        help_heading = METHOD
    )]
    elitism: u32,
    /// Regression: files of recorded games
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = METHOD)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    drawn: OpeningArgs,
    /// Games of the final match between the tuned weights and the start; 0 for none
    #[arg(long, value_name = "N", default_value_t = 200, allow_hyphen_values = true, value_parser = number::<0, 1_000_000>)]
    final_games: u32,
    /// Stop the final match when a sequential test decides between two differences in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = bounds)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// The heading of options of methods.
const METHOD: &str = "Method";

/// The search of the default agent.
const SEARCH: &str = "pvs:depth=3";

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.game.find(catalog)?;
    let agent = match &args.agent {
        Some(spec) => spec.clone(),
        None => default_agent(&**game)?,
    };
    if args.final_games == 0 && args.sprt.is_some() {
        return Err(Failure::Input("`--sprt` tests the final match: expected `--final-games` above 0".into()));
    }
    let mut tuning = tuning(args, catalog.agent(&**game, &agent)?);
    if args.cluster.cluster.is_none() {
        cost::confirm(Some(&cost(args, game, &tuning)), &args.run.yes)?;
    }
    let watch = Watch::bar("{bar:20} {pos}/{len} games  {elapsed}\n{wide_msg}", args.json.json);
    if let Some(address) = &args.cluster.cluster {
        tuning.workforces = Some(cluster::workforces(address, &args.cluster, catalog, watch.notice())?);
    }
    let tuned = game.tune(&tuning, args.run.out.as_deref(), watch.stop(), &mut |progress| show(&watch, progress));
    drop(watch);
    let tuned = tuned?;
    if args.json.json {
        print_json(&tuned);
    } else {
        print(&tuned);
    }
    Ok(())
}

/// Estimates the time of all games, with those of the match against the start.
fn cost(args: &Args, game: &GameRef, tuning: &Tuning) -> Cost {
    let start = Start { setup: tuning.setup.clone(), rules: tuning.rules.clone(), ..Start::default() };
    let options = &tuning.options;
    let games = options.games();
    Cost::of_games(&cost::Games {
        games: games.unwrap_or(0).saturating_add(2 * options.final_pairs),
        most_plies: options.max_plies,
        clock: None,
        moves: vec![cost::move_time(game, &start, tuning.limits, &tuning.agent, &args.run.yes)],
        concurrency: options.threads,
        nodes: if games.is_none() { options.budget.nodes.unwrap_or(0) } else { 0 },
    })
}

/// Returns a shallow search with the evaluation of `best` if that has weights, else with the first one that has.
fn default_agent(game: &dyn AnyGame) -> Result<String, CatalogError> {
    let weighted = || game.info().evaluations.iter().filter(|row| row.weights.is_some()).map(|row| row.name);
    let best = game.agent("best")?.info().evaluation;
    let evaluation = best.filter(|&name| weighted().any(|other| other == name)).or_else(|| weighted().next());
    Ok(evaluation.map_or_else(|| SEARCH.to_owned(), |name| format!("{SEARCH},eval={name}")))
}

fn tuning(args: &Args, agent: AgentSpec) -> Tuning {
    let usual = TuningOptions::new(args.method);
    let options = TuningOptions {
        kids: args.kids.map(|kids| kids as usize),
        generations: args.generations,
        pairs: args.games_per_pairing.map(|games| pairs("--games-per-pairing", games)),
        budget: args.budget.unwrap_or_default(),
        keep_incumbent: args.keep_incumbent,
        restarts: args.restarts,
        elite: args.elitism as usize,
        random_start: args.random_start,
        whole: args.whole,
        records: args.records.clone(),
        opening_plies: args.drawn.plies().unwrap_or(usual.opening_plies),
        final_pairs: pairs("--final-games", args.final_games),
        sprt: args.sprt,
        threads: args.run.concurrency as usize,
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
            watch.message(|| format!("generation {generation}, {games} games: fitness {fitness:.3}, range {range:.3}"));
        }
        TuningProgress::Final { opponent, done, total } => {
            watch.show(*done, *total);
            watch.message(|| format!("match against {opponent}"));
        }
    }
}

fn print(tuned: &Tuned) {
    let Tuned { game, method, agent, seed, generations, games, nodes, .. } = tuned;
    let cause = match tuned.cause {
        EndOfRun::Done => "",
        EndOfRun::Budget => ", until the budget was spent",
    };
    print_line!("{STRONG}{game}: {agent} by {method}{STRONG:#}, seed {seed}");
    print_line!("{generations} generations{cause}, {games} games, {nodes} nodes");
    for Proof { opponent, games, wins, draws, losses, elo, repeated, llr, decided, .. } in &tuned.proofs {
        let test = match (llr, decided) {
            (Some(llr), Some(true)) => format!("; decided, LLR {llr:+.2}"),
            (Some(llr), _) => format!("; not decided, LLR {llr:+.2}"),
            (None, _) => String::new(),
        };
        print_line!("against {opponent}: {games} games, +{wins} ={draws} -{losses}, Elo {elo}{test}");
        if *repeated > 0 {
            let all = games + repeated;
            print_words!(
                "  {DIM}{repeated} of {all} games repeat an earlier game of the match and do not count{DIM:#}"
            );
        }
    }
    match &tuned.file {
        Some(file) => print_line!("{DIM}weights, log, plot and games: {}{DIM:#}", file.with_file_name("").display()),
        None => print_part!("\n{}", tuned.text),
    }
}
