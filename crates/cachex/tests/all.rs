//! All tests of the crate as one program: shared code is compiled and linked once.

mod docs;
mod facts;
mod laws;
mod naive;
mod notation;
mod observe;
mod oracle;
mod perft;
mod playthroughs;
