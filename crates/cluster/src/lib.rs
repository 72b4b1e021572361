//! Runs over many machines: the same games, the same file, the same decision as on one.
//!
//! A run is a [`RunSpec`](plyground_catalog::RunSpec), and a piece of it a range of its pairs. A *coordinator*, the command that was
//! typed, puts pieces into a queue of NATS JetStream; *workers* take them, play them and send back their lines, and whoever
//! dies is replaced. What comes back is checked, put in order and kept by the same code that serves the threads of a single
//! machine, so nothing depends on who played what, or how often.
//!
//! Nothing is lost because nothing is forgotten too early: a worker acknowledges a piece when the server has its result, and
//! the coordinator acknowledges a result when its games are in the file. Everything may come twice; the number of a game
//! decides, and a game that comes twice with other bytes is told.
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
mod cluster;
mod coordinator;
mod envelope;
mod error;
mod link;
mod overview;
mod pieces;
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

/// Is told what a person who watches should know, a line at a time.
pub type Notice = std::sync::Arc<dyn Fn(&str) + Send + Sync>;
