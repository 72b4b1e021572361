//! Every agent of the reports against random play, in pairs of games over varied openings.

use super::lab::Lab;
use super::page::Page;
use super::standing::{Standing, percent};
use super::verdict::Verdict;

/// The reports' agents with the depth and the time of the reports: game, set-up, rules, agent.
const OWN: [(&str, &str, &str, &str); 14] = [
    ("khet", "classic", "epam", "khet-userbot"),
    ("khet", "classic", "epam", "khet-heuristicbot"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter"),
    ("kalah", "6x4", "kalaha", "kalaha-turns"),
    ("tigers", "standard", "standard", "tigers-minimax:depth=6"),
    ("tigers", "standard", "standard", "tigers-expectimax:depth=6"),
    ("tigers", "standard", "standard", "tigers-alphabeta:depth=6"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt:depth=6"),
    ("tigers", "standard", "standard", "tigers-scout:depth=6"),
    ("tigers", "standard", "standard", "tigers-scout-tt:depth=6"),
    ("tigers", "standard", "standard", "tigers-mtdf:depth=6"),
    ("cachex", "8", "standard", "cachex-six-features"),
    ("cachex", "8", "standard", "cachex-path-only"),
    ("cachex", "8", "standard", "cachex-greedy"),
];

/// The reports' agents with limits for short games: game, set-up, rules, agent.
const AGENTS: [(&str, &str, &str, &str); 14] = [
    ("khet", "classic", "epam", "khet-userbot:depth=3"),
    ("khet", "classic", "epam", "khet-heuristicbot:depth=3"),
    ("kalah", "6x6", "tournament", "kalah-exit-counter"),
    ("kalah", "6x4", "kalaha", "kalaha-turns:soft=5ms"),
    ("tigers", "standard", "standard", "tigers-minimax:depth=3"),
    ("tigers", "standard", "standard", "tigers-expectimax:depth=3"),
    ("tigers", "standard", "standard", "tigers-alphabeta:depth=4"),
    ("tigers", "standard", "standard", "tigers-alphabeta-tt:depth=4"),
    ("tigers", "standard", "standard", "tigers-scout:depth=4"),
    ("tigers", "standard", "standard", "tigers-scout-tt:depth=4"),
    ("tigers", "standard", "standard", "tigers-mtdf:depth=4"),
    ("cachex", "8", "standard", "cachex-six-features:depth=1"),
    ("cachex", "8", "standard", "cachex-path-only:depth=1"),
    ("cachex", "8", "standard", "cachex-greedy"),
];

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("The reports' agents against random play");
    let own: u32 = lab.many(10, 50);
    page.section("With their own depth and time");
    page.paragraph(&format!(
        "Each agent plays {own} pairs of games with the limits of its report. At Khet UserBot has 4 plies and HeuristicBot 6 plies, both with 15 s. The agent of Kalah has 6 plies and 1 s, that of \
         Kalaha 50 ms. The agents of Tigers and Goats have depth 6, those of Cachex the depths of Table II."
    ));
    let seen = against(lab, &mut page, &OWN, own)?;
    page.paragraph(&format!(
        "{} The Kalah report won 5 of 5 games against random play; the Cachex report states no number of games.",
        on_all(&seen)
    ));
    for (claim, agent) in CLAIMS {
        if let Some((_, standing)) = seen.iter().find(|(name, _)| *name == agent) {
            let verdict = Verdict::of(standing.results[1] + standing.results[2] == 0.0);
            page.judge(claim, verdict.judged(), format!("{} (wins / draws / losses)", standing.counts()));
        }
    }
    let pairs: u32 = lab.many(100, 400);
    page.section("With less depth, over many games");
    page.paragraph(&format!(
        "Each agent plays {pairs} pairs of games. The two games of a pair begin with the same 2 to 6 random moves and swap the sides. A draw counts half a point. The 95% interval is over pairs."
    ));
    let seen = against(lab, &mut page, &AGENTS, pairs)?;
    page.paragraph(&on_all(&seen));
    Ok(page)
}

/// Claims of two reports about their agents: claim, agent.
const CLAIMS: [(&str, &str); 2] =
    [("Kalah against random", "kalah-exit-counter"), ("Cachex against random", "cachex-six-features")];

/// Plays the games and adds their table to the page.
fn against(
    lab: &mut Lab<'_>,
    page: &mut Page,
    agents: &[(&str, &str, &str, &'static str)],
    pairs: u32,
) -> Result<Vec<(&'static str, Standing)>, String> {
    let (mut rows, mut seen) = (Vec::new(), Vec::new());
    for &(game, setup, rules, agent) in agents {
        let games = (2 * pairs).to_string();
        let args = ["match", game, "--setup", setup, "--rules", rules, "--first", agent, "--second", "random"];
        let (summary, games) =
            lab.contest(&[&args[..], &["--games", &games, "--seed", "1", "--concurrency", "2"]].concat())?;
        let standing = Standing::of(&summary)?;
        let plies = games.iter().map(|game| game["moves"].as_str().unwrap_or_default().split(' ').count() as f64);
        rows.push(vec![
            format!("{game} {setup}, `{rules}`"),
            format!("`{agent}`"),
            standing.counts(),
            standing.pairs.score().map_or_else(String::new, |share| format!("{:.1}%", 100.0 * share)),
            percent(standing.interval()),
            format!("{:.0}", super::page::mean(&plies.collect::<Vec<_>>())),
        ]);
        seen.push((agent, standing));
    }
    page.table(&["game", "agent", "wins / draws / losses", "score", "95% interval", "plies per game"], &rows);
    Ok(seen)
}

/// Returns the sentence on the agents that win significantly, and on those that win all games.
fn on_all(seen: &[(&str, Standing)]) -> String {
    let sure = seen.iter().filter(|(_, standing)| Verdict::above(standing.interval(), 0.5) == Verdict::Holds).count();
    let won = seen.iter().filter(|(_, standing)| standing.results[1] + standing.results[2] == 0.0).count();
    format!("Of {} agents, {sure} are significantly better than random play, and {won} win every game.", seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyground_statistics::Pentanomial;

    #[test]
    fn the_sentence_follows_the_games() {
        let standing = |results, counts| Standing { results, by_side: [results; 2], pairs: Pentanomial::new(counts) };
        let won = || ("a", standing([200.0, 0.0, 0.0], [0, 0, 0, 0, 100]));
        assert_eq!(on_all(&[won()]), "Of 1 agents, 1 are significantly better than random play, and 1 win every game.");
        let text = on_all(&[won(), ("b", standing([2.0, 1.0, 3.0], [1, 1, 1, 0, 0]))]);
        assert!(text.starts_with("Of 2 agents, 1") && text.contains("and 1 win every game."), "{text}");
    }
}
