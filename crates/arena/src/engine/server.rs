//! Engine side of the protocol, over any pair of streams.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plyground_game::notation::{escaped, quote};
use plyground_search::{Job, StopFlag};

use super::game::EngineGame;
use super::go::read_go;
use super::query::Query;
use crate::limits::Stopwatch;

/// Maximum length of a command in bytes, which suffices for all moves of a long game.
const LONGEST_COMMAND: u64 = 1 << 20;
/// Minimum time of a search before `quit` ends it, or before the end of the input ends a search without a limit. So a client that
/// sends `go` and `quit` together receives a move that was searched.
const LEAST: Duration = Duration::from_millis(500);
/// Maximum time of a search with limits after the end of the input.
const LAST: Duration = Duration::from_secs(10);
/// Interval between two checks for the end of a search.
const GLANCE: Duration = Duration::from_millis(2);
/// Maximum time of a search without limits if the system has no thread for it, because no command is read meanwhile.
const ALONE: Duration = Duration::from_secs(1);
/// Stack size in bytes, for deep searches.
const STACK: usize = 16 << 20;

/// Options by name.
pub type Settings = BTreeMap<String, String>;

/// Description of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineAbout {
    /// Name with the version.
    pub name: String,
    /// Author.
    pub author: String,
    /// Options.
    pub options: Vec<EngineOption>,
}

/// Option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Name.
    pub name: String,
    /// Type and range in the words of the protocol: `type string`, `type spin min 1 max 64`.
    pub kind: String,
    /// Default value.
    pub default: String,
}

/// Callback that opens a game with the current options.
pub type OpenGame<'a> = dyn FnMut(&Settings) -> Result<EngineGame, String> + Send + 'a;

/// Message to the search thread.
enum Order {
    Set(String, String),
    NewGame(StopFlag),
    Position(String),
    Ready(StopFlag),
    Complain(String),
    /// A command that starts with this word is too long to be read.
    TooLong(String),
    Query(Query),
    Go(Job),
}

/// Serves until `quit` or the end of the input. After the end of the input, a search with limits may run for ten more seconds.
///
/// # Errors
/// When the streams fail.
///
/// ```
/// use plyground_arena::engine::{EngineAbout, EngineGame, serve_engine};
/// use plyground_kalah::Kalah;
/// use plyground_play::{AgentPlayer, Start};
/// use plyground_search::RandomAgent;
///
/// let about = EngineAbout { name: "example".into(), author: "the reader".into(), options: Vec::new() };
/// let input = b"ugi\nposition startpos moves 1\ngo depth 3\nquit\n";
/// let mut output = Vec::new();
/// serve_engine(&input[..], &mut output, &about, &mut |_| {
///     let start = Start::default().state::<Kalah>().map_err(|error| error.to_string())?;
///     Ok(EngineGame::new(start, AgentPlayer::<Kalah>::boxed(RandomAgent::new(1))))
/// })?;
/// let output = String::from_utf8_lossy(&output);
/// assert!(output.contains("ugiok\n") && output.contains("\nbestmove "), "{output}");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve_engine(
    mut input: impl BufRead,
    output: impl Write + Send,
    about: &EngineAbout,
    open: &mut OpenGame<'_>,
) -> io::Result<()> {
    let output = Mutex::new(Output { stream: output, failed: None });
    // Number of searches that were started and have not answered.
    let searches = AtomicUsize::new(0);
    let (orders, to_do) = channel();
    // A thread takes the orders, or this one if the system refuses it.
    let work = Mutex::new(Some((Thinker::new(&output, &searches, about, open), to_do)));
    let take = || work.lock().unwrap_or_else(PoisonError::into_inner).take();
    thread::scope(|scope| -> io::Result<()> {
        let orders = orders;
        let think = || {
            if let Some((mut thinker, to_do)) = take() {
                to_do.into_iter().for_each(|order| thinker.take(order));
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, think);
        let mut alone = thread.is_err().then(take).flatten();
        let (mut stop, mut limited, mut asked) = (StopFlag::default(), false, Stopwatch::start());
        // Flag of the last search without a limit.
        let mut endless = StopFlag::default();
        let leave = StopFlag::default();
        while let Some(line) = read_command(&mut input)? {
            let (line, is_too_long) = match line {
                Ok(line) => (line, false),
                Err(word) => (word, true),
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let order = match word {
                _ if is_too_long => {
                    if word == "go" {
                        endless.stop();
                        searches.fetch_add(1, Ordering::SeqCst);
                    }
                    Order::TooLong(word.to_owned())
                }
                "" => continue,
                "quit" => {
                    limited = false;
                    break;
                }
                "stop" => {
                    stop.stop();
                    stop = StopFlag::default();
                    continue;
                }
                "ugi" => {
                    introduce(&output, about);
                    continue;
                }
                // A searching engine answers at once. Otherwise the answer follows all earlier commands.
                "isready" if searches.load(Ordering::SeqCst) > 0 => {
                    emit(&output, "readyok");
                    continue;
                }
                "isready" => Order::Ready(leave.child()),
                "uginewgame" => Order::NewGame(leave.child()),
                "position" => Order::Position(rest.trim().into()),
                "setoption" => match read_option(rest) {
                    Some((name, value)) => Order::Set(name, value),
                    None => Order::Complain("expected `setoption name NAME value VALUE`".into()),
                },
                "query" => match Query::parse(rest.trim()) {
                    Some(query) => Order::Query(query),
                    None => {
                        Order::Complain(format!("unknown query {}, expected {}", quote(rest.trim()), Query::words()))
                    }
                },
                "go" => {
                    // A search with a limit ends by itself. Any other is stopped, because it would block the new one.
                    endless.stop();
                    let go = read_go(rest);
                    for problem in go.problems {
                        let _ = orders.send(Order::Complain(problem));
                    }
                    let mut job = Job { stop: stop.child(), ..go.job };
                    limited = job.limits.is_limited() || job.fixed || job.clocks.is_some();
                    if !limited {
                        endless = job.stop.clone();
                    }
                    if alone.is_some() && !limited {
                        job.limits.time = Some(ALONE);
                    }
                    asked = Stopwatch::start();
                    searches.fetch_add(1, Ordering::SeqCst);
                    Order::Go(job)
                }
                _ => Order::Complain(format!("unknown command {}", quote(word))),
            };
            if orders.send(order).is_err() || lock(&output).failed.is_some() {
                stop.stop();
                break;
            }
            if let Some((thinker, to_do)) = &mut alone {
                to_do.try_iter().for_each(|order| thinker.take(order));
            }
        }
        drop(orders);
        let ended = Stopwatch::start();
        let is_patient = || if limited { ended.elapsed() < LAST } else { asked.elapsed() < LEAST };
        while searches.load(Ordering::SeqCst) > 0 && is_patient() && lock(&output).failed.is_none() {
            thread::sleep(GLANCE);
        }
        stop.stop();
        leave.stop();
        Ok(())
    })?;
    match output.into_inner().unwrap_or_else(PoisonError::into_inner).failed {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Reads the next line; `None` at the end. A line that is too long is skipped, and its first word is returned as an error.
fn read_command(input: &mut impl BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_COMMAND).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_COMMAND && line.last() != Some(&b'\n') {
        while input.by_ref().take(LONGEST_COMMAND).read_until(b'\n', &mut Vec::new())? as u64 == LONGEST_COMMAND {}
        let start = String::from_utf8_lossy(&line[..line.len().min(100)]);
        return Ok(Some(Err(start.split_whitespace().next().unwrap_or_default().to_owned())));
    }
    // Some clients write UTF-8 with a byte order mark before the first line.
    Ok(Some(Ok(String::from_utf8_lossy(&line).trim_start_matches('\u{feff}').trim().to_owned())))
}

/// Parses `name NAME value VALUE`; both may contain spaces. Consecutive spaces in the name count as one.
fn read_option(text: &str) -> Option<(String, String)> {
    let text = text.trim().strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace))?;
    let is_word = |at: usize, word: &str| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        before.ends_with(char::is_whitespace) && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    let (at, word) = text.match_indices("value").find(|(at, word)| is_word(*at, word))?;
    let name = text[..at].split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then(|| (name, text[at + word.len()..].trim().to_owned()))
}

/// Output stream. An error is stored until it is read.
struct Output<W> {
    stream: W,
    failed: Option<io::Error>,
}

fn lock<W>(output: &Mutex<Output<W>>) -> std::sync::MutexGuard<'_, Output<W>> {
    output.lock().unwrap_or_else(PoisonError::into_inner)
}

fn emit<W: Write>(output: &Mutex<Output<W>>, line: &str) {
    let mut output = lock(output);
    // A line is written in one call, so that lines of two threads do not mix.
    let written = output.stream.write_all(format!("{line}\n").as_bytes());
    if let Err(error) = written.and_then(|()| output.stream.flush()) {
        output.failed.get_or_insert(error);
    }
}

fn introduce<W: Write>(output: &Mutex<Output<W>>, about: &EngineAbout) {
    emit(output, &format!("id name {}", about.name));
    emit(output, &format!("id author {}", about.author));
    for EngineOption { name, kind, default } in &about.options {
        emit(output, &format!("option name {name} {kind} default {default}"));
    }
    emit(output, "ugiok");
}

/// Handles the messages of the search thread in order.
struct Thinker<'a, W> {
    output: &'a Mutex<Output<W>>,
    searches: &'a AtomicUsize,
    open: &'a mut OpenGame<'a>,
    settings: Settings,
    game: Option<EngineGame>,
    /// Whether there is no valid position, and so no best move. A move of an earlier position would be wrong.
    misplaced: bool,
    /// The last `position`, for a game that is opened again after a change of options.
    placed: Option<String>,
}

impl<'a, W: Write> Thinker<'a, W> {
    fn new(
        output: &'a Mutex<Output<W>>,
        searches: &'a AtomicUsize,
        about: &EngineAbout,
        open: &'a mut OpenGame<'a>,
    ) -> Thinker<'a, W> {
        let settings = about.options.iter().map(|option| (option.name.clone(), option.default.clone())).collect();
        Thinker { output, searches, open, settings, game: None, misplaced: false, placed: None }
    }

    fn complain(&self, problem: &str) {
        emit(self.output, &format!("info string {}", escaped(problem)));
    }

    /// Opens the game with the present options, at the last position.
    fn open_game(&mut self, at_last_position: bool) {
        match (self.open)(&self.settings) {
            Ok(opened) => {
                self.game = Some(opened);
                if let Some(text) = self.placed.clone().filter(|_| at_last_position) {
                    self.set_position(&text);
                }
            }
            Err(problem) => self.complain(&problem),
        }
    }

    fn set_position(&mut self, text: &str) {
        let Some(game) = &mut self.game else { return };
        let set = game.set_position(text);
        self.misplaced = set.is_err();
        set.unwrap_or_else(|problem| self.complain(&problem));
    }

    fn take(&mut self, order: Order) {
        // Options take effect when the first command that needs a game opens it.
        if self.game.is_none()
            && !matches!(order, Order::Set(..) | Order::Ready(_) | Order::Complain(_) | Order::TooLong(_))
        {
            self.open_game(!matches!(order, Order::Position(_) | Order::NewGame(_)));
        }
        match order {
            Order::Set(name, value) => match self.settings.get_mut(&name) {
                Some(setting) => {
                    *setting = value;
                    self.game = None;
                }
                None => self.complain(&format!("no option {}", quote(&name))),
            },
            Order::Ready(stop) => {
                if let Some(game) = &mut self.game {
                    game.prepare(&stop);
                }
                emit(self.output, "readyok");
            }
            Order::Complain(problem) => self.complain(&problem),
            Order::TooLong(word) => {
                self.complain(&format!("found a command of more than {LONGEST_COMMAND} bytes"));
                match word.as_str() {
                    "position" => (self.misplaced, self.placed) = (true, None),
                    "go" => self.answer(None),
                    _ => {}
                }
            }
            Order::NewGame(stop) => {
                self.placed = None;
                if let Some(game) = &mut self.game {
                    game.new_game(&stop);
                }
            }
            Order::Position(text) => {
                self.set_position(&text);
                self.placed = Some(text);
            }
            Order::Query(query) => {
                let answer = self.game.as_ref().filter(|_| !self.misplaced).map(|game| game.query(query));
                match answer {
                    Some(answer) => emit(self.output, format!("response {answer}").trim_end()),
                    None => {
                        self.complain("no answer: there is no valid position");
                        emit(self.output, "response none");
                    }
                }
            }
            Order::Go(job) => {
                let output = self.output;
                let mut info = |line: String| {
                    emit(output, &line);
                    if lock(output).failed.is_some() {
                        // The client has closed the output.
                        job.stop.stop();
                    }
                };
                let answer = match &mut self.game {
                    Some(game) if !self.misplaced => game.go(&job, &mut info),
                    _ => Ok(None),
                };
                let best = answer.unwrap_or_else(|problem| {
                    self.complain(&problem);
                    None
                });
                self.answer(best.as_deref());
            }
        }
    }

    /// Answers a `go`.
    fn answer(&self, best: Option<&str>) {
        self.searches.fetch_sub(1, Ordering::SeqCst);
        emit(self.output, &format!("bestmove {}", best.unwrap_or("none")));
    }
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
