//! Long work: its progress, and Ctrl-C.
//!
//! The first Ctrl-C stops the work, and its result so far is stored and printed. If that takes long, as a game does, the second
//! aborts the running part; otherwise it ends the program at once. Progress is shown on standard error, and only on a terminal.

use std::fmt::Write;
use std::io::{IsTerminal, stdout};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use plyground_arena::RunningGames;
use plyground_game::notation::escaped;
use plyground_game::thread_context::startable;
use plyground_search::StopFlag;

use crate::failure::INTERRUPTED;
use crate::out::note;

/// Time that games have to end after the second Ctrl-C.
const PATIENCE: Duration = Duration::from_secs(3);
/// Number of running games whose lengths are shown.
const LENGTHS: usize = 6;

/// Prints a line.
pub(crate) type Notice = Arc<dyn Fn(&str) + Send + Sync>;

/// Work with progress and Ctrl-C handling.
pub(crate) struct Watch {
    stop: StopFlag,
    bar: ProgressBar,
    /// Whether the bar is shown. Updates of a hidden bar would take locks and format text.
    is_shown: bool,
}

impl Watch {
    /// Creates a progress bar with this template, see [`ProgressStyle`]. With `json`, standard output only has JSON.
    pub(crate) fn bar(template: &str, json: bool) -> Watch {
        Watch::new(ProgressBar::no_length(), style(template), json, None)
    }

    /// Creates a spinner, for work of unknown length.
    pub(crate) fn spinner(template: &str, json: bool) -> Watch {
        Watch::new(ProgressBar::new_spinner(), style(template), json, None)
    }

    /// Creates a bar of games with the lengths of the running ones. The first Ctrl-C finishes them, the second raises `abandon`.
    pub(crate) fn games(running: &RunningGames, abandon: &StopFlag, json: bool) -> Watch {
        let running = running.clone();
        let shown = move |_: &ProgressState, out: &mut dyn Write| {
            // An error of the bar does not stop the work.
            _ = out.write_str(&lengths(&running.plies()));
        };
        let style = style("{bar:20} {pos}/{len} games  {running}  {left}\n{wide_msg}").with_key("running", shown);
        Watch::new(ProgressBar::no_length(), style, json, Some(abandon.clone()))
    }

    /// Creates a watch without a bar. The first Ctrl-C finishes running games, the second raises `abandon`.
    #[cfg(feature = "cluster")]
    pub(crate) fn quiet(abandon: &StopFlag) -> Watch {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Watch::new(bar, style("{wide_msg}"), false, Some(abandon.clone()))
    }

    /// Returns a function that prints lines on standard error above the bar, from any thread.
    pub(crate) fn notice(&self) -> Notice {
        let bar = self.bar.clone();
        Arc::new(move |line: &str| {
            bar.suspend(|| note!("{}", escaped(line)));
        })
    }

    fn new(bar: ProgressBar, style: ProgressStyle, json: bool, abandon: Option<StopFlag>) -> Watch {
        if json && stdout().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar.set_style(style);
        let is_shown = !bar.is_hidden();
        // The spinner turns even during long steps.
        if is_shown && startable(1) == 1 {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let watch = Watch { stop: StopFlag::default(), bar, is_shown };
        let (stop, bar, presses) = (watch.stop.clone(), watch.bar.clone(), AtomicU32::new(0));
        // Without a handler, Ctrl-C ends the program.
        _ = ctrlc::set_handler(move || match (presses.fetch_add(1, Ordering::Relaxed), &abandon) {
            (0, None) => {
                stop.stop();
                bar.println("stopping; Ctrl-C again exits at once");
            }
            (0, Some(_)) => {
                stop.stop();
                bar.suspend(|| note!("finishing the running game; Ctrl-C again to stop now"));
            }
            (1, Some(abandon)) => {
                abandon.stop();
                let end = || {
                    thread::sleep(PATIENCE);
                    exit(INTERRUPTED.into())
                };
                if thread::Builder::new().spawn(end).is_err() {
                    exit(INTERRUPTED.into());
                }
            }
            _ => exit(INTERRUPTED.into()),
        });
        watch
    }

    /// Returns the time since the start of the work.
    pub(crate) fn elapsed(&self) -> Duration {
        self.bar.elapsed()
    }

    /// Returns the flag that stops the work.
    pub(crate) fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// Returns whether Ctrl-C was pressed.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Sets the progress.
    pub(crate) fn show(&self, done: u64, total: u64) {
        if self.is_shown {
            self.bar.set_length(total);
            self.bar.set_position(done);
        }
    }

    /// Changes the template, for another kind of work.
    pub(crate) fn look(&self, template: &str) {
        if self.is_shown {
            self.bar.set_style(style(template));
        }
    }

    /// Sets the message beside the bar. A hidden bar does not call `message`.
    pub(crate) fn message(&self, message: impl FnOnce() -> String) {
        if self.is_shown {
            self.bar.set_message(message());
        }
    }

    /// Prints a line above the bar, on a terminal only.
    pub(crate) fn note(&self, line: &str) {
        self.bar.println(line);
    }

    /// Prints above the bar.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Returns a style in which `{left}` is the estimated time left.
fn style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, out: &mut dyn Write| {
        _ = if state.pos() == 0 { Ok(()) } else { write!(out, "{:#} left", HumanDuration(state.eta())) };
    };
    ProgressStyle::with_template(template).expect("the template is sound").with_key("left", left)
}

/// Returns `ply 41`, or `plies 41, 7, 12` for several games.
fn lengths(games: &[(u64, usize)]) -> String {
    match games {
        [] => String::new(),
        [(_, plies)] => format!("ply {plies}"),
        games => {
            let shown: Vec<String> = games.iter().take(LENGTHS).map(|(_, plies)| plies.to_string()).collect();
            let more = if games.len() > LENGTHS { ", …" } else { "" };
            format!("plies {}{more}", shown.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_running_games_stay_short() {
        let games = |count: u64| (0..count).map(|game| (game, 10 + game as usize)).collect::<Vec<_>>();
        assert_eq!(lengths(&games(0)), "");
        assert_eq!(lengths(&games(1)), "ply 10");
        assert_eq!(lengths(&games(3)), "plies 10, 11, 12");
        assert_eq!(lengths(&games(40)), "plies 10, 11, 12, 13, 14, 15, …");
    }
}
