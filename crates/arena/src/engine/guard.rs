//! Guard that kills the descendants of an engine with the engine, and the engines with this program.
//!
//! Every engine runs in its own process group and has a mark in its environment, which its descendants inherit. The group is
//! killed with the engine. On Linux, a helper that has left the group (`setsid`) is found by the mark in its environment.
//!
//! A program that is killed cannot clean up. So it starts a guard with its first engine: a shell that waits until a pipe from
//! this program is closed, and then kills what is left. Without a shell there is no guard.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// Environment variable with the marks of all engines that a process belongs to.
const VARIABLE: &str = "PLYGROUND_FAMILY";

/// Reads lists of process groups until the end of the input. Then kills the groups of the last list, and every process with the
/// mark.
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

/// Guard of this program.
#[derive(Debug)]
struct Guard {
    mark: String,
    /// Input of the shell; `None` if no shell could be started.
    orders: Option<ChildStdin>,
    groups: BTreeSet<i32>,
}

impl Guard {
    fn start() -> Guard {
        let mark = format!("{:016x}.", RandomState::new().hash_one(std::process::id()));
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "plyground-guard", &mark]);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal to the group of this program must not end the guard.
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let orders = shell.spawn().ok().and_then(|mut shell| shell.stdin.take());
        Guard { mark, orders, groups: BTreeSet::new() }
    }

    /// Sends the list of groups to the guard.
    fn publish(&mut self) {
        let groups: Vec<String> = self.groups.iter().map(ToString::to_string).collect();
        if let Some(orders) = &mut self.orders {
            // A write error means that the guard has ended. There is no other protection.
            let _ = orders.write_all(format!("{}\n", groups.join(" ")).as_bytes());
        }
    }
}

fn guard() -> MutexGuard<'static, Guard> {
    static GUARD: OnceLock<Mutex<Guard>> = OnceLock::new();
    GUARD.get_or_init(|| Mutex::new(Guard::start())).lock().unwrap_or_else(PoisonError::into_inner)
}

/// Process group and mark of an engine.
#[derive(Debug)]
pub(super) struct Family {
    mark: String,
    group: Option<Pid>,
}

impl Family {
    /// Prepares a command to start in its own group, with a new mark.
    pub(super) fn prepare(command: &mut Command) -> Family {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}{}.", guard().mark, COUNT.fetch_add(1, Ordering::Relaxed));
        // If this program is itself an engine, its parent must find its engines too.
        let marks = std::env::var(VARIABLE).map_or_else(|_| mark.clone(), |others| format!("{others} {mark}"));
        command.env(VARIABLE, marks);
        std::os::unix::process::CommandExt::process_group(command, 0);
        Family { mark, group: None }
    }

    /// Registers the process group of the started engine.
    pub(super) fn started(&mut self, group: Pid) {
        self.group = Some(group);
        let mut guard = guard();
        guard.groups.insert(group.as_raw_nonzero().get());
        guard.publish();
    }

    /// Kills the group and all processes with the mark.
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

/// Maximum number of searches for helpers that were started during the previous search.
#[cfg(target_os = "linux")]
const ROUNDS: u32 = 5;

/// Kills all processes with a mark in their environment.
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
            // A process handle ensures that a process which reuses the pid is not killed.
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
