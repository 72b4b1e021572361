//! What all requests of a server share.

use std::net::SocketAddr;
use std::sync::Arc;

use plyground_page::{Bucket, Page};
use tokio::sync::Semaphore;

use crate::archive::Archive;
use crate::cluster::Watched;
use crate::connections::AcceptFailures;
use crate::searches::Searches;
use crate::shared::Shared;
use crate::token::Token;

/// The server's state.
pub(crate) struct App {
    pub(crate) page: Page,
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// Address of this server for other devices.
    pub(crate) outside: SocketAddr,
    /// The secret of other clients; `None` without other clients.
    pub(crate) token: Option<Token>,
    pub(crate) searches: Searches,
    pub(crate) archive: Arc<Archive>,
    /// Games that several pages play in.
    pub(crate) shared: Arc<Shared>,
    /// Requests that may pass.
    pub(crate) requests: Bucket,
    /// Requests that may not.
    pub(crate) refusals: Bucket,
    /// Places for files of records that arrive.
    pub(crate) imports: Semaphore,
    /// The cluster that the page shows, if any.
    pub(crate) cluster: Option<Watched>,
    pub(crate) accept_failures: AcceptFailures,
}
