//! Catalog entries of the four games of Plyground, one file each.

mod cachex;
mod former_best;
mod kalah;
mod khet;
mod tigers;
mod translated;

pub use cachex::cachex;
pub use kalah::kalah;
pub use khet::khet;
pub use tigers::tigers;
