//! Index of the records of a file by number. Records are read on demand: a run of ten million games does not fit into memory.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::ops::Range;

use crate::record::Record;

/// Prefix of every record; see [`Record::line`].
pub(crate) const MARK: &str = "{\"id\":\"";

/// Parses the record of a line; `None` for an empty line.
pub(crate) fn parse_line(line: &[u8]) -> Result<Option<Record>, String> {
    let line = std::str::from_utf8(line).map_err(|error| error.to_string())?.trim_end_matches(['\r', '\n']);
    if line.trim().is_empty() { Ok(None) } else { Record::parse(line).map(Some) }
}

/// Reports whether a line is a partial record, as a killed process leaves it. A whole JSON object that is not a record was
/// changed.
pub(crate) fn is_torn(line: &[u8]) -> bool {
    is_part_of(line, MARK) && serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err()
}

/// Reports whether a line is a prefix of `mark`, or begins with it.
pub(crate) fn is_part_of(line: &[u8], mark: &str) -> bool {
    line.iter().zip(mark.as_bytes()).all(|(one, other)| one == other)
}

/// Lines with consecutive numbers, separated only by empty and torn lines.
#[derive(Debug)]
struct Stretch {
    /// Number after the last.
    end: u64,
    /// Offset of the first line in bytes.
    offset: u64,
}

/// Offsets of the records in a file. A file in order is one stretch of any length.
#[derive(Debug, Default)]
pub(crate) struct RecordIndex {
    /// Stretches by first number. No number is in two of them.
    stretches: BTreeMap<u64, Stretch>,
    /// First number of the stretch that ends with the last line of the file.
    last: Option<u64>,
    reader: Option<Reader>,
}

/// Position after the last record that was read.
#[derive(Debug)]
struct Reader {
    lines: BufReader<File>,
    stretch: u64,
    next: u64,
}

impl RecordIndex {
    /// Adds the next record of the file, at `offset`. Of two records with the same number, the first counts.
    pub(crate) fn put(&mut self, number: u64, offset: u64) {
        if self.contains(number) {
            self.last = None;
            return;
        }
        if let Some(first) = self.last
            && let Some(stretch) = self.stretches.get_mut(&first)
            && stretch.end == number
        {
            stretch.end += 1;
            return;
        }
        self.stretches.insert(number, Stretch { end: number + 1, offset });
        self.last = Some(number);
    }

    /// Ends the current stretch, because the next line of the file is not an indexed record.
    pub(crate) fn interrupt(&mut self) {
        self.last = None;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Reports whether a record has this number.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.find(number).is_some()
    }

    fn find(&self, number: u64) -> Option<(u64, u64)> {
        let (&first, stretch) = self.stretches.range(..=number).next_back()?;
        (number < stretch.end).then_some((first, stretch.offset))
    }

    /// Returns the ranges of numbers, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Range<u64>> {
        self.stretches.iter().map(|(&first, stretch)| first..stretch.end)
    }

    /// Forgets the stretches that end at this number or before.
    pub(crate) fn forget(&mut self, number: u64) {
        while self.stretches.first_key_value().is_some_and(|(_, stretch)| stretch.end <= number + 1) {
            self.stretches.pop_first();
        }
    }

    /// Closes the file, because another owner is about to use it.
    pub(crate) fn close(&mut self) {
        self.reader = None;
    }

    /// Reads an indexed record. `open` opens the file.
    pub(crate) fn read(&mut self, number: u64, open: impl FnOnce() -> io::Result<File>) -> io::Result<Option<Record>> {
        let Some((stretch, offset)) = self.find(number) else { return Ok(None) };
        let stands_there = |reader: &Reader| reader.stretch == stretch && reader.next <= number;
        let mut reader = match self.reader.take().filter(stands_there) {
            Some(reader) => reader,
            None => {
                let mut file = open()?;
                file.seek(SeekFrom::Start(offset))?;
                Reader { lines: BufReader::new(file), stretch, next: stretch }
            }
        };
        let changed = || io::Error::new(io::ErrorKind::InvalidData, "it was changed while it was read");
        let mut line = Vec::new();
        while reader.next <= number {
            line.clear();
            if reader.lines.read_until(b'\n', &mut line)? == 0 {
                return Err(changed());
            }
            let record = match parse_line(&line) {
                Ok(Some(record)) => record,
                Ok(None) => continue,
                Err(_) if is_torn(&line) => continue,
                Err(_) => return Err(changed()),
            };
            if record.number != reader.next {
                return Err(changed());
            }
            reader.next += 1;
            if record.number == number {
                self.reader = Some(reader);
                return Ok(Some(record));
            }
        }
        Err(changed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(record_index: &RecordIndex) -> Vec<Range<u64>> {
        record_index.numbers().collect()
    }

    #[test]
    fn a_file_in_order_is_one_stretch() {
        let mut record_index = RecordIndex::default();
        for number in 0..1_000 {
            record_index.put(number, 10 * number);
        }
        assert_eq!((record_index.numbers().next(), record_index.stretches.len()), (Some(0..1_000), 1));
        record_index.forget(998);
        assert!(record_index.contains(999));
        record_index.forget(999);
        assert!(record_index.is_empty());
    }

    #[test]
    fn gaps_repetitions_and_other_lines_start_a_new_stretch() {
        let mut record_index = RecordIndex::default();
        for (offset, number) in [4, 5, 1, 2, 5, 6, 3, 4, 7].into_iter().enumerate() {
            record_index.put(number, offset as u64);
        }
        // 3 follows 6 in the file, and 7 follows a second 4.
        assert_eq!(numbers(&record_index), [1..3, 3..4, 4..6, 6..7, 7..8]);
        record_index.interrupt();
        record_index.put(8, 9);
        assert_eq!(numbers(&record_index).last(), Some(&(8..9)));
        assert!(!record_index.contains(0) && !record_index.contains(9) && record_index.contains(5));
    }
}
