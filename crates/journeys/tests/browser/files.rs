//! A web server for static files below a path, as a file host has.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

/// Serves a folder until the test process ends, and returns the address.
pub(crate) fn serve(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder));
        }
    });
    format!("http://127.0.0.1:{port}/some/where/")
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut lines = reader.by_ref().lines().map_while(Result::ok);
    let Some(first) = lines.next() else { return };
    // The other header lines are ignored.
    for line in lines {
        if line.is_empty() {
            break;
        }
    }
    let found = file(folder, &first).and_then(|path| Some((kind(&path), std::fs::read(path).ok()?)));
    let (status, kind, body) = match found {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"no such file".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // A browser that has closed the connection needs no response.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

/// Returns the file of a request line such as `GET /some/where/assets/main.js HTTP/1.1`.
fn file(folder: &Path, line: &str) -> Option<PathBuf> {
    let mut words = line.split(' ');
    let ("GET", Some(path)) = (words.next()?, words.next()) else { return None };
    let inside = path.split('?').next()?.strip_prefix("/some/where/")?;
    if inside.split('/').any(|part| part == "..") {
        return None;
    }
    Some(folder.join(if inside.is_empty() { "index.html" } else { inside }))
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
