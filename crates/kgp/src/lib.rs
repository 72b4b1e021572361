//! Plays on a server of the Kalah Game Protocol \[Kaludercic2022\], version 1, mode `freeplay`.
//!
//! [`KgpAgent`] connects to a server and lets an agent search.
//! [`serve_kgp`] is the client's side of the protocol: the server sends boards, and the client answers with moves for
//! South.
//! The client sends better moves as it finds them, until it yields or is stopped.
//! Boards are text and houses are numbers, and the protocol works over any pair of streams.
//!
//! ```
//! use plyground_kgp::{KgpIdentity, serve_kgp};
//!
//! let server = b"kgp 1 0 0\n2 init\n4 state <3,0,0,3,3,3,3,3,3>\n6 goodbye\n";
//! let mut sent = Vec::new();
//! let end = serve_kgp(&server[..], &mut sent, &KgpIdentity::named("example"), &mut |request, best| {
//!     assert_eq!(request.board, "<3,0,0,3,3,3,3,3,3>");
//!     best(1);
//!     Ok(())
//! })?;
//! assert_eq!(end.answered, 1);
//! assert!(String::from_utf8_lossy(&sent).ends_with("mode freeplay\r\n@4 move 1\r\n@4 yield\r\n"));
//! # Ok::<(), plyground_kgp::KgpError>(())
//! ```

mod agent;
mod client;
mod command;
mod patient;

pub use agent::{KGP_PORT, KGP_RULES, KgpAgent};
pub use client::{KgpClock, KgpEnd, KgpError, KgpIdentity, KgpPlayer, KgpRequest, TimeMode, serve_kgp};
