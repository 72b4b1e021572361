//! What all requests of a server share.

use std::path::PathBuf;

use plyground_catalog::Catalog;

use crate::archive::Archive;
use crate::limits::Bucket;
use crate::rooms::Rooms;
use crate::searches::Searches;

/// The server's state.
pub(crate) struct App {
    pub(crate) catalog: Catalog,
    pub(crate) port: u16,
    pub(crate) rooms: Rooms,
    pub(crate) searches: Searches,
    pub(crate) archive: Archive,
    pub(crate) requests: Bucket,
    pub(crate) tables: Option<PathBuf>,
}
