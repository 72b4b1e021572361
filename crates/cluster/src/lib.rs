//! Runs over many machines: the same games, the same file, the same decision as on one.
//!
//! A run is a [`RunSpec`](plyground_catalog::RunSpec), and a chunk of it a range of its pairs. A *coordinator*, the command that the
//! user started, publishes chunks to a queue of NATS JetStream. *Workers* take them, play them and publish the records of the games.
//! A chunk of a worker that dies is delivered to another one. The code that serves the threads of a single machine checks the
//! results, orders and stores them, so that no result depends on which worker played it, or how often.
//!
//! A worker acknowledges a chunk when the server has its result. The coordinator acknowledges a result when its games are in the
//! file. Every message may come twice: the number of a game decides, and a game that comes twice with other bytes is reported.
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

/// Receives what a person who watches should know, a line at a time.
pub type Notice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;
