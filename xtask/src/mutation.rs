//! `cargo xtask mutation`: cargo-mutants over the crates whose every line must be exact.
//!
//! cargo-mutants changes one expression after the other and runs the tests of its crate. What no test notices is either a gap or
//! makes no difference; the latter is argued away by name in `.cargo/mutants.toml`. A run takes days. One that was broken off goes on
//! with the first shard that was not finished; a sample is one such shard, and each number is another one.

use std::fs;

use camino::Utf8Path;
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::step::{Step, printed};
use crate::workspace::Workspace;

/// A part of the tree: its name, its crate and its files.
struct Part {
    name: &'static str,
    package: &'static str,
    files: &'static str,
}

const fn part(name: &'static str, package: &'static str, files: &'static str) -> Part {
    Part { name, package, files }
}

const PARTS: &[Part] = &[
    part("khet", "plyground-khet", "crates/khet/src/**"),
    part("kalah", "plyground-kalah", "crates/kalah/src/**"),
    part("tigers", "plyground-tigers", "crates/tigers/src/**"),
    part("cachex", "plyground-cachex", "crates/cachex/src/**"),
    part("eval", "plyground-eval", "crates/eval/src/**"),
    part("search", "plyground-search", "crates/search/src/**"),
    part("reports", "plyground-reports", "crates/reports/src/**"),
    part("statistics", "plyground-statistics", "crates/statistics/src/**"),
];

/// So many of a hundred mutants that compile have to be noticed.
const BAR: f64 = 95.0;

/// Mutants are tried in shards of about so many: what a run that was broken off has to do again.
const SHARD: usize = 100;

/// The parts to try, and how much of them.
pub(crate) fn arguments(command: Command) -> Command {
    let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    let parts = Arg::new("parts").num_args(0..).value_parser(names).help("The parts to try; all when none is named");
    let sample = Arg::new("sample").long("sample").value_name("N").value_parser(value_parser!(u32).range(1..));
    let number = Arg::new("number").long("number").value_name("K").value_parser(value_parser!(u32).range(1..));
    command
        .arg(parts)
        .arg(sample.help("Only about N mutants of each part, evenly from all of its files"))
        .arg(number.requires("sample").help("Which sample, from 1, the first: no mutant is in two of them"))
}

/// Tries the parts that were named, or all.
///
/// # Errors
/// When cargo-mutants is missing, the tests fail without any mutant, or too few mutants are noticed.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let named: Vec<&String> = matches.get_many("parts").into_iter().flatten().collect();
    let chosen = PARTS.iter().filter(|part| named.is_empty() || named.iter().any(|name| *name == part.name));
    let sample = matches
        .get_one("sample")
        .map(|&about| Sample { about, number: matches.get_one("number").copied().unwrap_or(1) });
    try_parts(workspace, chosen, sample)
}

/// Tries every mutant of every part.
///
/// # Errors
/// As [`run`].
pub(crate) fn all(workspace: &Workspace) -> Result<(), String> {
    try_parts(workspace, PARTS.iter(), None)
}

/// One shard that stands for its part: cargo-mutants deals mutants out one by one.
#[derive(Clone, Copy)]
struct Sample {
    /// So many mutants, about.
    about: u32,
    /// From 1.
    number: u32,
}

impl Sample {
    /// Of so many mutants, the shard, from 0, and how many there are.
    fn shard(self, mutants: usize) -> Result<(usize, usize), String> {
        let shards = mutants.div_ceil(self.about as usize);
        let shard = self.number as usize - 1;
        if shard < shards {
            return Ok((shard, shards));
        }
        Err(format!("sample {}, expected 1 to {shards}: there are {mutants} mutants", self.number))
    }
}

/// Tries every mutant of these parts, or a sample of each.
fn try_parts<'a>(
    workspace: &Workspace,
    parts: impl Iterator<Item = &'a Part>,
    sample: Option<Sample>,
) -> Result<(), String> {
    let root = &workspace.root;
    if printed("cargo", &["mutants", "--version"], root).is_empty() {
        return Err("cargo-mutants is missing; to install it: cargo install cargo-mutants --locked".into());
    }
    let commit = printed("git", &["describe", "--always", "--dirty", "--abbrev=40"], root);
    let (mut rows, mut missed) = (Vec::new(), Vec::new());
    for part in parts {
        let mutants = printed("cargo", &["mutants", "--list", "--package", part.package, "--file", part.files], root);
        let count = mutants.lines().count();
        let (tried, shards) = match sample {
            Some(sample) => sample.shard(count).map(|(shard, shards)| (shard..shard + 1, shards))?,
            None => (0..count.div_ceil(SHARD), count.div_ceil(SHARD)),
        };
        let mut found = Found::default();
        for shard in tried {
            println!("\n==> {}, {count} mutants, shard {} of {shards}", part.name, shard + 1);
            let output = workspace.target.join(format!("mutation/{}/{shard}-of-{shards}", part.name));
            try_shard(root, part, &format!("{shard}/{shards}"), &output, &commit)?;
            found.add(&output.join("mutants.out"))?;
        }
        rows.push(found.row(part.name));
        if found.noticed_percent() < BAR {
            missed.push(format!("{}: {:.1}%", part.name, found.noticed_percent()));
        }
    }
    println!("\n{HEAD}\n{}", rows.join("\n"));
    if missed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "fewer than {BAR}% of the mutants were noticed: {}; see missed.txt under target/mutation",
        missed.join(", ")
    ))
}

/// Tries one shard, unless that was done at this commit.
fn try_shard(root: &Utf8Path, part: &Part, shard: &str, output: &Utf8Path, commit: &str) -> Result<(), String> {
    let mark = output.join("finished");
    if !commit.ends_with("-dirty\n") && fs::read_to_string(&mark).is_ok_and(|done| done == commit) {
        println!("    done before");
        return Ok(());
    }
    let said = |error: std::io::Error| format!("{output}: {error}");
    fs::create_dir_all(output).map_err(said)?;
    let line = format!(
        "cargo mutants --package {} --file {} --shard {shard} --sharding round-robin --output {output} --colors never",
        part.package, part.files
    );
    let step = Step::new("mutants", &line).with("INSTA_UPDATE", "no").with("INSTA_FORCE_PASS", "0");
    // It fails when a mutant was missed, too; those are counted.
    let done = step.run(root);
    if !output.join("mutants.out/caught.txt").exists() || Found::of(&output.join("mutants.out"))?.tried() == 0 {
        return done;
    }
    fs::write(&mark, commit).map_err(said)
}

const HEAD: &str =
    "| part | noticed | not noticed | do not compile | noticed of those that compile |\n|---|---|---|---|---|";

/// How many mutants of a part came to which end.
#[derive(Default, PartialEq, Debug)]
struct Found {
    noticed: usize,
    missed: usize,
    broken: usize,
}

impl Found {
    /// Counts the lists that cargo-mutants leaves in a folder. A mutant whose tests never end is noticed.
    fn of(lists: &Utf8Path) -> Result<Found, String> {
        let mut found = Found::default();
        found.add(lists)?;
        Ok(found)
    }

    fn add(&mut self, lists: &Utf8Path) -> Result<(), String> {
        let count = |name: &str| {
            let path = lists.join(name);
            fs::read_to_string(&path).map(|text| text.lines().count()).map_err(|error| format!("{path}: {error}"))
        };
        self.noticed += count("caught.txt")? + count("timeout.txt")?;
        self.missed += count("missed.txt")?;
        self.broken += count("unviable.txt")?;
        Ok(())
    }

    fn tried(&self) -> usize {
        self.noticed + self.missed
    }

    fn noticed_percent(&self) -> f64 {
        100.0 * self.noticed as f64 / self.tried().max(1) as f64
    }

    fn row(&self, name: &str) -> String {
        let Found { noticed, missed, broken } = self;
        format!("| {name} | {noticed} | {missed} | {broken} | {:.1}% |", self.noticed_percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_mutant_is_in_two_samples() {
        let shard = |number| Sample { about: 30, number }.shard(61);
        assert_eq!([shard(1), shard(2), shard(3)], [Ok((0, 3)), Ok((1, 3)), Ok((2, 3))]);
        assert_eq!(shard(4).unwrap_err(), "sample 4, expected 1 to 3: there are 61 mutants");
    }

    #[test]
    fn ends_are_counted() {
        let folder = std::env::temp_dir().join(format!("plyground-mutation-{}", std::process::id()));
        let folder = camino::Utf8PathBuf::from_path_buf(folder).unwrap();
        fs::create_dir_all(&folder).unwrap();
        let lists = [("caught.txt", "a\nb\n"), ("timeout.txt", "c\n"), ("missed.txt", "d\n"), ("unviable.txt", "")];
        for (name, text) in lists {
            fs::write(folder.join(name), text).unwrap();
        }
        let found = Found::of(&folder).unwrap();
        assert_eq!(found.row("khet"), "| khet | 3 | 1 | 0 | 75.0% |");
        fs::remove_file(folder.join("missed.txt")).unwrap();
        assert!(Found::of(&folder).unwrap_err().contains("missed.txt"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
