//! Writing a table under a temporary name, and renaming it when all of it is on the disk.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write as _};
use std::path::Path;

use super::{BLOCK, Description, MAGIC, TableError, VERSION, header_length};

/// Writes a table of `length` bytes of data, given in parts. A file that stands there is replaced.
pub(crate) fn write<'a>(
    path: &Path,
    description: &Description,
    length: u64,
    mut parts: impl Iterator<Item = &'a [u8]>,
) -> Result<(), TableError> {
    write_with(path, description, length, |write| parts.try_for_each(write))
}

/// The same, with data that `make` gives part by part to the function that it gets.
pub(crate) fn write_with(
    path: &Path,
    description: &Description,
    length: u64,
    make: impl FnOnce(&mut Write<'_>) -> io::Result<()>,
) -> Result<(), TableError> {
    let temporary = path.with_extension("part");
    let result = write_file(&temporary, description, length, make).and_then(|()| fs::rename(&temporary, path));
    if result.is_err() {
        // Nothing more can be done about a file that cannot be removed either.
        let _ = fs::remove_file(&temporary);
    }
    result.and_then(|()| sync_folder(path)).map_err(|source| TableError::Io { path: path.to_owned(), source })
}

/// Writes the next bytes of data.
type Write<'a> = dyn FnMut(&[u8]) -> io::Result<()> + 'a;

fn write_file(
    path: &Path,
    description: &Description,
    length: u64,
    make: impl FnOnce(&mut Write<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let text = description.to_text();
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    file.seek(SeekFrom::Start(header_length(text.len(), length)))?;
    let mut checksums = Vec::new();
    let mut hasher = crc32fast::Hasher::new();
    let (mut in_block, mut written) = (0, 0);
    make(&mut |mut part| {
        written += part.len() as u64;
        file.write_all(part)?;
        while !part.is_empty() {
            let (now, later) = part.split_at(part.len().min(BLOCK - in_block));
            hasher.update(now);
            in_block += now.len();
            part = later;
            if in_block == BLOCK {
                checksums.push(std::mem::take(&mut hasher).finalize());
                in_block = 0;
            }
        }
        Ok(())
    })?;
    if in_block > 0 {
        checksums.push(hasher.finalize());
    }
    if written != length {
        return Err(io::Error::other(format!("{written} bytes of data were made, expected {length}")));
    }
    let mut header = Vec::new();
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend((text.len() as u32).to_le_bytes());
    header.extend(length.to_le_bytes());
    header.extend(text.as_bytes());
    header.extend(checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
    header.extend(crc32fast::hash(&header).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Makes the new name lasting. Where folders cannot be opened as files, the system sees to it itself.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all().or(Ok(())))
}
