//! A thread that plays chunks: agents and their tables live as long as it does, and it knows nothing of the network.

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

/// A run that is ready to be worked on.
#[derive(Clone)]
pub(crate) enum Open {
    /// Games, and whether an agent that cannot be started loses its game.
    Games(Arc<OpenRun>, bool),
    /// Subproblems of a proof.
    Proof(Arc<ProofRound>, Catalog),
}

impl Open {
    /// Opens a run with what this machine has, and allows to it.
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

    /// Games, or two for each question.
    pub(crate) fn games(&self) -> u64 {
        match self {
            Open::Games(run, _) => run.games(),
            Open::Proof(round, _) => 2 * round.questions.len() as u64,
        }
    }

    /// Whether a game, or the answer to a question, is the same wherever it is found.
    pub(crate) fn can_replay(&self, number: u64) -> bool {
        match self {
            Open::Games(run, _) => run.can_replay(number),
            Open::Proof(..) => true,
        }
    }
}

/// A run that a worker has opened.
pub(crate) struct Opened {
    pub(crate) open: Open,
    /// How many times as long limits of time are here.
    pub(crate) time_scale: Option<f64>,
    /// Raised when the run is over, or the worker is to end at once.
    pub(crate) abandon: StopFlag,
}

/// A chunk to be played.
pub(crate) struct Task {
    pub(crate) run: Arc<Opened>,
    pub(crate) games: std::ops::Range<u64>,
    /// How often a sign of life is wanted.
    pub(crate) every: Duration,
    /// Grows as long as a search goes on.
    looks: Arc<AtomicU64>,
    events: UnboundedSender<Event>,
}

/// What happens while a chunk is played.
#[derive(Debug)]
pub(crate) enum Event {
    /// A move was played, for the first time since long.
    Alive,
    /// A game has ended.
    Game(Box<Record>),
    /// A question was answered.
    Answer(bool),
    /// All have, in so much time.
    Done(Duration),
    /// The games were broken off.
    Abandoned,
    /// The chunk cannot be played here.
    Failed(String),
}

/// What happens to a chunk, and how often its search has looked whether it is to stop: what makes no moves shows so that it lives.
pub(crate) struct Events {
    pub(crate) happens: UnboundedReceiver<Event>,
    pub(crate) looks: Arc<AtomicU64>,
}

/// Who plays, with tables that are kept from chunk to chunk.
enum Held {
    Games(RunPlayer),
    Proof(Box<dyn ProofPlayer>),
}

/// The thread.
pub(crate) struct Player {
    tasks: mpsc::Sender<Task>,
}

impl Player {
    pub(crate) fn start(number: usize) -> std::io::Result<Player> {
        let (tasks, receiver) = mpsc::channel::<Task>();
        let builder = thread::Builder::new().name(format!("chunk {number}")).stack_size(GAME_STACK);
        builder.spawn(move || {
            let mut held: Option<(String, Held)> = None;
            for task in receiver {
                let played = catch_unwind(AssertUnwindSafe(|| play(&task, &mut held)));
                if played.is_err() {
                    held = None;
                    _ = task.events.send(Event::Failed("an agent panicked".into()));
                }
            }
        })?;
        Ok(Player { tasks })
    }

    /// Begins a chunk.
    pub(crate) fn play(&self, run: Arc<Opened>, games: std::ops::Range<u64>, every: Duration) -> Events {
        let (events, happens) = unbounded_channel();
        let looks = Arc::new(AtomicU64::new(0));
        // A thread that is gone closes the channel, which says enough.
        _ = self.tasks.send(Task { run, games, every, looks: Arc::clone(&looks), events });
        Events { happens, looks }
    }
}

fn play(task: &Task, held: &mut Option<(String, Held)>) {
    let start = Instant::now();
    let played = match &task.run.open {
        Open::Games(run, recover) => games(task, run, *recover, held),
        Open::Proof(round, catalog) => questions(task, round, catalog, held),
    };
    _ = task.events.send(played.err().unwrap_or(Event::Done(start.elapsed())));
}

/// Plays games one after another; the event with which they end too early.
fn games(task: &Task, run: &OpenRun, recover: bool, held: &mut Option<(String, Held)>) -> Result<(), Event> {
    let player = hold(held, run.id(), || Ok(Held::Games(run.scaled_player(task.run.time_scale))))?;
    let Held::Games(player) = player else { return Err(Event::Failed("two runs of one name".into())) };
    let reported = std::cell::Cell::new(Instant::now());
    let alive = |_| {
        if reported.get().elapsed() >= task.every {
            reported.set(Instant::now());
            _ = task.events.send(Event::Alive);
        }
    };
    for number in task.games.clone() {
        let record = player.play(number, &task.run.abandon, &alive).ok_or(Event::Abandoned)?;
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
    held: &mut Option<(String, Held)>,
) -> Result<(), Event> {
    let stop = task.run.abandon.watched(Arc::clone(&task.looks));
    let failed =
        |error: CatalogError| if stop.is_stopped() { Event::Abandoned } else { Event::Failed(error.to_string()) };
    let open = || Ok(Held::Proof(catalog.game(&round.proof.game)?.proof_player(&round.proof, &stop)?));
    let player = hold(held, &round.proof.id(), || open().map_err(failed))?;
    let Held::Proof(player) = player else { return Err(Event::Failed("two runs of one name".into())) };
    for number in task.games.start / 2..task.games.end / 2 {
        let question = round.questions.get(number as usize).ok_or_else(|| Event::Failed("no such question".into()))?;
        let answer = player.answer(question, &stop).map_err(failed)?;
        _ = task.events.send(Event::Answer(answer));
    }
    Ok(())
}

/// Who plays runs of this name: of one at a time, since its tables may be large.
fn hold<'a>(
    held: &'a mut Option<(String, Held)>,
    name: &str,
    make: impl FnOnce() -> Result<Held, Event>,
) -> Result<&'a mut Held, Event> {
    if held.as_ref().is_none_or(|(run, _)| run != name) {
        *held = None;
        *held = Some((name.to_owned(), make()?));
    }
    held.as_mut().map(|(_, player)| player).ok_or(Event::Abandoned)
}
