//! Opening a table, and reading blocks of it with their checksums looked at.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ahash::RandomState;

use super::{BLOCK, Description, LONGEST_DESCRIPTION, MAGIC, TableError, VERSION, header_length};

/// Blocks that are kept: 32 MiB a table.
const KEPT: usize = 2048;

/// An open table.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    description: Description,
    checksums: Vec<u32>,
    /// The checksum of the header, in which the checksums of all blocks are.
    checksum: u32,
    /// Where the data begin.
    start: u64,
    length: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// Asked at every probe; the seeds are fixed, and the order of its entries never shows.
    blocks: HashMap<u64, Arc<[u8]>, RandomState>,
}

impl TableFile {
    /// Opens a table; `None` when there is no such file.
    pub(crate) fn open(path: &Path) -> Result<Option<TableFile>, TableError> {
        let io_error = |source| TableError::Io { path: path.to_owned(), source };
        let mut file = match plyground_files::open(path) {
            Ok(file) => file,
            // A browser has no files.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::Unsupported) => {
                return Ok(None);
            }
            Err(error) => return Err(io_error(error)),
        };
        let found = file.metadata().map_err(io_error)?.len();
        let mut header = vec![0; 24.min(found as usize)];
        file.read_exact(&mut header).map_err(io_error)?;
        if !header.starts_with(MAGIC) {
            return Err(TableError::Foreign(path.to_owned()));
        }
        if header.len() < 24 {
            return Err(TableError::Length { path: path.to_owned(), found, expected: 24 });
        }
        let number = |at: usize| header[at..].iter().take(4).rev().fold(0u32, |sum, &byte| sum << 8 | u32::from(byte));
        let (version, text, length) =
            (number(8), number(12) as usize, u64::from(number(16)) | u64::from(number(20)) << 32);
        if version != VERSION {
            return Err(TableError::Version { path: path.to_owned(), found: version, expected: VERSION });
        }
        // Bounds first: damaged lengths must not ask for more memory than there is.
        if text > LONGEST_DESCRIPTION || length > 1 << 50 {
            return Err(TableError::Header(path.to_owned()));
        }
        let start = header_length(text, length);
        if found != start + length {
            return Err(TableError::Length { path: path.to_owned(), found, expected: start + length });
        }
        header.resize(start as usize, 0);
        file.read_exact(&mut header[24..]).map_err(io_error)?;
        let damaged = || TableError::Header(path.to_owned());
        let (front, last) = header.split_last_chunk::<4>().ok_or_else(damaged)?;
        let checksum = u32::from_le_bytes(*last);
        if crc32fast::hash(front) != checksum {
            return Err(damaged());
        }
        let (description, checksums) = front[24..].split_at(text);
        let description = std::str::from_utf8(description).ok().and_then(Description::from_text).ok_or_else(damaged)?;
        let checksums = checksums.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let blocks = HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4));
        let state = Mutex::new(State { file, blocks });
        Ok(Some(TableFile { path: path.to_owned(), description, checksums, checksum, start, length, state }))
    }

    /// What identifies a table: it stands for all of its data.
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// Bytes of data.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Makes sure that the table is about this game, these rules and this layer.
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

    /// The error that something in the header is not as expected.
    pub(crate) fn other(&self, what: &'static str, found: &str, expected: &str) -> TableError {
        TableError::Other { path: self.path.clone(), what, found: found.into(), expected: expected.into() }
    }

    /// The error that a value cannot be, though its checksum fits.
    pub(crate) fn impossible(&self, place: u64, found: impl Into<i64>, expected: &str) -> TableError {
        TableError::Value { path: self.path.clone(), place, found: found.into(), expected: expected.into() }
    }

    /// The byte of data at `place`, which is below [`TableFile::length`].
    pub(crate) fn byte(&self, place: u64) -> Result<u8, TableError> {
        let block = self.block(place / BLOCK as u64)?;
        Ok(block[(place % BLOCK as u64) as usize])
    }

    fn block(&self, number: u64) -> Result<Arc<[u8]>, TableError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = state.blocks.get(&number) {
            return Ok(Arc::clone(block));
        }
        let block: Arc<[u8]> = self.read_block(&mut state.file, number)?.into();
        if state.blocks.len() >= KEPT {
            state.blocks.clear();
        }
        state.blocks.insert(number, Arc::clone(&block));
        Ok(block)
    }

    fn read_block(&self, file: &mut File, number: u64) -> Result<Vec<u8>, TableError> {
        let begin = number * BLOCK as u64;
        let mut block = vec![0; (self.length - begin).min(BLOCK as u64) as usize];
        let offset = self.start + begin;
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| file.read_exact(&mut block))
            .map_err(|source| TableError::Io { path: self.path.clone(), source })?;
        if crc32fast::hash(&block) == self.checksums[number as usize] {
            Ok(block)
        } else {
            Err(TableError::Block { path: self.path.clone(), offset })
        }
    }

    /// Reads all data, block by block.
    pub(crate) fn read_blocks(&self, mut visit: impl FnMut(&[u8])) -> Result<(), TableError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for number in 0..self.checksums.len() as u64 {
            visit(&self.read_block(&mut state.file, number)?);
        }
        Ok(())
    }

    /// Reads all data, in parts of `length` bytes, which divides the length of the data.
    pub(crate) fn read_all(&self, length: usize, mut visit: impl FnMut(Vec<u8>)) -> Result<(), TableError> {
        let mut part = Vec::with_capacity(length);
        self.read_blocks(|block| {
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
