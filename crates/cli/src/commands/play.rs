//! `ply play`: a game in the terminal.

use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Analysis, Catalog, CatalogError, MOVE, Session};
use plyground_game::{Outcome, Side};
use plyground_search::{Job, StopFlag};
use shell_words::quote;

use crate::args::{LengthArgs, StartArgs};
use crate::failure::{Done, Failure};
use crate::files;
use crate::out::{say, say_words};
use crate::paint::{self, DIM, STRONG};
use crate::prompt::{Prompt, Typed};
use crate::values::large;
use crate::words::{verb, wins};

const HELP: &str = "type a move, or: moves, hint, undo, save FILE, show, resign, quit";

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply play khet\n  ply play kalah --setup 6x4 --first best --second human\n  ply play tigers --first human --second human --load game.txt"
)]
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
    #[command(flatten)]
    length: LengthArgs,
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
    let limit = Limit { plies: args.length.max_plies().unwrap_or(game.info().max_plies), tables: args.length.tables() };
    let names = [&args.first, &args.second].map(Clone::clone);
    Table { session, players, names, hint, limit, ended: None, prompt: Prompt::new(), interrupt: Interrupt::new() }
        .play()
}

/// Who makes the moves of a side.
#[derive(Clone, Debug)]
enum Player {
    Human,
    Agent(AgentSpec),
}

/// How long the game may be, and where tables are that know its result then.
struct Limit {
    plies: usize,
    tables: Option<PathBuf>,
}

/// A game between two players. The session keeps them for the whole game.
struct Table {
    session: Box<dyn Session>,
    players: [Player; 2],
    /// The players as they were asked for.
    names: [String; 2],
    /// Who is asked for a hint.
    hint: AgentSpec,
    limit: Limit,
    /// The result and its cause, when something else than the rules has ended the game.
    ended: Option<(Outcome, String)>,
    prompt: Prompt,
    interrupt: Interrupt,
}

/// What a human wants next.
enum Wish {
    Move(String),
    Undo,
    Resign,
    Quit,
}

impl Table {
    fn play(mut self) -> Done {
        if self.players.iter().any(|player| matches!(player, Player::Human)) {
            say!("{DIM}{HELP}{DIM:#}");
        }
        self.draw();
        loop {
            self.interrupt.remember(self.command());
            let shown = self.session.show();
            if shown.outcome.is_none() && self.ended.is_none() && self.session.moves().len() >= self.limit.plies {
                self.ended = Some(self.session.too_long(self.limit.tables.as_deref()));
            }
            if let Some((winner, reason)) = self.result() {
                say_words!("{STRONG}{}{STRONG:#}: {reason}", winner.map_or("a draw".into(), wins));
                say_words!("{DIM}the game: {}{DIM:#}", self.session.moves().join(" "));
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
                            say_words!("{told}");
                            self.draw();
                        }
                        Err(error) => say_words!("{error}"),
                    },
                    Wish::Undo => self.undo(),
                    Wish::Resign => {
                        let side = self.session.side_to_move();
                        let reason = format!("{} {}", shown.side, verb(shown.side, "resigns", "resign"));
                        self.ended = Some((Outcome::Win(!side), reason));
                    }
                    Wish::Quit => return Ok(()),
                },
            }
        }
    }

    /// Who has won, if anybody, and why, when the game is over.
    fn result(&self) -> Option<(Option<&'static str>, String)> {
        if let Some(ended) = self.session.show().outcome {
            return Some((ended.winner, ended.reason));
        }
        let (outcome, reason) = self.ended.as_ref()?;
        Some((outcome.winner().map(|side| self.session.sides()[side.index()]), reason.clone()))
    }

    /// The command that goes on with the game from here.
    fn command(&self) -> String {
        let start = self.session.start();
        let mut words = vec!["ply".to_owned(), "play".into(), self.session.game().into()];
        let mut option = |name: &str, value: &str| words.extend([format!("--{name}"), quote(value).into_owned()]);
        for (name, value) in [("rules", &start.rules), ("position", &start.position)] {
            if let Some(value) = value {
                option(name, value);
            }
        }
        for (name, value) in [("moves", &start.moves), ("first", &self.names[0]), ("second", &self.names[1])] {
            if !value.is_empty() {
                option(name, value);
            }
        }
        words.join(" ")
    }

    fn draw(&self) {
        say!("\n{}", paint::diagram(&self.session.diagram(), self.session.palette()));
    }

    fn agent_moves(&mut self, spec: &AgentSpec) -> Done {
        let side = self.session.show().side;
        let analysis = self.thought(spec, &format!("{side} {} thinking…", verb(side, "is", "are")))?;
        let best = analysis.best.ok_or_else(|| Failure::Undone(format!("{side} has found no move")))?;
        let told = self.session.play(&best)?;
        let thought = if analysis.nodes == 0 {
            String::new()
        } else {
            format!(" {DIM}({}, depth {}, {} nodes){DIM:#}", analysis.score, analysis.depth, analysis.nodes)
        };
        say_words!("{STRONG}{side} {} {best}{STRONG:#}: {told}{thought}", verb(side, "plays", "play"));
        self.draw();
        Ok(())
    }

    /// What an agent thinks of the position; Ctrl-C ends its thought, and the game with it.
    fn thought(&mut self, spec: &AgentSpec, waiting: &str) -> Result<Analysis, Failure> {
        let is_seen = io::stderr().is_terminal();
        if is_seen {
            anstream::eprint!("{DIM}{waiting}{DIM:#}\r");
        }
        let job = Job { stop: self.interrupt.stop.clone(), ..Job::default() };
        let analysis = self.session.analyse(spec, &job, MOVE, &mut |_| {});
        if is_seen {
            anstream::eprint!("\x1b[2K");
        }
        if self.interrupt.stop.is_stopped() { Err(self.interrupt.failure()) } else { Ok(analysis?) }
    }

    fn ask(&mut self, side: &str) -> Result<Wish, Failure> {
        loop {
            let line = match self.interrupt.waiting(|| self.prompt.ask(side))? {
                Typed::Line(line) => line,
                // The thread that has heard Ctrl-C is about to end the program, with its own last words.
                Typed::End if self.interrupt.stop.is_stopped() => loop {
                    thread::park();
                },
                Typed::End => return Ok(Wish::Quit),
                Typed::Interrupt => return Err(self.interrupt.failure()),
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Wish::Quit),
                "undo" | "u" => return Ok(Wish::Undo),
                "resign" => return Ok(Wish::Resign),
                "hint" | "h" => self.hint()?,
                "moves" | "m" => {
                    let told = self.session.show().legal;
                    for mv in &told {
                        let words = self.session.tell(std::slice::from_ref(mv));
                        say_words!("  {mv:<8}{}", words.concat());
                    }
                }
                "show" | "s" => self.draw(),
                "help" | "?" => say!("{HELP}"),
                "save" => self.save(rest.trim()),
                _ => return Ok(Wish::Move(line)),
            }
        }
    }

    fn hint(&mut self) -> Done {
        let analysis = self.thought(&self.hint.clone(), "thinking of a hint…")?;
        if let Some(best) = &analysis.best {
            let words = self.session.tell(std::slice::from_ref(best)).concat();
            say_words!("{STRONG}{best}{STRONG:#}: {words} ({}, depth {})", analysis.score, analysis.depth);
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
        let mut tags: Vec<(String, String)> = self
            .session
            .sides()
            .iter()
            .zip(&self.players)
            .map(|(side, player)| (side[..1].to_uppercase() + &side[1..], name(player)))
            .collect();
        if let Some((_, cause)) = &self.ended {
            tags.push(("Cause".into(), cause.clone()));
        }
        let adjudicated = self.ended.as_ref().map(|&(outcome, _)| outcome);
        match files::write_new(Path::new(path), &self.session.record(&tags, adjudicated)) {
            Ok(()) => say_words!("saved; go on with `ply play {} --load {path}`", self.session.game()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                say_words!("{path} exists already: expected another name");
            }
            Err(error) => say_words!("{path} cannot be written: {error}"),
        }
    }

    /// Takes back to the last position in which a human was to move; a result that the rules do not know is taken back first.
    fn undo(&mut self) {
        if self.ended.take().is_some() && self.session.moves().len() < self.limit.plies {
            say!("the game goes on");
            self.draw();
            return;
        }
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
            Wish::Move(_) | Wish::Resign => {
                say!("the game is over");
                Ok(true)
            }
            Wish::Quit => Ok(false),
        }
    }
}

/// Ctrl-C: it ends a thought, and the game, which is not lost: the command that goes on with it is said.
struct Interrupt {
    stop: StopFlag,
    /// Whether a person is asked, so that nothing else would notice.
    asks: Arc<AtomicBool>,
    command: Arc<Mutex<String>>,
}

impl Interrupt {
    fn new() -> Interrupt {
        let interrupt = Interrupt { stop: StopFlag::default(), asks: Arc::default(), command: Arc::default() };
        let (stop, asks, command) =
            (interrupt.stop.clone(), Arc::clone(&interrupt.asks), Arc::clone(&interrupt.command));
        // Without a handler Ctrl-C just ends the program.
        _ = ctrlc::set_handler(move || {
            let ends = asks.load(Ordering::Relaxed) || stop.is_stopped();
            stop.stop();
            if ends {
                _ = kept(&command).report();
                exit(130);
            }
        });
        interrupt
    }

    /// What is to be said when the game is broken off now.
    fn remember(&self, command: String) {
        *self.command.lock().unwrap_or_else(PoisonError::into_inner) = command;
    }

    /// Waits for a person.
    fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.asks.store(true, Ordering::Relaxed);
        let answer = wait();
        self.asks.store(false, Ordering::Relaxed);
        answer
    }

    fn failure(&self) -> Failure {
        kept(&self.command)
    }
}

/// The end of a game that Ctrl-C has broken off.
fn kept(command: &Mutex<String>) -> Failure {
    let command = command.lock().unwrap_or_else(PoisonError::into_inner);
    Failure::Stopped(format!("stopped; this goes on with the game: {command}"))
}
