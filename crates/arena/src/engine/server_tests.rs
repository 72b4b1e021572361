use plyground_kalah::Kalah;
use plyground_play::{Action, AgentPlayer, OnReport, Player, Start, State};
use plyground_search::{AgentError, RandomAgent, Report};

use super::*;

fn about() -> EngineAbout {
    let option = EngineOption { name: "rules".into(), kind: "type string".into(), default: "standard".into() };
    EngineAbout { name: "test 1".into(), author: "us".into(), options: vec![option] }
}

fn kalah(settings: &Settings) -> Result<EngineGame, String> {
    let start = Start::of_setup(None, Some(&settings["rules"])).state::<Kalah>().map_err(|error| error.to_string())?;
    Ok(EngineGame::new(start, AgentPlayer::<Kalah>::boxed(RandomAgent::new(1))))
}

/// Returns a game of Kalah with this player.
fn with(player: impl Player + 'static) -> EngineGame {
    EngineGame::new(Start::default().state::<Kalah>().unwrap(), Box::new(player))
}

/// Moves of the players below: the search ended on its own, or was stopped.
const IN_TIME: Action = 0;
const STOPPED: Action = 1;

/// Returns the report of a search that a stop flag may have ended.
fn ended(job: &Job) -> Report<Action> {
    Report { best: Some(if job.stop.is_stopped() { STOPPED } else { IN_TIME }), ..Report::nothing() }
}

fn talk(input: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve_engine(input.as_bytes(), &mut output, &about(), &mut kalah).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn an_engine_introduces_itself_and_plays() {
    let lines = talk("ugi\nisready\nuginewgame\nposition <1,2,2,1,1> S\ngo nodes 10\n");
    let expected = [
        "id name test 1",
        "id author us",
        "option name rules type string default standard",
        "ugiok",
        "readyok",
        "bestmove 1",
    ];
    assert_eq!(lines, expected);
}

/// Player that answers with its time in milliseconds as a move of Kalah.
struct Share;

impl Player for Share {
    fn choose(&mut self, _: &dyn State, job: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let time = job.limits.time.map_or(0, |time| time.as_millis());
        Ok(Report { best: Some(if (300..=450).contains(&time) { IN_TIME } else { STOPPED }), ..Report::nothing() })
    }
}

#[test]
fn the_clock_of_the_side_to_move_is_divided() {
    let moves = |input: &str| {
        let mut output = Vec::new();
        serve_engine(input.as_bytes(), &mut output, &about(), &mut |_| Ok(with(Share))).unwrap();
        String::from_utf8(output).unwrap()
    };
    let clocks = "go p1time 3000 p2time 90000 p1inc 0 p2inc 0\n";
    let of = |position: &str| moves(&format!("position {position}\n{clocks}"));
    let best = |mv: Action| format!("bestmove {}\n", Start::default().state::<Kalah>().unwrap().line_texts(&[mv])[0]);
    assert_eq!(of("startpos"), best(IN_TIME), "four shares of a thirtieth");
    assert_eq!(of("startpos moves 1"), best(STOPPED), "the second side has more time");
}

#[test]
fn options_take_effect_and_wrong_ones_are_named() {
    // With two of three seeds in the store, the game is over by majority.
    let lines = talk("setoption name rules value standard,majority=on\nposition <1,2,0,0,1> S\ngo\n");
    assert_eq!(lines, ["bestmove none"]);
    let lines = talk(
        "setoption name deep thought value 3\nsetoption rules\nsetoption name rules value x\nposition startpos\ngo\n",
    );
    assert_eq!(lines[0], "info string no option `deep thought`");
    assert_eq!(lines[1], "info string expected `setoption name NAME value VALUE`");
    assert!(lines[2].starts_with("info string cannot read rules `x`"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove none");
}

/// Regression: an option between two moves put the engine back to the start.
#[test]
fn an_option_keeps_the_position() {
    let set = "position <1,2,2,1,1> S\nquery position\nsetoption name rules value standard,majority=on\n";
    let lines =
        talk(&format!("{set}query position\nuginewgame\nsetoption name rules value standard\nquery position\n"));
    assert!(lines[0].contains("<1,2,2,1,1> S") && lines[1] == lines[0], "{lines:?}");
    assert!(lines[2] != lines[0] && lines[2].starts_with("response "), "{lines:?}");
}

#[test]
fn invalid_positions_yield_no_move() {
    let lines = talk("position startpos moves 1 1 99\ngo depth 1\nfly\n\n");
    assert!(lines[0].starts_with("info string move 3 of the opening: cannot read move `99`"), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove none", "info string unknown command `fly`"]);
    let long = format!("{}\nisready\n", "x".repeat(3_000_000));
    assert_eq!(talk(&long), ["info string found a command of more than 1048576 bytes", "readyok"]);
}

#[test]
fn options_may_contain_spaces() {
    for (text, expected) in [
        ("name rules value standard", Some(("rules", "standard"))),
        ("  name\trules \t value  a  b ", Some(("rules", "a  b"))),
        ("name deep  thought value 'a  b'", Some(("deep thought", "'a  b'"))),
        ("name rules value", Some(("rules", ""))),
        ("name values value value x", Some(("values", "value x"))),
        ("name value 3", None),
        ("name rules", None),
        ("names rules value x", None),
        ("rules value x", None),
        ("", None),
    ] {
        let found = read_option(text);
        let found = found.as_ref().map(|(name, value)| (name.as_str(), value.as_str()));
        assert_eq!(found, expected, "{text:?}");
    }
}

/// Player that thinks until it is stopped, or until its time limit.
struct Timed;

impl Player for Timed {
    fn choose(&mut self, _: &dyn State, job: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let watch = Stopwatch::start();
        while !job.stop.is_stopped() && job.limits.time.is_none_or(|time| watch.elapsed() < time) {
            thread::sleep(GLANCE);
        }
        Ok(ended(job))
    }
}

/// Regression: each of these commands searched until `stop`.
#[test]
fn an_invalid_limit_does_not_make_a_search_endless() {
    let mut open = |_: &Settings| Ok(with(Timed));
    for (go, complaint) in [
        ("go movetime -5", ""),
        ("go movetime 10ms", "info string `movetime` is not a number: found `10ms`, expected milliseconds"),
        ("go movetime", "info string `movetime` without a value: expected milliseconds"),
        (
            "go depht 3",
            "info string unknown in `go`: `depht 3`, expected depth, nodes, movetime, fixed, infinite, p1time, p2time, p1inc, p2inc",
        ),
        ("\u{feff}go depth \u{202e}3", "info string `depth` is not a number: found `\\u{202e}3`, expected a depth"),
    ] {
        let mut output = Vec::new();
        // Only the limit ends the search. The end of the input would end an unlimited search sooner.
        let watch = Stopwatch::start();
        serve_engine(format!("{go}\n").as_bytes(), &mut output, &about(), &mut open).unwrap();
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(lines.last(), Some(&"bestmove 1"), "{go}: {lines:?}");
        assert_eq!(lines.len() > 1, !complaint.is_empty(), "{go}: {lines:?}");
        assert!(complaint.is_empty() || lines[0] == complaint, "{go}: {lines:?}");
        assert!(watch.elapsed() < LAST, "{go}");
    }
}

/// Player that thinks until it is stopped.
struct Endless;

impl Player for Endless {
    fn choose(&mut self, _: &dyn State, job: &Job, each: OnReport<'_>) -> Result<Report<Action>, AgentError> {
        let _ = each(&Report { depth: 1, ..Report::nothing() });
        while !job.stop.is_stopped() {
            thread::sleep(GLANCE);
        }
        Ok(ended(job))
    }
}

/// `info` line of its report.
const INFO: &str = "info depth 1 score 0 nodes 0 time 0";

#[test]
fn an_endless_search_ends_with_stop_quit_and_the_end_of_input() {
    for end in ["stop\nisready\n", "quit\n", ""] {
        let mut output = Vec::new();
        let input = format!("go\n{end}");
        serve_engine(input.as_bytes(), &mut output, &about(), &mut |_| Ok(with(Endless))).unwrap();
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().filter(|line| *line != "readyok").collect();
        assert_eq!(lines, [INFO, "bestmove 2"], "after {end:?}");
    }
}

/// A search with a limit may continue after the end of the input, but only for a limited time.
#[test]
fn a_limit_that_is_never_reached_ends_ten_seconds_after_the_input() {
    let (mut output, asked) = (Vec::new(), Stopwatch::start());
    serve_engine(&b"go depth 400\n"[..], &mut output, &about(), &mut |_| Ok(with(Endless))).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), format!("{INFO}\nbestmove 2\n"));
    assert!(asked.elapsed() >= LAST);
}

/// Sends commands in steps. Each step waits for a number of `bestmove` lines before the next.
fn converse(open: &mut OpenGame<'_>, steps: &'static [(&'static str, usize)]) -> Vec<String> {
    struct Input {
        steps: std::slice::Iter<'static, (&'static str, usize)>,
        left: &'static [u8],
        wait: usize,
        output: std::sync::Arc<Mutex<Vec<u8>>>,
    }
    impl Read for Input {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            while self.left.is_empty() {
                let answers = |output: &[u8]| String::from_utf8_lossy(output).matches("bestmove ").count();
                while answers(&self.output.lock().unwrap()) < self.wait {
                    thread::yield_now();
                }
                let Some((text, wait)) = self.steps.next() else { return Ok(0) };
                (self.left, self.wait) = (text.as_bytes(), *wait);
            }
            self.left.read(buffer)
        }
    }
    struct Output(std::sync::Arc<Mutex<Vec<u8>>>);
    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let output = std::sync::Arc::<Mutex<Vec<u8>>>::default();
    let input = Input { steps: steps.iter(), left: b"", wait: 0, output: std::sync::Arc::clone(&output) };
    serve_engine(io::BufReader::new(input), Output(std::sync::Arc::clone(&output)), &about(), open).unwrap();
    let output = output.lock().unwrap();
    String::from_utf8_lossy(&output).lines().map(str::to_owned).collect()
}

#[test]
fn a_second_go_ends_the_first_and_both_answer() {
    // Regression: `go`, `go`, `stop`, `quit` never ended, because the first search could not be stopped.
    let lines = converse(&mut |_| Ok(with(Endless)), &[("go\ngo\n", 1), ("stop\n", 2), ("quit\n", 2)]);
    assert_eq!(lines, [INFO, "bestmove 2", INFO, "bestmove 2"]);
    let lines = converse(&mut |_| Ok(with(Endless)), &[("go\ngo\ngo\nstop\nquit\n", 3)]);
    assert_eq!(lines.iter().filter(|line| *line == "bestmove 2").count(), 3, "{lines:?}");
}

#[test]
fn quit_and_the_end_of_input_leave_a_search_its_minimum_time() {
    /// Player that ends long before it is stopped.
    struct Working;
    impl Player for Working {
        fn choose(&mut self, _: &dyn State, job: &Job, _: OnReport<'_>) -> Result<Report<Action>, AgentError> {
            let watch = Stopwatch::start();
            while !job.stop.is_stopped() && watch.elapsed() < LEAST / 4 {
                thread::yield_now();
            }
            Ok(ended(job))
        }
    }
    for end in ["go depth 3\nquit\n", "go\nquit\n", "go depth 3\n", "go\n"] {
        let mut output = Vec::new();
        serve_engine(end.as_bytes(), &mut output, &about(), &mut |_| Ok(with(Working))).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "bestmove 1\n", "{end:?}");
    }
    // Regression: of two searches in one input, the first was stopped before its first depth.
    let mut output = Vec::new();
    let input = &b"go depth 3\nposition startpos moves 1\ngo depth 3\nquit\n"[..];
    serve_engine(input, &mut output, &about(), &mut |_| Ok(with(Working))).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "bestmove 1\nbestmove 1\n");
    // An endless search is aborted, with and without limits.
    let watch = Stopwatch::start();
    let mut output = Vec::new();
    serve_engine(&b"go depth 3\nquit\n"[..], &mut output, &about(), &mut |_| Ok(with(Endless))).unwrap();
    assert!(watch.elapsed() >= LEAST, "it had its time");
}

#[test]
fn queries_are_answered_in_order() {
    let asked = "query p1turn\nquery gameover\nquery result\nquery moves\nquery position\n";
    let lines = talk(&format!("position <2,2,2,1,0,1,1> S\n{asked}"));
    let expected = ["response true", "response false", "response none", "response 1", "response <2,2,2,1,0,1,1> S"];
    assert_eq!(lines, expected);
    let lines = talk(&format!("setoption name rules value standard,majority=on\nposition <1,2,0,0,1> S\n{asked}"));
    assert_eq!(lines[..4], ["response true", "response true", "response p1win", "response"]);
    let lines = talk("query moves\nposition x\nquery moves\nquery weather\n");
    assert_eq!(lines[0], "response 1 2 3 4 5 6", "{lines:?}");
    assert_eq!(
        lines[2..],
        [
            "info string no answer: there is no valid position",
            "response none",
            "info string unknown query `weather`, expected p1turn, gameover, result, moves, position"
        ]
    );
}

#[test]
fn a_closed_output_ends_the_service() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = serve_engine(&b"ugi\nisready\n"[..], Closed, &about(), &mut kalah).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// Regression: after a `position` that was too long, the move of the position before it was given, and a `go` that was too long had
/// no answer.
#[test]
fn a_command_that_is_too_long_has_an_answer_of_its_own() {
    let long = "1 ".repeat(LONGEST_COMMAND as usize);
    let complaint = "info string found a command of more than 1048576 bytes";
    let lines = talk(&format!("position <1,2,2,1,1> S\nposition startpos moves {long}\ngo nodes 10\nquery moves\n"));
    assert_eq!(
        lines,
        [complaint, "bestmove none", "info string no answer: there is no valid position", "response none"]
    );
    // Other options open the game again, still without a position.
    let lines = talk(&format!("position {long}\nsetoption name rules value standard,majority=on\ngo nodes 10\n"));
    assert_eq!(lines, [complaint, "bestmove none"]);
    let lines = talk(&format!("position <1,2,2,1,1> S\ngo {long}\ngo nodes 10\nposition <1,2,2,1,1> S\ngo nodes 10\n"));
    assert_eq!(lines, [complaint, "bestmove none", "bestmove 1", "bestmove 1"]);
}
