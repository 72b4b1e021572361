//! A game in progress without its type: text and plain data in and out.
//!
//! A session owns its players, one for each spec that has been asked: tables, engines and opened files live as long as the game.
//!
//! ```
//! use plyground_catalog::{Catalog, Start};
//!
//! let mut session = Catalog::standard().game("kalah")?.open(&Start::default())?;
//! assert_eq!(session.play("3")?, "South sows 4 seeds from house 3, the last into the store: South moves again");
//! assert_eq!(session.undo().as_deref(), Some("3"));
//! assert_eq!(session.undo(), None);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParsePositionError, quote};
use plyground_game::options::one_of;
use plyground_game::perft::{Perft, PerftProgress, divide_watched};
use plyground_game::{Game, GameRecord, Outcome, SearchHints, Side};
use plyground_play::{GameState, Start, State};
use plyground_scene::{Overlay, Palette, Placed, Scene, Toolbox};
use plyground_search::{Job, Limits};
use plyground_solve::judge;

use crate::data::{Analysis, Divided, Ended, Explanation, Feature, Question, Shown};
use crate::entry::{Beam, CellPath, Entry};
use crate::error::CatalogError;
use crate::evaluation::{EvaluationRow, Explained};
use crate::players::Players;
use crate::spec::AgentSpec;
use crate::trace::Trace;

/// The limit of an analysis where nothing else limits it.
pub const ANALYSIS: Limits = Limits::time(Duration::from_secs(5));

/// The limit of a move in a game with a person where nothing else limits it.
pub const MOVE: Limits = Limits::time(Duration::from_secs(1));

/// A position of a recorded game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The move that led here, in words.
    pub description: String,
    /// The board.
    pub diagram: Diagram,
}

/// A game in progress.
pub trait Session: Send {
    /// Which game.
    fn game(&self) -> &'static str;

    /// The rules in force, as text.
    fn rules(&self) -> String;

    /// What the game calls its sides.
    fn sides(&self) -> [&'static str; 2];

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The present position as data.
    fn show(&self) -> Shown;

    /// The present position as text with colours.
    fn diagram(&self) -> Diagram;

    /// The colours of the game, for [`Session::diagram`].
    fn palette(&self) -> Palette;

    /// The present position as a picture, with its legal moves and how the last move went.
    fn scene(&self) -> Scene;

    /// What a position can be put up with on a board like the present one; nothing where boards are not put up piece by piece.
    fn toolbox(&self) -> Toolbox;

    /// The text of a position of these pieces on a board like the present one, the side to move and the numbers of
    /// [`Session::toolbox`].
    ///
    /// # Errors
    /// When boards of this game are not put up piece by piece, or the rules refuse the position.
    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Result<String, CatalogError>;

    /// The present position with the beam of a side's laser, the side by name.
    ///
    /// # Errors
    /// When the game has no lasers, or no such side.
    fn beam_diagram(&self, side: &str) -> Result<Diagram, CatalogError>;

    /// The same beam for the overlays of [`Session::scene`].
    ///
    /// # Errors
    /// As for [`Session::beam_diagram`].
    fn beam_overlay(&self, side: &str) -> Result<Overlay, CatalogError>;

    /// The moves so far.
    fn moves(&self) -> Vec<String>;

    /// Counts move sequences for each move; `watch` receives the progress and may stop it, and then there is no count.
    fn divide(
        &self,
        depth: u32,
        threads: usize,
        watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<Divided>>;

    /// Lets an agent think about the present position; `each` is called after every finished depth. What the job asks for goes
    /// before the limits of the agent's spec, and `default` holds where neither they nor the agent's own plan limit anything.
    ///
    /// # Errors
    /// When the agent cannot be made or fails, or a fixed depth is wanted without a depth.
    fn analyse(
        &mut self,
        agent: &AgentSpec,
        job: &Job,
        default: Limits,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError>;

    /// Searches the present position on one processor and records the tree of the search: of one depth with [`Job::fixed`] and a
    /// depth, else of all depths.
    ///
    /// # Errors
    /// When the agent cannot be made, records no tree, or has neither a depth nor a number of nodes; when the tree has more than
    /// `limit` visits.
    fn trace(&mut self, agent: &AgentSpec, job: &Job, limit: usize) -> Result<Trace, CatalogError>;

    /// What the present position's value for the side to move is made of, by the evaluation that the agent plays by, or the one
    /// that `best` plays by where it has none. Of a search, given by its best line and its score, the same of the
    /// position where that line ends.
    ///
    /// # Errors
    /// When the game has no such evaluation.
    fn explain(&self, agent: &AgentSpec, found: Option<(&[String], f64)>) -> Result<Explanation, CatalogError>;

    /// The cheapest path between two cells of a board of cells, each given as `row,column`: stones are obstacles, those of
    /// the side `free` cost nothing. `None` when there is none.
    ///
    /// # Errors
    /// When the game has no such board, or no such cell or side.
    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError>;

    /// Makes a player ready that will be asked later.
    ///
    /// # Errors
    /// When it cannot play this game.
    fn prepare(&mut self, agent: &AgentSpec) -> Result<(), CatalogError>;

    /// The moves of a line in words; as far as they can be played.
    fn describe_line(&self, line: &[String]) -> Vec<String>;

    /// Plays a move and returns it in words.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal.
    fn play(&mut self, mv: &str) -> Result<String, CatalogError>;

    /// The present place as a start: the rules, where the game began, and its moves.
    fn start(&self) -> Start;

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> Option<String>;

    /// Goes to another place of the same game, or begins another game; the players stay, and learn when another game begins.
    ///
    /// # Errors
    /// As for [`AnyGame::open`](crate::AnyGame::open); nothing is changed then.
    fn go_to(&mut self, start: &Start) -> Result<(), CatalogError>;

    /// Where the opponent would stand if the side to move passed, as a start of its own; `None` where passing is impossible.
    fn threat(&self) -> Option<Start>;

    /// The whole game position by position, as snapshots of rules hold it.
    fn playthrough(&self) -> String;

    /// The result of the game if it ends here because it is too long, and the cause in words: what tables of this folder know, else a
    /// draw.
    fn too_long(&self, tables: Option<&Path>) -> (Outcome, String);

    /// The game as text, with these tags, and with this result where the rules have not ended it.
    fn record(&self, tags: &[(String, String)], adjudicated: Option<Outcome>) -> String;
}

pub(crate) struct SessionOf<P: SearchHints> {
    entry: Arc<Entry<P>>,
    game: Game<P>,
    players: Players,
}

impl<P: SearchHints> SessionOf<P> {
    pub(crate) fn new(entry: Arc<Entry<P>>, game: Game<P>) -> SessionOf<P> {
        let maker = Arc::clone(&entry);
        SessionOf { entry, game, players: Players::new(move |spec| maker.player(spec, None)) }
    }

    /// Returns the game without its type.
    fn state(&self) -> Box<dyn State> {
        GameState::observed(self.game.clone(), self.entry.observation)
    }

    /// What is asked when an agent thinks about the present position.
    fn question(&self, spec: &AgentSpec) -> Question {
        let pos = self.game.position();
        let evaluations = self.entry.evaluations();
        // Scores of a tree search count no evaluation's units.
        let is_scored = !spec.info().has_expected_results;
        let name = if is_scored { self.played_by(spec) } else { spec.evaluation() };
        let info = |name| evaluations.iter().map(EvaluationRow::info).find(|info| info.name == name);
        Question {
            game: P::NAME,
            rules: self.rules(),
            position: pos.to_string(),
            side: P::side_name(pos.side_to_move()),
            agent: spec.to_string(),
            evaluation: name.map(str::to_owned),
            unit: name.filter(|_| is_scored).map(|name| info(name).map_or("points", |info| info.unit)),
            lead: name.filter(|_| is_scored).and_then(info).map(|info| info.lead),
        }
    }

    /// The evaluation that an agent plays by, by name or by its weight file's path.
    fn played_by<'a>(&self, spec: &'a AgentSpec) -> Option<&'a str> {
        let first = || self.entry.evaluations().iter().next().map(|row| row.info().name);
        spec.evaluation().or(spec.info().evaluation).or_else(|| first().filter(|_| spec.info().takes("eval")))
    }

    /// How the laser of a side is shown.
    fn beam(&self, side: &str) -> Result<(&Beam<P>, Side), CatalogError> {
        let side = side_of::<P>(side)?;
        let none = CatalogError::not_in_game(P::NAME, "lasers", "`khet`");
        Ok((self.entry.beam.as_ref().ok_or(none)?, side))
    }
}

impl<P: SearchHints> Session for SessionOf<P> {
    fn game(&self) -> &'static str {
        P::NAME
    }

    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    fn sides(&self) -> [&'static str; 2] {
        P::SIDES
    }

    fn side_to_move(&self) -> Side {
        self.game.position().side_to_move()
    }

    fn show(&self) -> Shown {
        let pos = self.game.position();
        let ending = self.game.ending();
        let legal = if ending.is_some() { Vec::new() } else { pos.legal_moves().to_vec() };
        Shown {
            game: P::NAME,
            rules: self.rules(),
            position: pos.to_string(),
            side: P::side_name(pos.side_to_move()),
            legal: legal.into_iter().map(|mv| pos.move_text(mv)).collect(),
            outcome: ending
                .map(|ending| Ended { winner: ending.outcome.winner().map(P::side_name), reason: ending.reason }),
            key: format!("{:016x}", pos.key()),
        }
    }

    fn diagram(&self) -> Diagram {
        self.game.position().diagram()
    }

    fn palette(&self) -> Palette {
        self.entry.palette()
    }

    fn scene(&self) -> Scene {
        let (moves, positions) = (self.game.moves(), self.game.positions());
        let last = moves.last().map(|&mv| (&positions[moves.len() - 1], mv));
        let scene = (self.entry.draw)(self.game.position(), last, self.game.ending().is_none());
        Scene { palette: self.entry.palette(), ..scene }
    }

    fn toolbox(&self) -> Toolbox {
        let Some(arrangement) = &self.entry.arrangement else { return Toolbox::default() };
        Toolbox { brushes: (arrangement.brushes)(), numbers: (arrangement.numbers)(self.game.position()) }
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Result<String, CatalogError> {
        let none = CatalogError::not_in_game(P::NAME, "board that is put up piece by piece", "a position as text");
        let arrangement = self.entry.arrangement.as_ref().ok_or(none)?;
        let text = (arrangement.text)(self.game.position(), pieces, to_move, numbers);
        let refused =
            |error: ParsePositionError| match (arrangement.problem)(self.game.position(), pieces, to_move, numbers) {
                Some(problem) => CatalogError::Input(problem),
                // The text was made here, so its columns mean nothing to a user.
                None => CatalogError::Input(format!("Found {}, expected {}.", error.0.found, error.0.expected)),
            };
        Ok(P::parse(&text, self.game.rules()).map_err(refused)?.to_string())
    }

    fn beam_diagram(&self, side: &str) -> Result<Diagram, CatalogError> {
        let (beam, side) = self.beam(side)?;
        Ok((beam.diagram)(self.game.position(), side))
    }

    fn beam_overlay(&self, side: &str) -> Result<Overlay, CatalogError> {
        let (beam, side) = self.beam(side)?;
        Ok((beam.overlay)(self.game.position(), side))
    }

    fn moves(&self) -> Vec<String> {
        self.game.move_texts()
    }

    fn divide(
        &self,
        depth: u32,
        threads: usize,
        watch: &(dyn Fn(&PerftProgress) -> ControlFlow<()> + Sync),
    ) -> Option<Vec<Divided>> {
        let pos = self.game.position();
        let divided = |(mv, Perft { nodes, finished })| Divided { mv: pos.move_text(mv), nodes, finished };
        Some(divide_watched(pos, depth, threads, watch)?.into_iter().map(divided).collect())
    }

    fn too_long(&self, tables: Option<&Path>) -> (Outcome, String) {
        let judge = tables.and_then(|folder| judge(&**self.entry.solver_row().ok()?, folder, &self.game));
        let known = judge.and_then(|judge| judge(&self.game));
        let (outcome, _, cause) = plyground_arena::too_long(&*self.state(), known);
        (outcome, cause)
    }

    fn analyse(
        &mut self,
        spec: &AgentSpec,
        job: &Job,
        default: Limits,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError> {
        let (state, question) = (self.state(), self.question(spec));
        self.players.analyse(&*state, &question, spec, job, default, each)
    }

    fn trace(&mut self, spec: &AgentSpec, job: &Job, limit: usize) -> Result<Trace, CatalogError> {
        let (state, question) = (self.state(), self.question(spec));
        self.players.trace(&*state, &question, spec, job, limit)
    }

    fn explain(&self, spec: &AgentSpec, found: Option<(&[String], f64)>) -> Result<Explanation, CatalogError> {
        let root = self.game.position();
        let mover = root.side_to_move();
        let evaluations = self.entry.evaluations();
        let best = || self.entry.agent_infos().first().and_then(|best| best.evaluation);
        let first = || evaluations.iter().next().map_or("nothing", |row| row.info().name);
        let name = self.played_by(spec).or_else(best).unwrap_or_else(first);
        let evaluation = evaluations.named(Some(name))?;
        let now = evaluation.explain(root, &[], mover);
        let end_features = found.and_then(|(line, score)| {
            let line = moves_of(root, line)?;
            let is = |explained: &Explained, score: f64| (explained.value().number() - score).abs() < 1e-9;
            let own = evaluation.explain(root, &line, mover);
            if is(&own, score) {
                return Some(own.terms.into_iter().map(Feature::of).collect());
            }
            // Many a search values its leaves for the side to move there; that may be the other one, which sees the score turned.
            let other = evaluation.explain(root, &line, !mover);
            is(&other, -score).then(|| other.terms.into_iter().map(|term| Feature::of(term).turned()).collect())
        });
        Ok(Explanation {
            explained_by: name.to_owned(),
            static_value: now.value(),
            features: now.terms.into_iter().map(Feature::of).collect(),
            end_features,
        })
    }

    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError> {
        let free = free.map(side_of::<P>).transpose()?;
        let none = CatalogError::not_in_game(P::NAME, "paths of cells", "`cachex`");
        self.entry.path.ok_or(none)?(self.game.position(), from, to, free)
    }

    fn prepare(&mut self, spec: &AgentSpec) -> Result<(), CatalogError> {
        let state = self.state();
        self.players.player(spec, &*state).map(|_| ())
    }

    fn describe_line(&self, line: &[String]) -> Vec<String> {
        let mut game = self.game.clone();
        let mut words = Vec::new();
        for text in line {
            let before = game.position().clone();
            match game.play_text(text) {
                Ok(mv) => words.push(before.describe(mv)),
                Err(_) => break,
            }
        }
        words
    }

    fn play(&mut self, text: &str) -> Result<String, CatalogError> {
        let before = self.game.position().clone();
        let mv = self.game.play_text(text)?;
        Ok(before.describe(mv))
    }

    fn start(&self) -> Start {
        Start {
            setup: None,
            rules: Some(self.rules()),
            position: Some(self.game.start().to_string()),
            moves: self.game.move_texts().join(" "),
        }
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.game.undo()?;
        Some(self.game.position().move_text(mv))
    }

    fn go_to(&mut self, start: &Start) -> Result<(), CatalogError> {
        let game = start.game::<P>()?;
        if game.start() != self.game.start() || game.rules() != self.game.rules() {
            self.players.new_game(&*GameState::observed(game.clone(), self.entry.observation));
        }
        self.game = game;
        Ok(())
    }

    fn threat(&self) -> Option<Start> {
        let passed =
            (self.entry.pass)(self.game.position(), self.game.rules()).filter(|_| self.game.ending().is_none())?;
        // Where the other side could not move at all there is nothing to threaten.
        let start = Start {
            rules: Some(self.game.rules().to_string()),
            position: Some(passed.to_string()),
            ..Start::default()
        };
        passed.outcome().is_none().then_some(start)
    }

    fn playthrough(&self) -> String {
        plyground_game::playthrough(&self.game)
    }

    fn record(&self, tags: &[(String, String)], adjudicated: Option<Outcome>) -> String {
        GameRecord { game: self.game.clone(), tags: tags.to_vec(), adjudicated }.to_string()
    }
}

/// The moves of a line; `None` where they cannot be played.
fn moves_of<P: SearchHints>(root: &P, line: &[String]) -> Option<Vec<P::Move>> {
    let mut pos = root.clone();
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let mv = pos.read_move(text).ok()?;
        pos.play_unchecked(mv);
        moves.push(mv);
    }
    Some(moves)
}

/// A side by its name.
pub(crate) fn side_of<P: SearchHints>(name: &str) -> Result<Side, CatalogError> {
    let named = Side::ALL.into_iter().find(|&side| P::side_name(side) == name);
    named.ok_or_else(|| CatalogError::Input(format!("unknown side {}: expected {}", quote(name), one_of(P::SIDES))))
}
