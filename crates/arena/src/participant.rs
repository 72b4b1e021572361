//! Participants of a match: a name, limits, and how each thread makes the player.

use plyground_game::zobrist::mix;
use plyground_play::Player;

use crate::limits::TimeControl;
use crate::run::digest;

/// Makes a player for one thread.
type Factory = Box<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// A participant.
pub struct Participant {
    pub(crate) name: String,
    pub(crate) control: TimeControl,
    pub(crate) make: Factory,
    /// What it is made of beside its name, as a number.
    pub(crate) content: u64,
    /// Whether it can fail, and count more nodes than its limit.
    pub(crate) can_fail: bool,
    /// Whether equal searches may differ.
    pub(crate) is_varying: bool,
}

impl Participant {
    /// A player by name, with limits, and how to make it; every thread makes its own.
    pub fn new(
        name: impl Into<String>,
        control: TimeControl,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Participant {
        Participant { name: name.into(), control, make: Box::new(make), content: 0, can_fail: false, is_varying: false }
    }

    /// Says what the player is made of beside its name: weights, tables, whatever its moves depend on. A run is not resumed when it
    /// has changed.
    #[must_use]
    pub fn made_of(self, content: &str) -> Participant {
        if content.is_empty() {
            return self;
        }
        Participant { content: mix(self.content ^ digest(content)), ..self }
    }

    /// Declares a player that can fail, such as an agent of the user. Only of such a player [`Arena::check`](crate::Arena::check) believes that it
    /// crashed, hung, answered nonsense or an illegal move, could not be started, or counted more nodes than its limit.
    #[must_use]
    pub fn fallible(self) -> Participant {
        Participant { can_fail: true, ..self }
    }

    /// Declares a program or a player in Python, which is [fallible](Participant::fallible) and [varying](Participant::varying).
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
