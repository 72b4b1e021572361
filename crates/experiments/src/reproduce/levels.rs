//! The Elo difference between the levels of each game: every level plays the level below it.

use plyground_catalog::{Catalog, LEVELS};
use serde_json::Value;

use super::lab::Lab;
use super::page::Page;
use super::standing::Standing;
use super::verdict::Verdict;

/// Replacement for the highest level. Its two seconds per move would take hours and give other games on every machine.
const MASTER: &str = "best-2:nodes=10000";

/// Returns the options of a smaller set-up if the usual one takes too long.
fn setup(game: &str) -> &'static [&'static str] {
    if game == "cachex" { &["--setup", "7"] } else { &[] }
}

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("The levels of the board");
    let games: u32 = lab.many(40, 200);
    page.paragraph(&format!(
        "Each level plays {games} games against the level below it; the highest level plays half as many. The two games of a pair begin with the same 2 to 6 random moves and swap the sides. On the \
         board the highest level has two seconds per move. Here it is `{MASTER}`, which plays the same games on every machine. Cachex is played on 7 x 7 cells. Differences are in Elo, with 95% \
         intervals over pairs. If a level wins every game, only the lower end is known."
    ));
    let (mut rows, mut holds) = (Vec::new(), 0);
    for game in Catalog::standard().games() {
        let info = game.info();
        for (index, pair) in LEVELS.windows(2).enumerate() {
            let is_last = index + 2 == LEVELS.len();
            let agent = if is_last { MASTER } else { pair[1].spec };
            let count = if is_last { games / 2 } else { games };
            let mut args = vec!["match", info.name];
            args.extend(setup(info.name));
            let count = count.to_string();
            args.extend([
                "--first",
                agent,
                "--second",
                pair[0].spec,
                "--games",
                &count,
                "--seed",
                "1",
                "--threads",
                "2",
            ]);
            let (summary, _) = lab.contest(&args)?;
            let standing = Standing::of(&summary)?;
            holds += u32::from(Verdict::above(standing.interval(), 0.5) == Verdict::Holds);
            rows.push(vec![
                info.name.to_owned(),
                pair[1].name.to_owned(),
                format!("`{agent}`"),
                format!("`{}`", pair[0].spec),
                standing.counts(),
                standing.score(),
                distance(&summary),
                interval(&summary),
            ]);
        }
    }
    page.table(
        &["game", "level", "its agent", "against", "wins / draws / losses", "score", "Elo difference", "95% interval"],
        &rows,
    );
    page.paragraph(&format!("Of {} levels, {holds} are significantly stronger than the level below.", rows.len()));
    Ok(page)
}

/// Returns the Elo of the first player's score: the low end, the estimate and the high end. Infinite values are `None`.
fn elo(summary: &Value) -> [Option<f64>; 3] {
    ["low", "value", "high"].map(|end| summary.pointer(&format!("/pairings/0/elo/{end}")).and_then(Value::as_f64))
}

/// Formats the distance for lists of levels: `230`, or `over 280` if only a bound is known.
fn distance(summary: &Value) -> String {
    match elo(summary) {
        [_, Some(value), _] => format!("{value:.0}"),
        [Some(low), None, _] => format!("over {low:.0}"),
        [None, None, _] => "not known".to_owned(),
    }
}

fn interval(summary: &Value) -> String {
    let [low, _, high] = elo(summary);
    let end = |end: Option<f64>, none: &str| end.map_or_else(|| none.to_owned(), |end| format!("{end:.0}"));
    format!("{} to {}", end(low, "-∞"), end(high, "∞"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_be_measured_is_said() {
        let of = |low: Option<f64>, value: Option<f64>, high: Option<f64>| {
            let summary = json!({ "pairings": [{ "elo": { "low": low, "value": value, "high": high } }] });
            (distance(&summary), interval(&summary))
        };
        assert_eq!(of(Some(113.6), Some(227.6), Some(417.6)), ("228".to_owned(), "114 to 418".to_owned()));
        assert_eq!(of(Some(277.4), None, None), ("over 277".to_owned(), "277 to ∞".to_owned()));
    }
}
