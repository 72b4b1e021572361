//! The server: one address, one set of limits, one list of routes.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use plyground_arena::Record;
use plyground_catalog::Catalog;
use plyground_game::thread_context::startable;
use plyground_page::{Bucket, Page, Settings};
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, oneshot};
use tower_http::compression::CompressionLayer;

use crate::app::App;
use crate::archive::Archive;
use crate::cluster::{ClusterSource, Watched};
use crate::connections::{AcceptFailures, ConnectionLimits, serve};
use crate::fault::Fault;
use crate::limits::{BODY, IMPORTS, RECORDS, REFUSALS, REQUESTS, WAITING};
use crate::searches::Searches;
use crate::token::Token;
use crate::{api, assets, guard};

/// Options of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Games and agents.
    pub catalog: Catalog,
    /// Address to listen on. An address that other machines reach requires the token of the link.
    pub host: IpAddr,
    /// Port; 0 for any free one.
    pub port: u16,
    /// Recorded games to show, with a title.
    pub records: Option<(String, Vec<Record>)>,
    /// Folder of the exact tables; by default that of the catalog's solver.
    pub tables: Option<PathBuf>,
    /// Cluster to show in a panel; without it, the page has no panel.
    pub cluster: Option<ClusterSource>,
    /// Called with one line about trouble of the server; by default it does nothing.
    pub notice: fn(&str),
}

impl Default for Options {
    /// The four games, any free port on 127.0.0.1.
    fn default() -> Options {
        let host = Ipv4Addr::LOCALHOST.into();
        Options {
            catalog: Catalog::standard(),
            host,
            port: 0,
            records: None,
            tables: None,
            cluster: None,
            notice: |_| {},
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program listens there.
    #[error("port {0} is in use: expected a free one, such as `--port {next}`, or `--port 0` for any", next = if *.0 < 65_000 { .0 + 1 } else { 8_080 })]
    InUse(u16),
    /// The system refuses.
    #[error("cannot serve on port {0}: {1}")]
    Refused(u16, io::Error),
    /// There is no thread to run on.
    #[error("cannot start: {0}")]
    Start(io::Error),
}

/// A server that has its address, but does not answer yet.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    app: Arc<App>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("address", &self.app.address).finish_non_exhaustive()
    }
}

/// Running server with its own threads. Dropping it stops the server and all its searches.
pub struct Running {
    server: Option<(Runtime, oneshot::Sender<()>)>,
    app: Arc<App>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Running").field("address", &self.app.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Binds the port.
    ///
    /// # Errors
    /// Fails if the port is in use or refused.
    pub fn bind(options: Options) -> Result<Server, ServeError> {
        // The runtime would panic without a thread, and searches would wait for ever without another.
        let workers = available_parallelism().map_or(1, usize::from);
        let threads = startable(workers + 1);
        if threads < 2 {
            return Err(ServeError::Start(io::Error::other("the system refuses a thread: expected 2 or more")));
        }
        let builder = &mut tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(threads - 1).enable_all().build().map_err(ServeError::Start)?;
        let address = SocketAddr::from((options.host, options.port));
        let listener = runtime.block_on(async { listen(address) }).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::InUse(options.port),
            _ => ServeError::Refused(options.port, error),
        })?;
        let port = listener.local_addr().map_err(|error| ServeError::Refused(options.port, error))?.port();
        let archive = Arc::new(Archive::default());
        let (tables, recorded) = (options.tables, Arc::clone(&archive));
        let page = Page::new(Settings { tables, recorded: Some(recorded), ..Settings::new(options.catalog) });
        // An address that is both everybody's and this machine's is everybody's.
        let token = (!options.host.is_loopback()).then(|| Token::new(port));
        let app = App {
            page,
            address: SocketAddr::new(options.host, port),
            outside: SocketAddr::new(outside(options.host), port),
            token,
            searches: Searches::new(),
            archive,
            shared: Arc::default(),
            requests: Bucket::new(REQUESTS),
            refusals: Bucket::new(REFUSALS),
            imports: Semaphore::new(IMPORTS),
            cluster: options.cluster.map(Watched::new),
            accept_failures: AcceptFailures::new(options.notice),
        };
        if let Some((title, records)) = options.records {
            app.archive.add(&title, 0, records).expect("an empty archive has room");
        }
        Ok(Server { runtime, listener, app: Arc::new(app) })
    }

    /// Returns the address of the page, with the token if it requires one.
    #[must_use]
    pub fn url(&self) -> String {
        url(&self.app)
    }

    /// Returns the address for other devices, with the token; `None` if the server accepts only clients of this machine. If the
    /// server listens on all addresses, it is that of this machine on its network.
    #[must_use]
    pub fn url_outside(&self) -> Option<String> {
        url_outside(&self.app)
    }

    /// Serves until the user interrupts the program.
    pub fn run(self) {
        let running = self.start();
        if let Some((runtime, _)) = &running.server {
            _ = runtime.block_on(tokio::signal::ctrl_c());
        }
    }

    /// Starts the server on its own threads.
    #[must_use]
    pub fn start(self) -> Running {
        let Server { runtime, listener, app } = self;
        let (stop, stopped) = oneshot::channel();
        let (router, shared) = (router(&app), Arc::clone(&app));
        runtime.spawn(async move {
            tokio::select! {
                () = serve(listener, router, ConnectionLimits::default(), &shared.accept_failures) => {}
                _ = stopped => {}
            }
        });
        Running { server: Some((runtime, stop)), app }
    }
}

/// Listens on an address, with the longest accept queue that the system allows: if the queue is full, a new client retries only
/// after a second.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A server that was just ended must not keep its port for a minute. On Windows this would mean something else.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Returns the address of this machine for other machines, if it listens on all addresses. No packet is sent: a socket of
/// UDP only chooses its own end. The networks are those of documentation, which lie outside.
fn outside(host: IpAddr) -> IpAddr {
    if !host.is_unspecified() {
        return host;
    }
    let any: [IpAddr; 2] = [Ipv4Addr::UNSPECIFIED.into(), Ipv6Addr::UNSPECIFIED.into()];
    let far: [IpAddr; 2] = [Ipv4Addr::new(192, 0, 2, 1).into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()];
    let own = any.into_iter().zip(far).find_map(|(any, far)| {
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((far, 9)).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    });
    own.unwrap_or(host)
}

fn url_outside(app: &App) -> Option<String> {
    let token = app.token.as_ref()?;
    Some(format!("http://{}/{}", app.outside, token.query()))
}

fn url(app: &App) -> String {
    let query = app.token.as_ref().map(Token::query).unwrap_or_default();
    format!("http://{}/{query}", app.address)
}

/// Stops searches and matches, and drops the rest, because a graceful shutdown would wait for open streams.
fn end(runtime: Runtime, app: &App) {
    app.archive.stop_all();
    app.searches.stop_all();
    runtime.shutdown_background();
}

impl Running {
    /// Returns the address of the page, with the token if it requires one.
    #[must_use]
    pub fn url(&self) -> String {
        url(&self.app)
    }

    /// Address for other devices, see [`Server::url_outside`].
    #[must_use]
    pub fn url_outside(&self) -> Option<String> {
        url_outside(&self.app)
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.app.address.port()
    }

    /// Searches that run now.
    #[must_use]
    pub fn searches(&self) -> usize {
        self.app.searches.running()
    }

    /// Streams that are open now.
    #[must_use]
    pub fn streams(&self) -> usize {
        self.app.searches.streams()
    }

    /// Returns the number of open search sessions.
    #[must_use]
    pub fn search_sessions(&self) -> usize {
        self.app.page.search_sessions()
    }

    /// Returns the number of open games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.app.page.games()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some((runtime, stop)) = self.server.take() {
            // The listener is gone if the server has already ended.
            let _ = stop.send(());
            end(runtime, &self.app);
        }
    }
}

fn router(app: &Arc<App>) -> Router {
    let records = post(api::matches::import).layer(DefaultBodyLimit::max(RECORDS));
    Router::new()
        .route("/", get(assets::page))
        .route("/assets/{name}", get(assets::file))
        .route("/api/status", get(api::status))
        .route("/api/cluster", get(api::cluster::status))
        .route("/api/matches", get(api::matches::list).post(api::matches::start))
        .route("/api/matches/import", records)
        .route("/api/matches/{id}", get(api::matches::view).delete(api::matches::stop))
        .route("/api/matches/{id}/follow", get(api::matches::follow))
        .route("/api/games/{name}/watch", get(api::shared::watch))
        .route("/api/invitation", get(api::shared::invitation))
        // All other routes: `ROUTES` in `page/src/api.rs`, which the worker of a static page answers too.
        .route("/api/{*question}", any(api::ask))
        .fallback(async || Fault::missing("page"))
        .method_not_allowed_fallback(async || {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know that method")
        })
        .layer(DefaultBodyLimit::max(BODY))
        // Streams of events are left as they are: they have to arrive at once.
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}
