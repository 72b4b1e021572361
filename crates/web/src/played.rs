//! A game on the server: the moves that were made, and how far they are taken back.

use plyground_catalog::scene::{self, Scene};
use plyground_catalog::{CatalogError, GameId, Session, Start, open, open_record};
use plyground_game::Side;
use serde::Serialize;

use crate::limits::{LINE, PLIES};

/// A game in progress. Moves that were taken back are kept until another one is made.
pub(crate) struct Played {
    id: GameId,
    /// At the present ply.
    session: Box<dyn Session>,
    start: String,
    moves: Vec<Made>,
    /// The position after each move.
    positions: Vec<String>,
    ply: usize,
    /// Who played a recorded game.
    pub(crate) names: Option<[String; 2]>,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Made {
    text: String,
    told: String,
    side: usize,
}

/// A position of a line: what the page draws while somebody walks through it.
#[derive(Debug, Serialize)]
pub(crate) struct Frame {
    text: String,
    told: String,
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
    outcome: Option<Outcome>,
    names: Option<[String; 2]>,
    can_pass: bool,
    scene: Scene,
}

/// How a game has ended.
#[derive(Debug, Serialize)]
struct Outcome {
    winner: Option<usize>,
    reason: String,
}

impl Played {
    /// A new game.
    pub(crate) fn open(id: GameId, start: &Start) -> Result<Played, CatalogError> {
        Played::replayed(id, open(id, start)?)
    }

    /// A game from its record.
    pub(crate) fn read(id: GameId, text: &str) -> Result<Played, CatalogError> {
        Played::replayed(id, open_record(id, text)?)
    }

    /// Takes all moves of a session back and plays them again, to learn the start and what to tell.
    fn replayed(id: GameId, mut session: Box<dyn Session>) -> Result<Played, CatalogError> {
        let moves = session.moves();
        while session.undo().is_some() {}
        let start = session.show().position;
        let mut played = Played { id, session, start, moves: Vec::new(), positions: Vec::new(), ply: 0, names: None };
        for mv in moves {
            played.play(&mv)?;
        }
        Ok(played)
    }

    /// Plays a move; those that were taken back are forgotten, unless it is the next of them.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), CatalogError> {
        if self.ply >= PLIES {
            return Err(CatalogError::Other(format!("{PLIES} moves: expected a shorter game")));
        }
        let side = self.session.side_to_move().index();
        let told = self.session.play(text)?;
        // As the game writes it, whatever was typed.
        let text = self.session.moves().pop().unwrap_or_default();
        if self.moves.get(self.ply).is_none_or(|next| next.text != text) {
            self.moves.truncate(self.ply);
            self.positions.truncate(self.ply);
            self.moves.push(Made { text, told, side });
            self.positions.push(self.session.show().position);
        }
        self.ply += 1;
        Ok(())
    }

    /// Goes to the position after so many moves.
    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), CatalogError> {
        if ply > self.moves.len() {
            return Err(CatalogError::Other(format!("no ply {ply}: expected 0 to {}", self.moves.len())));
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

    pub(crate) fn id(&self) -> GameId {
        self.id
    }

    /// The moves up to and beyond the present.
    pub(crate) fn length(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn ply(&self) -> usize {
        self.ply
    }

    /// The game up to a ply, for a session of its own.
    pub(crate) fn start_at(&self, ply: usize) -> Start {
        let moves: Vec<&str> = self.moves[..ply.min(self.moves.len())].iter().map(|made| made.text.as_str()).collect();
        Start {
            setup: None,
            rules: Some(self.session.rules()),
            position: Some(self.start.clone()),
            moves: moves.join(" "),
        }
    }

    /// The present position with the other side to move, where the game allows that.
    pub(crate) fn threat(&self) -> Option<Start> {
        if self.session.show().outcome.is_some() {
            return None;
        }
        let position = scene::passed(self.id, self.position())?;
        let start = Start { rules: Some(self.session.rules()), position: Some(position), ..Start::default() };
        // Where the other side could not move at all there is nothing to threaten.
        open(self.id, &start).ok().filter(|session| session.show().outcome.is_none()).map(|_| start)
    }

    fn position(&self) -> &str {
        if self.ply == 0 { &self.start } else { &self.positions[self.ply - 1] }
    }

    /// The game as text, with what was taken back left out.
    pub(crate) fn record(&self) -> String {
        let names = self.names.clone().unwrap_or_default();
        let tags: Vec<(String, String)> = ["First", "Second"]
            .into_iter()
            .zip(names)
            .filter(|(_, name)| !name.is_empty())
            .map(|(tag, name)| (tag.to_owned(), name))
            .collect();
        self.session.record(&tags)
    }

    /// What the page needs to know.
    pub(crate) fn view(&self) -> Result<View, CatalogError> {
        let shown = self.session.show();
        let sides = self.session.sides();
        let before = self.ply.checked_sub(1).map(|last| {
            let position = if last == 0 { &self.start } else { &self.positions[last - 1] };
            (position.as_str(), self.moves[last].text.as_str())
        });
        let rules = self.session.rules();
        let open = shown.outcome.is_none();
        let winner = |name: &str| sides.iter().position(|side| *side == name);
        Ok(View {
            game: self.id.name(),
            sides,
            start: self.start.clone(),
            turn: self.session.side_to_move().index(),
            ply: self.ply,
            moves: self.moves.clone(),
            scene: scene::draw(self.id, &rules, &shown.position, before, open)?,
            outcome: shown.outcome.map(|ended| Outcome { winner: ended.winner.and_then(winner), reason: ended.reason }),
            names: self.names.clone(),
            can_pass: self.threat().is_some(),
            position: shown.position,
            rules,
        })
    }

    /// The positions of a line from the present on, as far as it can be played.
    pub(crate) fn preview(&self, line: &[String], threat: bool) -> Result<Vec<Frame>, CatalogError> {
        let start = if threat { self.threat() } else { Some(self.start_at(self.ply)) };
        let Some(start) = start else { return Ok(Vec::new()) };
        let mut session = open(self.id, &start)?;
        let rules = session.rules();
        let mut frames = Vec::new();
        for text in line.iter().take(LINE) {
            let before = session.show().position;
            let told = session.play(text)?;
            let shown = session.show();
            let scene = scene::draw(self.id, &rules, &shown.position, Some((&before, text)), false)?;
            frames.push(Frame { text: text.clone(), told, scene });
        }
        Ok(frames)
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Side {
        self.session.side_to_move()
    }
}
