//! `ply play`: a game in the terminal.

use std::io::{self, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use plyground_catalog::keys::Setting;
use plyground_catalog::{AgentSpec, Analysis, Catalog, CatalogError, GameRef, LEVELS, Level, MOVE, Session, Shown};
use plyground_game::notation::escaped;
use plyground_game::{Outcome, Side};
use plyground_search::{Job, StopFlag};
use shell_words::quote;

use crate::args::{LengthArgs, POSITION, StartArgs};
use crate::failure::{Done, Failure, INTERRUPTED};
use crate::files;
use crate::out::{columns, fill_to_terminal, note, note_part, print_line, print_words};
use crate::paint::{self, DIM, STRONG};
use crate::prompt::{Prompt, Typed};
use crate::typed;
use crate::values::large;
use crate::verdict::verdict;
use crate::words::{counted, verb, wins};

const HELP: &str = "type a move, or: moves [FILTER], hint, undo, save FILE, show, resign, quit; `help` explains them";

/// The commands at the prompt, with their effects.
const COMMANDS: &[(&str, &str)] = &[
    ("moves [FILTER]", "list the legal moves, or those that contain FILTER"),
    ("hint", "suggest a move of `best`"),
    ("undo", "take back moves to your last one"),
    ("save FILE", "write the game to a file"),
    ("show", "draw the board again"),
    ("resign", "give up the game"),
    ("retry", "let an agent that has failed move again"),
    ("quit", "end the program"),
];

/// Level of the opponent of a user who names none.
const USUAL: usize = 2;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Agents: NAME, NAME:key=value,... or a level such as `level-2`; `ply games GAME` lists them.\n\nExamples:\n  ply play khet\n  ply play tigers --second level-4\n  ply play kalah --setup 6x4 --first best --second human\n  ply play tigers --first human --second human --load game.txt"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Player of the first side: `human` or an agent
    #[arg(long, value_name = "human|SPEC", default_value = "human")]
    first: String,
    /// Player of the second side: `human` or an agent [default: a level that you choose, or you if `--first` is an agent]
    #[arg(long, value_name = "human|SPEC")]
    second: Option<String>,
    /// Continue a game that `save` wrote
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["setup", "rules", "position", "moves"],
        help_heading = POSITION
    )]
    load: Option<PathBuf>,
    #[command(flatten)]
    length: LengthArgs,
    /// Seed of random choices, for agents whose specs have no seed
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
    let mut prompt = Prompt::new();
    let second = match &args.second {
        Some(second) => second.clone(),
        None if args.first != "human" => "human".into(),
        None => match opponent(game, catalog, &mut prompt)? {
            Some(second) => second,
            None => return Ok(()),
        },
    };
    let player = |text: &str, side: Side| -> Result<Player, CatalogError> {
        if text == "human" {
            return Ok(Player::Human);
        }
        let seed = args.seed.map(|seed| Setting::Number(seed.wrapping_add(side.index() as u64)));
        Ok(Player::Agent(catalog.agent(&**game, text)?.or("seed", seed)))
    };
    let players = [player(&args.first, Side::First)?, player(&second, Side::Second)?];
    for player in &players {
        if let Player::Agent(spec) = player {
            session.prepare(spec)?;
        }
    }
    let limit =
        Limit { plies: args.length.max_plies().unwrap_or(game.info().max_plies), tables: args.length.tables()? };
    let names = [args.first.clone(), second];
    let table = Table {
        game: GameRef::clone(game),
        session,
        players,
        failed: [None, None],
        names,
        hint,
        limit,
        ended: None,
        prompt,
        is_new: true,
        interrupt: Interrupt::new(),
    };
    table.play()
}

/// Returns the opponent that the user chooses on a terminal, else a beginner; `None` at the end of input.
fn opponent(game: &GameRef, catalog: &Catalog, prompt: &mut Prompt) -> Result<Option<String>, Failure> {
    if !prompt.is_terminal() {
        let Level { agent, name, .. } = LEVELS[USUAL - 1];
        print_line!("{DIM}your opponent is {agent} ({name}); `--second` names another{DIM:#}");
        return Ok(Some(agent.into()));
    }
    for (number, level) in (1..).zip(LEVELS) {
        print_line!("  {number}  {STRONG}{}{STRONG:#}: {}", level.name, level.about);
    }
    loop {
        let line = match prompt.ask(&format!("opponent, 1 to {}, `human` or an agent [{USUAL}]", LEVELS.len()))? {
            Typed::Line(line) => line,
            Typed::End => return Ok(None),
            Typed::Interrupt => return Err(Failure::Stopped("interrupted".into())),
        };
        match chosen(&line) {
            human if human == "human" => return Ok(Some(human)),
            spec => match catalog.agent(&**game, &spec) {
                Ok(_) => return Ok(Some(spec)),
                Err(error) => print_words!("{error}"),
            },
        }
    }
}

/// Returns the agent that an answer names: a level by its number, the usual one without an answer, else a spec.
fn chosen(line: &str) -> String {
    let number = if line.is_empty() { Some(USUAL) } else { line.parse::<usize>().ok() };
    let level = number.and_then(|number| LEVELS.get(number.checked_sub(1)?));
    level.map_or_else(|| line.to_owned(), |level| level.agent.to_owned())
}

/// The player of a side.
#[derive(Clone, Debug)]
enum Player {
    Human,
    Agent(AgentSpec),
}

/// The length of the game, and the folder of tables that decide a longer one.
struct Limit {
    plies: usize,
    tables: Option<PathBuf>,
}

/// A game between two players.
struct Table {
    game: GameRef,
    session: Box<dyn Session>,
    players: [Player; 2],
    /// Agents that have failed; the human moves for their sides.
    failed: [Option<AgentSpec>; 2],
    /// Players as named by options.
    names: [String; 2],
    /// Agent of hints.
    hint: AgentSpec,
    limit: Limit,
    /// Result and its cause, if the rules did not end the game.
    ended: Option<(Outcome, String)>,
    prompt: Prompt,
    /// Whether the human has not been asked yet.
    is_new: bool,
    interrupt: Interrupt,
}

/// A command of a human.
enum Command {
    Move(String),
    Undo,
    Retry,
    Resign,
    Quit,
}

impl Table {
    fn play(mut self) -> Done {
        if self.players.iter().any(|player| matches!(player, Player::Human)) {
            print_line!("{DIM}{HELP}{DIM:#}");
        }
        self.draw();
        loop {
            self.interrupt.remember(self.command());
            let shown = self.session.show();
            if shown.outcome.is_none()
                && self.ended.is_none()
                && self.session.state().move_texts().len() >= self.limit.plies
            {
                self.ended = Some(self.game.too_long(self.session.state(), self.limit.tables.as_deref())?);
            }
            if let Some((winner, reason)) = self.result() {
                print_words!("{STRONG}{}{STRONG:#}: {reason}", winner.map_or("a draw".into(), wins));
                print_words!("{DIM}the game: {}{DIM:#}", self.session.state().move_texts().join(" "));
                if !matches!(self.players, [Player::Agent(_), Player::Agent(_)]) && self.after_the_end()? {
                    continue;
                }
                return Ok(());
            }
            match self.players[self.session.state().side_to_move().index()].clone() {
                Player::Agent(spec) => self.agent_moves(&spec)?,
                Player::Human => match self.ask(&prompt(&shown))? {
                    Command::Move(text) => self.human_moves(&text, &shown.legal),
                    Command::Retry => self.retry(),
                    Command::Undo => self.undo(),
                    Command::Resign => {
                        let side = self.session.state().side_to_move();
                        let reason = format!("{} {}", shown.side, verb(shown.side, "resigns", "resign"));
                        self.ended = Some((Outcome::Win(!side), reason));
                    }
                    Command::Quit => return Ok(()),
                },
            }
        }
    }

    /// Returns the winner and the reason, if the game is over.
    fn result(&self) -> Option<(Option<&'static str>, String)> {
        if let Some(ended) = self.session.show().outcome {
            return Some((ended.winner, ended.reason));
        }
        let (outcome, reason) = self.ended.as_ref()?;
        Some((outcome.winner().map(|side| self.session.state().sides()[side.index()]), reason.clone()))
    }

    /// Returns the command that continues the game from here.
    fn command(&self) -> String {
        let start = self.session.state().start();
        let mut words = vec!["ply".to_owned(), "play".into(), self.game.info().name.into()];
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
        print_line!("\n{}", paint::diagram(&self.session.state().diagram(), self.game.info().palette));
    }

    fn agent_moves(&mut self, spec: &AgentSpec) -> Done {
        let side = self.session.show().side;
        let searched = self.search(spec, &format!("{side} {} thinking…", verb(side, "is", "are")));
        let analysis = match searched {
            Err(Failure::Undone(message)) if self.players.iter().any(|player| matches!(player, Player::Human)) => {
                self.replace(spec, &message);
                return Ok(());
            }
            other => other?,
        };
        let best = analysis.best.clone().ok_or_else(|| Failure::Undone(format!("{side} has found no move")))?;
        let thought = if analysis.nodes == 0 {
            String::new()
        } else {
            let score = verdict(&*self.session, &analysis, spec);
            format!(" {DIM}[{score}, {}]{DIM:#}", counted(analysis.nodes, "node", "nodes"))
        };
        let words = self.session.play(&best)?;
        print_words!("{STRONG}{side} {} {best}{STRONG:#}: {words}{thought}", verb(side, "plays", "play"));
        self.draw();
        Ok(())
    }

    /// Lets the human move for the side of an agent that has failed: a crash must not end the human's game.
    fn replace(&mut self, spec: &AgentSpec, message: &str) {
        let side = self.session.state().side_to_move();
        let name = self.session.state().sides()[side.index()];
        note!("{}", fill_to_terminal(&escaped(message)));
        print_words!("{name}: the agent failed; move for {name} yourself, or type `retry`, `save FILE` or `quit`");
        self.failed[side.index()] = Some(spec.clone());
        self.players[side.index()] = Player::Human;
    }

    /// Returns the side to move to its agent after a failure.
    fn retry(&mut self) {
        let side = self.session.state().side_to_move().index();
        match self.failed[side].take() {
            Some(spec) => self.players[side] = Player::Agent(spec),
            None => print_line!("no agent has failed for {}", self.session.state().sides()[side]),
        }
    }

    /// Plays the typed move, or the moves of one turn, such as `3 6` at Kalah.
    fn human_moves(&mut self, text: &str, legal: &[String]) {
        let side = self.session.state().side_to_move();
        let parts: Vec<&str> = text.split_whitespace().collect();
        let is_first_alone = parts.len() > 1 && legal.iter().any(|mv| mv == parts[0]);
        let is_turn = is_first_alone && typed::read(text, legal).is_ok_and(|mv| !legal.contains(&mv));
        for part in if is_turn { parts } else { vec![text] } {
            let shown = self.session.show();
            if self.session.state().side_to_move() != side || shown.outcome.is_some() {
                print_words!("`{part}` is not played: the turn is over");
                break;
            }
            let played = typed::read(part, &shown.legal)
                .and_then(|mv| self.session.play(&mv).map_err(|error| error.to_string()));
            match played {
                Ok(words) => {
                    print_words!("{words}");
                    self.draw();
                }
                Err(problem) => {
                    print_words!("{problem}");
                    break;
                }
            }
        }
    }

    /// Searches the position. Ctrl-C ends the search and the game.
    fn search(&mut self, spec: &AgentSpec, waiting: &str) -> Result<Analysis, Failure> {
        let is_seen = io::stderr().is_terminal();
        if is_seen {
            note_part!("{DIM}{waiting}{DIM:#}\r");
        }
        let job = Job { stop: self.interrupt.stop.clone(), ..Job::default() };
        let analysis = self.session.analyse(spec, &job, MOVE, &mut |_| {});
        if is_seen {
            note_part!("\x1b[2K");
        }
        if self.interrupt.stop.is_stopped() { Err(self.interrupt.failure()) } else { Ok(analysis?) }
    }

    /// Lists the legal moves that contain the filter; a single one in words.
    fn list(&self, filter: &str) {
        let found: Vec<String> =
            self.session.show().legal.into_iter().filter(|mv| mv.contains(&filter.to_lowercase())).collect();
        match found.as_slice() {
            [] => print_words!("no legal move contains `{filter}`: `moves` lists all"),
            [mv] => print_words!("  {mv:<8}{}", self.session.state().describe_line(std::slice::from_ref(mv)).concat()),
            moves => {
                for row in in_columns(moves, columns().unwrap_or(80)) {
                    print_line!("{row}");
                }
            }
        }
    }

    fn ask(&mut self, prompt: &str) -> Result<Command, Failure> {
        if std::mem::take(&mut self.is_new) {
            print_forms(&*self.session);
        }
        loop {
            let line = match self.interrupt.waiting(|| self.prompt.ask(prompt))? {
                Typed::Line(line) => line,
                // The thread of the Ctrl-C handler prints the last message and ends the program.
                Typed::End if self.interrupt.stop.is_stopped() => loop {
                    thread::park();
                },
                Typed::End => return Ok(Command::Quit),
                Typed::Interrupt => return Err(self.interrupt.failure()),
            };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "" => {}
                "quit" | "exit" | "q" => return Ok(Command::Quit),
                "undo" | "u" => return Ok(Command::Undo),
                "resign" => return Ok(Command::Resign),
                "hint" | "h" => self.hint()?,
                "retry" => return Ok(Command::Retry),
                "moves" | "m" => self.list(rest.trim()),
                "show" | "s" => self.draw(),
                "help" | "?" => print_help(&*self.session, COMMANDS),
                "save" => self.save(rest.trim()),
                _ => return Ok(Command::Move(line)),
            }
        }
    }

    fn hint(&mut self) -> Done {
        let analysis = self.search(&self.hint.clone(), "searching for a hint…")?;
        if let Some(best) = &analysis.best {
            let words = self.session.state().describe_line(std::slice::from_ref(best)).concat();
            let score = verdict(&*self.session, &analysis, &self.hint);
            print_words!("{STRONG}{best}{STRONG:#}: {words} {DIM}[{score}]{DIM:#}");
        }
        Ok(())
    }

    fn save(&self, path: &str) {
        if path.is_empty() {
            print_line!("missing file name: expected `save FILE`");
            return;
        }
        let name = |player: &Player| match player {
            Player::Human => "human".to_owned(),
            Player::Agent(spec) => spec.player_name(),
        };
        let mut tags: Vec<(String, String)> = self
            .session
            .state()
            .sides()
            .iter()
            .zip(&self.players)
            .map(|(side, player)| (side[..1].to_uppercase() + &side[1..], name(player)))
            .collect();
        if let Some((_, cause)) = &self.ended {
            tags.push(("Cause".into(), cause.clone()));
        }
        let adjudicated = self.ended.as_ref().map(|&(outcome, _)| outcome);
        match files::write_new(Path::new(path), &self.session.state().record(&tags, adjudicated)) {
            Ok(()) => {
                let [first, second] = self.names.each_ref().map(|name| quote(name));
                let game = self.game.info().name;
                let players = format!("--first {first} --second {second}");
                print_words!("saved; `ply play {game} --load {} {players}` continues the game", quote(path));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                print_words!("{path} exists already: expected another name");
            }
            Err(error) => print_words!("{path} cannot be written: {error}"),
        }
    }

    /// Takes moves back to the last position with a human to move. A result that is not by the rules is taken back first.
    fn undo(&mut self) {
        if self.ended.take().is_some() && self.session.state().move_texts().len() < self.limit.plies {
            print_line!("the game continues");
            self.draw();
            return;
        }
        let mut taken = Vec::new();
        while let Some(mv) = self.session.undo() {
            taken.push(mv);
            if matches!(self.players[self.session.state().side_to_move().index()], Player::Human) {
                break;
            }
        }
        if taken.is_empty() {
            print_line!("nothing to take back: this is the start");
        } else {
            taken.reverse();
            print_line!("taken back: {}", taken.join(" "));
            self.draw();
        }
    }

    /// Asks for a command after the end of the game. Returns whether the game continues.
    fn after_the_end(&mut self) -> Result<bool, Failure> {
        match self.ask("undo, save FILE or quit")? {
            Command::Undo => {
                self.undo();
                Ok(true)
            }
            Command::Move(_) | Command::Retry | Command::Resign => {
                print_line!("the game is over");
                Ok(true)
            }
            Command::Quit => Ok(false),
        }
    }
}

/// Ctrl-C: it ends a search and the game, and prints the command that continues it.
struct Interrupt {
    stop: StopFlag,
    /// Whether the program waits for input, so that nothing else would notice.
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
                _ = interrupted(&command).report();
                exit(INTERRUPTED.into());
            }
        });
        interrupt
    }

    /// Stores the command that an interrupt prints.
    fn remember(&self, command: String) {
        *self.command.lock().unwrap_or_else(PoisonError::into_inner) = command;
    }

    /// Waits for input.
    fn waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.asks.store(true, Ordering::Relaxed);
        let answer = wait();
        self.asks.store(false, Ordering::Relaxed);
        answer
    }

    fn failure(&self) -> Failure {
        interrupted(&self.command)
    }
}

/// The end of an interrupted game.
fn interrupted(command: &Mutex<String>) -> Failure {
    let command = command.lock().unwrap_or_else(PoisonError::into_inner);
    Failure::Stopped(format!("interrupted; this command continues the game: {command}"))
}

/// Prints the commands with their effects, and how moves are written.
pub(super) fn print_help(session: &dyn Session, commands: &[(&str, &str)]) {
    for (command, effect) in commands {
        print_line!("  {STRONG}{command:<16}{STRONG:#}{effect}");
    }
    print_forms(session);
}

/// Prints a legal move of each form with its meaning.
pub(super) fn print_forms(session: &dyn Session) {
    print_line!("{DIM}a move is written so:{DIM:#}");
    for mv in typed::forms(&session.show().legal) {
        let words = session.state().describe_line(std::slice::from_ref(mv)).concat();
        print_words!("  {DIM}{mv:<8}{words}{DIM:#}");
    }
}

/// Returns the prompt of the side to move, with an example of the notation.
pub(super) fn prompt(shown: &Shown) -> String {
    match shown.legal.first() {
        Some(mv) => format!("{} (such as {mv})", shown.side),
        None => shown.side.to_owned(),
    }
}

/// Returns texts in rows of columns that fit the width.
fn in_columns(texts: &[String], width: usize) -> Vec<String> {
    let cell = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) + 2;
    let columns = (width.saturating_sub(2) / cell).max(1);
    let row = |texts: &[String]| texts.iter().fold(String::from("  "), |row, text| row + &format!("{text:<cell$}"));
    texts.chunks(columns).map(|texts| row(texts).trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_opponent_is_chosen_by_number_or_name() {
        assert_eq!(["", "2", "5", "0", "6", "best"].map(chosen), ["level-2", "level-2", "level-5", "0", "6", "best"]);
    }

    #[test]
    fn moves_stand_in_columns() {
        let texts = ["0,0", "10,10", "3"].map(str::to_owned);
        assert_eq!(in_columns(&texts, 80), ["  0,0    10,10  3"]);
        assert_eq!(in_columns(&texts, 17), ["  0,0    10,10", "  3"]);
        assert_eq!(in_columns(&texts, 1), ["  0,0", "  10,10", "  3"]);
        assert!(in_columns(&[], 80).is_empty());
    }
}
