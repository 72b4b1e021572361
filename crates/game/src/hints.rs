//! What only searches ask of a game, apart from the rules.
//!
//! A game is complete without any of this: every hint has a default that is always right, and a game without hints writes
//! `impl SearchHints for MyGame {}`. A hint makes searches faster or their order of moves better; rules, records and
//! matches never look at it. Law 16 of the law suite checks what is said here.
//!
//! ```
//! use plyground_game::{Position, SearchHints};
//!
//! /// The same position with the other side to move, where the game has passes: what would the other side do?
//! fn threat<P: SearchHints>(pos: &P) -> Option<P> {
//!     pos.pass()
//! }
//! ```

use crate::Position;

/// Hints of a game for searches, besides its rules.
pub trait SearchHints: Position {
    /// A number of plies within which no position can stand again; 1 is always right, larger numbers let tables of
    /// positions answer more often.
    const NO_RETURN_WITHIN: u32 = 1;

    /// How much choice the two sides have together: the number of moves of one times that of the other, if it were its
    /// turn. Searches that look farther where there is little of it ask; `u32::MAX` where a game does not say.
    #[inline]
    fn choice(&self) -> u32 {
        u32::MAX
    }

    /// How promising a noisy legal move looks before it is tried, larger first; quiet moves are never asked. Orders the
    /// moves of a search, and nothing else.
    #[inline]
    fn noisy_value(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The position after its side to move has passed, for games in which a pass is hardly ever better than the best
    /// move, so that searches may try one (the null move of chess). `None` everywhere else, and in a finished game.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }
}
