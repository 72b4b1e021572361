//! Thread that plays chunks. Agents and their tables live as long as the thread, which does not use the network.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use plyground_arena::{GAME_STACK, Record, Termination};
use plyground_catalog::{Catalog, CatalogError, OpenRun, ProofPlayer, RunPlayer, RunSource};
use plyground_search::StopFlag;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

use crate::protocol::{ProofRound, Work};

/// Run that is ready to be played.
#[derive(Clone)]
pub(crate) enum Open {
    /// Games, and whether an agent that cannot be started loses its game.
    Games(Arc<OpenRun>, bool),
    /// Subproblems of a proof.
    Proof(Arc<ProofRound>, Catalog),
}

impl Open {
    /// Opens a run with the resources of this machine, and with the permissions of `source`.
    pub(crate) fn new(catalog: &Catalog, work: &Work, source: RunSource) -> Result<Open, CatalogError> {
        let game = catalog.game(work.game())?;
        Ok(match work {
            Work::Games(run) => Open::Games(game.open_run_from(run, source)?, run.recover),
            Work::Proof(round) if round.digest() == round.run => Open::Proof(Arc::new(round.clone()), catalog.clone()),
            Work::Proof(round) => {
                return Err(CatalogError::other_content(&round.run, &round.digest()));
            }
        })
    }

    pub(crate) fn id(&self) -> &str {
        match self {
            Open::Games(run, _) => run.id(),
            Open::Proof(round, _) => &round.run,
        }
    }

    /// Returns the number of games, or two per question.
    pub(crate) fn games(&self) -> u64 {
        match self {
            Open::Games(run, _) => run.games(),
            Open::Proof(round, _) => 2 * round.questions.len() as u64,
        }
    }

    /// Reports whether a game, or the answer to a question, is the same on every machine.
    pub(crate) fn can_replay(&self, number: u64) -> bool {
        match self {
            Open::Games(run, _) => run.can_replay(number),
            Open::Proof(..) => true,
        }
    }
}

/// Run that a worker has opened.
pub(crate) struct Opened {
    pub(crate) open: Open,
    /// Factor of time limits on this machine.
    pub(crate) time_scale: Option<f64>,
    /// Flag that is raised when the run is over, or the worker must end at once.
    pub(crate) abandon: StopFlag,
}

/// Chunk to be played.
pub(crate) struct Task {
    pub(crate) run: Arc<Opened>,
    pub(crate) games: std::ops::Range<u64>,
    /// Interval of heartbeats.
    pub(crate) every: Duration,
    /// Counter of stop checks, which grows while a search runs.
    looks: Arc<AtomicU64>,
    events: UnboundedSender<Event>,
}

/// Event of a chunk that is played.
#[derive(Debug)]
pub(crate) enum Event {
    /// A move was played, and the last heartbeat is at least an interval old.
    Alive,
    /// A game has ended.
    Game(Box<Record>),
    /// A question was answered.
    Answer(bool),
    /// All games or questions are done, in this time.
    Done(Duration),
    /// The games were aborted.
    Abandoned,
    /// The chunk cannot be played here.
    Failed(String),
}

/// Events of a chunk, and the number of stop checks of its search. The counter shows that a search without moves is alive.
pub(crate) struct Events {
    pub(crate) happens: UnboundedReceiver<Event>,
    pub(crate) looks: Arc<AtomicU64>,
}

/// Player of the thread, whose tables are reused for later chunks of the run.
enum CachedPlayer {
    Games(RunPlayer),
    Proof(Box<dyn ProofPlayer>),
}

/// Handle of the player thread.
pub(crate) struct Player {
    tasks: mpsc::Sender<Task>,
}

impl Player {
    pub(crate) fn start(number: usize) -> std::io::Result<Player> {
        let (tasks, receiver) = mpsc::channel::<Task>();
        let builder = thread::Builder::new().name(format!("chunk {number}")).stack_size(GAME_STACK);
        builder.spawn(move || {
            let mut cached: Option<(String, CachedPlayer)> = None;
            for task in receiver {
                let played = catch_unwind(AssertUnwindSafe(|| play(&task, &mut cached)));
                if played.is_err() {
                    cached = None;
                    _ = task.events.send(Event::Failed("an agent panicked".into()));
                }
            }
        })?;
        Ok(Player { tasks })
    }

    /// Starts a chunk.
    pub(crate) fn play(&self, run: Arc<Opened>, games: std::ops::Range<u64>, every: Duration) -> Events {
        let (events, happens) = unbounded_channel();
        let looks = Arc::new(AtomicU64::new(0));
        // If the thread has ended, the channel is closed, which the caller notices.
        _ = self.tasks.send(Task { run, games, every, looks: Arc::clone(&looks), events });
        Events { happens, looks }
    }
}

fn play(task: &Task, cached: &mut Option<(String, CachedPlayer)>) {
    let start = Instant::now();
    let played = match &task.run.open {
        Open::Games(run, recover) => games(task, run, *recover, cached),
        Open::Proof(round, catalog) => questions(task, round, catalog, cached),
    };
    _ = task.events.send(played.err().unwrap_or(Event::Done(start.elapsed())));
}

/// Plays games one after another. Returns the event that ends them early.
fn games(task: &Task, run: &OpenRun, recover: bool, cached: &mut Option<(String, CachedPlayer)>) -> Result<(), Event> {
    let player = cached_player(cached, run.id(), || Ok(CachedPlayer::Games(run.scaled_player(task.run.time_scale))))?;
    let CachedPlayer::Games(player) = player else { return Err(Event::Failed("two runs have the same id".into())) };
    let reported = std::cell::Cell::new(Instant::now());
    let alive = |_| {
        if reported.get().elapsed() >= task.every {
            reported.set(Instant::now());
            _ = task.events.send(Event::Alive);
        }
    };
    let stop = task.run.abandon.watched(Arc::clone(&task.looks));
    for number in task.games.clone() {
        let record = player.play(number, &stop, &alive).ok_or(Event::Abandoned)?;
        if record.termination == Termination::NotStarted && !recover {
            return Err(Event::Failed(record.cause));
        }
        _ = task.events.send(Event::Game(Box::new(record)));
    }
    Ok(())
}

/// Answers questions one after another.
fn questions(
    task: &Task,
    round: &ProofRound,
    catalog: &Catalog,
    cached: &mut Option<(String, CachedPlayer)>,
) -> Result<(), Event> {
    let stop = task.run.abandon.watched(Arc::clone(&task.looks));
    let failed =
        |error: CatalogError| if stop.is_stopped() { Event::Abandoned } else { Event::Failed(error.to_string()) };
    let open = || Ok(CachedPlayer::Proof(catalog.game(&round.proof.game)?.proof_player(&round.proof, &stop)?));
    let player = cached_player(cached, &round.proof.id(), || open().map_err(failed))?;
    let CachedPlayer::Proof(player) = player else { return Err(Event::Failed("two runs have the same id".into())) };
    for number in task.games.start / 2..task.games.end / 2 {
        let question = round.questions.get(number as usize).ok_or_else(|| Event::Failed("no such question".into()))?;
        let answer = player.answer(question, &stop).map_err(failed)?;
        _ = task.events.send(Event::Answer(answer));
    }
    Ok(())
}

/// Returns the player of runs of this name. Only one is stored, because its tables may be large.
fn cached_player<'a>(
    cached: &'a mut Option<(String, CachedPlayer)>,
    name: &str,
    make: impl FnOnce() -> Result<CachedPlayer, Event>,
) -> Result<&'a mut CachedPlayer, Event> {
    if cached.as_ref().is_none_or(|(run, _)| run != name) {
        *cached = None;
        *cached = Some((name.to_owned(), make()?));
    }
    cached.as_mut().map(|(_, player)| player).ok_or(Event::Abandoned)
}
