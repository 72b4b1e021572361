//! Tables on disk: a header that says what the file is, a checksum for every block, and the data.
//!
//! | bytes | what |
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
//! In version 2 the blocks are compressed by Zstandard: 4 bytes with the length of a block follow the length of the data, and 4 bytes
//! with the stored length of each block precede its checksum, which is that of the stored bytes.
//!
//! A table is written in one piece (`files.rs`), so a file with the right name is a whole file, and it replaces
//! nothing but a table. Reading checks the header when a table is opened, and each block when it is first read.
//!
//! Blocks are read from the file and a few thousand are kept. Mapping the file into memory would save a copy, but it
//! needs unsafe code, and a file that changes underneath would be undefined behaviour; a solver that wants a whole table
//! reads it once, and a player asks for some dozens of blocks a move.

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
pub(crate) use reader::TableFile;
pub(crate) use turn::{Turn, try_folder};
pub(crate) use writer::{write, write_packed, write_with};

const MAGIC: &[u8] = b"plytable";
/// The version with plain data, and the one with compressed blocks.
const VERSION: u32 = 1;
const VERSION_PACKED: u32 = 2;
/// Bytes of a block of plain data.
pub(crate) const BLOCK: usize = 1 << 14;
/// Longer descriptions are not written; a larger number in a file is a damaged number.
const LONGEST_DESCRIPTION: usize = 1 << 20;

/// What a table is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) layer: String,
    /// Whatever else, in this order.
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

/// The lengths that decide where the data begin.
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

    /// Bytes before the description.
    fn fixed(self) -> usize {
        if self.is_packed() { 28 } else { 24 }
    }

    fn blocks(self) -> u64 {
        self.data.div_ceil(self.block)
    }

    /// Bytes before the data.
    fn header(self) -> u64 {
        let entry = if self.is_packed() { 8 } else { 4 };
        (self.fixed() + self.description) as u64 + entry * self.blocks() + 4
    }
}

#[cfg(test)]
mod tests;
