//! `cargo xtask ci`: everything that has to pass before a change is merged.
//!
//! `.ci/run` prepares a fresh machine and then runs this, so that there is one list, and what fails there fails here.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cargo_metadata::Metadata;
use cargo_metadata::camino::Utf8Path;

use crate::fuzz;

/// A command that has to succeed.
pub(crate) struct Step {
    name: &'static str,
    /// The program and its arguments.
    command: Vec<String>,
    environment: &'static [(&'static str, &'static str)],
}

impl Step {
    pub(crate) fn new(name: &'static str, command: &str, environment: &'static [(&'static str, &'static str)]) -> Step {
        Step { name, command: command.split_whitespace().map(str::to_owned).collect(), environment }
    }

    /// As one would type it.
    fn line(&self) -> String {
        let set = self.environment.iter().map(|(key, value)| {
            if value.contains(' ') { format!("{key}=\"{value}\"") } else { format!("{key}={value}") }
        });
        set.chain(self.command.iter().cloned()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn run(&self, root: &Utf8Path) -> Result<(), String> {
        let status = Command::new(&self.command[0])
            .args(&self.command[1..])
            .envs(self.environment.iter().copied())
            .current_dir(root)
            .stdin(Stdio::null())
            .status()
            .map_err(|error| format!("`{}` does not start: {error}", self.command[0]))?;
        if status.success() { Ok(()) } else { Err(status.to_string()) }
    }
}

/// A warning of rustdoc is a dead link or an example that nobody sees.
const DOC: &[(&str, &str)] = &[("RUSTDOCFLAGS", "-D warnings")];

/// The course's referee is played by the real engine, too.
const PLAYER: &[(&str, &str)] =
    &[("PYTHONPATH", "python/cachex-player"), ("PLYGROUND_TEST_ENGINE", "target/debug/ply engine cachex")];

/// What is installed here beyond the toolchain; what is not, its steps are left out and named at the end.
#[derive(Clone, Copy)]
struct Tools {
    python: bool,
    browser: bool,
    fuzz: bool,
}

impl Tools {
    fn find(root: &Utf8Path) -> Tools {
        let answers = |program: &str| !printed(program, &["--version"], root).is_empty();
        Tools { python: answers("python3"), browser: answers("chromedriver"), fuzz: fuzz::is_installed() }
    }

    /// What was not run, and what would let the next run do it.
    fn missing(self) -> impl Iterator<Item = &'static str> {
        let notes = [
            (self.python, "the Cachex player in Python; python3 lets the next run do it."),
            (
                self.browser,
                "the web board in a browser; chromium and chromedriver (Debian: chromium-driver) let the next run do it.",
            ),
            (
                self.fuzz,
                "the fuzz targets under libFuzzer; `cargo install cargo-fuzz --locked` lets the next run do it.",
            ),
        ];
        notes.into_iter().filter_map(|(there, note)| (!there).then_some(note))
    }
}

/// The steps, cheapest first.
fn steps(minimum: &Minimum, tools: Tools) -> Vec<Step> {
    let mut steps = vec![
        Step::new("format", "cargo fmt --all --check", &[]),
        Step::new("lints", "cargo clippy --workspace --all-targets --locked -- -D warnings", &[]),
        Step::new("documentation", "cargo doc --workspace --no-deps --locked", DOC),
        // What stands behind a feature, such as the law suite, is documented as well.
        Step::new("documentation of features", "cargo doc --workspace --no-deps --locked --all-features", DOC),
        Step::new("tidy", "cargo xtask tidy", &[]),
        Step::new("book", "cargo xtask book", &[]),
        Step::new("signature", "cargo xtask signature", &[]),
        // A snapshot that differs has to fail and must not be accepted on the way.
        Step::new("tests", "cargo test --workspace", &[("INSTA_UPDATE", "no"), ("INSTA_FORCE_PASS", "0")]),
    ];
    if tools.python {
        // After the tests, which have built the `ply` that plays here.
        let command = "python3 -m unittest discover -s python/cachex-player/tests";
        steps.push(Step::new("Cachex player", command, PLAYER));
    }
    if tools.browser {
        // Of the whole workspace, as in the tests: the package alone has other features, and all would be compiled again.
        let command = "cargo test --workspace --test browser -- --test-threads 1";
        steps.push(Step::new("web board in a browser", command, &[("PLYGROUND_BROWSER", "1")]));
    }
    if tools.fuzz {
        // The tests have run the bodies of the targets; this shows that libFuzzer can run them as well.
        steps.push(Step::new("fuzz targets", "cargo xtask fuzz --seconds 1", &[]));
    }
    if let Minimum::Installed(toolchain) = minimum {
        // A target folder of its own: the two compilers would undo each other's work.
        let command = format!(
            "rustup run {toolchain} cargo check --workspace --all-targets --locked --target-dir target/minimum"
        );
        steps.push(Step::new("minimum Rust version", &command, &[]));
    }
    steps
}

/// How the minimum Rust version can be checked here. That the compiler is not older, cargo checks itself.
enum Minimum {
    /// The compiler that runs the other steps is of this version.
    Used,
    /// This toolchain, beside the used one.
    Installed(String),
    Absent,
}

impl Minimum {
    /// `stated` as in the manifest, `compiler` as `rustc --version` prints it, `toolchains` as `rustup toolchain list` does.
    fn new(stated: &str, compiler: &str, toolchains: &str) -> Minimum {
        let is_stated = |version: &str| {
            version.strip_prefix(stated).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
        };
        if compiler.split_whitespace().nth(1).is_some_and(is_stated) {
            return Minimum::Used;
        }
        let mut installed = toolchains.lines().filter_map(|line| line.split_whitespace().next());
        installed
            .find(|toolchain| is_stated(toolchain))
            .map_or(Minimum::Absent, |toolchain| Minimum::Installed(toolchain.into()))
    }

    fn find(stated: &str, root: &Utf8Path) -> Minimum {
        Minimum::new(stated, &printed("rustc", &["--version"], root), &printed("rustup", &["toolchain", "list"], root))
    }
}

/// What a command prints; nothing if it is not there.
fn printed(program: &str, arguments: &[&str], root: &Utf8Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(root).stdin(Stdio::null()).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// Runs all steps, with their times, up to the first that fails.
///
/// # Errors
/// Which step failed, and how to repeat it.
pub(crate) fn run(root: &Utf8Path, metadata: &Metadata) -> Result<(), String> {
    let start = Instant::now();
    let stated = metadata
        .workspace_packages()
        .iter()
        .filter_map(|package| package.rust_version.as_ref())
        .max()
        .map(|version| format!("{}.{}", version.major, version.minor));
    let minimum = stated.as_deref().map_or(Minimum::Absent, |stated| Minimum::find(stated, root));
    let tools = Tools::find(root);
    let steps = steps(&minimum, tools);
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n==> {}/{} {}: {}", index + 1, steps.len(), step.name, step.line());
        let begin = Instant::now();
        let result = step.run(root);
        let time = begin.elapsed();
        match result {
            Ok(()) => println!("    {}: {}", step.name, human(time)),
            Err(error) => {
                let all = human(start.elapsed());
                return Err(format!("ci: {} failed ({error}) after {all}; to repeat it: {}", step.name, step.line()));
            }
        }
        times.push(format!("{} {}", step.name, human(time)));
    }
    let stated = stated.unwrap_or_default();
    println!();
    match minimum {
        Minimum::Used => println!("The minimum Rust version, {stated}, is the one that ran all steps."),
        Minimum::Installed(_) => {}
        Minimum::Absent => {
            println!(
                "Not checked: the minimum Rust version, {stated}; `rustup toolchain install {stated}` lets the next run do it."
            );
        }
    }
    for note in tools.missing() {
        println!("Not run: {note}");
    }
    println!("ci: passed in {} ({})", human(start.elapsed()), times.join(", "));
    Ok(())
}

/// Runs the ignored tests in the release profile, and checks the rival that stands apart from the workspace.
///
/// # Errors
/// When one of them fails.
pub(crate) fn long(root: &Utf8Path) -> Result<(), String> {
    let rival = "cargo clippy --locked --manifest-path benches/rivals/board_game/Cargo.toml --target-dir target/rivals -- -D warnings";
    Step::new("rival", rival, &[]).run(root)?;
    Step::new("long tests", "cargo test --workspace --release --locked -- --ignored", &[("INSTA_UPDATE", "no")])
        .run(root)
}

/// A time as people read it.
pub(crate) fn human(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "stable-x86_64-unknown-linux-gnu (active, default)\n1.95.0-x86_64-unknown-linux-gnu\n1.9-x86\n";

    fn toolchain(stated: &str, compiler: &str) -> Option<String> {
        match Minimum::new(stated, compiler, LIST) {
            Minimum::Used => Some("used".into()),
            Minimum::Installed(toolchain) => Some(toolchain),
            Minimum::Absent => None,
        }
    }

    #[test]
    fn the_toolchain_of_the_minimum_version() {
        assert_eq!(toolchain("1.95", "rustc 1.95.0 (abc 2026-01-01)").as_deref(), Some("used"));
        assert_eq!(
            toolchain("1.95", "rustc 1.97.1 (abc 2026-01-01)").as_deref(),
            Some("1.95.0-x86_64-unknown-linux-gnu")
        );
        assert_eq!(toolchain("1.9", "rustc 1.97.1").as_deref(), Some("1.9-x86"));
        assert_eq!(toolchain("1.85", "rustc 1.97.1"), None);
        assert_eq!(toolchain("1.85", ""), None);
    }

    #[test]
    fn steps_are_shown_as_typed() {
        let all = Tools { python: true, browser: true, fuzz: true };
        let steps = steps(&Minimum::Used, all);
        assert_eq!(steps[2].line(), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --workspace --no-deps --locked");
        assert!(steps.iter().any(|step| step.line().ends_with("cargo test --workspace")));
        assert!(
            steps
                .iter()
                .any(|step| step.line().starts_with("PLYGROUND_BROWSER=1 cargo test --workspace --test browser"))
        );
        let none = Tools { python: false, browser: false, fuzz: false };
        assert_eq!(steps.len(), super::steps(&Minimum::Used, none).len() + 3);
        assert_eq!((all.missing().count(), none.missing().count()), (0, 3));
    }

    #[test]
    fn a_step_that_fails_says_so() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(Step::new("a", "cargo --version", &[]).run(root).is_ok());
        assert!(Step::new("a", "cargo no-such-command", &[]).run(root).is_err());
        assert!(Step::new("a", "no-such-program", &[]).run(root).is_err());
    }

    #[test]
    fn times_are_readable() {
        assert_eq!(human(Duration::from_millis(1240)), "1.2 s");
        assert_eq!(human(Duration::from_secs(125)), "2 min 05 s");
    }
}
