//! A faulty engine loses its game with the cause in the record, is restarted, and never blocks a match.

#![expect(clippy::disallowed_methods, reason = "engines are tested by the clock")]
#![allow(clippy::unwrap_used)]

mod common;

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use common::{Scratch, example};
use plyground_arena::engine::{EngineCommand, EnginePlayer, Finding, Patience, check_engine};
use plyground_arena::{
    Arena, GameResult, GameTask, MatchSpec, Openings, Participant, RunEnd, Termination, TimeControl, play_game,
};
use plyground_kalah::Kalah;
use plyground_play::{Action, AgentPlayer, Player, Start, State};
use plyground_search::{AgentError, AgentFailure, Job, Limits, RandomAgent, Report, StopFlag};

/// Short enough for tests, and long enough for a busy machine to start a program.
const PATIENCE: Patience = Patience {
    ready: Duration::from_secs(3),
    untimed_move: Duration::from_millis(300),
    overrun: Duration::from_millis(200),
};

fn engine(arguments: &[&str]) -> EnginePlayer {
    patient_engine(arguments, PATIENCE)
}

fn patient_engine(arguments: &[&str], patience: Patience) -> EnginePlayer {
    let program = example("misbehave").to_str().unwrap().to_owned();
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    EnginePlayer::new(EngineCommand { program, arguments, ..EngineCommand::default() }, patience)
}

fn game() -> Box<dyn State> {
    Start::default().state::<Kalah>().unwrap()
}

/// Requests a move, and fails the test if that takes longer than any limit allows.
fn ask(mut agent: EnginePlayer, job: impl Into<Job>) -> Result<Report<Action>, AgentError> {
    let job = job.into();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let answer = agent.move_for(&*game(), &job);
        drop(agent);
        let _ = sender.send(answer);
    });
    receiver.recv_timeout(Duration::from_secs(20)).expect("it waits without a limit")
}

#[test]
fn every_fault_has_its_cause() {
    use AgentFailure::{Crashed, Flooded, Nonsense, NotStarted, TimedOut};
    for (fault, cause, detail) in [
        ("crash-at-start", NotStarted, "exit status: 3"),
        ("deaf-at-start", NotStarted, "closed its input"),
        ("crash-in-search", Crashed, "exit status: 134; its last line was `assertion failed: the king is alive`"),
        ("hang-in-search", TimedOut, "no move within"),
        ("ignores-everything", TimedOut, "no move within"),
        ("hang-with-a-child", TimedOut, "no move within"),
        ("flood-of-lines", Flooded, "more than 8 MiB without an answer"),
        ("flood-in-one-line", Flooded, "a line of more than 65536 bytes"),
        ("closed-output", Crashed, "it closed its output: it still runs"),
        ("nonsense", Nonsense, "bestmove `e2e4!`: cannot read move"),
        ("no-move", Nonsense, "bestmove ``"),
        ("binary", Nonsense, "bestmove"),
    ] {
        // Only a hang may need the whole patience; every other fault must be detected before.
        let untimed_move = Duration::from_secs(if cause == TimedOut { 1 } else { 15 });
        let agent = patient_engine(&[fault], Patience { untimed_move, ..PATIENCE });
        let error = ask(agent, Limits::depth(3)).unwrap_err();
        assert_eq!(error.cause, cause, "{fault}: {error}");
        assert!(error.detail.contains(detail), "{fault}: {error}");
        assert!(!error.to_string().contains('\n'));
    }
}

#[test]
fn hangs_are_noticed_under_all_limits() {
    for limits in [Limits::nodes(10), Limits::time(Duration::from_millis(50)), Limits::default()] {
        let start = Instant::now();
        let error = ask(engine(&["hang-in-search"]), limits).unwrap_err();
        assert_eq!(error.cause, AgentFailure::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(10));
    }
    let patience = Patience { ready: Duration::from_millis(200), ..PATIENCE };
    let error = ask(patient_engine(&["hang-at-start"], patience), Limits::depth(1)).unwrap_err();
    assert_eq!(error.cause, AgentFailure::NotStarted);
    assert!(error.detail.ends_with("timed out: no `ugiok` within 0.2 s"), "{error}");
}

#[test]
fn programs_that_cannot_be_started_are_named() {
    let command = EngineCommand { program: "/no/such/program".into(), ..EngineCommand::default() };
    let error = ask(EnginePlayer::new(command, PATIENCE), Limits::depth(1)).unwrap_err();
    assert!(error.to_string().starts_with("could not be started: `/no/such/program`: "), "{error}");
}

#[test]
fn options_are_sent_and_all_lines_are_logged() {
    let scratch = Scratch::new();
    let log = scratch.file("engine.log");
    let command = |options: &str| -> EngineCommand {
        let program = example("misbehave");
        format!("{options} 'log={}' '{}' none", log.display(), program.display()).parse().unwrap()
    };
    let asked = |options: &str| ask(EnginePlayer::new(command(options), PATIENCE), Limits::depth(1));
    asked("option.seed=3").unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).map(|line| line.splitn(3, ' ').last().unwrap()).collect();
    let at = |line: &str| lines.iter().position(|logged| *logged == line).unwrap_or_else(|| panic!("{line} in {text}"));
    assert!(at("> ugi") < at("< ugiok"));
    assert!(at("< ugiok") < at("> setoption name seed value 3"));
    assert!(at("> go depth 1") < lines.iter().position(|line| line.starts_with("< bestmove")).unwrap());
    let error = asked("option.Hash=64").unwrap_err();
    assert_eq!(error.cause, AgentFailure::NotStarted);
    assert!(error.detail.contains("no option `Hash`: expected one of `seed`"), "{error}");
    let error = asked("option.seed=10").unwrap_err();
    assert!(error.detail.contains("option `seed`: found `10`, expected `type spin min 0 max 9"), "{error}");
}

/// Returns the `go` lines that an engine with these settings is sent in a game within these limits.
fn go_lines(settings: &str, control: &TimeControl) -> Vec<String> {
    let scratch = Scratch::new();
    let log = scratch.file("engine.log");
    let command: EngineCommand =
        format!("{settings} 'log={}' '{}' none", log.display(), example("misbehave").display()).parse().unwrap();
    let mut engine = EnginePlayer::new(command, Patience::default());
    let mut random = AgentPlayer::<Kalah>::boxed(RandomAgent::new(1));
    let opening = Openings::drawn(&*game(), 0..=0, 1).unwrap().get(0);
    let task = GameTask::new(&opening, [control, control], [1, 2], 1_000);
    let played = play_game(&task, [&mut engine, &mut *random], &StopFlag::default()).unwrap();
    assert_eq!(played.termination, Termination::Rules, "{}", played.cause);
    let text = std::fs::read_to_string(&log).unwrap();
    text.lines().filter_map(|line| Some(line.split_once("> go")?.1.trim().to_owned())).collect()
}

#[test]
fn an_engine_divides_the_time_of_its_clock_if_it_is_asked_to() {
    let (minute, second) = (Duration::from_secs(60), Duration::from_secs(1));
    let clock = TimeControl::clock(minute, second);
    assert!(go_lines("", &clock).iter().all(|line| line.starts_with("movetime ")), "the match divides it");
    let own = go_lines("clock=own", &clock);
    assert_eq!(own[0], "p1time 60000 p2time 60000 p1inc 1000 p2inc 1000");
    let left = |line: &String| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap();
    assert!(own.iter().map(left).is_sorted_by(|one, next| one < next), "each move gains a second: {own:?}");
    assert_eq!(go_lines("clock=own", &TimeControl::move_time(second))[0], "movetime 1000", "there is no clock");
    let both = TimeControl { limits: Limits::time(second), ..clock };
    assert!(go_lines("clock=own", &both)[0].starts_with("movetime "), "each move has a time of its own");
}

#[test]
fn limits_of_an_engine_count_where_a_match_has_none() {
    let lines = go_lines("depth=3 nodes=70", &TimeControl::default());
    assert!(!lines.is_empty() && lines.iter().all(|line| line == "depth 3 nodes 70"), "{lines:?}");
    assert_eq!(go_lines("nodes=70", &TimeControl::nodes(50))[0], "nodes 50");
}

#[test]
fn a_log_is_appended_to_no_other_file() {
    let scratch = Scratch::new();
    let other = scratch.file("notes.txt");
    std::fs::write(&other, "mine\n").unwrap();
    let command = format!("'log={}' '{}' none", other.display(), example("misbehave").display()).parse().unwrap();
    let error = ask(EnginePlayer::new(command, PATIENCE), Limits::depth(1)).unwrap_err();
    assert_eq!(error.cause, AgentFailure::NotStarted);
    assert!(error.detail.contains("another file is there, expected a new file or a log of engines"), "{error}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine\n");
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match() {
    // Regression: all games were recorded as crashes, and a sequential test decided on them.
    let missing = || {
        let command = EngineCommand { program: "/no/such/program".into(), ..EngineCommand::default() };
        EnginePlayer::new(command, PATIENCE)
    };
    let arena = arena(missing, 3);
    let error = arena.run(None, &StopFlag::default(), &mut |_| panic!("a game counts")).unwrap_err().to_string();
    assert!(error.starts_with("game 1: south: could not be started: `/no/such/program`: "), "{error}");
    let arena = arena_of(missing, MatchSpec { recover: true, ..MatchSpec::new(3, 1) });
    let end = arena.run(None, &StopFlag::default(), &mut |_| {}).unwrap();
    assert!(end.records.iter().all(|record| record.termination == Termination::NotStarted), "{:?}", end.records);
    assert_eq!(end.records.len(), 6);
}

#[test]
fn an_engine_is_ready_before_its_clock_runs() {
    let scratch = Scratch::new();
    let started = scratch.file("started");
    let mut agent = engine(&["none", started.to_str().unwrap()]);
    agent.new_game();
    assert!(!started.exists());
    agent.prepare(&*game(), &StopFlag::default());
    assert!(started.exists(), "its start counted as time of its first move");
    // A failure during preparation is reported with the next move.
    let mut agent = engine(&["crash-at-start"]);
    agent.prepare(&*game(), &StopFlag::default());
    let error = agent.move_for(&*game(), &Job::new(Limits::depth(1))).unwrap_err();
    assert_eq!(error.cause, AgentFailure::NotStarted);
}

#[test]
fn a_stop_from_outside_ends_the_wait() {
    let job = Job::new(Limits::time(Duration::from_secs(60)));
    job.stop.stop();
    let start = Instant::now();
    assert!(ask(engine(&["hang-in-search"]), job).is_err());
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Regression: a stop was noticed only after the program had been ready, which took ten seconds for one that never is.
#[test]
fn a_stop_ends_the_wait_for_a_program_that_is_never_ready() {
    let command = EngineCommand { program: "cat".into(), ..EngineCommand::default() };
    let patience = Patience { ready: Duration::from_secs(60), ..PATIENCE };
    let job = Job::new(Limits::NONE);
    job.stop.stop();
    let start = Instant::now();
    let error = ask(EnginePlayer::new(command.clone(), patience), job.clone()).unwrap_err();
    assert_eq!(error.cause, AgentFailure::NotStarted, "{error}");
    let mut agent = EnginePlayer::new(command, patience);
    agent.prepare(&*game(), &job.stop);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn complaints_on_standard_error_do_not_block() {
    // The output is larger than the buffer of any pipe.
    let report = ask(engine(&["noisy-errors"]), Limits::depth(1)).unwrap();
    assert!(report.best.is_some());
}

fn play(agent: impl Fn() -> EnginePlayer + Send + Sync + 'static, pairs: u64) -> RunEnd {
    arena(agent, pairs).run(None, &StopFlag::default(), &mut |_| {}).unwrap()
}

fn arena(agent: impl Fn() -> EnginePlayer + Send + Sync + 'static, pairs: u64) -> Arena {
    arena_of(agent, MatchSpec::new(pairs, 1))
}

fn arena_of(agent: impl Fn() -> EnginePlayer + Send + Sync + 'static, spec: MatchSpec) -> Arena {
    let engine = Participant::new("engine", TimeControl::depth(2), move || Box::new(agent()));
    let random =
        Participant::new("random", TimeControl::default(), || AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)));
    let openings = Openings::drawn(&*Start::default().state::<Kalah>().unwrap(), 2..=3, 1).unwrap();
    Arena::new(vec![engine, random], spec, openings).unwrap()
}

#[test]
fn a_well_behaved_engine_plays_whole_games() {
    let end = play(|| engine(&["none"]), 2);
    assert!(end.records.iter().all(|record| record.termination == Termination::Rules), "{:?}", end.records);
    // The engine plays like the agent that it is built from.
    let again = play(|| engine(&["none"]), 2);
    assert_eq!(end.records, again.records);
}

#[test]
fn an_engine_that_crashed_is_started_again_for_the_next_game() {
    let scratch = Scratch::new();
    let marker = scratch.file("crashed").to_str().unwrap().to_owned();
    let end = play(move || engine(&["crash-in-search", &marker]), 2);
    let terminations: Vec<Termination> = end.records.iter().map(|record| record.termination).collect();
    assert_eq!(terminations[0], Termination::Crash);
    assert!(terminations[1..].iter().all(|&termination| termination == Termination::Rules), "{terminations:?}");
    assert!(
        end.records[0].cause.contains("crashed: it closed its output: exit status: 134"),
        "{}",
        end.records[0].cause
    );
}

#[test]
fn illegal_moves_lose() {
    // The engine always plays house 1, which is empty sooner or later in most games. Its move is then illegal.
    let end = play(|| engine(&["illegal-move"]), 4);
    let illegal: Vec<_> = end.records.iter().filter(|one| one.termination == Termination::IllegalMove).collect();
    assert!(illegal.len() >= 4, "{:?}", end.records);
    for record in illegal {
        assert!(record.cause.contains("illegal move"), "{record:?}");
        let winner = usize::from(record.result == GameResult::Second);
        assert_eq!(record.agents[winner], "random", "{record:?}");
    }
}

#[cfg(target_os = "linux")]
mod orphans {
    //! Tests that no descendant of an engine survives the engine or its client.

    use std::fs;
    use std::process::{Child, Command};

    use super::*;

    /// Returns, for each process of the engine with this token on its command line, whether it leads its own session.
    fn alive(token: &str) -> Vec<bool> {
        let mut alive = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line);
            let program = line.split('\0').next().unwrap_or_default();
            if program.ends_with("misbehave") && line.contains(token) {
                let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
                let session =
                    stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(3)).map(str::to_owned);
                alive.push(session.is_some() && session == entry.file_name().into_string().ok());
            }
        }
        alive
    }

    fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < deadline, "waited for {what} in vain");
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn token(name: &str) -> String {
        format!("token-{name}-{}", std::process::id())
    }

    #[test]
    fn helpers_of_an_engine_die_with_it() {
        for fault in ["hang-with-a-child", "hang-with-a-daemon"] {
            let token = token(fault);
            assert!(alive(&token).is_empty());
            let asking = thread::spawn({
                let token = token.clone();
                move || ask(patient_engine(&[fault, "-", &token], PATIENCE), Limits::depth(1)).is_err()
            });
            wait_until("the engine and its child", || alive(&token).len() == 2 || asking.is_finished());
            assert!(asking.join().unwrap());
            wait_until("their end", || alive(&token).is_empty());
        }
    }

    #[test]
    fn helpers_that_left_the_group_die_at_a_normal_end() {
        let token = token("normal");
        let mut agent = engine(&["leaves-a-daemon", "-", &token]);
        let job = Job::new(Limits::depth(1));
        assert!(agent.move_for(&*game(), &job).unwrap().best.is_some());
        wait_until("the daemon", || alive(&token).contains(&true));
        drop(agent);
        wait_until("its end", || alive(&token).is_empty());
    }

    #[test]
    fn engines_and_their_helpers_die_with_their_client() {
        // A program that ends by a signal cannot clean up.
        for signal in ["-KILL", "-TERM", "-HUP", "-INT"] {
            let token = token(signal);
            let engine = example("misbehave");
            // A shell makes its background jobs ignore some signals, which would be inherited.
            let mut asking: Child = Command::new("env")
                .arg("--default-signal=HUP,INT")
                .arg(example("hold_engine"))
                .arg(engine)
                .args(["hang-with-a-daemon", "-", &token])
                .spawn()
                .unwrap();
            wait_until("the engine and its daemon", || alive(&token).len() == 2 && alive(&token).contains(&true));
            assert!(Command::new("kill").args([signal, &asking.id().to_string()]).status().unwrap().success());
            asking.wait().unwrap();
            wait_until("their end", || alive(&token).is_empty());
        }
    }
}

/// An engine that learns within a game must know when a new game begins.
#[test]
fn every_new_game_is_announced_to_the_engine() {
    let end = play(|| engine(&["remembers-games"]), 3);
    assert_eq!(end.records.len(), 6);
    for record in &end.records {
        assert_eq!(record.termination, Termination::Rules, "{}", record.cause);
    }
}

/// Checks the engine with this fault.
fn findings(fault: &str) -> Vec<Finding> {
    let command = EngineCommand {
        program: example("misbehave").to_str().unwrap().to_owned(),
        arguments: vec![fault.to_owned()],
        ..EngineCommand::default()
    };
    let mut findings = Vec::new();
    check_engine(command, &*game(), &StopFlag::default(), &mut |finding| findings.push(finding.clone()));
    findings
}

#[test]
fn a_check_names_the_faults_of_an_engine() {
    let good = findings("none");
    assert_eq!(good.len(), 9);
    assert!(good.iter().all(|finding| finding.fault.is_none()), "{good:?}");
    // It plays at random, and has nothing to report.
    let remarks: Vec<&str> =
        good.iter().filter(|finding| finding.remark.is_some()).map(|finding| finding.part).collect();
    assert_eq!(remarks, ["searches to depth 2", "searches 1000 nodes"], "{good:?}");

    let faults = |fault: &str| -> Vec<(&'static str, String)> {
        findings(fault).into_iter().filter_map(|finding| Some((finding.part, finding.fault?))).collect()
    };
    // This one crashes where the game is over, which loses none, and is started again.
    let ended = findings("remembers-games");
    assert!(ended.iter().all(|finding| finding.fault.is_none()) && ended.len() == 9, "{ended:?}");
    let remark = ended[5].remark.as_deref().unwrap_or_default();
    assert!(remark.starts_with("no `bestmove none` after the end of a game: "), "{ended:?}");

    // An engine that does not start is checked no further.
    let missing = faults("crash-at-start");
    assert!(
        matches!(&missing[..], [("starts and is ready", detail)] if detail.contains("exit status: 3")),
        "{missing:?}"
    );
    let nonsense = faults("nonsense");
    let parts: Vec<&str> = nonsense.iter().map(|(part, _)| *part).collect();
    let searches = good[1..8].iter().map(|finding| finding.part);
    assert_eq!(parts, searches.collect::<Vec<_>>(), "{nonsense:?}");
    assert!(nonsense.iter().all(|(_, fault)| fault.contains("bestmove `e2e4!`: cannot read move")), "{nonsense:?}");
    // The move that it always plays is legal at first.
    let illegal = faults("illegal-move");
    let parts: Vec<&str> = illegal.iter().map(|(part, _)| *part).collect();
    assert_eq!(parts, ["plays a game", "reads positions as text"], "{illegal:?}");
    assert_eq!(illegal[0].1, "illegal move in `<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S moves 1 1`: south can play 2 3 4 5 6");
}
