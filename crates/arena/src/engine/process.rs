//! A program at the other end of two pipes, none of which can ever block its user.
//!
//! Threads of their own write to it, read from it, and drain what it says on standard error. Lines come through a bounded
//! channel, and only so many bytes are read for a request, so that a flood costs neither memory nor time. On Unix helpers that
//! the program has started die with it, and it dies with us ([`guard`](super::guard)).

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::command::EngineCommand;
use crate::limits::Stopwatch;

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 16;
/// The most bytes that are read between two requests.
const MOST_BYTES: u64 = 8 << 20;
/// Lines that wait to be looked at.
const QUEUE: usize = 256;
/// How long a program may take to leave after it has been asked to.
const LEAVE: Duration = Duration::from_millis(300);
/// What is kept of standard error.
const LAST_WORDS: usize = 300;

/// What a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// It says something.
    Line(String),
    /// It has closed its output, or ended.
    Ended,
    /// It does not read any more.
    Deaf,
    /// It writes more than the limit of output.
    Flood(String),
    /// Nothing, for as long as was waited.
    Silence,
}

/// A running program; dropped, it is asked to leave and then killed.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    #[cfg(unix)]
    family: super::guard::Family,
    orders: Sender<String>,
    events: Receiver<Event>,
    bytes: Arc<AtomicU64>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Ends when nothing more can come to standard error.
    listener: Option<JoinHandle<()>>,
}

impl Process {
    pub(crate) fn start(command: &EngineCommand) -> io::Result<Process> {
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
        // These threads are not joined: they end with the pipes.
        let name = |role: &str| thread::Builder::new().name(format!("engine {role}")).stack_size(1 << 18);
        name("input").spawn(move || write_all(input, &to_write, &deaf))?;
        name("output").spawn(move || read_all(output, &count, &sender))?;
        process.listener = Some(name("errors").spawn(move || drain(errors, &words))?);
        Ok(process)
    }

    /// Sends a line; whether it arrives shows in the events.
    pub(crate) fn send(&self, line: impl Into<String>) {
        // A writer that has ended has said so before.
        let _ = self.orders.send(line.into());
    }

    /// Allows a full measure of output again: a new request begins.
    pub(crate) fn allow_output(&self) {
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// What happens next, within `time`.
    pub(crate) fn next(&self, time: Duration) -> Event {
        match self.events.recv_timeout(time) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Silence,
            Err(RecvTimeoutError::Disconnected) => Event::Ended,
        }
    }

    /// How it ended, and the last line of its standard error.
    pub(crate) fn epitaph(&mut self) -> String {
        let status = self.wait(LEAVE);
        let watch = Stopwatch::start();
        // Its last words may still be on their way.
        while self.listener.as_ref().is_some_and(|listener| !listener.is_finished()) && watch.elapsed() < LEAVE {
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let words = String::from_utf8_lossy(&words);
        let last = words.lines().rev().find(|line| !line.trim().is_empty()).map(str::trim);
        let words = last
            .map(|line| format!("; its last line was {}", plyground_game::notation::quote(line)))
            .unwrap_or_default();
        let status = status.map_or_else(|| "it still runs".to_owned(), |status| status.to_string());
        status + &words
    }

    /// Waits for its end, but no longer than `time`.
    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
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

    /// Kills it, with all that it has started.
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

fn write_all(mut input: ChildStdin, orders: &Receiver<String>, events: &SyncSender<Event>) {
    for line in orders {
        if input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_err() {
            let _ = events.send(Event::Deaf);
            return;
        }
    }
}

fn read_all(output: ChildStdout, bytes: &AtomicU64, events: &SyncSender<Event>) {
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
        let over = !matches!(event, Event::Line(_));
        if events.send(event).is_err() || over {
            return;
        }
    }
}

/// Reads everything, so that the program is never stopped by a full pipe, and keeps the end.
fn drain(mut errors: ChildStderr, last_words: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = errors.read(&mut chunk) {
        let mut kept = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&chunk[..count]);
        let surplus = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..surplus);
    }
}
