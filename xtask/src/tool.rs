//! Third-party programs, installed into `target/tools`.

use camino::{Utf8Path, Utf8PathBuf};

use crate::step::{Step, printed};

/// Returns the path of a program in `target/tools`.
pub(crate) fn path(root: &Utf8Path, program: &str) -> Utf8PathBuf {
    root.join("target/tools/bin").join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}

/// Returns a program in the given version: from `target/tools`, from the path, or from crates.io by `cargo install`.
///
/// # Errors
/// Fails if it cannot be installed.
pub(crate) fn install(root: &Utf8Path, package: &str, program: &str, version: &str) -> Result<Utf8PathBuf, String> {
    let (tools, installed) = (root.join("target/tools"), path(root, program));
    for program in [&installed, Utf8Path::new(program)] {
        let printed = printed(program.as_str(), &["--version"], root);
        if printed.split_whitespace().last().is_some_and(|last| last.trim_start_matches('v') == version) {
            return Ok(program.to_owned());
        }
    }
    println!("installing {package} {version} into {tools}");
    // Without optimisation and debug information, it builds in half the time, and it only runs for a second.
    let install = |locked: &str| {
        let line =
            format!("cargo install {package} --version {version} {locked} --no-default-features --debug --force");
        Step::new("installation", &line).arg("--root").arg(&tools).with("CARGO_PROFILE_DEV_DEBUG", "0").run(root)
    };
    // A mirror of the registry may lack one of the versions that the package was tested with.
    install("--locked").or_else(|_| install(""))?;
    Ok(installed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_of_the_right_version_is_not_installed() {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"));
        let printed = printed("git", &["--version"], root);
        let version = printed.split_whitespace().last().unwrap();
        assert_eq!(install(root, "git", "git", version).unwrap(), "git");
    }
}
