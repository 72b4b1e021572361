//! Everything that the catalog knows of a game beyond its rules: one row per named item.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use plyground_eval::WeightFile;
use plyground_game::diagram::Diagram;
use plyground_game::notation::{Fault, quote};
use plyground_game::{GameFacts, Observe, Position, SearchHints, Side, Symmetric};
use plyground_play::{GameState, Observation, Player, Start, StartError, State};
use plyground_scene::{
    Arranged, Brush, Drawn, Grid, Number, Overlay, Palette, Placed, Scene, diagram_scene, grid_scene, scene_of,
};
use plyground_search::{TABLE_SIZE, has_room_for_table};
use plyground_solve::{Solvable, contents};
use serde::Serialize;

use crate::accuracy::Inaccurate;
use crate::agents::{AgentContext, AgentRow, best_options, common, strongest};
use crate::book::{BookInfo, BookRow};
use crate::error::CatalogError;
use crate::evaluation::EvaluationRow;
use crate::evaluations::Evaluations;
use crate::fresh::Fresh;
use crate::game_info::{GameInfo, LevelSteps, ScoreUnit, title_of};
use crate::judge::Judge;
use crate::levels;
use crate::puzzle::PuzzleRow;
use crate::rule_option::RuleOption;
use crate::spec::{AgentInfo, AgentSpec};

/// Draws a position. The arguments are the position, the previous position with the move from it, and whether moves are shown.
pub type Draw<P> = Arc<dyn Fn(&P, Option<(&P, <P as Position>::Move)>, bool) -> Scene + Send + Sync>;

/// Display of the path of a side's laser.
pub struct Beam<P> {
    /// Returns the board with the path, as text.
    pub diagram: fn(&P, Side) -> Diagram,
    /// Returns the path as a line of a scene.
    pub overlay: fn(&P, Side) -> Overlay,
}

plyground_game::impl_debug!(Beam {} for [P] Beam<P>);

/// Editor of positions: [`Arranged`] without its type.
pub struct Arrangement<P> {
    /// Returns the brushes.
    pub brushes: fn() -> Vec<Brush>,
    /// Returns the numbers beside the board.
    pub numbers: fn(&P) -> Vec<Number>,
    /// Returns the text of a position of these pieces.
    pub text: fn(&P, &[Placed], Side, &[u32]) -> String,
    /// Explains why a position of these pieces is impossible.
    pub problem: fn(&P, &[Placed], Side, &[u32]) -> Option<String>,
}

plyground_game::impl_debug!(Arrangement {} for [P] Arrangement<P>);

/// Returns the position after a pass.
pub type Pass<P> = fn(&P, &<P as Position>::Rules) -> Option<P>;

/// A path over cells: `ply path`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CellPath {
    /// Cost: the number of its cells, including both ends, without those of the free colour.
    pub cost: u32,
    /// Its cells from end to end, in move notation.
    pub path: Vec<String>,
}

/// Finds the cheapest path between two cells given as text. Stones of the given side cost nothing.
pub type FindPath<P> = fn(&P, &str, &str, Option<Side>) -> Result<Option<CellPath>, CatalogError>;

/// A game of a catalog. Its fields can be read, and methods of the same names set them.
///
/// ```
/// use plyground_catalog::{Entry, EvaluationRow};
/// use plyground_eval::tigers::Material;
/// use plyground_tigers::Tigers;
///
/// // Your own game goes here. Missing rows have a sensible default.
/// let entry = Entry::<Tigers>::new("three tigers, fifteen goats")
///     .setups(["standard"])
///     .evaluation(EvaluationRow::new("material", "goats taken", Material));
/// assert_eq!(entry.evaluations().iter().next().map(|row| row.info().name), Some("material"));
/// let player = entry.player(&entry.agent_spec("alphabeta:depth=3,eval=material")?, None)?;
/// assert!(player.is_limited());
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
pub struct Entry<P: SearchHints> {
    pub(crate) info: GameInfo,
    /// Draws positions.
    pub draw: Draw<P>,
    /// Returns the position after a pass.
    pub pass: Pass<P>,
    /// Shows the path of a side's laser.
    pub beam: Option<Beam<P>>,
    /// Whether the unit of depth of a report about this game is offered; see [`keys::UNIT`](crate::keys::UNIT).
    pub(crate) has_variable_depth: bool,
    /// Finds paths over cells.
    pub path: Option<FindPath<P>>,
    /// Encodes positions in planes of numbers.
    pub observation: Option<Observation<P>>,
    /// Editor of positions.
    pub arrangement: Option<Arrangement<P>>,
    /// Returns the key that a position shares with its symmetric images.
    pub(crate) canonical_key: fn(&P) -> u64,
    /// Returns the other positions that are symmetric to a position without exchanging the sides.
    pub(crate) images: fn(&P) -> Vec<P>,
    evaluations: Evaluations<P>,
    best: AgentRow<P>,
    agents: Vec<AgentRow<P>>,
    solver: Option<Arc<dyn Solvable<P>>>,
    /// Folder of the tables of agents and runs that name none.
    pub(crate) tables: OnceLock<PathBuf>,
    pub(crate) puzzles: PuzzleRow<P>,
    pub(crate) books: Vec<BookRow<P>>,
}

plyground_game::impl_debug!(Entry { info } for [P: SearchHints] Entry<P>);

impl<P: SearchHints> Entry<P> {
    /// Creates a game with a description of one line. By default it has its default set-up and rules, the evaluation `nothing`,
    /// the agents common to all games, a board drawn from its diagram, and no solver.
    #[must_use]
    pub fn new(about: &'static str) -> Entry<P> {
        Entry {
            info: GameInfo::new::<P>(about),
            draw: Arc::new(diagram_scene::<P>),
            pass: |pos, _| pos.pass(),
            beam: None,
            has_variable_depth: false,
            path: None,
            observation: None,
            arrangement: None,
            canonical_key: P::key,
            images: |_| Vec::new(),
            evaluations: Evaluations::default(),
            best: default_best(),
            agents: common(),
            solver: None,
            tables: OnceLock::new(),
            puzzles: PuzzleRow::default(),
            books: Vec::new(),
        }
    }

    /// Sets the name, the sides and the number of moves of a game whose type represents several games, see
    /// [`Position::game_facts`](plyground_game::Position::game_facts).
    #[must_use]
    pub fn facts(self, facts: GameFacts) -> Entry<P> {
        let GameFacts { name, sides, actions } = facts;
        let info = GameInfo { name, title: title_of(name), sides, actions, ..self.info };
        Entry { info, evaluations: self.evaluations.of_game(name), ..self }
    }

    /// Sets the display name. The default is the capitalised name.
    #[must_use]
    pub fn title(mut self, title: &'static str) -> Entry<P> {
        self.info.title = title.to_owned();
        self
    }

    /// Lists set-ups, the default first. The game may accept others.
    #[must_use]
    pub fn setups(mut self, setups: impl IntoIterator<Item = &'static str>) -> Entry<P> {
        self.info.setups = setups.into_iter().collect();
        self
    }

    /// Lists named rule sets, the default first.
    #[must_use]
    pub fn rule_sets(mut self, names: impl IntoIterator<Item = &'static str>) -> Entry<P> {
        self.info.rule_sets = names.into_iter().collect();
        self
    }

    /// Lists options that change a rule set, as written by users, with their meaning: `("steal=on|off", "whether …")`.
    #[must_use]
    pub fn rule_options(mut self, options: impl IntoIterator<Item = impl Into<RuleOption>>) -> Entry<P> {
        self.info.rule_options = options.into_iter().map(Into::into).collect();
        self
    }

    /// Adds an evaluation; one of the same name is replaced. The first one added is the default. It should be the simplest one
    /// that shows which side is ahead.
    #[must_use]
    pub fn evaluation(mut self, row: EvaluationRow<P>) -> Entry<P> {
        self.evaluations.add(row);
        self
    }

    /// Sets the maximum number of moves of a game between agents, by default 1,000. It ends games without progress, so it should
    /// be longer than meaningful games.
    #[must_use]
    pub fn max_plies(mut self, plies: usize) -> Entry<P> {
        self.info.max_plies = plies;
        self
    }

    /// Sets the rules page in Markdown. Code blocks that start with a position are shown as boards.
    #[must_use]
    pub fn rules_page(mut self, page: &'static str) -> Entry<P> {
        self.info.rules_page = Some(page);
        self
    }

    /// Adds tasks and a tour that teach the rules, in the format of [`Course`](crate::Course).
    #[must_use]
    pub fn course(mut self, course: &'static str) -> Entry<P> {
        self.info.course = Some(course);
        self
    }

    /// Describes the movement of each piece: the shape's name in the scene, and a sentence without its subject.
    #[must_use]
    pub fn piece_words(mut self, words: impl IntoIterator<Item = (&'static str, &'static str)>) -> Entry<P> {
        self.info.piece_words = words.into_iter().collect();
        self
    }

    /// Declares that a side may move several times in a row, so lines show the side of each turn.
    #[must_use]
    pub fn moves_again(mut self) -> Entry<P> {
        self.info.moves_again = true;
        self
    }

    /// Sets the display unit of scores, and the lead in it that makes 73 % of the points.
    #[must_use]
    pub fn score_unit(mut self, name: &'static str, lead: f64) -> Entry<P> {
        self.info.score_unit = Some(ScoreUnit { name, lead });
        self
    }

    /// Sets how much stronger the levels are, as measured.
    #[must_use]
    pub fn level_steps(mut self, steps: LevelSteps) -> Entry<P> {
        self.info.level_steps = Some(steps);
        self
    }

    /// Declares all agents so far [reliable](AgentRow::reliable).
    #[must_use]
    pub fn reliable_agents(self) -> Entry<P> {
        let agents = self.agents.into_iter().map(|row| if row.info().is_command { row } else { row.reliable() });
        Entry { agents: agents.collect(), best: self.best.reliable(), ..self }
    }

    /// Adds an agent; one of the same name is replaced. A row of [`AgentRow::best`] becomes the game's `best`, which by default
    /// is a selective search with the default evaluation.
    #[must_use]
    pub fn agent(mut self, row: AgentRow<P>) -> Entry<P> {
        if row.info().name == "best" {
            return Entry { best: row, ..self };
        }
        self.agents.retain(|other| other.info().name != row.info().name);
        self.agents.push(row);
        self
    }

    /// Draws the board by the game's own scene.
    #[must_use]
    pub fn scene(mut self) -> Entry<P>
    where
        P: Drawn,
    {
        self.info.palette = P::PALETTE;
        Entry { draw: Arc::new(scene_of::<P>), ..self }
    }

    /// Draws a clickable board of rows and columns, for a game without a scene of its own.
    ///
    /// Stones, letters and coordinates come from the game's [`diagram`](Position::diagram). The clicks of a move come from its
    /// changes to the diagram: one click puts a stone, two clicks move one.
    ///
    /// ```
    /// use plyground_catalog::{Entry, Start};
    /// use plyground_khet::Khet;
    /// use plyground_scene::Grid;
    ///
    /// // Your own game goes here; the size may depend on the position.
    /// let entry = Entry::<Khet>::new("mirrors and lasers").grid(|_| Grid::squares(8, 10).letters().flips());
    /// let pos = Khet::default();
    /// assert_eq!((entry.draw)(&pos, None, true).nodes.len(), 80);
    /// ```
    #[must_use]
    pub fn grid(self, grid: impl Fn(&P) -> Grid + Send + Sync + 'static) -> Entry<P> {
        Entry { draw: Arc::new(move |pos, last, open| grid_scene(pos, last, open, &grid(pos))), ..self }
    }

    /// Adds an editor of positions.
    #[must_use]
    pub fn editor(self) -> Entry<P>
    where
        P: Arranged,
    {
        let arrangement =
            Arrangement { brushes: P::brushes, numbers: P::numbers, text: P::arranged, problem: P::problem };
        Entry { arrangement: Some(arrangement), ..self }
    }

    /// Sets the RGB colours of the sides (`0xdc2626`) on boards, in pictures and in the terminal. The default is silver and
    /// orange.
    #[must_use]
    pub fn colours(mut self, [first, second]: [u32; 2]) -> Entry<P> {
        self.info.palette = Palette::new(first, second);
        self
    }

    /// Adds a solver, which finds exact values.
    #[must_use]
    pub fn solver(self, solver: impl Solvable<P> + 'static) -> Entry<P> {
        Entry { solver: Some(Arc::new(solver)), ..self }
    }

    /// Offers the unit of depth of the report about the game.
    pub(crate) fn variable_depth(self) -> Entry<P> {
        Entry { has_variable_depth: true, ..self }
    }

    /// Sets the search for puzzles and the shipped puzzles. The default is a search for forced wins within two moves.
    #[must_use]
    pub fn puzzles(self, puzzles: PuzzleRow<P>) -> Entry<P> {
        Entry { puzzles, ..self }
    }

    /// Adds an opening book for matches; one of the same name is replaced. `text` returns the openings under some rules, one per
    /// line, or `None` if there are none for these rules.
    #[must_use]
    pub fn book(
        mut self,
        name: &'static str,
        about: &'static str,
        text: fn(&P::Rules) -> Option<&'static str>,
    ) -> Entry<P> {
        self.books.retain(|row| row.info.name != name);
        self.books.push(BookRow { info: BookInfo { name, about }, text });
        self
    }

    /// Sets the position after a pass, which shows the opponent's threats. The default is the pass of the search.
    #[must_use]
    pub fn pass(self, pass: fn(&P, &P::Rules) -> Option<P>) -> Entry<P> {
        Entry { pass, ..self }
    }

    /// Adds the display of a side's laser path.
    #[must_use]
    pub fn beam(self, beam: Beam<P>) -> Entry<P> {
        Entry { beam: Some(beam), ..self }
    }

    /// Adds the search for paths over cells.
    #[must_use]
    pub fn path(self, path: FindPath<P>) -> Entry<P> {
        Entry { path: Some(path), ..self }
    }

    /// Adds observations, which encode positions in planes of numbers for learners.
    #[must_use]
    pub fn observation(self) -> Entry<P>
    where
        P: Observe,
    {
        let mut evaluations = self.evaluations;
        evaluations.observe(Observation::of_game());
        Entry { observation: Some(Observation::of_game()), evaluations, ..self }
    }

    /// Adds the symmetries of the game. Learning counts symmetric positions once, and a network also learns from the images.
    #[must_use]
    pub fn symmetries(self) -> Entry<P>
    where
        P: Symmetric,
    {
        Entry { canonical_key: |pos| pos.canonical().key(), images: side_keeping_images, ..self }
    }

    /// Returns the description of the game.
    #[must_use]
    pub fn description(&self) -> GameInfo {
        GameInfo {
            planes: self.observation.map_or(&[], |observation| observation.planes),
            evaluations: self.evaluations.iter().map(EvaluationRow::info).copied().collect(),
            agents: self.agent_infos(),
            has_solver: self.solver.is_some(),
            solves_by_search: self.solver.as_ref().is_some_and(|solver| solver.searches()),
            has_puzzles: !self.puzzles.shipped.is_empty(),
            books: self.books.iter().map(|row| row.info).collect(),
            ..self.info.clone()
        }
    }

    /// Returns the evaluations, the default first.
    #[must_use]
    pub fn evaluations(&self) -> &Evaluations<P> {
        &self.evaluations
    }

    /// Returns the descriptions of the agents, `best` first.
    #[must_use]
    pub fn agent_infos(&self) -> Vec<Arc<AgentInfo>> {
        std::iter::once(&self.best).chain(&self.agents).map(|row| Arc::clone(row.info())).collect()
    }

    /// Returns the solver.
    ///
    /// # Errors
    /// Fails if the game has none.
    pub fn solver_row(&self) -> Result<&Arc<dyn Solvable<P>>, CatalogError> {
        self.solver.as_ref().ok_or_else(|| {
            let game = self.info.name;
            CatalogError::Failed(format!(
                "{game} has no solver: a search, such as by `best`, may still prove its value"
            ))
        })
    }

    /// Reads the spec of an agent or of a level.
    ///
    /// # Errors
    /// Fails if the game has no such agent, or the agent no such key.
    pub fn agent_spec(&self, text: &str) -> Result<AgentSpec, CatalogError> {
        let agents = self.agent_infos();
        let has = |name: &str| agents.iter().any(|info| info.name == name);
        let spec = levels::expand(text, has).and_then(|text| AgentSpec::read(&text, &agents));
        let spec = spec.map_err(|fault| CatalogError::Agent(Box::new(fault)))?;
        match spec.engine_name() {
            // Records would be taken for those of the agent.
            Some(name) if self.agent_spec(&name).is_ok() => {
                let fault = Fault::whole(text, quote(&name), "a name for the engine that no agent has");
                Err(CatalogError::Agent(Box::new(fault)))
            }
            _ => Ok(spec),
        }
    }

    /// Returns the state of a start.
    ///
    /// # Errors
    /// Fails if set-up, rules, position or a move is wrong, or if both set-up and position are given.
    pub fn state(&self, start: &Start) -> Result<Box<dyn State>, StartError> {
        Ok(GameState::observed(start.game::<P>()?, self.observation))
    }

    /// Creates the player of a spec. `weights` replace those of the spec.
    ///
    /// # Errors
    /// Fails if the agent is of another game or has no weights, or its evaluation cannot be created.
    pub fn player(&self, spec: &AgentSpec, weights: Option<&WeightFile>) -> Result<Box<dyn Player>, CatalogError> {
        if let Some(make) = spec.make_player() {
            return Ok(make.player());
        }
        if weights.is_some() && !spec.info().takes("eval") && spec.info().evaluation.is_none() {
            let agent = spec.name();
            let text = format!("agent `{agent}` has no weights: `ply games --keys` lists those with the key `eval`");
            return Err(CatalogError::Input(text));
        }
        let default = || spec.info().takes("table").then_some(TABLE_SIZE as u64);
        if let Some(mebibytes) = spec.number("table").or_else(default)
            && !has_room_for_table(mebibytes as usize)
        {
            return Err(CatalogError::no_memory(mebibytes));
        }
        if let Some(folder) = spec.tables() {
            let (path, game) = (folder.display(), self.info.name);
            let problem = match folder.is_dir() {
                false => format!("no folder `{path}`"),
                true if contents(&folder, game).is_empty() => format!("no tables of {game} in `{path}`"),
                true => String::new(),
            };
            if !problem.is_empty() {
                let text = format!("{problem}: expected `tables` to be a folder that `ply solve {game}` has filled");
                return Err(CatalogError::Input(text));
            }
        }
        let tables = self.tables.get().map(PathBuf::as_path);
        let (evaluations, solver) = (&self.evaluations, self.solver.as_ref());
        let context = AgentContext { evaluations, solver, spec, weights, tables };
        let row = std::iter::once(&self.best).chain(&self.agents).find(|row| row.info().name == spec.name());
        let other =
            || CatalogError::other_game(spec.name(), spec.info().game.unwrap_or("another game"), self.info.name);
        let player = row.ok_or_else(other)?.make(&context)?;
        if let Some(accuracy) = spec.decimal("accuracy") {
            let lead = Judge { game: &self.description(), agent: spec }.lead();
            return Ok(Box::new(Inaccurate::new(player, accuracy, lead, spec.seed().unwrap_or(0))));
        }
        Ok(if spec.switch("fresh") == Some(true) { Box::new(Fresh(player)) } else { player })
    }
}

/// Returns the default `best` of a game.
fn default_best<P: SearchHints>() -> AgentRow<P> {
    AgentRow::best(|make: &AgentContext<'_, P>| strongest(make, &make.evaluations.named(None)?, &best_options()))
        .reliable()
}

fn side_keeping_images<P: Symmetric>(pos: &P) -> Vec<P> {
    let symmetries = pos.symmetries().iter().filter(|&&symmetry| !P::swaps_sides(symmetry));
    let mut images: Vec<P> = Vec::new();
    for image in symmetries.map(|&symmetry| pos.map(symmetry)) {
        // A symmetric position is its own image.
        if image.key() != pos.key() && images.iter().all(|other| other.key() != image.key()) {
            images.push(image);
        }
    }
    images
}
