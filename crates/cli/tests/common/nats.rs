//! A real server, workers as separate programs, and helpers of their tests.

#![allow(dead_code, reason = "no test needs all of it")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::common::{command, ply, text};

/// Timeout of anything that ends without intervention.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A program that is killed at the end of the test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn kill(&mut self) {
        // It may already have ended.
        _ = self.0.kill();
        _ = self.0.wait();
    }

    /// Waits for an error or a notice with these words. Later messages are lost.
    pub(crate) fn notice(&mut self, words: &str) -> String {
        let errors = BufReader::new(self.0.stderr.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                // Keeps reading, because the next line would otherwise find the pipe closed.
                _ = sender.send(line);
            }
        });
        let mut others = String::new();
        loop {
            let line = receiver.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|error| panic!("no `{words}`, {error}: {others}"));
            if line.contains(words) {
                return line;
            }
            others += &(line + "\n");
        }
    }

    pub(crate) fn output(mut self) -> Output {
        let start = Instant::now();
        while self.0.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "it does not end");
            thread::sleep(Duration::from_millis(20));
        }
        let mut output = Output { status: self.0.wait().unwrap(), stdout: Vec::new(), stderr: Vec::new() };
        let read = |from: Option<&mut dyn Read>, to: &mut Vec<u8>| {
            if let Some(from) = from {
                from.read_to_end(to).unwrap();
            }
        };
        read(self.0.stdout.as_mut().map(|pipe| pipe as _), &mut output.stdout);
        read(self.0.stderr.as_mut().map(|pipe| pipe as _), &mut output.stderr);
        output
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server with its store in a separate folder, which is removed with all other files of the test.
pub(crate) struct Cluster {
    pub(crate) folder: TempDir,
    pub(crate) port: u16,
    pub(crate) server: Running,
    /// Arguments of the server beyond its port and its store.
    pub(crate) more: Vec<String>,
}

impl Cluster {
    pub(crate) fn new() -> Cluster {
        Cluster::with(|_| Vec::new())
    }

    /// Starts a server with more arguments, which may name files of this folder.
    pub(crate) fn with(more: impl FnOnce(&Path) -> Vec<String>) -> Cluster {
        let folder = TempDir::new().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let more = more(folder.path());
        let server = start_server(folder.path(), port, &more);
        Cluster { folder, port, server, more }
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a worker with the heartbeat timeout of a test.
    pub(crate) fn worker(&self, threads: u32) -> Running {
        let threads = threads.to_string();
        self.start(&["worker", "--cluster", &self.address(), "--concurrency", &threads, "--patience", "1s"])
    }

    pub(crate) fn start(&self, args: &[&str]) -> Running {
        Running(command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    }

    /// Starts a match on the cluster, with its games in a file.
    pub(crate) fn run(&self, args: &[&str], out: &Path, more: &[&str]) -> Running {
        self.start(&[args, &["--cluster", &self.address(), "--json", "--out", out.to_str().unwrap()], more].concat())
    }

    pub(crate) fn restart_server(&mut self) {
        self.restart_server_after(|_| {});
    }

    /// Kills the server, changes its store, and starts it again.
    pub(crate) fn restart_server_after(&mut self, change: impl FnOnce(&Path)) {
        self.server.kill();
        change(&self.path("store"));
        self.server = start_server(self.folder.path(), self.port, &self.more);
    }

    /// Sends a request to the server, and returns the answer.
    pub(crate) fn request(&self, subject: &str, payload: &Value) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let payload = payload.to_string();
        let request = format!("PUB {subject} _INBOX.test {}\r\n{payload}\r\n", payload.len());
        write!(stream, "CONNECT {{\"verbose\":false}}\r\nSUB _INBOX.test 1\r\n{request}").unwrap();
        let mut answers = BufReader::new(stream).lines().map(Result::unwrap);
        answers.find(|line| line.starts_with("MSG ")).unwrap();
        answers.next().unwrap()
    }

    pub(crate) fn status(&self) -> Value {
        let output = ply(&["cluster", "status", "--json", "--cluster", &self.address()]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Waits until this many chunks of the run have been published.
    pub(crate) fn wait_for_chunks(&self, chunks: u64) {
        let start = Instant::now();
        while self.status()["runs"][0]["in_flight"].as_u64().unwrap_or(0) < chunks {
            assert!(start.elapsed() < PATIENCE, "{}", self.status());
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// A connection that subscribes to every subject, like `nats sub ">"`, and does not answer or answers garbage.
pub(crate) struct Listener {
    stream: TcpStream,
}

impl Listener {
    pub(crate) fn connect(cluster: &Cluster, answer: Option<&'static str>) -> Listener {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, cluster.port)).unwrap();
        let mut listener = Listener { stream };
        listener.send("CONNECT {\"verbose\":false}\r\nSUB > 1\r\nPING\r\n");
        let mut lines = BufReader::new(listener.stream.try_clone().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line == "PONG"), "the server has hung up");
        let mut own = listener.stream.try_clone().unwrap();
        thread::spawn(move || {
            for line in lines {
                let parts: Vec<&str> = line.split_ascii_whitespace().collect();
                // MSG subject sid reply bytes
                if let (Some(answer), ["MSG", subject, _, reply, _]) = (answer, parts.as_slice())
                    && subject.starts_with("ply.")
                {
                    // The connection may be closing.
                    _ = write!(own, "PUB {reply} {}\r\n{answer}\r\n", answer.len());
                }
            }
        });
        listener
    }

    pub(crate) fn publish(&mut self, subject: &str, payload: &str) {
        self.send(&format!("PUB {subject} {}\r\n{payload}\r\n", payload.len()));
    }

    fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).unwrap();
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // The server may have ended.
        _ = self.stream.shutdown(std::net::Shutdown::Both);
    }
}

pub(crate) fn start_server(folder: &Path, port: u16, more: &[String]) -> Running {
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder.join("store")).args(more);
    let log = File::create(folder.join("server.log")).unwrap();
    let mut server =
        Running(command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap());
    let start = Instant::now();
    while !greets(port) {
        let has_ended = server.0.try_wait().unwrap().is_some();
        let is_late = start.elapsed() > PATIENCE;
        assert!(!has_ended && !is_late, "{}", fs::read_to_string(folder.join("server.log")).unwrap());
        thread::sleep(Duration::from_millis(10));
    }
    server
}

/// Returns whether a server answers: a port without a listener can be connected to itself.
fn greets(port: u16) -> bool {
    let mut greeting = [0; 5];
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok_and(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        stream.read_exact(&mut greeting).is_ok() && &greeting == b"INFO "
    })
}

pub(crate) fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// Copies a folder, whose files may vanish meanwhile.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            _ = fs::copy(entry.path(), to);
        }
    }
}

/// Waits until a file has this many games.
pub(crate) fn wait_for(path: &Path, games: usize) {
    let start = Instant::now();
    while lines(path) < games {
        assert!(start.elapsed() < PATIENCE, "{} games", lines(path));
        thread::sleep(Duration::from_millis(5));
    }
}

/// Returns all files of a folder by name, with the folder removed from their text.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
        if path.is_dir() {
            found.extend(files(&path).into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
        } else {
            found.insert(name, fs::read_to_string(&path).unwrap().replace(folder.to_str().unwrap(), ""));
        }
    }
    found
}

/// Returns the output of a tuning with this folder, without the folder.
pub(crate) fn result_without_file(output: &Output, folder: &Path) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).replace(folder.to_str().unwrap(), "")
}
