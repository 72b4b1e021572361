//! Connection to the server: its address, the token, and the certificate of its authority.

use std::collections::HashSet;
use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use plyground_game::thread_context::startable;

use crate::Notice;
use crate::error::ClusterError;
use crate::protocol::shown;
use crate::waiting::longer;

/// Maximum length of a token in bytes.
const LONGEST_TOKEN: usize = 4096;
/// Maximum size of the certificate of an authority in bytes.
const LARGEST_CERTIFICATE: u64 = 4 << 20;
/// Time limit of a connection attempt.
const CONNECT: Duration = Duration::from_secs(5);
/// Maximum number of messages of the server that are reported.
const MOST_REPORTED: usize = 5;

/// Server with its credentials.
#[derive(Clone)]
pub struct Link {
    address: String,
    token: Option<String>,
    authority: Option<PathBuf>,
    /// Whether the connection leaves this machine without encryption.
    is_open: bool,
}

impl fmt::Debug for Link {
    /// Omits the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Returns the runtime of a run or worker. It needs a thread beside this one.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, ClusterError> {
    if startable(1) == 0 {
        // The runtime would panic.
        return Err(ClusterError::Thread(std::io::Error::other("the system refuses it")));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.map_err(ClusterError::Thread)
}

impl Link {
    /// Creates a link to a server by its address, with a token file and the certificate of the authority that signs the server's
    /// certificate.
    ///
    /// # Errors
    /// When the address or a file cannot be read, or the server is on another machine and there is no token.
    pub fn new(address: &str, token_file: Option<&Path>, authority: Option<&Path>) -> Result<Link, ClusterError> {
        let shown = address.rsplit_once('@').map_or(address, |(_, host)| host);
        let bad = || {
            let text: String = shown.chars().take(200).filter(|c| !c.is_control()).collect();
            let expected = "expected an address such as `nats://127.0.0.1:4222`";
            ClusterError::Input(format!("cannot read the server `{text}`: {expected}"))
        };
        let with_scheme = if address.contains("://") { address.to_owned() } else { format!("nats://{address}") };
        let server: ServerAddr = with_scheme.parse().map_err(|_| bad())?;
        if server.username().is_some() || server.password().is_some() {
            let expected = "expected it in a file, by `--token-file`";
            let text = format!("the address of the server holds a password or a token: {expected}");
            return Err(ClusterError::Input(text));
        }
        if !["nats", "tls"].contains(&server.scheme()) || server.host().is_empty() {
            return Err(bad());
        }
        let token = token_file.map(read_token).transpose()?;
        let host = server.host().trim_matches(['[', ']']).to_owned();
        let is_here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        if token.is_none() && !is_here {
            return Err(ClusterError::Input(format!(
                "without a token only a server on this machine (127.0.0.1) is joined, not `{host}`: expected `--token-file`"
            )));
        }
        if let Some(path) = authority
            && let Err(error) = plyground_arena::files::read(path, LARGEST_CERTIFICATE)
        {
            return Err(file("certificate", path, &error.to_string()));
        }
        let is_open = !is_here && server.scheme() != "tls" && authority.is_none();
        let shown = if host.contains(':') { format!("[{host}]") } else { host };
        let address = format!("{}://{shown}:{}", server.scheme(), server.port());
        Ok(Link { address, token, authority: authority.map(Path::to_owned), is_open })
    }

    /// Returns the address of the server, which contains no secret.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Reports whether there is a token. Without one, only a server on this machine can be joined.
    #[must_use]
    pub fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// Returns a warning if the connection leaves this machine without encryption.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let text = "is not encrypted: the token and all games can be read and changed on the way: expected `tls://` or `--tls-ca`";
        self.is_open.then(|| format!("the connection to {} {text}", self.address))
    }

    /// Connects once. A connection that is lost later is restored without a limit of attempts.
    pub(crate) async fn connect(&self, notice: &Notice) -> Result<Client, ClusterError> {
        let notify = Notice::clone(notice);
        let address = self.address.clone();
        // A reconnection is reported only after a reported loss, because a tuning connects for every generation.
        let was_lost = AtomicBool::new(false);
        // Each message of the server once: it repeats them for every request.
        let reported: Mutex<HashSet<String>> = Mutex::default();
        let mut options = ConnectOptions::new()
            .name("ply")
            .connection_timeout(CONNECT)
            .request_timeout(Some(CONNECT))
            .reconnect_delay_callback(|attempts| Duration::from_millis((50 << attempts.min(6)).min(2_000)))
            .ignore_discovered_servers()
            .event_callback(move |event| {
                match event {
                    Event::Disconnected => {
                        was_lost.store(true, Ordering::Relaxed);
                        notify(&format!("the connection to {address} is lost; trying again"));
                    }
                    // The server answers a request without permission only here, and nothing else says why a run waits.
                    Event::ServerError(error) => {
                        let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
                        let text = shown(&error.to_string(), 300);
                        if reported.len() < MOST_REPORTED && reported.insert(text.clone()) {
                            let needs = if text.to_lowercase().contains("permission") {
                                ": a run needs the subjects `ply.>`, `$JS.>` and `_INBOX.>`"
                            } else {
                                ""
                            };
                            notify(&format!("the server {address} reports: {text}{needs}"));
                        }
                    }
                    Event::Connected if was_lost.swap(false, Ordering::Relaxed) => {
                        notify(&format!("connected to {address} again"));
                    }
                    _ => {}
                }
                std::future::ready(())
            });
        if let Some(token) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(authority) = &self.authority {
            options = options.add_root_certificates(authority.clone()).require_tls(true);
        }
        let address = || self.address.clone();
        options.connect(&self.address).await.map_err(|error| {
            let problem = causes(&error);
            match error.kind() {
                ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                    ClusterError::Failed(format!("the server {} refuses the token", address()))
                }
                kind if kind == ConnectErrorKind::Tls || problem.contains("certificate") => {
                    let expected = "expected `--tls-ca` to be the certificate of its authority";
                    ClusterError::Failed(format!("no trusted connection to {}: {problem}: {expected}", address()))
                }
                _ => ClusterError::Unreachable { address: address(), problem },
            }
        })
    }

    /// Connects, and retries an unreachable server with growing pauses for at most `patience`.
    pub(crate) async fn connect_within(
        &self,
        patience: Duration,
        notice: &Notice,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Client, ClusterError> {
        let start = tokio::time::Instant::now();
        let mut pause = Duration::from_millis(100);
        let mut is_reported = false;
        loop {
            match self.connect(notice).await {
                Err(ClusterError::Unreachable { address, problem }) => {
                    if start.elapsed() + pause > patience || is_over() {
                        return Err(ClusterError::Unreachable { address, problem });
                    }
                    if !std::mem::replace(&mut is_reported, true) {
                        notice(&format!("cannot reach the server {address}: {problem}; trying again"));
                    }
                }
                connected => return connected,
            }
            tokio::time::sleep(pause).await;
            pause = longer(pause);
        }
    }
}

/// Returns an error with all its causes, on one line.
pub(crate) fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text.replace('\n', "; ")
}

fn file(what: &'static str, path: &Path, problem: &str) -> ClusterError {
    ClusterError::Input(format!("cannot read the {what} `{}`: {problem}", path.display()))
}

fn read_token(path: &Path) -> Result<String, ClusterError> {
    // A device or a pipe may be endless, so the size is limited.
    let text = plyground_arena::files::read_text(path, 2 * LONGEST_TOKEN as u64);
    let text = text.map_err(|error| file("token", path, &error.to_string()))?;
    let token = text.trim();
    // A server accepts a blank in a token.
    let is_odd = |c: char| {
        (c.is_whitespace() && c != ' ') || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}')
    };
    if token.is_empty() || token.len() > LONGEST_TOKEN || token.contains(is_odd) {
        return Err(file("token", path, "expected one line with the token"));
    }
    Ok(token.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn addresses_and_their_secrets() {
        for (text, address) in [
            ("nats://127.0.0.1:4222", "nats://127.0.0.1:4222"),
            ("localhost", "nats://localhost:4222"),
            ("tls://[::1]:5", "tls://[::1]:5"),
        ] {
            assert_eq!(Link::new(text, None, None).unwrap().address(), address);
        }
        for text in ["", "http://127.0.0.1", "nats://127.0.0.1:99999", "nats://:4222", "a b"] {
            let error = Link::new(text, None, None).unwrap_err();
            assert!(error.to_string().starts_with("cannot read the server `"), "{text}: {error}");
        }
        let error = Link::new("nats://s3cret@127.0.0.1:4222", None, None).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("holds a password or a token") && !error.contains("s3cret"), "{error}");
    }

    #[test]
    fn remote_servers_need_a_token_that_is_never_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        fs::write(&path, "s3cret\n").unwrap();
        let refused = |address: &str, token: Option<&Path>| Link::new(address, token, None).unwrap_err().to_string();
        assert!(refused("example.org", None).starts_with("without a token"));
        assert!(refused("10.0.0.1:4222", None).starts_with("without a token"));
        let link = Link::new("example.org", Some(&path), None).unwrap();
        assert!(link.has_token() && !format!("{link:?} {}", link.address()).contains("s3cret"));
        assert!(link.warning().unwrap().contains("is not encrypted"), "{:?}", link.warning());
        for (address, authority) in [("tls://example.org", None), ("nats://example.org", Some(path.as_path()))] {
            assert_eq!(Link::new(address, Some(&path), authority).unwrap().warning(), None, "{address}");
        }
        for address in ["nats://127.0.0.1:4222", "localhost", "nats://[::1]:4"] {
            assert_eq!(Link::new(address, None, None).unwrap().warning(), None, "{address}");
        }
        fs::write(&path, "two\nlines").unwrap();
        assert!(refused("example.org", Some(&path)).starts_with("cannot read the token `"));
        fs::write(&path, "two \"quoted\" words\n").unwrap();
        assert_eq!(Link::new("example.org", Some(&path), None).unwrap().token.as_deref(), Some("two \"quoted\" words"));
        fs::write(&path, "\u{feff}s3cret\r\n").unwrap();
        assert_eq!(Link::new("example.org", Some(&path), None).unwrap().token.as_deref(), Some("s3cret"));
        fs::write(&path, "s3\u{feff}cret").unwrap();
        assert!(refused("example.org", Some(&path)).starts_with("cannot read the token `"));
    }

    /// Regression: a token or a certificate was read from an endless device.
    #[cfg(unix)]
    #[test]
    fn only_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let large = folder.path().join("large");
        fs::write(&large, "x".repeat(100_000)).unwrap();
        let folder = folder.path();
        for path in [Path::new("/dev/zero"), Path::new("/dev/null"), folder, &large, &folder.join("none")] {
            let error = Link::new("127.0.0.1", Some(path), None).unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
        for path in [Path::new("/dev/zero"), folder] {
            let error = Link::new("127.0.0.1", None, Some(path)).unwrap_err().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    }
}
