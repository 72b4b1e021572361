//! Games of the report's agent against itself: their length, who wins them, and positions to measure on.

use plyground_catalog::{Catalog, CatalogError, Start};
use plyground_statistics::{Interval, score_of_elo};

use super::SERVER;
use crate::reproduce::lab::{Lab, number, text};
use crate::reproduce::page::{Page, mean};
use crate::reproduce::verdict::Verdict;

/// What was seen.
pub(super) struct Games {
    pub(super) plies: f64,
    /// Legal moves at each position of all games.
    pub(super) branching: Vec<f64>,
    /// A position every sixteen plies of the first games.
    pub(super) positions: Vec<String>,
}

pub(super) fn play(lab: &mut Lab<'_>, page: &mut Page) -> Result<Games, String> {
    page.section("Games");
    let agent = lab.pick("khet-userbot:depth=3", "khet-userbot:depth=4");
    let other = format!("{agent},seed=1");
    let games = lab.many(40, 200).to_string();
    let base = ["match", "khet", "--rules", SERVER, "--first", agent, "--second", &other];
    let (summary, records) =
        lab.contest(&[&base[..], &["--games", &games, "--seed", "1", "--threads", "2"]].concat())?;
    let count = |key: &str| number(&summary, &format!("/first_side/results/{key}"));
    let (wins, draws, losses) = (count("wins")?, count("draws")?, count("losses")?);
    let end = |key: &str, none: f64| number(&summary, &format!("/first_side/elo/{key}")).map_or(none, score_of_elo);
    let share = Interval { low: end("low", 0.0), high: end("high", 1.0) };
    let (mut plies, mut branching, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    for (number, game) in records.iter().enumerate() {
        let moves = text(game, "/moves")?;
        plies.push(moves.split(' ').count() as f64);
        let kept = if number < lab.pick(4, 12) { 16 } else { usize::MAX };
        look(&text(game, "/opening/position")?, &moves, kept, &mut branching, &mut positions)
            .map_err(|error| error.to_string())?;
    }
    page.table(
        &["", "the report", "ours"],
        &[
            vec![
                "plies a game".into(),
                "as in Nijssen's thesis".into(),
                format!("{:.0} in the mean, {:.0} at most", mean(&plies), plies.iter().copied().fold(0.0, f64::max)),
            ],
            vec![
                "first player".into(),
                "usually wins more than it loses".into(),
                format!("{wins} wins, {draws} draws, {losses} losses"),
            ],
        ],
    );
    page.say(&format!(
        "`{agent}` against itself, {games} games over varied openings, rules `epam` with the limit of 100 plies of the report's server. {}",
        on_first_player(share)
    ));
    Ok(Games { plies: mean(&plies), branching, positions })
}

/// Plays a game over, and counts.
fn look(
    opening: &str,
    moves: &str,
    kept: usize,
    branching: &mut Vec<f64>,
    positions: &mut Vec<String>,
) -> Result<(), CatalogError> {
    let start = Start { rules: Some(SERVER.into()), position: Some(opening.into()), ..Start::default() };
    let mut session = Catalog::standard().game("khet")?.open(&start)?;
    for (ply, mv) in moves.split(' ').enumerate() {
        let shown = session.show();
        branching.push(shown.legal.len() as f64);
        if ply % kept == 0 {
            positions.push(shown.position);
        }
        session.play(mv)?;
    }
    Ok(())
}

/// Whether who begins has an advantage.
fn on_first_player(share: Interval) -> String {
    let verdict = Verdict::above(share, 0.5);
    format!(
        "The first player has {:.0} to {:.0}% of the points (95% interval): that it has an advantage {}.",
        100.0 * share.low,
        100.0 * share.high,
        verdict.text()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_the_first_player_follows_its_share() {
        assert!(on_first_player(Interval { low: 0.55, high: 0.7 }).ends_with("advantage holds."));
        assert!(on_first_player(Interval { low: 0.25, high: 0.4 }).ends_with("does not hold."));
        assert!(on_first_player(Interval { low: 0.45, high: 0.6 }).ends_with("cannot be told."));
    }
}
