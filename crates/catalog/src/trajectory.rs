//! A game from its start to its present position as plain data.

use plyground_game::{Outcome, Side};
use plyground_play::{Action, State};
use serde::{Deserialize, Serialize};

use crate::data::Shown;

/// A move with the player who makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerMove {
    /// The player: 0 or 1.
    pub player: usize,
    /// Index of the move.
    pub action: Action,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
}

/// A game in progress or a finished one: `ply export --json`.
///
/// ```
/// use plyground_catalog::{Catalog, Start, Trajectory};
///
/// let start = Start { moves: "3 1".into(), ..Start::default() };
/// let trajectory = Trajectory::of(&*Catalog::standard().game("kalah")?.state(&start)?, None);
/// let json = serde_json::to_value(&trajectory).expect("plain data can be written");
/// assert_eq!(json["actions"][1], serde_json::json!({ "player": 0, "action": 0, "move": "1" }));
/// assert_eq!((&json["state"]["side"], &json["returns"]), (&"north".into(), &serde_json::json!([0.0, 0.0])));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Trajectory {
    /// The game's name.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The position at the start.
    pub start: String,
    /// The moves from the start.
    pub actions: Vec<PlayerMove>,
    /// The present position.
    pub state: Shown,
    /// Points of both players: 1 for a win, -1 for a loss, 0 for a draw and during the game.
    pub returns: [f64; 2],
}

impl Trajectory {
    /// Returns a game as data. `adjudicated` is the result of a game that the rules have not ended.
    #[must_use]
    pub fn of(state: &dyn State, adjudicated: Option<Outcome>) -> Trajectory {
        let moves = state.movers().into_iter().zip(state.actions()).zip(state.move_texts());
        let outcome = state.outcome().or(adjudicated);
        Trajectory {
            game: state.name(),
            rules: state.rules(),
            start: state.start_text(),
            actions: moves.map(|((side, action), mv)| PlayerMove { player: side.index(), action, mv }).collect(),
            state: Shown::of(state),
            returns: Side::ALL.map(|side| outcome.map_or(0.0, |outcome| 2.0 * outcome.points(side) - 1.0)),
        }
    }
}
