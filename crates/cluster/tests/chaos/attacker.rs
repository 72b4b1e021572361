//! Attacker: an unauthorised client on the network of a scene. It receives all results, and sends them again, too late, under
//! other names and damaged. It also publishes runs that cannot be opened. It implements the necessary part of the NATS protocol.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rand::Rng;
use serde_json::Value;

use super::{Random, lock};

/// Maximum number of stored results.
const MOST: usize = 200;
/// Time limit of an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Header of its own messages.
const MARK: &str = "Attacker";

/// Port of a server, and its token; empty if it has none.
type Door = (u16, &'static str);

/// Result that was received.
#[derive(Clone)]
pub(super) struct ReceivedResult {
    subject: String,
    /// Headers as they were sent, with the signature of the worker.
    headers: String,
    payload: Vec<u8>,
}

impl ReceivedResult {
    /// Returns the value of a header.
    fn header(&self, name: &str) -> &str {
        let prefix = format!("{name}: ");
        self.headers.lines().find_map(|line| line.strip_prefix(prefix.as_str())).unwrap_or_default()
    }
}

/// Attacker of a scene.
pub(super) struct Attacker {
    door: Door,
    results: Arc<Mutex<Vec<ReceivedResult>>>,
    /// Payloads of the last run and of the last chunk.
    published: Arc<Mutex<[Vec<u8>; 2]>>,
    is_over: Arc<AtomicBool>,
}

impl Attacker {
    /// Listens to a server until the scene is over, and reconnects after a restart of the server.
    pub(super) fn start(door: Door) -> Attacker {
        let attacker = Attacker { door, results: Arc::default(), published: Arc::default(), is_over: Arc::default() };
        let (results, is_over) = (Arc::clone(&attacker.results), Arc::clone(&attacker.is_over));
        let published = Arc::clone(&attacker.published);
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                // The connection ends when the server does.
                _ = listen(door, &results, &published, &is_over);
                thread::sleep(Duration::from_millis(50));
            }
        });
        attacker
    }

    /// Returns the last received result.
    pub(super) fn last(&self) -> Option<ReceivedResult> {
        lock(&self.results).last().cloned()
    }

    /// Sends an earlier result twice more. Returns whether there was one.
    pub(super) fn repeat(&self, random: &mut Random) -> bool {
        let results = lock(&self.results).clone();
        let Some(again) = results.get(random.below(results.len())) else { return false };
        (0..2).all(|_| self.send(&again.subject, &again.headers, &again.payload).is_ok())
    }

    /// Sends the content of another run as a result of the present one. Returns whether there was any.
    pub(super) fn mislead(&self, earlier: Option<&ReceivedResult>) -> bool {
        let results = lock(&self.results).clone();
        let Some(last) = results.last() else { return false };
        let other = results.iter().find(|other| other.subject != last.subject).or(earlier);
        other.is_some_and(|other| self.send(&last.subject, &other.headers, &other.payload).is_ok())
    }

    /// Sends random bytes as a result. Returns whether a run is known.
    pub(super) fn babble(&self, random: &mut Random) -> bool {
        let Some(last) = self.last().filter(|last| !last.payload.is_empty()) else { return false };
        let mut payload = last.payload;
        for _ in 0..20 {
            let at = random.below(payload.len());
            payload[at] = random.below(256) as u8;
        }
        self.send(&last.subject, &last.headers, &payload).is_ok()
    }

    /// Sends failures, games and a leave message in the name of a worker without its key. Returns whether a worker is known.
    pub(super) fn impersonate(&self, random: &mut Random) -> bool {
        let results = lock(&self.results).clone();
        let Some(victim) = results.get(random.below(results.len())) else { return false };
        let Some(last) = results.last() else { return false };
        let (worker, run) = (victim.header("Ply-Worker"), last.subject.rsplit('.').next().unwrap_or_default());
        let unsigned = format!("NATS/1.0\r\nPly-Piece: {}\r\nPly-Worker: {worker}\r\n", last.header("Ply-Piece"));
        let failure = format!("{}Ply-Failure: 1\r\n\r\n", victim.headers.trim_end_matches("\r\n").to_owned() + "\r\n");
        let leave =
            format!(r#"{{"run":"{run}","key":"{}","signature":"{}"}}"#, last.header("Ply-Key"), "0".repeat(128));
        let messages = [
            (last.subject.clone(), format!("{unsigned}Ply-Failure: 1\r\n\r\n"), b"cannot play".to_vec()),
            (last.subject.clone(), format!("{unsigned}\r\n"), last.payload.clone()),
            (last.subject.clone(), failure, b"cannot play".to_vec()),
            (format!("ply.leave.{worker}"), "NATS/1.0\r\n\r\n".into(), leave.into_bytes()),
            (format!("ply.leave.{worker}"), "NATS/1.0\r\n\r\n".into(), run.as_bytes().to_vec()),
        ];
        // One message for each attempt of a chunk.
        (0..5).all(|_| messages.iter().all(|(subject, headers, payload)| self.send(subject, headers, payload).is_ok()))
    }

    /// Publishes a run that no worker can open, with as many chunks as a worker may fail at. Returns whether a run is known.
    pub(super) fn poison(&self, random: &mut Random) -> bool {
        let [run, job] = lock(&self.published).clone();
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).ok();
        let (Some(mut message), Some(mut job)) = (read(&run), read(&job)) else { return false };
        let name = format!("{:016x}", random.0.next_u64());
        message["spec"]["games"]["run"] = name.as_str().into();
        let agent =
            ["pvs:eval=/nonexistent", "pvs:eval=/dev/zero", "engine:touch poisoned", "best:tables=/", "no-agent"];
        match random.below(7) {
            5 => message["spec"]["games"]["limits"]["time"] = serde_json::json!({"secs": u64::MAX, "nanos": 0}),
            6 => message["spec"] = Value::Null,
            number => message["spec"]["games"]["players"][0]["agent"] = agent[number].into(),
        }
        let bare = "NATS/1.0\r\n\r\n";
        let is_put = self.send(&format!("ply.run.{name}"), bare, message.to_string().as_bytes()).is_ok();
        is_put
            && (0..5).all(|first| {
                job["run"] = name.as_str().into();
                (job["first"], job["pairs"], job["id"]) = (first.into(), 1.into(), format!("{name}.{first}").into());
                self.send(&format!("ply.work.normal.{name}"), bare, job.to_string().as_bytes()).is_ok()
            })
    }

    /// Deletes a stream of the server. Returns whether the server has answered.
    pub(super) fn delete_stream(&self, random: &mut Random) -> bool {
        let stream = ["PLY_RESULTS", "PLY_WORK", "PLY_RUNS", "PLY_LOG"][random.below(4)];
        self.request(&format!("$JS.API.STREAM.DELETE.{stream}")).is_ok()
    }

    /// Deletes the consumer of the chunks or of the results of the last run. Returns whether the server has answered.
    pub(super) fn delete_consumer(&self, random: &mut Random) -> bool {
        let run = self.last().map(|last| last.subject.rsplit('.').next().unwrap_or_default().to_owned());
        let consumer = match run.filter(|_| random.below(2) == 0) {
            Some(run) => format!("PLY_RESULTS.run-{run}"),
            None => "PLY_WORK.normal".into(),
        };
        self.request(&format!("$JS.API.CONSUMER.DELETE.{consumer}")).is_ok()
    }

    /// Sends a request without a payload, and waits for the answer.
    fn request(&self, subject: &str) -> io::Result<()> {
        let (mut stream, mut lines) = connect(self.door)?;
        write!(stream, "SUB _INBOX.attacker 1\r\nPUB {subject} _INBOX.attacker 0\r\n\r\n")?;
        loop {
            match line(&mut lines)? {
                answer if answer.starts_with("MSG ") => return Ok(()),
                ping if ping == "PING" => stream.write_all(b"PONG\r\n")?,
                _ => {}
            }
        }
    }

    fn send(&self, subject: &str, headers: &str, payload: &[u8]) -> io::Result<()> {
        let (mut stream, mut lines) = connect(self.door)?;
        // The first line of the headers is that of the protocol. The mark excludes its own messages from its results.
        let headers = headers.replacen("\r\n", &format!("\r\n{MARK}: 1\r\n"), 1);
        let (head, all) = (headers.len(), headers.len() + payload.len());
        write!(stream, "HPUB {subject} {head} {all}\r\n{headers}")?;
        stream.write_all(payload)?;
        stream.write_all(b"\r\nPING\r\n")?;
        loop {
            match line(&mut lines)?.as_str() {
                "PONG" => return Ok(()),
                "PING" => stream.write_all(b"PONG\r\n")?,
                _ => {}
            }
        }
    }
}

impl Drop for Attacker {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Opens a connection and reads the greeting of the server.
fn connect((port, token): Door) -> io::Result<(TcpStream, BufReader<TcpStream>)> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?);
    line(&mut lines)?;
    let connect = serde_json::json!({"verbose": false, "pedantic": false, "headers": true, "auth_token": token});
    write!(stream, "CONNECT {connect}\r\n")?;
    Ok((stream, lines))
}

/// Reads the next line without its end.
fn line(lines: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    match lines.read_line(&mut line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line.trim_end().to_owned()),
    }
}

/// Stores results until the connection ends.
fn listen(
    door: Door,
    results: &Mutex<Vec<ReceivedResult>>,
    published: &Mutex<[Vec<u8>; 2]>,
    is_over: &AtomicBool,
) -> io::Result<()> {
    let (mut stream, mut lines) = connect(door)?;
    stream.write_all(b"SUB ply.result.* 1\r\nSUB ply.run.* 2\r\nSUB ply.work.normal.* 3\r\n")?;
    while !is_over.load(Ordering::Relaxed) {
        let greeting = line(&mut lines)?;
        let words: Vec<&str> = greeting.split(' ').collect();
        match words[..] {
            ["PING"] => stream.write_all(b"PONG\r\n")?,
            ["HMSG", subject, .., head, all] => {
                let sizes = head.parse::<usize>().ok().zip(all.parse::<usize>().ok());
                let (head, all) = sizes.ok_or(io::ErrorKind::InvalidData)?;
                let mut bytes = vec![0; all + 2];
                lines.read_exact(&mut bytes)?;
                let headers = String::from_utf8_lossy(&bytes[..head]).into_owned();
                // Its own messages are ignored.
                if headers.contains(MARK) {
                    continue;
                }
                let payload = bytes[head..all].to_vec();
                let mut published = lock(published);
                if subject.starts_with("ply.run.") {
                    published[0] = payload;
                } else if subject.starts_with("ply.work.") {
                    published[1] = payload;
                } else if headers.contains("Ply-Piece: ") {
                    let mut results = lock(results);
                    if results.len() == MOST {
                        results.remove(0);
                    }
                    results.push(ReceivedResult { subject: subject.into(), headers, payload });
                }
            }
            _ => {}
        }
    }
    Ok(())
}
