//! Answers the requests of the web page with plain functions from data to data.
//!
//! A [`Page`] has no address, no thread and no file of a user.
//! The server of `plyground-web` wraps it for a browser on the network.
//! The feature `worker` wraps it for a browser without a server.
//! A [`Search`] is handed out before it begins, because only the caller knows where it may run and how it is stopped.
//!
//! ```
//! use plyground_catalog::Catalog;
//! use plyground_page::{Method, Page, Reply, Request, Settings};
//!
//! let page = Page::new(Settings::new(Catalog::standard()));
//! let new = Request { method: Method::Post, path: "games", query: "", body: br#"{"game": "kalah"}"# };
//! let Ok(Reply::Text { text, .. }) = page.ask(&new) else { panic!("a game begins") };
//! assert!(text.contains("\"south\""));
//! # Ok::<(), plyground_page::Fault>(())
//! ```

mod api;
mod fault;
mod judge;
mod limits;
mod page;
mod played;
mod request;
mod rooms;
mod slots;
mod thinkers;
#[cfg(feature = "worker")]
pub mod worker;

pub use api::{agent, limits_of};
pub use fault::{Fault, Status, in_one_line};
pub use judge::{Judge, Verdict};
pub use limits::{Bucket, Budget, SEARCH_TIME, Share, TABLES_IN_ALL, lock, memory_of, threads};
pub use page::{Page, Recorded, Settings};
pub use request::{Emit, Method, Reply, Request, Search};
