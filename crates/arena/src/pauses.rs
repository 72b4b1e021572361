//! Pauses of this process: it was stopped, its container was frozen, or the machine had no processor for it.
//!
//! A thread asks the time at short intervals. If it is called late, and the process has used no processor in between, the process
//! did not run. A move that is late for this reason alone says nothing about its player, so its game is played again. A process
//! whose own threads keep the processors busy does run.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use crate::limits::Stopwatch;

/// Interval between two looks at the time.
const TICK: Duration = Duration::from_millis(20);
/// Shortest time that counts as a pause. A busy machine delays a thread by a few milliseconds.
const SHORTEST: Duration = Duration::from_millis(60);
/// Interval between two attempts to take the lock of the shared meter, and their number.
const LOOK_EVERY: Duration = Duration::from_millis(1);
const LOOKS: u32 = 100;

/// Measures the pauses of this process as long as it exists.
#[derive(Debug)]
pub(crate) struct PauseMeter {
    state: Arc<Mutex<Measured>>,
    /// The thread ends when this sender is dropped.
    _end: Sender<()>,
}

/// Pauses up to the last tick.
#[derive(Debug)]
struct Measured {
    last_tick: Stopwatch,
    processor: Duration,
    paused: Duration,
}

impl Measured {
    /// Returns the pause since the last tick. It ends now.
    fn present_pause(&self) -> Duration {
        pause(self.last_tick.elapsed(), processor_time().saturating_sub(self.processor))
    }

    fn tick(&mut self) {
        self.paused += self.present_pause();
        (self.last_tick, self.processor) = (Stopwatch::start(), processor_time());
    }
}

/// Returns how long this process did not run of a time in which it used the processor for `worked`.
fn pause(gap: Duration, worked: Duration) -> Duration {
    if gap < SHORTEST { Duration::ZERO } else { gap.saturating_sub(worked) }
}

impl PauseMeter {
    /// Returns the meter that all games of this process share; `None` if no thread can be started for it.
    ///
    /// A fork copies the lock as it is, and the meter without its thread. So a forked child takes a new meter, and does not wait
    /// for a lock that a thread of its parent held.
    pub(crate) fn shared() -> Option<Arc<PauseMeter>> {
        static SHARED: Mutex<(u32, Weak<PauseMeter>)> = Mutex::new((0, Weak::new()));
        let look = |number| {
            if number > 0 {
                thread::sleep(LOOK_EVERY);
            }
            SHARED.try_lock().ok()
        };
        let Some(mut shared) = (0..LOOKS).find_map(look) else {
            return PauseMeter::start().map(Arc::new);
        };
        let process = std::process::id();
        if let Some(meter) = shared.1.upgrade().filter(|_| shared.0 == process) {
            return Some(meter);
        }
        let meter = Arc::new(PauseMeter::start()?);
        *shared = (process, Arc::downgrade(&meter));
        Some(meter)
    }

    fn start() -> Option<PauseMeter> {
        let measured = Measured { last_tick: Stopwatch::start(), processor: processor_time(), paused: Duration::ZERO };
        let (state, (end, ended)) = (Arc::new(Mutex::new(measured)), channel::<()>());
        let ticking = Arc::clone(&state);
        let tick = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                lock(&ticking).tick();
            }
        };
        thread::Builder::new().name("pauses".into()).stack_size(1 << 16).spawn(tick).ok()?;
        Some(PauseMeter { state, _end: end })
    }

    /// Returns the total of all pauses. The caller may run before the thread of the meter does, so a pause since the last tick
    /// counts.
    pub(crate) fn paused(&self) -> Duration {
        let measured = lock(&self.state);
        measured.paused + measured.present_pause()
    }
}

fn lock(state: &Mutex<Measured>) -> MutexGuard<'_, Measured> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the processor time that all threads of this process have used.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns zero: every delay of the thread counts as a pause.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_runs_has_no_pause() {
        let second = Duration::from_secs(1);
        assert_eq!(pause(second, Duration::ZERO), second, "all threads of a stopped process sleep");
        assert_eq!(pause(second, second), Duration::ZERO, "it worked");
        assert_eq!(pause(second, 2 * second), Duration::ZERO, "two threads worked");
        assert_eq!(pause(second, second / 4), second - second / 4, "it was stopped while it worked");
        assert_eq!(
            pause(SHORTEST / 2, Duration::ZERO),
            Duration::ZERO,
            "a thread is called this late on a busy machine"
        );
    }

    #[test]
    fn games_share_a_meter() {
        let (one, other) = (PauseMeter::shared().unwrap(), PauseMeter::shared().unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        let ticks = |from: Duration| lock(&one.state).last_tick.elapsed() < from;
        let watch = Stopwatch::start();
        thread::sleep(TICK);
        while !ticks(watch.elapsed()) {
            assert!(watch.elapsed() < Duration::from_mins(1), "the thread ticks");
            thread::sleep(TICK);
        }
    }
}
