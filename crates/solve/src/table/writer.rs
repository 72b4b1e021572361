//! Atomic writing of a table: it is complete or absent.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write as _};
use std::path::Path;

use super::{BLOCK, Description, Lengths, MAGIC, Packed, TableError, VERSION, VERSION_PACKED, files};

/// Writes a table of `length` bytes of data, given in parts. It replaces an existing table, but no other file.
pub(crate) fn write<'a>(
    path: &Path,
    description: &Description,
    length: u64,
    mut parts: impl Iterator<Item = &'a [u8]>,
) -> Result<(), TableError> {
    write_with(path, description, length, |write| parts.try_for_each(write))
}

/// Writes a table with data that `make` passes part by part to its argument.
pub(crate) fn write_with(
    path: &Path,
    description: &Description,
    length: u64,
    make: impl FnOnce(&mut Write<'_>) -> io::Result<()>,
) -> Result<(), TableError> {
    files::write(path, |file| write_file(file, description, length, make))
        .map_err(|source| TableError::of_write(path, source))
}

/// Writes a table of packed blocks of `block` bytes.
pub(crate) fn write_packed<'a>(
    path: &Path,
    description: &Description,
    block: usize,
    blocks: impl Iterator<Item = &'a Packed> + Clone,
) -> Result<(), TableError> {
    let text = description.to_text();
    let data = (block * blocks.clone().count()) as u64;
    let lengths = Lengths { version: VERSION_PACKED, description: text.len(), data, block: block as u64 };
    let mut header = start_of_header(lengths, &text);
    for packed in blocks.clone() {
        header.extend((packed.bytes.len() as u32).to_le_bytes());
        header.extend(packed.checksum.to_le_bytes());
    }
    header.extend(crc32fast::hash(&header).to_le_bytes());
    let write = |file: &mut File| {
        let mut file = BufWriter::with_capacity(1 << 20, file);
        file.write_all(&header)?;
        for packed in blocks {
            file.write_all(&packed.bytes)?;
        }
        file.flush()
    };
    files::write(path, write).map_err(|source| TableError::of_write(path, source))
}

/// Returns the header up to the checksums of the blocks.
fn start_of_header(lengths: Lengths, text: &str) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(MAGIC);
    header.extend(lengths.version.to_le_bytes());
    header.extend((text.len() as u32).to_le_bytes());
    header.extend(lengths.data.to_le_bytes());
    if lengths.is_packed() {
        header.extend((lengths.block as u32).to_le_bytes());
    }
    header.extend(text.as_bytes());
    header
}

/// Function that writes the next bytes of data.
type Write<'a> = dyn FnMut(&[u8]) -> io::Result<()> + 'a;

fn write_file(
    file: &mut File,
    description: &Description,
    length: u64,
    make: impl FnOnce(&mut Write<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let text = description.to_text();
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let lengths = Lengths { version: VERSION, description: text.len(), data: length, block: BLOCK as u64 };
    file.seek(SeekFrom::Start(lengths.header()))?;
    let mut checksums = Vec::new();
    let (mut block, mut written) = (Vec::with_capacity(BLOCK), 0);
    make(&mut |mut part| {
        written += part.len() as u64;
        while !part.is_empty() {
            let (now, later) = part.split_at(part.len().min(BLOCK - block.len()));
            block.extend_from_slice(now);
            part = later;
            if block.len() == BLOCK {
                checksums.push(crc32fast::hash(&block));
                file.write_all(&block)?;
                block.clear();
            }
        }
        Ok(())
    })?;
    if !block.is_empty() {
        checksums.push(crc32fast::hash(&block));
        file.write_all(&block)?;
    }
    if written != length {
        return Err(io::Error::other(format!("{written} bytes of data were made, expected {length}")));
    }
    let mut header = start_of_header(lengths, &text);
    header.extend(checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
    header.extend(crc32fast::hash(&header).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.flush()
}
