//! A piece of a run: some pairs of games, played anywhere, as lines that can be checked.
//!
//! The first line says of which run and which pairs it is, then comes a record for each game, and the last line counts them and has
//! their checksum. With limits in nodes or depth, a piece is the same on every machine, byte for byte; so one that comes twice
//! is a test of both.
//!
//! ```
//! use plyground_arena::{Chunk, ChunkHead, ChunkText};
//!
//! let text = ChunkText::begin(&ChunkHead::new("8f0c6b1d2e3a4f50", 0, 0)).end();
//! assert_eq!(Chunk::parse(text.as_bytes())?.head.run, "8f0c6b1d2e3a4f50");
//! assert!(Chunk::parse(&text.as_bytes()[1..]).is_err());
//! # Ok::<(), plyground_arena::ChunkError>(())
//! ```

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::record::{Record, Versions};

/// The number of the format; readers refuse others.
pub const CHUNK_FORMAT: u32 = 1;

/// What a piece of a run is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChunkHead {
    /// The format, [`CHUNK_FORMAT`].
    pub chunk: u32,
    /// What defines the run.
    pub run: String,
    /// The number of its first pair.
    pub first: u64,
    /// How many pairs it has.
    pub pairs: u64,
    /// The version of the program that has played.
    pub plyground: String,
}

impl ChunkHead {
    /// So many pairs of a run, from `first` on, played by this version.
    #[must_use]
    pub fn new(run: &str, first: u64, pairs: u64) -> ChunkHead {
        ChunkHead { chunk: CHUNK_FORMAT, run: run.into(), first, pairs, plyground: Versions::present().plyground }
    }

    /// The numbers of its games.
    #[must_use]
    pub fn games(&self) -> Range<u64> {
        let first = self.first.saturating_mul(2);
        first..first.saturating_add(self.pairs.saturating_mul(2))
    }
}

/// The checksum of a line of records, which distinguishes records of the same game.
#[must_use]
pub fn line_checksum(line: &str) -> u32 {
    crc32fast::hash(line.as_bytes())
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tail {
    games: u64,
    /// CRC-32 of all lines before, 8 digits.
    checksum: String,
}

/// A piece of a run as it is written.
#[derive(Debug)]
pub struct ChunkText {
    text: String,
    games: u64,
    /// Of what has been handed out already.
    checksum: crc32fast::Hasher,
}

impl ChunkText {
    /// Only the first line.
    #[must_use]
    pub fn begin(head: &ChunkHead) -> ChunkText {
        let text = serde_json::to_string(head).expect("strings and numbers can always be written") + "\n";
        ChunkText { text, games: 0, checksum: crc32fast::Hasher::new() }
    }

    /// One game more, which must be the next of the piece.
    pub fn add(&mut self, record: &Record) {
        self.text += &record.line();
        self.text.push('\n');
        self.games += 1;
    }

    /// Hands out the lines so far, for a writer that takes them as they come.
    pub fn take(&mut self) -> String {
        self.checksum.update(self.text.as_bytes());
        std::mem::take(&mut self.text)
    }

    /// The rest, with the last line.
    #[must_use]
    pub fn end(mut self) -> String {
        let text = self.take();
        let tail = Tail { games: self.games, checksum: format!("{:08x}", self.checksum.finalize()) };
        text + &serde_json::to_string(&tail).expect("strings and numbers can always be written") + "\n"
    }
}

/// Why bytes are no piece of a run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ChunkError {
    /// The first line says of nothing that can be read.
    #[error("no head of a chunk: {0}")]
    Head(String),
    /// Another format.
    #[error("found format {0} of a chunk, expected {CHUNK_FORMAT}: another version has written it")]
    Format(u32),
    /// The end is missing, or bytes are others than those that were written.
    #[error("a damaged chunk: {0}")]
    Damaged(String),
    /// A game that the piece does not have, or in another place.
    #[error("found game {found} in a chunk, expected {expected}")]
    Order {
        /// The number of the game.
        found: u64,
        /// What should stand there.
        expected: u64,
    },
    /// A line is no record.
    #[error("line {line} of a chunk is no record of a game: {problem}")]
    Record {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// A piece of a run as it was read: whole, in order, and with the right checksum.
#[derive(Clone, PartialEq, Debug)]
pub struct Chunk {
    /// What it is.
    pub head: ChunkHead,
    /// Its games.
    pub records: Vec<Record>,
}

impl Chunk {
    /// Reads and checks a piece of a run.
    ///
    /// # Errors
    /// What is wrong with it.
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
    fn pieces_read_back_and_however_they_are_handed_out() {
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
    fn damage_is_seen() {
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
