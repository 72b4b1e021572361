//! Review of a game: the value of every position, what each move lost, and how well both sides played.
//!
//! A search values every position. Where tables or a solver reach, exact values replace its estimates; they are asked from
//! the end of the game backwards, because late positions are the easy ones. A move between two exact positions has an exact
//! *regret*: by how much it is worse than the best move, in points of the margin, or in results (1 for half a win).

use plyground_game::Side;
use plyground_play::Start;
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::{ExactValue, SolveOptions};
use serde::Serialize;

use crate::catalog::GameRef;
use crate::error::CatalogError;
use crate::judge::{self, Judge, Verdict};
use crate::session::{ANALYSIS, Session};
use crate::solve::{Oracle, Solution};
use crate::spec::AgentSpec;

/// Moves of a better line.
const LINE: usize = 8;
/// Turning points of a game.
const TURNING_POINTS: usize = 3;

/// A game, position by position.
///
/// ```
/// use plyground_catalog::{Catalog, Review, ReviewOptions, Start};
///
/// let catalog = Catalog::standard();
/// let kalah = catalog.game("kalah")?;
/// let played = Start { setup: Some("3x2".into()), moves: "1 2 3".into(), ..Start::default() };
/// let mut review = Review::new(kalah.clone(), &played)?;
/// review.run(&ReviewOptions { nodes: 1000, ..ReviewOptions::default() }, &mut |_| {})?;
/// let first = review.reviewed(1);
/// assert!(first.regret.is_some_and(|regret| regret >= 0) && first.better.is_some());
/// assert_eq!(review.summary().exact_from, Some(0));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Debug)]
pub struct Review {
    game: GameRef,
    /// Number of moves that no player chose.
    opening: usize,
    starts: Vec<Start>,
    places: Vec<Place>,
}

/// The cost of a review.
#[derive(Clone, Debug)]
pub struct ReviewOptions {
    /// Nodes of the search that values a position.
    pub nodes: u64,
    /// Steps of the solver for the exact values of the game. A step is a read of its stop flag, so the result is the same on
    /// every machine.
    pub effort: u64,
    /// Tables and memory of the solver, and the flag that stops the review.
    pub solve: SolveOptions,
}

/// 20,000 nodes a position, some seconds of work for a solver, and a small table, which is ready at once.
impl Default for ReviewOptions {
    fn default() -> ReviewOptions {
        ReviewOptions { nodes: 20_000, effort: 4_000, solve: SolveOptions { table: 64, ..SolveOptions::default() } }
    }
}

/// A position of the game.
#[derive(Clone, Debug)]
struct Place {
    side: Side,
    /// The value by a search, or by the rules if the game is over.
    estimate: Verdict,
    /// The best line from here.
    line: Vec<String>,
    /// Source of the value, if it is exact.
    exact: Option<&'static str>,
    /// The exact value, if a solver knows it.
    solution: Option<Solution>,
}

/// A position of a reviewed game, and the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReviewedMove {
    /// Moves before the position: 0 is the start.
    pub ply: usize,
    /// The move that led here; `None` at the start.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The side that made it.
    pub side: Option<&'static str>,
    /// Whether it belongs to the opening, which no player chose.
    pub opening: bool,
    /// Winning chance of the first side in the position, 0 to 1.
    pub share: f64,
    /// The value of the position, in words.
    pub text: String,
    /// Source of the value if it is exact: `tables`, `solver` or `rules`.
    pub exact: Option<&'static str>,
    /// Share of the win that the move lost, 0 to 1.
    pub lost: f64,
    /// By how much the move is worse than the best one, 0 or more; `None` unless all moves before it have exact values. Its
    /// unit is a point of the margin, or half a win.
    pub regret: Option<i32>,
    /// `inaccuracy`, `mistake` or `blunder` for a move that lost much.
    pub grade: Option<&'static str>,
    /// A best move instead of a move with regret, or instead of one that lost much.
    pub better: Option<String>,
    /// The line that it begins.
    pub line: Vec<String>,
}

/// How well a side played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReviewedSide {
    /// Number of moves.
    pub moves: usize,
    /// Accuracy in percent: 100 without a loss; `None` without a move.
    pub accuracy: Option<f64>,
    /// Moves that lost 0.1 to 0.2 of a win.
    pub inaccuracies: usize,
    /// Moves that lost 0.2 to 0.3.
    pub mistakes: usize,
    /// Moves that lost more.
    pub blunders: usize,
    /// Moves with an exact regret.
    pub exact: usize,
    /// Mean regret of these; `None` without one.
    pub mean_regret: Option<f64>,
    /// Number of these without regret.
    pub perfect: usize,
    /// Number of these that keep the result.
    pub kept: usize,
}

/// The sums of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReviewSummary {
    /// Both sides, the first one first.
    pub sides: [ReviewedSide; 2],
    /// Plies of the moves that lost the most, at most three.
    pub turning: Vec<usize>,
    /// Unit of regrets: that of margins, such as `seeds`, or `half a win`.
    pub regret_unit: &'static str,
    /// The first position from which all values are exact.
    pub exact_from: Option<usize>,
    /// The first move that changed a position that its side did not lose into a lost one, by exact values.
    pub first_loss: Option<usize>,
}

impl Review {
    /// Reads a game: a start with the moves that were played.
    ///
    /// # Errors
    /// Fails if the position or a move cannot be read.
    pub fn new(game: GameRef, played: &Start) -> Result<Review, CatalogError> {
        let state = game.state(played)?;
        let mut starts = vec![state.start()];
        let mut before = state.boxed();
        while before.undo().is_some() {
            starts.push(before.start());
        }
        starts.reverse();
        Ok(Review::of(game, starts))
    }

    /// Creates a review of the positions of a game, the first one first.
    #[must_use]
    pub fn of(game: GameRef, starts: Vec<Start>) -> Review {
        Review { game, opening: 0, starts, places: Vec::new() }
    }

    /// Counts the first `plies` moves as an opening, which the summary leaves out.
    #[must_use]
    pub fn after_opening(self, plies: usize) -> Review {
        Review { opening: plies, ..self }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &GameRef {
        &self.game
    }

    /// Returns the number of positions, with the start.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.starts.len()
    }

    /// Returns a position of the game.
    #[must_use]
    pub fn start(&self, ply: usize) -> &Start {
        &self.starts[ply]
    }

    /// Returns the next position that has no value yet.
    #[must_use]
    pub fn pending(&self) -> Option<&Start> {
        self.starts.get(self.places.len())
    }

    /// Values the whole game by `best` and by the solver of the game. `valued` receives the number of valued positions. A
    /// raised flag of the options ends the review early, with positions that are pending.
    ///
    /// # Errors
    /// Fails if an agent fails or a table is damaged.
    pub fn run(&mut self, options: &ReviewOptions, valued: &mut dyn FnMut(usize)) -> Result<(), CatalogError> {
        let stop = &options.solve.stop;
        let job = Job { stop: stop.clone(), ..Job::new(Limits::nodes(options.nodes)) };
        let agent = self.game.agent("best")?;
        let mut session = self.game.open(&self.starts[0])?;
        while self.pending().is_some() {
            self.estimate(&mut *session, &agent, &job)?;
            if stop.is_stopped() {
                self.places.pop();
                return Ok(());
            }
            valued(self.places.len());
        }
        if self.game.info().has_solver {
            let mut oracle = self.game.oracle(&options.solve)?;
            self.solve(&mut *oracle, &stop.after(options.effort), &mut |_, _| {})?;
        }
        Ok(())
    }

    /// Values the next position by a search. The session goes to it, and keeps the tables of its agent.
    ///
    /// # Errors
    /// Fails if the agent fails.
    pub fn estimate(&mut self, session: &mut dyn Session, agent: &AgentSpec, job: &Job) -> Result<(), CatalogError> {
        let Some(start) = self.pending() else { return Ok(()) };
        session.go_to(start)?;
        self.places.push(estimate(&self.game, session, agent, job)?);
        Ok(())
    }

    /// Replaces estimates by exact values, from the end backwards, until the first position that is out of reach; before it, those
    /// that `best` has known, as from a book. `each` receives every position whose figures have changed.
    ///
    /// # Errors
    /// Fails if a table is damaged. What cannot be solved is left to the estimates.
    pub fn solve(
        &mut self,
        oracle: &mut dyn Oracle,
        stop: &StopFlag,
        each: &mut dyn FnMut(&Review, usize),
    ) -> Result<(), CatalogError> {
        let mut is_in_reach = true;
        for ply in (0..self.places.len()).rev() {
            let known = self.places[ply].exact;
            if known == Some("rules") || !is_in_reach && known.is_none() {
                continue;
            }
            match oracle.solve(&self.starts[ply], stop) {
                Ok(solution) => self.places[ply].take(solution),
                Err(error) if error.is_damage() => return Err(error),
                Err(_) => {
                    is_in_reach = false;
                    continue;
                }
            }
            each(self, ply);
            if ply + 1 < self.places.len() {
                each(self, ply + 1);
            }
        }
        Ok(())
    }

    /// Returns the move that led to a position.
    fn played(&self, ply: usize) -> Option<&str> {
        // The start of the game may have moves before it: only a move of the game leads to a position.
        self.starts[ply].moves.split_whitespace().last().filter(|_| ply > 0)
    }

    /// Returns the exact values of the best move and of the move to a position, if a solver knows both.
    fn exact(&self, ply: usize) -> Option<[ExactValue; 2]> {
        let moves = &self.places[ply.checked_sub(1)?].solution.as_ref()?.moves;
        let played = self.played(ply)?;
        let own = moves.iter().find(|found| found.mv == played)?;
        Some([moves.first()?.value, own.value])
    }

    /// Returns by how much the move to a position is worse than the best one, if a solver knows it.
    fn regret(&self, ply: usize) -> Option<i32> {
        self.exact(ply).map(|[best, own]| best.rank() - own.rank())
    }

    /// Returns the share of the win that the move to a position lost for its side; 0 for a best move.
    fn lost(&self, ply: usize) -> f64 {
        let Some(before) = ply.checked_sub(1).map(|ply| &self.places[ply]) else { return 0.0 };
        // If one value is not exact, both come from searches: an exact one beside an estimate would blame the move for the
        // error of the estimate.
        let lost = match self.exact(ply) {
            Some([best, own]) => share(best) - share(own),
            None if before.line.first().map(String::as_str) == self.played(ply) => 0.0,
            None if before.side == Side::First => before.estimate.share - self.places[ply].estimate.share,
            None => self.places[ply].estimate.share - before.estimate.share,
        };
        if lost > 0.0 { lost } else { 0.0 }
    }

    /// Returns a position that has been valued, and the move that led to it.
    ///
    /// # Panics
    /// Panics if the position has not been valued.
    #[must_use]
    pub fn reviewed(&self, ply: usize) -> ReviewedMove {
        let (place, lost, regret) = (&self.places[ply], self.lost(ply), self.regret(ply));
        let before = ply.checked_sub(1).map(|ply| &self.places[ply]);
        let grade = judge::grade(lost);
        let is_worse = grade.is_some() || regret.is_some_and(|regret| regret > 0);
        let line = before.filter(|_| is_worse).map_or(Vec::new(), |before| before.line.clone());
        let Verdict { share, text } = place.verdict(&self.game);
        ReviewedMove {
            ply,
            mv: self.played(ply).map(str::to_owned),
            side: before.map(|before| self.game.info().sides[before.side.index()]),
            opening: (1..=self.opening).contains(&ply),
            share,
            text,
            exact: place.exact,
            lost,
            regret,
            grade,
            better: line.first().cloned(),
            line,
        }
    }

    /// Returns the accuracy of both sides, the turning points, and where the game was lost.
    #[must_use]
    pub fn summary(&self) -> ReviewSummary {
        let plies = self.opening + 1..self.places.len();
        let by = |side: Side| plies.clone().filter(move |ply| self.places[ply - 1].side == side);
        let side = |side: Side| {
            let lost: Vec<f64> = by(side).map(|ply| self.lost(ply)).collect();
            let grades = |grade| lost.iter().filter(|&&lost| judge::grade(lost) == Some(grade)).count();
            let exact: Vec<[ExactValue; 2]> = by(side).filter_map(|ply| self.exact(ply)).collect();
            let regrets = exact.iter().map(|[best, own]| f64::from(best.rank() - own.rank()));
            ReviewedSide {
                moves: lost.len(),
                accuracy: judge::accuracy(&lost),
                inaccuracies: grades("inaccuracy"),
                mistakes: grades("mistake"),
                blunders: grades("blunder"),
                exact: exact.len(),
                mean_regret: (!exact.is_empty()).then(|| regrets.sum::<f64>() / exact.len() as f64),
                perfect: exact.iter().filter(|[best, own]| best.rank() == own.rank()).count(),
                kept: exact.iter().filter(|[best, own]| share(*best) <= share(*own)).count(),
            }
        };
        let mut turning: Vec<usize> = plies.clone().filter(|&ply| judge::grade(self.lost(ply)).is_some()).collect();
        turning.sort_by(|&one, &other| self.lost(other).total_cmp(&self.lost(one)));
        turning.truncate(TURNING_POINTS);
        turning.sort_unstable();
        let mut known = self.places.iter().filter_map(|place| place.solution.as_ref());
        let is_margin = known.any(|solution| matches!(solution.value, ExactValue::Margin(_)));
        let is_exact = |ply: &usize| self.places[*ply].exact.is_some();
        let loses = |ply: &usize| self.exact(*ply).is_some_and(|[best, own]| best.rank() >= 0 && own.rank() < 0);
        ReviewSummary {
            sides: Side::ALL.map(side),
            turning,
            regret_unit: self.game.info().score_unit.filter(|_| is_margin).map_or("half a win", |unit| unit.name),
            exact_from: (0..self.places.len()).rev().take_while(is_exact).last(),
            first_loss: plies.clone().find(loses),
        }
    }
}

impl Place {
    /// Takes the exact value of a position.
    fn take(&mut self, solution: Solution) {
        self.exact = Some(solution.source);
        if let Some(best) = solution.moves.first() {
            // The line of the search is shown as long as its first move is among the best.
            let is_best = |mv: &String| solution.moves.iter().any(|known| known.mv == *mv && known.value == best.value);
            if !self.line.first().is_some_and(is_best) {
                self.line = vec![best.mv.clone()];
            }
        }
        self.solution = Some(solution);
    }

    /// Returns the value that is shown: the exact one, if it is known.
    fn verdict(&self, game: &GameRef) -> Verdict {
        let Some(solution) = &self.solution else { return self.estimate.clone() };
        let share = match solution.winner {
            None => 0.5,
            Some(winner) if winner == game.info().sides[0] => 1.0,
            Some(_) => 0.0,
        };
        Verdict { share, text: in_words(solution) }
    }
}

/// Returns the share of the win that an exact value is worth for its side.
fn share(value: ExactValue) -> f64 {
    match value.rank() {
        0 => 0.5,
        1.. => 1.0,
        _ => 0.0,
    }
}

/// An exact value in words: `south wins by 5`.
fn in_words(solution: &Solution) -> String {
    let Some(winner) = solution.winner else { return "draw".into() };
    let by = match solution.value {
        ExactValue::Margin(margin) => format!(" by {}", margin.abs()),
        ExactValue::Result(_) => String::new(),
    };
    let plies = solution.plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    format!("{winner} wins{by}{plies}")
}

/// The value of a position by a search, or by the rules if the game is over.
fn estimate(game: &GameRef, session: &mut dyn Session, agent: &AgentSpec, job: &Job) -> Result<Place, CatalogError> {
    let side = session.state().side_to_move();
    if let Some(ended) = session.show().outcome {
        let share = ended.winner.map_or(0.5, |winner| if winner == game.info().sides[0] { 1.0 } else { 0.0 });
        let estimate = Verdict { share, text: ended.reason };
        return Ok(Place { side, estimate, line: Vec::new(), exact: Some("rules"), solution: None });
    }
    let found = session.analyse(agent, job, ANALYSIS, &mut |_| {})?;
    let judge = Judge { game: game.info(), agent };
    let estimate = match found.proven && found.is_known() {
        true => judge.known(side, found.score),
        false => judge.verdict(side, found.score, found.proven),
    };
    let mut line = found.pv;
    line.truncate(LINE);
    if line.first() != found.best.as_ref() {
        line = found.best.into_iter().collect();
    }
    Ok(Place { side, estimate, line, exact: found.proven.then_some(found.source), solution: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn place(side: Side, share: f64, best: &str) -> Place {
        let estimate = Verdict { share, text: String::new() };
        Place { side, estimate, line: vec![best.into()], exact: None, solution: None }
    }

    fn review(moves: &[&str], places: Vec<Place>) -> Review {
        let start = |ply: usize| Start { moves: moves[..ply].join(" "), ..Start::default() };
        let starts = (0..=moves.len()).map(start).collect();
        Review { places, ..Review::of(Catalog::standard().game("kalah").unwrap().clone(), starts) }
    }

    #[test]
    fn losses_are_the_movers_and_the_best_move_loses_nothing() {
        let places = vec![
            place(Side::First, 0.5, "a"),
            // The best move, whose value a deeper search has corrected.
            place(Side::Second, 0.3, "b"),
            place(Side::First, 0.7, "d"),
            place(Side::First, 0.55, "f"),
            place(Side::Second, 0.8, "h"),
        ];
        let review = review(&["a", "c", "e", "g"], places);
        let lost: Vec<u32> = (0..5).map(|ply| (100.0 * review.lost(ply)).round() as u32).collect();
        assert_eq!(lost, [0, 0, 40, 15, 0]);
        let summary = review.summary();
        assert_eq!((summary.turning, summary.exact_from, summary.first_loss), (vec![2, 3], None, None));
        let [first, second] = summary.sides;
        assert_eq!((first.moves, first.inaccuracies, first.exact, first.mean_regret), (3, 1, 0, None));
        assert_eq!((second.moves, second.blunders), (1, 1));
    }

    #[test]
    fn an_exact_value_beside_an_estimate_blames_no_move() {
        let kalah = Catalog::standard().game("kalah").unwrap().clone();
        let last = Start { position: Some("<2,0,3,1,0,0,1> S".into()), ..Start::default() };
        let known =
            kalah.solve(&last, &SolveOptions { table: 1, ..SolveOptions::default() }, true, &mut |_| {}).unwrap();
        let (best, share) =
            (known.moves[0].mv.clone(), known.winner.map_or(0.5, |winner| f64::from(winner == "south")));
        let mut solved = place(Side::First, 0.4, "no move");
        solved.take(known);
        assert_eq!((solved.exact, &solved.line), (Some("solver"), &vec![best]));
        let review = review(&["a"], vec![place(Side::Second, 0.4, "b"), solved]);
        assert_eq!((review.lost(1), review.regret(1)), (0.0, None), "both searches agree");
        let shown = review.reviewed(1);
        assert!((shown.share - share).abs() < 1e-9 && shown.exact == Some("solver"), "{shown:?}");
        assert!(shown.text == "draw" || shown.text.contains(" wins by "), "{shown:?}");
    }

    #[test]
    fn a_review_is_that_of_the_same_game_again_and_stops_early() {
        let kalah = Catalog::standard().game("kalah").unwrap().clone();
        let played = Start { setup: Some("3x2".into()), moves: "1 2 3".into(), ..Start::default() };
        let options = ReviewOptions { nodes: 500, ..ReviewOptions::default() };
        let run = |options: &ReviewOptions| {
            let mut review = Review::new(kalah.clone(), &played).unwrap();
            review.run(options, &mut |_| {}).unwrap();
            review
        };
        let all = |review: &Review| (0..4).map(|ply| review.reviewed(ply)).collect::<Vec<_>>();
        assert_eq!(all(&run(&options)), all(&run(&options)));
        assert_eq!(run(&ReviewOptions { effort: 0, ..options.clone() }).summary().sides[0].mean_regret, None);
        options.solve.stop.stop();
        assert!(run(&options).pending().is_some());
    }
}
