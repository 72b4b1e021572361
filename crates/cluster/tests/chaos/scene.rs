//! One run with all of its programs and faults.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use super::Random;

use super::attacker::{Attacker, ReceivedResult};
use super::fault::Fault;
use super::job::{Calm, Job, files};
use super::proxy::Proxy;

/// Maximum number of faults of a scene.
const MOST: usize = 12;
/// Maximum duration without a fault and without a new record, in steps of [`STEP`]. The duration of a run depends on the machine.
const PATIENCE: u32 = 6_000;
const STEP: Duration = Duration::from_millis(20);

/// Store of a server with enough capacity, in bytes.
const CAPACITY: usize = 1 << 30;

/// Program that ends with the scene.
pub(super) struct Running(Child);

impl Running {
    fn kill(&mut self) {
        // The program may have exited.
        _ = self.0.kill();
        _ = self.0.wait();
    }

    fn signal(&self, name: &str) {
        _ = Command::new("kill").args([name, &self.0.id().to_string()]).stderr(Stdio::null()).status();
    }

    /// Suspends the program for a while.
    fn freeze(&self, time: Duration) {
        self.signal("-STOP");
        sleep(time);
        self.signal("-CONT");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// State of a run.
pub(super) struct Scene {
    ply: PathBuf,
    folder: PathBuf,
    job: Job,
    seed: u64,
    /// Number of games in per cent of the usual number.
    size: u64,
    cluster: Option<Cluster>,
    /// Path of the program that forges games.
    liar: PathBuf,
    liars: Vec<Running>,
}

/// Other programs of a run on a cluster.
struct Cluster {
    port: u16,
    proxy: Proxy,
    attacker: Attacker,
    server: Running,
    workers: Vec<Running>,
}

/// Reports whether `nats-server` is installed.
pub(super) fn has_server() -> bool {
    Command::new("nats-server").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Starts a program that ends when it is dropped, with its output and its errors in files.
pub(super) fn start(command: &mut Command, out: &Path, log: &Path) -> Result<Running, String> {
    let file = |path: &Path| {
        let opened = File::options().create(true).append(true).open(path);
        opened.map_err(|error| format!("{}: {error}", path.display()))
    };
    let child = command.stdin(Stdio::null()).stdout(file(out)?).stderr(file(log)?).spawn();
    child.map(Running).map_err(|error| format!("{}: {error}", command.get_program().display()))
}

/// Returns the folder of the server's store.
fn store(folder: &Path) -> PathBuf {
    folder.join("store")
}

/// Starts a server with its store in this folder, limited to this number of bytes.
fn start_server(folder: &Path, port: u16, bytes: usize) -> Result<Running, String> {
    let config = folder.join("server.conf");
    let text = format!("jetstream {{ max_memory_store: 1MB, max_file_store: {bytes} }}\n");
    fs::write(&config, text).map_err(|error| format!("{}: {error}", config.display()))?;
    let mut command = Command::new("nats-server");
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(store(folder)).arg("-c").arg(config);
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

/// Starts a server on a free port.
pub(super) fn start_server_anywhere(folder: &Path) -> Result<(u16, Running), String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    drop(listener);
    Ok((port, start_server(folder, port, CAPACITY)?))
}

/// Returns a command whose files cannot grow beyond this number of blocks of 512 or 1024 bytes.
fn with_room(ply: &Path, blocks: u64) -> Command {
    let mut shell = Command::new("sh");
    // The child inherits the ignored signal, so writing fails as on a full disk.
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(ply);
    shell
}

/// Starts a worker with one thread.
pub(super) fn start_worker(ply: &Path, address: &str, log: &Path) -> Result<Running, String> {
    start_worker_by(Command::new(ply), address, log)
}

fn start_worker_by(mut command: Command, address: &str, log: &Path) -> Result<Running, String> {
    command.args(["worker", "--join", address, "--threads", "1", "--patience", "1s"]);
    start(&mut command, log, log)
}

impl Scene {
    pub(super) fn new([ply, liar]: [&Path; 2], folder: &Path, job: Job, seed: u64, size: u64) -> Result<Scene, String> {
        fs::create_dir_all(folder.join("out")).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut scene = Scene {
            ply: ply.into(),
            folder: folder.into(),
            job,
            seed,
            size,
            cluster: None,
            liar: liar.into(),
            liars: Vec::new(),
        };
        if job.is_clustered() {
            let (port, server) = start_server_anywhere(&scene.folder)?;
            scene.cluster = Some(Cluster {
                port,
                proxy: Proxy::start(port)?,
                attacker: Attacker::start(port),
                server,
                workers: Vec::new(),
            });
        }
        Ok(scene)
    }

    fn address(&self) -> String {
        self.cluster.as_ref().map(|cluster| format!("nats://127.0.0.1:{}", cluster.proxy.port)).unwrap_or_default()
    }

    fn start_worker(&self, number: usize) -> Result<Running, String> {
        start_worker(&self.ply, &self.address(), &self.folder.join(format!("worker-{number}.log")))
    }

    /// Starts the command. `room` is the maximum size of its files in blocks of 512 or 1024 bytes.
    fn start_run(&self, room: Option<u64>) -> Result<Running, String> {
        let mut words = self.job.arguments(&self.folder.join("out"), self.seed, self.size);
        if self.job.is_clustered() {
            words.extend(["--cluster".into(), self.address()]);
        }
        let mut command = match room {
            None => Command::new(&self.ply),
            Some(blocks) => with_room(&self.ply, blocks),
        };
        // Only the output of the last start counts.
        let out = self.folder.join("printed");
        _ = fs::remove_file(&out);
        start(command.args(words), &out, &self.folder.join("run.log"))
    }

    /// Disturbs the run until it ends, and compares its result. Returns its faults. `earlier` is a result of an earlier scene,
    /// which is replaced by one of this scene.
    pub(super) fn play(
        mut self,
        random: &mut Random,
        calm: &Calm,
        earlier: &mut Option<ReceivedResult>,
    ) -> Result<Vec<Fault>, String> {
        let count = 2 + random.below(3);
        for number in 0..count {
            if self.job.is_clustered() {
                let worker = self.start_worker(number)?;
                if let Some(cluster) = &mut self.cluster {
                    cluster.workers.push(worker);
                }
            }
        }
        let mut faults = Vec::new();
        let mut run = self.start_run(None)?;
        let mut next = 10 + random.below(40);
        let mut left = PATIENCE;
        let (mut workers, mut recorded) = (count, 0);
        loop {
            if let Some(status) = run.0.try_wait().map_err(|error| error.to_string())? {
                if self.is_done(status) {
                    break;
                }
                run = self.start_run(None)?;
            }
            sleep(STEP);
            next = next.saturating_sub(1);
            left -= 1;
            let bytes = self.recorded();
            if bytes != recorded {
                (recorded, left) = (bytes, PATIENCE);
            }
            if left == 0 {
                return Err(format!("it does not end; what was done: {faults:?}"));
            }
            if next > 0 || faults.len() >= MOST {
                continue;
            }
            next = 5 + random.below(50);
            left = PATIENCE;
            let fault = Fault::draw(random, self.job.is_clustered());
            let time = Duration::from_millis(100 + random.below(2_900) as u64);
            faults.push(fault);
            match fault {
                Fault::KillCoordinator => {
                    run.kill();
                    run = self.start_run(None)?;
                }
                Fault::FreezeCoordinator => run.freeze(time),
                Fault::FullDisk => {
                    run.kill();
                    run = self.start_run(Some(self.room(random)))?;
                }
                Fault::KillWorker | Fault::FreezeWorker => {
                    workers += 1;
                    let fresh = self.start_worker(workers)?;
                    let Some(cluster) = &mut self.cluster else { continue };
                    let victim = random.below(cluster.workers.len());
                    if fault == Fault::KillWorker {
                        cluster.workers[victim].kill();
                        cluster.workers[victim] = fresh;
                    } else {
                        drop(fresh);
                        cluster.workers[victim].freeze(time);
                    }
                }
                Fault::KillServer | Fault::LoseStore => {
                    let Some(cluster) = &mut self.cluster else { continue };
                    cluster.server.kill();
                    if fault == Fault::LoseStore {
                        fs::remove_dir_all(store(&self.folder)).map_err(|error| error.to_string())?;
                    }
                    cluster.server = start_server(&self.folder, cluster.port, CAPACITY)?;
                }
                Fault::FullStore => {
                    let Some(cluster) = &mut self.cluster else { continue };
                    for (bytes, time) in [(1_000 + random.below(20_000), time), (CAPACITY, Duration::ZERO)] {
                        cluster.server.kill();
                        cluster.server = start_server(&self.folder, cluster.port, bytes)?;
                        sleep(time);
                    }
                }
                Fault::FreezeServer => self.on(|cluster| cluster.server.freeze(time)),
                Fault::CutNetwork => self.on(|cluster| {
                    cluster.proxy.cut();
                    sleep(time);
                    cluster.proxy.pass(Duration::ZERO);
                }),
                Fault::SlowNetwork => self.on(|cluster| cluster.proxy.pass(time / 60)),
                Fault::FullWorkerDisk => {
                    workers += 1;
                    let log = self.folder.join(format!("worker-{workers}.log"));
                    let full = start_worker_by(with_room(&self.ply, 0), &self.address(), &log)?;
                    let Some(cluster) = &mut self.cluster else { continue };
                    let victim = random.below(cluster.workers.len());
                    cluster.workers[victim].kill();
                    cluster.workers[victim] = full;
                }
                Fault::LyingWorker => {
                    let (address, log) = (self.address(), self.folder.join("liar.log"));
                    let honest = [0, 1, 3][random.below(3)].to_string();
                    let mut command = Command::new(&self.liar);
                    let liar = start(command.args([&address, honest.as_str(), "20"]), &log, &log)?;
                    self.liars.push(liar);
                }
                Fault::Repetition | Fault::OtherRun | Fault::Garbage | Fault::Impersonation | Fault::PoisonedRun => {
                    let Some(cluster) = &self.cluster else { continue };
                    let is_done = match fault {
                        Fault::Repetition => cluster.attacker.repeat(random),
                        Fault::OtherRun => cluster.attacker.mislead(earlier.as_ref()),
                        Fault::Impersonation => cluster.attacker.impersonate(random),
                        Fault::PoisonedRun => cluster.attacker.poison(random),
                        _ => cluster.attacker.babble(random),
                    };
                    // The fault was not possible yet, or the server is unreachable.
                    if !is_done {
                        faults.pop();
                    }
                }
            }
        }
        let last = self.cluster.as_ref().and_then(|cluster| cluster.attacker.last());
        *earlier = last.or(earlier.take());
        self.compare(calm).map_err(|problem| format!("{problem}; what was done: {faults:?}"))?;
        Ok(faults)
    }

    fn on(&self, what: impl FnOnce(&Cluster)) {
        if let Some(cluster) = &self.cluster {
            what(cluster);
        }
    }

    fn is_done(&self, status: ExitStatus) -> bool {
        status.success()
    }

    /// Returns the number of bytes in the run's files.
    fn recorded(&self) -> u64 {
        let entries = fs::read_dir(self.folder.join("out")).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|file| file.len()).sum()
    }

    /// Returns a limit that lets the files grow a little.
    fn room(&self, random: &mut Random) -> u64 {
        let sizes = files(&self.folder.join("out")).unwrap_or_default();
        let largest = sizes.values().map(String::len).max().unwrap_or(0) as u64;
        largest / 1024 + 1 + random.below(20) as u64
    }

    /// Checks that the result equals that of the calm run.
    fn compare(&self, calm: &Calm) -> Result<(), String> {
        let out = self.folder.join("out");
        let found = files(&out)?;
        let names: Vec<_> = found.keys().collect();
        if names != calm.files.keys().collect::<Vec<_>>() {
            return Err(format!("other files than in the calm run: {names:?}"));
        }
        if let Some((name, _)) = found.iter().find(|(name, text)| calm.files[*name] != **text) {
            return Err(format!("{} is not that of the calm run", name.display()));
        }
        let printed = fs::read_to_string(self.folder.join("printed")).map_err(|error| error.to_string())?;
        if printed.replace(&out.display().to_string(), "") != calm.printed {
            return Err("its report is not that of the calm run".into());
        }
        Ok(())
    }
}
