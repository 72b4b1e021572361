//! Nothing that an engine has started outlives the engine, and no engine outlives this program, however it ends.
//!
//! Every engine runs in a process group of its own, and carries a mark in its environment, which all that it starts inherit. The
//! group is killed with the engine. A helper that has left the group (`setsid`) is known by the mark, where the system shows the
//! environment of a process (Linux).
//!
//! A program that is killed cannot clean up behind itself. So with its first engine it starts a guard: a shell that waits for the end
//! of a pipe whose other end dies with this program, and then kills what is left. Without a shell there is no guard.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// The variable that carries the marks of all engines that a process belongs to.
const VARIABLE: &str = "PLYGROUND_ENGINE";

/// Reads lists of process groups until the end; then kills those of the last one, and every process with the mark.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM PIPE
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -KILL "-$group"; done 2>/dev/null
[ -r /proc/self/environ ] || exit 0
for round in 1 2 3 4 5; do
    found=
    for file in $(grep -slF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
        found=yes
        process=${file#/proc/}
        kill -KILL "${process%/environ}"
    done 2>/dev/null
    [ -n "$found" ] || exit 0
done
"#;

/// The guard of this program.
#[derive(Debug)]
struct Guard {
    mark: String,
    /// `None` where no shell could be started.
    orders: Option<ChildStdin>,
    groups: BTreeSet<i32>,
}

impl Guard {
    fn start() -> Guard {
        let mark = format!("{:016x}.", RandomState::new().hash_one(std::process::id()));
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "plyground-guard", &mark]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends this program's group must not end the guard.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let orders = shell.spawn().ok().and_then(|mut shell| shell.stdin.take());
        Guard { mark, orders, groups: BTreeSet::new() }
    }

    /// Writes which groups are to be killed.
    fn publish(&mut self) {
        let groups: Vec<String> = self.groups.iter().map(ToString::to_string).collect();
        if let Some(orders) = &mut self.orders {
            // A guard that is gone cannot be reached; nothing better is at hand.
            let _ = orders.write_all(format!("{}\n", groups.join(" ")).as_bytes());
        }
    }
}

fn guard() -> MutexGuard<'static, Guard> {
    static GUARD: OnceLock<Mutex<Guard>> = OnceLock::new();
    GUARD.get_or_init(|| Mutex::new(Guard::start())).lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of an engine and of all that it starts.
#[derive(Debug)]
pub(super) struct Family {
    mark: String,
    group: Option<Pid>,
}

impl Family {
    /// A mark for a program that is going to be started, in a group of its own.
    pub(super) fn prepare(command: &mut Command) -> Family {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}{}.", guard().mark, COUNT.fetch_add(1, Ordering::Relaxed));
        // A parent that has started this program as an engine has to find its engines, too.
        let marks = std::env::var(VARIABLE).map_or_else(|_| mark.clone(), |others| format!("{others} {mark}"));
        command.env(VARIABLE, marks);
        std::os::unix::process::CommandExt::process_group(command, 0);
        Family { mark, group: None }
    }

    /// It has been started.
    pub(super) fn started(&mut self, group: Pid) {
        self.group = Some(group);
        let mut guard = guard();
        guard.groups.insert(group.as_raw_nonzero().get());
        guard.publish();
    }

    /// Kills all of them.
    pub(super) fn kill(&mut self) {
        if let Some(group) = self.group.take() {
            // The group may outlive its first process.
            let _ = kill_process_group(group, Signal::KILL);
            let mut guard = guard();
            guard.groups.remove(&group.as_raw_nonzero().get());
            guard.publish();
        }
        #[cfg(target_os = "linux")]
        kill_marked(&self.mark);
    }
}

/// How often it is looked for helpers that were started by helpers at the last moment.
#[cfg(target_os = "linux")]
const ROUNDS: u32 = 5;

/// Kills all processes that carry a mark in their environment.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
    let carries = |name: &str| {
        let environment = std::fs::read(format!("/proc/{name}/environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|part| part == mark.as_bytes())
    };
    for _ in 0..ROUNDS {
        let mut found = false;
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some((name, pid)) = name.to_str().and_then(|name| Some((name, Pid::from_raw(name.parse().ok()?)?)))
            else {
                continue;
            };
            // A handle first: should the number be given to another process meanwhile, that one is not hit.
            let Ok(process) = pidfd_open(pid, PidfdFlags::empty()) else { continue };
            if carries(name) {
                found |= pidfd_send_signal(&process, Signal::KILL).is_ok();
            }
        }
        if !found {
            return;
        }
    }
}
