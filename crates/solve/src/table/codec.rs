//! Blocks compressed by Zstandard.

use std::io;

use crate::parallel::for_each;

/// Compression level; higher levels take more time and save a few percent.
#[cfg(not(target_arch = "wasm32"))]
const LEVEL: i32 = 3;

/// Stored form of a block of a table.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// Compressed bytes, or the plain bytes if compression saves nothing.
    pub(super) bytes: Vec<u8>,
    pub(super) checksum: u32,
}

/// Compressor of blocks, with a shared work space.
#[derive(Default)]
pub(crate) struct Packer {
    #[cfg(not(target_arch = "wasm32"))]
    compressor: Option<zstd::bulk::Compressor<'static>>,
}

impl Packer {
    /// Packs `data` in blocks of `block` bytes, the last one padded with zeros.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(crate) fn pack(&mut self, data: &[u8], block: usize) -> io::Result<Vec<Packed>> {
        let pack = |part: &[u8]| {
            let mut whole = part.to_vec();
            whole.resize(block, 0);
            let bytes = self.compressed(whole)?;
            Ok(Packed { checksum: crc32fast::hash(&bytes), bytes })
        };
        data.chunks(block).map(pack).collect()
    }

    /// Packs each of the records.
    ///
    /// # Errors
    /// Returns the same errors as [`Packer::pack`].
    pub(crate) fn pack_all(
        threads: usize,
        records: &[impl AsRef<[u8]> + Sync],
        block: usize,
    ) -> io::Result<Vec<Vec<Packed>>> {
        let mut packed: Vec<_> = records.iter().map(|_| Ok(Vec::new())).collect();
        for_each(threads, records.iter().zip(&mut packed), Packer::default, |packer, (record, packed)| {
            *packed = packer.pack(record.as_ref(), block);
        });
        packed.into_iter().collect()
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn compressed(&mut self, block: Vec<u8>) -> io::Result<Vec<u8>> {
        let compressor = match &mut self.compressor {
            Some(compressor) => compressor,
            none => none.insert(zstd::bulk::Compressor::new(LEVEL)?),
        };
        let bytes = compressor.compress(&block)?;
        Ok(if bytes.len() < block.len() { bytes } else { block })
    }

    /// A browser has no files, so this build writes no tables.
    #[cfg(target_arch = "wasm32")]
    fn compressed(&mut self, block: Vec<u8>) -> io::Result<Vec<u8>> {
        Ok(block)
    }
}

/// Restores a block of `length` bytes.
pub(super) fn unpack(stored: Vec<u8>, length: usize) -> io::Result<Vec<u8>> {
    if stored.len() == length {
        return Ok(stored);
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        let block = zstd::bulk::decompress(&stored, length)?;
        if block.len() == length { Ok(block) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
    #[cfg(target_arch = "wasm32")]
    Err(io::ErrorKind::Unsupported.into())
}
