//! Plays the games of a schedule over threads, and delivers them in order.
//!
//! One game is one task of one thread; a thread has its own agents, which begin anew with every game. So a game depends on its
//! number alone, and with node or depth limits equal runs leave equal records, whatever the number of threads: results
//! are delivered, written and tested in the order of their numbers. What comes after the pair that decides a sequential
//! test is dropped, as if it had not been played.
//!
//! ```
//! use plyground_arena::{Arena, Contender, Openings, Schedule, TimeControl};
//! use plyground_kalah::Kalah;
//! use plyground_search::{RandomAgent, StopFlag};
//!
//! let random = |name: &str, seed| {
//!     Contender::<Kalah>::new(name, TimeControl::default(), move || Box::new(RandomAgent::new(seed)))
//! };
//! let openings = Openings::drawn(&Default::default(), &Default::default(), 4..=6, 1)?;
//! let arena = Arena::new(vec![random("one", 1), random("two", 2)], Schedule::two_players(10), openings, 7)?;
//! let end = arena.run(None, &StopFlag::default(), &mut |_| {})?;
//! assert_eq!(end.records.len(), 20);
//! assert_eq!(end.standings.match_tally().map(|tally| tally.pairs.pairs()), Some(10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use plyground_game::Position;
use plyground_game::zobrist::mix;
use plyground_search::{Agent, StopFlag};
use thiserror::Error;

use crate::journal::{Journal, JournalError, Stored};
use crate::limits::TimeControl;
use crate::opening::Openings;
use crate::play::{Adjudicate, GameTask, PlayedGame, Termination, play_game};
use crate::record::{Heading, Record};
use crate::run::{digest, game_seeds};
use crate::running::RunningGames;
use crate::schedule::{Assignment, Schedule};
use crate::standings::Standings;
use crate::statistics::{Sprt, SprtStatus};

/// Moves after which a game is drawn, when nothing else is said; no game of sense is as long.
const MAX_PLIES: usize = 10_000;
/// For searches that go deep; only what is used is ever touched.
const STACK: usize = 16 << 20;

/// Makes an agent for one thread.
type Factory<P> = Box<dyn Fn() -> Box<dyn Agent<P>> + Send + Sync>;

/// Somebody who takes part.
pub struct Contender<P: Position> {
    name: String,
    control: TimeControl,
    make: Factory<P>,
    /// What it is made of beside its name, as a number.
    content: u64,
}

impl<P: Position> Contender<P> {
    /// A player by name, with limits, and how to make it; every thread makes its own.
    pub fn new(
        name: impl Into<String>,
        control: TimeControl,
        make: impl Fn() -> Box<dyn Agent<P>> + Send + Sync + 'static,
    ) -> Contender<P> {
        Contender { name: name.into(), control, make: Box::new(make), content: 0 }
    }

    /// Says what the player is made of beside its name: weights, tables, whatever its moves depend on. A run is not resumed when it
    /// has changed.
    #[must_use]
    pub fn made_of(self, content: &str) -> Contender<P> {
        if content.is_empty() {
            return self;
        }
        Contender { content: mix(self.content ^ digest(content)), ..self }
    }
}

impl<P: Position> fmt::Debug for Contender<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).field("control", &self.control).finish_non_exhaustive()
    }
}

/// Why games cannot be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The schedule is for another number of players.
    #[error("found {found} players, expected {expected}")]
    Players {
        /// How many there are.
        found: usize,
        /// How many the schedule wants.
        expected: usize,
    },
    /// The records cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An agent cannot be started; games that have ended are kept.
    #[error("game {number}: {problem}")]
    NotStarted {
        /// The number of the game, from 1.
        number: u64,
        /// Who, and why.
        problem: String,
    },
    /// A thread cannot be started.
    #[error("a thread could not be started: {0}")]
    Thread(std::io::Error),
}

/// A match or tournament.
pub struct Arena<P: Position> {
    contenders: Vec<Contender<P>>,
    schedule: Schedule,
    openings: Openings<P>,
    seed: u64,
    /// How many games are played at a time; 1 at first.
    pub threads: usize,
    /// The test that ends a match between two players early.
    pub sprt: Option<Sprt>,
    /// The most moves of a game, with the opening. Longer ones end there: by [`Arena::adjudicate`], else with a draw.
    pub max_plies: usize,
    /// Who would win a game that has become too long.
    pub adjudicate: Option<Box<Adjudicate<P>>>,
    /// What is being played.
    pub running: RunningGames,
    /// Ends the run with the games that run: they have no result, and are played when the run is resumed.
    pub abandon: StopFlag,
    /// Whether an agent that cannot be started loses its game, and the match goes on; else the match ends with an error.
    pub recover: bool,
}

impl<P: Position> fmt::Debug for Arena<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena")
            .field("contenders", &self.contenders)
            .field("schedule", &self.schedule)
            .field("seed", &self.seed)
            .field("threads", &self.threads)
            .field("max_plies", &self.max_plies)
            .finish_non_exhaustive()
    }
}

/// What is known when a game is delivered.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game.
    pub record: &'a Record,
    /// Games delivered, those of earlier runs included.
    pub done: u64,
    /// Games that are new in this run.
    pub new: u64,
    /// Games of the whole schedule.
    pub total: u64,
    /// The results so far.
    pub standings: &'a Standings,
    /// How the sequential test stands, in a match that has one.
    pub sprt: Option<SprtStatus>,
}

/// Why no more games are played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndCause {
    /// All have been.
    Complete,
    /// The sequential test has decided.
    Decided,
    /// Somebody has asked to stop; the rest can be played later.
    Stopped,
}

/// All games of a run.
#[derive(Clone, Debug)]
pub struct RunEnd {
    /// Why it ended.
    pub cause: EndCause,
    /// The games in order, those of earlier runs included.
    pub records: Vec<Record>,
    /// Their results.
    pub standings: Standings,
}

impl<P: Position> Arena<P> {
    /// Games between `contenders`, as many as the schedule says. Equal names are told apart by `#2`, `#3`. The seed fixes the
    /// random choices of the agents, as far as they have any.
    ///
    /// # Errors
    /// When the schedule is for another number of players.
    pub fn new(
        mut contenders: Vec<Contender<P>>,
        schedule: Schedule,
        openings: Openings<P>,
        seed: u64,
    ) -> Result<Arena<P>, ArenaError> {
        if contenders.len() != schedule.players() || contenders.len() < 2 {
            return Err(ArenaError::Players { found: contenders.len(), expected: schedule.players().max(2) });
        }
        let mut names = HashSet::new();
        for contender in &mut contenders {
            let name = contender.name.clone();
            for copy in 2.. {
                if names.insert(contender.name.clone()) {
                    break;
                }
                contender.name = format!("{name} #{copy}");
            }
        }
        Ok(Arena {
            contenders,
            schedule,
            openings,
            seed,
            threads: 1,
            sprt: None,
            max_plies: MAX_PLIES,
            adjudicate: None,
            running: RunningGames::default(),
            abandon: StopFlag::default(),
            recover: false,
        })
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.contenders.iter().map(|contender| contender.name.clone()).collect()
    }

    /// What defines the run, as 16 digits. How many games it has is not part of it: a run can be extended.
    #[must_use]
    pub fn run_id(&self) -> String {
        let opening = self.openings.get(0);
        let mut text = format!(
            "{} {} {} {} {} {}",
            P::NAME,
            opening.game().rules(),
            self.schedule.about(),
            self.openings.about(),
            self.seed,
            self.max_plies
        );
        if self.adjudicate.is_some() {
            text += " tables";
        }
        for contender in &self.contenders {
            let Contender { name, control, content, .. } = contender;
            text += &format!("\n{name}\n{control} {:?}", control.grace);
            if *content != 0 {
                text += &format!(" {content:016x}");
            }
        }
        format!("{:016x}", digest(&text))
    }

    /// Opens the file of this run; see [`Journal::open`].
    ///
    /// # Errors
    /// When the file cannot be used, or belongs to another run.
    pub fn journal(&self, path: &std::path::Path) -> Result<(Journal, Stored), JournalError> {
        Journal::open(path, &self.run_id())
    }

    /// Plays the games that are not in the journal yet. `on_game` is told of every new game, in order. When `stop` is
    /// raised, running games are finished and no other is begun; [`Arena::abandon`] ends those too.
    ///
    /// # Errors
    /// When the journal cannot be written, or an agent cannot be started; games that run are abandoned then.
    ///
    /// # Panics
    /// When an agent panics.
    pub fn run(
        &self,
        journal: Option<(Journal, Stored)>,
        stop: &StopFlag,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<RunEnd, ArenaError> {
        let (mut journal, stored) =
            journal.map_or((None, Stored::default()), |(journal, stored)| (Some(journal), stored));
        let mut desk = Desk {
            written: by_number(stored.written),
            early: by_number(stored.waiting),
            next: 0,
            new: 0,
            decided: false,
            records: Vec::new(),
            standings: Standings::new(self.names()),
        };
        desk.deliver(self, journal.as_mut(), on_game)?;
        let known: HashSet<u64> = desk.written.keys().chain(desk.early.keys()).copied().collect();
        let queue = Queue {
            run: self.run_id(),
            next: AtomicU64::new(desk.next),
            known,
            over: AtomicBool::new(desk.decided),
            abandon: self.abandon.child(),
        };
        thread::scope(|scope| -> Result<(), ArenaError> {
            let (sender, receiver) = channel();
            for number in 0..self.threads.max(1) {
                let (sender, queue) = (sender.clone(), &queue);
                let builder = thread::Builder::new().name(format!("game {number}")).stack_size(STACK);
                if let Err(error) = builder.spawn_scoped(scope, move || self.work(queue, stop, &sender)) {
                    queue.give_up();
                    return Err(ArenaError::Thread(error));
                }
            }
            drop(sender);
            let collected = self.collect(&receiver, &queue, &mut desk, journal.as_mut(), on_game);
            queue.give_up();
            collected
        })?;
        let total = self.schedule.games();
        let cause = if desk.decided {
            EndCause::Decided
        } else if desk.next >= total {
            EndCause::Complete
        } else {
            EndCause::Stopped
        };
        if let (Some(journal), EndCause::Decided) = (&mut journal, cause) {
            journal.none_waits()?;
        }
        Ok(RunEnd { cause, records: desk.records, standings: desk.standings })
    }

    /// Takes games from the queue and plays them, until there are none.
    fn work(&self, queue: &Queue, stop: &StopFlag, results: &Sender<Record>) {
        let mut agents: HashMap<usize, Box<dyn Agent<P>>> = HashMap::new();
        while !stop.is_stopped() && !queue.abandon.is_stopped() {
            let Some(number) = queue.take(self.schedule.games()) else { break };
            let assignment = self.schedule.game(number);
            let [first, second] = assignment.seats;
            let mut take = |player: usize| agents.remove(&player).unwrap_or_else(|| (self.contenders[player].make)());
            let (mut one, mut other) = (take(first), take(second));
            let record = self.play(&queue.run, &assignment, [&mut *one, &mut *other], &queue.abandon);
            agents.insert(first, one);
            agents.insert(second, other);
            let Some(record) = record else { break };
            if results.send(record).is_err() {
                break;
            }
        }
    }

    /// Plays one game; `None` when it was abandoned.
    fn play(&self, run: &str, game: &Assignment, agents: [&mut dyn Agent<P>; 2], abandon: &StopFlag) -> Option<Record> {
        let opening = self.openings.get(game.opening);
        let players = game.seats.map(|seat| &self.contenders[seat]);
        let seeds = game_seeds(self.seed, game.number);
        let controls = players.map(|player| &player.control);
        let on_ply = |plies| self.running.set(game.number, plies);
        on_ply(opening.game().moves().len());
        let task = GameTask {
            adjudicate: self.adjudicate.as_deref(),
            on_ply: &on_ply,
            ..GameTask::new(&opening, controls, seeds, self.max_plies)
        };
        let played = play_game(&task, agents, abandon);
        self.running.end(game.number);
        let played: PlayedGame<P> = played?;
        let heading = Heading {
            run,
            number: game.number,
            pair: game.pair,
            opening: game.opening,
            opening_plies: opening.game().moves().len(),
            agents: players.map(|player| player.name.as_str()),
            limits: controls.map(ToString::to_string),
            seeds,
            with_times: controls.iter().any(|control| control.has_time()),
        };
        Some(Record::new(heading, &played))
    }

    /// Receives games and delivers them in order, until all threads are done or the test has decided.
    fn collect(
        &self,
        results: &Receiver<Record>,
        queue: &Queue,
        desk: &mut Desk,
        mut journal: Option<&mut Journal>,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        for record in results {
            if record.termination == Termination::NotStarted && !self.recover {
                // A match of crashes decides nothing.
                queue.give_up();
                return Err(ArenaError::NotStarted { number: record.number + 1, problem: record.cause });
            }
            if record.number != desk.next
                && let Some(journal) = journal.as_deref_mut()
            {
                journal.hold(&record)?;
            }
            desk.early.insert(record.number, record);
            desk.deliver(self, journal.as_deref_mut(), on_game)?;
            if desk.decided {
                queue.give_up();
                break;
            }
        }
        Ok(())
    }
}

fn by_number(records: Vec<Record>) -> BTreeMap<u64, Record> {
    records.into_iter().map(|record| (record.number, record)).collect()
}

/// The games that have not been begun.
struct Queue {
    /// What defines the run.
    run: String,
    next: AtomicU64,
    /// Those that are in the files.
    known: HashSet<u64>,
    /// No more games are wanted.
    over: AtomicBool,
    /// Nor are those that run.
    abandon: StopFlag,
}

impl Queue {
    fn take(&self, total: u64) -> Option<u64> {
        loop {
            if self.over.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= total {
                return None;
            }
            if !self.known.contains(&number) {
                return Some(number);
            }
        }
    }

    fn give_up(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.abandon.stop();
    }
}

/// Where finished games are put in order.
struct Desk {
    /// In the file, but not yet delivered.
    written: BTreeMap<u64, Record>,
    /// Not in the file: they wait for earlier ones.
    early: BTreeMap<u64, Record>,
    /// The number to deliver next.
    next: u64,
    /// Games that this run has played.
    new: u64,
    /// Whether the sequential test has.
    decided: bool,
    records: Vec<Record>,
    standings: Standings,
}

impl Desk {
    /// Delivers all games that are due.
    fn deliver<P: Position>(
        &mut self,
        arena: &Arena<P>,
        mut journal: Option<&mut Journal>,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ArenaError> {
        let had_early = !self.early.is_empty();
        let total = arena.schedule.games();
        while !self.decided && self.next < total {
            let (record, is_new) = match (self.written.remove(&self.next), self.early.remove(&self.next)) {
                (Some(record), _) => (record, false),
                (None, Some(record)) => (record, true),
                (None, None) => break,
            };
            if let (true, Some(journal)) = (is_new, journal.as_deref_mut()) {
                journal.append(&record)?;
            }
            self.next += 1;
            let counted = self.standings.add(&record);
            if let (true, Some(sprt), Some(tally)) = (counted, &arena.sprt, self.standings.match_tally()) {
                self.decided = sprt.status(&tally.pairs).decision.is_some();
            }
            self.records.push(record);
            if is_new && let Some(record) = self.records.last() {
                self.new += 1;
                let tally = self.standings.match_tally();
                let sprt = arena.sprt.as_ref().zip(tally).map(|(sprt, tally)| sprt.status(&tally.pairs));
                let standings = &self.standings;
                on_game(&Progress { record, done: self.next, new: self.new, total, standings, sprt });
            }
        }
        if let (true, true, Some(journal)) = (had_early, self.early.is_empty(), journal) {
            journal.none_waits()?;
        }
        Ok(())
    }
}
