//! A player that is an external program.

use std::fmt;
use std::time::Duration;

use plyground_game::notation::quote;
use plyground_play::{Action, OnReport, Player, State};
use plyground_search::{AgentError, AgentFailure, Job, Limits, Report, StopFlag};

use super::command::EngineCommand;
use super::go::go_line;
use super::info::read_info;
use super::process::{Event, Process};
use crate::limits::Stopwatch;
use crate::opening::game_text;

/// Interval between two checks of the stop flag.
const GLANCE: Duration = Duration::from_millis(10);

/// Time in which a closed input is detected.
const PROBE: Duration = Duration::from_millis(100);

/// Time in which a program exits after `quit`.
const EXIT: Duration = Duration::from_millis(500);

/// Time limits for an external program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Patience {
    /// Time to start and to be ready.
    pub ready: Duration,
    /// Time of a move without a time limit. A search with a node or depth limit ends sooner, or hangs.
    pub untimed_move: Duration,
    /// Time for an answer after `stop`.
    pub overrun: Duration,
}

impl Default for Patience {
    /// Returns 10 seconds to be ready, 2 minutes for a move without a time limit, and 1 second after `stop`.
    fn default() -> Patience {
        Patience {
            ready: Duration::from_secs(10),
            untimed_move: Duration::from_secs(120),
            overrun: Duration::from_secs(1),
        }
    }
}

/// Player that is an external program. The program is started when it is first needed, and restarted after a failure.
pub struct EnginePlayer {
    command: EngineCommand,
    pub(super) patience: Patience,
    process: Option<Process>,
    /// Game and rules that were sent last.
    sent: String,
    new_game: bool,
    /// Reason why the program is not ready for the present game.
    unready: Option<AgentError>,
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EnginePlayer({})", self.command)
    }
}

fn failed<T>(cause: AgentFailure, detail: impl Into<String>) -> Result<T, AgentError> {
    Err(AgentError { cause, detail: detail.into() })
}

impl EnginePlayer {
    /// Creates a player from a command.
    #[must_use]
    pub fn new(command: EngineCommand, patience: Patience) -> EnginePlayer {
        EnginePlayer { command, patience, process: None, sent: String::new(), new_game: false, unready: None }
    }

    /// Returns the running program, after the game was sent.
    fn ready(&mut self, game: &str, rules: &str, stop: &StopFlag) -> Result<&mut Process, AgentError> {
        let game_line = format!("{game} {rules}");
        if self.process.is_none() {
            let process = Process::start(&self.command).or_else(|error| {
                failed(AgentFailure::NotStarted, format!("{}: {error}", quote(&self.command.program)))
            })?;
            process.send("ugi");
            self.process = Some(process);
            self.introduce(stop).map_err(|error| AgentError {
                cause: AgentFailure::NotStarted,
                detail: format!("{}: {error}", quote(&self.command.program)),
            })?;
            self.sent.clear();
            self.new_game = true;
        }
        let Some(process) = &mut self.process else { return failed(AgentFailure::Crashed, "it is not running") };
        if self.sent != game_line {
            process.send(format!("setoption name game value {game}"));
            process.send(format!("setoption name rules value {rules}"));
            self.sent = game_line;
        }
        if self.new_game {
            process.send("uginewgame");
            self.new_game = false;
        }
        Ok(process)
    }

    /// Waits for the end of the introduction, and sends the options of the command.
    fn introduce(&mut self, stop: &StopFlag) -> Result<(), String> {
        let lines = self.wait_for("ugiok", stop).map_err(|error| error.to_string())?;
        let known: Vec<(&str, &str)> = lines.iter().filter_map(|line| announced(line)).collect();
        for (name, value) in &self.command.options {
            let Some((_, kind)) = known.iter().find(|(known, _)| known == name) else {
                let names = known.iter().map(|(name, _)| quote(name)).collect::<Vec<_>>().join(", ");
                let expected = if names.is_empty() { "it has none".into() } else { format!("expected one of {names}") };
                return Err(format!("no option {}: {expected}", quote(name)));
            };
            if !is_allowed(kind, value) {
                return Err(format!("option {}: found {}, expected `type {kind}`", quote(name), quote(value)));
            }
            if let Some(process) = &self.process {
                process.send(format!("setoption name {name} value {value}"));
            }
        }
        Ok(())
    }

    /// Starts the program if necessary, and waits until it is ready for a game.
    pub(super) fn make_ready(&mut self, state: &dyn State, stop: &StopFlag) -> Result<(), AgentError> {
        self.ready(state.name(), &state.rules(), stop)?.send("isready");
        self.wait_for("readyok", stop).map(drop)
    }

    /// Sends a line to the program, if it runs.
    pub(super) fn send(&self, line: &str) {
        if let Some(process) = &self.process {
            process.send(line);
        }
    }

    /// Returns the move that the program names in a finished game.
    pub(super) fn answer_at_end(&mut self, state: &dyn State, stop: &StopFlag) -> Result<String, AgentError> {
        self.make_ready(state, stop)?;
        self.send(&format!("position {}", game_text(state)));
        self.send("go nodes 100");
        let lines = self.wait_for("bestmove", stop).inspect_err(|_| self.give_up())?;
        let words = lines.last().map_or("", |line| line.trim_start_matches("bestmove"));
        Ok(words.split_whitespace().next().unwrap_or_default().to_owned())
    }

    /// Sends `quit`, and kills the program if it does not exit in time.
    pub(super) fn quit(&mut self) -> Result<(), String> {
        let Some(mut process) = self.process.take() else { return Err("it is not running".into()) };
        process.send("quit");
        let exited = process.wait(EXIT).is_some();
        process.kill();
        if exited { Ok(()) } else { Err(format!("it still runs after {} ms", EXIT.as_millis())) }
    }

    /// Kills the program. The next game restarts it.
    fn give_up(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
    }

    /// Reads until the program writes `word`, within the time to be ready, and returns the lines up to this one. After `stop`, the program
    /// has as long as for its move.
    fn wait_for(&mut self, word: &str, stop: &StopFlag) -> Result<Vec<String>, AgentError> {
        let Some(process) = &mut self.process else { return failed(AgentFailure::Crashed, "it is not running") };
        process.allow_output();
        let (watch, mut stopped) = (Stopwatch::start(), None);
        let mut lines = Vec::new();
        loop {
            if stop.is_stopped() && stopped.get_or_insert(Stopwatch::start()).elapsed() >= self.patience.overrun {
                return failed(AgentFailure::TimedOut, format!("stopped before it wrote `{word}`"));
            }
            let Some(left) = self.patience.ready.checked_sub(watch.elapsed()) else {
                // A write error reveals a closed input. An empty line has no other effect.
                process.send("");
                if process.next(PROBE) == Event::Deaf {
                    return fault(process, Event::Deaf);
                }
                let waited = self.patience.ready.as_secs_f64();
                let last = lines
                    .last()
                    .map(|line: &String| format!("; its last line was {}", quote(line)))
                    .unwrap_or_default();
                return failed(AgentFailure::TimedOut, format!("no `{word}` within {waited} s{last}"));
            };
            match process.next(left.min(GLANCE)) {
                Event::Line(line) => {
                    let is_last = line.split_whitespace().next() == Some(word);
                    lines.push(line);
                    if is_last {
                        return Ok(lines);
                    }
                }
                Event::Silence => {}
                event => return fault(process, event),
            }
        }
    }

    /// Requests a move, without cleaning up after a failure.
    fn ask(&mut self, state: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let patience = self.patience;
        let limits = Limits::decide(job.limits, self.command.limits, Limits::NONE, Limits::NONE);
        let clocks = job.clocks.filter(|_| self.command.divides_time);
        let job = &Job { limits, clocks, ..job.clone() };
        let process = self.ready(state.name(), &state.rules(), &job.stop)?;
        process.send(format!("position {}", game_text(state)));
        // A late answer to an earlier request arrives before `readyok`.
        process.send("isready");
        self.wait_for("readyok", &job.stop)?;
        let Some(process) = &mut self.process else { return failed(AgentFailure::Crashed, "it is not running") };
        process.allow_output();
        process.send(go_line(job));
        let time = clocks.map_or(limits.time, |clocks| Some(clocks[state.side_to_move().index()].left));
        let mut wait = Wait::new(time, patience);
        let mut report = Report::nothing();
        loop {
            if wait.is_over() {
                return failed(
                    AgentFailure::TimedOut,
                    format!("no move within {:.3} s", wait.watch.elapsed().as_secs_f64()),
                );
            }
            if wait.should_stop(job) {
                process.send("stop");
            }
            match process.next(GLANCE) {
                Event::Line(line) => {
                    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
                    match word {
                        "info" => {
                            read_info(rest, state, &mut report);
                            if report.best.is_some() && each(&report).is_break() {
                                wait.ask_to_stop();
                            }
                        }
                        "bestmove" => return best_move(state, rest, report),
                        // Unknown lines are ignored.
                        _ => {}
                    }
                }
                Event::Silence => {}
                event => return fault(process, event),
            }
        }
    }
}

/// Returns the name, which may have spaces, and the type in `option name NAME type TYPE`.
fn announced(line: &str) -> Option<(&str, &str)> {
    let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
    Some((name.trim(), kind.trim()))
}

/// Returns whether a type of option, such as `spin min 1 max 64 default 16`, allows a value.
fn is_allowed(kind: &str, value: &str) -> bool {
    let words: Vec<&str> = kind.split_whitespace().collect();
    let after = |name: &str| words.windows(2).filter(|pair| pair[0] == name).map(|pair| pair[1]).collect::<Vec<_>>();
    let bound = |name: &str| after(name).first().and_then(|bound| bound.parse::<f64>().ok());
    match words.first() {
        Some(&"check") => matches!(value, "true" | "false"),
        Some(&"combo") => after("var").contains(&value),
        Some(&"spin") => value.parse::<f64>().is_ok_and(|value| {
            bound("min").is_none_or(|least| least <= value) && bound("max").is_none_or(|most| value <= most)
        }),
        _ => true,
    }
}

/// Time limits of a request for a move.
struct Wait {
    watch: Stopwatch,
    /// Time after which `stop` is sent.
    stop_at: Duration,
    overrun: Duration,
    asked_at: Option<Duration>,
    requested: bool,
}

impl Wait {
    /// Waits for a move that has this time; `None` if it is not limited.
    fn new(time: Option<Duration>, patience: Patience) -> Wait {
        let stop_at = time.unwrap_or(patience.untimed_move);
        Wait { watch: Stopwatch::start(), stop_at, overrun: patience.overrun, asked_at: None, requested: false }
    }

    /// Requests a stop, because the caller no longer waits.
    fn ask_to_stop(&mut self) {
        self.requested = true;
    }

    /// Returns whether `stop` must be sent now; at most once.
    fn should_stop(&mut self, job: &Job) -> bool {
        let elapsed = self.watch.elapsed();
        if self.asked_at.is_none() && (self.requested || job.stop.is_stopped() || elapsed >= self.stop_at) {
            self.asked_at = Some(elapsed);
            return true;
        }
        false
    }

    fn is_over(&self) -> bool {
        self.asked_at.is_some_and(|asked| self.watch.elapsed() >= asked + self.overrun)
    }
}

/// Parses the words after `bestmove`.
fn best_move(state: &dyn State, text: &str, report: Report<Action>) -> Result<Report<Action>, AgentError> {
    let text = text.split_whitespace().next().unwrap_or_default();
    if text == "none" && state.outcome().is_some() {
        return Ok(Report { best: None, ..report });
    }
    // The game decides whether the move is legal. Here it must only be a move.
    match state.parse_action(text) {
        Ok(mv) => {
            let pv = if report.pv.first() == Some(&mv) { report.pv } else { vec![mv] };
            Ok(Report { best: Some(mv), pv, completed: true, ..report })
        }
        Err(error) => failed(AgentFailure::Nonsense, format!("bestmove {}: {error}", quote(text))),
    }
}

/// Returns the error for an event that ends the communication.
fn fault<T>(process: &mut Process, event: Event) -> Result<T, AgentError> {
    match event {
        Event::Flood(what) => failed(AgentFailure::Flooded, what),
        Event::Deaf => failed(AgentFailure::Crashed, format!("it closed its input: {}", process.epitaph())),
        Event::Ended | Event::Line(_) | Event::Silence => {
            failed(AgentFailure::Crashed, format!("it closed its output: {}", process.epitaph()))
        }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self) {
        self.new_game = true;
        self.unready = None;
    }

    /// Starts the program before the clock of its first move runs.
    fn prepare(&mut self, state: &dyn State, stop: &StopFlag) {
        if let Err(error) = self.make_ready(state, stop) {
            self.give_up();
            self.unready = Some(error);
        }
    }

    fn choose(&mut self, state: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        if state.outcome().is_some() {
            return Ok(Report::nothing());
        }
        if let Some(error) = self.unready.take() {
            return Err(error);
        }
        let answer = self.ask(state, job, each);
        if answer.is_err() {
            self.give_up();
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_options_are_those_of_their_type() {
        for (kind, value, allowed) in [
            ("spin min 1 max 64 default 16", "64", true),
            ("spin min 1 max 64 default 16", "65", false),
            ("spin default 1", "many", false),
            ("check default false", "true", true),
            ("check default false", "maybe", false),
            ("combo var solid var wild default solid", "wild", true),
            ("combo var solid var wild default solid", "wlid", false),
            ("string default", "any text", true),
        ] {
            assert_eq!(is_allowed(kind, value), allowed, "{kind}: {value}");
        }
    }
}
