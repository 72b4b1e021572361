//! Plays the games of a match over threads, and delivers them in order.
//!
//! One game is one task of one thread. Each thread has its own agents, which are reset before every game. So a game depends on
//! its number alone. With node or depth limits, equal runs write equal records for any number of threads: results are delivered,
//! written and tested in the order of their numbers. Games after the pair that decides a sequential test are dropped.

mod check;
mod reorder_buffer;
mod workforce;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use plyground_game::thread_context::inherited;
use plyground_play::Player;
use plyground_search::StopFlag;
use plyground_statistics::{SprtError, SprtStatus};
use thiserror::Error;

use crate::journal::{Journal, JournalError};
use crate::limits::TimeControl;
use crate::opening::{Opening, Openings};
use crate::participant::Participant;
use crate::play::{Adjudicate, GameTask, PlayedGame, PlayedMove, Termination, play_game};
use crate::record::{Heading, Record};
use crate::run::{game_seeds, text_digest};
use crate::running::{RunningGame, RunningGames};
use crate::schedule::{Assignment, Schedule};
use crate::spec::MatchSpec;
use crate::standings::Standings;

pub use check::ReplayFault;
use reorder_buffer::ReorderBuffer;
pub use workforce::{ForgedGames, GAME_STACK, PendingGames, Seats, Taken, Workforce, WorkforceError, Workforces};

/// Reason why games cannot be played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// Fewer than two players.
    #[error("found {0} players, expected 2 or more")]
    Players(usize),
    /// The bounds of the sequential test are invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A sequential test of a tournament.
    #[error("a sequential test compares two players, found {0}")]
    SprtOfMany(usize),
    /// The records cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An agent cannot be started. Finished games remain recorded.
    #[error("game {number}: {problem}")]
    NotStarted {
        /// Number of the game, from 1.
        number: u64,
        /// Name of the agent and the reason.
        problem: String,
    },
    /// A thread cannot be started.
    #[error("a thread could not be started: {0}")]
    Thread(std::io::Error),
    /// The workforce cannot play more games. Finished games remain recorded.
    #[error("{0}")]
    Elsewhere(WorkforceError),
}

/// A match or tournament.
///
/// ```
/// use plyground_arena::{Arena, Participant, MatchSpec, TimeControl};
/// use plyground_kalah::Kalah;
/// use plyground_play::{AgentPlayer, Start, State};
/// use plyground_search::{RandomAgent, StopFlag};
///
/// let random = |name: &str, seed| {
///     Participant::new(name, TimeControl::default(), move || AgentPlayer::<Kalah>::boxed(RandomAgent::new(seed)))
/// };
/// let spec = MatchSpec::new(10, 7);
/// let openings = spec.openings(&*Start::default().state::<Kalah>()?)?;
/// let arena = Arena::new(vec![random("one", 1), random("two", 2)], spec, openings)?;
/// let end = arena.run(None, &StopFlag::default(), &mut |_| {})?;
/// assert_eq!(end.records.len(), 20);
/// assert_eq!(end.standings.match_tally().map(|tally| tally.pairs.pairs()), Some(10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Arena {
    participants: Vec<Participant>,
    openings: Openings,
    spec: MatchSpec,
    /// Adjudicates a game that reaches the limit of plies. By default such a game is a draw.
    pub adjudicate: Option<Box<Adjudicate>>,
    /// Number of concurrent games; 1 by default.
    pub threads: usize,
    /// The running games.
    pub running: RunningGames,
    /// Aborts the running games. They have no result and are played when the run is resumed.
    pub abandon: StopFlag,
    /// Number of first games in [`RunEnd::records`]; all by default. Each further game needs a few bytes of memory.
    pub keep: usize,
}

plyground_game::impl_debug!(Arena { participants, spec, threads });

/// Progress of a run when a game is delivered.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game.
    pub record: &'a Record,
    /// Number of delivered games, including those of earlier runs.
    pub done: u64,
    /// Number of games that this run has played.
    pub new: u64,
    /// Number of games of the whole schedule.
    pub total: u64,
    /// The results so far.
    pub standings: &'a Standings,
    /// Status of the sequential test, if the match has one.
    pub sprt: Option<SprtStatus>,
}

/// Reason why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndCause {
    /// All games are played.
    Complete,
    /// The sequential test has decided.
    Decided,
    /// The caller stopped the run. The pending games can be played later.
    Stopped,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct RunEnd {
    /// Reason why the run ended.
    pub cause: EndCause,
    /// Games in order, including those of earlier runs; at most [`Arena::keep`].
    pub records: Vec<Record>,
    /// Results of all games.
    pub standings: Standings,
}

impl Arena {
    /// Creates the match of a spec between these participants. Equal names are distinguished by `#2`, `#3`. The spec's players,
    /// game, openings and limits describe the participants and openings for other machines; this machine plays the arguments.
    ///
    /// # Errors
    /// When there are fewer than two participants.
    pub fn new(mut participants: Vec<Participant>, spec: MatchSpec, openings: Openings) -> Result<Arena, ArenaError> {
        if participants.len() < 2 {
            return Err(ArenaError::Players(participants.len()));
        }
        let mut names = HashSet::new();
        for participant in &mut participants {
            let name = participant.name.clone();
            for copy in 2.. {
                if names.insert(participant.name.clone()) {
                    break;
                }
                participant.name = format!("{name} #{copy}");
            }
        }
        Ok(Arena {
            participants,
            openings,
            spec,
            adjudicate: None,
            threads: 1,
            running: RunningGames::default(),
            abandon: StopFlag::default(),
            keep: usize::MAX,
        })
    }

    /// Returns the openings.
    #[must_use]
    pub const fn openings(&self) -> &Openings {
        &self.openings
    }

    /// Returns the settings of the match.
    #[must_use]
    pub fn spec(&self) -> &MatchSpec {
        &self.spec
    }

    /// Stores the [id of the run](Arena::run_id) in the spec.
    pub fn set_run_id(&mut self) {
        self.spec.run = self.run_id();
    }

    /// Returns the names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.participants.iter().map(|participant| participant.name.clone()).collect()
    }

    /// Returns the schedule of all games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        self.spec.schedule(self.participants.len())
    }

    /// Returns a digest of what defines the run, as 16 digits. The number of games is not part of it, so a run can be extended.
    #[must_use]
    pub fn run_id(&self) -> String {
        let opening = self.openings.get(0);
        let mut text = format!(
            "{} {} {} {} {} {}",
            opening.state().name(),
            opening.state().rules(),
            self.schedule().about(),
            self.openings.about(),
            self.spec.seed,
            self.spec.most_plies()
        );
        if self.adjudicate.is_some() {
            text += " tables";
        }
        for participant in &self.participants {
            let Participant { name, control, content, .. } = participant;
            text += &format!("\n{name}\n{control} {:?}", control.grace);
            if *content != 0 {
                text += &format!(" {content:016x}");
            }
        }
        text_digest(&text)
    }

    /// Reports whether no player has a time limit. Such games do not depend on when they are played.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.participants.iter().all(|participant| !participant.control.has_time())
    }

    /// Plays the games that are not in the journal yet. `on_game` receives every new game, in order. When `stop` is raised,
    /// running games are finished and no further game starts. [`Arena::abandon`] aborts the running games too.
    ///
    /// # Errors
    /// When the journal cannot be written, or an agent cannot be started. The running games are then abandoned.
    ///
    /// # Panics
    /// When an agent panics.
    pub fn run(
        &self,
        journal: Option<Journal>,
        stop: &StopFlag,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, ArenaError> {
        self.run_by(&Threads(self), journal, stop, on_game)
    }

    /// Plays the games as [`Arena::run`] does, on another workforce than the threads of this process.
    ///
    /// # Errors
    /// As [`Arena::run`], and when the games cannot be played there.
    pub fn run_by(
        &self,
        workforce: &dyn Workforce,
        journal: Option<Journal>,
        stop: &StopFlag,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, ArenaError> {
        let (total, sprt) = (self.schedule().games(), self.spec.sequential_test()?);
        if sprt.is_some() && self.participants.len() > 2 {
            return Err(ArenaError::SprtOfMany(self.participants.len()));
        }
        let mut reorder_buffer =
            ReorderBuffer::new(journal, Standings::new(self.names()), total, sprt.as_ref(), self.keep);
        reorder_buffer.deliver(on_game)?;
        let (next, known) = (reorder_buffer.next, reorder_buffer.known());
        let (run, has_file) = (self.run_id(), reorder_buffer.journal.is_some());
        let doubt_mark = reorder_buffer.journal.as_ref().map(|journal| journal.doubt_mark(&run));
        let abandon = self.abandon.child();
        let pending = PendingGames { run, games: total, next, known, has_file, doubt_mark, stop, abandon };
        if !reorder_buffer.decided && next < total {
            let mut fault = None;
            let played =
                workforce.play(&pending, &mut |record| match self.receive(record, &mut reorder_buffer, on_game) {
                    Ok(()) if reorder_buffer.decided || reorder_buffer.next == total => Taken::Enough,
                    Ok(()) => Taken::More,
                    Err(error) => {
                        fault = Some(error);
                        Taken::Fault
                    }
                });
            if let Err(error) = &played
                && let Some(forged) = error.downcast_ref::<ForgedGames>()
                && let Some(journal) = reorder_buffer.journal.take()
            {
                journal.cut_from(forged.from)?;
            }
            if let (Ok(()), Some(mark)) = (&played, &pending.doubt_mark) {
                mark.clear()?;
            }
            match (fault, played) {
                (Some(error), _) => return Err(error),
                (None, Err(error)) => return Err(error.downcast().map_or_else(ArenaError::Elsewhere, |error| *error)),
                (None, Ok(())) => {}
            }
        }
        let cause = if reorder_buffer.decided {
            EndCause::Decided
        } else if reorder_buffer.next >= total {
            EndCause::Complete
        } else {
            EndCause::Stopped
        };
        if let (Some(journal), EndCause::Decided) = (&mut reorder_buffer.journal, cause) {
            journal.none_waits()?;
        }
        if let Some(journal) = &reorder_buffer.journal {
            journal.check_owned()?;
        }
        Ok(RunEnd { cause, records: reorder_buffer.records, standings: reorder_buffer.standings })
    }

    /// Adds a played game to the reorder buffer.
    fn receive(
        &self,
        record: Record,
        reorder_buffer: &mut ReorderBuffer<'_>,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        if record.termination == Termination::NotStarted && !self.spec.recover {
            // Games that an agent never started are no evidence of its strength.
            return Err(ArenaError::NotStarted { number: record.number + 1, problem: record.cause });
        }
        reorder_buffer.take(record, on_game)
    }

    /// Plays the game with this number; `None` when it was abandoned. The game depends on its number alone, and not on earlier
    /// games in these seats. `on_ply` receives its length after every move.
    pub fn play(&self, number: u64, seats: &mut Seats, abandon: &StopFlag, on_ply: &dyn Fn(usize)) -> Option<Record> {
        let game = self.schedule().game(number);
        let [first, second] = game.seats;
        let mut take =
            |player: usize| seats.players.remove(&player).unwrap_or_else(|| self.participants[player].player());
        let (mut one, mut other) = (take(first), take(second));
        let run = seats.run.get_or_insert_with(|| self.run_id());
        let scale = seats.time_scale;
        let record = self.play_between(run, &game, [&mut *one, &mut *other], scale, abandon, on_ply);
        seats.players.insert(first, one);
        seats.players.insert(second, other);
        record
    }

    fn play_between(
        &self,
        run: &str,
        game: &Assignment,
        players: [&mut dyn Player; 2],
        time_scale: Option<f64>,
        abandon: &StopFlag,
        on_ply: &dyn Fn(usize),
    ) -> Option<Record> {
        let opening = self.openings.get(game.opening);
        let participants = game.seats.map(|seat| &self.participants[seat]);
        let scaled = |control: &TimeControl| time_scale.map_or_else(|| control.clone(), |scale| control.scaled(scale));
        let controls = participants.map(|participant| scaled(&participant.control));
        let seeds = game_seeds(self.spec.seed, game.number);
        let begun = opening.state();
        let report = |mv: &PlayedMove<'_>| {
            self.running.add(game.number, mv.text.to_owned(), mv.mover.index(), mv.note);
            on_ply(mv.plies);
        };
        let task = GameTask {
            adjudicate: self.adjudicate.as_deref(),
            on_ply: &report,
            ..GameTask::new(&opening, controls.each_ref(), seeds, self.spec.most_plies())
        };
        let [one, other] = players;
        let mut replays = 0;
        let played = loop {
            self.running.begin(RunningGame {
                number: game.number,
                rules: begun.rules(),
                agents: participants.map(|participant| participant.name.clone()),
                position: begun.start_text(),
                moves: begun.move_texts(),
                notes: [None, None],
            });
            on_ply(begun.plies());
            let played = play_game(&task, [&mut *one, &mut *other], abandon);
            self.running.end(game.number);
            let played: PlayedGame = played?;
            if played.pause.is_none() || replays == MOST_REPLAYS {
                break played;
            }
            replays += 1;
            self.running.replay();
        };
        let heading = self.heading(run, game, &opening);
        let time_scale = time_scale.filter(|_| heading.with_times);
        Some(Record { time_scale, ..Record::new(heading, &played) })
    }

    /// Returns the fields of a game's record that are known before the game is played.
    fn heading<'a>(&'a self, run: &'a str, game: &Assignment, opening: &Opening) -> Heading<'a> {
        let players = game.seats.map(|seat| &self.participants[seat]);
        let controls = players.map(|player| &player.control);
        Heading {
            run,
            number: game.number,
            pair: game.pair,
            opening: game.opening,
            opening_plies: opening.state().plies(),
            agents: players.map(|player| player.name.as_str()),
            specs: players.map(|player| player.spec.as_deref()),
            limits: controls.map(ToString::to_string),
            seeds: game_seeds(self.spec.seed, game.number),
            with_times: controls.iter().any(|control| control.has_time()),
        }
    }
}

/// Maximum number of replays of a game that this process interrupts by not running. After them, the result counts.
const MOST_REPLAYS: u32 = 50;

/// Workforce of the threads of this process.
#[derive(Debug)]
struct Threads<'a>(&'a Arena);

impl Workforce for Threads<'_> {
    fn play(&self, pending: &PendingGames<'_>, deliver: &mut dyn FnMut(Record) -> Taken) -> Result<(), WorkforceError> {
        let queue = Queue { next: AtomicU64::new(pending.next), over: AtomicBool::new(false), pending };
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for number in 0..self.0.threads.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                let builder = thread::Builder::new().name(format!("game {number}")).stack_size(GAME_STACK);
                let work = move || {
                    let mut seats = Seats::default();
                    while let Some(number) = queue.take() {
                        let record = self.0.play(number, &mut seats, &pending.abandon, &|_| {});
                        if record.is_none_or(|record| sender.send(record).is_err()) {
                            break;
                        }
                    }
                };
                if let Err(error) = builder.spawn_scoped(scope, inherited(work)) {
                    queue.stop();
                    return Err(ArenaError::Thread(error).into());
                }
            }
            drop(sender);
            for record in receiver {
                if deliver(record) != Taken::More {
                    break;
                }
            }
            queue.stop();
            Ok(())
        })
    }
}

/// Games that have not started.
struct Queue<'a> {
    next: AtomicU64,
    /// Whether no more games are needed.
    over: AtomicBool,
    pending: &'a PendingGames<'a>,
}

impl Queue<'_> {
    fn take(&self) -> Option<u64> {
        loop {
            if self.over.load(Ordering::Relaxed) || self.pending.is_stopped() {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.pending.games {
                return None;
            }
            if self.pending.is_pending(number) {
                return Some(number);
            }
        }
    }

    /// Stops the queue and abandons the running games.
    fn stop(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.pending.abandon.stop();
    }
}
