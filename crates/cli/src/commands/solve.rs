//! `ply solve`: the exact value of a position and of its moves.

#![expect(clippy::disallowed_methods, reason = "it prints its running time")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use plyground_arena::files::Existing;
use plyground_catalog::{Catalog, GameRef, MadeTables, Proving, Solution, bounds};
use plyground_search::StopFlag;
use plyground_solve::proof::{Certificate, CertificateHead, Sample};
use plyground_solve::{ExactValue, SolveOptions, SolveProgress};
use serde::Serialize;

use crate::args::{ClusterArgs, JsonArgs, StartArgs, TablesArgs, YesArgs};
use crate::cluster;
use crate::cost::{self, Cost};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{fill, note, print_json, print_line, print_words};
use crate::paint::{DIM, STRONG};
use crate::values::{large, number};
use crate::watch::Watch;
use crate::words::{self, counted, plies, wins};

#[derive(clap::Args, Debug)]
#[command(
    mut_arg("name", |arg| arg.required(false).required_unless_present("verify")),
    after_help = "A certificate proves the value by subproblems some plies below the position. Threads or the workers of a cluster solve the subproblems. `--verify FILE` checks a certificate without trusting it.\n\nExamples:\n  ply solve kalah --setup 4x3 --value-only\n  ply solve tigers --tables tables --threads 4\n  ply solve cachex --setup 3 --database\n  ply solve khet --moves \"d1e2\" --mate-in 2\n  ply solve kalah --setup 5x4 --certificate value.proof --threads 4\n  ply solve --verify value.proof"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    tables: TablesArgs,
    /// Find the shortest forced win within N moves of the side to move (2N - 1 plies), instead of the value
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 100>)]
    mate_in: Option<u32>,
    /// Build the tables of the game and end; Kalah: make or use a database of endings with at most SEEDS seeds, and solve
    #[arg(
        long,
        value_name = "SEEDS",
        num_args = 0..=1,
        allow_negative_numbers = true,
        conflicts_with = "mate_in",
        value_parser = number::<0, { bounds::DATABASE }>
    )]
    database: Option<Option<u32>>,
    /// Compute the value of the position alone, which is faster for Kalah
    #[arg(long, conflicts_with = "mate_in")]
    value_only: bool,
    /// Kalah: store the progress in this file every five minutes, and continue from an existing file
    #[arg(long, value_name = "FILE", requires = "value_only")]
    keep: Option<PathBuf>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 2, allow_hyphen_values = true, value_parser = number::<1, 256>)]
    threads: u32,
    /// Memory in MiB for the transposition table, or for the positions of a game that is solved by tiers
    #[arg(long, value_name = "MIB", default_value_t = 512, allow_hyphen_values = true, value_parser = number::<1, { bounds::TABLE }>)]
    table: u32,
    /// Prove the value, and write the proof to this file as a certificate
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["mate_in", "keep", "value_only"],
        help_heading = CERTIFICATE
    )]
    certificate: Option<PathBuf>,
    /// Depth in plies at which the proof is divided into subproblems
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 4,
        requires = "certificate",
        allow_hyphen_values = true,
        value_parser = number::<0, { bounds::SPLIT }>,
        help_heading = CERTIFICATE
    )]
    split: u32,
    /// Continue an interrupted proof
    #[arg(long, requires = "certificate", help_heading = CERTIFICATE)]
    resume: bool,
    /// Verify this certificate instead of solving; without FILE, compare the tables of the game with the moves of the rules
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["certificate", "mate_in", "value_only", "cluster", "database", "keep"],
        help_heading = CERTIFICATE
    )]
    verify: Option<Option<PathBuf>>,
    /// Solve the subproblems again by the rules of the game alone, without the solver that proved them; slow
    #[arg(long, requires = "verify", help_heading = CERTIFICATE)]
    by_rules: bool,
    /// Number of subproblems to solve again, or of positions to compare, drawn at random [default: all]
    #[arg(
        long,
        value_name = "N",
        requires = "verify",
        allow_hyphen_values = true,
        value_parser = number::<0, 10_000_000>,
        help_heading = CERTIFICATE
    )]
    sample: Option<u32>,
    /// Seed of the random draw of subproblems or positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        requires = "verify",
        allow_hyphen_values = true,
        value_parser = large,
        help_heading = CERTIFICATE
    )]
    seed: u64,
    #[command(flatten)]
    yes: YesArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// The heading of options of certificates.
const CERTIFICATE: &str = "Certificate";
/// Progress bar of work with a known total.
const COUNTED: &str = "{bar:20} {percent}%  {elapsed}  {left}\n{wide_msg}";
/// The progress bar of other work.
const SEARCHING: &str = "{spinner} {elapsed}, {wide_msg}";

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    if let Some(Some(path)) = &args.verify {
        return verify(args, catalog, path);
    }
    if args.verify.is_some() && !args.start.game.is_named() {
        return Err(Failure::Input("`--verify` verifies a certificate or tables: expected `FILE` or `GAME`".into()));
    }
    let game = args.start.game.find(catalog)?;
    if args.verify.is_some() {
        if args.by_rules {
            return Err(Failure::Input("`--by-rules` verifies a certificate: expected `--verify FILE`".into()));
        }
        return verify_tables(args, game);
    }
    if args.database == Some(None) && (args.certificate.is_some() || args.value_only) {
        return Err(Failure::Input(
            "`--database` without SEEDS builds tables alone: expected `--database SEEDS`".into(),
        ));
    }
    if let Some(path) = &args.certificate {
        return prove(args, catalog, game, path);
    }
    if args.cluster.cluster.is_some() {
        return Err(Failure::Input("`--cluster` proves a value by subproblems: expected `--certificate FILE`".into()));
    }
    if args.mate_in.is_none() {
        let cost = game.solve_cost(&args.start.start(), &options(args, StopFlag::default()))?;
        cost::confirm(cost.map(Cost::large).as_ref(), &args.yes)?;
    }
    let watch = Watch::spinner(SEARCHING, args.json.json);
    let options = options(args, watch.stop().clone());
    if args.database == Some(None) {
        return make_tables(args, game, &options, watch);
    }
    if let Some(moves) = args.mate_in {
        return mate(args, game, moves, &options, watch);
    }
    let since = Instant::now();
    let solution = game.solve(&args.start.start(), &options, true, &mut |progress| show(&watch, progress));
    drop(watch);
    let solution = solution?;
    print(&solution, game, args.json.json);
    if !args.json.json {
        print_line!("{DIM}from the {}, {:.1} s{DIM:#}", solution.source, since.elapsed().as_secs_f64());
    }
    Ok(())
}

fn options(args: &Args, stop: StopFlag) -> SolveOptions {
    SolveOptions {
        threads: args.threads as usize,
        table: args.table as usize,
        database: args.database.flatten().map(|seeds| seeds as usize),
        value_only: args.value_only,
        keep: args.keep.clone(),
        by_rules: args.by_rules,
        stop,
        ..args.tables.options()
    }
}

fn sample(args: &Args) -> Sample {
    args.sample.map_or(Sample::All, |count| Sample::Some(count as usize, args.seed))
}

/// Builds the tables of a game.
fn make_tables(args: &Args, game: &GameRef, options: &SolveOptions, watch: Watch) -> Done {
    let since = Instant::now();
    let made = game.make_tables(&args.start.start(), options, &mut |progress| show(&watch, progress));
    drop(watch);
    let made = made?;
    if args.json.json {
        print_json(&made);
        return Ok(());
    }
    let MadeTables { positions, wins, draws, losses, longest, .. } = &made;
    let longest = longest.map_or_else(String::new, |longest| format!(", the end at most {} away", plies(longest)));
    print_words!(
        "{STRONG}{}{STRONG:#}: {}, {}, {} of the side to move{longest}",
        counted(*positions, "position", "positions"),
        counted(*wins, "win", "wins"),
        counted(*draws, "draw", "draws"),
        counted(*losses, "loss", "losses")
    );
    print_line!("{DIM}tables in `{}`, {:.1} s{DIM:#}", made.tables.display(), since.elapsed().as_secs_f64());
    Ok(())
}

/// Compares the tables of a game with the moves of the rules.
fn verify_tables(args: &Args, game: &GameRef) -> Done {
    let watch = Watch::spinner(SEARCHING, args.json.json);
    let options = options(args, watch.stop().clone());
    let checked =
        game.verify_tables(&args.start.start(), &options, sample(args), &mut |progress| show(&watch, progress));
    drop(watch);
    let checked = checked?;
    let (wrong, positions) = (checked.wrong, counted(checked.positions, "position", "positions"));
    if args.json.json {
        print_json(&checked);
    } else if wrong == 0 {
        print_line!("{STRONG}verified{STRONG:#}: the value of each of {positions} is that of its best move");
    }
    match checked.examples.first() {
        None if wrong == 0 => Ok(()),
        example => {
            let example = example.map_or_else(String::new, |example| format!(": {example}"));
            Err(Failure::Undone(format!("{wrong} of {positions} have a wrong value{example}")))
        }
    }
}

fn show(watch: &Watch, progress: &SolveProgress) {
    if progress.is_milestone {
        watch.aside(|| note!("{}", fill(&progress.stage)));
        return;
    }
    watch.look(if progress.done.is_some() { COUNTED } else { SEARCHING });
    watch.message(|| progress.stage.clone());
    watch.show((progress.done.unwrap_or(0.0) * 1000.0) as u64, 1000);
}

/// A certificate as JSON.
#[derive(Serialize)]
struct Proved<'a> {
    #[serde(flatten)]
    head: &'a CertificateHead,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<usize>,
}

/// Proves the value by subproblems.
fn prove(args: &Args, catalog: &Catalog, game: &GameRef, path: &Path) -> Done {
    if path.exists() {
        return Err(Failure::Input(format!("`{}` exists already: expected another file", path.display())));
    }
    let kept = plyground_arena::files::companion(path, "", ".part");
    if kept.exists() && !args.resume {
        return Err(Failure::Input(format!(
            "`{}` exists already: expected `--resume` to continue it, or another file",
            kept.display()
        )));
    }
    files::try_write(path, Existing::Keep)?;
    let watch = Watch::spinner(SEARCHING, args.json.json);
    let mut proving = Proving::new(args.split, options(args, watch.stop().clone()));
    proving.kept = Some(kept.clone());
    if let Some(address) = &args.cluster.cluster {
        proving.elsewhere = Some(cluster::answers(address, &args.cluster, catalog, watch.notice())?);
    }
    let proved = game.prove(&args.start.start(), &proving, &mut |progress| show(&watch, progress));
    drop(watch);
    let certificate = proved.map_err(|error| match Failure::from(error) {
        Failure::Stopped(message) => {
            Failure::Stopped(format!("{message}; the same command with `--resume` continues `{}`", kept.display()))
        }
        other => other,
    })?;
    files::write(path, &certificate.to_string(), Existing::Keep)?;
    // The certificate contains the answers.
    _ = std::fs::remove_file(&kept);
    print_proof(args, &certificate.head, None);
    Ok(())
}

/// Verifies a certificate without trusting it.
fn verify(args: &Args, catalog: &Catalog, path: &Path) -> Done {
    if args.start.game.is_named() {
        let message = "`--verify FILE` cannot be used with `GAME`: the certificate names its game";
        return Err(Failure::Input(message.into()));
    }
    let plyground_catalog::Start { setup, rules, position, moves } = args.start.start();
    if setup.is_some() || rules.is_some() || position.is_some() || !moves.is_empty() || args.resume {
        let message = "`--verify FILE` with a position or `--resume`: the certificate names its position";
        return Err(Failure::Input(message.into()));
    }
    let certificate = Certificate::parse(&files::read(path)?)
        .map_err(|error| Failure::Input(format!("`{}`: {error}", path.display())))?;
    let game = catalog.game(&certificate.head.game)?;
    let watch = Watch::spinner(SEARCHING, args.json.json);
    let options = options(args, watch.stop().clone());
    let verified = game.verify(&certificate, &options, sample(args), &mut |progress| show(&watch, progress));
    drop(watch);
    let verified = verified.map_err(|error| match Failure::from(error) {
        Failure::Undone(message) => Failure::Undone(format!("`{}` proves nothing: {message}", path.display())),
        other => other,
    })?;
    print_proof(args, &certificate.head, Some(verified.proved));
    Ok(())
}

fn print_proof(args: &Args, head: &CertificateHead, verified: Option<usize>) {
    if args.json.json {
        print_json(&Proved { head, verified });
        return;
    }
    print_line!("{}", head.position);
    print_line!(
        "{STRONG}value {} for the side to move{STRONG:#}, proved by {} leaves {} plies below",
        head.value,
        head.leaves,
        head.plies
    );
    if let Some(verified) = verified {
        let how = if args.by_rules { " by the rules alone" } else { "" };
        print_line!("{DIM}verified: the tree, and the bounds of {verified} leaves by solving them again{how}{DIM:#}");
    }
}

/// Finds the shortest forced win.
fn mate(args: &Args, game: &GameRef, moves: u32, options: &SolveOptions, watch: Watch) -> Done {
    let mate = game.mate(&args.start.start(), moves, options, &mut |progress| watch.message(|| progress.stage.clone()));
    drop(watch);
    let mate = mate?;
    if args.json.json {
        print_json(&mate);
        return Ok(());
    }
    match mate.plies {
        Some(found) => print_words!("{STRONG}{} in {}{STRONG:#}: {}", wins(mate.side), plies(found), mate.pv.join(" ")),
        None => {
            print_line!("no forced win of {} within {}", mate.side, plies(moves.saturating_mul(2).saturating_sub(1)));
        }
    }
    print_line!("{DIM}{} nodes{DIM:#}", mate.nodes);
    Ok(())
}

/// Prints an exact value.
pub(super) fn print(solution: &Solution, game: &GameRef, json: bool) {
    let unit = game.info().score_unit.map(|unit| unit.name);
    if json {
        print_json(solution);
        return;
    }
    print_line!("{}", solution.position);
    print_line!("{STRONG}{}{STRONG:#}", words(solution.value, unit, solution.winner, solution.plies));
    for found in &solution.moves {
        print_line!("  {:>6}  {}", found.mv, words(found.value, unit, found.winner, found.plies));
    }
}

fn words(value: ExactValue, unit: Option<&str>, winner: Option<&str>, known: Option<u32>) -> String {
    let within = known.map_or_else(String::new, |known| format!(" in {}", plies(known)));
    match (value, winner) {
        (ExactValue::Margin(margin), Some(winner)) => {
            format!("{} by {}{within}", wins(winner), words::margin(margin.unsigned_abs(), unit))
        }
        (_, Some(winner)) => format!("{}{within}", wins(winner)),
        (_, None) => "a draw".into(),
    }
}
