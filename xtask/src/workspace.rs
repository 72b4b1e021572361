//! The workspace as cargo sees it: where it is, where it builds, its packages and what they depend on.

use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

/// The workspace around the current folder.
pub(crate) struct Workspace {
    /// The root of the repository.
    pub(crate) root: Utf8PathBuf,
    /// Cargo's target folder, which need not be the root's `target`.
    pub(crate) target: Utf8PathBuf,
    /// The version that all packages inherit.
    pub(crate) version: String,
    pub(crate) packages: Vec<Package>,
}

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// The folder's own name, which is its name in the table of crates.
    pub(crate) folder: String,
    /// Its manifest, from the root of the repository, and what stands there.
    pub(crate) manifest: String,
    pub(crate) text: String,
    /// The minimum version of Rust.
    pub(crate) rust: Option<String>,
    /// The registries that it may go to; `None` for all, and none for a package of `publish = false`.
    pub(crate) registries: Option<usize>,
    /// The files of its programs of tests, from the root of the repository.
    pub(crate) tests: Vec<String>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a package depends on.
pub(crate) struct Dependency {
    /// As its own manifest names it.
    pub(crate) name: String,
    /// For a crate of the house, its folder's own name.
    pub(crate) own: Option<String>,
    pub(crate) tests_only: bool,
    pub(crate) optional: bool,
}

impl Workspace {
    /// Asks cargo instead of `env!("CARGO_MANIFEST_DIR")`: two clones may share a target folder, and so the binary.
    ///
    /// # Errors
    /// When cargo does not answer, or the current folder is outside of a workspace.
    pub(crate) fn find() -> Result<Workspace, String> {
        let output = Command::new("cargo")
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cargo metadata: {error}"))?;
        if !output.status.success() {
            return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        let data: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
        let root = Utf8PathBuf::from(text(&data["workspace_root"]));
        let version = text(&data["packages"][0]["version"]);
        let packages = list(&data["packages"]).iter().map(|package| Package::new(&root, package)).collect();
        Ok(Workspace { target: text(&data["target_directory"]).into(), version, packages, root })
    }
}

impl Package {
    /// Whether it is for others to depend on.
    pub(crate) fn is_published(&self) -> bool {
        self.registries != Some(0)
    }

    /// Reads one of the packages in the metadata of cargo.
    fn new(root: &Utf8Path, data: &Value) -> Package {
        let manifest = Utf8PathBuf::from(text(&data["manifest_path"]));
        let inside = |path: &Value| {
            let path = Utf8PathBuf::from(text(path));
            path.strip_prefix(root).unwrap_or(&path).as_str().replace('\\', "/")
        };
        let targets = list(&data["targets"]).iter();
        Package {
            name: text(&data["name"]),
            folder: manifest.parent().map(last_name).unwrap_or_default(),
            manifest: inside(&data["manifest_path"]),
            text: std::fs::read_to_string(&manifest).unwrap_or_default(),
            rust: data["rust_version"].as_str().map(str::to_owned),
            registries: data["publish"].as_array().map(Vec::len),
            tests: targets
                .filter(|target| target["kind"][0] == "test")
                .map(|target| inside(&target["src_path"]))
                .collect(),
            dependencies: list(&data["dependencies"]).iter().map(Dependency::new).collect(),
        }
    }
}

#[cfg(test)]
impl Package {
    /// A package of a crate with this manifest, for the tests of the checks.
    pub(crate) fn of(folder: &str, text: &str) -> Package {
        Package {
            name: format!("plyground-{folder}"),
            folder: folder.into(),
            manifest: format!("crates/{folder}/Cargo.toml"),
            text: text.into(),
            rust: Some("1.95".into()),
            registries: None,
            tests: Vec::new(),
            dependencies: Vec::new(),
        }
    }

    /// A package with these programs of tests.
    pub(crate) fn of_tests(folder: &str, tests: &[&str]) -> Package {
        Package { tests: tests.iter().map(ToString::to_string).collect(), ..Package::of(folder, "") }
    }
}

impl Dependency {
    fn new(data: &Value) -> Dependency {
        Dependency {
            name: text(&data["name"]),
            own: data["path"].as_str().map(|path| last_name(Utf8Path::new(path))),
            tests_only: data["kind"] == "dev",
            optional: data["optional"] == true,
        }
    }
}

fn last_name(folder: &Utf8Path) -> String {
    folder.file_name().unwrap_or_default().to_owned()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
