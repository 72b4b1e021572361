//! Participants of a match: a name, limits, and a factory for players.

use plyground_game::zobrist::mix;
use plyground_play::Player;

use crate::limits::TimeControl;
use crate::run::digest;

/// Factory that creates a player for one thread.
type Factory = Box<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// Participant of a match.
pub struct Participant {
    pub(crate) name: String,
    /// Spec, if the name is another text.
    pub(crate) spec: Option<String>,
    pub(crate) control: TimeControl,
    pub(crate) make: Factory,
    /// Digest of everything that its moves depend on, beside its name.
    pub(crate) content: u64,
    /// Whether the player can fail, and count more nodes than its limit.
    pub(crate) can_fail: bool,
    /// Whether equal searches may differ.
    pub(crate) is_varying: bool,
}

impl Participant {
    /// Creates a participant with a name, limits and a factory. Every thread makes its own player.
    pub fn new(
        name: impl Into<String>,
        control: TimeControl,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Participant {
        Participant {
            name: name.into(),
            spec: None,
            control,
            make: Box::new(make),
            content: 0,
            can_fail: false,
            is_varying: false,
        }
    }

    /// Returns a new player.
    #[must_use]
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }

    /// Declares what the moves of the player depend on beside its name, such as weights and tables. A run cannot be resumed after
    /// a change of it.
    #[must_use]
    pub fn made_of(self, content: &str) -> Participant {
        if content.is_empty() {
            return self;
        }
        Participant { content: mix(self.content ^ digest(content)), ..self }
    }

    /// Adds the spec of a player with a name of its own to the records of its games.
    #[must_use]
    pub fn specified(self, spec: String) -> Participant {
        Participant { spec: Some(spec), ..self }
    }

    /// Declares a player that can fail, such as a user-defined agent. Only for such a player does
    /// [`Arena::check`](crate::Arena::check) accept a crash, a hang, nonsense, an illegal move, a failed start, or more nodes
    /// than the limit.
    #[must_use]
    pub fn fallible(self) -> Participant {
        Participant { can_fail: true, ..self }
    }

    /// Declares an external program or a Python player, which is [fallible](Participant::fallible) and
    /// [varying](Participant::varying).
    #[must_use]
    pub fn external(self) -> Participant {
        self.fallible().varying()
    }

    /// Declares a player whose equal searches may differ, such as one with several threads. Its games cannot be
    /// [replayed](crate::Arena::can_replay).
    #[must_use]
    pub fn varying(self) -> Participant {
        Participant { is_varying: true, ..self }
    }
}

plyground_game::impl_debug!(Participant { name, control });
