//! The terminal of commands that read keys: no signal leaves it in the mode in which a key is awaited.

#[cfg(unix)]
use std::{io::stdin, thread};

#[cfg(unix)]
use plyground_game::thread_context::startable;
#[cfg(unix)]
use rustix::{
    process::{Signal, getpid, kill_process},
    termios::{OptionalActions, tcgetattr, tcsetattr},
};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};

/// Restores the present mode of the terminal when a signal ends the program. The exit status is that of the signal.
#[cfg(unix)]
pub(crate) fn restore_at_signals() {
    // Without a thread for it, a signal must still end the program.
    let Ok(mode) = tcgetattr(stdin()) else { return };
    if startable(1) == 0 {
        return;
    }
    let Ok(mut signals) = Signals::new([SIGTERM, SIGHUP]) else { return };
    let wait = move || {
        for signal in signals.forever() {
            // The terminal may be gone.
            _ = tcsetattr(stdin(), OptionalActions::Now, &mode);
            _ = emulate_default_handler(signal);
        }
    };
    _ = thread::Builder::new().name("signals".into()).stack_size(1 << 16).spawn(wait);
}

/// Waits for input on another thread. The system delivers signals to the main thread, and a wait that a signal interrupts would
/// end as if Ctrl-C had been pressed.
#[cfg(unix)]
pub(crate) fn undisturbed<T: Send>(wait: impl FnOnce() -> T + Send) -> T {
    if startable(1) == 0 {
        return wait();
    }
    thread::scope(|scope| match scope.spawn(wait).join() {
        Ok(input) => input,
        Err(panic) => std::panic::resume_unwind(panic),
    })
}

/// Suspends the program, as Ctrl-Z does. It returns when the program continues.
#[cfg(unix)]
pub(crate) fn suspend() {
    _ = kill_process(getpid(), Signal::TSTP);
}

#[cfg(not(unix))]
pub(crate) fn restore_at_signals() {}

#[cfg(not(unix))]
pub(crate) fn undisturbed<T>(wait: impl FnOnce() -> T) -> T {
    wait()
}

#[cfg(not(unix))]
pub(crate) fn suspend() {}
