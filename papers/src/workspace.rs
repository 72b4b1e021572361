//! The workspace of the experiments: the repository, and cargo's target folder.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use cargo_metadata::MetadataCommand;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

use crate::Result;

/// The workspace around the current folder.
#[derive(Debug)]
pub struct Workspace {
    /// The root of the repository.
    pub root: Utf8PathBuf,
    /// Cargo's target folder, which need not be the root's `target`.
    pub target: Utf8PathBuf,
}

impl Workspace {
    /// Finds the workspace by cargo's metadata. `env!("CARGO_MANIFEST_DIR")` would be wrong if two clones share a target folder.
    ///
    /// # Errors
    /// When cargo does not answer, or the current folder is outside of a workspace.
    pub fn find() -> Result<Workspace> {
        let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| format!("cargo metadata: {error}"))?;
        Ok(Workspace { root: metadata.workspace_root, target: metadata.target_directory })
    }

    /// Returns a cargo command that runs in the root and builds into the target folder of the calling cargo. A relative
    /// `CARGO_TARGET_DIR` would be another folder there.
    pub(crate) fn cargo(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        command.args(arguments).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).stdin(Stdio::null());
        command
    }

    /// Returns the path of a program that was built for release.
    pub(crate) fn released(&self, program: &str) -> Utf8PathBuf {
        built(&self.target, "release", program)
    }

    /// Builds `ply` with a cargo profile and returns its path.
    ///
    /// # Errors
    /// When the build fails.
    pub(crate) fn build_ply(&self, profile: &str) -> Result<Utf8PathBuf> {
        let arguments = ["build", "--profile", profile, "--locked", "--quiet", "--package", "plyground-cli"];
        output(self.cargo(&arguments).stderr(Stdio::inherit()))?;
        Ok(built(&self.target, if profile == "dev" { "debug" } else { profile }, "ply"))
    }
}

/// Runs a program and returns its standard output.
///
/// # Errors
/// When it does not start or fails; the error has its standard error, unless that is passed through.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?} does not start: {error}"))?;
    if !output.status.success() {
        let fault = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?}: {} {}", output.status, fault.trim()).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the path of a program in a target folder, built with a profile whose folder has the profile's name.
pub(crate) fn built(target: &Utf8Path, profile: &str, program: &str) -> Utf8PathBuf {
    target.join(profile).join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_builds_where_the_programs_are_looked_for() {
        let workspace = Workspace { root: "/root".into(), target: "/elsewhere".into() };
        let cargo = workspace.cargo(&["build"]);
        let target = cargo.get_envs().find(|(name, _)| *name == "CARGO_TARGET_DIR").and_then(|(_, folder)| folder);
        let folder = Utf8Path::new(target.unwrap().to_str().unwrap());
        assert!(workspace.released("ply").starts_with(folder));
        assert_eq!(built(folder, "quick", "ply").parent(), Some(Utf8Path::new("/elsewhere/quick")));
    }
}
