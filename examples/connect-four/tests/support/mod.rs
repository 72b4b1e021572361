//! Helpers for tests of the program, which run it like a user and send HTTP requests like a browser.
#![allow(dead_code, reason = "not every test needs all of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// Returns the program with these words as arguments; text between two `'` is one word.
pub fn ply(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_connect-four"));
    for (place, part) in words.split('\'').enumerate() {
        if place % 2 == 1 {
            command.arg(part)
        } else {
            command.args(part.split_whitespace())
        };
    }
    command
}

/// Returns the output of the program, which must succeed.
pub fn prints(words: &str) -> String {
    let output = ply(words).output().unwrap();
    succeeded(words, &output)
}

/// Returns the output as JSON.
pub fn json(words: &str) -> Value {
    let text = prints(words);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{words}: {error}: {text}"))
}

/// Returns the output of the program for these input lines.
pub fn answers(words: &str, lines: &str) -> String {
    let mut command = ply(words);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    succeeded(words, &child.wait_with_output().unwrap())
}

fn succeeded(words: &str, output: &Output) -> String {
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {}: {message}", output.status);
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Creates an empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program that runs beside the test and is killed with it.
pub struct Running {
    child: Child,
    pub port: u16,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Running {
    /// Starts a program that prints its port on the first line that contains `before`.
    pub fn start(command: &mut Command, before: &str) -> Running {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let line = lines.find(|line| line.contains(before)).expect("the program says where it listens");
        // Keeps reading, so that the program never blocks on its output.
        std::thread::spawn(move || lines.for_each(drop));
        let digits: String = line.split(before).nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
        Running { child, port: digits.parse().unwrap() }
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str) -> String {
        let (status, body) = self.ask("GET", path, "");
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Sends a request with a body, and parses the answer as JSON.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask("POST", path, &body.to_string());
        assert_eq!(status, 200, "{path} {body}: {answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// Sends an HTTP/1.1 request, and returns the status and body of the answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let (port, length) = (self.port, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        let mut reader = BufReader::new(stream);
        let mut length = None;
        let mut status = String::new();
        reader.read_line(&mut status).unwrap();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().ok();
            }
        }
        reader.take(length.unwrap_or(u64::MAX)).read_to_string(&mut answer).unwrap();
        (status.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }
}
