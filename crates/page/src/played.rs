//! A game on the server: its line of moves, and the current ply within it.

use plyground_catalog::{CatalogError, Ended, GameRef, Session, Start, Trajectory};
use plyground_game::{Outcome, Side};
use plyground_scene::{Scene, SvgOptions, Theme, svg};
use serde::Serialize;

use crate::clock::{Clock, Times};
use crate::fault::{Fault, Status};
use crate::limits::{LINE, PLIES};

/// Game in progress. Moves that were taken back remain until another move is played.
pub(crate) struct Played {
    game: GameRef,
    /// At the present ply.
    session: Box<dyn Session>,
    start: String,
    moves: Vec<Made>,
    ply: usize,
    /// Players of a recorded game.
    pub(crate) names: Option<[String; 2]>,
    /// Whether exact values are available: from tables, or from a solver that searches.
    pub(crate) is_solvable: bool,
    /// Side that has resigned at the end of the line.
    resigned: Option<Side>,
    /// Whether the side lost by the clock instead.
    on_time: bool,
    /// The clocks of a game on two devices.
    clock: Option<Clock>,
    /// Whether two people play it on two devices.
    pub(crate) is_shared: bool,
    /// The name of the next game of the same two people.
    pub(crate) next: Option<String>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Made {
    text: String,
    description: String,
    side: usize,
}

/// Position of a line, for a user who steps through it.
#[derive(Debug, Serialize)]
pub(crate) struct Frame {
    text: String,
    description: String,
    scene: Scene,
}

/// A game as the page sees it.
#[derive(Debug, Serialize)]
pub(crate) struct View {
    game: &'static str,
    rules: String,
    sides: [&'static str; 2],
    start: String,
    position: String,
    turn: usize,
    ply: usize,
    moves: Vec<Made>,
    outcome: Option<End>,
    names: Option<[String; 2]>,
    can_pass: bool,
    is_solvable: bool,
    /// Whether the program helps: not in a game of two people that goes on.
    may_search: bool,
    /// The side that has resigned at the end of the line.
    resigned: Option<usize>,
    /// Whether it has lost by the clock instead.
    on_time: bool,
    clock: Option<Times>,
    scene: Scene,
}

/// The end of a game.
#[derive(Debug, Serialize)]
struct End {
    winner: Option<usize>,
    reason: String,
}

/// The colours of a picture by name.
pub(crate) fn theme(name: Option<&str>) -> Result<Theme, Fault> {
    match name {
        None | Some("light") => Ok(Theme::Light),
        Some("dark") => Ok(Theme::Dark),
        Some(_) => Err(Fault::bad("unknown `theme`: expected `light` or `dark`")),
    }
}

impl Played {
    /// A new game.
    pub(crate) fn open(game: &GameRef, start: &Start) -> Result<Played, CatalogError> {
        Played::replayed(game, game.open(start)?)
    }

    /// A game from its record.
    pub(crate) fn read(game: &GameRef, text: &str) -> Result<Played, CatalogError> {
        Played::replayed(game, game.open_record(text)?)
    }

    /// Takes all moves of a session back and plays them again, to learn the start and the descriptions.
    fn replayed(game: &GameRef, mut session: Box<dyn Session>) -> Result<Played, CatalogError> {
        let moves = session.state().move_texts();
        while session.undo().is_some() {}
        let start = session.state().text();
        let mut played = Played {
            game: game.clone(),
            session,
            start,
            moves: Vec::new(),
            ply: 0,
            names: None,
            is_solvable: false,
            resigned: None,
            on_time: false,
            clock: None,
            is_shared: false,
            next: None,
        };
        for mv in moves {
            played.play(&mv)?;
        }
        Ok(played)
    }

    /// Plays a move; those that were taken back are forgotten, unless it is the next of them.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), CatalogError> {
        if self.ply >= PLIES {
            return Err(too_long());
        }
        let side = self.session.state().side_to_move().index();
        let description = self.session.play(text)?;
        // As the game writes it, whatever was typed.
        let text = self.session.state().last_move_text().unwrap_or_default();
        if self.moves.get(self.ply).is_none_or(|next| next.text != text) {
            self.resigned = None;
            self.moves.truncate(self.ply);
            self.moves.push(Made { text, description, side });
        }
        self.ply += 1;
        Ok(())
    }

    /// Plays moves one after the other. Where one of them cannot be played, nothing changes.
    pub(crate) fn play_all(&mut self, moves: &[&str]) -> Result<(), CatalogError> {
        let running = self.running();
        self.all_or_nothing(|played| moves.iter().try_for_each(|mv| played.play(mv)))?;
        if let (Some(clock), Some(side)) = (&mut self.clock, running) {
            clock.add(side);
        }
        Ok(())
    }

    /// Returns the side whose clock runs, if the game has clocks.
    fn running(&self) -> Option<Side> {
        let is_last = self.clock.is_some() && self.ply > 0 && self.ply == self.moves.len();
        let goes_on = is_last && self.resigned.is_none() && self.session.show().outcome.is_none();
        goes_on.then(|| self.session.state().side_to_move())
    }

    /// Starts the clocks of the game.
    pub(crate) fn set_clock(&mut self, times: Times) -> Result<(), Fault> {
        self.clock = Some(Clock::new(times)?);
        Ok(())
    }

    /// Returns the clocks of the game now.
    pub(crate) fn times(&self) -> Option<Times> {
        self.clock.as_ref().map(|clock| clock.times(self.running()))
    }

    /// Subtracts the elapsed time from the running clock. A side without time loses; returns whether a side has just lost.
    pub(crate) fn tick(&mut self) -> bool {
        let running = self.running();
        let is_up = self.clock.as_mut().is_some_and(|clock| clock.tick(running));
        if is_up {
            (self.resigned, self.on_time) = (running, true);
        }
        is_up
    }

    /// Returns whether the game has clocks that the server counts.
    pub(crate) fn has_clock(&self) -> bool {
        self.clock.is_some()
    }

    /// Reports whether the game is over, whatever ply is shown.
    fn is_over(&self) -> bool {
        let ended = |session: &dyn Session| session.show().outcome.is_some();
        let last = || self.game.open(&self.start_at(self.length())).is_ok_and(|session| ended(&*session));
        self.resigned.is_some() || if self.ply == self.length() { ended(&*self.session) } else { last() }
    }

    /// Refuses the help of the program in a game of two people that goes on.
    pub(crate) fn may_search(&self) -> Result<(), Fault> {
        if self.is_shared && !self.is_over() {
            let message = "two people play this game: the program helps neither of them before its end";
            return Err(Fault::new(Status::Conflict, message));
        }
        Ok(())
    }

    /// Returns the next game of the same two people: from the same start with full clocks.
    pub(crate) fn rematch(&self) -> Result<Played, Fault> {
        if !self.is_shared || !self.is_over() {
            let message = "there is no rematch here: expected a finished game on two devices";
            return Err(Fault::new(Status::Conflict, message));
        }
        let mut next = Played::open(&self.game, &self.start_at(0))?;
        next.clock = self.clock.as_ref().map(|clock| Clock::new(clock.afresh())).transpose()?;
        (next.is_shared, next.is_solvable) = (true, self.is_solvable);
        Ok(next)
    }

    /// Makes a change of several steps. Where one of them fails, those before it are undone.
    fn all_or_nothing(
        &mut self,
        change: impl FnOnce(&mut Played) -> Result<(), CatalogError>,
    ) -> Result<(), CatalogError> {
        let (moves, ply, resigned, on_time) = (self.moves.clone(), self.ply, self.resigned, self.on_time);
        let changed = change(self);
        if changed.is_err() {
            let common = moves.iter().zip(&self.moves).take_while(|(one, other)| one.text == other.text).count();
            // Back to where both lines agree, and from there on along the former one.
            self.go_to(self.ply.min(common))?;
            (self.moves, self.resigned, self.on_time) = (moves, resigned, on_time);
            self.go_to(ply)?;
        }
        changed
    }

    /// Resigns the game for a side at the end of the line. With `on_time`, the side loses by the clock instead.
    pub(crate) fn resign(&mut self, side: Side, on_time: bool) -> Result<(), Fault> {
        if self.ply < self.moves.len() || self.resigned.is_some() || self.session.show().outcome.is_some() {
            return Err(Fault::new(
                Status::Conflict,
                "there is nothing to resign here: expected the end of a game that goes on",
            ));
        }
        (self.resigned, self.on_time) = (Some(side), on_time);
        Ok(())
    }

    /// Returns the side that has resigned at the end of the line, and whether it lost by the clock instead.
    pub(crate) fn resigned(&self) -> (Option<usize>, Option<bool>) {
        (self.resigned.map(Side::index), self.resigned.map(|_| self.on_time))
    }

    /// Returns the side that has resigned at the current ply.
    pub(crate) fn resigned_here(&self) -> Option<Side> {
        self.resigned.filter(|_| self.ply == self.moves.len())
    }

    /// Goes to a ply.
    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), CatalogError> {
        if ply > self.moves.len() {
            return Err(CatalogError::Input(format!("no ply {ply}: expected 0 to {}", self.moves.len())));
        }
        while self.ply > ply {
            self.session.undo();
            self.ply -= 1;
        }
        while self.ply < ply {
            self.session.play(&self.moves[self.ply].text)?;
            self.ply += 1;
        }
        Ok(())
    }

    /// Replaces the line from the start, and goes to a ply of it. If a move cannot be played, nothing changes.
    pub(crate) fn follow(&mut self, moves: &[&str], ply: usize) -> Result<(), CatalogError> {
        if moves.len() > PLIES {
            return Err(too_long());
        }
        let common = self.moves.iter().zip(moves).take_while(|(made, text)| made.text == **text).count();
        let is_same = common == moves.len() && common == self.moves.len();
        self.all_or_nothing(|played| {
            played.go_to(common)?;
            played.moves.truncate(common);
            played.resigned = played.resigned.filter(|_| is_same);
            moves[common..].iter().try_for_each(|mv| played.play(mv))?;
            played.go_to(ply)
        })
    }

    pub(crate) fn game(&self) -> &GameRef {
        &self.game
    }

    /// The moves up to and beyond the present.
    pub(crate) fn length(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the game up to a ply, for another session.
    pub(crate) fn start_at(&self, ply: usize) -> Start {
        let moves: Vec<&str> = self.moves[..ply.min(self.moves.len())].iter().map(|made| made.text.as_str()).collect();
        Start {
            setup: None,
            rules: Some(self.session.state().rules()),
            position: Some(self.start.clone()),
            moves: moves.join(" "),
        }
    }

    /// Returns the position after a pass of the side to move, if the game has one.
    pub(crate) fn threat(&self) -> Option<Start> {
        self.session.threat()
    }

    /// Returns the game as text, without moves that were taken back.
    pub(crate) fn record(&self) -> String {
        let names = self.names.clone().unwrap_or_default();
        let tags: Vec<(String, String)> = ["First", "Second"]
            .into_iter()
            .zip(names)
            .filter(|(_, name)| !name.is_empty())
            .map(|(tag, name)| (tag.to_owned(), name))
            .collect();
        self.session.state().record(&tags, self.resigned_here().map(|side| Outcome::Win(!side)))
    }

    /// Returns the game up to the current ply as data.
    pub(crate) fn trajectory(&self) -> Trajectory {
        Trajectory::of(self.session.state(), self.resigned_here().map(|side| Outcome::Win(!side)))
    }

    /// Returns the board after a line from a ply, by default the current one, as SVG.
    pub(crate) fn picture(&self, ply: Option<usize>, line: &[String], theme: Theme) -> Result<String, CatalogError> {
        let ply = ply.unwrap_or(self.ply).min(self.length());
        let mut session = self.game.open(&self.start_at(ply))?;
        for text in line.iter().take(LINE) {
            session.play(text)?;
        }
        let title = format!("{}, ply {}", self.game.info().title, ply + line.len().min(LINE));
        Ok(svg(&session.scene(), &SvgOptions { title, theme, inline: false }))
    }

    /// Returns the view that the page draws.
    pub(crate) fn view(&self) -> View {
        let shown = self.session.show();
        let sides = self.session.state().sides();
        let winner = |name: &str| sides.iter().position(|side| *side == name);
        let ended = |ended: Ended| End { winner: ended.winner.and_then(winner), reason: ended.reason };
        let gave_up = |side: Side| {
            let name = sides[side.index()];
            // Some games name their sides in the plural, such as goats.
            let has = if name.ends_with('s') { "have" } else { "has" };
            let what = if self.on_time { "run out of time" } else { "resigned" };
            End { winner: Some((!side).index()), reason: format!("{name} {has} {what}") }
        };
        let resigned = self.resigned_here();
        let mut scene = self.session.scene();
        if resigned.is_some() {
            scene.moves.clear();
        }
        View {
            game: shown.game,
            rules: shown.rules,
            sides,
            start: self.start.clone(),
            position: shown.position,
            turn: self.session.state().side_to_move().index(),
            ply: self.ply,
            moves: self.moves.clone(),
            outcome: shown.outcome.map(ended).or(resigned.map(gave_up)),
            names: self.names.clone(),
            can_pass: self.threat().is_some(),
            is_solvable: self.is_solvable,
            may_search: self.may_search().is_ok(),
            resigned: self.resigned.map(Side::index),
            on_time: self.resigned.is_some() && self.on_time,
            clock: self.times(),
            scene,
        }
    }

    /// The positions of a line from the present on, as far as it can be played.
    pub(crate) fn preview(&self, line: &[String], threat: bool) -> Result<Vec<Frame>, CatalogError> {
        let start = if threat { self.threat() } else { Some(self.start_at(self.ply)) };
        let Some(start) = start else { return Ok(Vec::new()) };
        let mut session = self.game.open(&start)?;
        let mut frames = Vec::new();
        for text in line.iter().take(LINE) {
            let description = session.play(text)?;
            // There are no moves while a line is shown.
            let scene = Scene { moves: Vec::new(), ..session.scene() };
            frames.push(Frame { text: text.clone(), description, scene });
        }
        Ok(frames)
    }
}

fn too_long() -> CatalogError {
    CatalogError::Input(format!("{PLIES} moves: expected a shorter game"))
}
