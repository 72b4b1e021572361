//! Tests the Kalah client against a scripted server that follows the text of the protocol.

#![expect(clippy::disallowed_methods, reason = "waits are tested")]
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use plyground_game::Position;
use plyground_kalah::Kalah;
use plyground_kgp::{KgpEnd, KgpError, KgpIdentity, TimeMode, serve_kgp};

/// Server side of the connection.
struct Line {
    input: BufReader<TcpStream>,
    output: TcpStream,
}

impl Line {
    fn send(&mut self, line: &str) {
        self.output.write_all(format!("{line}\r\n").as_bytes()).unwrap();
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.input.read_line(&mut line).unwrap();
        assert!(line.ends_with("\r\n"), "{line:?}");
        line.trim_end().to_owned()
    }

    /// Sends the version and reads the introduction and the mode.
    fn begin(&mut self, name: &str) {
        self.send("kgp 1 0 1");
        assert_eq!(self.receive(), format!("set info:name \"{name}\""));
        assert_eq!(self.receive(), "mode freeplay");
        self.send("2 init");
    }
}

/// Runs a server and a client. The player sends all legal houses in turn and, if `wait` is set, waits for the stop flag.
fn play(server: impl FnOnce(&mut Line) + Send, wait: bool) -> Result<KgpEnd, KgpError> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::scope(|scope| {
        let server = scope.spawn(move || {
            let (output, _) = listener.accept().unwrap();
            output.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
            server(&mut Line { input: BufReader::new(output.try_clone().unwrap()), output });
        });
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let input = BufReader::new(stream.try_clone().unwrap());
        let end = serve_kgp(input, stream, &KgpIdentity::named("test \\o/").clone(), &mut |request, best| {
            let pos = Kalah::parse(&format!("{} S", request.board), &"kgp".parse().unwrap())
                .map_err(|error| error.to_string())?;
            for mv in pos.legal_moves() {
                best(pos.move_text(mv).parse().unwrap());
            }
            let deadline = Instant::now() + Duration::from_secs(10);
            while wait && !request.stop.is_stopped() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            if request.clock.mode == TimeMode::Absolute {
                assert_eq!(request.clock.left, Some(Duration::from_secs(7)));
            }
            Ok(())
        });
        server.join().unwrap();
        end
    })
}

const NAME: &str = "test \\\\o/";

#[test]
fn a_whole_freeplay() {
    let end = play(
        |line| {
            line.begin(NAME);
            let sent = Instant::now();
            line.send("4 state <3,10,2,1,2,0,4,2,0>");
            assert_eq!(line.receive(), "@4 move 1");
            assert!(sent.elapsed() >= Duration::from_millis(5), "the server may not know the number yet");
            assert_eq!(line.receive(), "@4 move 2");
            assert_eq!(line.receive(), "@4 yield");
            line.send("6@4 stop");
            line.send("8 ping");
            assert_eq!(line.receive(), "@8 pong");
            line.send("set time:mode absolute");
            line.send("set time:clock 7");
            line.send("some newer command <1> \"x\"");
            line.send("this is \"no command");
            // A board has up to 12 houses per side.
            line.send("10 state <12,0,0,0,0,0,0,0,0,0,0,0,0,0,5,4,4,4,4,4,4,4,4,4,4,4,4>");
            assert_eq!(line.receive(), "@10 move 12");
            assert_eq!(line.receive(), "@10 yield");
            line.send("12 goodbye");
        },
        false,
    )
    .unwrap();
    assert_eq!(end, KgpEnd { answered: 2, goodbye: true, ..KgpEnd::default() });
}

#[test]
fn a_stop_ends_a_search_and_later_boards_are_answered() {
    let end = play(
        |line| {
            line.begin(NAME);
            line.send("4 state <1,0,0,2,2>");
            line.send("6 state <1,1,1,2,2>");
            line.send("8 state <1,2,2,2,2>");
            assert_eq!(line.receive(), "@4 move 1");
            // A board that is stopped before its search starts is not answered.
            line.send("10@6 stop");
            line.send("12 ping \"are you there\"");
            assert_eq!(line.receive(), "@12 pong \"are you there\"");
            line.send("14@4 stop");
            assert_eq!(line.receive(), "@8 move 1");
            line.send("16@8 stop");
            line.send("goodbye");
            let mut rest = String::new();
            let _ = line.input.read_line(&mut rest);
            assert_eq!(rest, "", "nothing after a stop");
        },
        true,
    )
    .unwrap();
    assert_eq!((end.answered, end.goodbye), (2, true));
}

#[test]
fn other_servers_are_named() {
    let error = play(|line| line.send("HTTP/1.1 400 Bad Request"), false).unwrap_err().to_string();
    assert!(error.starts_with("the server sent `HTTP/1.1 400 Bad Request`, expected `kgp 1 0 0`"), "{error}");
    let error = play(|line| line.send("kgp 2 1 0"), false).unwrap_err().to_string();
    assert_eq!(error, "the server speaks version 2.1.0 of the protocol, expected 1");
    let error = play(
        |line| {
            line.send("kgp 1 0 0");
            line.receive();
            line.receive();
            line.send("error \"Unsupported activity\"");
            line.send("goodbye");
        },
        false,
    );
    assert_eq!(error.unwrap_err().to_string(), "the server does not let us play: Unsupported activity");
}

#[test]
fn a_cut_line_ends_the_client() {
    let end = play(
        |line| {
            line.begin(NAME);
            line.send("4 state <1,0,0,2,2>");
            assert_eq!(line.receive(), "@4 move 1");
        },
        true,
    );
    // The system may or may not report the lost connection on reading.
    match end {
        Ok(end) => assert!(!end.goodbye && end.answered == 1),
        Err(error) => assert!(matches!(error, KgpError::Connection(_)), "{error}"),
    }
}

#[test]
fn invalid_boards_are_refused_by_the_player() {
    let error = play(
        |line| {
            line.begin(NAME);
            line.send("4 state <3,0,0>");
            assert_eq!(line.receive(), "@4 yield");
            line.send("goodbye");
        },
        false,
    );
    assert!(error.unwrap_err().to_string().starts_with("no move for board `<3,0,0>`: cannot read position"));
}

/// The player finds better moves after the server's stop, which are not sent.
#[test]
fn nothing_is_answered_after_a_stop() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (output, _) = listener.accept().unwrap();
    let mut line = Line { input: BufReader::new(output.try_clone().unwrap()), output };
    let input = BufReader::new(stream.try_clone().unwrap());
    let client = thread::spawn(move || {
        serve_kgp(input, stream, &KgpIdentity::named("late").clone(), &mut |request, best| {
            best(1);
            while !request.stop.is_stopped() {
                thread::yield_now();
            }
            best(2);
            Ok(())
        })
    });
    line.begin("late");
    for id in ["4", "8"] {
        line.send(&format!("{id} state <3,0,0,3,3,3,3,3,3>"));
        assert_eq!(line.receive(), format!("@{id} move 1"), "and nothing of the board before");
        line.send(&format!("6@{id} stop"));
    }
    line.send("12 goodbye");
    let end = client.join().unwrap().unwrap();
    assert_eq!((end.answered, end.goodbye), (2, true));
    let mut rest = String::new();
    line.input.read_line(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_flood_of_boards_is_an_end() {
    let error = play(
        |line| {
            line.begin(NAME);
            // The first board is searched until the server sends `stop`.
            for id in 0..2_000 {
                if write!(line.output, "{} state <1,0,0,2,2>\r\n", 4 + 2 * id).is_err() {
                    return;
                }
            }
            while line.input.read_line(&mut String::new()).is_ok_and(|count| count > 0) {}
        },
        true,
    );
    assert!(matches!(error, Err(KgpError::Flood(1_000))), "{error:?}");
}
