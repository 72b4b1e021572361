//! `ply learn`: tables or a network of an evaluation from self-play, and the matches that chose them.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use plyground_catalog::{Catalog, GameInfo, LearnedModel, Learning, bounds};
use plyground_optimize::EndOfRun;
use plyground_optimize::learning::{
    ExportedSamples, LearnedGeneration, LearningOptions, LearningProgress, LearningResult, PositionFilter,
};
use plyground_search::Limits;

use crate::args::{ClusterArgs, GameArgs, JsonArgs, LIMITS, OUTPUT, RunArgs, pairs};
use crate::cluster;
use crate::cost::{self, Cost, Games};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{print_json, print_line};
use crate::paint::{DIM, STRONG};
use crate::values::{bounds as elo_bounds, number, share, time};
use crate::watch::Watch;
use crate::words::counted;

#[derive(clap::Args, Debug)]
#[command(
    mut_arg("out", |out| out.required(true)),
    after_help = "In each generation, the present evaluation plays games against itself, and tables or a network are fitted to the games. The fitted values, multiplied by the best factor of `--shares`, then play the present evaluation, until sequential tests decide which of the two stays. Tables need a game with an evaluation that has tables; `ply games GAME` lists them: `learned` at Khet and Kalah, `house-pairs` at Kalah. A network works for any game that has such an evaluation or an observation. A run holds at most 2,000,000 positions in memory, about 150 bytes each.\n\nExamples:\n  ply learn kalah --out learned\n  ply learn khet --out learned --budget 2h --concurrency 2\n  ply learn khet --out learned --resume\n  ply learn tigers --model network --agent best:eval=nothing --out learned\n  ply learn kalah --games 2000 --out data --export kalah.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Agent that plays; learning starts from the tables of its evaluation (key `eval`)
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    /// What to learn: `tables`, or a `network` on top of the evaluation of the agent
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = ModelName::Tables, hide_possible_values = true)]
    model: ModelName,
    /// Neurons of a network per side, a multiple of 8 [default: 32]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<8, 128>)]
    hidden: Option<u32>,
    /// Inputs of a network: an evaluation with tables, or `planes` [default: the first with tables; else, and on `nothing`, planes]
    #[arg(long, value_name = "NAME")]
    inputs: Option<String>,
    /// Start with tables or a network of zeros instead
    #[arg(long)]
    from_base: bool,
    /// Time after which the run ends with the finished generations, such as `2h`
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time, help_heading = LIMITS)]
    budget: Option<Duration>,
    /// Generations [default: 3, or as the budget allows]
    #[arg(long, value_name = "G", allow_hyphen_values = true, value_parser = number::<1, 1_000>, help_heading = LIMITS)]
    generations: Option<u32>,
    /// Games of self-play per generation, rounded up to pairs
    #[arg(long, value_name = "N", default_value_t = 16_000, allow_hyphen_values = true, value_parser = number::<1, 10_000_000>)]
    games: u32,
    /// Nodes per move of self-play
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_hyphen_values = true, value_parser = number::<1, { u32::MAX }>, help_heading = LIMITS)]
    nodes: u32,
    /// Maximum number of random moves of an opening [default: 4 to 8]
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<0, { bounds::OPENING_PLIES }>)]
    opening_plies: Option<u32>,
    /// Positions to leave out: `quiet` noisy and decided ones, `none` no position [default: quiet for tables, none for networks]
    #[arg(long, value_name = "FILTER", value_parser = filters(), hide_possible_values = true)]
    filter: Option<PositionFilter>,
    /// Positions of each game to search again, so that their principal variations give samples too
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = number::<0, 1_000>)]
    pv_searches: u32,
    /// Folder of tables of exact values, which label the positions they contain
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Plies before the end of a game at which its result counts half as much [default: never]
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, value_parser = number::<1, 10_000>)]
    half_life: Option<u32>,
    /// Weight of a game's result in the target of the fit, 0 to 1; the search score has the rest
    #[arg(long, value_name = "W", default_value_t = 0.75, allow_hyphen_values = true, value_parser = share)]
    result_weight: f64,
    /// Factors by which the fitted tables are multiplied and tried in games, in ascending order
    #[arg(
        long,
        value_name = "S,…",
        value_delimiter = ',',
        default_value = "0.125,0.25,0.5,1",
        allow_hyphen_values = true,
        value_parser = share
    )]
    shares: Vec<f64>,
    /// Games of the tables with each factor of `--shares` against the present evaluation
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    share_games: u32,
    /// Nodes per move of the matches, in ascending order; all matches must accept a generation
    #[arg(
        long,
        value_name = "N,…",
        value_delimiter = ',',
        default_value = "20000,100000",
        allow_hyphen_values = true,
        value_parser = number::<1, { u32::MAX }>,
        help_heading = LIMITS
    )]
    match_nodes: Vec<u32>,
    /// Maximum number of games of a match that accepts or rejects a generation
    #[arg(long, value_name = "N", default_value_t = 2_000, allow_hyphen_values = true, value_parser = number::<1, 1_000_000>)]
    match_games: u32,
    /// Bounds of the sequential test that accepts a generation, in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", allow_hyphen_values = true, value_parser = elo_bounds)]
    sprt: (f64, f64),
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Write the samples of the recorded games to this file as text, and learn nothing; without games, play one generation
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    export: Option<PathBuf>,
    /// Replace an existing file of samples
    #[arg(long, requires = "export", help_heading = OUTPUT)]
    force: bool,
    #[command(flatten)]
    json: JsonArgs,
}

/// The form of what is learned, as the command names it.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ModelName {
    Tables,
    Network,
}

/// Returns the parser of filters.
fn filters() -> impl TypedValueParser<Value = PositionFilter> {
    let names = PossibleValuesParser::new(PositionFilter::ALL.map(PositionFilter::name));
    names.map(|name| PositionFilter::named(&name).expect("the parser takes names of filters"))
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let out = args.run.out.as_deref().expect("the argument is required");
    let game = args.game.find(catalog)?;
    let options = options(args, game.info());
    for (option, games) in
        [("--games", args.games), ("--share-games", args.share_games), ("--match-games", args.match_games)]
    {
        pairs(option, games);
    }
    let agent = catalog.agent(&**game, &args.agent)?;
    let force = files::forced(args.force);
    if args.model == ModelName::Tables && (args.hidden.is_some() || args.inputs.is_some()) {
        let message = "`--hidden` and `--inputs` with tables: expected `--model network`";
        return Err(Failure::Input(message.into()));
    }
    if let Some(file) = &args.export {
        if files::is_inside(file, out) {
            let message = format!("`{}` is in the folder of the run: expected another `--export`", file.display());
            return Err(Failure::Input(message));
        }
        files::try_write(file, force)?;
    }
    if args.cluster.cluster.is_none() {
        cost::confirm(Some(&cost(&options, args.budget, args.export.is_some())), &args.run.yes)?;
    }
    let watch = Watch::bar("{bar:20} {pos}/{len}  {elapsed}  {left}\n{wide_msg}", args.json.json);
    let workforces = args.cluster.cluster.as_ref();
    let workforces =
        workforces.map(|address| cluster::workforces(address, &args.cluster, catalog, watch.notice())).transpose()?;
    let learning = Learning {
        setup: args.game.setup.clone(),
        rules: args.game.rules.clone(),
        model: match args.model {
            ModelName::Tables => LearnedModel::Tables,
            ModelName::Network => {
                LearnedModel::Network { hidden: args.hidden.unwrap_or(32) as usize, inputs: args.inputs.clone() }
            }
        },
        from_base: args.from_base,
        tables: args.tables.clone(),
        workforces,
        budget: watch.stop().child(),
        ..Learning::new(agent, options)
    };
    let mut each = |progress: &LearningProgress<'_>| {
        if args.budget.is_some_and(|budget| watch.elapsed() >= budget) {
            learning.budget.stop();
        }
        show(&watch, progress);
    };
    if let Some(file) = &args.export {
        let written = game.export_samples(&learning, out, (file, force), watch.stop(), &mut each);
        drop(watch);
        print_samples(&written?, args.json.json);
        return Ok(());
    }
    let learned = game.learn(&learning, out, watch.stop(), &mut each);
    drop(watch);
    let learned = learned?;
    if args.json.json {
        print_json(&learned);
    } else {
        print(&learned);
    }
    Ok(())
}

fn options(args: &Args, game: &GameInfo) -> LearningOptions {
    let usual = match args.model {
        ModelName::Tables => LearningOptions::default(),
        ModelName::Network => LearningOptions::of_network(),
    };
    LearningOptions {
        games: args.games.into(),
        nodes: args.nodes.into(),
        generations: args.generations.or(if args.budget.is_some() { None } else { usual.generations }),
        opening_plies: args.opening_plies.map_or(usual.opening_plies, |most| (most.min(4), most)),
        max_plies: game.max_plies,
        filter: args.filter.unwrap_or(usual.filter),
        pv_searches: args.pv_searches.into(),
        half_life: args.half_life.map(f64::from),
        result_weight: args.result_weight,
        shares: args.shares.clone(),
        share_games: args.share_games.into(),
        match_nodes: args.match_nodes.iter().map(|&nodes| nodes.into()).collect(),
        match_games: args.match_games.into(),
        sprt: args.sprt,
        seed: args.run.seed,
        threads: args.run.concurrency as usize,
        resume: args.run.resume,
        ..usual
    }
}

/// Estimates the time of the generations, at most.
fn cost(options: &LearningOptions, budget: Option<Duration>, is_export: bool) -> Cost {
    let games = |games: u64, nodes: u64| Games {
        games,
        most_plies: options.max_plies,
        clock: None,
        moves: vec![cost::known_time(Limits::nodes(nodes))],
        concurrency: options.threads,
        nodes: 0,
    };
    if is_export {
        // The games of one generation, without matches.
        return Cost::of_generations(&[games(options.games, options.nodes)], Some(1), budget);
    }
    let shares = options.shares.len() as u64 * options.share_games;
    let matches = options.match_nodes.iter().enumerate();
    let matches =
        matches.map(|(place, &nodes)| games(options.match_games + if place == 0 { shares } else { 0 }, nodes));
    let generation: Vec<Games> = std::iter::once(games(options.games, options.nodes)).chain(matches).collect();
    Cost::of_generations(&generation, options.generations, budget)
}

fn show(watch: &Watch, progress: &LearningProgress<'_>) {
    match progress {
        LearningProgress::Step { generation, stage, done, total } => {
            watch.show(*done, *total);
            watch.message(|| format!("generation {generation}: {stage}"));
        }
        LearningProgress::Generation(generation) => watch.note(&line(generation)),
    }
}

/// Returns a generation: what it learned from, how well the fit foretells other games, and whether it plays better.
fn line(generation: &LearnedGeneration) -> String {
    let LearnedGeneration { generation: number, games, positions, explained: [base, fitted], .. } = generation;
    let (base, fitted) = (100.0 * base, 100.0 * fitted);
    let mut text = format!(
        "generation {number}: {games} games, {positions} positions\n  \
         share of the variance of held-out results explained before the fit: {base:.1}%, after it: {fitted:.1}%"
    );
    let (Some(share), false) = (generation.share, generation.tests.is_empty()) else {
        return text + "\n  not accepted: no fitted values differ from the present ones";
    };
    for test in &generation.tests {
        text +=
            &format!("\n  {share} of the fitted values against the present evaluation, {} nodes: {test}", test.nodes);
    }
    text + if generation.accepted { "\n  accepted" } else { "\n  not accepted" }
}

fn print_samples(written: &ExportedSamples, is_json: bool) {
    if is_json {
        print_json(written);
    } else {
        let ExportedSamples { samples, games, inputs, file, .. } = written;
        print_line!("{samples} samples of {games} games, {inputs} inputs");
        print_line!("{DIM}samples: {}{DIM:#}", file.display());
    }
}

fn print(learned: &LearningResult) {
    let LearningResult { game, agent, seed, cause, generations, file, .. } = learned;
    let cause = match cause {
        EndOfRun::Done => "",
        EndOfRun::Budget => ", until the budget was spent",
    };
    let accepted = generations.iter().filter(|generation| generation.accepted).count();
    print_line!("{STRONG}{game}: {agent}{STRONG:#}, seed {seed}");
    for generation in generations {
        print_line!("{}", line(generation));
    }
    let count = counted(generations.len() as u64, "generation", "generations");
    print_line!("{count}{cause}, {accepted} accepted");
    if let Some(file) = file {
        print_line!("{DIM}weights: {}{DIM:#}", file.display());
    }
}
