//! All tests of the crate as one program: what they share is compiled and linked once.

mod article;
mod docs;
mod laws;
mod naive;
mod notation;
mod observe;
mod oracle;
mod perft;
mod playthroughs;
