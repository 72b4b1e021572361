//! External players, such as Python objects.

use std::sync::Arc;

use plyground_play::Player;

/// Creates a player for each thread. Clones share the constructor.
///
/// ```
/// use plyground_catalog::{AgentSpec, Entry, MakePlayer};
/// use plyground_kalah::Kalah;
/// use plyground_play::{Action, OnReport, Player, Start, State};
/// use plyground_search::{AgentError, Job, Report};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, state: &dyn State, _: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
///         Ok(Report::of_move(state.legal_actions().first().copied()))
///     }
/// }
///
/// let entry = Entry::<Kalah>::new("sow seeds");
/// let spec = AgentSpec::external("first", MakePlayer::new(|| Box::new(First)));
/// let report = entry.player(&spec, None)?.move_for(&*entry.state(&Start::default())?, &Default::default())?;
/// assert_eq!(report.best, Some(0));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone)]
pub struct MakePlayer(Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>);

impl MakePlayer {
    /// Creates players by a function.
    pub fn new(make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> MakePlayer {
        MakePlayer(Arc::new(make))
    }

    /// Creates a player.
    pub(crate) fn player(&self) -> Box<dyn Player> {
        (self.0)()
    }
}

plyground_game::impl_debug!(MakePlayer {});

/// Compares identity.
impl PartialEq for MakePlayer {
    fn eq(&self, other: &MakePlayer) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for MakePlayer {}
