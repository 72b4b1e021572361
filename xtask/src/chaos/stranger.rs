//! Somebody on the network of a scene who is no worker: it hears all results, sends them again, too late, and sends what is no result.
//! It speaks as much of the protocol of NATS as that needs.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::Random;

/// How many results are remembered.
const MOST: usize = 200;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// Under which name it is heard.
const NAME: &str = "stranger";

/// A result that was sent.
#[derive(Clone)]
pub(super) struct Heard {
    subject: String,
    piece: String,
    payload: Vec<u8>,
}

/// The stranger of a scene.
pub(super) struct Stranger {
    port: u16,
    heard: Arc<Mutex<Vec<Heard>>>,
    is_over: Arc<AtomicBool>,
}

impl Stranger {
    /// Listens at a server until the scene is over, also when it dies and comes again.
    pub(super) fn start(port: u16) -> Stranger {
        let stranger = Stranger { port, heard: Arc::default(), is_over: Arc::default() };
        let (heard, is_over) = (Arc::clone(&stranger.heard), Arc::clone(&stranger.is_over));
        thread::spawn(move || {
            while !is_over.load(Ordering::Relaxed) {
                // It ends when the server does.
                _ = listen(port, &heard, &is_over);
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
        (0..2).all(|_| self.send(&again.subject, &again.piece, &again.payload).is_ok())
    }

    /// Sends bytes of another run as a result of the one that is played. Whether there were any.
    pub(super) fn mislead(&self, earlier: Option<&Heard>) -> bool {
        let heard = lock(&self.heard).clone();
        let Some(last) = heard.last() else { return false };
        let other = heard.iter().find(|other| other.subject != last.subject).or(earlier);
        other.is_some_and(|other| self.send(&last.subject, &last.piece, &other.payload).is_ok())
    }

    /// Sends what is nothing at all as a result. Whether it knows of a run.
    pub(super) fn babble(&self, random: &mut Random) -> bool {
        let Some(last) = self.last().filter(|last| !last.payload.is_empty()) else { return false };
        let mut payload = last.payload;
        for _ in 0..20 {
            let at = random.below(payload.len());
            payload[at] = random.below(256) as u8;
        }
        self.send(&last.subject, &last.piece, &payload).is_ok()
    }

    fn send(&self, subject: &str, piece: &str, payload: &[u8]) -> io::Result<()> {
        let (mut stream, mut lines) = connect(self.port)?;
        let headers = format!("NATS/1.0\r\nPly-Piece: {piece}\r\nPly-Worker: {NAME}\r\n\r\n");
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
fn listen(port: u16, heard: &Mutex<Vec<Heard>>, is_over: &AtomicBool) -> io::Result<()> {
    let (mut stream, mut lines) = connect(port)?;
    stream.write_all(b"SUB ply.result.* 1\r\n")?;
    while !is_over.load(Ordering::Relaxed) {
        let said = line(&mut lines)?;
        let words: Vec<&str> = said.split(' ').collect();
        match words[..] {
            ["PING"] => stream.write_all(b"PONG\r\n")?,
            ["HMSG", subject, .., head, all] => {
                let sizes = head.parse::<usize>().ok().zip(all.parse::<usize>().ok());
                let (head, all) = sizes.ok_or(io::ErrorKind::InvalidData)?;
                let mut bytes = vec![0; all + 2];
                lines.read_exact(&mut bytes)?;
                let headers = String::from_utf8_lossy(&bytes[..head]).into_owned();
                let piece = headers.lines().find_map(|line| line.strip_prefix("Ply-Piece: "));
                // What it has sent itself is no news.
                if let (Some(piece), false) = (piece, headers.contains(NAME)) {
                    let mut heard = lock(heard);
                    if heard.len() == MOST {
                        heard.remove(0);
                    }
                    let payload = bytes[head..all].to_vec();
                    heard.push(Heard { subject: subject.into(), piece: piece.into(), payload });
                }
            }
            _ => {}
        }
    }
    Ok(())
}
