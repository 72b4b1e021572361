//! Reader with time limits: for the silence of a server, and for the completion of a line.

#![expect(clippy::disallowed_methods, reason = "silence has a length")]

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Connection with a time limit for each line.
#[derive(Debug)]
pub(crate) struct Patient {
    stream: TcpStream,
    /// Time limit of the next line.
    silence: Duration,
    /// Time limit of each line after the first.
    later: Duration,
    /// Start of the wait for the present line.
    since: Instant,
}

impl Patient {
    /// Creates a reader with a time limit for the first line, and one for each later line.
    pub(crate) fn new(stream: TcpStream, first: Duration, later: Duration) -> Patient {
        Patient { stream, silence: first, later, since: Instant::now() }
    }
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let silent = || {
            let waited = self.silence.as_secs_f64();
            io::Error::new(ErrorKind::TimedOut, format!("the server has sent nothing for {waited} s"))
        };
        let left = self.silence.saturating_sub(self.since.elapsed());
        if left.is_zero() {
            return Err(silent());
        }
        self.stream.set_read_timeout(Some(left))?;
        let count = match self.stream.read(buffer) {
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => return Err(silent()),
            read => read?,
        };
        // Only a complete line restarts the time limit.
        if buffer[..count].contains(&b'\n') {
            (self.silence, self.since) = (self.later, Instant::now());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    const SHORT: Duration = Duration::from_millis(100);
    const LONG: Duration = Duration::from_secs(60);

    /// Returns a connection on which a server sends a greeting and then nothing.
    fn connection(greeting: &'static str, first: Duration, later: Duration) -> (BufReader<Patient>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        server.write_all(greeting.as_bytes()).unwrap();
        (BufReader::new(Patient::new(client, first, later)), server)
    }

    #[test]
    fn a_silent_server_is_left() {
        let (mut input, _server) = connection("", SHORT, LONG);
        let error = input.read_line(&mut String::new()).unwrap_err();
        assert_eq!(error.to_string(), "the server has sent nothing for 0.1 s");
        let (mut input, _server) = connection("kgp 1 0 0\n", LONG, SHORT);
        assert_eq!(input.read_line(&mut String::new()).unwrap(), 10);
        assert!(input.read_line(&mut String::new()).is_err());
    }

    #[test]
    fn a_trickle_does_not_extend_the_time_limit() {
        let (mut input, mut server) = connection("", SHORT * 5, LONG);
        let trickle = thread::spawn(move || {
            // Each byte alone would be in time.
            while server.write_all(b"k").is_ok() {
                thread::sleep(SHORT / 10);
            }
        });
        assert_eq!(input.read_line(&mut String::new()).unwrap_err().kind(), ErrorKind::TimedOut);
        drop(input);
        trickle.join().unwrap();
    }
}
