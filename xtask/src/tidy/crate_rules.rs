//! Rules of the workspace crates: their allowed dependencies and their layers, in one table for all checks.

/// Dependencies and layer of a crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CrateRule {
    /// Name of its folder.
    pub(crate) name: &'static str,
    /// Workspace crates that it may depend on.
    pub(crate) needs: Needs,
    /// Layer, which restricts its code.
    pub(crate) layer: Layer,
}

/// Workspace crates that a crate may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// Required ones, and those behind a feature (`optional = true`); names are separated by spaces.
    Only(&'static str, &'static str),
    /// All crates: it measures or automates, and is not a product.
    Anything,
}

/// Layer of a crate. Lower layers have stricter rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layer {
    /// Rules and evaluations: pure functions of a position.
    Pure,
    /// Libraries below `catalog`.
    Library,
    /// `catalog`, and front ends that are libraries.
    Front,
    /// Programs, which print.
    Program,
}

/// Returns whether a list of names contains a name.
pub(crate) fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|other| other == name)
}

const fn rule(name: &'static str, layer: Layer, needs: &'static str, optional: &'static str) -> CrateRule {
    CrateRule { name, needs: Needs::Only(needs, optional), layer }
}

const fn unrestricted(name: &'static str) -> CrateRule {
    CrateRule { name, needs: Needs::Anything, layer: Layer::Program }
}

/// Rules of all crates, lowest first. `docs/architecture.md` has the reasons.
#[rustfmt::skip]
pub(crate) const RULES: &[CrateRule] = &[
    rule("game", Layer::Library, "", ""),
    // Knows no game.
    rule("statistics", Layer::Library, "", ""),
    rule("khet", Layer::Pure, "game", ""),
    rule("kalah", Layer::Pure, "game", ""),
    rule("tigers", Layer::Pure, "game", ""),
    rule("cachex", Layer::Pure, "game", ""),
    // The only crate with `unsafe` code.
    rule("memory", Layer::Library, "", ""),
    rule("search", Layer::Library, "game memory", ""),
    rule("eval", Layer::Pure, "game khet kalah tigers cachex", ""),
    rule("scene", Layer::Library, "game khet kalah tigers cachex eval", ""),
    // Erases the type of a position.
    rule("play", Layer::Library, "game search", ""),
    rule("arena", Layer::Library, "game search statistics play", ""),
    rule("optimize", Layer::Library, "game search statistics play arena", ""),
    rule("solve", Layer::Library, "game khet kalah tigers cachex search play memory", ""),
    rule("reports", Layer::Library, "game khet kalah tigers cachex search eval", ""),
    rule("kgp", Layer::Front, "game kalah search play arena", ""),
    rule("catalog", Layer::Front, "game khet kalah tigers cachex search eval scene statistics play arena optimize solve reports", ""),
    rule("cluster", Layer::Front, "game search arena catalog", ""),
    // No thread, no address and no clock that WebAssembly lacks: `web` and the browser's worker wrap it.
    rule("page", Layer::Front, "game search scene arena solve catalog", ""),
    rule("web", Layer::Front, "game search scene arena catalog page", ""),
    // Prints nothing; Python does.
    rule("python", Layer::Front, "game search scene play arena optimize solve catalog", ""),
    // A library and the program `ply`; the library prints.
    rule("cli", Layer::Program, "game search scene statistics arena optimize solve kgp catalog", "web cluster"),
    // The facade re-exports the parts behind features, `cli` for foreign programs included.
    rule("plyground", Layer::Front, "game", "khet kalah tigers cachex search eval scene statistics play arena optimize solve reports kgp catalog web cli"),
    unrestricted("papers"),
    unrestricted("journeys"),
    unrestricted("benches"),
    // Bodies of the fuzz targets, in `fuzz/bodies`.
    unrestricted("bodies"),
    // Compiled for every check, so it starts the programs that need the engines instead of depending on them.
    rule("xtask", Layer::Program, "", ""),
];

/// Crates that only the facade may depend on, and no other crate or test. `web` and `cluster` are features of `cli`.
pub(crate) const TOP: &[&str] =
    &["cli", "web", "cluster", "plyground", "journeys", "benches", "bodies", "papers", "xtask"];

/// Path of the table, for messages.
pub(crate) const TABLE: &str = "xtask/src/tidy/crate_rules.rs";

/// Returns the name of the package in a folder. The facade has the name of the project.
pub(crate) fn package_name(folder: &str) -> String {
    if ["plyground", "xtask"].contains(&folder) { folder.to_owned() } else { format!("plyground-{folder}") }
}

/// Returns the rule of a crate.
pub(crate) fn find(name: &str) -> Option<CrateRule> {
    RULES.iter().find(|rule| rule.name == name).copied()
}

/// Returns the rule of the crate whose library or program contains the file at `path`; `None` for its tests, benchmarks and
/// examples, and for other files.
pub(crate) fn of_source(path: &str) -> Option<CrateRule> {
    let (name, inside) = path.strip_prefix("crates/")?.split_once('/')?;
    if inside.starts_with("src/") { find(name) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_of_the_table_point_down() {
        for (index, rule) in RULES.iter().enumerate() {
            let Needs::Only(needs, optional) = rule.needs else { continue };
            for need in needs.split(' ').chain(optional.split(' ')).filter(|need| !need.is_empty()) {
                let at = RULES.iter().position(|other| other.name == need);
                assert!(at.is_some_and(|at| at < index), "{} needs {need}", rule.name);
            }
        }
    }

    #[test]
    fn only_the_source_folder_ships() {
        assert_eq!(of_source("crates/kalah/src/sow/fast.rs"), find("kalah"));
        for path in ["crates/kalah/tests/perft.rs", "xtask/src/main.rs", "crates/kalah/Cargo.toml", "crates/x/src/a.rs"]
        {
            assert_eq!(of_source(path), None, "{path}");
        }
    }
}
