//! Runs experiments: calls `ply`, caches its answers, and records the commands.
//!
//! A command of `ply` is one text, quoted as for a shell.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use plyground_arena::files::{Existing, write_text};
use serde::Serialize;
use serde_json::Value;

use super::answer::number;
use super::standing::Standing;
use crate::workspace::output;
use crate::{Result, Workspace};

/// Size of the experiments of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A smoke test, too small for any conclusion.
    Quick,
    /// Minutes per page.
    Usual,
    /// As long as the experiment needs.
    Full,
}

impl Form {
    /// Returns the option of the command line.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Form::Quick => " --quick",
            Form::Usual => "",
            Form::Full => " --full",
        }
    }
}

/// A build of `ply` with its cached answers.
pub(crate) struct Lab<'a> {
    workspace: &'a Workspace,
    ply: Utf8PathBuf,
    profile: String,
    kept: Utf8PathBuf,
    pub(crate) form: Form,
    /// The only part of the page to print.
    pub(crate) part: Option<String>,
    source: String,
    /// The commands of the current page, in order.
    commands: Vec<String>,
    /// The drawings of the current page with their files.
    pub(crate) plots: Vec<(String, String)>,
}

impl<'a> Lab<'a> {
    /// Builds `ply`. Answers are cached per build, so that no page mixes the answers of two builds.
    ///
    /// # Errors
    /// When `ply` cannot be built.
    pub(crate) fn new(workspace: &'a Workspace, form: Form, profile: &str) -> Result<Lab<'a>> {
        let ply = workspace.build_ply(profile)?;
        let root = &workspace.root;
        let source = source(root, profile)?;
        let program = fs::read(&ply).map_err(|error| format!("{ply}: {error}"))?;
        let name = format!("{:016x}{}", hash(&program), form.option().replace(" --", "-"));
        let kept = workspace.target.join("reproduce").join(name);
        std::env::set_current_dir(root).map_err(|error| format!("{root}: {error}"))?;
        fs::create_dir_all(&kept).map_err(|error| format!("cannot make {kept}: {error}"))?;
        let (commands, plots, profile) = (Vec::new(), Vec::new(), profile.into());
        Ok(Lab { workspace, ply, profile, kept, form, part: None, source, commands, plots })
    }

    /// Begins a new page, or only a part of it.
    pub(crate) fn begin(&mut self, part: Option<&str>) {
        self.part = part.map(str::to_owned);
        self.commands.clear();
        self.plots.clear();
    }

    /// Returns the value of the full form in the full form, and otherwise that of the usual form.
    pub(crate) fn pick<T>(&self, short: T, full: T) -> T {
        if self.form == Form::Full { full } else { short }
    }

    /// Returns a number of games or positions: `short` in the usual form, `full` in the full form, a twentieth of `short` in the
    /// quick one.
    pub(crate) fn many(&self, short: u32, full: u32) -> u32 {
        match self.form {
            Form::Quick => (short / 20).max(2),
            Form::Usual => short,
            Form::Full => full,
        }
    }

    /// Returns the answer of `ply` with `--json`.
    ///
    /// # Errors
    /// When the command fails.
    pub(crate) fn ask(&mut self, command: &str) -> Result<Value> {
        self.best_of(1, "", command, |_| Ok(0.0))
    }

    /// Returns the answer of `ply` in the quickest of three runs. Other work on the machine only makes a run longer.
    ///
    /// # Errors
    /// When the command fails.
    pub(crate) fn quickest(&mut self, command: &str) -> Result<Value> {
        self.best_of(3, "-quickest", command, |found| Ok(-number(found, "/seconds")?))
    }

    /// Returns the answer of `ply` in the slowest of some runs, for a claim on the longest time.
    ///
    /// # Errors
    /// When the command fails.
    pub(crate) fn slowest(&mut self, runs: u32, command: &str) -> Result<Value> {
        self.best_of(runs, "-slowest", command, |found| number(found, "/seconds"))
    }

    /// Returns the answer of `ply` in the deepest of some runs. Other work on the machine only reduces the depth of a search with
    /// a time limit.
    ///
    /// # Errors
    /// When the command fails.
    pub(crate) fn deepest(&mut self, runs: u32, command: &str) -> Result<Value> {
        self.best_of(runs, "-deepest", command, |found| number(found, "/depth"))
    }

    /// Returns the best answer of some runs by a value, and stores it by the name of the value.
    fn best_of(
        &mut self,
        runs: u32,
        name: &str,
        command: &str,
        value: impl Fn(&Value) -> Result<f64, String>,
    ) -> Result<Value> {
        let mut args = shell_words::split(command)?;
        args.push("--json".to_owned());
        let kept = self.kept.join(format!("{:016x}{name}.json", hash(&args)));
        self.note(&args);
        cached(&kept, || {
            let mut answers = Vec::new();
            for _ in 0..runs {
                let found = self.run(&args)?;
                answers.push((value(&found)?, found));
            }
            let best = answers.into_iter().max_by(|one, other| one.0.total_cmp(&other.0));
            Ok(best.expect("at least one run").1)
        })
    }

    /// Returns the JSON output of an example of a crate, for figures that no command of `ply` prints.
    ///
    /// # Errors
    /// When the example fails, or its output is not JSON.
    pub(crate) fn example(&mut self, package: &str, name: &str, args: &str) -> Result<Value> {
        let profile = &self.profile;
        let all = format!("run --profile {profile} --locked --quiet -p {package} --example {name} -- {args}");
        let kept = self.kept.join(format!("{:016x}.json", hash(&all)));
        let words = shell_words::split(&all)?;
        self.commands.push(format!("cargo {}", self.shown(&words)));
        cached(&kept, || parse(&mut self.workspace.cargo(&words)))
    }

    /// Returns the result of an experiment within this program. The cache is valid as long as this program is the same.
    ///
    /// # Errors
    /// When the experiment fails, or its result cannot be stored.
    pub(crate) fn own(&mut self, name: &str, find: impl FnOnce() -> Result<Value>) -> Result<Value> {
        let program = std::env::current_exe().and_then(fs::read).map_err(|error| format!("this program: {error}"))?;
        cached(&self.kept.join(format!("{name}-{:016x}.json", hash(&program))), || {
            eprintln!("{name}");
            find()
        })
    }

    /// Returns a folder for files that an experiment within this program stores itself.
    pub(crate) fn folder(&self, name: &str) -> Utf8PathBuf {
        self.kept.join(name)
    }

    /// Runs a match of two agents. Returns the results of the first agent and the records, one per game. The command has all
    /// options except the output.
    ///
    /// # Errors
    /// When the command fails, or its records cannot be read.
    pub(crate) fn contest(&mut self, command: &str) -> Result<(Standing, Vec<Value>)> {
        let args = shell_words::split(command)?;
        let out = self.kept.join(format!("{:016x}.jsonl", hash(&args)));
        let summary = self.resumable(args, &out)?;
        let text = fs::read_to_string(&out).map_err(|error| format!("{out}: {error}"))?;
        let games = text.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        Ok((Standing::of(&summary)?, games.map_err(|error| format!("{out}: {error}"))?))
    }

    /// Returns the result of `ply tune`. The command has all options except the folder of the run.
    ///
    /// # Errors
    /// When the command fails.
    pub(crate) fn tune(&mut self, command: &str) -> Result<Value> {
        let args = shell_words::split(command)?;
        let out = self.kept.join(format!("tune-{:016x}", hash(&args)));
        self.resumable(args, &out)
    }

    /// Writes a file of this experiment and returns its path.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn file(&self, name: &str, text: &str) -> Result<Utf8PathBuf> {
        let path = self.kept.join(name);
        write_whole(&path, text)?;
        Ok(path)
    }

    /// Runs a command that stores its results in `out`, or resumes it.
    fn resumable(&mut self, mut args: Vec<String>, out: &Utf8Path) -> Result<Value> {
        self.note(&args);
        args.extend(["--out".to_owned(), out.to_string()]);
        if out.exists() {
            args.push("--resume".to_owned());
        }
        args.push("--json".to_owned());
        self.run(&args)
    }

    fn run(&self, args: &[String]) -> Result<Value> {
        eprintln!("ply {:.300}", shown(args));
        parse(Command::new(&self.ply).args(args))
    }

    /// Formats a command line without the folders of this machine.
    fn shown(&self, args: &[String]) -> String {
        shown(args).replace(self.kept.as_str(), "target/reproduce").replace(self.workspace.target.as_str(), "target")
    }

    fn note(&mut self, args: &[String]) {
        let command = format!("ply {}", self.shown(args));
        if !self.commands.contains(&command) {
            self.commands.push(command);
        }
    }

    /// Adds a drawing, saved beside the page as `NAME-file.svg`.
    pub(crate) fn drawing(&mut self, file: &str, drawn: String) {
        self.plots.push((file.to_owned(), drawn));
    }

    /// Returns the command that prints the current page, with the commands of `ply` that it called.
    pub(crate) fn print(&self, name: &str) -> Print {
        let part = self.part.as_ref().map_or_else(String::new, |part| format!(" --part {part}"));
        let shown = one_of_each_kind(&self.commands);
        let more = self.commands.len() - shown.len();
        let commands = shown.into_iter().map(|command| broken(command)).collect();
        Print { commands, more, ..Print::new(&format!("{name}{part}"), self.form, &self.source) }
    }
}

/// Returns the value of a JSON file, which is made if it does not exist.
fn cached(path: &Utf8Path, make: impl FnOnce() -> Result<Value>) -> Result<Value> {
    if let Ok(text) = fs::read_to_string(path) {
        return Ok(serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))?);
    }
    let value = make()?;
    write_whole(path, &value.to_string())?;
    Ok(value)
}

/// Parses the JSON output of a command.
fn parse(command: &mut Command) -> Result<Value> {
    let text = output(command)?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{command:?} printed no JSON: {error}"))?)
}

/// Returns the first command of each kind. Commands of one kind differ only in the values of options.
fn one_of_each_kind(commands: &[String]) -> Vec<&String> {
    let mut seen = Vec::new();
    let mut is_new = |command: &&String| {
        let (subject, options) = command.split_once(" --").unwrap_or((command, ""));
        let names: Vec<&str> =
            options.split(" --").map(|option| option.split(' ').next().unwrap_or_default()).collect();
        let kind = (subject.to_owned(), names.join(" "));
        let is_new = !seen.contains(&kind);
        seen.push(kind);
        is_new
    };
    commands.iter().filter(|command| is_new(command)).collect()
}

/// Breaks a long command line into several lines.
fn broken(command: &str) -> String {
    const COLUMNS: usize = 116;
    let (mut lines, mut line) = (Vec::new(), String::new());
    for (place, option) in command.split(" --").enumerate() {
        let option = if place == 0 { option.to_owned() } else { format!(" --{option}") };
        if !line.is_empty() && line.chars().count() + option.chars().count() > COLUMNS {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
        }
        line += &option;
    }
    lines.push(line);
    lines.join(" \\\n")
}

/// A command that printed figures of a page, with its day, source and machine.
#[derive(Serialize)]
pub(crate) struct Print {
    pub(crate) command: String,
    day: String,
    source: String,
    machine: String,
    /// Commands that it called, one of each kind.
    commands: Vec<String>,
    /// Number of other commands, which differ from those in values.
    more: usize,
}

impl Print {
    /// Returns the command that is running. It called no other commands.
    pub(crate) fn new(name: &str, form: Form, source: &str) -> Print {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        // Times of a busy machine are unreliable, so the line names the load.
        let load = load.split(' ').next().filter(|load| !load.is_empty()).map(|load| format!(", load {load}"));
        let cores = format!("{cores} {}", if cores == 1 { "core" } else { "cores" });
        Print {
            command: format!("cargo xtask reproduce {name}{}", form.option()),
            day: output_of("date", &["-u", "+%F"], Utf8Path::new(".")).unwrap_or_else(|_| "an unknown day".into()),
            source: source.to_owned(),
            machine: format!("{}, {cores}{}", processor(), load.unwrap_or_default()),
            commands: Vec::new(),
            more: 0,
        }
    }
}

/// Returns the compiled source: a commit, whether files other than the pages differ from it, and the profile.
///
/// # Errors
/// When git fails.
pub(crate) fn source(root: &Utf8Path, profile: &str) -> Result<String> {
    let mut source = format!("commit {}", output_of("git", &["rev-parse", "--short=10", "HEAD"], root)?);
    if !output_of("git", &["status", "--porcelain", "--", ".", ":(exclude)docs/results"], root)?.is_empty() {
        source += " **and changes that are not committed**";
    }
    if profile != "release" {
        source += &format!(", profile {profile}");
    }
    Ok(source)
}

/// Formats a command line as for a shell.
fn shown(args: &[String]) -> String {
    let is_plain = |arg: &str| !arg.is_empty() && !arg.contains([' ', '<', '>', '|', ';', '(']);
    let word = |arg: &String| if is_plain(arg) { arg.clone() } else { format!("'{arg}'") };
    args.iter().filter(|arg| *arg != "--json").map(word).collect::<Vec<String>>().join(" ")
}

fn hash<T: Hash + ?Sized>(of: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Writes a file atomically, so that a killed run leaves no partial answer.
pub(crate) fn write_whole(path: &Utf8Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
    }
    Ok(write_text(path.as_std_path(), Existing::Replace, text).map_err(|error| format!("{path}: {error}"))?)
}

fn output_of(program: &str, args: &[&str], folder: &Utf8Path) -> Result<String> {
    Ok(output(Command::new(program).args(args).current_dir(folder))?.trim().to_owned())
}

/// Returns the name of the processor, or the architecture if the system does not report it.
fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.into(), |(_, name)| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A repository with one commit, in a folder that is removed on drop.
    struct Repository(Utf8PathBuf);

    impl Repository {
        fn new() -> Repository {
            let folder = std::env::temp_dir().join(format!("plyground-source-{}", std::process::id()));
            let root = Utf8PathBuf::from_path_buf(folder).unwrap();
            fs::create_dir_all(root.join("docs/results")).unwrap();
            fs::write(root.join("code.rs"), "one").unwrap();
            fs::write(root.join("docs/results/page.md"), "one").unwrap();
            let repository = Repository(root);
            repository.git(&["init", "--quiet"]);
            repository.git(&["add", "."]);
            let name = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
            repository.git(&[&name[..], &["commit", "--quiet", "--no-verify", "-m", "One"]].concat());
            repository
        }

        fn git(&self, args: &[&str]) {
            output_of("git", args, &self.0).unwrap();
        }

        fn stamp(&self) -> String {
            source(&self.0, "release").unwrap()
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn one_command_of_each_kind_is_shown() {
        let commands = [
            "ply analyse a --depth 1 --fixed",
            "ply analyse a --depth 20 --fixed",
            "ply analyse a --position 'x y' --depth 1",
            "ply analyse a --position z --depth 1",
            "ply analyse b --depth 1 --fixed",
            "cargo run",
        ];
        let commands = commands.map(str::to_owned);
        assert_eq!(one_of_each_kind(&commands), [&commands[0], &commands[2], &commands[4], &commands[5]]);
    }

    #[test]
    fn long_commands_are_broken_at_options() {
        assert_eq!(broken("ply show khet --rules epam"), "ply show khet --rules epam");
        let long = broken(&format!("ply match khet --first {} --second {} --games 3", "a".repeat(60), "b".repeat(60)));
        let lines: Vec<&str> = long.lines().collect();
        assert!(lines.len() == 2 && lines[0].ends_with("a \\") && lines[1].starts_with("  --second b"), "{long}");
    }

    #[test]
    fn a_page_of_changed_code_does_not_pass_for_one_of_the_commit() {
        let repository = Repository::new();
        let clean = repository.stamp();
        assert!(clean.starts_with("commit ") && !clean.contains("not committed"), "{clean}");
        assert_eq!(source(&repository.0, "quick").unwrap(), format!("{clean}, profile quick"));
        // The pages themselves change while they are built.
        fs::write(repository.0.join("docs/results/page.md"), "two").unwrap();
        assert_eq!(repository.stamp(), clean);
        fs::write(repository.0.join("code.rs"), "two").unwrap();
        assert!(repository.stamp().contains("not committed"));
        fs::write(repository.0.join("code.rs"), "one").unwrap();
        fs::write(repository.0.join("new.rs"), "new").unwrap();
        assert!(repository.stamp().contains("not committed"));
    }
}
