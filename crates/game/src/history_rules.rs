//! Which histories end a game: what a game's rules say, and [`History`](crate::History) keeps.
//!
//! ```
//! use plyground_game::HistoryRules;
//!
//! let nothing = HistoryRules::default();
//! assert_eq!((nothing.repetition, nothing.turn_limit), (None, None));
//! ```

/// Which histories end a game, always as a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HistoryRules {
    /// The game is drawn when the same key occurs for this many times, the start counting as one; at least 2.
    pub repetition: Option<u32>,
    /// The game is drawn when this many turns have been played.
    pub turn_limit: Option<u32>,
}
