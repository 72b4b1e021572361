//! Files that are never half written, never foreign, and never without end.
//!
//! All files on disk are written through this crate. [`write()`] makes a file in one piece: under a name of its own beside the
//! target, synchronised, then renamed, so that a process that is killed, a full disk or a second writer leaves either the old file or
//! a whole new one. What is there already is replaced only as far as [`Existing`] allows. [`read`] reads files, and refuses devices
//! and pipes that would never end. A [`Lock`] is for work that two processes must not do at the same time.
//!
//! ```
//! use plyground_files::{Existing, read_text, write_text};
//!
//! let folder = std::env::temp_dir().join(format!("plyground-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("weights.toml");
//! write_text(&path, Existing::Keep, "game = \"kalah\"\n")?;
//! assert!(write_text(&path, Existing::Keep, "lost").is_err());
//! write_text(&path, Existing::Ours(b"game = "), "game = \"khet\"\n")?;
//! assert_eq!(read_text(&path, 1 << 20)?, "game = \"khet\"\n");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod lock;
mod name;
mod read;
mod write;

pub use lock::Lock;
pub use read::{begins_with, may_begin_with, open, read, read_text};
pub use write::{Existing, can_write, write, write_text};
