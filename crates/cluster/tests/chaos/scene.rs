//! One run with all of its programs and faults.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use super::attacker::{Attacker, ReceivedResult};
use super::fault::Fault;
use super::job::{Calm, Job, files};
use super::proxy::Proxy;
use super::server::{Access, Server, Settings, TOKEN};
use super::{Random, lock};

/// Maximum number of faults of a scene.
const MOST: usize = 12;
/// Maximum duration without a fault and without a new record, in steps of [`STEP`]. The duration of a run depends on the machine.
pub(super) const PATIENCE: u32 = 30_000;
pub(super) const STEP: Duration = Duration::from_millis(20);

/// Program that ends with the scene.
pub(super) struct Running(Child);

impl Running {
    pub(super) fn kill(&mut self) {
        // The program may have exited.
        _ = self.0.kill();
        _ = self.0.wait();
    }

    /// Returns the status of the program if it has ended.
    pub(super) fn try_wait(&mut self) -> Result<Option<ExitStatus>, String> {
        self.0.try_wait().map_err(|error| error.to_string())
    }

    fn signal(&self, name: &str) {
        _ = Command::new("kill").args([name, &self.0.id().to_string()]).stderr(Stdio::null()).status();
    }

    /// Suspends the program for a while.
    pub(super) fn freeze(&self, time: Duration) {
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
    proxy: Proxy,
    attacker: Attacker,
    server: Server,
    workers: Vec<Running>,
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

/// Returns a command whose files cannot grow beyond this number of blocks of 512 or 1024 bytes.
fn with_room(ply: &Path, blocks: u64) -> Command {
    let mut shell = Command::new("sh");
    // The child inherits the ignored signal, so writing fails as on a full disk.
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]).arg(ply);
    shell
}

/// Starts a worker with one thread.
pub(super) fn start_worker(mut command: Command, address: &[String], log: &Path) -> Result<Running, String> {
    command.args(["worker", "--threads", "1", "--patience", "1s"]).args(address);
    start(&mut command, log, log)
}

impl Scene {
    pub(super) fn new(
        [ply, liar, server]: [&Path; 3],
        access: Access,
        folder: &Path,
        job: Job,
        [seed, size]: [u64; 2],
    ) -> Result<Scene, String> {
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
            let server = Server::start(server, &scene.folder, access)?;
            fs::write(scene.folder.join("token"), TOKEN).map_err(|error| error.to_string())?;
            scene.cluster = Some(Cluster {
                proxy: Proxy::start(server.port)?,
                attacker: Attacker::start((server.port, server.token())),
                server,
                workers: Vec::new(),
            });
        }
        Ok(scene)
    }

    fn address(&self) -> String {
        self.cluster.as_ref().map(|cluster| format!("nats://127.0.0.1:{}", cluster.proxy.port)).unwrap_or_default()
    }

    /// Returns the options that join the server.
    fn joining(&self) -> Vec<String> {
        let mut words = vec!["--cluster".into(), self.address()];
        if self.cluster.as_ref().is_some_and(|cluster| cluster.server.access == Access::Token) {
            words.extend(["--token-file".into(), self.folder.join("token").display().to_string()]);
        }
        words
    }

    fn start_worker(&self, number: usize) -> Result<Running, String> {
        let log = self.folder.join(format!("worker-{number}.log"));
        start_worker(Command::new(&self.ply), &self.joining(), &log)
    }

    /// Starts the command. `room` is the maximum size of its files in blocks of 512 or 1024 bytes.
    fn start_run(&self, room: Option<u64>) -> Result<Running, String> {
        let mut words = self.job.arguments(&self.folder.join("out"), self.seed, self.size);
        if self.job.is_clustered() {
            words.extend(self.joining());
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
    /// which is replaced by one of this scene. The scene is given up when another one has failed.
    pub(super) fn play(
        mut self,
        random: &mut Random,
        calm: &Calm,
        only: &[Fault],
        earlier: &Mutex<Option<ReceivedResult>>,
        has_failed: &dyn Fn() -> bool,
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
            if let Some(status) = run.try_wait()? {
                if self.is_done(status) {
                    break;
                }
                run = self.start_run(None)?;
            }
            if has_failed() {
                return Err("another scene has failed".into());
            }
            sleep(STEP);
            if let Some(cluster) = &mut self.cluster {
                cluster.server.revive()?;
            }
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
            let access = self.cluster.as_ref().map(|cluster| cluster.server.access);
            let Some(fault) = Fault::draw(random, access, only) else { continue };
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
                Fault::KillServer
                | Fault::LoseStore
                | Fault::ForgetfulStore
                | Fault::FullStore
                | Fault::LimitedAccount
                | Fault::MissingPermission => {
                    let Some(Cluster { server, .. }) = &mut self.cluster else { continue };
                    match fault {
                        Fault::LoseStore => server.lose_store()?,
                        Fault::ForgetfulStore => server.forget(time, random)?,
                        Fault::FullStore => {
                            server.restart_for(&Settings::with_room(1_000 + random.below(20_000)), time)?;
                        }
                        Fault::LimitedAccount => server.restart_for(&Settings::limited(random), time)?,
                        Fault::MissingPermission => {
                            server.restart_for(&Settings::without_permission(random), time)?;
                        }
                        _ => server.restart(&Settings::default())?,
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
                    let full = start_worker(with_room(&self.ply, 0), &self.joining(), &log)?;
                    let Some(cluster) = &mut self.cluster else { continue };
                    let victim = random.below(cluster.workers.len());
                    cluster.workers[victim].kill();
                    cluster.workers[victim] = full;
                }
                Fault::LyingWorker => {
                    let (address, log) = (self.address(), self.folder.join("liar.log"));
                    let token = self.cluster.as_ref().map_or("", |cluster| cluster.server.token());
                    // Only the first result is always a batch of its own. Of a later batch with honest results too, a check can draw an
                    // honest one, as the guarantees say.
                    let mut command = Command::new(&self.liar);
                    let liar = start(command.args([&address, "0", "20", token]), &log, &log)?;
                    self.liars.push(liar);
                }
                Fault::DeletedStream
                | Fault::DeletedConsumer
                | Fault::Repetition
                | Fault::OtherRun
                | Fault::Garbage
                | Fault::Impersonation
                | Fault::PoisonedRun => {
                    let Some(cluster) = &self.cluster else { continue };
                    let is_done = match fault {
                        Fault::DeletedStream => cluster.attacker.delete_stream(random),
                        Fault::DeletedConsumer => cluster.attacker.delete_consumer(random),
                        Fault::Repetition => cluster.attacker.repeat(random),
                        Fault::OtherRun => cluster.attacker.mislead(lock(earlier).as_ref()),
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
        if let Some(last) = self.cluster.as_ref().and_then(|cluster| cluster.attacker.last()) {
            *lock(earlier) = Some(last);
        }
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
