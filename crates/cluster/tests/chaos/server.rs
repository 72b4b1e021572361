//! Server of a scene: it can be killed, restarted with other settings, and put back to an earlier state of its store.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::Duration;

use super::Random;
use super::scene::{PATIENCE, Running, STEP, start};

/// Store of a server with enough capacity, in bytes.
pub(super) const CAPACITY: usize = 1 << 30;
/// Token with characters that a configuration, a shell or a protocol could misread.
pub(super) const TOKEN: &str = r#"a "token's" word"#;
/// Parts of the store that can be lost independently: the messages (`msgs`) and the consumers (`obs`) of the streams.
const PARTS: [(&str, &str); 6] = [
    ("PLY_RESULTS", "msgs"),
    ("PLY_RESULTS", "obs"),
    ("PLY_WORK", "msgs"),
    ("PLY_WORK", "obs"),
    ("PLY_RUNS", "msgs"),
    ("PLY_LOG", "msgs"),
];
/// Losses whose cost is measured, with a bit for each part.
pub(super) const LOSSES: [(&str, usize); 4] =
    [("the results", 0b00_0001), ("all messages", 0b11_0101), ("all consumers", 0b00_1010), ("everything", 0b11_1111)];
/// Number of ways to put parts of the store back.
pub(super) const COMBINATIONS: usize = (1 << PARTS.len()) - 1;
/// Number of times that parts of a store were put back. Each time is another combination, until all had their turn.
static PUT_BACK: AtomicUsize = AtomicUsize::new(0);
/// Number of times that a server has ended by itself.
static CRASHES: AtomicUsize = AtomicUsize::new(0);
/// Subjects for which the account of a run can lack permission.
const SUBJECTS: [&str; 12] = [
    "ply.work.>",
    "ply.result.>",
    "ply.run.>",
    "ply.log",
    "ply.wake",
    "ply.workers",
    "ply.coordinator.>",
    "$JS.API.>",
    "$JS.API.STREAM.>",
    "$JS.API.CONSUMER.>",
    "$JS.ACK.>",
    "_INBOX.>",
];

/// Way in which clients join a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// Any client on this machine.
    Open,
    /// Clients with the token.
    Token,
    /// Any client, as the user of an account that can have limits.
    Account,
}

/// Settings of a server, which a fault changes for a while.
#[derive(Clone, Default)]
pub(super) struct Settings {
    /// Size of the store in bytes, if it is small.
    bytes: Option<usize>,
    /// Line with the limits of the account.
    limits: String,
    /// Subject for which the account has no permission.
    denied: Option<&'static str>,
}

impl Settings {
    pub(super) fn with_room(bytes: usize) -> Settings {
        Settings { bytes: Some(bytes), ..Settings::default() }
    }

    /// Draws an account without permission for a subject.
    pub(super) fn without_permission(random: &mut Random) -> Settings {
        Settings { denied: Some(SUBJECTS[random.below(SUBJECTS.len())]), ..Settings::default() }
    }

    /// Draws an account with too small limits.
    pub(super) fn limited(random: &mut Random) -> Settings {
        let limits = match random.below(3) {
            0 => format!("max_streams: {}", 1 + random.below(3)),
            1 => format!("max_consumers: {}", 1 + random.below(2)),
            _ => format!("max_file: {}", 1_000 + random.below(20_000)),
        };
        Settings { limits, ..Settings::default() }
    }

    /// Returns the configuration file.
    fn text(&self, access: Access) -> String {
        let bytes = self.bytes.unwrap_or(CAPACITY);
        let store = format!("jetstream {{ max_memory_store: 1MB, max_file_store: {bytes} }}\n");
        let access = match access {
            Access::Open => String::new(),
            Access::Token => format!("authorization {{ token: {TOKEN:?} }}\n"),
            Access::Account => {
                let denied = self.denied.map_or_else(String::new, |subject| {
                    format!(
                        ", permissions: {{ publish: {{ deny: [{subject:?}] }}, subscribe: {{ deny: [{subject:?}] }} }}"
                    )
                });
                let user = format!("{{ user: ply, password: ply{denied} }}");
                let limits = if self.limits.is_empty() { "enabled" } else { &format!("{{ {} }}", self.limits) };
                format!("accounts {{ PLY {{ jetstream: {limits}, users: [ {user} ] }} }}\nno_auth_user: ply\n")
            }
        };
        store + &access
    }
}

/// Server of a scene.
pub(super) struct Server {
    program: PathBuf,
    folder: PathBuf,
    pub(super) port: u16,
    pub(super) access: Access,
    running: Running,
    /// Whether there is a copy of an earlier state of the store.
    has_copy: bool,
}

/// Returns the version of a server; `None` if it is not installed.
pub(super) fn version(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().rsplit(' ').next().map(|version| version.trim_start_matches('v').to_owned())
}

impl Server {
    /// Starts a server on a free port, with its files in this folder.
    pub(super) fn start(program: &Path, folder: &Path, access: Access) -> Result<Server, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        drop(listener);
        let running = run(program, folder, port, &Settings::default().text(access))?;
        Ok(Server { program: program.into(), folder: folder.into(), port, access, running, has_copy: false })
    }

    /// Returns the token; empty if the server has none.
    pub(super) fn token(&self) -> &'static str {
        if self.access == Access::Token { TOKEN } else { "" }
    }

    fn store(&self) -> PathBuf {
        self.folder.join("store")
    }

    pub(super) fn freeze(&self, time: Duration) {
        self.running.freeze(time);
    }

    /// Kills the server and starts it again with other settings.
    pub(super) fn restart(&mut self, settings: &Settings) -> Result<(), String> {
        self.running.kill();
        self.resume(settings)
    }

    fn resume(&mut self, settings: &Settings) -> Result<(), String> {
        self.running = run(&self.program, &self.folder, self.port, &settings.text(self.access))?;
        Ok(())
    }

    /// Starts the server again if it has ended by itself, as a supervisor does. Version 2.9.10 sometimes crashes at a request for a
    /// message of a stream that is deleted.
    pub(super) fn revive(&mut self) -> Result<(), String> {
        if self.running.try_wait()?.is_some() {
            CRASHES.fetch_add(1, Ordering::Relaxed);
            self.resume(&Settings::default())?;
        }
        Ok(())
    }

    /// Restarts the server with these settings for a while.
    pub(super) fn restart_for(&mut self, settings: &Settings, time: Duration) -> Result<(), String> {
        self.restart(settings)?;
        sleep(time);
        self.restart(&Settings::default())
    }

    /// Restarts the server with an empty store.
    pub(super) fn lose_store(&mut self) -> Result<(), String> {
        self.running.kill();
        fs::remove_dir_all(self.store()).map_err(|error| error.to_string())?;
        self.resume(&Settings::default())
    }

    /// Restarts the server with the present state of some parts of its store after `time`, as after a power cut, or with a state of
    /// an earlier call.
    pub(super) fn forget(&mut self, time: Duration, random: &mut Random) -> Result<(), String> {
        if !self.has_copy || random.below(3) > 0 {
            self.remember()?;
        }
        sleep(time);
        self.put_back(1 + PUT_BACK.fetch_add(1, Ordering::Relaxed) % COMBINATIONS)
    }

    /// Copies the present state of the store.
    pub(super) fn remember(&mut self) -> Result<(), String> {
        let earlier = self.folder.join("earlier");
        _ = fs::remove_dir_all(&earlier);
        copy(&self.store(), &earlier).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        self.has_copy = true;
        Ok(())
    }

    /// Kills the server and restarts it with the copied state of these parts of its store, a bit for each.
    pub(super) fn put_back(&mut self, chosen: usize) -> Result<(), String> {
        let fault = |error: io::Error| format!("{}: {error}", self.folder.display());
        let (store, earlier) = (self.store(), self.folder.join("earlier"));
        self.running.kill();
        let account = if self.access == Access::Account { "PLY" } else { "$G" };
        for (number, (stream, part)) in PARTS.into_iter().enumerate() {
            let path = Path::new("jetstream").join(account).join("streams").join(stream);
            if chosen & (1 << number) != 0 && store.join(&path).exists() {
                let path = path.join(part);
                _ = fs::remove_dir_all(store.join(&path));
                if earlier.join(&path).exists() {
                    copy(&earlier.join(&path), &store.join(&path)).map_err(fault)?;
                }
            }
        }
        self.resume(&Settings::default())
    }
}

/// Returns the number of combinations of parts that were put back.
pub(super) fn combinations() -> usize {
    PUT_BACK.load(Ordering::Relaxed).min(COMBINATIONS)
}

/// Returns the number of times that a server has ended by itself.
pub(super) fn crashes() -> usize {
    CRASHES.load(Ordering::Relaxed)
}

/// Starts a server and waits until it listens.
fn run(program: &Path, folder: &Path, port: u16, configuration: &str) -> Result<Running, String> {
    let file = folder.join("server.conf");
    fs::write(&file, configuration).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut command = Command::new(program);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]);
    command.arg(folder.join("store")).arg("-c").arg(file);
    let log = folder.join("server.log");
    let server = start(&mut command, &log, &log)?;
    for _ in 0..PATIENCE {
        if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return Ok(server);
        }
        sleep(STEP);
    }
    Err("the server does not listen".into())
}

/// Copies a folder whose files a server is writing. A file that vanishes meanwhile is left out.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let or_gone = |done: io::Result<()>| match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    };
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        let done =
            if entry.path().is_dir() { copy(&entry.path(), &to) } else { fs::copy(entry.path(), &to).map(|_| ()) };
        or_gone(done)?;
    }
    Ok(())
}
