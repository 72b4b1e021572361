//! Checks of records that another process wrote: they must be possible in the run, and can be replayed.

use plyground_search::StopFlag;
use thiserror::Error;

use super::{Arena, Seats};
use crate::check::{Length, ParticipantFacts, check_game, replay};
use crate::journal::{Journal, JournalError};
use crate::record::{RECORD_FORMAT, Record};

/// Reason why a replay did not confirm a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReplayFault {
    /// The game cannot be repeated exactly; see [`Arena::can_replay`].
    #[error("game {0} cannot be replayed: a clock, a program, a player in Python or several threads decide its moves")]
    NotRepeatable(u64),
    /// The replay was stopped before it could confirm the record.
    #[error("the replay was stopped")]
    Stopped,
    /// The replay differs from the record, or the record is impossible in the run.
    #[error("{0}")]
    Differs(String),
}

impl Arena {
    /// Checks that a record of another process is possible in this run, whose id is [`run`](Arena::run_id). The heading must be
    /// that of the run. The moves must be legal, and the result and the cause must follow from them. The ending must be possible
    /// for these participants: only a [fallible](crate::Participant::fallible) one can fail, only one with a time limit can lose
    /// on time, and only the side to move can fail. Nodes and times must be within the limits.
    ///
    /// # Errors
    /// When the record contradicts the run. The error describes the first contradiction.
    pub fn check(&self, run: &str, record: &Record) -> Result<(), String> {
        if record.number >= self.schedule().games() {
            return Err(format!("game {} of {}", record.number, self.schedule().games()));
        }
        if record.versions.record != RECORD_FORMAT {
            return Err(format!("found format {}, expected {RECORD_FORMAT}", record.versions.record));
        }
        self.check_kept(run, record)
    }

    /// Checks a record of a file, which may have an older format.
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

    /// Opens the file of this run and checks every game in it; see [`Journal::open`] and [`Arena::check`].
    ///
    /// # Errors
    /// When the file cannot be used, belongs to another run, or contains a game that is impossible in this run.
    pub fn journal(&self, path: &std::path::Path) -> Result<Journal, JournalError> {
        let run = self.run_id();
        let can_fail = |name: &str| self.participants.iter().any(|player| player.name == name && player.can_fail);
        Journal::open_checked(path, &run, &mut |record| {
            if record.number < self.schedule().games() {
                return self.check_kept(&run, record);
            }
            // The record belongs to a longer schedule. Drawing its opening may take very long.
            record.check(self.openings.get(0).state(), &can_fail).map(|_| ())
        })
    }

    /// Reports whether a game can be repeated exactly, so that [`Arena::replay_check`] can confirm it.
    #[must_use]
    pub fn can_replay(&self, number: u64) -> bool {
        let mut players = self.schedule().game(number).seats.into_iter().map(|seat| &self.participants[seat]);
        players.all(|player| !(player.control.has_time() || player.is_varying))
    }

    /// Replays the game of a record with agents of this process, and compares moves, result, nodes and scores.
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
