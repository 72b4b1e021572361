//! What all requests of a server share.

use std::path::PathBuf;

use plyground_catalog::Catalog;
use tokio::sync::Semaphore;

use crate::archive::Archive;
use crate::limits::{Bucket, Budget};
use crate::rooms::Rooms;
use crate::searches::Searches;
use crate::token::Token;

/// The server's state.
pub(crate) struct App {
    pub(crate) catalog: Catalog,
    pub(crate) port: u16,
    /// What others need to be let in; `None` where nobody else can come.
    pub(crate) token: Option<Token>,
    pub(crate) rooms: Rooms,
    pub(crate) searches: Searches,
    pub(crate) archive: Archive,
    pub(crate) requests: Bucket,
    /// MiB of all transposition tables.
    pub(crate) memory: Budget,
    /// Places for files of records that arrive.
    pub(crate) imports: Semaphore,
    pub(crate) tables: Option<PathBuf>,
}
