//! Connections: how many, how long they may be silent, and how long they may leave an answer unread.
//!
//! A connection begins as one of a stranger. With the first request that may pass it gets a seat among the admitted ones; a stranger
//! whose request is refused is answered once and closed. Strangers have seats of their own, so that no number of them takes a seat
//! from a client with the token, and they are closed after a short time. Where either kind has no seat left, the connection that is
//! missed least is closed: of strangers one of the address that holds the most, of admitted ones the one that is idle longest.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
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

use crate::limits::{ADMITTED, HEAD_TIME, STRANGER_TIME, STRANGERS, WRITE_TIME};
use crate::stream::{GuardedBody, WriteLimit};

/// The pause after a connection that the system could not give: mostly there are too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// The limits of connections.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manners {
    /// Seats of connections that have made a request that may pass.
    pub(crate) admitted: usize,
    /// Seats of all others.
    pub(crate) strangers: usize,
    /// The time of the head of a request, and of the pause before it.
    pub(crate) head: Duration,
    /// The time until the first request that may pass.
    pub(crate) stranger: Duration,
    /// The time that a client may leave an answer unread.
    pub(crate) write: Duration,
}

impl Default for Manners {
    fn default() -> Manners {
        Manners {
            admitted: ADMITTED,
            strangers: STRANGERS,
            head: HEAD_TIME,
            stranger: STRANGER_TIME,
            write: WRITE_TIME,
        }
    }
}

/// Answers on every connection, for ever.
pub(crate) async fn serve(listener: TcpListener, router: Router, manners: Manners) {
    let seats = Arc::new(Seats { manners, state: Mutex::default() });
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                sit(&seats, stream, network(peer.ip()), &router);
            }
            Err(_) => {
                seats.make_room();
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// What one client may have many addresses of.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        // The half that a provider gives to a household.
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

/// The open connections.
#[derive(Debug)]
struct Seats {
    manners: Manners,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Counts connections and answers: a smaller number is an earlier one.
    now: u64,
    strangers: HashMap<u64, Stranger>,
    /// The strangers of each network: first those that were refused, then the oldest.
    networks: HashMap<IpAddr, BTreeSet<(Missed, u64)>>,
    admitted: BTreeMap<u64, Admitted>,
}

#[derive(Debug)]
struct Stranger {
    network: IpAddr,
    connection: AbortHandle,
    missed: Missed,
}

/// Which stranger makes room first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Missed {
    /// It was refused, and has its answer.
    Little,
    /// It may be a client with the token.
    Maybe,
}

#[derive(Debug)]
struct Admitted {
    connection: AbortHandle,
    /// Answers that are being made or sent.
    busy: usize,
    /// Since when it is idle.
    idle: u64,
}

impl State {
    fn tick(&mut self) -> u64 {
        self.now += 1;
        self.now
    }

    fn add_stranger(&mut self, number: u64, stranger: Stranger) {
        self.networks.entry(stranger.network).or_default().insert((stranger.missed, number));
        self.strangers.insert(number, stranger);
    }

    fn remove_stranger(&mut self, number: u64) -> Option<Stranger> {
        let stranger = self.strangers.remove(&number)?;
        if let Some(numbers) = self.networks.get_mut(&stranger.network) {
            numbers.remove(&(stranger.missed, number));
            if numbers.is_empty() {
                self.networks.remove(&stranger.network);
            }
        }
        Some(stranger)
    }

    /// Takes the seat of a stranger of the network that has the most: one that was refused, else the oldest.
    fn take_stranger(&mut self) -> Option<AbortHandle> {
        let most = self.networks.values().max_by_key(|numbers| numbers.len())?;
        let &(_, number) = most.first()?;
        self.remove_stranger(number).map(|one| one.connection)
    }

    /// Takes the seat of the admitted connection that is idle longest.
    fn take_idle(&mut self) -> Option<AbortHandle> {
        let idle = self.admitted.iter().filter(|(_, one)| one.busy == 0);
        let (&number, _) = idle.min_by_key(|(_, one)| one.idle)?;
        self.admitted.remove(&number).map(|one| one.connection)
    }
}

impl Seats {
    /// Closes a connection, of which the system has no more.
    fn make_room(&self) {
        let mut state = lock(&self.state);
        let closed = state.take_stranger().or_else(|| state.take_idle());
        drop(state);
        close(closed);
    }
}

/// The place of a connection, for as long as it lives; requests bring it along.
#[derive(Clone, Debug)]
pub(crate) struct Seat(Arc<Place>);

#[derive(Debug)]
struct Place {
    seats: Arc<Seats>,
    number: u64,
    is_admitted: AtomicBool,
}

impl Seat {
    /// Takes a seat among the admitted connections, if there is one: the request may pass.
    pub(crate) fn admit(&self) -> bool {
        if self.0.is_admitted.load(Ordering::Acquire) {
            return true;
        }
        let mut state = lock(&self.0.seats.state);
        let mut closed = None;
        if state.admitted.len() >= self.0.seats.manners.admitted {
            closed = state.take_idle();
            if closed.is_none() {
                return false;
            }
        }
        // One that was closed meanwhile is answered into the void.
        if let Some(Stranger { connection, .. }) = state.remove_stranger(self.0.number) {
            let idle = state.tick();
            state.admitted.insert(self.0.number, Admitted { connection, busy: 1, idle });
        }
        drop(state);
        close(closed);
        self.0.is_admitted.store(true, Ordering::Release);
        true
    }

    /// Notes that the request may not pass. Whether the connection has to end with the answer: it is still one of a stranger.
    pub(crate) fn refuse(&self) -> bool {
        let mut state = lock(&self.0.seats.state);
        if let Some(stranger) = state.remove_stranger(self.0.number) {
            state.add_stranger(self.0.number, Stranger { missed: Missed::Little, ..stranger });
        }
        drop(state);
        !self.0.is_admitted.load(Ordering::Acquire)
    }

    /// Counts one more answer that is being made, or one less.
    fn count(&self, more: bool) {
        let mut state = lock(&self.0.seats.state);
        let now = state.tick();
        if let Some(one) = state.admitted.get_mut(&self.0.number) {
            one.busy = if more { one.busy + 1 } else { one.busy.saturating_sub(1) };
            one.idle = now;
        }
    }

    /// Waits until a connection that is not admitted has had its time.
    async fn overdue(&self) {
        tokio::time::sleep(self.0.seats.manners.stranger).await;
        if self.0.is_admitted.load(Ordering::Acquire) {
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = lock(&self.seats.state);
        state.remove_stranger(self.number);
        state.admitted.remove(&self.number);
    }
}

/// An answer that is being made or sent: its connection is not idle.
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

/// Closes a connection that has lost its seat. Its end needs the lock of the seats, so this is called without it.
fn close(connection: Option<AbortHandle>) {
    if let Some(connection) = connection {
        connection.abort();
    }
}

/// Gives a connection its place, and answers on it.
fn sit(seats: &Arc<Seats>, stream: TcpStream, network: IpAddr, router: &Router) {
    let router = TowerToHyperService::new(router.clone());
    let mut state = lock(&seats.state);
    let closed = if state.strangers.len() >= seats.manners.strangers { state.take_stranger() } else { None };
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
    builder.timer(TokioTimer::new()).header_read_timeout(seats.manners.head);
    let stream = TokioIo::new(WriteLimit::new(stream, seats.manners.write));
    let connection = tokio::spawn(async move {
        // How a connection ends is the other side's business.
        tokio::select! {
            _ = builder.serve_connection(stream, service) => {}
            () = seat.overdue() => {}
        }
    });
    // The connection cannot have asked yet: this holds the lock.
    let connection = connection.abort_handle();
    state.add_stranger(number, Stranger { network, connection, missed: Missed::Maybe });
    drop(state);
    close(closed);
}

#[cfg(test)]
#[path = "connections_tests.rs"]
mod tests;
