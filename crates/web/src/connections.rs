//! Limits the number of connections, their idle time, and the time that a client may leave a response unread.
//!
//! A new connection is unadmitted. Its first authorised request admits it. A refused request gets one response, and the server
//! closes its connection. Unadmitted connections have their own seats and a short timeout, so they cannot exhaust the seats of
//! clients with the token. If all seats of a kind are taken, the server closes one connection: an unadmitted one of the network
//! that has the most, or the admitted one that has been idle the longest.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use plyground_page::lock;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use crate::limits::{ADMITTED, HEAD_TIME, UNADMITTED, UNADMITTED_TIME, WRITE_TIME};
use crate::stream::{GuardedBody, WriteLimit};

/// Pause after a failed accept, mostly because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionLimits {
    /// Number of admitted connections.
    pub(crate) admitted: usize,
    /// Number of unadmitted connections.
    pub(crate) unadmitted: usize,
    /// Timeout of the head of a request, including the pause before it.
    pub(crate) head: Duration,
    /// Timeout until the first authorised request.
    pub(crate) admission: Duration,
    /// Timeout of a client that does not read a response.
    pub(crate) write: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            admitted: ADMITTED,
            unadmitted: UNADMITTED,
            head: HEAD_TIME,
            admission: UNADMITTED_TIME,
            write: WRITE_TIME,
        }
    }
}

/// Failures to accept a connection, mostly because too many files are open.
#[derive(Debug)]
pub(crate) struct AcceptFailures {
    count: AtomicU64,
    /// Whether the last connection failed: one line reports a series.
    is_series: AtomicBool,
    notice: fn(&str),
}

impl AcceptFailures {
    /// Creates a count that reports to `notice`.
    pub(crate) fn new(notice: fn(&str)) -> AcceptFailures {
        AcceptFailures { count: AtomicU64::new(0), is_series: AtomicBool::new(false), notice }
    }

    /// Returns the number of failures.
    pub(crate) fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn add(&self, error: &io::Error) {
        self.count.fetch_add(1, Ordering::Relaxed);
        if !self.is_series.swap(true, Ordering::Relaxed) {
            (self.notice)(&format!(
                "the server cannot accept a connection: {error}; it closes another and tries again"
            ));
        }
    }

    fn end_series(&self) {
        self.is_series.store(false, Ordering::Relaxed);
    }
}

/// Accepts connections until the server ends.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, failures: &AcceptFailures) {
    let seats = Arc::new(Seats { limits, state: Mutex::default() });
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                failures.end_series();
                sit(&seats, stream, network(peer.ip()), &router);
            }
            Err(error) => {
                failures.add(&error);
                seats.make_room();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Network that one client may control: many addresses count as one client.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        // Providers assign this half of an address to one household.
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

/// The open connections.
#[derive(Debug)]
struct Seats {
    limits: ConnectionLimits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Counter of connections and responses: a smaller number is older.
    now: u64,
    unadmitted: HashMap<u64, Unadmitted>,
    /// Unadmitted connections of each network: refused ones first, then the oldest.
    networks: HashMap<IpAddr, BTreeSet<(CloseOrder, u64)>>,
    admitted: BTreeMap<u64, Admitted>,
}

#[derive(Debug)]
struct Unadmitted {
    network: IpAddr,
    connection: AbortHandle,
    close_order: CloseOrder,
}

/// Order in which unadmitted connections are closed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum CloseOrder {
    /// Refused and answered.
    Refused,
    /// Possibly a client with the token.
    Undecided,
}

#[derive(Debug)]
struct Admitted {
    connection: AbortHandle,
    /// Responses in progress.
    busy: usize,
    /// Time since which it has been idle.
    idle: u64,
}

impl State {
    fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    fn add_unadmitted(&mut self, number: u64, unadmitted: Unadmitted) {
        self.networks.entry(unadmitted.network).or_default().insert((unadmitted.close_order, number));
        self.unadmitted.insert(number, unadmitted);
    }

    fn remove_unadmitted(&mut self, number: u64) -> Option<Unadmitted> {
        let unadmitted = self.unadmitted.remove(&number)?;
        if let Some(numbers) = self.networks.get_mut(&unadmitted.network) {
            numbers.remove(&(unadmitted.close_order, number));
            if numbers.is_empty() {
                self.networks.remove(&unadmitted.network);
            }
        }
        Some(unadmitted)
    }

    /// Removes an unadmitted connection of the network that has the most: a refused one, else the oldest.
    fn take_unadmitted(&mut self) -> Option<AbortHandle> {
        let most = self.networks.values().max_by_key(|numbers| numbers.len())?;
        let &(_, number) = most.first()?;
        self.remove_unadmitted(number).map(|one| one.connection)
    }

    /// Removes the admitted connection that has been idle the longest.
    fn take_idle(&mut self) -> Option<AbortHandle> {
        let idle = self.admitted.iter().filter(|(_, one)| one.busy == 0);
        let (&number, _) = idle.min_by_key(|(_, one)| one.idle)?;
        self.admitted.remove(&number).map(|one| one.connection)
    }
}

impl Seats {
    /// Closes a connection because the system has no file descriptor left.
    fn make_room(&self) {
        let mut state = lock(&self.state);
        let closed = state.take_unadmitted().or_else(|| state.take_idle());
        drop(state);
        close(closed);
    }
}

/// Registration of a connection, which lives as long as the connection; requests carry it.
#[derive(Clone, Debug)]
pub(crate) struct Seat(Arc<Place>);

#[derive(Debug)]
struct Place {
    seats: Arc<Seats>,
    number: u64,
    is_admitted: AtomicBool,
}

impl Seat {
    /// Admits the connection of an authorised request. If all seats are taken, the admitted connection that has been idle the
    /// longest is closed. Returns `false` if none is idle.
    pub(crate) fn admit(&self) -> bool {
        if self.0.is_admitted.load(Ordering::Acquire) {
            return true;
        }
        let mut state = lock(&self.0.seats.state);
        let mut closed = None;
        if state.admitted.len() >= self.0.seats.limits.admitted {
            closed = state.take_idle();
            if closed.is_none() {
                return false;
            }
        }
        // The response to a connection that was closed meanwhile reaches no client.
        if let Some(Unadmitted { connection, .. }) = state.remove_unadmitted(self.0.number) {
            let idle = state.tick();
            state.admitted.insert(self.0.number, Admitted { connection, busy: 1, idle });
        }
        drop(state);
        close(closed);
        self.0.is_admitted.store(true, Ordering::Release);
        true
    }

    /// Records that the request was refused. Returns whether the connection must close after the response: it is unadmitted.
    pub(crate) fn refuse(&self) -> bool {
        let mut state = lock(&self.0.seats.state);
        if let Some(unadmitted) = state.remove_unadmitted(self.0.number) {
            state.add_unadmitted(self.0.number, Unadmitted { close_order: CloseOrder::Refused, ..unadmitted });
        }
        drop(state);
        !self.0.is_admitted.load(Ordering::Acquire)
    }

    /// Adds a response in progress, or removes one.
    fn count(&self, more: bool) {
        let mut state = lock(&self.0.seats.state);
        let now = state.tick();
        if let Some(one) = state.admitted.get_mut(&self.0.number) {
            one.busy = if more { one.busy + 1 } else { one.busy.saturating_sub(1) };
            one.idle = now;
        }
    }

    /// Waits until the timeout of an unadmitted connection.
    async fn overdue(&self) {
        tokio::time::sleep(self.0.seats.limits.admission).await;
        if self.0.is_admitted.load(Ordering::Acquire) {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = lock(&self.seats.state);
        state.remove_unadmitted(self.number);
        state.admitted.remove(&self.number);
    }
}

/// Response in progress: its connection is not idle.
#[derive(Debug)]
struct Busy(Seat);

impl Busy {
    fn new(seat: &Seat) -> Busy {
        seat.count(true);
        Busy(seat.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.count(false);
    }
}

/// Closes a connection that has lost its seat. The caller must not hold the lock of the seats, because closing takes it.
fn close(connection: Option<AbortHandle>) {
    if let Some(connection) = connection {
        connection.abort();
    }
}

/// Registers a connection and serves it.
fn sit(seats: &Arc<Seats>, stream: TcpStream, network: IpAddr, router: &Router) {
    let router = TowerToHyperService::new(router.clone());
    let mut state = lock(&seats.state);
    let closed = if state.unadmitted.len() >= seats.limits.unadmitted { state.take_unadmitted() } else { None };
    let number = state.tick();
    let seat = Seat(Arc::new(Place { seats: Arc::clone(seats), number, is_admitted: AtomicBool::new(false) }));
    let admitted = seat.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(admitted.clone());
        let busy = Busy::new(&admitted);
        let answer = router.call(request);
        async move {
            let response = answer.await?;
            Ok::<_, Infallible>(response.map(|body: Body| GuardedBody::new(body, busy)))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(seats.limits.head);
    let stream = TokioIo::new(WriteLimit::new(stream, seats.limits.write));
    let connection = tokio::spawn(async move {
        // Errors of a connection concern the client alone.
        tokio::select! {
            _ = builder.serve_connection(stream, service) => {}
            () = seat.overdue() => {}
        }
    });
    // This function holds the lock, so the connection cannot have sent a request yet.
    let connection = connection.abort_handle();
    state.add_unadmitted(number, Unadmitted { network, connection, close_order: CloseOrder::Undecided });
    drop(state);
    close(closed);
}

#[cfg(test)]
#[path = "connections_tests.rs"]
mod tests;
