//! Errors of a cluster, each in one line.

use plyground_catalog::{CatalogError, ErrorKind};
use thiserror::Error;

/// Reason why an operation on a cluster failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The request is invalid. The text names what was found and what was expected.
    #[error("{0}")]
    Input(String),
    /// The request is valid but cannot be carried out.
    #[error("{0}")]
    Failed(String),
    /// The server does not answer.
    #[error("cannot reach the server {address}: {problem}")]
    Unreachable {
        /// Address of the server.
        address: String,
        /// Error of the system.
        problem: String,
    },
    /// The server has no JetStream.
    #[error("the server {address} keeps nothing: expected it to run with JetStream, as `nats-server -js`")]
    NoStore {
        /// Address of the server.
        address: String,
    },
    /// The store of the server is full.
    #[error("the server {address} has no room: {problem}")]
    Full {
        /// Address of the server.
        address: String,
        /// Error of the server.
        problem: String,
    },
    /// The server returned an unexpected error.
    #[error("the server {address}: {problem}")]
    Server {
        /// Address of the server.
        address: String,
        /// Error of the server.
        problem: String,
    },
    /// Forged games were accepted before their worker was caught.
    #[error("worker {worker} sent forged games of run {run}, and {kept}: expected only workers that can be trusted")]
    Forged {
        /// Id of the run.
        run: String,
        /// Worker that sent them.
        worker: String,
        /// First forged game that was accepted, from 0; `None` if earlier runs accepted games of the worker.
        from: Option<u64>,
        /// Description of the accepted games and of the remedy.
        kept: String,
    },
    /// The catalog cannot play the run.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// A thread cannot be started.
    #[error("a thread could not be started: {0}")]
    Thread(std::io::Error),
}

impl ClusterError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            ClusterError::Input(_) => ErrorKind::Input,
            ClusterError::Catalog(error) => error.kind(),
            _ => ErrorKind::Failed,
        }
    }
}
