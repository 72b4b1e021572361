//! The workspace as cargo sees it: its folders, packages and dependencies.

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;

use crate::step::output;

/// The workspace around the current folder.
pub(crate) struct Workspace {
    /// The root of the repository.
    pub(crate) root: Utf8PathBuf,
    /// Target folder of cargo, which can differ from the root's `target`.
    pub(crate) target: Utf8PathBuf,
    /// The version and the minimum Rust version that all packages inherit.
    pub(crate) version: String,
    pub(crate) rust: String,
    pub(crate) packages: Vec<Package>,
}

/// A package of the workspace.
pub(crate) struct Package {
    pub(crate) name: String,
    /// Name of the folder, which is the crate's name in the table of rules.
    pub(crate) folder: String,
    /// Path of the manifest from the root of the repository, and its text.
    pub(crate) manifest: String,
    pub(crate) text: String,
    /// Minimum Rust version.
    pub(crate) rust: String,
    /// Whether it is published as a library for users.
    pub(crate) is_published: bool,
    /// Test programs, from the root of the repository.
    pub(crate) tests: Vec<String>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A dependency of a package.
pub(crate) struct Dependency {
    /// Name in the package's manifest.
    pub(crate) name: String,
    /// Folder name of a workspace crate.
    pub(crate) own: Option<String>,
    pub(crate) tests_only: bool,
    pub(crate) optional: bool,
}

impl Workspace {
    /// Queries cargo instead of using `env!("CARGO_MANIFEST_DIR")`, because two clones may share a target folder and so the
    /// binary.
    ///
    /// # Errors
    /// Fails if cargo does not answer or the current folder is outside of a workspace.
    pub(crate) fn find() -> Result<Workspace, String> {
        let metadata = output("cargo", &["metadata", "--no-deps", "--format-version", "1"], Utf8Path::new("."))?;
        let data: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        let root = Utf8PathBuf::from(text(&data["workspace_root"]));
        // The examples are written as crates of users, which keep other rules.
        let examples = root.join("examples");
        let is_own = |package: &&Value| !Utf8Path::new(&text(&package["manifest_path"])).starts_with(&examples);
        let own: Vec<&Value> = list(&data["packages"]).iter().filter(is_own).collect();
        let inherited = |key: &str| own.first().map(|package| text(&package[key])).unwrap_or_default();
        let (version, rust) = (inherited("version"), inherited("rust_version"));
        let packages = own.into_iter().map(|package| Package::new(&root, package)).collect();
        Ok(Workspace { target: text(&data["target_directory"]).into(), version, rust, packages, root })
    }
}

impl Package {
    /// Returns the path of a file of the package from the root of the repository.
    pub(crate) fn file(&self, name: &str) -> String {
        Utf8Path::new(&self.manifest).with_file_name(name).into_string()
    }

    /// Reads a package of cargo's metadata.
    fn new(root: &Utf8Path, data: &Value) -> Package {
        let manifest = Utf8PathBuf::from(text(&data["manifest_path"]));
        let inside = |path: &Value| {
            let path = Utf8PathBuf::from(text(path));
            path.strip_prefix(root).unwrap_or(&path).as_str().replace('\\', "/")
        };
        let tests = list(&data["targets"]).iter().filter(|target| target["kind"][0] == "test");
        Package {
            name: text(&data["name"]),
            folder: manifest.parent().map(last_name).unwrap_or_default(),
            manifest: inside(&data["manifest_path"]),
            text: std::fs::read_to_string(&manifest).unwrap_or_default(),
            rust: text(&data["rust_version"]),
            // `publish = false` is a list without registries.
            is_published: data["publish"].as_array().is_none_or(|registries| !registries.is_empty()),
            tests: tests.map(|target| inside(&target["src_path"])).collect(),
            dependencies: list(&data["dependencies"]).iter().map(Dependency::new).collect(),
        }
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

#[cfg(test)]
mod samples {
    use super::Package;

    impl Package {
        /// Creates a package of a crate with this manifest, for the tests of the checks.
        pub(crate) fn of(folder: &str, text: &str) -> Package {
            Package {
                name: format!("plyground-{folder}"),
                folder: folder.into(),
                manifest: format!("crates/{folder}/Cargo.toml"),
                text: text.into(),
                rust: "1.95".into(),
                is_published: true,
                tests: Vec::new(),
                dependencies: Vec::new(),
            }
        }
    }
}
