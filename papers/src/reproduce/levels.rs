//! The Elo difference between the levels of each game: every level plays the level below it.

use plyground_catalog::{Catalog, LEVELS};
use plyground_statistics::Estimate;

use super::lab::Lab;
use super::page::Page;
use super::standing::Standing;
use super::verdict::Verdict;

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("The levels of the board");
    let (games, last): (u32, u32) = (lab.many(40, 200), lab.many(2, 12));
    page.paragraph(&format!(
        "Each level plays {games} games against the level below it on the usual board; the highest level, which has two seconds per move, plays {last}. The two games of a pair begin with the same 2 to 6 random moves and swap the sides. A pair that \
         repeats an earlier pair is not counted. Every level plays as it does on the board; the games of the highest level depend on the machine. Differences are in Elo, with 95% intervals over pairs. If a level wins every game, only the lower \
         end is known. The board says what the lower end allows: from 200 on a level is far stronger, from 50 on much stronger, above 0 stronger, and else perhaps stronger."
    ));
    let (mut rows, mut holds) = (Vec::new(), 0);
    for game in Catalog::standard().games() {
        let info = game.info();
        for (index, pair) in LEVELS.windows(2).enumerate() {
            let is_last = index + 2 == LEVELS.len();
            let agent = pair[1].spec;
            let count = (if is_last { last } else { games }).to_string();
            let agents = ["--first", agent, "--second", pair[0].spec];
            // Beside another game, a move would have less than its time.
            let more = ["--games", &count, "--seed", "1", "--concurrency", if is_last { "1" } else { "2" }];
            let args = [&["match", info.name][..], &agents, &more].concat();
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
                words(elo).to_owned(),
                interval(elo),
            ]);
        }
    }
    page.table(
        &[
            "game",
            "level",
            "its agent",
            "against",
            "wins / draws / losses",
            "score",
            "on the board",
            "Elo difference, 95% interval",
        ],
        &rows,
    );
    page.paragraph(&format!("Of {} levels, {holds} are significantly stronger than the level below.", rows.len()));
    Ok(page)
}

/// Returns what lists of levels say of a distance.
fn words(elo: Estimate) -> &'static str {
    match elo.low {
        Some(200.0..) => "far stronger",
        Some(50.0..) => "much stronger",
        Some(low) if low > 0.0 => "stronger",
        _ => "perhaps stronger",
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
    fn words_claim_what_the_lower_end_allows() {
        let of = |low, value, high| {
            let elo = Estimate { low, value, high };
            (words(elo), interval(elo))
        };
        assert_eq!(of(Some(113.6), Some(227.6), Some(417.6)), ("much stronger", "114 to 418".to_owned()));
        assert_eq!(of(Some(277.4), None, None), ("far stronger", "277 to ∞".to_owned()));
        assert_eq!(of(Some(-35.0), Some(89.0), Some(185.0)), ("perhaps stronger", "-35 to 185".to_owned()));
        assert_eq!(of(Some(0.4), Some(9.0), Some(18.0)), ("stronger", "0 to 18".to_owned()));
    }
}
