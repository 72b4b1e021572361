//! A chunk of a run: consecutive pairs of games as text lines that can be checked.
//!
//! The first line names the run and the pairs. A record for each game follows. The last line has their number and their checksum.
//! With limits in nodes or depth, a chunk is the same on every machine, byte for byte. So a chunk that two machines play tests
//! both.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::{Record, Versions};

/// Version of the format. Readers reject other versions.
pub const CHUNK_FORMAT: u32 = 1;

/// Head of a chunk: its run and its pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkHead {
    /// The format, [`CHUNK_FORMAT`].
    pub chunk: u32,
    /// Digest that identifies the run.
    pub run: String,
    /// Number of the first pair.
    pub first: u64,
    /// Number of pairs.
    pub pairs: u64,
    /// Version of the program that played the games.
    pub plyground: String,
}

impl ChunkHead {
    /// Creates the head of `pairs` pairs of a run, from `first` on, played by this version.
    #[must_use]
    pub fn new(run: &str, first: u64, pairs: u64) -> ChunkHead {
        ChunkHead { chunk: CHUNK_FORMAT, run: run.into(), first, pairs, plyground: Versions::present().plyground }
    }

    /// Returns the numbers of the games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        let first = self.first.saturating_mul(2);
        first..first.saturating_add(self.pairs.saturating_mul(2))
    }
}

/// Returns the checksum of a record line, which distinguishes records of the same game.
#[must_use]
pub fn line_checksum(line: &str) -> u32 {
    crc32fast::hash(line.as_bytes())
}

/// Last line of a chunk.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tail {
    games: u64,
    /// CRC-32 of all lines before, 8 digits.
    checksum: String,
}

/// Writer of a chunk.
#[derive(Debug)]
pub struct ChunkText {
    text: String,
    games: u64,
    /// Checksum of the lines that were already taken.
    checksum: crc32fast::Hasher,
}

impl ChunkText {
    /// Creates a chunk with only the head.
    #[must_use]
    pub fn begin(head: &ChunkHead) -> ChunkText {
        let text = serde_json::to_string(head).expect("strings and numbers can always be written") + "\n";
        ChunkText { text, games: 0, checksum: crc32fast::Hasher::new() }
    }

    /// Adds a record, which must be the next of the chunk.
    pub fn add(&mut self, record: &Record) {
        self.text += &record.line();
        self.text.push('\n');
        self.games += 1;
    }

    /// Removes and returns the lines so far, for incremental output.
    pub fn take(&mut self) -> String {
        self.checksum.update(self.text.as_bytes());
        std::mem::take(&mut self.text)
    }

    /// Returns the remaining lines, with the last one.
    #[must_use]
    pub fn end(mut self) -> String {
        let text = self.take();
        let tail = Tail { games: self.games, checksum: format!("{:08x}", self.checksum.finalize()) };
        text + &serde_json::to_string(&tail).expect("strings and numbers can always be written") + "\n"
    }
}

/// Reason why bytes are not a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ChunkError {
    /// The first line is not a valid head.
    #[error("no head of a chunk: {0}")]
    Head(String),
    /// The format is of another version.
    #[error("found format {0} of a chunk, expected {CHUNK_FORMAT}: another version has written it")]
    Format(u32),
    /// The end is missing, or bytes were changed.
    #[error("a damaged chunk: {0}")]
    Damaged(String),
    /// A game does not belong to the chunk, or is out of order.
    #[error("found game {found} in a chunk, expected {expected}")]
    Order {
        /// Number of the game.
        found: u64,
        /// Number of the expected game.
        expected: u64,
    },
    /// A line is not a record.
    #[error("line {line} of a chunk is no record of a game: {problem}")]
    Record {
        /// Number of the line, from 1.
        line: usize,
        /// Fault of the line.
        problem: String,
    },
}

/// Chunk that was read: complete, in order, and with a valid checksum.
///
/// ```
/// use plyground_arena::{Chunk, ChunkHead, ChunkText};
///
/// let text = ChunkText::begin(&ChunkHead::new("8f0c6b1d2e3a4f50", 0, 0)).end();
/// assert_eq!(Chunk::parse(text.as_bytes())?.head.run, "8f0c6b1d2e3a4f50");
/// assert!(Chunk::parse(&text.as_bytes()[1..]).is_err());
/// # Ok::<(), plyground_arena::ChunkError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Chunk {
    /// Head.
    pub head: ChunkHead,
    /// Records of the games.
    pub records: Vec<Record>,
}

impl Chunk {
    /// Reads and checks a chunk.
    ///
    /// # Errors
    /// When the text is not a valid chunk.
    pub fn parse(text: &[u8]) -> Result<Chunk, ChunkError> {
        let damaged = |what: &str| ChunkError::Damaged(what.into());
        let text = std::str::from_utf8(text).map_err(|error| ChunkError::Damaged(error.to_string()))?;
        let (head, rest) = text.split_once('\n').ok_or_else(|| damaged("one line, or none"))?;
        let head: ChunkHead = serde_json::from_str(head).map_err(|error| ChunkError::Head(error.to_string()))?;
        if head.chunk != CHUNK_FORMAT {
            return Err(ChunkError::Format(head.chunk));
        }
        let lines = rest.strip_suffix('\n').ok_or_else(|| damaged("the last line has no end"))?;
        let (games, tail) = lines.rsplit_once('\n').unwrap_or(("", lines));
        let body = text.len() - tail.len() - 1;
        let tail: Tail = serde_json::from_str(tail).map_err(|_| damaged("the last line does not count games"))?;
        if tail.checksum != format!("{:08x}", crc32fast::hash(&text.as_bytes()[..body])) {
            return Err(damaged("another checksum"));
        }
        let mut expected = head.games();
        let mut records = Vec::new();
        for (index, line) in games.lines().enumerate() {
            let record = Record::parse(line).map_err(|problem| ChunkError::Record { line: index + 2, problem })?;
            match expected.next() {
                Some(number) if number == record.number => records.push(record),
                number => {
                    return Err(ChunkError::Order { found: record.number, expected: number.unwrap_or(expected.end) });
                }
            }
        }
        if !expected.is_empty() || tail.games != records.len() as u64 {
            return Err(damaged(&format!("{} games", records.len())));
        }
        Ok(Chunk { head, records })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;
    use crate::record::tests::record;

    fn text(numbers: &[u64]) -> String {
        let mut text = ChunkText::begin(&ChunkHead::new("feed", 1, 2));
        for &number in numbers {
            text.add(&record(number, ["a", "b"], "1 2", GameResult::Draw));
        }
        text.end()
    }

    #[test]
    fn chunks_read_back_and_can_be_written_in_parts() {
        let whole = text(&[2, 3, 4, 5]);
        let chunk = Chunk::parse(whole.as_bytes()).unwrap();
        assert_eq!((chunk.head.games(), chunk.records.len()), (2..6, 4));
        let mut parts = ChunkText::begin(&chunk.head);
        let mut written = parts.take();
        for record in &chunk.records {
            parts.add(record);
            written += &parts.take();
        }
        assert_eq!(written + &parts.end(), whole);
    }

    #[test]
    fn damage_is_detected() {
        let whole = text(&[2, 3, 4, 5]);
        for end in 0..whole.len() {
            assert!(Chunk::parse(&whole.as_bytes()[..end]).is_err(), "cut at {end}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 4;
            assert!(Chunk::parse(&bytes).is_err(), "changed at {at}");
        }
    }

    #[test]
    fn other_games_are_refused() {
        for numbers in [&[2, 3, 4][..], &[2, 3, 5, 4], &[0, 1, 2, 3], &[2, 3, 4, 5, 6], &[]] {
            assert!(Chunk::parse(text(numbers).as_bytes()).is_err(), "{numbers:?}");
        }
    }
}
