//! A thread that plays pieces: agents and their tables live as long as it does, and it knows nothing of the network.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use plyground_arena::{GAME_STACK, Record, Termination};
use plyground_catalog::{OpenRun, RunPlayer};
use plyground_search::StopFlag;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::Instant;

/// A run that a worker has opened.
pub(crate) struct Opened {
    pub(crate) open: Arc<dyn OpenRun>,
    /// Whether an agent that cannot be started loses its game.
    pub(crate) recover: bool,
    /// Raised when the run is over, or the worker is to end at once.
    pub(crate) abandon: StopFlag,
}

/// A piece to be played.
pub(crate) struct Task {
    pub(crate) run: Arc<Opened>,
    pub(crate) games: std::ops::Range<u64>,
    /// How often a sign of life is wanted.
    pub(crate) every: Duration,
    events: UnboundedSender<Event>,
}

/// What happens while a piece is played.
#[derive(Debug)]
pub(crate) enum Event {
    /// A move was played, for the first time since long.
    Alive,
    /// A game has ended.
    Game(Box<Record>),
    /// All have, in so much time.
    Done(Duration),
    /// The games were broken off.
    Abandoned,
    /// The piece cannot be played here.
    Failed(String),
}

/// The thread.
pub(crate) struct Player {
    tasks: mpsc::Sender<Task>,
}

impl Player {
    pub(crate) fn start(number: usize) -> std::io::Result<Player> {
        let (tasks, receiver) = mpsc::channel::<Task>();
        let builder = thread::Builder::new().name(format!("piece {number}")).stack_size(GAME_STACK);
        builder.spawn(move || {
            // Of one run at a time: its tables may be large.
            let mut held: Option<(String, Box<dyn RunPlayer>)> = None;
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

    /// Begins a piece; what happens comes through the channel.
    pub(crate) fn play(
        &self,
        run: Arc<Opened>,
        games: std::ops::Range<u64>,
        every: Duration,
    ) -> UnboundedReceiver<Event> {
        let (events, receiver) = unbounded_channel();
        // A thread that is gone closes the channel, which says enough.
        _ = self.tasks.send(Task { run, games, every, events });
        receiver
    }
}

fn play(task: &Task, held: &mut Option<(String, Box<dyn RunPlayer>)>) {
    let open = &task.run.open;
    if held.as_ref().is_none_or(|(run, _)| run != open.id()) {
        *held = Some((open.id().to_owned(), open.player()));
    }
    let Some((_, player)) = held else { return };
    let start = Instant::now();
    let told = std::cell::Cell::new(start);
    let alive = |_| {
        if told.get().elapsed() >= task.every {
            told.set(Instant::now());
            _ = task.events.send(Event::Alive);
        }
    };
    for number in task.games.clone() {
        let Some(record) = player.play(number, &task.run.abandon, &alive) else {
            _ = task.events.send(Event::Abandoned);
            return;
        };
        if record.termination == Termination::NotStarted && !task.run.recover {
            _ = task.events.send(Event::Failed(record.cause));
            return;
        }
        if task.events.send(Event::Game(Box::new(record))).is_err() {
            return;
        }
    }
    _ = task.events.send(Event::Done(start.elapsed()));
}
