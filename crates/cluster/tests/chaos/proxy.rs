//! Network that can be cut and delayed: a proxy between the programs of a scene and its server.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::lock;

/// Network of a scene.
pub(super) struct Proxy {
    pub(super) port: u16,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    is_cut: AtomicBool,
    is_over: AtomicBool,
    /// Delay of each block of bytes, in milliseconds.
    delay: AtomicU64,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// Starts a proxy to a port of this machine.
    pub(super) fn start(server: u16) -> Result<Proxy, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        let state = Arc::new(State::default());
        let shared = Arc::clone(&state);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if shared.is_over.load(Ordering::Relaxed) {
                    break;
                }
                let server = TcpStream::connect((Ipv4Addr::LOCALHOST, server));
                let (Ok(server), false) = (server, shared.is_cut.load(Ordering::Relaxed)) else { continue };
                shared.join(&client, &server);
                shared.join(&server, &client);
            }
        });
        Ok(Proxy { port, state })
    }

    /// Closes all connections, and rejects new ones.
    pub(super) fn cut(&self) {
        self.state.is_cut.store(true, Ordering::Relaxed);
        for stream in self.state.open().drain(..) {
            // The connection may already be closed.
            _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Accepts connections again, with this delay of each block.
    pub(super) fn pass(&self, delay: Duration) {
        self.state.delay.store(delay.as_millis() as u64, Ordering::Relaxed);
        self.state.is_cut.store(false, Ordering::Relaxed);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
        self.state.is_over.store(true, Ordering::Relaxed);
        // The connection wakes the thread.
        _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

impl State {
    fn open(&self) -> std::sync::MutexGuard<'_, Vec<TcpStream>> {
        lock(&self.open)
    }

    /// Copies bytes from one connection to the other until either is closed.
    fn join(self: &Arc<State>, from: &TcpStream, to: &TcpStream) {
        let (Ok(mut from), Ok(mut to), Ok(open)) = (from.try_clone(), to.try_clone(), from.try_clone()) else { return };
        self.open().push(open);
        let state = Arc::clone(self);
        thread::spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(count @ 1..) = from.read(&mut bytes) {
                let delay = state.delay.load(Ordering::Relaxed);
                if delay > 0 {
                    thread::sleep(Duration::from_millis(delay));
                }
                if to.write_all(&bytes[..count]).is_err() {
                    break;
                }
            }
            _ = to.shutdown(Shutdown::Both);
            _ = from.shutdown(Shutdown::Both);
        });
    }
}
