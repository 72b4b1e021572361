//! What can go wrong between machines, each in one line.

use plyground_catalog::{CatalogError, ErrorKind};
use thiserror::Error;

/// Why something could not be done on a cluster.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// A request that makes no sense: what was found, and what was expected.
    #[error("{0}")]
    Input(String),
    /// A request that makes sense but cannot be carried out.
    #[error("{0}")]
    Failed(String),
    /// The server does not answer.
    #[error("cannot reach the server {address}: {problem}")]
    Unreachable {
        /// The server.
        address: String,
        /// What the system reports.
        problem: String,
    },
    /// A server without its store.
    #[error("the server {address} keeps nothing: expected it to run with JetStream, as `nats-server -js`")]
    NoStore {
        /// The server.
        address: String,
    },
    /// The store of the server is full.
    #[error("the server {address} has no room: {problem}")]
    Full {
        /// The server.
        address: String,
        /// What it reports.
        problem: String,
    },
    /// The server did something else than was requested.
    #[error("the server {address}: {problem}")]
    Server {
        /// The server.
        address: String,
        /// What it reports.
        problem: String,
    },
    /// Forged games that were accepted before their worker was caught.
    #[error("worker {worker} sent forged games of run {run}, and {kept}: expected only workers that can be trusted")]
    Forged {
        /// The run.
        run: String,
        /// The worker that sent them.
        worker: String,
        /// The first game that was accepted and is forged, from 0; none if earlier runs accepted games of the worker.
        from: Option<u64>,
        /// What was accepted already, and what to do.
        kept: String,
    },
    /// The catalog cannot play the run.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The system starts no thread.
    #[error("a thread could not be started: {0}")]
    Thread(std::io::Error),
}

impl ClusterError {
    /// Returns what kind of error it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            ClusterError::Input(_) => ErrorKind::Input,
            ClusterError::Catalog(error) => error.kind(),
            _ => ErrorKind::Failed,
        }
    }
}
