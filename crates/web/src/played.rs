//! A game on the server: the moves that were made, and how far they are taken back.

use plyground_catalog::{CatalogError, GameRef, Session, Start};
use plyground_scene::Scene;
use serde::Serialize;

use crate::limits::{LINE, PLIES};

/// A game in progress. Moves that were taken back are kept until another one is made.
pub(crate) struct Played {
    game: GameRef,
    /// At the present ply.
    session: Box<dyn Session>,
    start: String,
    moves: Vec<Made>,
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
    pub(crate) fn open(game: &GameRef, start: &Start) -> Result<Played, CatalogError> {
        Played::replayed(game, game.open(start)?)
    }

    /// A game from its record.
    pub(crate) fn read(game: &GameRef, text: &str) -> Result<Played, CatalogError> {
        Played::replayed(game, game.open_record(text)?)
    }

    /// Takes all moves of a session back and plays them again, to learn the start and what to tell.
    fn replayed(game: &GameRef, mut session: Box<dyn Session>) -> Result<Played, CatalogError> {
        let moves = session.moves();
        while session.undo().is_some() {}
        let start = session.show().position;
        let mut played = Played { game: game.clone(), session, start, moves: Vec::new(), ply: 0, names: None };
        for mv in moves {
            played.play(&mv)?;
        }
        Ok(played)
    }

    /// Plays a move; those that were taken back are forgotten, unless it is the next of them.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), CatalogError> {
        if self.ply >= PLIES {
            return Err(CatalogError::TooLong { most: PLIES });
        }
        let side = self.session.side_to_move().index();
        let told = self.session.play(text)?;
        // As the game writes it, whatever was typed.
        let text = self.session.moves().pop().unwrap_or_default();
        if self.moves.get(self.ply).is_none_or(|next| next.text != text) {
            self.moves.truncate(self.ply);
            self.moves.push(Made { text, told, side });
        }
        self.ply += 1;
        Ok(())
    }

    /// Goes to the position after so many moves.
    pub(crate) fn go_to(&mut self, ply: usize) -> Result<(), CatalogError> {
        if ply > self.moves.len() {
            return Err(CatalogError::NoPly { found: ply, most: self.moves.len() });
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

    /// Where the other side would stand if the side to move passed, where the game allows that.
    pub(crate) fn threat(&self) -> Option<Start> {
        self.session.threat()
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
        self.session.record(&tags, None)
    }

    /// What the page needs to know.
    pub(crate) fn view(&self) -> View {
        let shown = self.session.show();
        let sides = self.session.sides();
        let winner = |name: &str| sides.iter().position(|side| *side == name);
        View {
            game: self.session.game(),
            rules: self.session.rules(),
            sides,
            start: self.start.clone(),
            position: shown.position,
            turn: self.session.side_to_move().index(),
            ply: self.ply,
            moves: self.moves.clone(),
            outcome: shown.outcome.map(|ended| Outcome { winner: ended.winner.and_then(winner), reason: ended.reason }),
            names: self.names.clone(),
            can_pass: self.threat().is_some(),
            scene: self.session.scene(),
        }
    }

    /// The positions of a line from the present on, as far as it can be played.
    pub(crate) fn preview(&self, line: &[String], threat: bool) -> Result<Vec<Frame>, CatalogError> {
        let start = if threat { self.threat() } else { Some(self.start_at(self.ply)) };
        let Some(start) = start else { return Ok(Vec::new()) };
        let mut session = self.game.open(&start)?;
        let mut frames = Vec::new();
        for text in line.iter().take(LINE) {
            let told = session.play(text)?;
            // Nobody moves while a line is looked at.
            let scene = Scene { moves: Vec::new(), ..session.scene() };
            frames.push(Frame { text: text.clone(), told, scene });
        }
        Ok(frames)
    }
}
