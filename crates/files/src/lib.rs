//! Reads and writes files so that no file is half written, and no foreign file is replaced.
//!
//! [`write()`] creates a file under a temporary name, synchronises it and renames it.
//! So after a crash or on a full disk, either the old file or the whole new file exists.
//! [`Existing`] decides which existing files may be replaced.
//! [`read`] refuses devices and pipes, which might never end.
//! A [`Lock`] protects work that two processes must not do at the same time.
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
