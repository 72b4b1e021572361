//! What goes over the wire, as one program: what its files share is compiled and linked once. What needs a browser is in the crate `journeys`.

#![expect(clippy::disallowed_methods, reason = "limits of time are tested")]
#![allow(clippy::unwrap_used)]

mod asking;
mod games;
mod learn;
mod lockout;
mod server;
mod user_defined;
