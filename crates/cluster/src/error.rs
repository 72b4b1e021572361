//! What can go wrong between machines, each in one line.

use plyground_catalog::{CatalogError, ErrorKind};
use thiserror::Error;

/// Why something could not be done on a cluster.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// No address of a server.
    #[error("cannot read the server `{text}`: expected an address such as `nats://127.0.0.1:4222`")]
    Address {
        /// What was given, without what may be a secret.
        text: String,
    },
    /// A secret where everybody sees it.
    #[error("the address of the server holds a password or a token: expected it in a file, by `--token-file`")]
    SecretInAddress,
    /// A file of a token or a certificate that cannot be read.
    #[error("cannot read the {what} `{path}`: {problem}")]
    File {
        /// What it should hold.
        what: &'static str,
        /// Its name.
        path: String,
        /// What is wrong.
        problem: String,
    },
    /// A server elsewhere, and no token.
    #[error(
        "without a token only a server on this machine (127.0.0.1) is joined, not `{host}`: expected `--token-file`"
    )]
    NoToken {
        /// Where the server is.
        host: String,
    },
    /// The server does not answer.
    #[error("cannot reach the server {address}: {problem}")]
    Unreachable {
        /// The server.
        address: String,
        /// What the system says.
        problem: String,
    },
    /// The server refuses the token.
    #[error("the server {address} refuses the token")]
    Refused {
        /// The server.
        address: String,
    },
    /// The server's certificate is not to be trusted.
    #[error(
        "no trusted connection to {address}: {problem}: expected `--tls-ca` to be the certificate of its authority"
    )]
    Certificate {
        /// The server.
        address: String,
        /// What is wrong.
        problem: String,
    },
    /// A server without its store.
    #[error("the server {address} keeps nothing: expected it to run with JetStream, as `nats-server -js`")]
    NoStore {
        /// The server.
        address: String,
    },
    /// The server's store is full.
    #[error("the server {address} has no room: {problem}")]
    Full {
        /// The server.
        address: String,
        /// What it says.
        problem: String,
    },
    /// The server does something else than was asked.
    #[error("the server {address}: {problem}")]
    Server {
        /// The server.
        address: String,
        /// What it says.
        problem: String,
    },
    /// A worker that is so much slower or faster that limits of time cannot be fitted to it.
    #[error(
        "this worker searches {here} nodes a second, but the limits of time of run {run} are meant for {there}: expected between half \
         and twice as many"
    )]
    OtherSpeed {
        /// The run.
        run: String,
        /// Nodes a second here.
        here: u64,
        /// Nodes a second of the machine that they are meant for.
        there: u64,
    },
    /// A run that does not fit into a message.
    #[error(
        "the run has {bytes} bytes as a spec, and the server takes at most {most}: expected a smaller book of openings"
    )]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The server's limit.
        most: usize,
    },
    /// Two programs want to put the same games in order.
    #[error("run {run} is coordinated already: expected one coordinator at a time")]
    Coordinated {
        /// The run.
        run: String,
    },
    /// A worker that would play otherwise.
    #[error("this worker is {here}, but run {run} is of {there}: expected the same program on all machines")]
    OtherProgram {
        /// The run.
        run: String,
        /// This program.
        here: String,
        /// The one of the run.
        there: String,
    },
    /// A run that cannot be played on this machine.
    #[error("this worker cannot play run {run}: {problem}")]
    Unplayable {
        /// The run.
        run: String,
        /// Why.
        problem: String,
    },
    /// The run was cancelled.
    #[error("run {run} was cancelled; what was played is kept")]
    Cancelled {
        /// The run.
        run: String,
    },
    /// Chunks that no worker could play.
    #[error("{chunks} of run {run} failed {attempts} times and was set aside: {problem}")]
    SetAside {
        /// The run.
        run: String,
        /// Which games.
        chunks: String,
        /// How often each was tried.
        attempts: u32,
        /// What was wrong with the first of them.
        problem: String,
    },
    /// The same game with two ends.
    #[error("game {game} of run {run} was played otherwise by {worker}: the program does not play the same everywhere")]
    Disagreement {
        /// The game, from 1.
        game: u64,
        /// The run.
        run: String,
        /// Who played it last.
        worker: String,
    },
    /// No run of that name.
    #[error("no run `{run}` on {address}: `ply cluster runs` lists them")]
    NoRun {
        /// What was asked for.
        run: String,
        /// The server.
        address: String,
    },
    /// The catalog cannot play the run.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// Forged games that were accepted before their worker was found out.
    #[error("worker {worker} sent forged games of run {run}, and {kept}: expected only workers that can be trusted")]
    Forged {
        /// The run.
        run: String,
        /// Who has sent them.
        worker: String,
        /// The first game that was accepted and is forged, from 0; none if earlier runs accepted games of the worker.
        from: Option<u64>,
        /// What was accepted already, and what to do.
        kept: String,
    },
    /// A server that takes only messages too small for games.
    #[error(
        "the server {address} takes messages of at most {found} bytes: expected `max_payload` of {expected} or more"
    )]
    SmallMessages {
        /// The server.
        address: String,
        /// Its limit.
        found: usize,
        /// The least limit.
        expected: usize,
    },
    /// No random numbers for keys.
    #[error("the system has no random numbers")]
    NoRandomness,
    /// The system gives no thread.
    #[error("a thread could not be started: {0}")]
    Thread(std::io::Error),
}

impl ClusterError {
    /// What kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            ClusterError::Address { .. }
            | ClusterError::SecretInAddress
            | ClusterError::File { .. }
            | ClusterError::NoToken { .. }
            | ClusterError::TooLarge { .. }
            | ClusterError::NoRun { .. } => ErrorKind::Input,
            ClusterError::Catalog(error) => error.kind(),
            ClusterError::Unreachable { .. }
            | ClusterError::Refused { .. }
            | ClusterError::Certificate { .. }
            | ClusterError::NoStore { .. }
            | ClusterError::Full { .. }
            | ClusterError::Server { .. }
            | ClusterError::Coordinated { .. }
            | ClusterError::OtherProgram { .. }
            | ClusterError::OtherSpeed { .. }
            | ClusterError::Unplayable { .. }
            | ClusterError::Cancelled { .. }
            | ClusterError::SetAside { .. }
            | ClusterError::Disagreement { .. }
            | ClusterError::Forged { .. }
            | ClusterError::SmallMessages { .. }
            | ClusterError::NoRandomness
            | ClusterError::Thread(_) => ErrorKind::Failed,
        }
    }
}
