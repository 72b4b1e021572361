//! Rules that end a game by its [`History`](crate::History).

/// Limits of the history. Reaching a limit draws the game.
///
/// ```
/// use plyground_game::HistoryRules;
///
/// let nothing = HistoryRules::default();
/// assert_eq!((nothing.repetition, nothing.turn_limit), (None, None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HistoryRules {
    /// Number of occurrences of a key that draws the game, including the start; at least 2.
    pub repetition: Option<u32>,
    /// Number of turns that draws the game.
    pub turn_limit: Option<u32>,
}
