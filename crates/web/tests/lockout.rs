//! Attacks by clients without the token: the owner is served all the same.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plyground_web::{Options, Running, Server};

use crate::asking::raw;

/// A server that others can reach, with the cookie of its link.
fn open_server() -> (Running, String) {
    let host = Ipv4Addr::UNSPECIFIED.into();
    let server = Server::bind(Options { host, ..Options::default() }).unwrap().start();
    let url = server.url();
    let token = url.split_once("/?token=").unwrap().1;
    let cookie = format!("Cookie: plyground-{}={token}\r\n", server.port());
    (server, cookie)
}

fn connect(server: &Running) -> Option<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", server.port())).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(5))).ok()?;
    stream.set_write_timeout(Some(Duration::from_secs(5))).ok()?;
    Some(stream)
}

fn request(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: board.example\r\n{headers}\r\n")
}

/// A blocked owner would wait for as long as an attack holds its connections. Busy machines take more than a second.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);

/// The owner comes with a new connection for each question, ten times, and is answered soon.
fn assert_owner_is_served(server: &Running, cookie: &str, attack: &str) {
    for round in 0..10 {
        for path in ["/", "/assets/main.js", "/api/catalog"] {
            let begin = Instant::now();
            let answer = raw(server, request(path, &format!("{cookie}Connection: close\r\n")).as_bytes());
            assert_eq!(answer.0, 200, "{attack}, round {round}, {path}: {}", answer.1);
            assert!(begin.elapsed() < ANSWER_WITHIN, "{attack}, round {round}, {path}: {:?}", begin.elapsed());
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// One attack at a time: what is measured is the server, not the machine.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Attacks on four threads, a thousand times a second each at most, for as long as the owner asks.
fn under(attack: &str, step: impl Fn(&Running, &mut Vec<TcpStream>) + Sync) {
    let _alone = alone();
    let (server, cookie) = open_server();
    let (over, steps) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let (server, over, steps, step) = (&server, &over, &steps, &step);
        for _ in 0..4 {
            scope.spawn(move || {
                let mut held = Vec::new();
                while !over.load(Ordering::Relaxed) {
                    step(server, &mut held);
                    thread::sleep(Duration::from_millis(1));
                    steps.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while steps.load(Ordering::Relaxed) < 400 {
            thread::sleep(Duration::from_millis(5));
        }
        // Else the attack would go on after a failure.
        let served = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            assert_owner_is_served(server, &cookie, attack);
        }));
        over.store(true, Ordering::Relaxed);
        if let Err(failure) = served {
            std::panic::resume_unwind(failure);
        }
    });
}

/// Holds at most so many connections, the newest.
fn hold(held: &mut Vec<TcpStream>, most: usize, stream: Option<TcpStream>) {
    held.extend(stream);
    if held.len() > most {
        held.remove(0);
    }
}

#[test]
fn eight_hundred_sockets_that_have_asked_once_keep_no_owner_out() {
    let _alone = alone();
    let (server, cookie) = open_server();
    let mut held = Vec::new();
    for number in 0..820 {
        let mut stream = connect(&server).unwrap();
        let _ = stream.write_all(request("/api/catalog", "").as_bytes());
        if number % 50 == 0 {
            // Each is answered, and closed.
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            assert!(answer.starts_with("HTTP/1.1 401") || answer.starts_with("HTTP/1.1 429"), "{answer}");
        }
        held.push(stream);
    }
    assert_owner_is_served(&server, &cookie, "820 sockets");
    // They ask again.
    for stream in &mut held {
        let _ = stream.write_all(request("/api/catalog", "").as_bytes());
    }
    assert_owner_is_served(&server, &cookie, "820 sockets that ask again");
}

#[test]
fn silent_sockets_do_not_block_the_owner() {
    let _alone = alone();
    let (server, cookie) = open_server();
    for request in
        ["", "GET / HTTP/1.1\r\nHost: x\r\n", "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx"]
    {
        let held: Vec<TcpStream> = (0..820)
            .filter_map(|_| {
                let mut stream = connect(&server)?;
                stream.write_all(request.as_bytes()).ok()?;
                Some(stream)
            })
            .collect();
        assert_owner_is_served(&server, &cookie, request);
        drop(held);
    }
}

#[test]
fn a_flood_of_connections_keeps_no_owner_out() {
    under("new connections", |server, held| {
        hold(held, 150, connect(server));
    });
}

#[test]
fn refused_requests_keep_no_owner_out() {
    under("refused requests", |server, _| {
        let Some(mut stream) = connect(server) else { return };
        let _ = stream.write_all(request("/?token=0", "").as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
    });
}

#[test]
fn pipelined_requests_whose_answers_are_not_read_keep_no_owner_out() {
    let many = request("/", "").repeat(200);
    under("answers that are not read", |server, held| {
        let Some(mut stream) = connect(server) else { return };
        let _ = stream.write_all(many.as_bytes());
        hold(held, 150, Some(stream));
    });
}

#[test]
fn refusals_and_files_leave_the_bucket_of_the_owner_full() {
    let _alone = alone();
    let (server, cookie) = open_server();
    // More than a full bucket holds.
    let statuses: Vec<u16> = (0..3_500).map(|_| raw(&server, request("/", "").as_bytes()).0).collect();
    assert!(statuses.iter().all(|status| [401, 429].contains(status)));
    let mut own = connect(&server).unwrap();
    for _ in 0..3_500 {
        own.write_all(request("/assets/icon.svg", &cookie).as_bytes()).unwrap();
        let mut head = [0; 12];
        own.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        let mut rest = Vec::new();
        while !rest.ends_with(b"</svg>\n") && !rest.ends_with(b"</svg>") {
            let mut buffer = [0; 4096];
            let count = own.read(&mut buffer).unwrap();
            assert!(count > 0);
            rest.extend_from_slice(&buffer[..count]);
        }
    }
    // A flood of what may pass is slowed down as before.
    let answers =
        (0..200).map(|_| raw(&server, request("/api/status", &format!("{cookie}Connection: close\r\n")).as_bytes()).0);
    assert!(answers.into_iter().all(|status| status == 200));
}

/// The link of `--host ::1` and `--host 127.0.0.2` was answered with 403.
#[test]
fn the_link_that_is_printed_opens_the_board() {
    let mut bound = 0;
    for host in ["127.0.0.1", "127.0.0.2", "127.1.2.3", "::1", "0.0.0.0", "::"] {
        let host: IpAddr = host.parse().unwrap();
        // A machine may be without addresses of a kind.
        let Ok(server) = Server::bind(Options { host, ..Options::default() }) else { continue };
        let server = server.start();
        bound += 1;
        let url = server.url();
        let (authority, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let here: IpAddr = match host {
            IpAddr::V4(host) if host.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(host) if host.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            host => host,
        };
        let ask = |name: &str, path: &str, headers: &str| {
            let mut stream = TcpStream::connect((here, server.port())).unwrap();
            write!(stream, "GET /{path} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n{headers}\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer[9..12].to_owned()
        };
        let origin = format!("Origin: http://{authority}\r\n");
        if host.is_loopback() {
            let local = format!("localhost:{}", server.port());
            for (name, headers) in [(authority, ""), (authority, origin.as_str()), (local.as_str(), "")] {
                assert_eq!(ask(name, path, headers), "200", "{url} as {name}");
                assert_eq!(ask(name, "api/catalog", headers), "200", "{url} as {name}");
            }
            assert_eq!(ask(&format!("example.org:{}", server.port()), "", ""), "403", "{url}");
            assert_eq!(ask(authority, "api/catalog", "Origin: http://example.org\r\n"), "403", "{url}");
        } else {
            assert_eq!((ask(authority, path, "").as_str(), ask(authority, "", "").as_str()), ("303", "401"), "{url}");
        }
    }
    assert!(bound >= 4, "{bound} addresses");
}
