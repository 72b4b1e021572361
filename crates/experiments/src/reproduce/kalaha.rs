//! Kalaha without capture: layers in 50 ms, the first player's advantage at 4 and 8 seeds, the report's wishes, and how many
//! states there are.

use std::collections::{BTreeMap, BTreeSet};

use plyground_statistics::{Interval, PairResult, Pentanomial, exact_interval};
use serde_json::Value;

use super::lab::{Form, Lab, number, text};
use super::page::{Page, grouped};
use super::standing::percent;
use super::verdict::Verdict;

/// The report's agent.
const AGENT: &str = "kalaha-turns";
/// Its search at a fixed depth, which does not depend on the clock.
const FIXED: &str = "alphabeta:unit=turn,eval=margin,depth=5";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Kalaha without capture: the report's figures");
    layers(lab, &mut page)?;
    first_player(lab, &mut page)?;
    wishes(lab, &mut page)?;
    states(&mut page);
    Ok(page)
}

/// The positions of a game between two of the report's agents.
fn layers(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Layers in 50 ms");
    let args = ["match", "kalah", "--rules", "kalaha", "--first", AGENT, "--second", AGENT];
    let (_, games) = lab.contest(&[&args[..], &["--games", "2", "--seed", "1"]].concat())?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let (mut rows, mut at_start) = (Vec::new(), None);
    let step = if lab.form == Form::Quick { 32 } else { lab.pick(8, 4) };
    for ply in (0..moves.len().saturating_sub(1)).step_by(step) {
        let line = moves[..ply].join(" ");
        let mut ask = |agent: &str| -> Result<Value, String> {
            let base = ["analyse", "kalah", "--rules", "kalaha", "--position", &opening, "--agent", agent];
            lab.ask(&[&base[..], &["--moves", &line]].concat())
        };
        let report = ask(AGENT)?;
        let best = ask("best:unit=turn,time=50ms")?;
        let depth = |found: &Value| -> Result<String, String> {
            let end = if found["winner_in"].is_null() { "" } else { ", the end is in sight" };
            Ok(format!("{}{end}", number(found, "/depth")?))
        };
        at_start = at_start.or(Some(number(&report, "/depth")?));
        rows.push(vec![
            ply.to_string(),
            depth(&report)?,
            format!("{:.0} ms", 1000.0 * number(&report, "/seconds")?),
            depth(&best)?,
        ]);
    }
    page.table(
        &["ply of a game", "layers (turn changes) of `kalaha-turns`", "its time", "layers of `best`, 50 ms at most"],
        &rows,
    );
    page.say(&on_layers(at_start.unwrap_or_default()));
    Ok(())
}

/// What the layers at the start say of "up to 9 layer deep searches".
fn on_layers(at_start: f64) -> String {
    format!(
        "The report: up to 9 layers with 4 seeds and 50 ms. Here the start is searched to {at_start}: {}.",
        if at_start > 9.0 {
            "more"
        } else if at_start == 9.0 {
            "the same"
        } else {
            "fewer, on a machine that may have been busy"
        }
    )
}

/// Games of one kind, counted for the first player.
struct Advantage {
    points: f64,
    games: usize,
    /// Games that no other repeats.
    distinct: usize,
    pairs: Pentanomial,
}

impl Advantage {
    fn of(records: &[Value]) -> Result<Advantage, String> {
        let mut pairs: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        let (mut half_points, mut lines) = (0, BTreeSet::new());
        for game in records {
            let points = match game["result"].as_str() {
                Some("first") => 2,
                Some("second") => 0,
                _ => 1,
            };
            half_points += points;
            lines.insert(text(game, "/moves")?);
            pairs.entry(game["pair"].as_u64().unwrap_or_default()).or_default().push(points);
        }
        let mut counted = Pentanomial::default();
        for pair in pairs.values().filter(|pair| pair.len() == 2) {
            counted.add(PairResult::from_half_points(pair.iter().sum()));
        }
        let points = half_points as f64 / 2.0;
        Ok(Advantage { points, games: records.len(), distinct: lines.len(), pairs: counted })
    }

    /// The 95% interval of the first player's share: by pairs from one opening. Games that repeat each other count
    /// as many as are distinct, each won or lost.
    fn interval(&self) -> Interval {
        if self.distinct < self.games {
            let share = self.points / self.games as f64;
            exact_interval(share * self.distinct as f64, self.distinct as f64, 0.95)
        } else {
            self.pairs.score_interval(0.95)
        }
    }
}

fn first_player(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The first player's advantage");
    let mut rows = Vec::new();
    let mut verdicts = Vec::new();
    let (few, many) = (lab.many(40, 400).to_string(), lab.many(400, 4_000).to_string());
    let from_start = lab.many(20, 20).to_string();
    for (seeds, report) in [(4, "20 of 20"), (8, "8.5 of 20")] {
        let setup = format!("6x{seeds}");
        let kinds = [
            (format!("{AGENT}, from the start, as the report"), AGENT, "0", from_start.as_str()),
            (format!("{AGENT}, after 2 to 4 random moves"), AGENT, "4", few.as_str()),
            (format!("`{FIXED}`, after 2 to 4 random moves"), FIXED, "4", many.as_str()),
        ];
        for (what, agent, plies, games) in kinds {
            let base = ["match", "kalah", "--rules", "kalaha", "--setup", &setup, "--first", agent, "--second", agent];
            let more = ["--games", games, "--opening-plies", plies, "--seed", "1"];
            let (_, records) = lab.contest(&[&base[..], &more].concat())?;
            let found = Advantage::of(&records)?;
            let interval = found.interval();
            rows.push(vec![
                seeds.to_string(),
                what,
                if plies == "0" { report.into() } else { String::new() },
                format!("{} of {}", found.points, found.games),
                found.distinct.to_string(),
                format!("{}%", percent(interval)),
            ]);
            verdicts.push((seeds, Verdict::above(interval, 0.5)));
        }
    }
    page.table(
        &[
            "seeds",
            "games",
            "first player's points in the report",
            "ours",
            "distinct games",
            "95% interval of the share",
        ],
        &rows,
    );
    page.say(&on_advantage(&verdicts));
    Ok(())
}

/// What three kinds of games at each number of seeds say: an advantage at 4, less or none at 8.
fn on_advantage(verdicts: &[(i32, Verdict)]) -> String {
    let of = |seeds: i32| -> Vec<Verdict> {
        verdicts.iter().filter(|(of, _)| *of == seeds).map(|(_, verdict)| *verdict).collect()
    };
    let told = |seeds: i32| {
        let [start, open, fixed] = of(seeds)[..] else { return String::new() };
        let words = |verdict: Verdict| verdict.choose("an advantage", "a disadvantage", "nothing that can be told");
        format!(
            "with {seeds} seeds {} from the start, {} over varied openings at 50 ms and {} at a fixed depth",
            words(start),
            words(open),
            words(fixed)
        )
    };
    format!(
        "Games from the start are played by two agents without random choice: only their clocks make them differ, so that they count as often as they are \
         distinct. The first move is {}; {}. The report's \"huge advantage\" with 4 seeds {}, and that it is much smaller with 8 {}.",
        told(4),
        told(8),
        if of(4).iter().all(|verdict| *verdict == Verdict::Holds) {
            "holds everywhere"
        } else if of(4).first() == Some(&Verdict::Holds) {
            "holds from the start alone: it is the one line that both agents play"
        } else if of(4).first() == Some(&Verdict::Open) {
            "cannot be told from so few games that differ"
        } else {
            "is not seen"
        },
        if of(8).contains(&Verdict::Holds) { "does not hold throughout" } else { "holds" }
    )
}

/// What the report would have improved, by nodes: order of moves, a transposition table, a limit that is kept.
fn wishes(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("What the report wished for");
    let depth = lab.pick("7", "9");
    let mut nodes = Vec::new();
    let agents = [
        ("alpha-beta in the game's order, as the report", "alphabeta:unit=turn,eval=margin"),
        ("moves ordered, others tested with null windows", "pvs:unit=turn,eval=margin,table=0"),
        ("a transposition table, its move first", "alphabeta-tt:unit=turn,eval=margin"),
        ("both", "pvs:unit=turn,eval=margin"),
    ];
    for (_, agent) in agents {
        let base = ["analyse", "kalah", "--rules", "kalaha", "--agent", agent, "--depth", depth];
        nodes.push(number(&lab.ask(&base)?, "/nodes")?);
    }
    let rows: Vec<Vec<String>> = agents
        .iter()
        .zip(&nodes)
        .map(|((name, agent), count)| {
            vec![(*name).into(), format!("`{agent}`"), grouped(*count), format!("{:.2}", count / nodes[0])]
        })
        .collect();
    page.table(&["search", "agent", &format!("nodes to {depth} layers, 6x4"), "of the first"], &rows);
    let strict = lab.ask(&["analyse", "kalah", "--rules", "kalaha", "--agent", AGENT, "--time", "50ms"])?;
    page.say(&on_wishes(&nodes, number(&strict, "/seconds")?));
    Ok(())
}

/// What order and memory save, and whether the strict limit is kept.
fn on_wishes(nodes: &[f64], seconds: f64) -> String {
    let [plain, ordered, table, both] = nodes[..] else { return String::new() };
    let saves = |of: f64, to: f64| {
        if to < of { format!("saves {:.0}%", 100.0 * (1.0 - to / of)) } else { "saves nothing".into() }
    };
    format!(
        "\"The most important aspect to look into would be move ordering\": it {} of the nodes, a table {}, both together {}: {} is worth more. The interrupt that a \
         strict limit needs is there: `{AGENT}` with `--time 50ms` stopped after {:.0} ms. Stores and houses are fields of `Kalah` apart from each other.",
        saves(plain, ordered),
        saves(plain, table),
        saves(plain, both),
        if ordered <= table { "order" } else { "the table" },
        1000.0 * seconds
    )
}

/// How many states there are: all ways to lay 48 seeds into 14 places, times who moves.
fn states(page: &mut Page) {
    page.section("States");
    let choose = |n: u128, k: u128| (1..=k).fold(1_u128, |product, i| product * (n - k + i) / i);
    let boards = choose(48 + 13, 13);
    page.say(&format!(
        "48 seeds in 12 houses and 2 stores. Seeds told apart: 14^48 = {:.1e}, as the report says. The report then bounds the states by 49^14, which it gives as \
         3.4e22: {}. Its lower count of 4^14 is {:.1e}; it says 2.6e8. The exact number of distributions is C(61, 13) = {}, twice that with the side to move: \
         {:.2e}. Which of them can be reached is another question.",
        14_f64.powi(48),
        on_power(49_f64.powi(14)),
        4_f64.powi(14),
        grouped_u128(boards),
        2.0 * boards as f64
    ));
}

/// Whether a number is the one that the report writes.
fn on_power(number: f64) -> String {
    let written = format!("{number:.1e}");
    if written == "3.4e22" { "so it is".into() } else { format!("it is {written}") }
}

fn grouped_u128(number: u128) -> String {
    let high = (number / 1_000_000_000) as f64;
    let low = number % 1_000_000_000;
    if number < 1_000_000_000 {
        return grouped(number as f64);
    }
    format!("{},{:03},{:03},{:03}", grouped(high), low / 1_000_000, low / 1000 % 1000, low % 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn large_numbers_are_written_whole() {
        assert_eq!(grouped_u128(1_234_567_890_123), "1,234,567,890,123");
        assert_eq!(grouped_u128(1_000_000_001), "1,000,000,001");
        assert_eq!(grouped_u128(999), "999");
        assert_eq!(on_power(49_f64.powi(14)), "it is 4.6e23");
        assert_eq!(on_power(3.4e22), "so it is");
    }

    #[test]
    fn games_that_repeat_each_other_count_once() {
        let game = |pair: u64, result: &str, moves: &str| json!({"pair": pair, "result": result, "moves": moves});
        let same: Vec<Value> = (0..20).map(|number| game(number / 2, "first", "1 2 3")).collect();
        let other: Vec<Value> = (0..20).map(|number| game(number / 2, "first", &format!("1 {number}"))).collect();
        let (same, other) = (Advantage::of(&same).unwrap(), Advantage::of(&other).unwrap());
        assert_eq!((same.points, same.distinct, other.distinct), (20.0, 1, 20));
        assert_eq!(Verdict::above(same.interval(), 0.5), Verdict::Open);
        assert_eq!(Verdict::above(other.interval(), 0.5), Verdict::Holds);
    }

    #[test]
    fn the_verdict_on_the_first_player_follows_the_intervals() {
        use Verdict::{Fails, Holds, Open};
        let told = |four: [Verdict; 3], eight: [Verdict; 3]| {
            let all: Vec<_> = four.map(|one| (4, one)).into_iter().chain(eight.map(|one| (8, one))).collect();
            on_advantage(&all)
        };
        assert!(told([Holds; 3], [Open; 3]).ends_with("holds everywhere, and that it is much smaller with 8 holds."));
        assert!(told([Holds, Open, Fails], [Open; 3]).contains("from the start alone"));
        assert!(told([Open; 3], [Open; 3]).contains("so few games that differ"));
        assert!(
            told([Fails; 3], [Holds, Open, Open])
                .ends_with("is not seen, and that it is much smaller with 8 does not hold throughout.")
        );
    }

    #[test]
    fn the_verdicts_on_layers_and_wishes_follow_the_figures() {
        assert!(
            on_layers(9.0).ends_with("the same.")
                && on_layers(10.0).ends_with("more.")
                && on_layers(7.0).contains("fewer")
        );
        let told = on_wishes(&[100.0, 20.0, 25.0, 15.0], 0.05);
        assert!(
            told.contains("saves 80% of the nodes, a table saves 75%, both together saves 85%: order is"),
            "{told}"
        );
        assert!(on_wishes(&[100.0, 110.0, 20.0, 15.0], 0.05).contains("saves nothing of"));
    }
}
