//! Limits of a server, so that faulty or hostile pages cannot exhaust the machine. Limits of a page's requests are in
//! `plyground-page`.

use std::time::Duration;

use plyground_page::threads;

/// Bytes of a request's body.
pub(crate) const BODY: usize = 256 * 1024;
/// Bytes of a file of records.
pub(crate) const RECORDS: usize = 16 * 1024 * 1024;
/// Bytes of all files of records together; in memory they are eight times as large.
pub(crate) const RECORDS_IN_ALL: usize = 32 * 1024 * 1024;
/// Files of records that arrive at a time.
pub(crate) const IMPORTS: usize = 2;
/// Timeout of a file of records.
pub(crate) const RECORDS_TIME: Duration = Duration::from_secs(60);
/// Number of admitted connections; beyond it, the one that has been idle the longest is closed.
pub(crate) const ADMITTED: usize = 600;
/// Number of unadmitted connections. Both numbers together are below the usual limit of open files.
pub(crate) const UNADMITTED: usize = 200;
/// Connections that wait to be accepted.
pub(crate) const WAITING: u32 = 4096;
/// Timeout until the first authorised request of a connection.
pub(crate) const UNADMITTED_TIME: Duration = Duration::from_secs(10);
/// Timeout of a client that does not read a response.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(20);
/// Timeout of the head of a request, including the idle time before it.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
/// Timeout of a body.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(15);
/// Streams at a time, running or waiting for their turn.
pub(crate) const STREAMS: usize = 512;
/// Events that wait for a page that does not read.
pub(crate) const EVENTS: usize = 256;
/// Maximum time of a match.
pub(crate) const MATCH_TIME: Duration = Duration::from_secs(24 * 3600);
/// Maximum number of matches, including finished ones.
pub(crate) const MATCHES: usize = 64;
/// Games of a match that the page starts.
pub(crate) const GAMES: u64 = 1_000;
/// Interval of keep-alive messages to pages that follow a search or a shared game.
pub(crate) const BEAT: Duration = Duration::from_secs(2);
/// Time that a match continues without a follower.
pub(crate) const UNFOLLOWED: Duration = Duration::from_secs(10);
/// The same after a request to keep the match. A browser lets a hidden tab request it once a minute.
pub(crate) const KEPT: Duration = Duration::from_secs(90);
/// Requests per second to the whole server, sustained and burst, without refusals and files of the page.
pub(crate) const REQUESTS: (f64, f64) = (500.0, 3_000.0);
/// Refusals per second that state a reason, sustained and burst.
pub(crate) const REFUSALS: (f64, f64) = (50.0, 200.0);

/// Concurrent searches: two per processor, so that no page starves another.
pub(crate) fn searches() -> usize {
    (2 * threads()).clamp(4, 32)
}
