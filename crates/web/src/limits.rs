//! How much of everything one server gives: a page that runs wild, or many of them, must not take the machine. What a page may ask of
//! the answers are in `plyground-page`.

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
/// How long a file of records may take to arrive.
pub(crate) const RECORDS_TIME: Duration = Duration::from_secs(60);
/// Connections at a time that have made a request that may pass; beyond, the one that is idle longest is closed.
pub(crate) const ADMITTED: usize = 600;
/// Connections at a time that have not; together with the others fewer than the files that most systems let a process open.
pub(crate) const STRANGERS: usize = 200;
/// Connections that wait to be accepted.
pub(crate) const WAITING: u32 = 4096;
/// How long a connection may take to make a request that may pass.
pub(crate) const STRANGER_TIME: Duration = Duration::from_secs(10);
/// How long a client may leave an answer unread.
pub(crate) const WRITE_TIME: Duration = Duration::from_secs(20);
/// How long a connection may take for the head of a request, and be idle between two of them.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(30);
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(15);
/// Streams at a time, running or waiting for their turn.
pub(crate) const STREAMS: usize = 512;
/// Events that wait for a page that does not read.
pub(crate) const EVENTS: usize = 256;
/// The longest match.
pub(crate) const MATCH_TIME: Duration = Duration::from_secs(24 * 3600);
/// Matches at a time, finished ones included.
pub(crate) const MATCHES: usize = 64;
/// Games of a match that the page starts.
pub(crate) const GAMES: u64 = 1_000;
/// How often a page that follows a shared game hears that it is still connected.
pub(crate) const BEAT: Duration = Duration::from_secs(2);
/// How long a match continues without a follower.
pub(crate) const UNFOLLOWED: Duration = Duration::from_secs(10);
/// Requests a second to the whole server, in the long run and at once; those that are refused and the files of the page do not count.
pub(crate) const REQUESTS: (f64, f64) = (500.0, 3_000.0);
/// Refusals a second that say why, in the long run and at once.
pub(crate) const REFUSALS: (f64, f64) = (50.0, 200.0);

/// Searches at a time: two for each processor, so that a page's own are not starved by those of others.
pub(crate) fn searches() -> usize {
    (2 * threads()).clamp(4, 32)
}
