//! Players that a program brings of its own, asked in plain data: an agent of any game without its type.
//!
//! ```
//! use plyground_entry::{AgentSpec, Asked, Entry, Guest, MakeGuest, Start};
//! use plyground_game::{Move as _, Position as _};
//! use plyground_kalah::Kalah;
//!
//! /// Plays the first house that can be sown: it sees where the game began, and all moves since.
//! struct First;
//!
//! impl Guest for First {
//!     fn choose(&mut self, asked: &Asked<'_>) -> Result<usize, String> {
//!         let start = Start { position: Some(asked.position.clone()), ..Start::default() };
//!         let mut game = start.game::<Kalah>().map_err(|error| error.to_string())?;
//!         for &action in &asked.actions {
//!             let mv = plyground_kalah::House::from_index(action).ok_or("no such house")?;
//!             game.play(mv).map_err(|error| error.to_string())?;
//!         }
//!         let first = game.position().legal_moves().first().copied();
//!         first.map(|mv| mv.index()).ok_or_else(|| "the game is over".into())
//!     }
//! }
//!
//! let entry = Entry::<Kalah>::new("sow seeds");
//! let mut agent = entry.make(&AgentSpec::guest("first", MakeGuest::new(|| Box::new(First))), None)?;
//! let report = agent.move_for(&Start::default().game::<Kalah>()?, &Default::default())?;
//! assert_eq!(report.best.map(|mv| mv.index()), Some(0));
//! # Ok::<(), plyground_entry::CatalogError>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use plyground_game::{Game, Move, Position};
use plyground_search::{Agent, AgentError, AgentFailure, Job, Limits, OnDepth, Report};

/// What a guest is asked: a move for the present place of a game.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Where the game began, in its notation.
    pub position: String,
    /// Its rules.
    pub rules: String,
    /// The moves since then, by their indices.
    pub actions: Vec<usize>,
    /// What the move may take. Only a clock enforces it.
    pub limits: &'a Limits,
}

/// A player of the program at hand.
pub trait Guest: Send {
    /// A new game begins; the seed is for the guest's random choices in it.
    fn new_game(&mut self, _seed: u64) {}

    /// The index of a legal move.
    ///
    /// # Errors
    /// Why there is none, in a line; the game is lost then.
    fn choose(&mut self, asked: &Asked<'_>) -> Result<usize, String>;
}

/// Makes a guest for each thread that plays; clones share it.
#[derive(Clone)]
pub struct MakeGuest(Arc<dyn Fn() -> Box<dyn Guest> + Send + Sync>);

impl MakeGuest {
    /// Makes guests so.
    pub fn new(make: impl Fn() -> Box<dyn Guest> + Send + Sync + 'static) -> MakeGuest {
        MakeGuest(Arc::new(make))
    }
}

impl fmt::Debug for MakeGuest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MakeGuest")
    }
}

/// Whether they are one and the same.
impl PartialEq for MakeGuest {
    fn eq(&self, other: &MakeGuest) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for MakeGuest {}

/// A guest as an agent of a game.
pub(crate) struct GuestAgent {
    guest: Box<dyn Guest>,
    seed: u64,
}

impl GuestAgent {
    pub(crate) fn new(make: &MakeGuest) -> GuestAgent {
        GuestAgent { guest: (make.0)(), seed: 0 }
    }
}

impl<P: Position> Agent<P> for GuestAgent {
    fn is_limited(&self) -> bool {
        true
    }

    fn new_game(&mut self) {
        self.guest.new_game(self.seed);
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn think(&mut self, game: &Game<P>, job: &Job, each: OnDepth<'_, P>) -> Result<Report<P::Move>, AgentError> {
        let asked = Asked {
            position: game.start().to_string(),
            rules: game.rules().to_string(),
            actions: game.moves().iter().map(|mv| mv.index()).collect(),
            limits: &job.limits,
        };
        if game.ending().is_some() {
            return Ok(Report::of_move(None));
        }
        let failed = |cause, detail| AgentError { cause, detail };
        let action = self.guest.choose(&asked).map_err(|detail| failed(AgentFailure::Crashed, detail))?;
        let mv = P::Move::from_index(action).filter(|&mv| game.position().is_legal(mv));
        let report = Report::of_move(Some(
            mv.ok_or_else(|| failed(AgentFailure::Nonsense, format!("action {action} is not legal")))?,
        ));
        let _: ControlFlow<()> = each(&report);
        Ok(report)
    }
}
