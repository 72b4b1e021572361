//! The Elo difference between the levels of each game: every level plays the level below it.

use plyground_catalog::{Catalog, LEVELS};
use plyground_statistics::Estimate;

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
         board the highest level has two seconds per move. It is not measured: `{MASTER}`, which plays the same games on every machine, takes its place. Cachex is played on 7 x 7 cells. Differences are in Elo, with 95% \
         intervals over pairs. If a level wins every game, only the lower end is known."
    ));
    let (mut rows, mut holds) = (Vec::new(), 0);
    for game in Catalog::standard().games() {
        let info = game.info();
        for (index, pair) in LEVELS.windows(2).enumerate() {
            let is_last = index + 2 == LEVELS.len();
            let agent = if is_last { MASTER } else { pair[1].spec };
            let count = (if is_last { games / 2 } else { games }).to_string();
            let agents = ["--first", agent, "--second", pair[0].spec];
            let more = ["--games", &count, "--seed", "1", "--threads", "2"];
            let args = [&["match", info.name][..], setup(info.name), &agents, &more].concat();
            let standing = Standing::of(&lab.contest(&args)?.0)?;
            let elo = standing.pairs.elo(0.95);
            holds += u32::from(Verdict::above(standing.interval(), 0.5) == Verdict::Holds);
            rows.push(vec![
                info.name.to_owned(),
                pair[1].name.to_owned(),
                format!("`{agent}`"),
                format!("`{}`", pair[0].spec),
                standing.counts(),
                standing.score(),
                distance(elo),
                interval(elo),
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

/// Formats the distance for lists of levels: `230`, or `over 280` if only a bound is known.
fn distance(elo: Estimate) -> String {
    match (elo.value, elo.low) {
        (Some(value), _) => format!("{value:.0}"),
        (None, Some(low)) => format!("over {low:.0}"),
        (None, None) => "not known".to_owned(),
    }
}

fn interval(elo: Estimate) -> String {
    let end = |end: Option<f64>, none: &str| end.map_or_else(|| none.to_owned(), |end| format!("{end:.0}"));
    format!("{} to {}", end(elo.low, "-∞"), end(elo.high, "∞"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_measured_is_said() {
        let of = |low, value, high| {
            let elo = Estimate { low, value, high };
            (distance(elo), interval(elo))
        };
        assert_eq!(of(Some(113.6), Some(227.6), Some(417.6)), ("228".to_owned(), "114 to 418".to_owned()));
        assert_eq!(of(Some(277.4), None, None), ("over 277".to_owned(), "277 to ∞".to_owned()));
    }
}
