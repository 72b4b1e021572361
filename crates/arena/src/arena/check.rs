//! Checks of records that were not played by this process: they must be possible in the run, and can be replayed.

use plyground_search::StopFlag;
use thiserror::Error;

use super::{Arena, Seats};
use crate::check::{Length, ParticipantFacts, check_game, replay};
use crate::journal::{Journal, JournalError};
use crate::record::{RECORD_FORMAT, Record};

/// Why a record was not confirmed by a replay.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The game is not the same whenever it is played; see [`Arena::can_replay`].
    #[error("game {0} cannot be replayed: a clock, a program, a player in Python or several threads decide its moves")]
    NotRepeatable(u64),
    /// The replay was stopped; it shows nothing.
    #[error("the replay was stopped")]
    Stopped,
    /// The replay is another game, or the record cannot be one of the run.
    #[error("{0}")]
    Differs(String),
}

impl Arena {
    /// Checks that a record of another process can be one of this run, which is called [`run`](Arena::run_id). Its heading is that of
    /// the run, its moves are legal, its result and its cause follow from them, and its ending is possible for these
    /// participants: only a [fallible](crate::Participant::fallible) one can fail, only one with a limit of time can lose on time,
    /// and the one that fails is the one to move. Nodes and times keep within the limits.
    ///
    /// # Errors
    /// The first contradiction, in words.
    pub fn check(&self, run: &str, record: &Record) -> Result<(), String> {
        if record.number >= self.schedule().games() {
            return Err(format!("game {} of {}", record.number, self.schedule().games()));
        }
        if record.versions.record != RECORD_FORMAT {
            return Err(format!("found format {}, expected {RECORD_FORMAT}", record.versions.record));
        }
        self.check_kept(run, record)
    }

    /// The same for a record of a file, which may be of an older format.
    fn check_kept(&self, run: &str, record: &Record) -> Result<(), String> {
        let assignment = self.schedule().game(record.number);
        let opening = self.openings.get(assignment.opening);
        self.heading(run, &assignment, &opening).check(record)?;
        let begun = opening.state();
        if record.game != begun.name() || record.rules != begun.rules() {
            return Err("other rules".into());
        }
        let opening_moves = begun.move_texts();
        let mut words = record.moves.split(' ').filter(|_| !record.moves.is_empty());
        if record.opening.position != begun.start_text() || !opening_moves.iter().all(|text| words.next() == Some(text))
        {
            return Err("another opening".into());
        }
        let state = replay(record, begun.restarted())?;
        let players = assignment.seats.map(|seat| &self.participants[seat]);
        let scaled = record.time_scale.map(|scale| players.map(|player| player.control.scaled(scale)));
        let participants = [0, 1].map(|side| ParticipantFacts {
            can_fail: players[side].can_fail,
            control: scaled.as_ref().map_or(&players[side].control, |scaled| &scaled[side]),
        });
        check_game(record, &*state, &participants, &Length::Known(self.spec.most_plies(), self.adjudicate.as_deref()))
    }

    /// Opens the file of this run, and checks every game in it; see [`Journal::open`] and [`Arena::check`].
    ///
    /// # Errors
    /// When the file cannot be used, belongs to another run, or holds a game that cannot be one of this run.
    pub fn journal(&self, path: &std::path::Path) -> Result<Journal, JournalError> {
        let run = self.run_id();
        let can_fail = |name: &str| self.participants.iter().any(|player| player.name == name && player.can_fail);
        Journal::open_checked(path, &run, &mut |record| {
            if record.number < self.schedule().games() {
                return self.check_kept(&run, record);
            }
            // Of a longer schedule: to draw its opening may take for ever.
            record.check(self.openings.get(0).state(), &can_fail).map(|_| ())
        })
    }

    /// Reports whether a game is the same whenever it is played, so that [`Arena::replay_check`] can confirm it.
    #[must_use]
    pub fn can_replay(&self, number: u64) -> bool {
        let mut players = self.schedule().game(number).seats.into_iter().map(|seat| &self.participants[seat]);
        players.all(|player| !(player.control.has_time() || player.is_varying))
    }

    /// Plays the game of a record again with agents of this process, and compares moves, result, nodes and scores.
    ///
    /// # Errors
    /// When the replay differs, was stopped, or is impossible.
    ///
    /// ```
    /// use plyground_arena::{Arena, Participant, MatchSpec, Openings, ReplayFault, Seats, TimeControl};
    /// use plyground_kalah::Kalah;
    /// use plyground_play::{AgentPlayer, Start, State};
    /// use plyground_search::RandomAgent;
    ///
    /// let random = |name: &str| {
    ///     Participant::new(name, TimeControl::default(), || AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)))
    /// };
    /// let openings = Openings::drawn(&*Start::default().state::<Kalah>()?, 4..=6, 1)?;
    /// let arena = Arena::new(vec![random("one"), random("two")], MatchSpec::new(1, 7), openings)?;
    /// let mut seats = Seats::default();
    /// let mut record = arena.play(0, &mut seats, &Default::default(), &|_| {}).expect("it is not stopped");
    /// assert_eq!(arena.replay_check(&record, &mut seats, &Default::default()), Ok(()));
    ///
    /// // A legal game that these players do not play.
    /// record.nodes[0] += 1;
    /// assert!(matches!(arena.replay_check(&record, &mut seats, &Default::default()), Err(ReplayFault::Differs(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay_check(&self, record: &Record, seats: &mut Seats, abandon: &StopFlag) -> Result<(), ReplayFault> {
        let number = record.number;
        if number >= self.schedule().games() {
            return Err(ReplayFault::Differs(format!("game {number} of {}", self.schedule().games())));
        }
        if !self.can_replay(number) {
            return Err(ReplayFault::NotRepeatable(number));
        }
        let played = self.play(number, seats, abandon, &|_| {}).ok_or(ReplayFault::Stopped)?;
        if played == *record {
            return Ok(());
        }
        let what = [
            ("moves", played.moves != record.moves),
            ("result", played.result != record.result),
            ("ending", played.termination != record.termination || played.cause != record.cause),
            ("nodes", played.nodes != record.nodes),
            ("scores", played.scores != record.scores),
        ];
        let what = what.into_iter().find(|(_, differs)| *differs).map_or("heading", |(what, _)| what);
        Err(ReplayFault::Differs(format!("a replay of game {} has other {what}", number + 1)))
    }
}
