//! Tables on disk: a header that describes the file, a checksum for every block, and the data.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `plytable` |
//! | 4 | format version, here and below little-endian |
//! | 4 | length of the description |
//! | 8 | length of the data |
//! | … | description: lines `key: value` in UTF-8, first `game`, `rules` and `layer` |
//! | 4 for each block | CRC-32 of each block of 16 KiB of the data, the last one shorter |
//! | 4 | CRC-32 of everything above |
//! | … | data |
//!
//! In version 2 the blocks are compressed by Zstandard. The length of the data is followed by 4 bytes with the length
//! of a block. Each checksum is preceded by 4 bytes with the stored length of its block, and is the checksum of the
//! stored bytes.
//!
//! A table is written atomically (`files.rs`), so a file with the right name is complete, and it only ever replaces a
//! table. Reading checks the header when a table is opened, and each block when it is first read.
//!
//! Blocks are read from the file, and a few thousand are cached. Mapping the file into memory would save a copy, but it
//! needs unsafe code, and a concurrent change of the file would be undefined behaviour. A solver that needs a whole
//! table reads it once, and a player reads some dozens of blocks per move.

mod codec;
mod error;
mod files;
mod folder;
mod reader;
mod turn;
mod writer;

pub(crate) use codec::{Packed, Packer};
pub use error::TableError;
pub use folder::contents;
pub(crate) use folder::file_names;
pub(crate) use reader::TableFile;
pub(crate) use turn::{Turn, try_folder};
pub(crate) use writer::{write, write_packed, write_with};

const MAGIC: &[u8] = b"plytable";
/// Version with plain data, and version with compressed blocks.
const VERSION: u32 = 1;
const VERSION_PACKED: u32 = 2;
/// Number of bytes of a block of plain data.
pub(crate) const BLOCK: usize = 1 << 14;
/// Maximum length of a description. A larger number in a file is damaged.
const LONGEST_DESCRIPTION: usize = 1 << 20;

/// Description of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) layer: String,
    /// Other facts, in this order.
    pub(crate) facts: Vec<(String, String)>,
}

impl Description {
    fn to_text(&self) -> String {
        let first = [("game", &self.game), ("rules", &self.rules), ("layer", &self.layer)];
        let facts = self.facts.iter().map(|(key, value)| (key.as_str(), value));
        first.into_iter().chain(facts).map(|(key, value)| format!("{key}: {value}\n")).collect()
    }

    fn from_text(text: &str) -> Option<Description> {
        let mut pairs = Vec::new();
        for line in text.lines() {
            let (key, value) = line.split_once(": ")?;
            pairs.push((key.to_owned(), value.to_owned()));
        }
        let mut take = |expected: &str| match pairs.first() {
            Some((key, _)) if key == expected => Some(pairs.remove(0).1),
            _ => None,
        };
        let (game, rules, layer) = (take("game")?, take("rules")?, take("layer")?);
        Some(Description { game, rules, layer, facts: pairs })
    }

    /// Returns the value of a fact.
    pub(crate) fn fact(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Lengths that determine the start of the data.
#[derive(Clone, Copy)]
struct Lengths {
    version: u32,
    description: usize,
    data: u64,
    block: u64,
}

impl Lengths {
    fn is_packed(self) -> bool {
        self.version == VERSION_PACKED
    }

    /// Returns the number of bytes before the description.
    fn fixed(self) -> usize {
        if self.is_packed() { 28 } else { 24 }
    }

    fn blocks(self) -> u64 {
        self.data.div_ceil(self.block)
    }

    /// Returns the number of bytes before the data.
    fn header(self) -> u64 {
        let entry = if self.is_packed() { 8 } else { 4 };
        (self.fixed() + self.description) as u64 + entry * self.blocks() + 4
    }
}

#[cfg(test)]
mod tests;
