//! Requests as they go over the wire.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use plyground_web::{Options, Running, Server};
use serde_json::{Value, json};

pub(crate) fn server() -> Running {
    Server::bind(Options::default()).unwrap().start()
}

/// Sends a request as it stands and reads the status and the body.
pub(crate) fn raw(server: &Running, request: &[u8]) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A server that refuses a large body may close before it has read all.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}

pub(crate) fn send(server: &Running, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
    let (port, length) = (server.port(), body.len());
    let head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{headers}");
    raw(server, format!("{head}Content-Length: {length}\r\n\r\n{body}").as_bytes())
}

pub(crate) const JSON: &str = "Content-Type: application/json\r\n";

pub(crate) fn post(server: &Running, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = send(server, "POST", path, JSON, &body.to_string());
    (status, serde_json::from_str(&text).unwrap_or_else(|_| panic!("no JSON: {status} {text}")))
}

pub(crate) fn get(server: &Running, path: &str) -> (u16, String) {
    send(server, "GET", path, "", "")
}

pub(crate) fn game(server: &Running, name: &str) -> String {
    let (status, answer) = post(server, "/api/games", &json!({ "game": name }));
    assert_eq!(status, 200, "{answer}");
    answer["id"].as_str().unwrap().to_owned()
}

/// Opens a stream and leaves it open.
pub(crate) fn listen(server: &Running, path: &str) -> BufReader<TcpStream> {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port()).unwrap();
    BufReader::new(stream)
}

/// Reads a stream up to an event and returns its data.
pub(crate) fn until(stream: &mut BufReader<TcpStream>, event: &str) -> Value {
    let mut line = String::new();
    let wanted = format!("event: {event}");
    let mut found = false;
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "the stream has ended before `{event}`");
        if found && let Some(data) = line.strip_prefix("data: ") {
            return serde_json::from_str(data).unwrap();
        }
        found |= line.trim_end() == wanted;
        assert!(event == "fault" || !line.starts_with("event: fault"), "a fault instead of `{event}`");
    }
}

pub(crate) fn wait_for(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(30), "waited for {what} in vain");
        std::thread::sleep(Duration::from_millis(20));
    }
}
