//! Hints of Tigers and Goats for searches, besides its rules.

use plyground_game::SearchHints;

use crate::Tigers;

/// Each jump takes one goat, so none is worth more than another.
impl SearchHints for Tigers {
    // Only steps can be undone, each by its own side alone: both have to step away and back.
    const NO_RETURN_WITHIN: u32 = 3;
}
