//! Game review: the value of every position, the mistakes, the accuracy of both sides and the turning points.
//!
//! A search values every position. Where tables or a solver reach, exact values replace its estimates; they are asked from
//! the end of the game backwards, because late positions are the easy ones.

use plyground_catalog::{ANALYSIS, CatalogError, GameRef, Session, Solution, Start};
use plyground_game::Side;
use plyground_search::{Job, Limits, StopFlag};
use plyground_solve::{ExactValue, SolveOptions};
use serde::Deserialize;
use serde_json::{Value, json};

use super::agent;
use super::explore::known_or_damaged;
use crate::fault::Fault;
use crate::judge::{self, Judge, Verdict};
use crate::limits::{EXACT_MEMORY, EXACT_READS, EXACT_TABLE, SEARCH_TIME};
use crate::page::Page;
use crate::request::{Call, Emit, Reply, Search};
use crate::search_sessions::SearchSession;

/// Moves of a better line.
const LINE: usize = 8;
/// Turning points of a game.
const TURNING_POINTS: usize = 3;

/// The request of a review.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    nodes: Option<u64>,
}

/// Values every position of the game, and marks the mistakes.
pub(super) fn graph(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let Graph { nodes } = call.query()?;
    let nodes = nodes.unwrap_or(20_000);
    if !(100..=10_000_000).contains(&nodes) {
        return Err(Fault::bad("`nodes` out of range: expected 100 to 10000000"));
    }
    let game_session = page.game_sessions.find(call.name)?;
    let (game, starts): (GameRef, Vec<Start>) = {
        let played = game_session.played();
        (GameRef::clone(played.game()), (0..=played.length()).map(|ply| played.start_at(ply)).collect())
    };
    let search_session = game_session.search_session("graph", &agent(&page.catalog, &game, "best")?)?;
    let stop = game_session.slots.begin("graph");
    let job = Job { stop: stop.clone(), ..Job::new(Limits::nodes(nodes)) };
    // Without room for a solver the review has the estimates alone.
    let memory = game.info().has_solver.then(|| page.memory.take(EXACT_MEMORY)).flatten();
    let mut options = SolveOptions { stop: stop.clone(), table: EXACT_TABLE, ..SolveOptions::default() };
    if let Some(tables) = &page.tables {
        options.tables.clone_from(tables);
    }
    Ok(Reply::Search(Search::new(stop, SEARCH_TIME, move |emit| {
        let mut review = Review::default();
        review.search(&game, &starts, &search_session, &job, emit)?;
        if memory.is_some() {
            review.solve(&game, &starts, &options, emit)?;
        }
        Ok(review.summary())
    })))
}

/// A position of the game.
#[derive(Clone, Debug)]
struct Place {
    /// The move that led here.
    played: Option<String>,
    side: Side,
    verdict: Verdict,
    /// The best line from here.
    line: Vec<String>,
    /// Source of the value, if it is exact.
    exact: Option<&'static str>,
}

#[derive(Debug, Default)]
struct Review {
    places: Vec<Place>,
}

impl Review {
    /// Values the positions by a search, in the order of the game.
    fn search(
        &mut self,
        game: &GameRef,
        starts: &[Start],
        search_session: &SearchSession,
        job: &Job,
        emit: &Emit<'_>,
    ) -> Result<(), CatalogError> {
        for start in starts {
            if job.stop.is_stopped() {
                break;
            }
            let mut place = search_session.at(game, start, |session| estimate(game, session, search_session, job))?;
            // The start of the game may have moves before it: only a move of the game leads to a place.
            place.played = start.moves.split_whitespace().last().filter(|_| !self.places.is_empty()).map(str::to_owned);
            self.places.push(place);
            self.emit(self.places.len() - 1, emit);
        }
        Ok(())
    }

    /// Replaces estimates by exact values, from the end backwards, until the first position that is out of reach.
    fn solve(
        &mut self,
        game: &GameRef,
        starts: &[Start],
        options: &SolveOptions,
        emit: &Emit<'_>,
    ) -> Result<(), CatalogError> {
        let Some(mut oracle) = known_or_damaged(game.oracle(options))? else { return Ok(()) };
        let stop: StopFlag = options.stop.after(EXACT_READS);
        for ply in (0..self.places.len()).rev() {
            if self.places[ply].exact == Some("rules") {
                continue;
            }
            let Some(solution) = known_or_damaged(oracle.solve(&starts[ply], &stop))? else { break };
            self.places[ply].take(game, &solution);
            self.emit(ply, emit);
            if ply + 1 < self.places.len() {
                self.emit(ply + 1, emit);
            }
        }
        Ok(())
    }

    /// Returns the share of the win that the move to a place lost for its side; 0 for the best move.
    fn lost(&self, ply: usize) -> f64 {
        let (Some(before), Some(place)) = (ply.checked_sub(1).map(|ply| &self.places[ply]), self.places.get(ply))
        else {
            return 0.0;
        };
        if before.line.first() == place.played.as_ref() {
            return 0.0;
        }
        let lost = before.verdict.share - place.verdict.share;
        if before.side == Side::First { lost.max(0.0) } else { (-lost).max(0.0) }
    }

    fn emit(&self, ply: usize, emit: &Emit<'_>) {
        let (place, lost) = (&self.places[ply], self.lost(ply));
        let grade = judge::grade(lost);
        let line = grade.and(ply.checked_sub(1)).map_or(&[][..], |before| &self.places[before].line);
        let Verdict { share, text } = &place.verdict;
        emit(
            "point",
            &json!({
                "ply": ply, "share": share, "text": text, "exact": place.exact,
                "lost": lost, "grade": grade, "better": line.first(), "line": line,
            }),
        );
    }

    /// Returns the accuracy of both sides and the turning points.
    fn summary(&self) -> Value {
        let plies = 1..self.places.len();
        let side = |side: Side| {
            let lost = plies.clone().filter(|ply| self.places[ply - 1].side == side).map(|ply| self.lost(ply));
            let lost: Vec<f64> = lost.collect();
            let grades = |grade| lost.iter().filter(|&&lost| judge::grade(lost) == Some(grade)).count();
            json!({
                "moves": lost.len(),
                "accuracy": judge::accuracy(&lost),
                "inaccuracies": grades("inaccuracy"),
                "mistakes": grades("mistake"),
                "blunders": grades("blunder"),
            })
        };
        let mut turning: Vec<usize> = plies.clone().filter(|&ply| judge::grade(self.lost(ply)).is_some()).collect();
        turning.sort_by(|&one, &other| self.lost(other).total_cmp(&self.lost(one)));
        turning.truncate(TURNING_POINTS);
        turning.sort_unstable();
        let is_exact = |ply: &usize| self.places[*ply].exact.is_some();
        let exact_from = (0..self.places.len()).rev().take_while(is_exact).last();
        json!({ "sides": Side::ALL.map(side), "turning": turning, "exact_from": exact_from })
    }
}

impl Place {
    /// Takes the exact value of a position.
    fn take(&mut self, game: &GameRef, solution: &Solution) {
        let share = match solution.winner {
            None => 0.5,
            Some(winner) if winner == game.info().sides[0] => 1.0,
            Some(_) => 0.0,
        };
        self.verdict = Verdict { share, text: in_words(solution) };
        self.exact = Some(solution.source);
        let Some(best) = solution.moves.first() else { return };
        // The line of the search is shown as long as its first move is among the best.
        let is_best = |mv: &String| solution.moves.iter().any(|known| known.mv == *mv && known.value == best.value);
        if !self.line.first().is_some_and(is_best) {
            self.line = vec![best.mv.clone()];
        }
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
fn estimate(
    game: &GameRef,
    session: &mut dyn Session,
    search_session: &SearchSession,
    job: &Job,
) -> Result<Place, CatalogError> {
    let side = session.state().side_to_move();
    if let Some(ended) = session.show().outcome {
        let share = ended.winner.map_or(0.5, |winner| if winner == game.info().sides[0] { 1.0 } else { 0.0 });
        let verdict = Verdict { share, text: ended.reason };
        return Ok(Place { played: None, side, verdict, line: Vec::new(), exact: Some("rules") });
    }
    let found = session.analyse(&search_session.spec, job, ANALYSIS, &mut |_| {})?;
    let verdict = Judge { game: game.info(), agent: &search_session.spec }.verdict(side, found.score, found.proven);
    let mut line = found.pv;
    line.truncate(LINE);
    if line.first() != found.best.as_ref() {
        line = found.best.into_iter().collect();
    }
    let exact = found.proven.then_some(found.source);
    Ok(Place { played: None, side, verdict, line, exact })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_catalog::Catalog;

    fn place(played: Option<&str>, side: Side, share: f64, best: &str) -> Place {
        let verdict = Verdict { share, text: String::new() };
        Place { played: played.map(str::to_owned), side, verdict, line: vec![best.into()], exact: None }
    }

    #[test]
    fn losses_are_the_movers_and_the_best_move_loses_nothing() {
        let places = vec![
            place(None, Side::First, 0.5, "a"),
            // The best move, whose value a deeper search has corrected.
            place(Some("a"), Side::Second, 0.3, "b"),
            place(Some("c"), Side::First, 0.7, "d"),
            place(Some("e"), Side::First, 0.55, "f"),
            place(Some("g"), Side::Second, 0.8, "h"),
        ];
        let review = Review { places };
        let lost: Vec<u32> = (0..5).map(|ply| (100.0 * review.lost(ply)).round() as u32).collect();
        assert_eq!(lost, [0, 0, 40, 15, 0]);
        let summary = review.summary();
        assert_eq!(summary["turning"], json!([2, 3]));
        assert_eq!((&summary["sides"][0]["moves"], &summary["sides"][0]["inaccuracies"]), (&json!(3), &json!(1)));
        assert_eq!((&summary["sides"][1]["moves"], &summary["sides"][1]["blunders"]), (&json!(1), &json!(1)));
        assert_eq!(summary["exact_from"], Value::Null);
    }

    #[test]
    fn exact_values_replace_estimates_and_lines() {
        let kalah = Catalog::standard().game("kalah").unwrap().clone();
        let start = Start { position: Some("<2,0,3,1,0,0,1> S".into()), ..Start::default() };
        let solution = kalah.solve(&start, &SolveOptions { table: 1, ..SolveOptions::default() }, true, &mut |_| {});
        let solution = solution.unwrap();
        let mut solved = place(None, Side::First, 0.5, "no move");
        solved.take(&kalah, &solution);
        assert_eq!((solved.exact, &solved.line), (Some("solver"), &vec![solution.moves[0].mv.clone()]));
        let share = match solution.winner {
            Some("south") => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        assert!((solved.verdict.share - share).abs() < 1e-9, "{solved:?}");
        assert!(solved.verdict.text == "draw" || solved.verdict.text.contains(" wins by "), "{solved:?}");
    }
}
