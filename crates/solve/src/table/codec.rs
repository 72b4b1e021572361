//! Blocks compressed by Zstandard.

use std::io;

/// The compression level: higher ones take more time and save a few percent.
#[cfg(not(target_arch = "wasm32"))]
const LEVEL: i32 = 3;

/// A block of a table as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// The compressed bytes, or the bytes themselves if compression saves nothing.
    pub(super) bytes: Vec<u8>,
    pub(super) checksum: u32,
}

/// Compresses blocks, with the work space that they share.
pub(crate) struct Packer {
    #[cfg(not(target_arch = "wasm32"))]
    compressor: zstd::bulk::Compressor<'static>,
}

impl Packer {
    pub(crate) fn new() -> io::Result<Packer> {
        Ok(Packer {
            #[cfg(not(target_arch = "wasm32"))]
            compressor: zstd::bulk::Compressor::new(LEVEL)?,
        })
    }

    /// Packs `data` in blocks of `block` bytes, the last one filled up with zeros.
    ///
    /// # Errors
    /// If memory is short.
    pub(crate) fn pack(&mut self, data: &[u8], block: usize) -> io::Result<Vec<Packed>> {
        let pack = |part: &[u8]| {
            let mut whole = part.to_vec();
            whole.resize(block, 0);
            let bytes = self.compressed(whole)?;
            Ok(Packed { checksum: crc32fast::hash(&bytes), bytes })
        };
        data.chunks(block).map(pack).collect()
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn compressed(&mut self, block: Vec<u8>) -> io::Result<Vec<u8>> {
        let bytes = self.compressor.compress(&block)?;
        Ok(if bytes.len() < block.len() { bytes } else { block })
    }

    /// A browser has no files, so nothing is written there.
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
