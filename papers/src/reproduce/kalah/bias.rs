//! The bias of the exit counter: in a search that it stops, earlier root moves are searched deeper.

use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use plyground_kalah::Kalah;
use plyground_reports::kalah::AlongLine;
use plyground_search::{AlphaBeta, Budget, Job, Limits, Options, Searcher, View};

use super::threads::positions;
use crate::reproduce::page::{Judged, Page, grouped, mean};
use crate::reproduce::sample::{Share, distinct};
use crate::reproduce::verdict::Verdict;

/// The report's depth.
const DEPTH: u32 = 6;

/// Fraction of a search's nodes after which the counter strikes.
const PART: f64 = 0.5;

/// Returns the nodes of each root move, in order.
fn nodes(pos: &Kalah, exit_nodes: Option<u64>) -> Vec<u64> {
    let game = Game::from_position(pos.clone(), &Default::default());
    let evaluation = AlongLine::default();
    let mut search = AlphaBeta::new(&evaluation, Options { view: View::Root, ..Options::default() });
    search.start(pos, game.history(), Budget::new(Job::new(Limits { exit_nodes, ..Limits::NONE })));
    let found = search.iterate(pos, &pos.legal_moves(), DEPTH);
    found.root_moves().iter().map(|root_move| root_move.nodes).collect()
}

/// Returns the share of its nodes that each root move of a stopped search had, by place.
fn shares(pos: &Kalah) -> Vec<f64> {
    let whole = nodes(pos, None);
    let all: u64 = whole.iter().sum();
    let struck = nodes(pos, Some((all as f64 * PART) as u64));
    whole.iter().zip(struck).map(|(whole, struck)| struck as f64 / (*whole).max(1) as f64).collect()
}

pub(super) fn early_moves(page: &mut Page) -> Result<(), String> {
    page.section("The bias of the exit counter");
    // In these positions all six houses can be sown, so a place is a house.
    let positions: Vec<Kalah> = positions()?.into_iter().filter(|pos| pos.legal_moves().len() == 6).collect();
    let found: Vec<Vec<f64>> = positions.iter().map(shares).collect();
    let by_place: Vec<f64> =
        (0..6).map(|place| mean(&found.iter().map(|shares| shares[place]).collect::<Vec<_>>())).collect();
    let example = &positions[0];
    let (whole, struck) =
        (nodes(example, None), nodes(example, Some((nodes(example, None).iter().sum::<u64>() as f64 * PART) as u64)));
    let row = |name: &str, cells: Vec<String>| [vec![name.to_owned()], cells].concat();
    page.table(
        &["root move", "1st", "2nd", "3rd", "4th", "5th", "6th"],
        &[
            row(
                "nodes of a complete search, the report's position",
                whole.iter().map(|&nodes| grouped(nodes as f64)).collect(),
            ),
            row(
                "nodes of a search that the counter stops",
                struck.iter().map(|&nodes| grouped(nodes as f64)).collect(),
            ),
            row(
                "share of the complete search, mean over positions",
                by_place.iter().map(|share| format!("{:.0}%", 100.0 * share)).collect(),
            ),
        ],
    );
    page.paragraph(&format!(
        "The counter stops a search of {DEPTH} plies with one thread after {:.0}% of its nodes. The sample has {} distinct positions in which all six houses can be sown. {}",
        100.0 * PART,
        distinct(positions.iter().map(ToString::to_string)),
        on_bias(&by_place)
    ));
    let verdict = if is_biased(&by_place) { Judged::Same } else { Judged::Differs };
    page.judge(
        "exit counter, bias",
        verdict,
        format!(
            "struck at half, one thread: first move {:.0}% of its nodes, last {:.0}%",
            100.0 * by_place[0],
            100.0 * by_place[5]
        ),
    );
    Ok(())
}

/// Number of games of the lowest house against a random one.
const GAMES: u32 = 2_000;

/// Plays games in which one side always sows the first house that it can, and the other side one at random.
fn lowest(games: u32) -> Result<Share, String> {
    let setup = "6x6".parse().map_err(|error| format!("6x6: {error}"))?;
    let rules = "tournament".parse().map_err(|error| format!("tournament: {error}"))?;
    let mut random = Random::new(1);
    let points = (0..games).map(|number| {
        let side = Side::ALL[number as usize % 2];
        let mut pos = Kalah::new(&setup, &rules);
        loop {
            if let Some(outcome) = pos.outcome() {
                break outcome.points(side);
            }
            let moves = pos.legal_moves();
            let place = if pos.side_to_move() == side { 0 } else { random.below(moves.len()) };
            pos = pos.after(moves[place]);
        }
    });
    Ok(Share { points: points.sum(), games: f64::from(games) })
}

/// Judges the report's remark that lower houses are generally good to choose.
pub(super) fn lower_houses(page: &mut Page) -> Result<(), String> {
    page.section("Lower houses");
    let found = lowest(GAMES)?;
    let verdict = Verdict::above(found.interval(), 0.5);
    page.paragraph(&format!(
        "The report expects that \"it is generally good to choose lower numbered pits\". A side that always sows its lowest house scores {} against random play in {GAMES} games. The claim {}.",
        found.shown(),
        verdict.text()
    ));
    page.judge("lower pits", verdict.judged(), format!("always the lowest against random play: {}", found.shown()));
    Ok(())
}

/// Returns whether no move has a larger share than one before it, and the last has a smaller share than the first.
fn is_biased(by_place: &[f64]) -> bool {
    by_place.windows(2).all(|pair| pair[0] >= pair[1]) && by_place.first() > by_place.last()
}

fn on_bias(by_place: &[f64]) -> String {
    format!(
        "The claim \"Nodes early in the search get fully expanded, while nodes later in the search get cut off\" {}.",
        if is_biased(by_place) { "holds" } else { "does not hold" }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struck_search_cuts_its_later_root_moves() {
        for pos in positions().unwrap().iter().filter(|pos| pos.legal_moves().len() == 6).take(3) {
            let shares = shares(pos);
            assert!(shares[0] > 0.99 && shares[5] < 0.2, "{pos}: {shares:?}");
        }
    }

    #[test]
    fn the_verdict_follows_the_shares() {
        assert!(on_bias(&[1.0, 1.0, 0.5, 0.0]).ends_with("holds.") && !on_bias(&[1.0, 0.5, 0.0]).contains("not"));
        assert!(on_bias(&[1.0, 0.2, 0.5]).contains("does not hold") && on_bias(&[0.5, 0.5]).contains("does not hold"));
    }

    #[test]
    fn each_side_chooses_the_lowest_house_in_half_of_the_games() {
        let found = lowest(200).unwrap();
        assert!(found.games == 200.0 && found.points > 20.0 && found.points < 180.0, "{found:?}");
    }
}
