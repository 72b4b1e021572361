//! A game in progress with its type erased. Its inputs and outputs are text and plain data.
//!
//! A session owns its players, one per requested spec. Their tables, engines and open files live as long as the session.

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

/// Default limit of an analysis.
pub const ANALYSIS: Limits = Limits::time(Duration::from_secs(5));

/// Default limit of a move in a game with a human.
pub const MOVE: Limits = Limits::time(Duration::from_secs(1));

/// A position of a recorded game.
#[derive(Clone, Debug)]
pub struct Step {
    /// Description of the move that led to it.
    pub description: String,
    /// The board.
    pub diagram: Diagram,
}

/// A game in progress with its players.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
///
/// let mut session = Catalog::standard().game("kalah")?.open(&Start::default())?;
/// assert_eq!(session.play("3")?, "South sows 4 seeds from house 3, the last into the store: South moves again");
/// assert_eq!(session.undo().as_deref(), Some("3"));
/// assert_eq!(session.undo(), None);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
pub trait Session: Send {
    /// Returns the game without its type, at the present position.
    fn state(&self) -> &dyn State;

    /// Returns the present position as data.
    fn show(&self) -> Shown {
        Shown::of(self.state())
    }

    /// Returns the present position as a picture, with its legal moves and the animation of the last move.
    fn scene(&self) -> Scene;

    /// Returns the brushes and numbers of the position editor for a board like the present one; empty without an editor.
    fn toolbox(&self) -> Toolbox;

    /// Returns the text of a position with these pieces, this side to move and these numbers of [`Session::toolbox`], on a board
    /// like the present one.
    ///
    /// # Errors
    /// Fails if the game has no position editor, or the rules refuse the position.
    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Result<String, CatalogError>;

    /// Returns the present position with the beam of a side's laser, and this beam for the overlays of [`Session::scene`]. The
    /// side is given by name.
    ///
    /// # Errors
    /// Fails if the game has no lasers, or no such side.
    fn beam(&self, side: &str) -> Result<(Diagram, Overlay), CatalogError>;

    /// Returns the cheapest path between two cells, each given as `row,column`; `None` if there is none. Stones are obstacles,
    /// except those of the side `free`, which cost nothing.
    ///
    /// # Errors
    /// Fails if the game has no such board, or no such cell or side.
    fn path(&self, from: &str, to: &str, free: Option<&str>) -> Result<Option<CellPath>, CatalogError>;

    /// Returns the position after a pass, as the start of another game; `None` if passing is impossible.
    fn threat(&self) -> Option<Start>;

    /// Creates the player of a spec for later calls. If a clock may limit its moves, it loads now what its first move would load.
    ///
    /// # Errors
    /// Fails if it cannot play this game.
    fn prepare(&mut self, agent: &AgentSpec) -> Result<(), CatalogError>;

    /// Analyses the present position with an agent and calls `each` after every completed depth. The limits of the job override
    /// those of the agent's spec. `default` applies if neither they nor the agent's own plan limit the search.
    ///
    /// # Errors
    /// Fails if the agent cannot be created or fails, or if the job is a fixed-depth search without a depth.
    fn analyse(
        &mut self,
        agent: &AgentSpec,
        job: &Job,
        default: Limits,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, CatalogError>;

    /// Searches the present position on one processor and records the search tree: that of one depth with [`Job::fixed`] and a
    /// depth, else that of all depths.
    ///
    /// # Errors
    /// Fails if the agent cannot be created, records no tree, or has neither a depth nor a number of nodes, or if the tree has
    /// more than `limit` visits.
    fn trace(&mut self, agent: &AgentSpec, job: &Job, limit: usize) -> Result<Trace, CatalogError>;

    /// Explains the static value of the present position for the side to move, by the agent's evaluation, or by that of `best` if
    /// the agent has none. `leaf` is the [`Analysis::leaf`] of a search by the same agent. Its value is explained as well, if the
    /// agent has an evaluation.
    ///
    /// # Errors
    /// Fails if the game has no such evaluation.
    fn explain(&self, agent: &AgentSpec, leaf: Option<(&[String], Side)>) -> Result<Explanation, CatalogError>;

    /// Plays a move and returns its description.
    ///
    /// # Errors
    /// Fails if the text is not a move, or the move is not legal.
    fn play(&mut self, mv: &str) -> Result<String, CatalogError>;

    /// Takes the last move back and returns it; `None` at the start.
    fn undo(&mut self) -> Option<String>;

    /// Goes to another place of the same game, or starts another game. The players are reused, and are notified of another game.
    ///
    /// # Errors
    /// Fails like [`AnyGame::open`](crate::AnyGame::open). The session is unchanged then.
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

    /// Returns the subject of an analysis of the present position.
    fn question(&self, spec: &AgentSpec) -> Question {
        let evaluations = self.entry.evaluations();
        // Scores of a tree search by simulations are not in the unit of an evaluation.
        let is_scored = !spec.info().has_expected_results;
        let name = if is_scored { self.played_by(spec) } else { spec.evaluation() };
        let info = |name| evaluations.iter().map(EvaluationRow::info).find(|info| info.name == name);
        Question {
            game: self.state.name(),
            rules: self.state.rules(),
            position: self.state.text(),
            side: self.state.sides()[self.state.side_to_move().index()],
            agent: spec.to_string(),
            evaluation: name.map(str::to_owned),
            unit: name.filter(|_| is_scored).map(|name| info(name).map_or("points", |info| info.unit)),
            lead: name.filter(|_| is_scored).and_then(info).map(|info| info.lead),
            margin_unit: self.entry.info.score_unit.map(|unit| unit.name),
        }
    }

    /// Returns the evaluation that an agent plays by, by name or by the path of its weight file.
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
        Scene { palette: self.entry.info.palette, ..scene }
    }

    fn toolbox(&self) -> Toolbox {
        let Some(arrangement) = &self.entry.arrangement else { return Toolbox::default() };
        Toolbox { brushes: (arrangement.brushes)(), numbers: (arrangement.numbers)(self.position()) }
    }

    fn arranged(&self, pieces: &[Placed], to_move: Side, numbers: &[u32]) -> Result<String, CatalogError> {
        let none = CatalogError::not_in_game(P::NAME, "position editor", "a position as text");
        let arrangement = self.entry.arrangement.as_ref().ok_or(none)?;
        let text = (arrangement.text)(self.position(), pieces, to_move, numbers);
        let refused = |error: ParsePositionError| match (arrangement.problem)(self.position(), pieces, to_move, numbers)
        {
            Some(problem) => CatalogError::Input(problem),
            // The user did not write this text, so its columns are meaningless to them.
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
        // A side that cannot move after the pass has no threat.
        let start = Start { rules: Some(self.state.rules()), position: Some(passed.to_string()), ..Start::default() };
        passed.outcome().is_none().then_some(start)
    }

    fn prepare(&mut self, spec: &AgentSpec) -> Result<(), CatalogError> {
        self.players.prepare(&*self.state, spec, MOVE)
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
        let entry = Arc::clone(&self.entry);
        // A command cannot be made without its arguments.
        let others = move || entry.agent_infos().iter().filter_map(|info| entry.agent_spec(info.name).ok()).collect();
        self.players.trace(&*self.state, &question, spec, job, limit, others)
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
            // An antisymmetric evaluation has the same contributions for both sides. The mover's features keep the signs of the
            // weights.
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
        let before = self.game().position().clone();
        self.state.play_text(text)?;
        let words = self.game().moves().last().map(|&mv| before.describe(mv));
        Ok(words.unwrap_or_default())
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
            self.players.new_game();
        }
        Ok(())
    }
}

/// Returns the moves of a line; `None` if they cannot be played.
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

/// Returns a side by its name.
pub(crate) fn side_of<P: SearchHints>(name: &str) -> Result<Side, CatalogError> {
    let named = Side::ALL.into_iter().find(|&side| P::side_name(side) == name);
    named.ok_or_else(|| CatalogError::Input(format!("unknown side {}: expected {}", quote(name), one_of(P::SIDES))))
}
