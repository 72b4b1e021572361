//! Serves the web board, a local page to play, watch and analyse the games of a catalog.
//!
//! A server on 127.0.0.1 has the games in progress and runs the searches.
//! The page in the browser, whose files are part of the program, draws the [`Scene`](plyground_scene::Scene) of a game.
//! Searches report by server-sent events, and stop when the last page that shows them is closed.
//! `plyground-page` answers the requests of the page.
//! `docs/architecture.md` describes the server.
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
