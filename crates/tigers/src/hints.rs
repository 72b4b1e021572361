//! Search hints for Tigers and Goats.

use plyground_game::SearchHints;

use crate::Tigers;

/// Each jump captures one goat, so all jumps have the same value.
impl SearchHints for Tigers {
    // Only steps are reversible, and both sides must step away and back, so no position repeats within 3 plies.
    const NO_RETURN_WITHIN: u32 = 3;
}
