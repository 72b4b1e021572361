//! Step-by-step result of a sowing, for text, diagrams and animations. Playing a move uses the faster code in
//! `play.rs`.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use plyground_game::{Position, Side};

use crate::distribution::{Distribution, Last};
use crate::moves::House;
use crate::position::Kalah;

/// Sowing step by step.
///
/// ```
/// use plyground_game::Position;
/// use plyground_kalah::{Kalah, KalahRules, KalahSetup, Last};
///
/// let start = Kalah::new(&KalahSetup::default(), &KalahRules::default());
/// let sowing = start.sowing(start.parse_move("3")?);
/// assert_eq!((sowing.seeds, sowing.last), (4, Last::Store));
/// # Ok::<(), plyground_game::notation::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sowing {
    /// Side that sows.
    pub side: Side,
    /// House that is sown.
    pub from: House,
    /// Number of seeds sown.
    pub seeds: u16,
    /// Place where the last seed falls.
    pub last: Last,
    /// Number of seeds that a capture moves to the store, including the capturing seed; 0 without a capture.
    pub captured: u16,
    /// Whether the same side moves again: the last seed fell into the store and the game is not over.
    pub again: bool,
    /// Seeds swept into each store when the sowing ends the game, `[south, north]`.
    pub swept: Option<[u16; 2]>,
}

impl Kalah {
    /// Returns the effect of a legal move, step by step.
    #[must_use]
    pub fn sowing(&self, mv: House) -> Sowing {
        let side = self.side_to_move();
        let seeds = self.seeds(side, mv);
        let last = Distribution::new(self.houses(), mv, seeds).last();
        let (before_end, result) = self.sow_wide(mv);
        let after = self.after(mv);
        let over = after.is_over();
        let [own, other] = before_end.stores;
        let before_end = if side == Side::First { [own, other] } else { [other, own] };
        let swept = Side::ALL.map(|side| after.store(side) - before_end[side.index()]);
        Sowing {
            side,
            from: mv,
            seeds,
            last,
            captured: result.captured,
            again: result.again && !over,
            swept: (over && swept != [0, 0]).then_some(swept),
        }
    }

    /// Describes a move in words: the sowing and its consequences.
    pub(crate) fn describe(&self, mv: House) -> String {
        let sowing = self.sowing(mv);
        let name = |side: Side| if side == Side::First { "South" } else { "North" };
        let (own, other) = (name(sowing.side), name(!sowing.side));
        let mut text = format!("{own} sows {} from house {mv}", counted(sowing.seeds));
        let write = |text: &mut String, part: core::fmt::Arguments<'_>| {
            text.write_fmt(part).expect("writing to a string cannot fail");
        };
        match sowing.last {
            Last::Store => write(&mut text, format_args!(", the last into the store")),
            Last::Own(house) => write(&mut text, format_args!(", the last into house {house}")),
            Last::Other(house) => write(&mut text, format_args!(", the last into {other}'s house {house}")),
        }
        if sowing.captured > 0 {
            write(&mut text, format_args!(", and captures {}", counted(sowing.captured)));
        }
        if sowing.again {
            write(&mut text, format_args!(": {own} moves again"));
        }
        if self.after(mv).is_over() {
            write(&mut text, format_args!("; the game is over"));
        }
        for (side, seeds) in Side::ALL.into_iter().zip(sowing.swept.unwrap_or_default()) {
            if seeds > 0 {
                write(&mut text, format_args!(", {} gets the {} left", name(side), counted(seeds)));
            }
        }
        text
    }
}

fn counted(seeds: u16) -> String {
    if seeds == 1 { "1 seed".into() } else { format!("{seeds} seeds") }
}
