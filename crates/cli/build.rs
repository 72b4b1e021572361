//! Writes the text of `ply --version`: the version, the commit of a release build, and the features.
//!
//! Without git, or outside of a clone of this repository, there is no commit. A debug build states none either, so that a commit
//! rebuilds nothing while one works on the program.

use std::env;
use std::path::Path;
use std::process::Command;

/// Features that change which commands there are.
const FEATURES: [&str; 2] = ["cluster", "web"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_debug = env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let build = if is_debug { Some("debug".to_owned()) } else { commit() };
    let has = |name: &&str| env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some();
    let features: Vec<&str> = FEATURES.into_iter().filter(has).collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let build = build.map(|build| build + "; ").unwrap_or_default();
    println!("cargo:rustc-env=PLY_VERSION={version} ({build}features: {features})");
}

/// Returns the commit of this repository, and asks cargo to run this script again after the next one.
fn commit() -> Option<String> {
    // In an unpacked archive, the repository around it would be another one.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    // The log grows with every commit and checkout. A path that does not exist would run the script at every build.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

/// Returns what git prints; `None` if there is no git, or it fails.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
