//! Where the experiments work: the repository, and the folder that cargo builds into.

use std::process::{Command, Stdio};

use cargo_metadata::MetadataCommand;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

/// The workspace around the current folder.
pub struct Workspace {
    /// The root of the repository.
    pub root: Utf8PathBuf,
    /// Cargo's target folder, which need not be the root's `target`.
    pub target: Utf8PathBuf,
}

impl Workspace {
    /// Asks cargo instead of `env!("CARGO_MANIFEST_DIR")`: two clones may share a target folder, and so the binary.
    ///
    /// # Errors
    /// When cargo does not answer, or the current folder is outside of a workspace.
    pub fn find() -> Result<Workspace, String> {
        let metadata = MetadataCommand::new().no_deps().exec().map_err(|error| format!("cargo metadata: {error}"))?;
        Ok(Workspace { root: metadata.workspace_root, target: metadata.target_directory })
    }

    /// Cargo, to be run in the root.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        command.args(arguments).current_dir(&self.root).stdin(Stdio::null());
        command
    }

    /// A program that was built for release.
    pub(crate) fn released(&self, program: &str) -> Utf8PathBuf {
        released(&self.target, program)
    }

    /// Builds `ply` for release, and says where it is.
    ///
    /// # Errors
    /// When it does not build.
    pub(crate) fn build_ply(&self) -> Result<Utf8PathBuf, String> {
        let arguments = ["build", "--release", "--locked", "--quiet", "--package", "plyground-cli"];
        let built = self.cargo(&arguments).status().map_err(|error| format!("cargo build: {error}"))?;
        if built.success() { Ok(self.released("ply")) } else { Err("`ply` could not be built".into()) }
    }
}

/// A program for release in any target folder.
pub(crate) fn released(target: &Utf8Path, program: &str) -> Utf8PathBuf {
    target.join("release").join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}
