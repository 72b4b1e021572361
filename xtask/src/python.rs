//! `cargo xtask python`: builds the Python package, installs it from the wheel, and runs its tests.
//!
//! A virtual environment below `target` contains the third-party packages of the adapters from PyPI: OpenSpiel, PettingZoo and
//! Gymnasium. Each harness of language models has an environment of its own, as their packages exclude each other; they need
//! Python 3.11. Packages that are installed already are not downloaded again.

use std::thread;

use camino::{Utf8Path, Utf8PathBuf};
use clap::{ArgMatches, Command};

use crate::step::Step;
use crate::workspace::Workspace;
use crate::{disk, limits, options};

/// Packer of the wheel, pinned for reproducible wheels.
const PACKER: &str = "zopflipy==1.14";
/// Builder of a wheel for other machines, and the linker and C compiler of other systems.
pub(crate) const BUILDERS: &str = "maturin==1.16.0 ziglang==0.15.2 cargo-zigbuild==0.24.1";
/// The oldest C library that Rust supports, of 2012. With the stable interface of Python 3.10, the wheel installs on every Linux
/// with pip and every version of Python since then.
const SYSTEMS: &str = "manylinux2014";

/// Harnesses of language models, each with an adapter. CI has the first one; the others take 1.3 GB and minutes.
const HARNESSES: [&str; 4] = ["mcp", "inspect", "verifiers", "kaggle"];

/// Name of the folder of the package's environment.
const ENVIRONMENT: &str = "python";

/// Paths below the target folder.
struct Places {
    environment: Utf8PathBuf,
    wheels: Utf8PathBuf,
}

impl Places {
    /// Returns the paths with an environment of this name.
    fn of(target: &Utf8Path, environment: &str) -> Places {
        Places { environment: target.join(environment), wheels: target.join("wheels") }
    }

    /// Returns the path of a program of the environment.
    fn program(&self, name: &str) -> String {
        let (folder, ending) = if cfg!(windows) { ("Scripts", ".exe") } else { ("bin", "") };
        format!("{}/{folder}/{name}{ending}", self.environment)
    }
}

/// Adds the options.
pub(crate) fn arguments(command: Command) -> Command {
    let help =
        "Build in the profile of tests, with what they have compiled, and test one of the harnesses of language models";
    command.arg(options::flag("dev", help))
}

/// Builds, installs and tests the package.
///
/// # Errors
/// Returns the failed step and how to repeat it, or reports that the wheel is too large.
pub(crate) fn run(workspace: &Workspace, matches: &ArgMatches) -> Result<(), String> {
    let is_dev = matches.get_flag("dev");
    let root = &workspace.root;
    // Relative to the root, as a user types it.
    let target = workspace.target.strip_prefix(root).unwrap_or(&workspace.target);
    let places = Places::of(target, ENVIRONMENT);
    let wheels = root.join(&places.wheels);
    disk::remove_folder(&wheels)?;
    shown(&make(&places), root)?;
    let build = if is_dev { build(&places).with("MATURIN_PEP517_ARGS", "--profile dev") } else { build(&places) };
    // One step computes while the others download and unpack.
    let names = if is_dev { &HARNESSES[..1] } else { &HARNESSES[..] };
    let harnesses: Vec<(&str, Places)> =
        names.iter().map(|name| (*name, Places::of(target, &format!("harnesses/{name}")))).collect();
    let install = |(name, places): &(&str, Places)| vec![make(places), harness_requirements(name, places)];
    let downloads = harnesses.iter().map(install);
    let requirements = pip(&places, "packages", "install", "-r crates/python/requirements.txt");
    parallel([vec![requirements], vec![build]].into_iter().chain(downloads), root)?;
    let wheel = wheel(&wheels)?;
    if !is_dev {
        shown(&pip(&places, "packer", "install", PACKER), root)?;
        shown(&pack(&places), root)?;
    }
    check_wheel(&wheels, if is_dev { limits::in_tests(limits::WHEEL) } else { limits::WHEEL })?;
    shown(&installation(&places, &wheel), root)?;
    let adapters =
        harnesses.iter().flat_map(|(name, places)| [installation(places, &wheel), harness_tests(name, places)]);
    parallel([types(&places).into_iter().chain(adapters).collect(), tests(&places)], root)
}

/// Runs lists of steps in parallel.
fn parallel(lists: impl IntoIterator<Item = Vec<Step>>, root: &Utf8Path) -> Result<(), String> {
    thread::scope(|scope| {
        let run = |steps: Vec<Step>| scope.spawn(move || steps.iter().try_for_each(|step| shown(step, root)));
        let threads: Vec<_> = lists.into_iter().map(run).collect();
        let ended = threads.into_iter().map(|thread| thread.join().expect("a step does not panic"));
        ended.fold(Ok(()), Result::and)
    })
}

/// Returns the steps that build a wheel for all Linux systems in a folder: an environment for pip, builders, and a packer with
/// better compression.
pub(crate) fn wheel_steps(build: &Utf8Path, folder: &Utf8Path) -> Vec<Step> {
    let places = Places { environment: build.join(ENVIRONMENT), wheels: folder.to_owned() };
    // pip alone would state the system of this machine.
    let wheel = format!(
        "-m maturin build --manifest-path crates/python/Cargo.toml --zig --compatibility {SYSTEMS} --out {folder}"
    );
    let builders = pip(&places, "builders", "install", &format!("{PACKER} {BUILDERS}"));
    vec![make(&places), builders, with_zig(python(&places, "wheel", &wheel), &places), pack(&places)]
}

/// Returns the step that checks the program and the package for another system, after those of [`wheel_steps`]. A C library is
/// compiled too, which needs a C compiler for that system.
pub(crate) fn check_step(build: &Utf8Path, target: &str) -> Step {
    let places = Places::of(build, ENVIRONMENT);
    let zig = places.program("cargo-zigbuild");
    let line = format!("{zig} check --locked --package plyground-cli --package plyground-python --target {target}");
    with_zig(Step::new("other systems", &line), &places)
}

/// Names the C compiler of the environment.
fn with_zig(step: Step, places: &Places) -> Step {
    step.with("CARGO_ZIGBUILD_ZIG_PATH", places.program("python-zig"))
}

fn shown(step: &Step, root: &Utf8Path) -> Result<(), String> {
    println!("{}", step.line());
    step.run(root)
}

fn make(places: &Places) -> Step {
    Step::new("virtual environment", &format!("python3 -m venv {}", places.environment))
}

/// Returns a command of the environment's pip.
fn pip(places: &Places, name: &'static str, command: &str, arguments: &str) -> Step {
    Step::new(name, &format!("{} {command} -q --disable-pip-version-check {arguments}", places.program("pip")))
}

/// Returns a command of the environment's Python.
fn python(places: &Places, name: &'static str, arguments: &str) -> Step {
    Step::new(name, &format!("{} {arguments}", places.program("python")))
}

fn harness_requirements(name: &str, places: &Places) -> Step {
    pip(places, "packages of a harness", "install", &format!("--no-compile -r crates/python/tests/adapters/{name}.txt"))
}

/// Returns the tests of an adapter. They are skipped without the harness, which pytest reports as a failure.
fn harness_tests(name: &str, places: &Places) -> Step {
    let test = format!("crates/python/tests/adapters/test_{name}.py");
    python(places, "adapter", &format!("-m pytest -q -p no:cacheprovider --rootdir crates/python {test}"))
}

/// Builds with pip as `pyproject.toml` specifies, like a user's `pip install .`.
fn build(places: &Places) -> Step {
    pip(places, "wheel", "wheel", &format!("--no-deps -w {} ./crates/python", places.wheels))
}

/// Repacks the wheel with better compression.
fn pack(places: &Places) -> Step {
    python(places, "packing", &format!("crates/python/pack.py {}", places.wheels))
}

/// Returns the built wheel.
fn wheel(folder: &Utf8Path) -> Result<Utf8PathBuf, String> {
    let wheel = disk::list(folder)?.into_iter().find(|path| path.extension() == Some("whl"));
    wheel.ok_or_else(|| format!("{folder} holds no wheel"))
}

/// Checks the size of the built wheel and prints it.
pub(crate) fn check_wheel(folder: &Utf8Path, most: u64) -> Result<(), String> {
    let wheel = wheel(folder)?;
    println!("{wheel}: {} bytes, of {most}", disk::check_size(&wheel, most)?);
    Ok(())
}

fn installation(places: &Places, wheel: &Utf8Path) -> Step {
    pip(places, "installation", "install", &format!("--no-deps --force-reinstall {wheel}"))
}

fn tests(places: &Places) -> Vec<Step> {
    // Not from the source folder, so that the installed package is tested. The Cachex player is tested from its sources, which
    // would shadow that package.
    let pytest = "-m pytest -q -p no:cacheprovider --rootdir crates/python --ignore crates/python/tests/cachex \
                  --ignore crates/python/tests/adapters crates/python/tests";
    let notebooks = "-m pytest -q -p no:cacheprovider --nbmake docs/notebooks";
    vec![python(places, "Python tests", pytest), python(places, "notebooks", notebooks)]
}

/// Returns the checks of mypy: the sources, and the stubs of the package.
fn types(places: &Places) -> Vec<Step> {
    let types = "-m mypy --strict --config-file crates/python/pyproject.toml -p plyground";
    let stubs = "-m mypy.stubtest plyground._core --mypy-config-file crates/python/pyproject.toml";
    let cache = places.environment.join("mypy");
    let checked = |name, line| python(places, name, line).with("MYPY_CACHE_DIR", cache.as_str());
    vec![checked("types", types), checked("stubs", stubs)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_below_target() {
        let target = Utf8Path::new("target");
        let places = Places::of(target, ENVIRONMENT);
        let install = installation(&places, Utf8Path::new("target/wheels/one.whl"));
        let first = wheel_steps(target, &places.wheels);
        let later = [install].into_iter().chain(tests(&places)).chain(types(&places));
        let later = later.chain(HARNESSES.map(|name| harness_requirements(name, &Places::of(target, name))));
        for step in first.iter().chain(&later.collect::<Vec<_>>()) {
            assert!(step.line().contains("target/"), "{}", step.line());
        }
        assert!(first[2].line().ends_with("--zig --compatibility manylinux2014 --out target/wheels"));
        assert!(build(&places).line().ends_with("-w target/wheels ./crates/python"));
        assert!(first[3].line().ends_with("crates/python/pack.py target/wheels"));
    }

    #[test]
    fn a_folder_without_a_wheel_is_named() {
        let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(wheel(folder).unwrap_err(), format!("{folder} holds no wheel"));
        assert!(wheel(&folder.join("nowhere")).unwrap_err().contains("nowhere"));
    }
}
