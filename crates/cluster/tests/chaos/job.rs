//! Job of a scene, and its result without faults.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Kind of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Job {
    Match,
    Sprt,
    Tournament,
    Tune,
    MatchHere,
    TuneHere,
}

/// Result of a run.
pub(super) struct Calm {
    /// Output of the command.
    pub(super) printed: String,
    /// Content of its files by name.
    pub(super) files: BTreeMap<PathBuf, String>,
    pub(super) games: u64,
}

impl Job {
    pub(super) const ALL: [Job; 6] = [Job::Match, Job::Sprt, Job::Tournament, Job::Tune, Job::MatchHere, Job::TuneHere];

    /// Returns the job of a scene.
    pub(super) fn of_scene(number: usize) -> Job {
        Job::ALL[number % Job::ALL.len()]
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Job::Match => "match",
            Job::Sprt => "sequential-test",
            Job::Tournament => "tournament",
            Job::Tune => "tuning",
            Job::MatchHere => "match-here",
            Job::TuneHere => "tuning-here",
        }
    }

    pub(super) fn about(self) -> &'static str {
        match self {
            Job::Match => "a match on a cluster",
            Job::Sprt => "a sequential test on a cluster",
            Job::Tournament => "a tournament on a cluster",
            Job::Tune => "a tuning on a cluster",
            Job::MatchHere => "a match on one machine, on two threads",
            Job::TuneHere => "a tuning on one machine",
        }
    }

    /// Reports whether workers play it.
    pub(super) fn is_clustered(self) -> bool {
        matches!(self, Job::Match | Job::Sprt | Job::Tournament | Job::Tune)
    }

    /// Returns the command with its files in a folder. `size` is its number of games in per cent of the usual number.
    pub(super) fn arguments(self, folder: &Path, seed: u64, size: u64) -> Vec<String> {
        let of = |usual: u64| (usual * size / 100).max(4);
        let text = match self {
            Job::Match => {
                format!("match kalah --first pvs:table=1 --second alphabeta --nodes 8000 --games {}", of(300))
            }
            Job::Sprt => format!(
                "match kalah --first alphabeta:nodes=9000 --second alphabeta:nodes=8000 --sprt 0,60 --games {}",
                of(400)
            ),
            Job::Tournament => {
                format!("tournament tigers greedy random pvs:table=1 --nodes 6000 --max-plies 120 --rounds {}", of(40))
            }
            Job::Tune => format!(
                "tune kalah --method genetic --agent alphabeta:depth=5,eval=strong --final-games {} --budget {}",
                of(40),
                of(200)
            ),
            Job::MatchHere => {
                format!("match khet --first pvs:table=1 --second greedy --nodes 2500 --threads 2 --games {}", of(80))
            }
            Job::TuneHere => format!(
                "tune kalah --method spsa --agent pvs:depth=3,eval=strong,table=1 --final-games {} --budget {}",
                of(40),
                of(1000)
            ),
        };
        let out = match self {
            Job::Tournament | Job::Tune | Job::TuneHere => folder.to_owned(),
            Job::Match | Job::Sprt | Job::MatchHere => folder.join("games.jsonl"),
        };
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        words.extend(["--seed".into(), seed.to_string(), "--json".into(), "--resume".into(), "--out".into()]);
        words.push(out.display().to_string());
        words
    }

    /// Runs it without faults.
    pub(super) fn calm(self, ply: &Path, folder: &Path, seed: u64, size: u64) -> Result<Calm, String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let output = Command::new(ply).args(self.arguments(folder, seed, size)).stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("{}: {error}", ply.display()))?;
        if !output.status.success() {
            return Err(format!("the calm run failed: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let printed = String::from_utf8_lossy(&output.stdout).replace(&folder.display().to_string(), "");
        let files = files(folder)?;
        let records = files.iter().filter(|(name, _)| name.extension().is_some_and(|end| end == "jsonl"));
        let games = records.map(|(_, text)| text.lines().count() as u64).sum();
        Ok(Calm { printed, files, games })
    }
}

/// Returns the content of all files of a folder. The path of the folder itself, which differs between runs, is removed from the
/// content.
pub(super) fn files(folder: &Path) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files = BTreeMap::new();
    read_into(&mut files, folder, Path::new(""))?;
    let own = folder.display().to_string();
    Ok(files.into_iter().map(|(name, text)| (name, text.replace(&own, ""))).collect())
}

/// Reads the files of a folder inside another one.
fn read_into(files: &mut BTreeMap<PathBuf, String>, folder: &Path, below: &Path) -> Result<(), String> {
    let place = folder.join(below);
    let fault = |error: std::io::Error| format!("{}: {error}", place.display());
    for entry in fs::read_dir(&place).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        let name = below.join(entry.file_name());
        if entry.path().is_dir() {
            read_into(files, folder, &name)?;
        } else {
            let bytes = fs::read(entry.path()).map_err(fault)?;
            files.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(())
}
