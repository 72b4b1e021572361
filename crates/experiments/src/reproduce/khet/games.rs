//! Games of the report's agent against itself: their length, their winners, and positions for measurements.

use std::collections::BTreeSet;

use plyground_catalog::{Catalog, CatalogError, Start};
use plyground_statistics::{Interval, score_of_elo};

use super::SERVER;
use crate::reproduce::lab::{Lab, number, text};
use crate::reproduce::page::{Page, mean};
use crate::reproduce::sample::distinct_games;
use crate::reproduce::verdict::Verdict;

/// Results of the games.
pub(super) struct Games {
    pub(super) plies: f64,
    /// Legal moves at each position of all games.
    pub(super) branching: Vec<f64>,
    /// The mean of the legal moves of each distinct game.
    pub(super) by_game: Vec<f64>,
    /// Distinct positions of the first games, one every sixteen plies from the end of the opening.
    pub(super) positions: Vec<String>,
}

pub(super) fn play(lab: &mut Lab<'_>, page: &mut Page) -> Result<Games, String> {
    page.section("Games");
    let agent = lab.pick("khet-userbot:depth=3", "khet-userbot:depth=4");
    let other = format!("{agent},seed=1");
    let games = lab.many(400, 1_000).to_string();
    let base = ["match", "khet", "--rules", SERVER, "--first", agent, "--second", &other];
    let (summary, records) =
        lab.contest(&[&base[..], &["--games", &games, "--seed", "2", "--threads", "2"]].concat())?;
    let count = |key: &str| number(&summary, &format!("/first_side/results/{key}"));
    let (wins, draws, losses) = (count("wins")?, count("draws")?, count("losses")?);
    let end = |key: &str, none: f64| number(&summary, &format!("/first_side/elo/{key}")).map_or(none, score_of_elo);
    let share = Interval { low: end("low", 0.0), high: end("high", 1.0) };
    let (mut plies, mut branching, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    let (mut by_game, mut seen) = (Vec::new(), BTreeSet::new());
    for (game_number, game) in records.iter().enumerate() {
        let moves = text(game, "/moves")?;
        plies.push(moves.split(' ').count() as f64);
        let opening = number(game, "/opening/plies")? as usize;
        let sampled_from = (game_number < lab.pick(16, 24)).then_some(opening);
        let before = branching.len();
        look(&text(game, "/opening/position")?, &moves, sampled_from, &mut branching, &mut positions)
            .map_err(|error| error.to_string())?;
        if seen.insert(moves) {
            by_game.push(mean(&branching[before..]));
        }
    }
    let distinct = distinct_games(&records).len();
    page.table(
        &["", "the report", "ours"],
        &[
            vec![
                "plies per game".into(),
                "as in Nijssen's thesis".into(),
                format!("{:.0} on average, at most {:.0}", mean(&plies), plies.iter().copied().fold(0.0, f64::max)),
            ],
            vec![
                "first player".into(),
                "usually more wins than losses".into(),
                format!("{wins} wins, {draws} draws, {losses} losses"),
            ],
        ],
    );
    page.paragraph(&format!(
        "`{agent}` played {games} games against itself after random openings; {distinct} games are distinct. The rules are `epam` with the 100-ply limit of the report's server. {} \
         The sections on searches draw their positions from {} distinct positions of the first of these games: one every 16 plies after the opening.",
        on_first_player(share),
        positions.len()
    ));
    page.judge(
        "silver after random moves",
        Verdict::above(share, 0.5).judged(),
        format!("{:.0} to {:.0}% of the points for the first player", 100.0 * share.low, 100.0 * share.high),
    );
    Ok(Games { plies: mean(&plies), branching, by_game, positions })
}

/// Replays a game, counts the legal moves, and records every sixteenth position from `sampled_from`. Earlier positions are
/// excluded, because they are the same in every game.
fn look(
    opening: &str,
    moves: &str,
    sampled_from: Option<usize>,
    branching: &mut Vec<f64>,
    positions: &mut Vec<String>,
) -> Result<(), CatalogError> {
    let start = Start { rules: Some(SERVER.into()), position: Some(opening.into()), ..Start::default() };
    let mut session = Catalog::standard().game("khet")?.open(&start)?;
    for (ply, mv) in moves.split(' ').enumerate() {
        let shown = session.show();
        branching.push(shown.legal.len() as f64);
        let is_sampled = sampled_from.and_then(|from| ply.checked_sub(from)).is_some_and(|later| later % 16 == 0);
        if is_sampled && !positions.contains(&shown.position) {
            positions.push(shown.position);
        }
        session.play(mv)?;
    }
    Ok(())
}

/// Returns the verdict on the advantage of the first player.
fn on_first_player(share: Interval) -> String {
    let verdict = Verdict::above(share, 0.5);
    format!(
        "Silver scores {:.0} to {:.0}% of the points (95% interval). In about two fifths of the games the random moves are odd in number, so red is the first to choose. The claim that the first player has an advantage {} for silver in these games; games from the start are on the page of matches.",
        100.0 * share.low,
        100.0 * share.high,
        verdict.text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: every game recorded its ply 0, so the means counted one position thirteen times.
    #[test]
    fn positions_are_varied_and_none_comes_twice() {
        let game = Catalog::standard().game("khet").cloned().unwrap();
        let play = |seed| {
            let mut session = game.open(&Start { rules: Some(SERVER.into()), ..Start::default() }).unwrap();
            let (mut moves, mut random) = (Vec::new(), plyground_game::random::Random::new(seed));
            while moves.len() < 40 && !session.show().legal.is_empty() {
                let legal = session.show().legal;
                let mv = legal[random.below(legal.len())].clone();
                session.play(&mv).unwrap();
                moves.push(mv);
            }
            moves
        };
        let moves = (0..100).map(play).find(|moves| moves.len() > 20).expect("a game of some length");
        let opening = game.open(&Start { rules: Some(SERVER.into()), ..Start::default() }).unwrap().show().position;
        let (mut branching, mut positions) = (Vec::new(), Vec::new());
        for from in [Some(4), None, Some(4)] {
            look(&opening, &moves.join(" "), from, &mut branching, &mut positions).unwrap();
        }
        assert_eq!(positions.len(), (moves.len() - 4).div_ceil(16), "the same game again adds none");
        assert!(!positions.contains(&opening), "the start is no sample");
        assert_eq!(branching.len(), 3 * moves.len());
    }

    #[test]
    fn the_verdict_on_the_first_player_follows_its_share() {
        assert!(on_first_player(Interval { low: 0.55, high: 0.7 }).contains("advantage holds for"));
        assert!(on_first_player(Interval { low: 0.25, high: 0.4 }).contains("does not hold for"));
        assert!(on_first_player(Interval { low: 0.45, high: 0.6 }).contains("is not decided for"));
    }
}
