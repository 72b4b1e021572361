//! Where experiments are run: asks `ply`, keeps its answers, and notes the commands.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::{Command, Stdio};

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use plyground_files::{Existing, write_text};
use serde_json::Value;

use crate::Workspace;

/// A `ply`, and what it has answered.
pub(crate) struct Lab {
    root: Utf8PathBuf,
    ply: Utf8PathBuf,
    kept: Utf8PathBuf,
    /// Whether the long form is wanted.
    pub(crate) full: bool,
    commit: String,
    /// The commands of the present page, in order.
    commands: Vec<String>,
}

impl Lab {
    /// Builds `ply` for release. Answers are kept by commit, so that no page mixes those of two programs.
    ///
    /// # Errors
    /// When it cannot be built.
    pub(crate) fn new(workspace: &Workspace, full: bool) -> Result<Lab, String> {
        let ply = workspace.build_ply()?;
        let root = &workspace.root;
        let commit = commit(root)?;
        // Relative to the root, where everything is run, so that commands can be shown and typed.
        let kept = Utf8PathBuf::from(format!("target/reproduce/{commit}{}", if full { "-full" } else { "" }));
        std::env::set_current_dir(root).map_err(|error| format!("{root}: {error}"))?;
        fs::create_dir_all(&kept).map_err(|error| format!("cannot make {kept}: {error}"))?;
        Ok(Lab { root: root.clone(), ply, kept, full, commit, commands: Vec::new() })
    }

    /// Begins a new page.
    pub(crate) fn begin(&mut self) {
        self.commands.clear();
    }

    /// One of two values: of the short form and of the long.
    pub(crate) fn pick<T>(&self, short: T, full: T) -> T {
        if self.full { full } else { short }
    }

    /// What `ply` answers, with `--json`.
    ///
    /// # Errors
    /// When it fails.
    pub(crate) fn ask(&mut self, args: &[&str]) -> Result<Value, String> {
        let args = [args, &["--json"]].concat();
        let kept = self.kept.join(format!("{:016x}.json", hash(&args)));
        let text = if let Ok(text) = fs::read_to_string(&kept) {
            self.note(&args);
            text
        } else {
            let text = self.run(&args)?;
            write_whole(&kept, &text)?;
            text
        };
        serde_json::from_str(&text).map_err(|error| format!("`{}` printed no JSON: {error}", shown(&args)))
    }

    /// What an example of a crate prints, as JSON; for what no command of `ply` tells.
    ///
    /// # Errors
    /// When it fails, or prints something else.
    pub(crate) fn example(&mut self, package: &str, name: &str, args: &[&str]) -> Result<Value, String> {
        let all =
            [&["run", "--release", "--locked", "--quiet", "-p", package, "--example", name, "--"][..], args].concat();
        let kept = self.kept.join(format!("{:016x}.json", hash(&all)));
        self.commands.push(format!("cargo {}", shown(&all)));
        let printed = match fs::read_to_string(&kept) {
            Ok(printed) => printed,
            Err(_) => {
                let printed = told(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()), &all, &self.root)?;
                write_whole(&kept, &printed)?;
                printed
            }
        };
        serde_json::from_str(&printed).map_err(|error| format!("`cargo {}` printed no JSON: {error}", shown(&all)))
    }

    /// A match or tournament with its records, one value a game. `args` says everything but where they go.
    ///
    /// # Errors
    /// When it fails, or its records cannot be read.
    pub(crate) fn contest(&mut self, args: &[&str]) -> Result<(Value, Vec<Value>), String> {
        let tournament = args.first() == Some(&"tournament");
        let name = format!("{:016x}", hash(args));
        let out = if tournament { self.kept.join(&name) } else { self.kept.join(format!("{name}.jsonl")) };
        let records = if tournament { out.join("games.jsonl") } else { out.clone() };
        let mut all = [args, &["--out", out.as_str()]].concat();
        if records.exists() {
            all.push("--resume");
        }
        all.push("--json");
        self.note(args);
        let summary = self.silently(&all)?;
        let text = fs::read_to_string(&records).map_err(|error| format!("{records}: {error}"))?;
        let games = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        let summary = serde_json::from_str(&summary).map_err(|error| format!("`{}`: {error}", shown(args)))?;
        Ok((summary, games.map_err(|error| format!("{records}: {error}"))?))
    }

    /// A file of this experiment's own.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn file(&self, name: &str, text: &str) -> Result<Utf8PathBuf, String> {
        let path = self.kept.join(name);
        write_whole(&path, text)?;
        Ok(path)
    }

    fn run(&mut self, args: &[&str]) -> Result<String, String> {
        self.note(args);
        self.silently(args)
    }

    fn silently(&self, args: &[&str]) -> Result<String, String> {
        eprintln!("ply {}", shown(args));
        let output = Command::new(&self.ply).args(args).stdin(Stdio::null()).stderr(Stdio::piped()).output();
        let output = output.map_err(|error| format!("{}: {error}", self.ply))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!("`ply {}`: {}", shown(args), String::from_utf8_lossy(&output.stderr).trim()))
        }
    }

    fn note(&mut self, args: &[&str]) {
        let command = format!("ply {}", shown(args));
        if !self.commands.contains(&command) {
            self.commands.push(command);
        }
    }

    /// Machine, commit, and the commands of this page.
    pub(crate) fn provenance(&self, name: &str) -> String {
        let mut text = printed_by(name, self.full, &self.commit);
        if self.commands.is_empty() {
            // A page of what earlier runs have left names its commands itself.
            return text;
        }
        const MOST: usize = 40;
        text += "\n<details><summary>Commands</summary>\n\n```sh\n";
        for command in self.commands.iter().take(MOST) {
            let _ = writeln!(text, "{command}");
        }
        if self.commands.len() > MOST {
            let _ = writeln!(text, "# and {} more of the same kinds", self.commands.len() - MOST);
        }
        text + "```\n\n</details>\n"
    }
}

/// The line that says where the numbers of a page come from: command, day, commit and machine.
pub(crate) fn printed_by(name: &str, full: bool, commit: &str) -> String {
    let full = if full { " --full" } else { "" };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "Printed by `cargo xtask reproduce {name}{full}` on {}, commit {commit}, {}, {cores} cores.\n",
        told("date", &["-u", "+%F"], Utf8Path::new(".")).unwrap_or_else(|_| "an unknown day".into()),
        processor()
    )
}

/// The present commit, short.
///
/// # Errors
/// When git does not tell.
pub(crate) fn commit(root: &Utf8Path) -> Result<String, String> {
    told("git", &["rev-parse", "--short=10", "HEAD"], root)
}

/// A command line as a person would type it.
fn shown(args: &[&str]) -> String {
    let is_plain = |arg: &str| !arg.is_empty() && !arg.contains([' ', '<', '>', '|', ';', '(']);
    let word = |arg: &&str| if is_plain(arg) { (*arg).into() } else { format!("'{arg}'") };
    args.iter().filter(|arg| **arg != "--json").map(word).collect::<Vec<String>>().join(" ")
}

fn hash(args: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    args.hash(&mut hasher);
    hasher.finish()
}

/// Writes in one piece: a run that is killed leaves no half an answer.
fn write_whole(path: &Utf8Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
    }
    write_text(path.as_std_path(), Existing::Replace, text).map_err(|error| format!("{path}: {error}"))
}

fn told(program: &str, args: &[&str], folder: &Utf8Path) -> Result<String, String> {
    let output = Command::new(program).args(args).current_dir(folder).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{program} {}: {}", args.join(" "), String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The processor by name, where the system tells it.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().to_owned())
}

/// A number in an answer.
///
/// # Errors
/// When there is none of this name.
pub(crate) fn number(value: &Value, path: &str) -> Result<f64, String> {
    value.pointer(path).and_then(Value::as_f64).ok_or_else(|| format!("no number at {path} in {value:.200}"))
}

/// What a match says of the first player, for a table: wins, draws and losses; the score; Wilson's interval of it.
///
/// # Errors
/// When it says nothing.
pub(crate) fn standing(pairing: &Value) -> Result<[String; 3], String> {
    let count = |key: &str| number(pairing, &format!("/results/{key}"));
    let percent = |key: &str| number(pairing, key).map(|share| 100.0 * share);
    Ok([
        format!("{} / {} / {}", count("wins")?, count("draws")?, count("losses")?),
        format!("{:.1}%", percent("/score")?),
        format!("{:.1} to {:.1}", percent("/score_interval/low")?, percent("/score_interval/high")?),
    ])
}

/// A text in an answer.
///
/// # Errors
/// When there is none of this name.
pub(crate) fn text(value: &Value, path: &str) -> Result<String, String> {
    let found = value.pointer(path).and_then(Value::as_str).map(str::to_owned);
    found.ok_or_else(|| format!("no text at {path} in {value:.200}"))
}

/// A list in an answer; empty where there is none.
pub(crate) fn list<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
