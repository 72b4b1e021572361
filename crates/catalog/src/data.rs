//! What sessions answer, as plain data; serialised it is the JSON of the command line, and its names are kept.
//!
//! ```
//! use plyground_catalog::{Catalog, Start};
//!
//! let start = Start { setup: Some("1x1".into()), ..Start::default() };
//! let session = Catalog::standard().game("kalah")?.open(&start)?;
//! let json = serde_json::to_value(session.show()).expect("plain data can be written");
//! assert_eq!(json["legal"], serde_json::json!(["1"]));
//! assert_eq!(json["outcome"], serde_json::Value::Null);
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use plyground_game::{Ending, Score, Side, Term};
use plyground_play::{Action, State};
use plyground_search::{Bound, Report};
use plyground_statistics::share_of;
use serde::Serialize;

use crate::value::Value;

/// A position: `ply show`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// The game's name.
    pub game: &'static str,
    /// The rules in force.
    pub rules: String,
    /// The position in its notation.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// The legal moves, in the game's order.
    pub legal: Vec<String>,
    /// How the game has ended, by the board or by its history.
    pub outcome: Option<Ended>,
    /// The key, 16 hexadecimal digits.
    pub key: String,
}

impl Shown {
    /// Returns the present position of a game.
    #[must_use]
    pub fn of(state: &dyn State) -> Shown {
        let name = |side: Side| state.sides()[side.index()];
        let ended = |ending: Ending| Ended { winner: ending.outcome.winner().map(name), reason: ending.reason };
        Shown {
            game: state.name(),
            rules: state.rules(),
            position: state.text(),
            side: name(state.side_to_move()),
            legal: state.legal_actions().into_iter().map(|action| state.line_texts(&[action]).concat()).collect(),
            outcome: state.ending().map(ended),
            key: format!("{:016x}", state.key()),
        }
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Ended {
    /// The side that has won; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Why.
    pub reason: String,
}

/// What a search found: `ply analyse`. Scores are for the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// What was asked, of whom.
    #[serde(flatten)]
    pub question: Question,
    /// The best move; `None` when the game is over.
    pub best: Option<String>,
    /// Its value.
    pub score: Value,
    /// The share of the points that the score is worth to the side to move, 0 to 1, as games have shown; a known end is worth what it
    /// is. `None` where the worth of this agent's scores is unknown.
    pub win_probability: Option<f64>,
    /// Plies to the end, when the score says that one side wins and how soon; the sign of the score says which. `None` also where
    /// a win is proven but not its distance: the score is then beyond 1,000,000,000 in size.
    pub winner_in: Option<u32>,
    /// The best line.
    pub pv: Vec<String>,
    /// The side for which the evaluation valued the end of the best line, see [`Report::leaf_side`].
    #[serde(skip)]
    pub leaf_side: Option<Side>,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// The depth that was broken off after it had found what is best here; `None` when that is from the last finished one.
    pub partial_depth: Option<u32>,
    /// The most plies from the root to a leaf there.
    pub seldepth: u32,
    /// Moves made in the tree, over all depths.
    pub nodes: u64,
    /// Positions valued in the last finished depth.
    pub leaves: u64,
    /// Time spent.
    pub seconds: f64,
    /// Nodes a second.
    pub nodes_per_second: u64,
    /// What the transposition table did.
    pub table: TableUse,
    /// What else was counted; none for agents that do not search.
    pub statistics: Option<Counted>,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Every root move as the last finished depth left it.
    pub root_moves: Vec<RootMove>,
    /// Whether the value is proven: every line that matters ends the game.
    pub proven: bool,
    /// Whether the search came to its end; `false` if a limit stopped it.
    pub completed: bool,
    /// Where the best move and its score come from: `search`, `book`, `tables`, `solver` or `choice`.
    pub source: &'static str,
    /// What values are made of, when asked for.
    #[serde(flatten)]
    pub explanation: Option<Explanation>,
}

/// What an analysis is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The game.
    pub game: &'static str,
    /// The rules in force.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The side to move, for which scores are.
    pub side: &'static str,
    /// Who thought, as a spec.
    pub agent: String,
    /// The evaluation that it plays by, a name or a file; none for agents without one.
    pub evaluation: Option<String>,
    /// What the scores of that count.
    pub unit: Option<&'static str>,
    /// The lead that is worth 73 % of the points; `None` where it is unknown, as for a weight file.
    #[serde(skip)]
    pub lead: Option<f64>,
}

impl Analysis {
    /// Returns a report in the notation of the game.
    pub(crate) fn of(root: &dyn State, question: &Question, report: &Report<Action>) -> Analysis {
        let text = |action| root.line_texts(&[action]).concat();
        let bound = |bound| match bound {
            Bound::Exact => "exact",
            Bound::Upper => "upper",
            Bound::Lower => "lower",
        };
        let value = |score: Score| Value::new(score, report.scale);
        Analysis {
            question: question.clone(),
            best: report.best.map(text),
            score: value(report.score),
            win_probability: probability(value(report.score), report.proven, question.lead),
            winner_in: report.score.winner_in(),
            pv: root.line_texts(&report.pv),
            leaf_side: report.leaf_side,
            depth: report.depth,
            partial_depth: report.partial_depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            leaves: report.leaves,
            seconds: report.elapsed.as_secs_f64(),
            nodes_per_second: report.nodes_per_second(),
            table: TableUse { hits: report.table.hits, stores: report.table.stores, fill: report.table.fill },
            statistics: report.statistics.map(|counted| Counted {
                interior: counted.interior,
                leaves: counted.leaves,
                cutoffs: counted.cutoffs,
                first_move_cutoff_rate: counted.first_move_cutoff_rate(),
                table_cutoffs: counted.table_cutoffs,
                researches: counted.researches,
                effective_branching_factor: report.effective_branching_factor(),
            }),
            lines: report
                .lines
                .iter()
                .map(|line| Line { mv: text(line.mv), score: value(line.score), pv: root.line_texts(&line.pv) })
                .collect(),
            root_moves: report
                .root_moves
                .iter()
                .map(|found| RootMove {
                    mv: text(found.mv),
                    score: value(found.score),
                    bound: bound(found.bound),
                    nodes: found.nodes,
                    statistics: found.statistics.map(MoveStatistics::of),
                })
                .collect(),
            proven: report.proven,
            completed: report.completed,
            source: report.source.name(),
            explanation: None,
        }
    }

    /// Returns the best line with the side for which the evaluation valued its end: what [`Session::explain`] explains.
    ///
    /// [`Session::explain`]: crate::Session::explain
    #[must_use]
    pub fn leaf(&self) -> Option<(&[String], Side)> {
        Some((&self.pv, self.leaf_side?))
    }
}

/// What a score is worth to the side to move.
fn probability(score: Value, is_proven: bool, lead: Option<f64>) -> Option<f64> {
    let number = score.number();
    if is_proven && number == 0.0 {
        return Some(0.5);
    }
    // A proven margin decides the game as much as a known win.
    if is_proven || score.score().is_decided() {
        return Some(if number > 0.0 { 1.0 } else { 0.0 });
    }
    lead.map(|lead| share_of(number, lead))
}

/// Use of a transposition table; all zero where a search has none.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TableUse {
    /// Probes that found their position.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

/// What values are made of: `ply analyse --explain`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The evaluation, by name or by its weight file's path.
    pub explained_by: String,
    /// The value of the root for its side to move, without search.
    pub static_value: Value,
    /// What it is made of; empty where the evaluation has no parts.
    pub features: Vec<Feature>,
    /// What the score of the search is made of: the same at the end of its best line, for the same side. `None` where the score
    /// does not come from there: the game is over, say, or the line ends earlier than the search.
    pub end_features: Option<Vec<Feature>>,
}

/// One part of a value: `ply analyse --explain`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Feature {
    /// Its name, as in weight files.
    pub name: &'static str,
    /// What was measured.
    pub value: f64,
    /// Its weight.
    pub weight: f64,
    /// The power to which the measure is raised.
    pub power: f64,
    /// What it adds.
    pub term: f64,
}

impl Feature {
    pub(crate) fn of(Term { name, value, weight, power, term }: Term) -> Feature {
        Feature { name, value, weight, power, term }
    }

    /// The same, as the other side sees it.
    pub(crate) fn turned(self) -> Feature {
        Feature { weight: 0.0 - self.weight, term: 0.0 - self.term, ..self }
    }
}

/// Counts that let searches be compared, over all depths and threads.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// Positions expanded.
    pub interior: u64,
    /// Positions valued.
    pub leaves: u64,
    /// Moves that failed high.
    pub cutoffs: u64,
    /// The share of these that were the first move tried, 0 to 1.
    pub first_move_cutoff_rate: Option<f64>,
    /// Positions that the table made it needless to search.
    pub table_cutoffs: u64,
    /// Searches done again in a wider window.
    pub researches: u64,
    /// The nodes of the last depth as the power of a branching factor.
    pub effective_branching_factor: Option<f64>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Its first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub score: Value,
    /// All its moves.
    pub pv: Vec<String>,
}

/// What is known of a root move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RootMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value, or a bound of it.
    pub score: Value,
    /// `exact`, `upper` (the value is at most the score) or `lower`.
    pub bound: &'static str,
    /// Nodes below it.
    pub nodes: u64,
    /// What a tree search by simulations has counted; left out for all other searches.
    #[serde(flatten)]
    pub statistics: Option<MoveStatistics>,
}

/// The statistics of a root move in a tree search by simulations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveStatistics {
    /// Simulations that began with the move, those of a reused tree included.
    pub visits: u64,
    /// Their mean result for the side to move, -1 to 1, or the proven one; `None` before the first.
    pub value: Option<f64>,
    /// The prior probability; `None` where the search uses none.
    pub prior: Option<f64>,
}

impl MoveStatistics {
    fn of(found: plyground_search::MoveStatistics) -> MoveStatistics {
        let plyground_search::MoveStatistics { visits, value, prior } = found;
        MoveStatistics { visits, value, prior }
    }
}
