//! Runs matches, tunings and proofs on many machines, with the result of one machine, byte for byte.
//!
//! A run is a [`MatchSpec`](plyground_catalog::MatchSpec), and a *chunk* is a range of its game pairs.
//! The *coordinator* publishes chunks to a queue of NATS JetStream; *workers* play them and return the games.
//! The coordinator checks the games and stores them in order.
//!
//! No game is lost: a worker acknowledges a chunk when the server has its result, and the coordinator acknowledges a
//! result when its games are in the file.
//! A game may arrive twice; its number identifies the copies, and differing copies of a
//! game that can be replayed are reported.
//!
//! ```
//! use plyground_cluster::Link;
//!
//! let link = Link::new("nats://127.0.0.1:4222", None, None)?;
//! assert_eq!(link.address(), "nats://127.0.0.1:4222");
//! let elsewhere = Link::new("nats://example.org:4222", None, None).unwrap_err();
//! assert!(elsewhere.to_string().contains("without a token"));
//! # Ok::<(), plyground_cluster::ClusterError>(())
//! ```

mod audit;
mod batches;
mod chunks;
mod cluster;
mod coordinator;
mod envelope;
mod error;
mod link;
mod overview;
mod player;
mod presence;
mod protocol;
mod queue;
mod signature;
mod speed;
mod standing;
mod streams;
mod waiting;
mod worker;

pub use cluster::Cluster;
pub use coordinator::ClusterRun;
pub use envelope::{Envelope, Identity};
pub use error::ClusterError;
pub use link::Link;
pub use overview::{LogLine, Overview, RunOverview, WorkerOverview, cancel, logs, overview};
pub use protocol::Priority;
pub use signature::signature;
pub use worker::{Worker, WorkerEnd};

/// Callback that receives the messages for an observer, one line at a time.
pub type Notice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;
