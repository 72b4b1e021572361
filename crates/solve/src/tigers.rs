//! Strong solution of Tigers and Goats: the value of every arrangement with either side to move.
//!
//! The game uses the solver of [hunting games](crate::hunt): 22,289,947,680 arrangements, 11,214,197,280 without mirror
//! images. The [`Book`] contains the first placements, the [`Endings`] the last goats, and [`GoatWins`] the positions in
//! which the goats shut the tigers in; all three are part of the program.
//!
//! ```
//! use std::ops::ControlFlow;
//! use plyground_game::{Position, StandardSetup};
//! use plyground_solve::{Wdl, hunt::{SolveOptions, solve}, tigers::Tables};
//! use plyground_tigers::{Tigers, TigersRules};
//!
//! // The whole game takes minutes; one goat takes a second.
//! let folder = std::env::temp_dir().join(format!("tigers-example-{}", std::process::id()));
//! let options = SolveOptions { max_animals: 1, ..SolveOptions::whole::<Tigers>(15) };
//! let summary = solve::<Tigers>(&folder, &options, |_| ControlFlow::Continue(()))?;
//! assert_eq!(summary.total().draws, 0);
//!
//! let tables = Tables::open(&folder, &TigersRules::default())?;
//! let pos = Tigers::parse("T..TT.........G........ 0 t", &TigersRules::default())?;
//! assert_eq!(tables.probe(&pos)?.map(|value| value.result()), Some(Wdl::Win));
//! std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod book;
#[cfg(not(target_arch = "wasm32"))]
mod endings;
#[cfg(not(target_arch = "wasm32"))]
mod goat_wins;
#[cfg(not(target_arch = "wasm32"))]
mod known_wins;
#[cfg(test)]
mod layer_tests;
#[cfg(not(target_arch = "wasm32"))]
mod layout;
mod shipped;

use std::sync::LazyLock;

use plyground_game::Side;
use plyground_tigers::{GOATS, JUMPS, Point, PointSet, STEPS, TIGERS, Tigers, TigersRules};

use crate::hunt::{self, ExactHunt, Ground, HuntGame, Pieces};

pub use book::Book;
#[cfg(not(target_arch = "wasm32"))]
pub use endings::Endings;
#[cfg(not(target_arch = "wasm32"))]
pub use goat_wins::GoatWins;
#[cfg(not(target_arch = "wasm32"))]
pub use known_wins::{KnownWins, known_result};
pub use shipped::ShippedTigers;

/// Open tables of a folder.
pub type Tables = hunt::Tables<Tigers>;

/// Returns the solver of the game.
#[must_use]
pub fn exact_tigers() -> ExactHunt<Tigers> {
    ExactHunt::new("0.2 GB on disk, 2.8 GB of memory, some minutes")
}

/// Points by their slots: six corners at the edge, then the others by their number of neighbours.
const ORDER: [usize; Point::COUNT] = [1, 6, 13, 18, 19, 22, 20, 21, 7, 12, 0, 2, 5, 14, 17, 3, 4, 8, 11, 15, 16, 9, 10];

static GROUND: LazyLock<Ground> = LazyLock::new(|| Ground {
    points: Point::COUNT,
    hunters: TIGERS.into(),
    herd: GOATS,
    steps: STEPS.iter().map(|step| (step.from.index(), step.to.index())).collect(),
    jumps: JUMPS.iter().map(|jump| (jump.from.index(), jump.over.index(), jump.to.index())).collect(),
    symmetries: vec![Point::ALL.iter().map(|point| point.mirrored().index()).collect()],
    order: ORDER.to_vec(),
});

impl HuntGame for Tigers {
    fn ground() -> &'static Ground {
        &GROUND
    }

    fn pieces(&self) -> Pieces {
        Pieces { hunters: self.tigers().bits(), herd: self.goats().bits(), in_hand: self.outside() }
    }

    fn from_pieces(pieces: Pieces, side: Side, rules: &TigersRules) -> Option<Tigers> {
        let [tigers, goats] = [pieces.hunters, pieces.herd].map(PointSet::from_bits);
        Tigers::from_parts(tigers, goats, pieces.in_hand, side, rules).ok()
    }

    fn captures_to_win(rules: &TigersRules) -> u8 {
        rules.captures_to_win()
    }

    fn captures_left(&self) -> u8 {
        Tigers::captures_left(self)
    }

    fn rules_of(captures_to_win: u8) -> TigersRules {
        TigersRules::new(captures_to_win, Some(3)).expect("1 to 15 captures win")
    }
}

/// Returns random points that are not taken.
#[cfg(test)]
fn points(count: u32, taken: PointSet, random: &mut plyground_game::random::Random) -> PointSet {
    let mut points = PointSet::EMPTY;
    while points.len() < count {
        let point = PointSet::from_bits(1 << random.below(Point::COUNT));
        if !point.meets(taken) {
            points |= point;
        }
    }
    points
}
