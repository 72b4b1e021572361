//! The web board: a local page to play the games of a catalog, to watch agents play, and to see what a search thinks.
//!
//! A small server on 127.0.0.1 holds the games and runs the searches; the page, whose files are part of the program, draws
//! the [`Scene`](plyground_scene::Scene) that it is sent and knows no rules. Searches report over server-sent events and stop without
//! a listener. What a page asks about games is answered by `plyground-page`. `docs/architecture.md` says what the server refuses.
//!
//! ```
//! use plyground_web::{Options, Server};
//!
//! let server = Server::bind(Options { port: 0, ..Options::default() })?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! let running = server.start();
//! assert_eq!(running.searches(), 0);
//! # Ok::<(), plyground_web::ServeError>(())
//! ```

mod api;
mod app;
mod archive;
mod assets;
mod cluster;
mod connections;
mod fault;
mod guard;
mod limits;
mod running;
mod searches;
mod server;
mod shared;
mod stream;
mod token;

pub use cluster::{ClusterSource, ClusterStatus};
pub use server::{Options, Running, ServeError, Server};
