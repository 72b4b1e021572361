//! Long work: how far it is, and Ctrl-C.
//!
//! The first Ctrl-C asks the work to stop, so that what is done is kept and said; the second ends the program at once. Progress is
//! shown on standard error, and only on a terminal.

use std::process::exit;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plyground_search::StopFlag;

/// The exit status of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Work that is watched.
pub(crate) struct Watch {
    stop: StopFlag,
    bar: ProgressBar,
}

impl Watch {
    /// Work with a bar of this look, see [`ProgressStyle`]; a quiet one shows nothing.
    pub(crate) fn bar(template: &str, is_quiet: bool) -> Watch {
        Watch::new(ProgressBar::no_length(), template, is_quiet)
    }

    /// Work of which nobody knows how long it takes.
    pub(crate) fn spinner(template: &str, is_quiet: bool) -> Watch {
        let watch = Watch::new(ProgressBar::new_spinner(), template, is_quiet);
        if !is_quiet {
            watch.bar.enable_steady_tick(Duration::from_millis(200));
        }
        watch
    }

    fn new(bar: ProgressBar, template: &str, is_quiet: bool) -> Watch {
        if is_quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_style(ProgressStyle::with_template(template).expect("the template is sound"));
        let watch = Watch { stop: StopFlag::default(), bar };
        let (stop, bar) = (watch.stop.clone(), watch.bar.clone());
        // Without a handler Ctrl-C just ends the program, which is no worse than not starting it.
        _ = ctrlc::set_handler(move || {
            if stop.is_stopped() {
                exit(INTERRUPTED);
            }
            stop.stop();
            bar.println("stopping; a second Ctrl-C ends at once");
        });
        watch
    }

    /// What asks the work to stop.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Whether somebody has pressed Ctrl-C.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// So much is done, of so much.
    pub(crate) fn show(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }

    /// What is said beside the bar.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Prints without the bar in the way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
