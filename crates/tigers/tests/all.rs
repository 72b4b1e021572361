//! All tests of the crate in one binary, so shared dependencies are compiled and linked once.

mod article;
mod docs;
mod laws;
mod naive;
mod notation;
mod observe;
mod oracle;
mod perft;
mod playthroughs;
