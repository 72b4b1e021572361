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

use std::sync::Arc;
use std::time::Duration;

use plyground_game::diagram::Diagram;
use plyground_game::notation::{ParsePositionError, quote};
use plyground_game::options::one_of;
use plyground_game::{Game, SearchHints, Side};
use plyground_play::{GameState, Start, State};
use plyground_scene::{Overlay, Placed, Scene, Toolbox};
use plyground_search::{Job, Limits};

use crate::data::{Analysis, Explanation, Feature, Question, Shown};
use crate::entry::{CellPath, Entry};
use crate::error::CatalogError;
use crate::evaluation::EvaluationRow;
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

/// A game in progress with its players.
pub trait Session: Send {
    /// Returns the game without its type, at the present position.
    fn state(&self) -> &dyn State;

    /// Returns the present position as data.
    fn show(&self) -> Shown {
        Shown::of(self.state())
    }

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

    /// Returns the present position with the beam of a side's laser, and the same beam for the overlays of [`Session::scene`]. The
    /// side is given by name.
    ///
    /// # Errors
    /// When the game has no lasers, or no such side.
    fn beam(&self, side: &str) -> Result<(Diagram, Overlay), CatalogError>;

    /// The cheapest path between two cells of a board of cells, each given as `row,column`: stones are obstacles, those of
    /// the side `free` cost nothing. `None` when there is none.
    ///
    /// # Errors
    /// When the game has no such board, or no such cell or side.
    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError>;

    /// Where the opponent would stand if the side to move passed, as a start of its own; `None` where passing is impossible.
    fn threat(&self) -> Option<Start>;

    /// Makes a player ready that will be asked later.
    ///
    /// # Errors
    /// When it cannot play this game.
    fn prepare(&mut self, agent: &AgentSpec) -> Result<(), CatalogError>;

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
    /// that `best` plays by where it has none. With the leaf of a search of the agent, see [`Analysis::leaf`], the same of the
    /// position where its best line ends.
    ///
    /// # Errors
    /// When the game has no such evaluation.
    fn explain(&self, agent: &AgentSpec, leaf: Option<(&[String], Side)>) -> Result<Explanation, CatalogError>;

    /// Plays a move and returns it in words.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal.
    fn play(&mut self, mv: &str) -> Result<String, CatalogError>;

    /// Takes the last move back and returns it.
    fn undo(&mut self) -> Option<String>;

    /// Goes to another place of the same game, or begins another game; the players stay, and learn when another game begins.
    ///
    /// # Errors
    /// As for [`AnyGame::open`](crate::AnyGame::open); nothing is changed then.
    fn go_to(&mut self, start: &Start) -> Result<(), CatalogError>;
}

pub(crate) struct SessionOf<P: SearchHints> {
    entry: Arc<Entry<P>>,
    state: Box<dyn State>,
    players: Players,
}

impl<P: SearchHints> SessionOf<P> {
    pub(crate) fn boxed(entry: &Arc<Entry<P>>, game: Game<P>) -> Box<dyn Session> {
        let maker = Arc::clone(entry);
        let state = GameState::observed(game, entry.observation);
        let players = Players::new(move |spec| maker.player(spec, None));
        Box::new(SessionOf { entry: Arc::clone(entry), state, players })
    }

    fn game(&self) -> &Game<P> {
        self.state.typed().expect("the state of a session is of its game")
    }

    fn position(&self) -> &P {
        self.game().position()
    }

    /// What is asked when an agent thinks about the present position.
    fn question(&self, spec: &AgentSpec) -> Question {
        let evaluations = self.entry.evaluations();
        // Scores of a tree search count no evaluation's units.
        let is_scored = !spec.info().has_expected_results;
        let name = if is_scored { self.played_by(spec) } else { spec.evaluation() };
        let info = |name| evaluations.iter().map(EvaluationRow::info).find(|info| info.name == name);
        Question {
            game: P::NAME,
            rules: self.state.rules(),
            position: self.state.text(),
            side: P::side_name(self.state.side_to_move()),
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
}

impl<P: SearchHints> Session for SessionOf<P> {
    fn state(&self) -> &dyn State {
        &*self.state
    }

    fn scene(&self) -> Scene {
        let (game, moves, positions) = (self.game(), self.game().moves(), self.game().positions());
        let last = moves.last().map(|&mv| (&positions[moves.len() - 1], mv));
        let scene = (self.entry.draw)(game.position(), last, game.ending().is_none());
        Scene { palette: self.entry.palette(), ..scene }
    }

    fn toolbox(&self) -> Toolbox {
        let Some(arrangement) = &self.entry.arrangement else { return Toolbox::default() };
        Toolbox { brushes: (arrangement.brushes)(), numbers: (arrangement.numbers)(self.position()) }
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Result<String, CatalogError> {
        let none = CatalogError::not_in_game(P::NAME, "board that is put up piece by piece", "a position as text");
        let arrangement = self.entry.arrangement.as_ref().ok_or(none)?;
        let text = (arrangement.text)(self.position(), pieces, to_move, numbers);
        let refused = |error: ParsePositionError| match (arrangement.problem)(self.position(), pieces, to_move, numbers)
        {
            Some(problem) => CatalogError::Input(problem),
            // The text was made here, so its columns mean nothing to a user.
            None => CatalogError::Input(format!("Found {}, expected {}.", error.0.found, error.0.expected)),
        };
        Ok(P::parse(&text, self.game().rules()).map_err(refused)?.to_string())
    }

    fn beam(&self, side: &str) -> Result<(Diagram, Overlay), CatalogError> {
        let side = side_of::<P>(side)?;
        let none = CatalogError::not_in_game(P::NAME, "lasers", "`khet`");
        let beam = self.entry.beam.as_ref().ok_or(none)?;
        Ok(((beam.diagram)(self.position(), side), (beam.overlay)(self.position(), side)))
    }

    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError> {
        let free = free.map(side_of::<P>).transpose()?;
        let none = CatalogError::not_in_game(P::NAME, "paths of cells", "`cachex`");
        self.entry.path.ok_or(none)?(self.position(), from, to, free)
    }

    fn threat(&self) -> Option<Start> {
        let passed =
            (self.entry.pass)(self.position(), self.game().rules()).filter(|_| self.state.ending().is_none())?;
        // Where the other side could not move at all there is nothing to threaten.
        let start = Start { rules: Some(self.state.rules()), position: Some(passed.to_string()), ..Start::default() };
        passed.outcome().is_none().then_some(start)
    }

    fn prepare(&mut self, spec: &AgentSpec) -> Result<(), CatalogError> {
        self.players.player(spec, &*self.state).map(|_| ())
    }

    fn analyse(
        &mut self,
        spec: &AgentSpec,
        job: &Job,
        default: Limits,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError> {
        let question = self.question(spec);
        self.players.analyse(&*self.state, &question, spec, job, default, each)
    }

    fn trace(&mut self, spec: &AgentSpec, job: &Job, limit: usize) -> Result<Trace, CatalogError> {
        let question = self.question(spec);
        self.players.trace(&*self.state, &question, spec, job, limit)
    }

    fn explain(&self, spec: &AgentSpec, leaf: Option<(&[String], Side)>) -> Result<Explanation, CatalogError> {
        let (root, mover) = (self.position(), self.state.side_to_move());
        let evaluations = self.entry.evaluations();
        let own = self.played_by(spec);
        let best = || self.entry.agent_infos().first().and_then(|best| best.evaluation);
        let first = || evaluations.iter().next().map_or("nothing", |row| row.info().name);
        let name = own.or_else(best).unwrap_or_else(first);
        let evaluation = evaluations.named(Some(name))?;
        let now = evaluation.explain(root, &[], mover);
        let features = |line: &[P::Move], side| evaluation.explain(root, line, side).terms.into_iter().map(Feature::of);
        let end_features = leaf.filter(|_| own.is_some()).and_then(|(line, side)| {
            let line = moves_of(root, line)?;
            let seen: Vec<Feature> = features(&line, mover).collect();
            if side == mover {
                return Some(seen);
            }
            let turned: Vec<Feature> = features(&line, side).map(Feature::turned).collect();
            // An antisymmetric evaluation has the same contributions for both sides: the mover's features keep the signs of their weights.
            let contributions = |features: &[Feature]| {
                let mut terms: Vec<f64> = features.iter().map(|feature| feature.term).collect();
                terms.sort_by(f64::total_cmp);
                terms
            };
            let is_same = contributions(&seen) == contributions(&turned);
            Some(if is_same { seen } else { turned })
        });
        Ok(Explanation {
            explained_by: name.to_owned(),
            static_value: now.value(),
            features: now.terms.into_iter().map(Feature::of).collect(),
            end_features,
        })
    }

    fn play(&mut self, text: &str) -> Result<String, CatalogError> {
        let words = self.state.describe_line(&[text.to_owned()]).concat();
        self.state.play_text(text)?;
        Ok(words)
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.state.last_move_text();
        self.state.undo();
        mv
    }

    fn go_to(&mut self, start: &Start) -> Result<(), CatalogError> {
        let game = start.game::<P>()?;
        let is_other = game.start() != self.game().start() || game.rules() != self.game().rules();
        self.state = GameState::observed(game, self.entry.observation);
        if is_other {
            self.players.new_game(&*self.state);
        }
        Ok(())
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
