//! The crates of the house and which arrows may lead from them: one table for all checks.

/// What a crate is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    /// Its folder.
    pub(crate) name: &'static str,
    /// The crates of the house that it may depend on.
    pub(crate) needs: Needs,
    /// What its code must keep from.
    pub(crate) floor: Floor,
}

/// Own crates that a crate may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// These, and behind a feature (`optional = true`) those; names with spaces between them.
    Only(&'static str, &'static str),
    /// No product: measures or automates, so it may look at everything.
    Anything,
}

/// How high a crate stands: the lower, the stricter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Floor {
    /// The contract, rules, evaluations and scenes: pure functions of a position.
    Pure,
    /// Libraries below the rooms of the catalog.
    Library,
    /// The rooms of the catalog, and front ends that are libraries.
    Front,
    /// Programs, which print.
    Program,
}

impl Floor {
    /// Returns whether the crate is below `catalog`.
    pub(crate) fn is_below_catalog(self) -> bool {
        matches!(self, Floor::Pure | Floor::Library)
    }
}

/// Whether a list of names has a name.
pub(crate) fn has(list: &str, name: &str) -> bool {
    list.split(' ').any(|other| other == name)
}

const fn room(name: &'static str, floor: Floor, needs: &'static str, optional: &'static str) -> Room {
    Room { name, needs: Needs::Only(needs, optional), floor }
}

const fn free(name: &'static str) -> Room {
    Room { name, needs: Needs::Anything, floor: Floor::Program }
}

/// The crates, from the ground up; `docs/architecture.md` has the reasons.
#[rustfmt::skip]
pub(crate) const HOUSE: &[Room] = &[
    room("game", Floor::Library, "", ""),
    // Numbers in, numbers out: it knows no game.
    room("statistics", Floor::Library, "", ""),
    room("khet", Floor::Pure, "game", ""),
    room("kalah", Floor::Pure, "game", ""),
    room("tigers", Floor::Pure, "game", ""),
    room("cachex", Floor::Pure, "game", ""),
    // The one crate with `unsafe` code.
    room("memory", Floor::Library, "", ""),
    room("search", Floor::Library, "game memory", ""),
    room("eval", Floor::Pure, "game khet kalah tigers cachex", ""),
    room("scene", Floor::Library, "game khet kalah tigers cachex eval", ""),
    // The one place where the type of a position ends.
    room("play", Floor::Library, "game search", ""),
    room("arena", Floor::Library, "game search statistics play", ""),
    room("optimize", Floor::Library, "game search statistics play arena", ""),
    room("learn", Floor::Library, "game statistics play arena optimize", ""),
    room("solve", Floor::Library, "game khet kalah tigers cachex search play", ""),
    room("reports", Floor::Library, "game khet kalah tigers cachex search eval", ""),
    room("kgp", Floor::Front, "game kalah search play arena", ""),
    room("catalog", Floor::Front, "game khet kalah tigers cachex search eval scene statistics play arena optimize learn solve reports", ""),
    room("cluster", Floor::Front, "game search arena catalog", ""),
    // No clock that WebAssembly lacks, no thread, no address: `web` and the worker of a browser wrap it.
    room("page", Floor::Front, "game search scene arena solve catalog", ""),
    room("web", Floor::Front, "game search scene arena catalog page", ""),
    // Prints nothing: its words are those of Python.
    room("python", Floor::Front, "game search scene play arena optimize learn solve catalog", ""),
    // A library and the program `ply`; the library prints.
    room("cli", Floor::Program, "game search scene statistics arena optimize learn solve kgp catalog", "web cluster"),
    // The facade re-exports the parts behind features, `cli` for foreign programs included.
    room("plyground", Floor::Front, "game", "khet kalah tigers cachex search eval scene statistics play arena optimize solve reports kgp catalog web cli"),
    free("experiments"),
    free("journeys"),
    free("benches"),
    // The bodies of the fuzz targets, in `fuzz/bodies`.
    free("bodies"),
    // Compiled for every check: it starts what needs the engines, and depends on no crate of the workspace.
    room("xtask", Floor::Program, "", ""),
];

/// Crates that only the facade may depend on, and nothing else, not even a test; `web` and `cluster` are behind features of `cli`.
pub(crate) const TOP: &[&str] =
    &["cli", "web", "cluster", "plyground", "experiments", "journeys", "benches", "bodies", "xtask"];

/// Where the table is, for messages.
pub(crate) const TABLE: &str = "xtask/src/tidy/house.rs";

/// What the package in a folder is called: strangers depend on the facade by the project's own name.
pub(crate) fn package_name(folder: &str) -> String {
    if ["plyground", "xtask"].contains(&folder) { folder.to_owned() } else { format!("plyground-{folder}") }
}

/// The row of a crate.
pub(crate) fn find(name: &str) -> Option<Room> {
    HOUSE.iter().find(|room| room.name == name).copied()
}

/// The row of the crate whose library or program the file at `path` belongs to; `None` for its tests, benchmarks and
/// examples, and for other files.
pub(crate) fn of_source(path: &str) -> Option<Room> {
    let (name, inside) = path.strip_prefix("crates/")?.split_once('/')?;
    if inside.starts_with("src/") { find(name) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_of_the_table_point_down() {
        for (index, room) in HOUSE.iter().enumerate() {
            let Needs::Only(needs, optional) = room.needs else { continue };
            for need in needs.split(' ').chain(optional.split(' ')).filter(|need| !need.is_empty()) {
                let at = HOUSE.iter().position(|other| other.name == need);
                assert!(at.is_some_and(|at| at < index), "{} needs {need}", room.name);
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
