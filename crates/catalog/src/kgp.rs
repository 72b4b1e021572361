//! Plays Kalah on a server of the Kalah Game Protocol: the client is the arena's, board and agent are ours.
//!
//! ```no_run
//! use plyground_catalog::{AgentSpec, KgpGuest};
//!
//! let mut guest = KgpGuest::new("best:time=1s".parse::<AgentSpec>()?);
//! guest.identity.name = "an example".into();
//! let end = guest.visit("kalah.kwarc.info:2671")?;
//! println!("{} boards answered", end.answered);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::io::BufReader;
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::ControlFlow;
use std::time::Duration;

use plyground_arena::kgp::{KgpClock, KgpEnd, KgpIdentity, KgpRequest, TimeMode, serve_kgp};
use plyground_game::notation::quote;
use plyground_game::{Game, Position};
use plyground_kalah::Kalah;
use plyground_search::{Agent, Job, Limits, MAX_DEPTH};

use crate::agent::make;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

/// Where Kalah servers listen \[Kaludercic2022\].
pub const KGP_PORT: u16 = 2671;
/// The longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(20);
/// The longest silence of a server; they send pings all the time.
const SILENCE: Duration = Duration::from_secs(600);
/// The time of a move where neither server nor spec says any.
const THINKING: Duration = Duration::from_secs(5);
/// The share of a move's time that is left for the way of the answer.
const MARGIN: f64 = 0.1;
/// The moves that an absolute clock is shared out among.
const MOVES_TO_COME: u32 = 20;

/// An agent that plays on servers.
pub struct KgpGuest {
    agent: AgentSpec,
    /// Who it says it is.
    pub identity: KgpIdentity,
}

impl KgpGuest {
    /// A guest of the name `plyground`.
    #[must_use]
    pub fn new(agent: AgentSpec) -> KgpGuest {
        let description = format!("{agent}, Plyground {}", env!("CARGO_PKG_VERSION"));
        KgpGuest { agent, identity: KgpIdentity { description, ..KgpIdentity::named("plyground") } }
    }

    /// Plays on the server `HOST[:PORT]` until it says goodbye or hangs up.
    ///
    /// # Errors
    /// When the agent plays no Kalah, the address is none, nobody answers there, or what answers is no Kalah server.
    pub fn visit(&self, address: &str) -> Result<KgpEnd, CatalogError> {
        let mut agent = make::<Kalah>(&self.agent)?;
        let stream = connect(address)?;
        let other = |error: std::io::Error| CatalogError::Undone(format!("the connection to {address}: {error}"));
        stream.set_read_timeout(Some(SILENCE)).map_err(other)?;
        stream.set_nodelay(true).map_err(other)?;
        let input = BufReader::new(stream.try_clone().map_err(other)?);
        let mut player =
            |request: &KgpRequest, best: &mut dyn FnMut(u32)| answer(&mut *agent, &self.agent, request, best);
        serve_kgp(input, stream, &self.identity, &mut player).map_err(|error| CatalogError::Undone(error.to_string()))
    }
}

/// Thinks about one board.
fn answer(
    agent: &mut dyn Agent<Kalah>,
    spec: &AgentSpec,
    request: &KgpRequest,
    best: &mut dyn FnMut(u32),
) -> Result<(), String> {
    let rules = "kgp".parse().expect("a rule set of Kalah");
    let position = Kalah::parse(&format!("{} S", request.board), &rules).map_err(|error| error.to_string())?;
    let game = Game::from_position(position, &rules);
    let time = [spec.time, time_for(&request.clock)].into_iter().flatten().min();
    let limits = Limits {
        depth: spec.depth.unwrap_or(MAX_DEPTH),
        nodes: spec.nodes,
        time: time.or((!spec.is_limited() && !spec.has_plan()).then_some(THINKING)),
        stop: request.stop.clone(),
        ..Limits::default()
    };
    let mut sent = None;
    let mut tell = |mv: Option<<Kalah as Position>::Move>| {
        if let Some(mv) = mv.filter(|&mv| Some(mv) != sent) {
            sent = Some(mv);
            let house = game.position().move_text(mv);
            best(house.parse().expect("houses are numbers"));
        }
    };
    let report = agent
        .think(&game, &Job::new(limits), &mut |report| {
            tell(report.best);
            ControlFlow::Continue(())
        })
        .map_err(|error| error.to_string())?;
    tell(report.best);
    Ok(())
}

/// What a move may take by the server's clock.
fn time_for(clock: &KgpClock) -> Option<Duration> {
    let left = clock.left?.mul_f64(1.0 - MARGIN);
    match clock.mode {
        TimeMode::None => None,
        TimeMode::Relative => Some(left),
        TimeMode::Absolute => Some(left / MOVES_TO_COME),
    }
}

/// Connects to `HOST[:PORT]`.
fn connect(address: &str) -> Result<TcpStream, CatalogError> {
    let has_port = address.rsplit_once(':').is_some_and(|(host, _)| !host.contains(':') || host.ends_with(']'));
    let full = if has_port { address.to_owned() } else { format!("{address}:{KGP_PORT}") };
    let unknown = |why: String| CatalogError::Undone(format!("no host {}: {why}", quote(address)));
    let mut problem = None;
    for place in full.to_socket_addrs().map_err(|error| unknown(error.to_string()))? {
        match TcpStream::connect_timeout(&place, CONNECT) {
            Ok(stream) => return Ok(stream),
            Err(error) => problem = Some(CatalogError::Undone(format!("cannot connect to {full}: {error}"))),
        }
    }
    Err(problem.unwrap_or_else(|| unknown("it has no address".into())))
}
