//! Answers the requests of the web page with plain functions from data to data.
//!
//! A [`Page`] uses no network, no thread and no file of a user.
//! The crate `plyground-web` serves a page over HTTP, and the feature `worker` runs it inside a browser without a server.
//! A page returns a [`Search`] before it begins, because only the caller knows on which thread to run and how to stop it.
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
mod clock;
mod fault;
mod game_sessions;
mod limits;
mod page;
mod played;
mod request;
mod search_sessions;
mod slots;
#[cfg(feature = "worker")]
pub mod worker;

pub use api::{agent, limits_of};
pub use fault::{Fault, Status, in_one_line};
pub use limits::{Bucket, Budget, SEARCH_TIME, Share, TABLES_IN_ALL, lock, memory_of, threads};
pub use page::{Page, Recorded, Settings};
pub use request::{Emit, Method, Reply, Request, Search};
