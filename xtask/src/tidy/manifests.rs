//! Every package inherits version, Rust version, edition, licence and lints from the workspace. Published packages have the
//! metadata of a registry and a README generated from their `lib.rs`.

use toml::{Table, Value};

use super::Violation;
use super::tree::{TextFile, Tree};
use crate::readmes;
use crate::workspace::Package;

/// Keys of `[package]` that must be `workspace = true`.
const INHERITED: &[&str] = &["version", "edition", "rust-version", "license"];

/// Further keys of published packages that must be inherited.
const INHERITED_BY_PUBLISHED: &[&str] = &["repository", "homepage", "exclude"];

/// Packages that are not libraries for users, and so are not published.
const NOT_PUBLISHED: &[&str] = &["bodies", "benches", "journeys", "papers", "python", "xtask"];

/// The only crate that does not forbid `unsafe`. Its own table repeats the workspace's lints.
const UNSAFE: &str = "memory";

/// Maximum lines of code of that crate.
const UNSAFE_LINES: usize = 100;

/// Maximum lines of a `lib.rs` page: one screen.
const SCREEN: usize = 45;

/// Checks all manifests, and that the README states the same Rust version.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in packages {
        violations.extend(check_package(package));
        if package.is_published {
            violations.extend(check_readme_of(tree, package));
        }
    }
    let unsafe_lines = tree.files.iter().filter(|file| file.path.starts_with(&format!("crates/{UNSAFE}/src/")));
    for file in unsafe_lines.filter(|file| file.text.lines().count() >= UNSAFE_LINES) {
        let message = format!("the crate with `unsafe` code must have fewer than {UNSAFE_LINES} lines");
        violations.push(Violation::new(&file.path, UNSAFE_LINES, message));
    }
    if let Some(root) = tree.file("Cargo.toml")
        && let Ok(manifest) = root.text.parse()
    {
        violations.extend(check_root(tree, packages, root, &Value::Table(manifest)));
    }
    violations
}

/// Checks the manifest of the workspace, and that other files state the same versions.
fn check_root(tree: &Tree, packages: &[Package], root: &TextFile, manifest: &Value) -> Vec<Violation> {
    let find = |path: &str| path.split('.').try_fold(manifest, |value, key| value.get(key));
    let text = |path: &str| find(path).and_then(Value::as_str);
    let mut violations = Vec::new();
    if text("workspace.lints.rust.unsafe_code") != Some("forbid") {
        let message = "expected `unsafe_code = \"forbid\"` in [workspace.lints.rust]";
        violations.push(Violation::new(&root.path, 1, message));
    }
    for package in packages.iter().filter(|package| package.folder == UNSAFE) {
        violations.extend(find("workspace.lints").into_iter().flat_map(|lints| check_lints(package, lints)));
    }
    if let Some(version) = text("workspace.package.rust-version") {
        violations.extend(check_readme(tree, version));
    }
    let version = text("workspace.package.version").unwrap_or_default();
    if let Some(citation) = tree.file("CITATION.cff")
        && !citation.text.lines().any(|line| line == format!("version: {version}"))
    {
        let message = format!("expected `version: {version}`, the workspace's");
        violations.push(Violation::new(&citation.path, 1, message));
    }
    for (name, dependency) in find("workspace.dependencies").and_then(Value::as_table).into_iter().flatten() {
        if dependency.get("path").is_some() && dependency.get("version").and_then(Value::as_str) != Some(version) {
            let line = root.text.lines().position(|line| line.starts_with(&format!("{name} ")));
            let message = format!("`{name}` must have the version of [workspace.package], \"{version}\"");
            violations.push(Violation::new(&root.path, line.map_or(1, |index| index + 1), message));
        }
    }
    violations
}

fn check_package(package: &Package) -> Vec<Violation> {
    let manifest = match package.text.parse::<Table>() {
        Ok(manifest) => manifest,
        Err(error) => return vec![Violation::new(&package.manifest, 1, error.message())],
    };
    let inherits = |value: Option<&Value>| value.and_then(|value| value.get("workspace")) == Some(&Value::from(true));
    let mut violations = Vec::new();
    let is_published = package.is_published;
    if is_published == NOT_PUBLISHED.contains(&package.folder.as_str()) {
        let message = if is_published {
            "expected `publish = false`: the table in xtask/src/tidy/manifests.rs says so"
        } else {
            "is for others, or has a line in the table in xtask/src/tidy/manifests.rs"
        };
        violations.push(Violation::in_manifest(package, "publish", message));
    }
    if is_published {
        violations.extend(missing(package, &manifest).map(|fault| Violation::in_manifest(package, "[package]", fault)));
    }
    for key in INHERITED.iter().chain(INHERITED_BY_PUBLISHED.iter().filter(|_| is_published)) {
        if !inherits(manifest.get("package").and_then(|table| table.get(key))) {
            let message = format!("expected `{key}.workspace = true` in [package]");
            violations.push(Violation::in_manifest(package, key, message));
        }
    }
    if package.folder != UNSAFE && !inherits(manifest.get("lints")) {
        violations.push(Violation::in_manifest(package, "[lints]", "expected `workspace = true` in [lints]"));
    }
    violations
}

/// Checks that the lints of the crate with `unsafe` code differ from the workspace's only in `unsafe_code`.
fn check_lints(package: &Package, workspace: &Value) -> Vec<Violation> {
    let manifest = package.text.parse::<Table>().unwrap_or_default();
    let mut violations = Vec::new();
    for (tool, lints) in workspace.as_table().into_iter().flatten() {
        for (lint, level) in lints.as_table().into_iter().flatten() {
            let level = if lint == "unsafe_code" { &Value::from("deny") } else { level };
            let found = manifest.get("lints").and_then(|tools| tools.get(tool)).and_then(|lints| lints.get(lint));
            if found != Some(level) {
                let message = format!("expected `{lint} = {level}` in [lints.{tool}], as in the workspace");
                violations.push(Violation::in_manifest(package, "[lints", message));
            }
        }
    }
    violations
}

/// Returns the metadata that a registry requires and a manifest lacks.
fn missing(package: &Package, manifest: &Table) -> impl Iterator<Item = String> {
    let key = |key: &str| manifest.get("package").and_then(|table| table.get(key));
    let is_text = |name: &str, text: &str| key(name).and_then(Value::as_str) == Some(text);
    let length = |name: &str| key(name).and_then(Value::as_array).map_or(0, Vec::len);
    let page = format!("https://docs.rs/{}", package.name);
    let docs_rs = key("metadata").and_then(|table| table.get("docs"));
    let wishes = [
        (key("description").is_some(), "expected a `description`".to_owned()),
        (is_text("documentation", &page), format!("expected `documentation = \"{page}\"`")),
        (is_text("readme", "README.md"), "expected `readme = \"README.md\"`".into()),
        ((1..=5).contains(&length("keywords")), "expected one to five `keywords`".into()),
        ((1..=5).contains(&length("categories")), "expected one to five `categories`".into()),
        (docs_rs.is_some(), "expected [package.metadata.docs.rs]".into()),
    ];
    wishes.into_iter().filter_map(|(is_there, wish)| (!is_there).then_some(wish))
}

/// Checks that a crate's page fits on a screen and has an example, and that its README is generated from it.
fn check_readme_of(tree: &Tree, package: &Package) -> Vec<Violation> {
    let (path, library) = (package.file("README.md"), package.file("src/lib.rs"));
    let Some(lib) = tree.file(&library) else {
        return vec![Violation::in_manifest(package, "[package]", format!("is published without {library}"))];
    };
    let mut violations = Vec::new();
    let page = readmes::page(&lib.text);
    if !page.contains("```rust") {
        violations.push(Violation::new(&library, 1, "expected an example on the page of the crate"));
    }
    if page.lines().count() > SCREEN {
        let message = format!("a page of {} lines, more than a screen of {SCREEN}", page.lines().count());
        violations.push(Violation::new(&library, 1, message));
    }
    if tree.file(&path).map(|file| &*file.text) != Some(&readmes::readme(package, &lib.text)) {
        let message = "is not what `cargo xtask readmes` makes of src/lib.rs and Cargo.toml";
        violations.push(Violation::new(&path, 1, message));
    }
    violations
}

/// Checks that the README states the workspace's Rust version, and no other.
fn check_readme(tree: &Tree, version: &str) -> Vec<Violation> {
    let Some(readme) = tree.file("README.md") else { return Vec::new() };
    let mut stated = false;
    let mut violations = Vec::new();
    for (index, line) in readme.text.lines().enumerate() {
        for (at, _) in line.match_indices("Rust 1.") {
            stated = true;
            let found = line[at + "Rust ".len()..].split(|other: char| !other.is_ascii_digit() && other != '.').next();
            let found = found.unwrap_or_default().trim_end_matches('.');
            if found != version {
                let message = format!("Rust {found} is stated, but the workspace's rust-version is {version}");
                violations.push(Violation::new(&readme.path, index + 1, message));
            }
        }
    }
    if !stated {
        let message = format!("expected the minimum version to be stated: `Rust {version}`");
        violations.push(Violation::new(&readme.path, 1, message));
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"plyground-kalah\"\nversion.workspace = true\nedition.workspace = true\n\
        rust-version.workspace = true\nlicense.workspace = true\nrepository.workspace = true\nhomepage.workspace = true\n\
        exclude.workspace = true\ndescription = \"d\"\ndocumentation = \"https://docs.rs/plyground-kalah\"\nreadme = \"README.md\"\n\
        keywords = [\"a\"]\ncategories = [\"games\"]\n\n[package.metadata.docs.rs]\nall-features = true\n\n[lints]\nworkspace = true\n";
    const ROOT: &str =
        "[workspace.package]\nrust-version = \"1.95\"\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n";

    fn package(folder: &str, is_published: bool, text: &str) -> Package {
        Package { is_published, ..Package::of(folder, text) }
    }

    fn faults(text: &str) -> Vec<String> {
        check_package(&package("kalah", true, text)).iter().map(ToString::to_string).collect()
    }

    fn root_faults(manifest: &str, readme: &str) -> Vec<String> {
        let tree = Tree::of(&[("Cargo.toml", manifest), ("README.md", readme)]);
        check(&tree, &[]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn packages_inherit() {
        assert_eq!(faults(GOOD), [""; 0]);
        assert_eq!(
            faults(&GOOD.replace("edition.workspace = true", "edition = \"2021\"")),
            ["crates/kalah/Cargo.toml:4: expected `edition.workspace = true` in [package]"]
        );
        for lost in ["rust-version.workspace = true\n", "license.workspace = true\n", "[lints]\nworkspace = true\n"] {
            assert_eq!(faults(&GOOD.replace(lost, "")).len(), 1, "{lost}");
        }
        assert_eq!(faults("[package\n").len(), 1);
    }

    #[test]
    fn what_is_published_says_what_a_registry_asks() {
        for lost in
            ["description = \"d\"\n", "readme = \"README.md\"\n", "[package.metadata.docs.rs]\nall-features = true\n"]
        {
            assert_eq!(faults(&GOOD.replace(lost, "")).len(), 1, "{lost}");
        }
        assert_eq!(faults(&GOOD.replace("[\"a\"]", "[]")).len(), 1);
        assert_eq!(faults(&GOOD.replace("docs.rs/plyground-kalah", "docs.rs/plyground")).len(), 1);
        assert_eq!(check_package(&package("xtask", false, GOOD)), []);
        assert_eq!(check_package(&package("kalah", false, GOOD)).len(), 1, "a library that is kept back");
        assert!(!check_package(&package("xtask", true, GOOD)).is_empty(), "automation that is published");
    }

    #[test]
    fn versions_of_the_house_agree() {
        let root = ROOT.replace("rust-version", "version = \"0.2.0\"\nrust-version");
        let with = |version: &str| {
            let dependency =
                format!("[workspace.dependencies]\nplyground-game = {{ path = \"crates/game\"{version} }}\n");
            root_faults(&format!("{root}{dependency}"), "Rust 1.95")
        };
        assert_eq!(with(", version = \"0.2.0\""), [""; 0]);
        let old = "Cargo.toml:7: `plyground-game` must have the version of [workspace.package], \"0.2.0\"";
        assert_eq!((with(""), with(", version = \"0.1.0\"")), (vec![old.to_owned()], vec![old.to_owned()]));
    }

    #[test]
    fn the_readme_of_a_crate_is_made_of_its_page() {
        let kalah = package("kalah", true, GOOD);
        let lib = "//! Kalah.\n//!\n//! ```\n//! assert!(true);\n//! ```\n";
        let found = |readme: &str, lib: &str| {
            let tree = Tree::of(&[("crates/kalah/README.md", readme), ("crates/kalah/src/lib.rs", lib)]);
            check_readme_of(&tree, &kalah).len()
        };
        let readme = readmes::readme(&kalah, lib);
        assert!(readme.contains("```rust\nassert!(true);\n```\n") && readme.contains("`cargo add plyground-kalah`.\n"));
        assert!(
            readme.contains("cargo add plyground-kalah --git https://github.com/plyground/plyground\n"),
            "{readme}"
        );
        assert_eq!(found(&readme, lib), 0);
        assert_eq!(found("# Kalah\n", lib), 1);
        let bare = "//! Kalah.\n";
        assert_eq!(found(&readmes::readme(&kalah, bare), bare), 1, "no example");
        let long = format!("{lib}{}", "//! more\n".repeat(SCREEN));
        assert_eq!(found(&readmes::readme(&kalah, &long), &long), 1, "longer than a screen");
    }

    #[test]
    fn the_readme_states_the_version() {
        assert_eq!(root_faults(ROOT, "Needs Rust 1.95."), [""; 0]);
        assert_eq!(root_faults(ROOT, "Needs Rust 1.95 (or later)"), [""; 0]);
        assert_eq!(check(&Tree::of(&[("Cargo.toml", ROOT)]), &[]), []);
        assert_eq!(
            root_faults(ROOT, "\nNeeds Rust 1.80 or later"),
            ["README.md:2: Rust 1.80 is stated, but the workspace's rust-version is 1.95"]
        );
        assert_eq!(root_faults(ROOT, "nothing").len(), 1);
    }

    #[test]
    fn unsafe_code_stays_forbidden() {
        assert_eq!(root_faults(&ROOT.replace("forbid", "deny"), "Rust 1.95").len(), 1);
    }

    #[test]
    fn the_crate_with_unsafe_code_has_the_lints_of_the_workspace_and_few_lines() {
        let faults = |lints: &str, lines: usize| -> Vec<String> {
            let text =
                GOOD.replace("plyground-kalah", "plyground-memory").replace("[lints]\nworkspace = true\n", lints);
            let root = format!("{ROOT}missing_docs = \"deny\"\n");
            let (library, code) = ("crates/memory/src/part.rs", "\n".repeat(lines));
            let files = [("Cargo.toml", &*root), ("README.md", "Rust 1.95"), (library, &code)];
            let mut package = package("memory", false, &text);
            package.name = "plyground-memory".into();
            // The real crate is published with a README, which this test omits.
            let faults = check(&Tree::of(&files), &[package]).into_iter().map(|fault| fault.to_string());
            faults.filter(|fault| !fault.contains("is for others")).collect()
        };
        let good = "[lints.rust]\nunsafe_code = \"deny\"\nmissing_docs = \"deny\"\n";
        assert_eq!(faults(good, 99), [""; 0]);
        assert!(faults(good, 100)[0].starts_with("crates/memory/src/part.rs:100: the crate with `unsafe` code"));
        let weak = faults(&good.replace("missing_docs = \"deny\"", "missing_docs = \"warn\""), 9);
        assert!(
            weak[0].ends_with("expected `missing_docs = \"deny\"` in [lints.rust], as in the workspace"),
            "{weak:?}"
        );
    }
}
