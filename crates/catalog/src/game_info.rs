//! Description of a game: its names, sides, set-ups, rules and limits.

use std::sync::Arc;

use plyground_game::{Move, Position};
use plyground_scene::Palette;

use crate::book::BookInfo;
use crate::evaluation::EvaluationInfo;
use crate::rule_option::RuleOption;
use crate::spec::AgentInfo;

/// Default maximum of plies per game.
const MAX_PLIES: usize = 1_000;

/// What was measured of the levels of a game beside the previous level, from `docs/results/levels.md`, such as `much stronger`. The
/// first entry belongs to the second level.
pub type LevelSteps = [&'static str; 4];

/// A display unit of scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreUnit {
    /// Name, such as `seeds`.
    pub name: &'static str,
    /// Lead in this unit that makes 73 % of the points, like [`EvaluationInfo::lead`] in the evaluation's unit.
    pub lead: f64,
}

/// The description of a game.
///
/// ```
/// use plyground_catalog::Catalog;
///
/// let catalog = Catalog::standard();
/// let info = catalog.game("tigers")?.info();
/// assert_eq!((info.sides, info.max_plies), (["goats", "tigers"], 400));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameInfo {
    /// Name in commands and files.
    pub name: &'static str,
    /// Display name.
    pub title: String,
    /// Description in one line.
    pub about: &'static str,
    /// Names of its sides.
    pub sides: [&'static str; 2],
    /// Colours of its sides.
    pub palette: Palette,
    /// Listed set-ups, the default first.
    pub setups: Vec<&'static str>,
    /// Named rule sets, the default first.
    pub rule_sets: Vec<&'static str>,
    /// Options that change a rule set.
    pub rule_options: Vec<RuleOption>,
    /// Maximum number of moves of a game between agents.
    pub max_plies: usize,
    /// Rules page in Markdown.
    pub rules_page: Option<&'static str>,
    /// Tasks and a tour that teach the rules, for [`Course::read`](crate::Course::read).
    pub course: Option<&'static str>,
    /// Opening books.
    pub books: Vec<BookInfo>,
    /// How much stronger its levels are, as measured.
    pub level_steps: Option<LevelSteps>,
    /// Movement of each piece: the shape's name in the scene, and the words.
    pub piece_words: Vec<(&'static str, &'static str)>,
    /// Whether a side may move several times in a row.
    pub moves_again: bool,
    /// Display unit of scores; `None` for the unit of the evaluation.
    pub score_unit: Option<ScoreUnit>,
    /// Number of actions: all action numbers are below it.
    pub actions: usize,
    /// Meaning of the planes of its observations; empty without observations.
    pub planes: &'static [&'static str],
    /// Its evaluations, the default first.
    pub evaluations: Vec<EvaluationInfo>,
    /// Its agents, including those common to all games.
    pub agents: Vec<Arc<AgentInfo>>,
    /// Whether it has a solver.
    pub has_solver: bool,
    /// Whether the solver finds values by search alone, so it can answer within seconds without tables.
    pub solves_by_search: bool,
    /// Whether it has shipped puzzles.
    pub has_puzzles: bool,
}

impl GameInfo {
    /// Creates the description of a game with the default set-up and rules.
    pub(crate) fn new<P: Position>(about: &'static str) -> GameInfo {
        GameInfo {
            name: P::NAME,
            title: title_of(P::NAME),
            about,
            sides: P::SIDES,
            max_plies: MAX_PLIES,
            actions: P::Move::COUNT,
            ..GameInfo::default()
        }
    }
}

/// Returns a name as a title: `connect-four` becomes Connect Four.
pub(crate) fn title_of(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split(['-', '_']).map(capital).collect::<Vec<_>>().join(" ")
}
