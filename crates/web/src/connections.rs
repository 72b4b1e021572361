//! Connections: how many, and how long they may say nothing.
//!
//! Whoever opens sockets and is silent must not keep others out: the head of a request has its time, so has the pause between two of
//! them, and where there are too many connections the one that has never asked anything for longest makes room.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use plyground_page::lock;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use crate::limits::{CONNECTIONS, HEAD_TIME};

/// The pause after a connection that the system could not give: mostly there are too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// What is expected of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manners {
    /// How many there may be.
    pub(crate) most: usize,
    /// How long the head of a request may take, and the pause before it.
    pub(crate) head: Duration,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners { most: CONNECTIONS, head: HEAD_TIME }
    }
}

/// Answers on every connection, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, manners: Manners) {
    let seats = Arc::new(Seats::default());
    loop {
        match listener.accept().await {
            // One that finds no room is closed at once.
            Ok((stream, _)) if seats.len() < manners.most || seats.make_room() => {
                Seats::sit(&seats, stream, &router, manners.head);
            }
            Ok(_) => {}
            Err(_) => {
                seats.make_room();
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// The open connections.
#[derive(Default)]
struct Seats(Mutex<State>);

#[derive(Default)]
struct State {
    next: u64,
    open: usize,
    /// Those that have not asked anything, the oldest first.
    silent: BTreeMap<u64, AbortHandle>,
}

/// A place, for as long as its connection lives.
struct Seat {
    seats: Arc<Seats>,
    number: u64,
}

impl Seats {
    fn len(&self) -> usize {
        lock(&self.0).open
    }

    /// Closes the connection that has been silent longest; whether there was one.
    fn make_room(&self) -> bool {
        let oldest = lock(&self.0).silent.pop_first();
        oldest.is_some_and(|(_, connection)| {
            connection.abort();
            true
        })
    }

    fn sit(seats: &Arc<Seats>, stream: TcpStream, router: &Router, head: Duration) {
        let router = TowerToHyperService::new(router.clone());
        let mut state = lock(&seats.0);
        state.next += 1;
        state.open += 1;
        let number = state.next;
        let seat = Arc::new(Seat { seats: Arc::clone(seats), number });
        let speaks = Arc::clone(&seat);
        let service = service_fn(move |request| {
            lock(&speaks.seats.0).silent.remove(&speaks.number);
            router.call(request)
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(head);
        let connection = tokio::spawn(async move {
            let _seat = seat;
            // How a connection ends is the other side's business.
            let _ = builder.serve_connection(TokioIo::new(stream), service).await;
        });
        // The connection cannot have asked yet: this holds the lock.
        state.silent.insert(number, connection.abort_handle());
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = lock(&self.seats.0);
        state.open -= 1;
        state.silent.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::runtime::Runtime;

    use super::*;

    const LONG: Duration = Duration::from_secs(3600);

    async fn server(manners: Manners) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(serve(listener, Router::new().route("/", get(async || "here")), manners));
        port
    }

    async fn connect(port: u16, said: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        stream
    }

    async fn answer(stream: &mut TcpStream) -> String {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    const ASK: &str = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    #[test]
    fn silent_connections_keep_nobody_out() {
        Runtime::new().unwrap().block_on(async {
            let port = server(Manners { most: 4, head: LONG }).await;
            let mut silent = Vec::new();
            for _ in 0..20 {
                silent.push(connect(port, "GET / HT").await);
            }
            assert!(answer(&mut connect(port, ASK).await).await.ends_with("here"));
            // The oldest was closed, the newest was not.
            assert_eq!(answer(&mut silent[0]).await, "");
            let last = silent.last_mut().unwrap();
            last.write_all(ASK.strip_prefix("GET / HT").unwrap().as_bytes()).await.unwrap();
            assert!(answer(last).await.ends_with("here"));
        });
    }

    #[test]
    fn a_head_has_its_time_and_so_has_a_pause() {
        Runtime::new().unwrap().block_on(async {
            let port = server(Manners { most: 4, head: Duration::from_millis(100) }).await;
            for said in ["", "GET / HTTP/1.1\r\nHost: x\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"] {
                // Without a time this waits for ever.
                let answered = answer(&mut connect(port, said).await).await;
                assert_eq!(answered.ends_with("here"), said.ends_with("\r\n\r\n"), "{answered}");
            }
        });
    }
}
