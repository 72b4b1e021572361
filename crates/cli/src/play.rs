//! `ply play`: a game in the terminal.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::time::Duration;

use plyground_catalog::{AgentKind, AgentSpec, Request, Session, open_record};

use crate::Failure;
use crate::args::{PlayArgs, Player};
use crate::out::{say, say_part};
use crate::paint::{self, DIM, STRONG};
use crate::show::write_new;

const HELP: &str = "type a move, or: moves, hint, undo, save FILE, show, quit";

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let session = match &args.load {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::Undone(format!("{} cannot be read: {error}", path.display())))?;
            open_record(args.position.game, &text)?
        }
        None => args.position.open()?,
    };
    let mut players = [args.first.clone(), args.second.clone()];
    for (index, player) in players.iter_mut().enumerate() {
        if let Player::Agent(spec) = player {
            if spec.kind == AgentKind::Random {
                spec.seed = spec.seed.or(args.seed.map(|seed| seed.wrapping_add(index as u64)));
            }
            session.check(spec)?;
        }
    }
    Table { session, players, moves_made: 0 }.play()
}

struct Table {
    session: Box<dyn Session>,
    players: [Player; 2],
    /// Moves of random agents differ from move to move.
    moves_made: u64,
}

/// What a human wants next.
enum Wish {
    Move(String),
    Undo,
    Quit,
}

impl Table {
    fn play(mut self) -> Result<(), Failure> {
        if self.players.iter().any(|player| matches!(player, Player::Human)) {
            say!("{DIM}{HELP}{DIM:#}");
        }
        self.draw();
        loop {
            let shown = self.session.show();
            if let Some(ended) = shown.outcome {
                let result = ended.winner.map_or("a draw".into(), |winner| format!("{winner} wins"));
                say!("{STRONG}{result}{STRONG:#}: {}", ended.reason);
                say!("{DIM}the game: {}{DIM:#}", self.session.moves().join(" "));
                if !matches!(self.players, [Player::Agent(_), Player::Agent(_)]) && self.after_the_end()? {
                    continue;
                }
                return Ok(());
            }
            match self.players[self.session.side_to_move().index()].clone() {
                Player::Agent(spec) => self.agent_moves(&spec)?,
                Player::Human => match self.ask(shown.side)? {
                    Wish::Move(mv) => match self.session.play(&mv) {
                        Ok(told) => {
                            say!("{told}");
                            self.draw();
                        }
                        Err(error) => say!("{error}"),
                    },
                    Wish::Undo => self.undo(),
                    Wish::Quit => return Ok(()),
                },
            }
        }
    }

    fn draw(&self) {
        say!("\n{}", paint::diagram(&self.session.diagram()));
    }

    fn agent_moves(&mut self, spec: &AgentSpec) -> Result<(), Failure> {
        let side = self.session.show().side;
        if io::stderr().is_terminal() {
            anstream::eprint!("{DIM}{side} is thinking…{DIM:#}\r");
        }
        let analysis = self.session.analyse(&self.seeded(spec), &thinking(), &mut |_| {})?;
        if io::stderr().is_terminal() {
            anstream::eprint!("\x1b[2K");
        }
        let best = analysis.best.ok_or_else(|| Failure::Undone(format!("{side} has found no move")))?;
        let told = self.session.play(&best)?;
        self.moves_made += 1;
        let thought = if analysis.nodes == 0 {
            String::new()
        } else {
            format!("  {DIM}({}, depth {}, {} nodes){DIM:#}", analysis.score, analysis.depth, analysis.nodes)
        };
        say!("{STRONG}{side} plays {best}{STRONG:#}: {told}{thought}");
        self.draw();
        Ok(())
    }

    /// A spec whose seed differs from move to move, so that a random agent does not repeat itself.
    fn seeded(&self, spec: &AgentSpec) -> AgentSpec {
        let mut spec = spec.clone();
        if spec.kind == AgentKind::Random {
            spec.seed = Some(spec.seed.unwrap_or(0).wrapping_mul(1_000_003).wrapping_add(self.moves_made));
        }
        spec
    }

    fn ask(&self, side: &str) -> Result<Wish, Failure> {
        loop {
            say_part!("{side}> ");
            // Bytes that are no text are shown as such in the answer; they must not end a game.
            let mut bytes = Vec::new();
            if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
                say!("");
                return Ok(Wish::Quit);
            }
            let line = String::from_utf8_lossy(&bytes);
            let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Wish::Quit),
                "undo" | "u" => return Ok(Wish::Undo),
                "hint" | "h" => self.hint()?,
                "moves" | "m" => {
                    let told = self.session.show().legal;
                    for mv in &told {
                        let words = self.session.tell(std::slice::from_ref(mv));
                        say!("  {mv:<8}{}", words.concat());
                    }
                }
                "show" | "s" => self.draw(),
                "help" | "?" => say!("{HELP}"),
                "save" => self.save(rest.trim()),
                _ => return Ok(Wish::Move(line.trim().to_owned())),
            }
        }
    }

    fn hint(&self) -> Result<(), Failure> {
        let analysis = self.session.analyse(&AgentSpec::new(AgentKind::Best), &thinking(), &mut |_| {})?;
        if let Some(best) = &analysis.best {
            let words = self.session.tell(std::slice::from_ref(best)).concat();
            say!("{STRONG}{best}{STRONG:#}: {words} ({}, depth {})", analysis.score, analysis.depth);
        }
        Ok(())
    }

    fn save(&self, path: &str) {
        if path.is_empty() {
            say!("save where? expected `save FILE`");
            return;
        }
        let name = |player: &Player| match player {
            Player::Human => "human".to_owned(),
            Player::Agent(spec) => spec.to_string(),
        };
        let tags: Vec<(String, String)> = self
            .session
            .sides()
            .iter()
            .zip(&self.players)
            .map(|(side, player)| (side[..1].to_uppercase() + &side[1..], name(player)))
            .collect();
        if Path::new(path).exists() {
            say!("{path} exists already: expected another name");
            return;
        }
        match write_new(Path::new(path), &self.session.record(&tags), false) {
            Ok(()) => say!("saved; go on with `ply play {} --load {path}`", self.session.game()),
            Err(Failure::Input(message) | Failure::Undone(message)) => say!("{message}"),
        }
    }

    /// Takes back to the last position in which a human was to move.
    fn undo(&mut self) {
        let mut taken = Vec::new();
        while let Some(mv) = self.session.undo() {
            taken.push(mv);
            if matches!(self.players[self.session.side_to_move().index()], Player::Human) {
                break;
            }
        }
        if taken.is_empty() {
            say!("nothing to take back: this is the start");
        } else {
            taken.reverse();
            say!("taken back: {}", taken.join(" "));
            self.draw();
        }
    }

    /// Whether the game goes on after its end, because a human took a move back.
    fn after_the_end(&mut self) -> Result<bool, Failure> {
        match self.ask("undo, save FILE or quit")? {
            Wish::Undo => {
                self.undo();
                Ok(true)
            }
            Wish::Move(_) => {
                say!("the game is over");
                Ok(true)
            }
            Wish::Quit => Ok(false),
        }
    }
}

fn thinking() -> Request {
    Request { default_time: Duration::from_secs(1), ..Request::default() }
}
