//! `ply play`: a game in the terminal.

use std::io::{self, BufRead, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Analysis, Catalog, CatalogError, MOVE, Session};
use plyground_game::Side;
use plyground_search::Job;

use crate::args::StartArgs;
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{say, say_part};
use crate::paint::{self, DIM, STRONG};
use crate::values::large;

const HELP: &str = "type a move, or: moves, hint, undo, save FILE, show, quit";

#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Who moves for the first side: `human` or an agent
    #[arg(long, value_name = "human|SPEC", default_value = "human")]
    first: String,
    /// Who moves for the second side: `human` or an agent
    #[arg(long, value_name = "human|SPEC", default_value = "best")]
    second: String,
    /// Go on with a game that `save` has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["setup", "rules", "position", "moves"])]
    load: Option<PathBuf>,
    /// Fixes the agents' random choices, when their specs name no seed
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = large)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.start.game.find(catalog)?;
    let mut session = match &args.load {
        Some(path) => game.open_record(&files::read(path)?)?,
        None => args.start.open(catalog)?,
    };
    let hint = game.agent("best")?;
    let player = |text: &str, side: Side| -> Result<Player, CatalogError> {
        if text == "human" {
            return Ok(Player::Human);
        }
        let seed = args.seed.map(|seed| Setting::Number(seed.wrapping_add(side.index() as u64)));
        Ok(Player::Agent(catalog.agent(&**game, text)?.or("seed", seed)))
    };
    let players = [player(&args.first, Side::First)?, player(&args.second, Side::Second)?];
    for player in &players {
        if let Player::Agent(spec) = player {
            session.prepare(spec)?;
        }
    }
    Table { session, players, hint }.play()
}

/// Who makes the moves of a side.
#[derive(Clone, Debug)]
enum Player {
    Human,
    Agent(AgentSpec),
}

/// A game between two players. The session keeps them for the whole game.
struct Table {
    session: Box<dyn Session>,
    players: [Player; 2],
    /// Who is asked for a hint.
    hint: AgentSpec,
}

/// What a human wants next.
enum Wish {
    Move(String),
    Undo,
    Quit,
}

impl Table {
    fn play(mut self) -> Done {
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

    fn agent_moves(&mut self, spec: &AgentSpec) -> Done {
        let side = self.session.show().side;
        if io::stderr().is_terminal() {
            anstream::eprint!("{DIM}{side} is thinking…{DIM:#}\r");
        }
        let analysis = self.thought(spec)?;
        if io::stderr().is_terminal() {
            anstream::eprint!("\x1b[2K");
        }
        let best = analysis.best.ok_or_else(|| Failure::Undone(format!("{side} has found no move")))?;
        let told = self.session.play(&best)?;
        let thought = if analysis.nodes == 0 {
            String::new()
        } else {
            format!("  {DIM}({}, depth {}, {} nodes){DIM:#}", analysis.score, analysis.depth, analysis.nodes)
        };
        say!("{STRONG}{side} plays {best}{STRONG:#}: {told}{thought}");
        self.draw();
        Ok(())
    }

    fn thought(&mut self, spec: &AgentSpec) -> Result<Analysis, CatalogError> {
        self.session.analyse(spec, &Job::default(), MOVE, &mut |_| {})
    }

    fn ask(&mut self, side: &str) -> Result<Wish, Failure> {
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

    fn hint(&mut self) -> Done {
        let analysis = self.thought(&self.hint.clone())?;
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
        match files::write_new(Path::new(path), &self.session.record(&tags)) {
            Ok(()) => say!("saved; go on with `ply play {} --load {path}`", self.session.game()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                say!("{path} exists already: expected another name");
            }
            Err(error) => say!("{path} cannot be written: {error}"),
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
