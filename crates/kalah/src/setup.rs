//! Board sizes: `6x4` is 6 houses per side with 4 seeds each.

use core::fmt;
use core::str::FromStr;

use plyground_game::notation::{Fault, ParseSetupError, Reader};

use crate::{MAX_HOUSES, MAX_SEEDS};

/// Number of houses per side and number of seeds per house at the start.
///
/// ```
/// use plyground_kalah::KalahSetup;
///
/// let setup: KalahSetup = "3x5".parse()?;
/// assert_eq!((setup.houses(), setup.seeds()), (3, 5));
/// assert!("13x4".parse::<KalahSetup>().is_err());
/// # Ok::<(), plyground_game::notation::ParseSetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KalahSetup {
    houses: u8,
    seeds: u16,
}

impl KalahSetup {
    /// Creates a setup with `houses` per side (1 to 12) and `seeds` per house (at least 1; at most 1,023 on the whole
    /// board). Returns `None` if a number is out of range.
    #[must_use]
    pub const fn new(houses: usize, seeds: u32) -> Option<KalahSetup> {
        if houses == 0 || houses > MAX_HOUSES || seeds == 0 || seeds > MAX_SEEDS / (2 * houses as u32) {
            return None;
        }
        Some(KalahSetup { houses: houses as u8, seeds: seeds as u16 })
    }

    /// Returns the number of houses per side.
    #[must_use]
    pub const fn houses(self) -> usize {
        self.houses as usize
    }

    /// Returns the number of seeds per house.
    #[must_use]
    pub const fn seeds(self) -> u16 {
        self.seeds
    }
}

impl Default for KalahSetup {
    /// Returns the common board, `6x4`.
    fn default() -> KalahSetup {
        KalahSetup { houses: 6, seeds: 4 }
    }
}

impl FromStr for KalahSetup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<KalahSetup, ParseSetupError> {
        let mut reader = Reader::new(text);
        let houses = reader.number("houses a side", 1..=MAX_HOUSES as u32)?;
        reader.expect("x")?;
        let seeds = reader.number("seeds a house", 1..=MAX_SEEDS / (2 * houses))?;
        reader.end()?;
        KalahSetup::new(houses as usize, seeds)
            .ok_or_else(|| Fault::whole(text, "a board that is too large", "houses x seeds").into())
    }
}

impl fmt::Display for KalahSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.houses, self.seeds)
    }
}
