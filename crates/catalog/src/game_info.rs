//! The description of a game: its names, sides, set-ups, rules and limits, as lists show them.
//!
//! ```
//! use plyground_catalog::Catalog;
//!
//! let catalog = Catalog::standard();
//! let info = catalog.game("tigers")?.info();
//! assert_eq!((info.sides, info.max_plies), (["goats", "tigers"], 400));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::sync::Arc;

use plyground_game::{Move, Position};
use plyground_scene::Palette;

use crate::book::BookInfo;
use crate::evaluation::EvaluationInfo;
use crate::rule_option::RuleOption;
use crate::spec::AgentInfo;

/// The most plies of a game by default.
const MAX_PLIES: usize = 1_000;

/// How far each level of a game is above the one before it, in Elo, as `docs/results/levels.md` has it: `230`, or `over 280` where
/// every game was won. The first of these is that of the second level.
pub type LevelSteps = [&'static str; 4];

/// A unit of scores that people count in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreUnit {
    /// Its name, such as `seeds`.
    pub name: &'static str,
    /// The lead in this unit that is worth 73 % of the points, as [`EvaluationInfo::lead`] is in the evaluation's own.
    pub lead: f64,
}

/// A game as lists show it.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name in commands and files.
    pub name: &'static str,
    /// What people call it.
    pub title: String,
    /// What it is, in one line.
    pub about: &'static str,
    /// What it calls its sides.
    pub sides: [&'static str; 2],
    /// The colours of its sides.
    pub palette: Palette,
    /// Set-ups worth listing, the default first.
    pub setups: Vec<&'static str>,
    /// Named rule sets, the default first.
    pub rule_sets: Vec<&'static str>,
    /// Options that change a rule set.
    pub rule_options: Vec<RuleOption>,
    /// The most moves of a game between agents.
    pub max_plies: usize,
    /// The rules for people, as Markdown.
    pub rules_page: Option<&'static str>,
    /// Tasks and a tour that teach the rules, as [`Course::read`](crate::Course::read) reads them.
    pub course: Option<&'static str>,
    /// Its books of openings.
    pub books: Vec<BookInfo>,
    /// How far its levels are apart, in Elo, where that was measured.
    pub level_steps: Option<LevelSteps>,
    /// How each piece moves: the shape as the scene names it, and the words.
    pub piece_words: Vec<(&'static str, &'static str)>,
    /// Whether a side may move several times in a row.
    pub moves_again: bool,
    /// The unit in which people read scores; `None` where that is the unit of the evaluation.
    pub score_unit: Option<ScoreUnit>,
    /// How many different moves it has: their indices are below this.
    pub actions: usize,
    /// What the planes of its observations show; none where it has no observations.
    pub planes: &'static [&'static str],
    /// Its evaluations, the default first.
    pub evaluations: Vec<EvaluationInfo>,
    /// Its agents, those that every game has among them.
    pub agents: Vec<Arc<AgentInfo>>,
    /// Whether it has a solver of its own.
    pub has_solver: bool,
    /// Whether that finds values by searching alone: a few seconds of it may answer where there are no tables.
    pub solves_by_search: bool,
    /// Whether puzzles come with it.
    pub has_puzzles: bool,
}

impl GameInfo {
    /// Creates the description of a game with the usual set-up and rules.
    pub(crate) fn new<P: Position>(about: &'static str) -> GameInfo {
        GameInfo {
            name: P::NAME,
            title: title_of(P::NAME),
            about,
            sides: P::SIDES,
            palette: Palette::default(),
            setups: Vec::new(),
            rule_sets: Vec::new(),
            rule_options: Vec::new(),
            max_plies: MAX_PLIES,
            rules_page: None,
            course: None,
            books: Vec::new(),
            level_steps: None,
            piece_words: Vec::new(),
            moves_again: false,
            score_unit: None,
            actions: P::Move::COUNT,
            planes: &[],
            evaluations: Vec::new(),
            agents: Vec::new(),
            has_solver: false,
            solves_by_search: false,
            has_puzzles: false,
        }
    }
}

/// A name with capitals: `connect-four` is Connect Four.
fn title_of(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split(['-', '_']).map(capital).collect::<Vec<_>>().join(" ")
}
