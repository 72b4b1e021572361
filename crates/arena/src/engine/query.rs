//! Queries of the protocol: `query` and a word.

/// Query about the present position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Query {
    /// `p1turn`: whether the first side is to move.
    FirstToMove,
    /// `gameover`: whether the game is over.
    GameOver,
    /// `result`: `p1win`, `p2win`, `draw` or `none`.
    Result,
    /// `moves`: the legal moves.
    Moves,
    /// `position`: the position in the game's notation.
    Position,
}

impl Query {
    /// All queries with their words.
    pub const ALL: [(&'static str, Query); 5] = [
        ("p1turn", Query::FirstToMove),
        ("gameover", Query::GameOver),
        ("result", Query::Result),
        ("moves", Query::Moves),
        ("position", Query::Position),
    ];

    /// Returns all words, for messages.
    pub(super) fn words() -> String {
        Query::ALL.map(|(name, _)| name).join(", ")
    }

    /// Reads a word of the protocol.
    pub(super) fn parse(word: &str) -> Option<Query> {
        Query::ALL.into_iter().find(|(name, _)| *name == word).map(|(_, query)| query)
    }
}
