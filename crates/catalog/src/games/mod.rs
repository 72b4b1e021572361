//! The four games of Plyground, one file each: what the catalog knows of them.

mod cachex;
mod kalah;
mod khet;
mod tigers;

pub use cachex::cachex;
pub use kalah::kalah;
pub use khet::khet;
pub use tigers::tigers;
