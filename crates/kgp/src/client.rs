//! The client: reads what the server wants, and asks a player for moves.

#![expect(clippy::disallowed_methods, reason = "an answer waits until the server is ready for it")]

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plyground_game::notation::quote;
use plyground_search::StopFlag;
use thiserror::Error;

use crate::command::{Command, LONGEST, quoted};

/// How soon a board may be answered. The public server registers the number of a `state` only after it has sent it, and
/// drops answers that come sooner.
const NO_SOONER: Duration = Duration::from_millis(5);
/// Boards that may wait for an answer: a server that sends more does not want any.
const MOST_WAITING: usize = 1_000;
/// Seconds of the longest clock: a year.
const LONGEST_CLOCK: f64 = 366.0 * 24.0 * 3600.0;
/// For searches that go deep.
const STACK: usize = 16 << 20;

/// Who plays, as the server shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KgpIdentity {
    /// The name; empty for none.
    pub name: String,
    /// The authors; empty for none.
    pub authors: String,
    /// What it does; empty for none.
    pub description: String,
    /// A secret by which the server knows the player again; empty for none.
    pub token: String,
}

impl KgpIdentity {
    /// Nothing but a name.
    #[must_use]
    pub fn named(name: &str) -> KgpIdentity {
        KgpIdentity { name: name.into(), ..KgpIdentity::default() }
    }
}

/// How the server counts time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeMode {
    /// Not at all, as far as it says.
    #[default]
    None,
    /// A clock for all moves of a game.
    Absolute,
    /// A time for each move.
    Relative,
}

/// What the server has said about time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KgpClock {
    /// How it counts.
    pub mode: TimeMode,
    /// What is left, or what a move may take.
    pub left: Option<Duration>,
}

/// A board to think about; South is to move.
#[derive(Clone, Debug)]
pub struct KgpRequest {
    /// The board, such as `<3,0,0,3,3,3,3,3,3>`: size, stores of South and North, houses of South and of North.
    pub board: String,
    /// What is known of the time.
    pub clock: KgpClock,
    /// Raised when the server does not want an answer any more.
    pub stop: StopFlag,
}

/// How a connection ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KgpEnd {
    /// Boards that were answered with a move.
    pub answered: u64,
    /// What the server complained about, the last time.
    pub complaint: Option<String>,
    /// Whether the server sent goodbye; else the line was cut.
    pub goodbye: bool,
}

/// Why a server cannot be played with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KgpError {
    /// The address names no host.
    #[error("no host {address}: {problem}")]
    NoHost {
        /// The address, quoted.
        address: String,
        /// What the system says.
        problem: String,
    },
    /// There is no answer.
    #[error("cannot connect to {address}: {error}")]
    Unreachable {
        /// The address with its port.
        address: String,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The connection fails.
    #[error("the connection: {0}")]
    Connection(#[from] io::Error),
    /// It does not speak the protocol.
    #[error("the server sent {0}, expected `kgp 1 0 0`: is it a Kalah server?")]
    NoServer(String),
    /// It speaks another version.
    #[error("the server speaks version {0} of the protocol, expected 1")]
    Version(String),
    /// It does not let us play.
    #[error("the server does not let us play: {0}")]
    Refused(String),
    /// It sends boards without end.
    #[error("the server sends boards faster than a player can answer: {0} wait")]
    Flood(usize),
    /// The one who thinks has failed.
    #[error("no move for board {board}: {problem}")]
    Player {
        /// The board.
        board: String,
        /// What went wrong.
        problem: String,
    },
}

/// Thinks about a board, and calls the second argument with the number of a house, again whenever it has found a better one.
pub type KgpPlayer<'a> = dyn FnMut(&KgpRequest, &mut dyn FnMut(u32)) -> Result<(), String> + Send + 'a;

/// What both threads share.
struct Shared<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    output: W,
    /// Boards to be thought about, in order, with the number of their command.
    waiting: VecDeque<(Option<u64>, KgpRequest, Instant)>,
    /// The board that is being thought about.
    running: Option<(Option<u64>, StopFlag)>,
    /// No more boards will come.
    over: bool,
    answered: u64,
    failed: Option<KgpError>,
}

impl<W: Write> Shared<W> {
    fn lock(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> State<W> {
    fn send(&mut self, line: &str) {
        let written = self.output.write_all(format!("{line}\r\n").as_bytes()).and_then(|()| self.output.flush());
        if let Err(error) = written {
            self.failed.get_or_insert(error.into());
        }
    }
}

/// Plays until the server says goodbye or the line is cut. Boards are answered one after the other; a stop ends the
/// thinking about its board, whether that has begun or not.
///
/// # Errors
/// When the connection or the player fails, or the server is none, or of another version.
pub fn serve_kgp(
    mut input: impl BufRead,
    output: impl Write + Send,
    identity: &KgpIdentity,
    player: &mut KgpPlayer<'_>,
) -> Result<KgpEnd, KgpError> {
    greet(&mut input)?;
    let state = State { output, waiting: VecDeque::new(), running: None, over: false, answered: 0, failed: None };
    let shared = Shared { state: Mutex::new(state), changed: Condvar::new() };
    introduce(&mut shared.lock(), identity);
    let mut end = KgpEnd::default();
    thread::scope(|scope| -> Result<(), KgpError> {
        let builder = thread::Builder::new().name("kgp player".into()).stack_size(STACK);
        let shared = &shared;
        builder.spawn_scoped(scope, move || think(shared, player))?;
        let listened = listen(&mut input, shared, &mut end);
        let mut state = shared.lock();
        state.over = true;
        if !end.goodbye || listened.is_err() {
            // There is no server to answer.
            state.waiting.clear();
            if let Some((_, stop)) = &state.running {
                stop.stop();
            }
        }
        shared.changed.notify_all();
        listened
    })?;
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    end.answered = state.answered;
    match (state.failed, &end.complaint) {
        // The server has hung up while we were talking: that is an end, too.
        (Some(KgpError::Connection(_)), _) if end.goodbye => Ok(end),
        (Some(error), _) => Err(error),
        (None, Some(complaint)) if end.answered == 0 => Err(KgpError::Refused(complaint.clone())),
        (None, _) => Ok(end),
    }
}

/// The next line, `None` at the end; too long ones are cut.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        while input.by_ref().take(LONGEST).read_until(b'\n', &mut Vec::new())? as u64 == LONGEST {}
    }
    Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
}

/// The first line: the version.
fn greet(input: &mut impl BufRead) -> Result<(), KgpError> {
    let line = read_line(input)?.unwrap_or_default();
    match Command::parse(&line) {
        Some(command) if command.name == "kgp" && !command.arguments.is_empty() => {
            if command.arguments[0] == "1" {
                Ok(())
            } else {
                Err(KgpError::Version(command.arguments.join(".")))
            }
        }
        _ => Err(KgpError::NoServer(quote(&line))),
    }
}

fn introduce<W: Write>(state: &mut State<W>, identity: &KgpIdentity) {
    for (option, value) in [
        ("info:name", &identity.name),
        ("info:authors", &identity.authors),
        ("info:description", &identity.description),
        ("auth:token", &identity.token),
    ] {
        if !value.is_empty() {
            state.send(&format!("set {option} {}", quoted(value)));
        }
    }
    state.send("mode freeplay");
}

/// Reads commands until the end.
fn listen<W: Write>(input: &mut impl BufRead, shared: &Shared<W>, end: &mut KgpEnd) -> Result<(), KgpError> {
    let mut clock = KgpClock::default();
    while let Some(line) = read_line(input)? {
        let arrived = Instant::now();
        // What is no command is skipped, as the protocol wants it.
        let Some(command) = Command::parse(&line) else { continue };
        let mut state = shared.lock();
        match command.name.as_str() {
            "state" => {
                if let Some(board) = command.arguments.into_iter().next() {
                    if state.waiting.len() >= MOST_WAITING {
                        return Err(KgpError::Flood(MOST_WAITING));
                    }
                    let request = KgpRequest { board, clock, stop: StopFlag::default() };
                    state.waiting.push_back((command.id, request, arrived));
                    shared.changed.notify_all();
                }
            }
            "stop" => {
                let meant = |id: &Option<u64>| command.reference.is_none() || *id == command.reference;
                state.waiting.retain(|(id, ..)| !meant(id));
                if let Some((id, stop)) = &state.running
                    && meant(id)
                {
                    stop.stop();
                }
            }
            "ping" => {
                let reference = command.id.map(|id| format!("@{id} ")).unwrap_or_default();
                let arguments: String = command.arguments.iter().map(|text| format!(" {}", quoted(text))).collect();
                state.send(&format!("{reference}pong{arguments}"));
            }
            "set" => set(&mut clock, &command.arguments),
            "error" => end.complaint = Some(command.arguments.join(" ")),
            "goodbye" => {
                end.goodbye = true;
                return Ok(());
            }
            // `init`, `ok`, and whatever a newer version brings.
            _ => {}
        }
        if state.failed.is_some() {
            return Ok(());
        }
    }
    Ok(())
}

fn set(clock: &mut KgpClock, arguments: &[String]) {
    let [option, value, ..] = arguments else { return };
    match option.as_str() {
        // A mode or a clock that cannot be read leaves the one before: no clock at all would let a search use any time.
        "time:mode" => {
            clock.mode = match value.as_str() {
                "absolute" => TimeMode::Absolute,
                "relative" => TimeMode::Relative,
                "none" => TimeMode::None,
                _ => clock.mode,
            }
        }
        "time:clock" => clock.left = read_seconds(value).or(clock.left),
        _ => {}
    }
}

/// A time in seconds: below zero it is none, above a year a year, and a fraction counts.
fn read_seconds(text: &str) -> Option<Duration> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Words such as `inf` and `nan` are no numbers here.
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let seconds = digits.parse::<f64>().ok().filter(|_| is_number)?;
    Some(if text.starts_with('-') { Duration::ZERO } else { Duration::from_secs_f64(seconds.min(LONGEST_CLOCK)) })
}

/// The thread that thinks.
fn think<W: Write>(shared: &Shared<W>, player: &mut KgpPlayer<'_>) {
    loop {
        let mut state = shared.lock();
        let (id, request, arrived) = loop {
            if state.failed.is_some() {
                return;
            }
            if let Some(next) = state.waiting.pop_front() {
                break next;
            }
            if state.over {
                return;
            }
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        state.running = Some((id, request.stop.clone()));
        drop(state);
        thread::sleep(NO_SOONER.saturating_sub(arrived.elapsed()));
        let reference = id.map(|id| format!("@{id} ")).unwrap_or_default();
        let (mut sent, stop) = (None, request.stop.clone());
        let thought = player(&request, &mut |house| {
            // The server does not like to hear the same again, or anything after its stop.
            if sent != Some(house) && !stop.is_stopped() {
                sent = Some(house);
                shared.lock().send(&format!("{reference}move {house}"));
            }
        });
        let mut state = shared.lock();
        state.running = None;
        if !request.stop.is_stopped() {
            state.send(&format!("{reference}yield"));
        }
        state.answered += u64::from(sent.is_some());
        if let Err(problem) = thought {
            state.failed.get_or_insert(KgpError::Player { board: quote(&request.board), problem });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock of -5 s or 1.5 s was no clock at all.
    #[test]
    fn clocks_are_brought_into_their_range_or_left_as_they_are() {
        let before = KgpClock { mode: TimeMode::Relative, left: Some(Duration::from_secs(7)) };
        for (option, value, mode, milliseconds) in [
            ("time:clock", "3", TimeMode::Relative, 3_000),
            ("time:clock", "1.5", TimeMode::Relative, 1_500),
            ("time:clock", "0", TimeMode::Relative, 0),
            ("time:clock", "-5", TimeMode::Relative, 0),
            ("time:clock", "18446744073709551616", TimeMode::Relative, 31_622_400_000),
            ("time:clock", "1e999", TimeMode::Relative, 31_622_400_000),
            ("time:clock", "", TimeMode::Relative, 7_000),
            ("time:clock", "5s", TimeMode::Relative, 7_000),
            ("time:clock", "nan", TimeMode::Relative, 7_000),
            ("time:clock", "inf", TimeMode::Relative, 7_000),
            ("time:mode", "absolute", TimeMode::Absolute, 7_000),
            ("time:mode", "none", TimeMode::None, 7_000),
            ("time:mode", "relativ", TimeMode::Relative, 7_000),
            ("time:mode", "", TimeMode::Relative, 7_000),
        ] {
            let mut clock = before;
            set(&mut clock, &[option.to_owned(), value.to_owned()]);
            assert_eq!(clock, KgpClock { mode, left: Some(Duration::from_millis(milliseconds)) }, "{option} {value}");
        }
        let mut clock = before;
        set(&mut clock, &["time:clock".to_owned()]);
        assert_eq!(clock, before, "a value that is missing");
    }
}
