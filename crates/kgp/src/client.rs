//! Client of the protocol: reads the server's commands, and asks a player for moves.

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

/// Minimum delay of an answer. The public server registers the number of a `state` only after sending it, and drops earlier
/// answers.
const NO_SOONER: Duration = Duration::from_millis(5);
/// Maximum number of boards that wait for an answer. A server that sends more is flooding.
const MOST_WAITING: usize = 1_000;
/// Maximum clock in seconds: a year.
const LONGEST_CLOCK: f64 = 366.0 * 24.0 * 3600.0;
/// Stack size in bytes, for deep searches.
const STACK: usize = 16 << 20;

/// Identity of a player, as the server shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KgpIdentity {
    /// Name; empty for none.
    pub name: String,
    /// Authors; empty for none.
    pub authors: String,
    /// Description; empty for none.
    pub description: String,
    /// Secret by which the server recognises the player; empty for none.
    pub token: String,
}

impl KgpIdentity {
    /// Creates an identity with only a name.
    #[must_use]
    pub fn named(name: &str) -> KgpIdentity {
        KgpIdentity { name: name.into(), ..KgpIdentity::default() }
    }
}

/// Kind of clock of the server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeMode {
    /// No clock, or none that was announced.
    #[default]
    None,
    /// Clock for all moves of a game.
    Absolute,
    /// Time for each move.
    Relative,
}

/// Clock that the server has announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KgpClock {
    /// Kind of clock.
    pub mode: TimeMode,
    /// Remaining time, or the time of a move.
    pub left: Option<Duration>,
}

/// Board to be searched, with South to move.
#[derive(Clone, Debug)]
pub struct KgpRequest {
    /// Board, such as `<3,0,0,3,3,3,3,3,3>`: size, stores of South and North, houses of South and of North.
    pub board: String,
    /// Clock of the server.
    pub clock: KgpClock,
    /// Flag that is raised when the server no longer expects an answer.
    pub stop: StopFlag,
}

/// End of a connection.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KgpEnd {
    /// Number of boards that were answered with a move.
    pub answered: u64,
    /// Last error message of the server.
    pub complaint: Option<String>,
    /// Whether the server sent `goodbye`; otherwise the connection was lost.
    pub goodbye: bool,
    /// Error that ended the connection; `None` if the server closed it.
    pub lost: Option<String>,
}

/// Reason why play on a server failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KgpError {
    /// The address names no host.
    #[error("no host {address}: {problem}")]
    NoHost {
        /// Address, quoted.
        address: String,
        /// Error of the system.
        problem: String,
    },
    /// The server does not answer.
    #[error("cannot connect to {address}: {error}")]
    Unreachable {
        /// Address with its port.
        address: String,
        /// Error of the system.
        #[source]
        error: io::Error,
    },
    /// The connection fails.
    #[error("the connection: {0}")]
    Connection(#[from] io::Error),
    /// The server does not speak the protocol.
    #[error("the server sent {0}, expected `kgp 1 0 0`: is it a Kalah server?")]
    NoServer(String),
    /// The server speaks another version.
    #[error("the server speaks version {0} of the protocol, expected 1")]
    Version(String),
    /// The server rejects the client.
    #[error("the server does not let us play: {0}")]
    Refused(String),
    /// The server sends too many boards.
    #[error("the server sends boards faster than a player can answer: {0} wait")]
    Flood(usize),
    /// The player has failed.
    #[error("no move for board {board}: {problem}")]
    Player {
        /// Board.
        board: String,
        /// Error of the player.
        problem: String,
    },
}

/// Callback that searches a board. It calls its second argument with the number of a house, and again for each better one.
pub type KgpPlayer<'a> = dyn FnMut(&KgpRequest, &mut dyn FnMut(u32)) -> Result<(), String> + Send + 'a;

/// State that both threads share.
struct Shared<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    output: W,
    /// Boards to be searched, in order, with the number of their command and their arrival.
    waiting: VecDeque<(Option<u64>, KgpRequest, Instant)>,
    /// Board that is being searched.
    running: Option<(Option<u64>, StopFlag)>,
    /// Whether no more boards will arrive.
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

/// Plays until the server sends `goodbye` or the connection is lost. Boards are answered in order. A `stop` ends the search of
/// its board, or removes a board that waits.
///
/// # Errors
/// When the connection fails before the greeting of the server, the player fails, the server is not a Kalah server, or it speaks
/// another version.
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
    let listened = thread::scope(|scope| -> Result<(), KgpError> {
        let builder = thread::Builder::new().name("kgp player".into()).stack_size(STACK);
        let shared = &shared;
        builder.spawn_scoped(scope, move || think(shared, player))?;
        let listened = listen(&mut input, shared, &mut end);
        let mut state = shared.lock();
        state.over = true;
        if !end.goodbye || listened.is_err() {
            // No server receives an answer.
            state.waiting.clear();
            if let Some((_, stop)) = &state.running {
                stop.stop();
            }
        }
        shared.changed.notify_all();
        listened
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    end.answered = state.answered;
    match (listened.err().or(state.failed), &end.complaint) {
        // A server that closes the connection after `goodbye` has ended normally.
        (Some(KgpError::Connection(_)), _) if end.goodbye => Ok(end),
        // The boards before it were answered, and the caller may connect again.
        (Some(KgpError::Connection(error)), _) => Ok(KgpEnd { lost: Some(error.to_string()), ..end }),
        (Some(error), _) => Err(error),
        (None, Some(complaint)) if end.answered == 0 => Err(KgpError::Refused(complaint.clone())),
        (None, _) => Ok(end),
    }
}

/// Reads the next line; `None` at the end. Lines that are too long are truncated.
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

/// Reads the first line and checks the version.
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
        // The protocol requires that invalid commands are ignored.
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
            // `init`, `ok`, and commands of later versions are ignored.
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
        // An invalid mode or clock leaves the old value. Without a clock, a search could use any time.
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

/// Parses a time in seconds, including fractions. Negative values become zero, and values above a year become a year.
fn read_seconds(text: &str) -> Option<Duration> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Words such as `inf` and `nan` are not accepted.
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    let seconds = digits.parse::<f64>().ok().filter(|_| is_number)?;
    Some(if text.starts_with('-') { Duration::ZERO } else { Duration::from_secs_f64(seconds.min(LONGEST_CLOCK)) })
}

/// Runs the search thread.
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
            // The server must not receive duplicates, or moves after its `stop`.
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

    /// Regression: a clock of -5 s or 1.5 s was ignored.
    #[test]
    fn clocks_are_clamped_or_left_unchanged() {
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
