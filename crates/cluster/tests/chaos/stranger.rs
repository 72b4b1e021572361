//! A client on the network of a scene that is no worker. It hears all results, sends them again, too late, under other names and damaged, and puts runs
//! on the server that cannot be opened. It speaks as much of the protocol of NATS as that needs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rand::Rng;
use serde_json::Value;

use super::Random;

/// How many results are remembered.
const MOST: usize = 200;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The header of what it has sent itself.
const MARK: &str = "Stranger";

/// A result that was sent.
#[derive(Clone)]
pub(super) struct Heard {
    subject: String,
    /// Its headers as they were sent, with the signature of its worker.
    headers: String,
    payload: Vec<u8>,
}

impl Heard {
    /// The value of a header.
    fn header(&self, name: &str) -> &str {
        let prefix = format!("{name}: ");
        self.headers.lines().find_map(|line| line.strip_prefix(prefix.as_str())).unwrap_or_default()
    }
}

/// The stranger of a scene.
pub(super) struct Stranger {
    port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
    /// The payloads of the last run and of the last chunk.
    published: Arc<Mutex<[Vec<u8>; 2]>>,
    is_over: Arc<AtomicBool>,
}

impl Stranger {
    /// Listens at a server until the scene is over, also when it dies and comes again.
    pub(super) fn start(port: u16) -> Stranger {
        let stranger = Stranger { port, heard: Arc::default(), published: Arc::default(), is_over: Arc::default() };
        let (heard, is_over) = (Arc::clone(&stranger.heard), Arc::clone(&stranger.is_over));
        let published = Arc::clone(&stranger.published);
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                // It ends when the server does.
                _ = listen(port, &heard, &published, &is_over);
                thread::sleep(Duration::from_millis(50));
            }
        });
        stranger
    }

    /// The result that was heard last.
    pub(super) fn last(&self) -> Option<Heard> {
        lock(&self.heard).last().cloned()
    }

    /// Sends an earlier result again, twice. Whether there was one.
    pub(super) fn repeat(&self, random: &mut Random) -> bool {
        let heard = lock(&self.heard).clone();
        let Some(again) = heard.get(random.below(heard.len())) else { return false };
        (0..2).all(|_| self.send(&again.subject, &again.headers, &again.payload).is_ok())
    }

    /// Sends bytes of another run as a result of the one that is played. Whether there were any.
    pub(super) fn mislead(&self, earlier: Option<&Heard>) -> bool {
        let heard = lock(&self.heard).clone();
        let Some(last) = heard.last() else { return false };
        let other = heard.iter().find(|other| other.subject != last.subject).or(earlier);
        other.is_some_and(|other| self.send(&last.subject, &other.headers, &other.payload).is_ok())
    }

    /// Sends what is nothing at all as a result. Whether it knows of a run.
    pub(super) fn babble(&self, random: &mut Random) -> bool {
        let Some(last) = self.last().filter(|last| !last.payload.is_empty()) else { return false };
        let mut payload = last.payload;
        for _ in 0..20 {
            let at = random.below(payload.len());
            payload[at] = random.below(256) as u8;
        }
        self.send(&last.subject, &last.headers, &payload).is_ok()
    }

    /// Sends failures, games and an order to leave in the name of a worker, whose key it does not have. Whether it knows of one.
    pub(super) fn impersonate(&self, random: &mut Random) -> bool {
        let heard = lock(&self.heard).clone();
        let Some(victim) = heard.get(random.below(heard.len())) else { return false };
        let Some(last) = heard.last() else { return false };
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
        // As often as a piece is tried.
        (0..5).all(|_| messages.iter().all(|(subject, headers, payload)| self.send(subject, headers, payload).is_ok()))
    }

    /// Puts a run on the server that no worker can open, with as many chunks as a worker would have to fail at. Whether it knows how a run looks.
    pub(super) fn poison(&self, random: &mut Random) -> bool {
        let [run, job] = self.published.lock().unwrap_or_else(PoisonError::into_inner).clone();
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

    fn send(&self, subject: &str, headers: &str, payload: &[u8]) -> io::Result<()> {
        let (mut stream, mut lines) = connect(self.port)?;
        // The first line of headers is that of the protocol; a mark keeps it from hearing itself.
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

impl Drop for Stranger {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

fn lock(heard: &Mutex<Vec<Heard>>) -> MutexGuard<'_, Vec<Heard>> {
    heard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection, on which the server has said who it is.
fn connect(port: u16) -> io::Result<(TcpStream, BufReader<TcpStream>)> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.try_clone()?);
    line(&mut lines)?;
    stream.write_all(b"CONNECT {\"verbose\":false,\"pedantic\":false,\"headers\":true}\r\n")?;
    Ok((stream, lines))
}

/// The next line without its end.
fn line(lines: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut line = String::new();
    match lines.read_line(&mut line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line.trim_end().to_owned()),
    }
}

/// Remembers results until the connection ends.
fn listen(
    port: u16,
    heard: &Mutex<Vec<Heard>>,
    published: &Mutex<[Vec<u8>; 2]>,
    is_over: &AtomicBool,
) -> io::Result<()> {
    let (mut stream, mut lines) = connect(port)?;
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
                // What it has sent itself is no news.
                if headers.contains(MARK) {
                    continue;
                }
                let payload = bytes[head..all].to_vec();
                let mut published = published.lock().unwrap_or_else(PoisonError::into_inner);
                if subject.starts_with("ply.run.") {
                    published[0] = payload;
                } else if subject.starts_with("ply.work.") {
                    published[1] = payload;
                } else if headers.contains("Ply-Piece: ") {
                    let mut heard = lock(heard);
                    if heard.len() == MOST {
                        heard.remove(0);
                    }
                    heard.push(Heard { subject: subject.into(), headers, payload });
                }
            }
            _ => {}
        }
    }
    Ok(())
}
