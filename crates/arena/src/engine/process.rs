//! Child process with pipes that never block the caller.
//!
//! Separate threads write to it, read from it, and drain its standard error. Lines pass through a bounded channel, and the bytes
//! per request are limited, so a flood of output costs neither memory nor time. On Unix, the helpers of the program are killed
//! with it, and it is killed with this process ([`guard`](super::guard)).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plyground_play::files;

use super::command::EngineCommand;
use crate::limits::Stopwatch;

/// Maximum length of a line in bytes.
const LONGEST_LINE: usize = 1 << 16;
/// Maximum number of bytes between two requests.
const MOST_BYTES: u64 = 8 << 20;
/// Maximum number of unread lines.
const QUEUE: usize = 256;
/// First line of a log.
const LOG_MARK: &str = "# process, seconds, to (>), from (<), errors of (!) an engine\n";
/// Time in which a program must exit after `quit`.
const LEAVE: Duration = Duration::from_millis(300);
/// Maximum number of bytes of standard error that are stored.
const LAST_WORDS: usize = 300;

/// Event of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// The program wrote a line.
    Line(String),
    /// The program closed its output or exited.
    Ended,
    /// The program no longer reads its input.
    Deaf,
    /// The program exceeded the limit of output.
    Flood(String),
    /// The time limit expired without an event.
    Silence,
}

/// Running program. Dropping it sends `quit` and then kills it.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    #[cfg(unix)]
    family: super::guard::Family,
    orders: Sender<String>,
    events: Receiver<Event>,
    bytes: Arc<AtomicU64>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Thread that ends when standard error is closed.
    listener: Option<JoinHandle<()>>,
}

/// Log of the lines of a program.
#[derive(Clone, Debug)]
struct Log {
    file: Arc<File>,
    watch: Stopwatch,
    /// Number of the process, because several may share the file.
    id: u32,
}

impl Log {
    /// Appends a line in one step; the log never disturbs a game.
    fn write(&self, mark: char, text: &str) {
        let line = format!("{} {:.3} {mark} {text}\n", self.id, self.watch.elapsed().as_secs_f64());
        let _ = (&*self.file).write_all(line.as_bytes());
    }
}

fn open_log(path: &Path) -> io::Result<File> {
    files::append(path, LOG_MARK).map_err(|error| {
        let detail = match error.kind() {
            io::ErrorKind::AlreadyExists => "another file is there, expected a new file or a log of engines".into(),
            _ => error.to_string(),
        };
        io::Error::new(error.kind(), format!("log `{}`: {detail}", path.display()))
    })
}

impl Process {
    pub(crate) fn start(command: &EngineCommand) -> io::Result<Process> {
        let file = command.log.as_deref().map(open_log).transpose()?.map(Arc::new);
        let mut builder = Command::new(&command.program);
        builder.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        let mut family = super::guard::Family::prepare(&mut builder);
        let mut child = builder.spawn()?;
        #[cfg(unix)]
        family.started(rustix::process::Pid::from_child(&child));
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("no pipes"));
        };
        let (orders, to_write) = channel();
        let (sender, events) = sync_channel(QUEUE);
        let (bytes, last_words) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
        let (words, count, deaf) = (Arc::clone(&last_words), Arc::clone(&bytes), sender.clone());
        let log = file.map(|file| Log { file, watch: Stopwatch::start(), id: child.id() });
        let logs = [log.clone(), log.clone(), log];
        let mut process = Process {
            child,
            #[cfg(unix)]
            family,
            orders,
            events,
            bytes,
            last_words,
            listener: None,
        };
        // These threads are not joined, because they end with the pipes.
        let name = |role: &str| thread::Builder::new().name(format!("engine {role}")).stack_size(1 << 18);
        let [sent, answered, complained] = logs;
        name("input").spawn(move || write_all(input, &to_write, &deaf, sent.as_ref()))?;
        name("output").spawn(move || read_all(output, &count, &sender, answered.as_ref()))?;
        process.listener = Some(name("errors").spawn(move || drain(errors, &words, complained.as_ref()))?);
        Ok(process)
    }

    /// Sends a line. A failure is reported as an event.
    pub(crate) fn send(&self, line: impl Into<String>) {
        // A writer that has ended has already sent an event.
        let _ = self.orders.send(line.into());
    }

    /// Resets the limit of output for a new request.
    pub(crate) fn allow_output(&self) {
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// Returns the next event within `time`.
    pub(crate) fn next(&self, time: Duration) -> Event {
        match self.events.recv_timeout(time) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Silence,
            Err(RecvTimeoutError::Disconnected) => Event::Ended,
        }
    }

    /// Returns the exit status and the last line of standard error.
    pub(crate) fn epitaph(&mut self) -> String {
        let status = self.wait(LEAVE);
        let watch = Stopwatch::start();
        // The last line may not have been read yet.
        while self.listener.as_ref().is_some_and(|listener| !listener.is_finished()) && watch.elapsed() < LEAVE {
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let words = String::from_utf8_lossy(&words);
        let last = words.lines().rev().find(|line| !line.trim().is_empty()).map(str::trim);
        let words = last
            .map(|line| format!("; its last line was `{}`", plyground_game::notation::escaped(line)))
            .unwrap_or_default();
        let status = status.map_or_else(|| "it still runs".to_owned(), |status| status.to_string());
        status + &words
    }

    /// Waits up to `time` for the exit of the program.
    pub(super) fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let watch = Stopwatch::start();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if watch.elapsed() >= time {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Kills the program and everything that it has started.
    pub(crate) fn kill(&mut self) {
        #[cfg(unix)]
        self.family.kill();
        let _ = self.child.kill();
        let _ = self.wait(LEAVE);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.wait(LEAVE);
        self.kill();
    }
}

fn write_all(mut input: ChildStdin, orders: &Receiver<String>, events: &SyncSender<Event>, log: Option<&Log>) {
    for line in orders {
        if let Some(log) = log {
            log.write('>', &line);
        }
        if input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
            let _ = events.send(Event::Deaf);
            return;
        }
    }
}

fn read_all(output: ChildStdout, bytes: &AtomicU64, events: &SyncSender<Event>, log: Option<&Log>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        let event = match read {
            Ok(0) | Err(_) => Event::Ended,
            Ok(count) if count == LONGEST_LINE && line.last() != Some(&b'\n') => {
                Event::Flood(format!("a line of more than {LONGEST_LINE} bytes"))
            }
            Ok(count) if bytes.fetch_add(count as u64, Ordering::Relaxed) + count as u64 > MOST_BYTES => {
                Event::Flood(format!("more than {} MiB without an answer", MOST_BYTES >> 20))
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).trim().to_owned()),
        };
        if let (Event::Line(line), Some(log)) = (&event, log) {
            log.write('<', line);
        }
        let over = !matches!(event, Event::Line(_));
        if events.send(event).is_err() || over {
            return;
        }
    }
}

/// Reads everything, so that a full pipe never blocks the program, and stores the end.
fn drain(errors: ChildStderr, last_words: &Mutex<Vec<u8>>, log: Option<&Log>) {
    let mut errors = BufReader::new(errors);
    loop {
        let mut line = Vec::new();
        let read = errors.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        if matches!(read, Ok(0) | Err(_)) {
            return;
        }
        if let Some(log) = log {
            log.write('!', String::from_utf8_lossy(&line).trim_end());
        }
        let mut tail = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&line);
        let surplus = tail.len().saturating_sub(LAST_WORDS);
        tail.drain(..surplus);
    }
}
