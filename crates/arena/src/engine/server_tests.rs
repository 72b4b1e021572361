use plyground_kalah::Kalah;
use plyground_search::RandomAgent;

use super::super::typed::TypedEngine;
use super::*;

fn about() -> EngineAbout {
    let option = EngineOption { name: "rules".into(), kind: "type string".into(), default: "standard".into() };
    EngineAbout { name: "test 1".into(), author: "us".into(), options: vec![option] }
}

fn kalah(settings: &Settings) -> Result<Box<dyn EngineGame>, String> {
    let rules =
        settings["rules"].parse().map_err(|error: plyground_game::notation::ParseRulesError| error.to_string())?;
    Ok(Box::new(TypedEngine::<Kalah>::new(Default::default(), &rules, Box::new(RandomAgent::new(1)))))
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

#[test]
fn options_take_effect_and_wrong_ones_are_named() {
    // With two seeds of three in the store the game is over by majority.
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

#[test]
fn bad_positions_give_no_move() {
    let lines = talk("position startpos moves 1 1 99\ngo depth 1\nfly\n\n");
    assert!(lines[0].starts_with("info string move 3 of the opening: cannot read move `99`"), "{lines:?}");
    assert_eq!(lines[1..], ["bestmove none", "info string unknown command `fly`"]);
    let long = format!("{}\nisready\n", "x".repeat(3_000_000));
    assert_eq!(talk(&long), ["info string found a command of more than 1048576 bytes", "readyok"]);
}

/// Thinks until it is stopped.
struct Endless;

impl EngineGame for Endless {
    fn new_game(&mut self) {}

    fn set_position(&mut self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn go(&mut self, job: &Job, info: &mut dyn FnMut(String)) -> Result<Option<String>, String> {
        info("info depth 1".into());
        while !job.stop.is_stopped() {
            thread::yield_now();
        }
        Ok(Some("now".into()))
    }
}

#[test]
fn endless_thinking_ends_with_stop_quit_and_the_end_of_input() {
    for end in ["stop\nisready\n", "quit\n", ""] {
        let mut output = Vec::new();
        let input = format!("go\n{end}");
        serve_engine(input.as_bytes(), &mut output, &about(), &mut |_| Ok(Box::new(Endless))).unwrap();
        let output = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = output.lines().filter(|line| *line != "readyok").collect();
        assert_eq!(lines, ["info depth 1", "bestmove now"], "after {end:?}");
    }
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
