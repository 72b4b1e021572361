//! Agent on a Kalah server: it connects, searches each board within the time of the server, and answers.

use std::io::{self, BufReader};
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use plyground_game::notation::quote;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_play::{Action, GameState, Player};
use plyground_search::{Job, Limits};

use crate::client::{KgpClock, KgpEnd, KgpError, KgpIdentity, KgpRequest, TimeMode, serve_kgp};
use crate::patient::Patient;

/// Rules of Kalah in the protocol.
pub const KGP_RULES: &str = "kgp";
/// Default port of Kalah servers \[Kaludercic2022\].
pub const KGP_PORT: u16 = 2671;
/// Time limit of a connection attempt.
const CONNECT: Duration = Duration::from_secs(20);
/// Time limit of the first line of a server.
const GREETING: Duration = Duration::from_secs(20);
/// Maximum silence of a server after that. Servers send pings continually.
const SILENCE: Duration = Duration::from_secs(120);
/// Pause before the first reconnection. It doubles with each further attempt.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Time of a move if neither the server nor the limits set one.
const THINKING: Duration = Duration::from_secs(5);
/// Share of a move's time that is reserved for the transmission of the answer.
const MARGIN: f64 = 0.1;
/// Number of moves that share an absolute clock.
const MOVES_TO_COME: u32 = 20;

/// Player on Kalah servers.
pub struct KgpAgent {
    player: Box<dyn Player>,
    limits: Limits,
    /// Identity on the server.
    pub identity: KgpIdentity,
    /// Time of a move if neither the server nor the limits set one; `None` for an agent that ends its search on its own.
    pub usual_time: Option<Duration>,
    /// Maximum number of consecutive reconnections after a lost connection; 0 by default.
    pub reconnect: u32,
}

impl std::fmt::Debug for KgpAgent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KgpAgent")
            .field("limits", &self.limits)
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl KgpAgent {
    /// Creates an agent named `plyground`, which searches within `limits` and the server's time. Without any limit, including the
    /// agent's own, it takes five seconds per move.
    #[must_use]
    pub fn new(player: Box<dyn Player>, limits: Limits) -> KgpAgent {
        let is_limited = limits.is_limited() || player.is_limited();
        let usual_time = (!is_limited).then_some(THINKING);
        KgpAgent { player, limits, identity: KgpIdentity::named("plyground"), usual_time, reconnect: 0 }
    }

    /// Plays on the server `HOST[:PORT]` until it sends `goodbye`, or the connection is lost permanently.
    ///
    /// # Errors
    /// When the address is invalid, no server answers, it is not a Kalah server, or the agent fails.
    pub fn visit(&mut self, address: &str) -> Result<KgpEnd, KgpError> {
        let (mut answered, mut cut, mut met) = (0, 0, false);
        loop {
            let ended = self.visit_once(address);
            let end = match ended {
                Ok(end) => {
                    met = true;
                    answered += end.answered;
                    // A connection with an answered board resets the number of attempts.
                    cut = if end.answered > 0 { 0 } else { cut };
                    KgpEnd { answered, ..end }
                }
                Err(KgpError::Connection(_) | KgpError::Unreachable { .. }) if met && cut < self.reconnect => {
                    KgpEnd { answered, ..KgpEnd::default() }
                }
                Err(error) => return Err(error),
            };
            if end.goodbye || cut >= self.reconnect {
                return end
                    .lost
                    .map_or(Ok(KgpEnd { lost: None, ..end }), |problem| Err(io::Error::other(problem).into()));
            }
            thread::sleep(PAUSE.saturating_mul(1 << cut.min(6)).min(LONGEST_PAUSE));
            cut += 1;
        }
    }

    /// Plays over one connection.
    fn visit_once(&mut self, address: &str) -> Result<KgpEnd, KgpError> {
        let stream = connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SILENCE))?;
        let input = BufReader::new(Patient::new(stream.try_clone()?, GREETING, SILENCE));
        let KgpAgent { player, limits, identity, usual_time, .. } = self;
        let mut answer_request = |request: &KgpRequest, best: &mut dyn FnMut(u32)| {
            let time = [limits.time, time_for(&request.clock)].into_iter().flatten().min().or(*usual_time);
            let job = Job { stop: request.stop.clone(), ..Job::new(Limits { time, ..*limits }) };
            answer(&mut **player, &job, &request.board, best)
        };
        serve_kgp(input, stream, identity, &mut answer_request)
    }
}

/// Searches one board.
fn answer(player: &mut dyn Player, job: &Job, board: &str, best: &mut dyn FnMut(u32)) -> Result<(), String> {
    let rules = KGP_RULES.parse().expect("a rule set of Kalah");
    let position = Kalah::parse(&format!("{board} S"), &rules).map_err(|error| error.to_string())?;
    let state = GameState::boxed(Game::from_position(position, &rules));
    let mut send = |action: Option<Action>| {
        if let Some(house) = action.and_then(|action| state.line_texts(&[action]).pop()) {
            best(house.parse().expect("houses are numbers"));
        }
    };
    let report = player
        .choose(&*state, job, &mut |report| {
            send(report.best);
            ControlFlow::Continue(())
        })
        .map_err(|error| error.to_string())?;
    send(report.best);
    Ok(())
}

/// Returns the time of a move by the server's clock.
fn time_for(clock: &KgpClock) -> Option<Duration> {
    let left = clock.left?.mul_f64(1.0 - MARGIN);
    match clock.mode {
        TimeMode::None => None,
        TimeMode::Relative => Some(left),
        TimeMode::Absolute => Some(left / MOVES_TO_COME),
    }
}

/// Connects to `HOST[:PORT]`.
fn connect(address: &str) -> Result<TcpStream, KgpError> {
    let has_port = address.rsplit_once(':').is_some_and(|(host, _)| !host.contains(':') || host.ends_with(']'));
    let full = if has_port { address.to_owned() } else { format!("{address}:{KGP_PORT}") };
    let no_host = |problem: String| KgpError::NoHost { address: quote(address), problem };
    let mut failed = no_host("it has no address".into());
    for place in full.to_socket_addrs().map_err(|error| no_host(error.to_string()))? {
        match TcpStream::connect_timeout(&place, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = KgpError::Unreachable { address: full.clone(), error },
        }
    }
    Err(failed)
}

#[cfg(test)]
mod tests {
    use plyground_game::Nothing;
    use plyground_play::AgentPlayer;
    use plyground_search::{RandomAgent, SearchAgent, SearchKind};

    use super::*;

    #[test]
    fn the_servers_clock_is_shared_out() {
        let clock = |mode, left| KgpClock { mode, left: Some(Duration::from_secs(left)) };
        assert_eq!(time_for(&clock(TimeMode::None, 10)), None);
        assert_eq!(time_for(&clock(TimeMode::Relative, 10)), Some(Duration::from_secs(9)));
        assert_eq!(time_for(&clock(TimeMode::Absolute, 200)), Some(Duration::from_secs(9)));
        assert_eq!(time_for(&KgpClock { mode: TimeMode::Relative, left: None }), None);
    }

    #[test]
    fn only_an_agent_without_limits_has_the_default_time() {
        let search = || AgentPlayer::<Kalah>::boxed(SearchAgent::new(SearchKind::AlphaBeta, Nothing));
        assert_eq!(KgpAgent::new(search(), Limits::NONE).usual_time, Some(THINKING));
        assert_eq!(KgpAgent::new(search(), Limits::depth(3)).usual_time, None);
        assert_eq!(KgpAgent::new(search(), Limits::nodes(1)).usual_time, None);
        assert_eq!(KgpAgent::new(AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)), Limits::NONE).usual_time, None);
    }

    #[test]
    fn an_agent_reconnects_as_often_as_allowed() {
        use std::io::{BufRead, Write};
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = thread::spawn(move || {
            for round in 0..2 {
                let (mut output, _) = listener.accept().unwrap();
                let mut input = BufReader::new(output.try_clone().unwrap());
                output.write_all(b"kgp 1 0 0\r\n4 state <1,0,0,2,2>\r\n").unwrap();
                let mut line = String::new();
                while !line.starts_with("@4 yield") {
                    line.clear();
                    assert!(input.read_line(&mut line).unwrap() > 0);
                }
                if round == 1 {
                    output.write_all(b"goodbye\r\n").unwrap();
                }
            }
        });
        let mut agent = KgpAgent::new(AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)), Limits::default());
        agent.reconnect = 1;
        let end = agent.visit(&address).unwrap();
        assert!(end.goodbye && end.answered == 2, "{end:?}");
        server.join().unwrap();
    }

    /// Regression: an agent reconnected only if the server had closed its first connection in order.
    #[test]
    fn an_agent_reconnects_after_a_reset() {
        use std::io::Write;
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = thread::spawn(move || {
            let (mut first, _) = listener.accept().unwrap();
            first.write_all(b"kgp 1 0 0\r\n4 state <1,0,0,2,2>\r\n").unwrap();
            let (mut sent, mut count) = ([0; 4096], 0);
            while !String::from_utf8_lossy(&sent[..count]).contains("@4 yield") {
                count = first.peek(&mut sent).unwrap();
            }
            // Data that was not read makes the system reset the connection.
            drop(first);
            let (mut second, _) = listener.accept().unwrap();
            second.write_all(b"kgp 1 0 0\r\ngoodbye\r\n").unwrap();
        });
        let mut agent = KgpAgent::new(AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)), Limits::default());
        agent.reconnect = 1;
        let end = agent.visit(&address).unwrap();
        assert!(end.goodbye && end.answered == 1, "{end:?}");
        server.join().unwrap();
    }

    #[test]
    fn addresses_without_a_host_are_refused() {
        let error =
            KgpAgent::new(AgentPlayer::<Kalah>::boxed(RandomAgent::new(1)), Limits::default()).visit("").unwrap_err();
        assert!(error.to_string().starts_with("no host ``: "), "{error}");
    }
}
