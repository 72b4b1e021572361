//! Opening a table, and reading its blocks with their checksums.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ahash::RandomState;

use super::codec::unpack;
use super::{BLOCK, Description, LONGEST_DESCRIPTION, Lengths, MAGIC, TableError, VERSION, VERSION_PACKED};

/// Number of cached blocks: 32 MiB per table.
const CACHED_BLOCKS: usize = 2048;

/// Open table.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    description: Description,
    /// Number of bytes of a block of data.
    block: u64,
    blocks: Vec<Stored>,
    /// Checksum of the header, which covers the checksums of all blocks.
    checksum: u32,
    length: u64,
    state: Mutex<State>,
}

/// Location of a block in the file.
#[derive(Clone, Copy, Debug)]
struct Stored {
    offset: u64,
    length: u32,
    checksum: u32,
}

#[derive(Debug)]
struct State {
    file: File,
    /// Queried at every probe. The hash seeds are fixed, and the order of the entries is never used.
    blocks: HashMap<u64, Arc<[u8]>, RandomState>,
}

impl TableFile {
    /// Opens a table; `None` if there is no such file.
    pub(crate) fn open(path: &Path) -> Result<Option<TableFile>, TableError> {
        let io_error = |source| TableError::Io { path: path.to_owned(), source };
        let mut file = match plyground_play::files::open(path) {
            Ok(file) => file,
            // A browser has no files.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::Unsupported) => {
                return Ok(None);
            }
            Err(error) => return Err(io_error(error)),
        };
        let found = file.metadata().map_err(io_error)?.len();
        let too_short = |expected| TableError::Length { path: path.to_owned(), found, expected };
        let damaged = || TableError::Header(path.to_owned());
        let mut header = vec![0; 28.min(found as usize)];
        file.read_exact(&mut header).map_err(io_error)?;
        if !header.starts_with(MAGIC) {
            return Err(TableError::Foreign(path.to_owned()));
        }
        if header.len() < 28 {
            return Err(too_short(28));
        }
        let number = |at: usize| header[at..].iter().take(4).rev().fold(0u32, |sum, &byte| sum << 8 | u32::from(byte));
        let version = number(8);
        if ![VERSION, VERSION_PACKED].contains(&version) {
            return Err(TableError::Version { path: path.to_owned(), found: version, expected: VERSION_PACKED });
        }
        let block = if version == VERSION_PACKED { number(24).into() } else { BLOCK as u64 };
        let data = u64::from(number(16)) | u64::from(number(20)) << 32;
        let lengths = Lengths { version, description: number(12) as usize, data, block };
        // Bounds are checked first, because damaged lengths must not cause a huge allocation.
        if lengths.description > LONGEST_DESCRIPTION || data > 1 << 50 || !(1..1 << 30).contains(&block) {
            return Err(damaged());
        }
        let start = lengths.header();
        if found < start {
            return Err(too_short(if lengths.is_packed() { start } else { start + data }));
        }
        let fixed = lengths.fixed();
        header.resize(start as usize, 0);
        file.seek(SeekFrom::Start(0)).and_then(|_| file.read_exact(&mut header)).map_err(io_error)?;
        let (front, last) = header.split_last_chunk::<4>().ok_or_else(damaged)?;
        let checksum = u32::from_le_bytes(*last);
        let (description, entries) = front[fixed..].split_at(lengths.description);
        let mut numbers = entries.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        let mut blocks = Vec::with_capacity(lengths.blocks() as usize);
        let mut end = start;
        for number in 0..lengths.blocks() {
            let plain = (data - number * block).min(block) as u32;
            let length = if lengths.is_packed() { numbers.next() } else { Some(plain) };
            let (length, checksum) = length.zip(numbers.next()).ok_or_else(damaged)?;
            blocks.push(Stored { offset: end, length, checksum });
            end += u64::from(length);
        }
        if !lengths.is_packed() && found != end {
            return Err(too_short(end));
        }
        if crc32fast::hash(front) != checksum {
            return Err(damaged());
        }
        if found != end {
            return Err(too_short(end));
        }
        let description = std::str::from_utf8(description).ok().and_then(Description::from_text).ok_or_else(damaged)?;
        let cache = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let state = Mutex::new(State { file, blocks: cache });
        Ok(Some(TableFile { path: path.to_owned(), description, block, blocks, checksum, length: data, state }))
    }

    /// Returns the identification of a table, which covers all of its data.
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// Returns the number of bytes of data.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Checks that the table belongs to this game, these rules and this layer.
    pub(crate) fn expect(&self, game: &str, rules: &str, layer: &str) -> Result<(), TableError> {
        let Description { game: found_game, rules: found_rules, layer: found_layer, .. } = &self.description;
        for (what, found, expected) in
            [("game", found_game, game), ("rules", found_rules, rules), ("layer", found_layer, layer)]
        {
            if found != expected {
                return Err(self.other(what, found, expected));
            }
        }
        Ok(())
    }

    /// Returns the error for an unexpected value in the header.
    pub(crate) fn other(&self, what: &'static str, found: &str, expected: &str) -> TableError {
        TableError::Other { path: self.path.clone(), what, found: found.into(), expected: expected.into() }
    }

    /// Returns the error for an impossible value with a correct checksum.
    pub(crate) fn impossible(&self, place: u64, found: impl Into<i64>, expected: &str) -> TableError {
        TableError::Value { path: self.path.clone(), place, found: found.into(), expected: expected.into() }
    }

    /// Returns the byte of data at offset `place`, which must be below [`TableFile::length`].
    pub(crate) fn byte(&self, place: u64) -> Result<u8, TableError> {
        let block = self.block(place / self.block)?;
        Ok(block[(place % self.block) as usize])
    }

    /// Returns the bytes of data from offset `place` on, which must be below [`TableFile::length`] and in one block.
    pub(crate) fn bytes<const N: usize>(&self, place: u64) -> Result<[u8; N], TableError> {
        let block = self.block(place / self.block)?;
        let begin = (place % self.block) as usize;
        Ok(std::array::from_fn(|at| block[begin + at]))
    }

    fn block(&self, number: u64) -> Result<Arc<[u8]>, TableError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = state.blocks.get(&number) {
            return Ok(Arc::clone(block));
        }
        let block: Arc<[u8]> = self.read_block(&mut state.file, number)?.into();
        if state.blocks.len() >= CACHED_BLOCKS {
            state.blocks.clear();
        }
        state.blocks.insert(number, Arc::clone(&block));
        Ok(block)
    }

    fn read_block(&self, file: &mut File, number: u64) -> Result<Vec<u8>, TableError> {
        let Stored { offset, length, checksum } = self.blocks[number as usize];
        let io_error = |source| TableError::Io { path: self.path.clone(), source };
        let mut stored = vec![0; length as usize];
        file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut stored)).map_err(io_error)?;
        if crc32fast::hash(&stored) != checksum {
            return Err(TableError::Block { path: self.path.clone(), offset });
        }
        let plain = (self.length - number * self.block).min(self.block);
        unpack(stored, plain as usize).map_err(io_error)
    }

    /// Reads all data, block by block.
    pub(crate) fn read_blocks(&self, visit: impl FnMut(&[u8])) -> Result<(), TableError> {
        self.read_blocks_while(|| true, visit)
    }

    fn read_blocks_while(
        &self,
        mut goes_on: impl FnMut() -> bool,
        mut visit: impl FnMut(&[u8]),
    ) -> Result<(), TableError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for number in (0..self.blocks.len() as u64).take_while(|_| goes_on()) {
            visit(&self.read_block(&mut state.file, number)?);
        }
        Ok(())
    }

    /// Reads all data, in parts of `length` bytes, which divides the length of the data, as long as `goes_on` returns true.
    pub(crate) fn read_all(
        &self,
        length: usize,
        goes_on: impl FnMut() -> bool,
        mut visit: impl FnMut(Vec<u8>),
    ) -> Result<(), TableError> {
        let mut part = Vec::with_capacity(length);
        self.read_blocks_while(goes_on, |block| {
            let mut rest = block;
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(length - part.len()));
                part.extend_from_slice(now);
                rest = later;
                if part.len() == length {
                    visit(std::mem::replace(&mut part, Vec::with_capacity(length)));
                }
            }
        })
    }
}
