//! The server: one address, one set of limits, one list of routes.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use plyground_arena::Record;
use plyground_catalog::Catalog;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, oneshot};

use crate::app::App;
use crate::archive::Archive;
use crate::connections::{Manners, serve};
use crate::fault::Fault;
use crate::limits::{BODY, Bucket, Budget, IMPORTS, RECORDS, REQUESTS, TABLES_IN_ALL};
use crate::rooms::Rooms;
use crate::searches::Searches;
use crate::{api, assets, guard};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The games, and who can play them.
    pub catalog: Catalog,
    /// The port on 127.0.0.1; 0 for any that is free.
    pub port: u16,
    /// Recorded games to show, with a title.
    pub records: Option<(String, Vec<Record>)>,
    /// Where tables of exact values are; else as the catalog's solver finds them.
    pub tables: Option<PathBuf>,
}

impl Default for Options {
    /// The four games, any free port.
    fn default() -> Options {
        Options { catalog: Catalog::standard(), port: 0, records: None, tables: None }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
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

/// A server that answers, on threads of its own; dropping it ends it and all its searches.
pub struct Running {
    server: Option<(Runtime, oneshot::Sender<()>)>,
    app: Arc<App>,
}

impl Server {
    /// Takes the port on 127.0.0.1.
    ///
    /// # Errors
    /// When the port is taken or refused.
    pub fn bind(options: Options) -> Result<Server, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(ServeError::Start)?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::InUse(options.port),
            _ => ServeError::Refused(options.port, error),
        })?;
        let port = listener.local_addr().map_err(|error| ServeError::Refused(options.port, error))?.port();
        let memory = Budget::new(TABLES_IN_ALL);
        let app = App {
            catalog: options.catalog,
            port,
            rooms: Rooms::new(memory.clone()),
            searches: Searches::new(),
            archive: Archive::default(),
            requests: Bucket::new(REQUESTS),
            memory,
            imports: Semaphore::new(IMPORTS),
            tables: options.tables,
        };
        if let Some((title, records)) = options.records {
            app.archive.add(title, 0, records).expect("an empty archive has room");
        }
        Ok(Server { runtime, listener, app: Arc::new(app) })
    }

    /// The address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.app.port)
    }

    /// Answers until the user interrupts the program.
    ///
    /// # Errors
    /// When the system takes the port away.
    pub fn run(self) -> Result<(), ServeError> {
        let Server { runtime, listener, app } = self;
        runtime.block_on(async {
            tokio::select! {
                () = serve(listener, router(&app), Manners::default()) => {}
                _ = tokio::signal::ctrl_c() => {}
            }
        });
        end(runtime, &app);
        Ok(())
    }

    /// Answers on threads of its own.
    #[must_use]
    pub fn start(self) -> Running {
        let Server { runtime, listener, app } = self;
        let (stop, stopped) = oneshot::channel();
        let router = router(&app);
        runtime.spawn(async move {
            tokio::select! {
                () = serve(listener, router, Manners::default()) => {}
                _ = stopped => {}
            }
        });
        Running { server: Some((runtime, stop)), app }
    }
}

/// Open streams would keep a polite end waiting: searches are asked to stop, and nobody waits for the rest.
fn end(runtime: Runtime, app: &App) {
    app.archive.stop_all();
    app.searches.stop_all();
    runtime.shutdown_background();
}

impl Running {
    /// The address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.app.port)
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.app.port
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

    /// Sessions with an agent that are kept for the next search.
    #[must_use]
    pub fn thinkers(&self) -> usize {
        self.app.rooms.thinkers()
    }

    /// Games that are kept now.
    #[must_use]
    pub fn games(&self) -> usize {
        self.app.rooms.len()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some((runtime, stop)) = self.server.take() {
            // Nobody listens when the server has ended by itself.
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
        .route("/api/catalog", get(api::catalog))
        .route("/api/status", get(api::status))
        .route("/api/games", post(api::games::create))
        .route("/api/games/{id}", get(api::games::view).delete(api::games::remove))
        .route("/api/games/{id}/play", post(api::games::play))
        .route("/api/games/{id}/goto", post(api::games::go_to))
        .route("/api/games/{id}/preview", post(api::games::preview))
        .route("/api/games/{id}/record", get(api::games::record))
        .route("/api/games/{id}/explain", get(api::think::explain))
        .route("/api/games/{id}/think", get(api::think::think))
        .route("/api/games/{id}/exact", get(api::think::exact))
        .route("/api/games/{id}/compare", get(api::compare::compare))
        .route("/api/games/{id}/graph", get(api::compare::graph))
        .route("/api/matches", get(api::matches::list).post(api::matches::start))
        .route("/api/matches/import", records)
        .route("/api/matches/{id}", get(api::matches::view).delete(api::matches::stop))
        .route("/api/matches/{id}/follow", get(api::matches::follow))
        .fallback(async || Fault::missing("page"))
        .method_not_allowed_fallback(async || {
            Fault::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not know that method")
        })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(Arc::clone(app), guard::guard))
        .with_state(Arc::clone(app))
}
