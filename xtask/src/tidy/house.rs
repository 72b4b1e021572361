//! The crates of the house and which arrows may lead from them: one table for all checks.

/// What a crate is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    /// Its folder, and its package name without the prefix.
    pub(crate) name: &'static str,
    /// The crates of the house that it may depend on.
    pub(crate) needs: Needs,
    /// What its code must keep from.
    pub(crate) floor: Floor,
}

/// Own crates that a crate may depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// These, and behind a feature (`optional = true`) those.
    Only(&'static [&'static str], &'static [&'static str]),
    /// No product: measures or automates, so it may look at everything.
    Anything,
}

/// How high a crate stands: the lower, the stricter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Floor {
    /// Rules and evaluations: pure functions of a position.
    Pure,
    /// Libraries below `catalog`.
    Library,
    /// `catalog` and front ends that are libraries.
    Front,
    /// Programs, which print.
    Program,
}

impl Floor {
    /// Whether the crate stands below `catalog`.
    pub(crate) fn is_below_catalog(self) -> bool {
        matches!(self, Floor::Pure | Floor::Library)
    }
}

const fn room(name: &'static str, floor: Floor, needs: &'static [&'static str]) -> Room {
    Room { name, needs: Needs::Only(needs, &[]), floor }
}

/// The house, from the ground up; `docs/architecture.md` says why.
pub(crate) const HOUSE: &[Room] = &[
    room("game", Floor::Library, &[]),
    room("khet", Floor::Pure, &["game"]),
    room("kalah", Floor::Pure, &["game"]),
    room("tigers", Floor::Pure, &["game"]),
    room("cachex", Floor::Pure, &["game"]),
    room("search", Floor::Library, &["game"]),
    room("eval", Floor::Pure, &["game", "khet", "kalah", "tigers", "cachex"]),
    room("reports", Floor::Library, &["game", "search"]),
    room("arena", Floor::Library, &["game", "search"]),
    room("optimize", Floor::Library, &["game", "arena"]),
    room("solve", Floor::Library, &["game", "search", "khet", "kalah", "tigers", "cachex"]),
    room(
        "catalog",
        Floor::Front,
        &["game", "khet", "kalah", "tigers", "cachex", "search", "eval", "reports", "arena", "optimize", "solve"],
    ),
    room("web", Floor::Front, &["game", "khet", "kalah", "tigers", "cachex", "eval", "catalog"]),
    Room {
        name: "cli",
        needs: Needs::Only(&["game", "catalog", "optimize", "solve"], &["web"]),
        floor: Floor::Program,
    },
    Room { name: "benches", needs: Needs::Anything, floor: Floor::Program },
    // The bodies of the fuzz targets, in `fuzz/bodies`.
    Room { name: "bodies", needs: Needs::Anything, floor: Floor::Program },
    Room { name: "xtask", needs: Needs::Anything, floor: Floor::Program },
];

/// Crates that nothing may depend on, not even a test; `web` is behind a feature of `cli`.
pub(crate) const TOP: &[&str] = &["cli", "web", "benches", "bodies", "xtask"];

/// Where the table is, for messages.
pub(crate) const TABLE: &str = "xtask/src/tidy/house.rs";

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
            for need in needs.iter().chain(optional) {
                let at = HOUSE.iter().position(|other| other.name == *need);
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
