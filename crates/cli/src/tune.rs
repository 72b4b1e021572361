//! `ply tune`: weights that play better, and what says so.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyground_catalog::{EndOfRun, Generation, Proof, StopFlag, Tuned, Tuning, TuningProgress};

use crate::Failure;
use crate::args::TuneArgs;
use crate::out::{say, say_part};
use crate::paint::{DIM, STRONG};

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let stop = StopFlag::default();
    let on_interrupt = stop.clone();
    _ = ctrlc::set_handler(move || on_interrupt.stop());
    let target = if args.json { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    // The template is fixed; without it the bar would only be plainer.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games  {msg}  {elapsed}") {
        bar.set_style(style);
    }
    let tuned = tuning(args).run(args.out.as_deref(), &stop, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    let tuned = tuned?;
    if args.json {
        say!("{}", serde_json::to_string(&tuned).expect("plain data can be written"));
    } else {
        print(&tuned);
    }
    Ok(())
}

fn tuning(args: &TuneArgs) -> Tuning {
    let mut tuning = Tuning::new(args.game, args.agent.clone(), args.method);
    tuning.setup.clone_from(&args.setup);
    tuning.rules.clone_from(&args.rules);
    tuning.options.kids = args.kids.map(|kids| kids as usize);
    tuning.options.generations = args.generations;
    tuning.options.pairs = args.games_per_pairing.map(|games| u64::from(games).div_ceil(2));
    tuning.options.budget = args.budget.unwrap_or_default();
    tuning.options.keep_incumbent = args.keep_incumbent;
    tuning.options.restarts = args.restarts;
    tuning.options.elite = args.elitism as usize;
    tuning.options.random_start = args.random_start;
    tuning.options.whole = args.whole;
    tuning.options.records.clone_from(&args.records);
    (tuning.depth, tuning.nodes) = (args.depth, args.nodes);
    if let Some(plies) = args.opening_plies {
        tuning.options.opening_plies = (plies.min(2), plies);
    }
    tuning.options.final_pairs = u64::from(args.final_games).div_ceil(2);
    tuning.options.sprt = args.sprt;
    tuning.options.threads = args.threads as usize;
    tuning.options.seed = args.seed;
    tuning.options.resume = args.resume;
    tuning
}

fn show(bar: &ProgressBar, progress: &TuningProgress<'_>) {
    match progress {
        TuningProgress::Game { done, total } => {
            bar.set_length(*total);
            bar.set_position(*done);
        }
        TuningProgress::Generation(Generation { generation, games, fitness, range, .. }) => {
            bar.set_message(format!("generation {generation}, {games} games: fitness {fitness:.3}, range {range:.3}"));
        }
        TuningProgress::Final { opponent, done, total } => {
            bar.set_length(*total);
            bar.set_position(*done);
            bar.set_message(format!("match against {opponent}"));
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
