//! Opponents for people: levels from one that a child beats to the strongest there is.
//!
//! ```
//! use plyground_catalog::{Catalog, LEVELS};
//!
//! let khet = Catalog::standard().game("khet")?.clone();
//! assert_eq!(khet.agent(LEVELS[1].spec)?.name(), "greedy");
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

/// An agent that people can choose by how strong it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name for people.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub about: &'static str,
    /// The agent.
    pub spec: &'static str,
}

/// The levels of every game, the weakest first.
///
/// Those below the highest play by `best-2`, which never changes, so their strength and the measured distances stay.
pub const LEVELS: [Level; 5] = [
    Level { name: "First steps", about: "moves at random", spec: "random" },
    Level { name: "Beginner", about: "takes what there is to take now", spec: "greedy" },
    Level { name: "Casual", about: "looks at a hundred positions a move", spec: "best-2:nodes=100" },
    Level { name: "Skilled", about: "looks at a thousand positions a move", spec: "best-2:nodes=1000" },
    Level { name: "Master", about: "the strongest there is, two seconds a move", spec: "best:time=2s" },
];
