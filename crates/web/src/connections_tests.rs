use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Runtime;
use tokio::time::{Instant, timeout};

use super::*;

const LONG: Duration = Duration::from_secs(3600);
const SHORT: Duration = Duration::from_millis(200);
/// Few seats and all the time there is.
const PATIENT: ConnectionLimits =
    ConnectionLimits { admitted: 4, unadmitted: 4, head: LONG, admission: LONG, write: LONG };

/// Admits requests for `/`, and refuses all others.
async fn answer_of(request: Request) -> Response {
    let seat = request.extensions().get::<Seat>().cloned().expect("requests bring their seat along");
    match request.uri().path() {
        "/" if seat.admit() => "here".into_response(),
        "/large" if seat.admit() => vec![0_u8; 64 << 20].into_response(),
        _ => {
            let end = if seat.refuse() { "close" } else { "keep-alive" };
            ([("connection", end)], "refused").into_response()
        }
    }
}

async fn server(limits: ConnectionLimits) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let failures = AcceptFailures::new(|_| {});
        serve(listener, Router::new().fallback(get(answer_of)), limits, &failures).await;
    });
    port
}

async fn connect(port: u16, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// What arrives until the connection is closed.
async fn answer(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.expect("an end");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Returns the text of one read from an open connection; empty if it is closed.
async fn part(stream: &mut TcpStream) -> String {
    let mut buffer = [0; 4096];
    let count = timeout(Duration::from_secs(20), stream.read(&mut buffer)).await.expect("an answer").unwrap_or(0);
    String::from_utf8_lossy(&buffer[..count]).into_owned()
}

const ASK: &str = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
const KEEP: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const REFUSED: &str = "GET /no HTTP/1.1\r\nHost: x\r\n\r\n";

#[test]
fn silent_connections_block_no_client() {
    Runtime::new().unwrap().block_on(async {
        let port = server(PATIENT).await;
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
        let port = server(ConnectionLimits { head: Duration::from_millis(100), ..PATIENT }).await;
        for request in ["", "GET / HTTP/1.1\r\nHost: x\r\n", KEEP] {
            // Without a time this waits for ever.
            let answered = answer(&mut connect(port, request).await).await;
            assert_eq!(answered.ends_with("here"), request == KEEP, "{answered}");
        }
    });
}

/// A socket that asked once was never closed for others.
#[test]
fn the_admitted_connection_that_is_idle_longest_makes_room() {
    Runtime::new().unwrap().block_on(async {
        let port = server(PATIENT).await;
        let mut idle = Vec::new();
        for _ in 0..6 {
            let mut stream = connect(port, KEEP).await;
            assert!(part(&mut stream).await.ends_with("here"));
            idle.push(stream);
            // The first stays in use.
            idle[0].write_all(KEEP.as_bytes()).await.unwrap();
            assert!(part(&mut idle[0]).await.ends_with("here"));
        }
        assert_eq!((part(&mut idle[1]).await, part(&mut idle[2]).await), (String::new(), String::new()));
        for stream in [0, 3, 4, 5] {
            idle[stream].write_all(KEEP.as_bytes()).await.unwrap();
            assert!(part(&mut idle[stream]).await.ends_with("here"), "{stream}");
        }
    });
}

#[test]
fn unadmitted_connections_take_no_admitted_seat() {
    Runtime::new().unwrap().block_on(async {
        let port = server(PATIENT).await;
        let mut own = connect(port, KEEP).await;
        assert!(part(&mut own).await.ends_with("here"));
        let mut silent = Vec::new();
        for _ in 0..40 {
            silent.push(connect(port, "").await);
            assert!(answer(&mut connect(port, REFUSED).await).await.ends_with("refused"));
        }
        own.write_all(KEEP.as_bytes()).await.unwrap();
        assert!(part(&mut own).await.ends_with("here"));
        // One that was admitted before is not closed with a refusal.
        own.write_all(format!("{REFUSED}{KEEP}").as_bytes()).await.unwrap();
        let mut heard = part(&mut own).await;
        while !heard.ends_with("here") {
            let more = part(&mut own).await;
            assert!(!more.is_empty(), "closed after {heard}");
            heard += &more;
        }
    });
}

#[test]
fn an_unadmitted_connection_has_one_response_and_a_short_timeout() {
    Runtime::new().unwrap().block_on(async {
        let port = server(ConnectionLimits { admission: SHORT, ..PATIENT }).await;
        let answered = answer(&mut connect(port, &REFUSED.repeat(100)).await).await;
        assert!(answered.matches("refused").count() <= 1, "{answered}");
        let begin = Instant::now();
        assert_eq!(answer(&mut connect(port, "").await).await, "");
        assert!(begin.elapsed() >= SHORT);
        let mut own = connect(port, KEEP).await;
        assert!(part(&mut own).await.ends_with("here"));
        tokio::time::sleep(2 * SHORT).await;
        own.write_all(KEEP.as_bytes()).await.unwrap();
        assert!(part(&mut own).await.ends_with("here"), "an admitted connection has no timeout of admission");
    });
}

/// An unread answer held its connection, and all requests on it, without end.
#[test]
fn an_answer_that_is_not_read_ends_its_connection() {
    Runtime::new().unwrap().block_on(async {
        let port = server(ConnectionLimits { admitted: 1, write: SHORT, ..PATIENT }).await;
        let large = KEEP.replace("GET / ", "GET /large ");
        let unread = connect(port, &large.repeat(50)).await;
        // The one seat is given back, although its answer was never read.
        let mut other = String::new();
        while !other.ends_with("here") {
            other = answer(&mut connect(port, ASK).await).await;
            tokio::time::sleep(SHORT / 10).await;
        }
        drop(unread);
        // A slow reader that makes progress gets the whole response.
        let mut slow = connect(port, &large.replace("Host: x", "Host: x\r\nConnection: close")).await;
        let (mut buffer, mut read) = (vec![0; 4 << 20], 0);
        loop {
            let count = slow.read(&mut buffer).await.unwrap();
            if count == 0 {
                break;
            }
            read += count;
            tokio::time::sleep(SHORT / 20).await;
        }
        assert!(read > 64 << 20, "{read}");
    });
}

#[test]
fn the_network_with_the_most_unadmitted_connections_loses_one() {
    let state = |networks: [u8; 4]| {
        let mut state = State::default();
        for (number, network) in networks.into_iter().enumerate() {
            let connection = tokio::spawn(std::future::pending::<()>()).abort_handle();
            let network = IpAddr::from([10, 0, 0, network]);
            let close_order = if number == 2 { CloseOrder::Refused } else { CloseOrder::Undecided };
            state.add_unadmitted(number as u64, Unadmitted { network, connection, close_order });
        }
        state
    };
    Runtime::new().unwrap().block_on(async {
        let left = |mut state: State| {
            assert!(state.take_unadmitted().is_some());
            let mut left: Vec<u64> = state.unadmitted.keys().copied().collect();
            left.sort_unstable();
            left
        };
        assert_eq!(left(state([1, 2, 1, 1])), [0, 1, 3], "one that was refused goes first");
        assert_eq!(left(state([1, 2, 3, 2])), [0, 2, 3], "the oldest of the network that has most");
        assert!(State::default().take_unadmitted().is_none() && State::default().take_idle().is_none());
    });
    let one = |text: &str| network(text.parse().unwrap());
    assert_eq!(one("2001:db8:1:2:3::4"), one("2001:db8:1:2:ffff::"));
    assert_ne!(one("2001:db8:1:2::"), one("2001:db8:1:3::"));
    assert_eq!(one("::ffff:10.0.0.1"), one("10.0.0.1"));
}

/// Regression: a failure to accept was neither reported nor counted.
#[test]
fn every_failure_to_accept_counts_and_one_line_reports_a_series() {
    static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let failures = AcceptFailures::new(|line| lock(&LINES).push(line.to_owned()));
    let full = io::Error::other("too many open files");
    failures.add(&full);
    failures.add(&full);
    assert_eq!((failures.count(), lock(&LINES).len()), (2, 1));
    assert!(lock(&LINES)[0].contains("cannot accept a connection: too many open files"), "{:?}", lock(&LINES));
    failures.end_series();
    failures.add(&full);
    assert_eq!((failures.count(), lock(&LINES).len()), (3, 2));
}
