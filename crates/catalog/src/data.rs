//! Results of sessions as plain data. Serialised, they are the JSON of the command line, so their names are stable.

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
    /// The rules.
    pub rules: String,
    /// The position in its notation.
    pub position: String,
    /// The side to move.
    pub side: &'static str,
    /// Legal moves in the game's order.
    pub legal: Vec<String>,
    /// End of the game, by its position or its history.
    pub outcome: Option<Ended>,
    /// Key of the position: 16 hexadecimal digits.
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
    /// Winner; `None` for a draw.
    pub winner: Option<&'static str>,
    /// Reason.
    pub reason: String,
}

/// Result of a search: `ply analyse`. Scores are for the side to move.
///
/// ```
/// use plyground_catalog::{Catalog, Start};
///
/// let start = Start { setup: Some("1x1".into()), ..Start::default() };
/// let session = Catalog::standard().game("kalah")?.open(&start)?;
/// let json = serde_json::to_value(session.show()).expect("plain data can be written");
/// assert_eq!(json["legal"], serde_json::json!(["1"]));
/// assert_eq!(json["outcome"], serde_json::Value::Null);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The position and the agent.
    #[serde(flatten)]
    pub question: Question,
    /// Best move; `None` if the game is over.
    pub best: Option<String>,
    /// Score of the best move.
    pub score: Value,
    /// Expected share of the points for the side to move, 0 to 1, by the calibrated lead. A proven result has its own share.
    /// `None` if the agent's scores are not calibrated.
    pub win_probability: Option<f64>,
    /// Plies to the end, if the score is a win or loss with a known distance. The sign of the score names the winner. `None` also
    /// if the distance of a proven win is unknown: the score is then beyond 1,000,000,000 in size.
    pub winner_in: Option<u32>,
    /// Principal variation.
    pub pv: Vec<String>,
    /// Side for which the evaluation valued the end of the best line, see [`Report::leaf_side`].
    #[serde(skip)]
    pub leaf_side: Option<Side>,
    /// Last depth that was completed.
    pub depth: u32,
    /// Depth of a partial iteration that contributed the best move; `None` if the best move is from the last completed one.
    pub partial_depth: Option<u32>,
    /// Selective depth: maximum plies from the root to a leaf.
    pub seldepth: u32,
    /// Moves made in the tree, over all depths.
    pub nodes: u64,
    /// Positions evaluated in the last completed depth.
    pub leaves: u64,
    /// Time spent.
    pub seconds: f64,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// Use of the transposition table.
    pub table: TableUse,
    /// Other counts; `None` for agents that do not search.
    pub statistics: Option<Counted>,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// All root moves after the last completed depth.
    pub root_moves: Vec<RootMove>,
    /// Whether the score is proven: every line that matters ends the game.
    pub proven: bool,
    /// Whether the search is complete; `false` if a limit stopped it.
    pub completed: bool,
    /// Source of the best move and its score: `search`, `book`, `tables`, `solver` or `choice`.
    pub source: &'static str,
    /// Explanation of the values, if requested.
    #[serde(flatten)]
    pub explanation: Option<Explanation>,
}

/// The subject of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The game.
    pub game: &'static str,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// Side to move, which scores refer to.
    pub side: &'static str,
    /// The agent as a spec.
    pub agent: String,
    /// Its evaluation, as a name or file; `None` for agents without one.
    pub evaluation: Option<String>,
    /// Unit of the evaluation.
    pub unit: Option<&'static str>,
    /// Lead that makes 73 % of the points; `None` if unknown, as for a weight file.
    #[serde(skip)]
    pub lead: Option<f64>,
    /// Unit of the game's final margins, such as `seeds`.
    #[serde(skip)]
    pub margin_unit: Option<&'static str>,
}

impl Analysis {
    /// Returns whether a book, tables or a solver know the score.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !matches!(self.source, "search" | "choice")
    }

    /// Converts a report to the notation of the game.
    pub(crate) fn of(root: &dyn State, question: &Question, report: &Report<Action>) -> Analysis {
        let text = |action| root.line_texts(&[action]).concat();
        let bound = |bound| match bound {
            Bound::Exact => "exact",
            Bound::Upper => "upper",
            Bound::Lower => "lower",
        };
        let value = |score: Score| Value::new(score, report.scale);
        let unit = question.margin_unit.filter(|_| report.is_margin()).or(question.unit);
        Analysis {
            question: Question { unit, ..question.clone() },
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

/// Returns the expected share of the points for the side to move.
fn probability(score: Value, is_proven: bool, lead: Option<f64>) -> Option<f64> {
    let number = score.number();
    if is_proven && number == 0.0 {
        return Some(0.5);
    }
    // A proven margin decides the game like a known win.
    if is_proven || score.score().is_decided() {
        return Some(if number > 0.0 { 1.0 } else { 0.0 });
    }
    lead.map(|lead| share_of(number, lead))
}

/// Use of a transposition table; zeros if a search has none.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct TableUse {
    /// Probes that found their position.
    pub hits: u64,
    /// Entries written.
    pub stores: u64,
    /// Share of the table in use, 0 to 1.
    pub fill: f64,
}

/// Contributions to values: `ply analyse --explain`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// The evaluation, by name or by the path of its weight file.
    pub explained_by: String,
    /// Static evaluation of the root for its side to move.
    pub static_value: Value,
    /// Contributions to the static evaluation; empty if the evaluation has no parts.
    pub features: Vec<Feature>,
    /// Contributions at the end of the principal variation, for the same side. `None` if the score does not come from there, for
    /// example in a decided game or if the line is shorter than the search.
    pub end_features: Option<Vec<Feature>>,
}

/// A contribution to a value: `ply analyse --explain`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Feature {
    /// Name, as in weight files.
    pub name: &'static str,
    /// Measured value.
    pub value: f64,
    /// Its weight.
    pub weight: f64,
    /// Exponent of the measured value.
    pub power: f64,
    /// Its contribution.
    pub term: f64,
}

impl Feature {
    pub(crate) fn of(Term { name, value, weight, power, term }: Term) -> Feature {
        Feature { name, value, weight, power, term }
    }

    /// Returns the feature for the other side.
    pub(crate) fn turned(self) -> Feature {
        Feature { weight: 0.0 - self.weight, term: 0.0 - self.term, ..self }
    }
}

/// Counts for comparing searches, over all depths and threads.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Counted {
    /// Positions expanded.
    pub interior: u64,
    /// Positions evaluated.
    pub leaves: u64,
    /// Moves that failed high.
    pub cutoffs: u64,
    /// Share of these that were the first move, 0 to 1.
    pub first_move_cutoff_rate: Option<f64>,
    /// Positions that the table settled without search.
    pub table_cutoffs: u64,
    /// Searches repeated with a wider window.
    pub researches: u64,
    /// Branching factor that, raised to the last depth, makes its nodes.
    pub effective_branching_factor: Option<f64>,
}

/// One of the best lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Its first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score.
    pub score: Value,
    /// All its moves.
    pub pv: Vec<String>,
}

/// Result of a root move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RootMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score or a bound of it.
    pub score: Value,
    /// `exact`, `upper` (the value is at most the score) or `lower`.
    pub bound: &'static str,
    /// Nodes below it.
    pub nodes: u64,
    /// Statistics of a tree search by simulations; omitted for other searches.
    #[serde(flatten)]
    pub statistics: Option<MoveStatistics>,
}

/// The statistics of a root move in a tree search by simulations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MoveStatistics {
    /// Simulations that start with the move, including those of a reused tree.
    pub visits: u64,
    /// Mean result for the side to move, -1 to 1, or the proven one; `None` without a simulation.
    pub value: Option<f64>,
    /// Prior probability; `None` if the search uses none.
    pub prior: Option<f64>,
}

impl MoveStatistics {
    fn of(found: plyground_search::MoveStatistics) -> MoveStatistics {
        let plyground_search::MoveStatistics { visits, value, prior } = found;
        MoveStatistics { visits, value, prior }
    }
}
