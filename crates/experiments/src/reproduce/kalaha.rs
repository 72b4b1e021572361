//! Kalaha without capture: the first player's advantage at 4 and 8 seeds, the report's wishes, and how many states there are; the
//! layers in 50 ms are for the page of times.

mod first_player;

use plyground_game::Position;
use plyground_game::random::Random;
use plyground_kalah::Kalah;
use serde_json::Value;

use super::estimate::{Estimate, ratio, shown};
use super::lab::{Form, Lab, number, text};
use super::page::{Judged, Page, grouped};
use super::verdict::Verdict;

/// The report's agent.
const AGENT: &str = "kalaha-turns";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Kalaha without capture: the report's figures");
    first_player::advantage(lab, &mut page)?;
    wishes(lab, &mut page)?;
    states(&mut page);
    Ok(page)
}

/// Runs of a search of 50 ms: other work on the machine takes most of the time of some.
const RUNS: u32 = 20;

/// The layers that are searched in 50 ms at the positions of a game between two of the report's agents.
pub(super) fn layers(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Kalaha: layers in 50 ms");
    let args = ["match", "kalah", "--rules", "kalaha", "--first", AGENT, "--second", AGENT];
    let (_, games) = lab.contest(&[&args[..], &["--games", "2", "--seed", "1"]].concat())?;
    let moves: Vec<String> = text(&games[0], "/moves")?.split(' ').map(str::to_owned).collect();
    let opening = text(&games[0], "/opening/position")?;
    let (mut rows, mut layers) = (Vec::new(), Vec::new());
    let step = if lab.form == Form::Quick { 32 } else { lab.pick(8, 4) };
    for ply in (0..moves.len().saturating_sub(1)).step_by(step) {
        let line = moves[..ply].join(" ");
        let mut ask = |agent: &str| -> Result<Value, String> {
            let base = ["analyse", "kalah", "--rules", "kalaha", "--position", &opening, "--agent", agent];
            lab.deepest(RUNS, &[&base[..], &["--moves", &line]].concat())
        };
        let report = ask(AGENT)?;
        let best = ask("best:unit=turn,time=50ms")?;
        let depth = |found: &Value| -> Result<String, String> {
            let end = if found["winner_in"].is_null() { "" } else { ", the game ends" };
            Ok(format!("{}{end}", number(found, "/depth")?))
        };
        layers.push((moves.len() - ply, number(&report, "/depth")?));
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
    let most = most_layers(&layers);
    page.say(&on_layers(most));
    page.judge(
        "footnote 3",
        judge_layers(most),
        format!("up to {most} layers before the last {ENDING} plies, {} at the start", layers[0].1),
    );
    Ok(())
}

/// Plies before the end of a game in which a search comes to its end: such layers are no measure of speed.
const ENDING: usize = 20;

/// The most layers where more than the ending is left.
fn most_layers(layers: &[(usize, f64)]) -> f64 {
    layers.iter().filter(|(left, _)| *left > ENDING).map(|(_, layers)| *layers).fold(0.0, f64::max)
}

fn judge_layers(most: f64) -> Judged {
    if most > 9.0 {
        Judged::Better
    } else if most == 9.0 {
        Judged::Same
    } else {
        Judged::Open
    }
}

/// What the most layers say of "up to 9 layer deep searches".
fn on_layers(most: f64) -> String {
    format!(
        "A layer ends when the side to move changes. Each cell is the deepest of {RUNS} runs. The report reaches up to 9 layers with 4 seeds and 50 ms. Here the search reaches up to {most} layers before the last {ENDING} plies: {}.",
        match judge_layers(most) {
            Judged::Better => "more than the report",
            Judged::Same => "as many as the report",
            _ => "fewer than the report, perhaps because the machine was busy",
        }
    )
}

/// The searches of the wishes: what they are, the agent, and the place of the one from which it differs in one thing.
const SEARCHES: [(&str, &str, usize); 6] = [
    ("alpha-beta in the game's order, as the report", "alphabeta:unit=turn,eval=margin", 0),
    ("a transposition table, its move first", "alphabeta-tt:unit=turn,eval=margin", 0),
    ("null windows, the game's order", "pvs:order=game,unit=turn,eval=margin,table=0", 0),
    ("null windows, moves ordered", "pvs:unit=turn,eval=margin,table=0", NULL_WINDOWS),
    ("null windows, a table", "pvs:order=game,unit=turn,eval=margin", NULL_WINDOWS),
    ("null windows, moves ordered, a table", "pvs:unit=turn,eval=margin", ORDERED),
];

/// Places of searches: order and table are each added to null windows.
const PLAIN_TABLE: usize = 1;
const NULL_WINDOWS: usize = 2;
const ORDERED: usize = 3;
const TABLE: usize = 4;

/// What the report would have improved, by nodes: order of moves and a transposition table.
fn wishes(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("What the report wanted");
    let depth = lab.pick("7", "9");
    let positions = positions(lab.many(60, 200) as usize)?;
    let mut nodes = vec![Vec::new(); SEARCHES.len()];
    for position in &positions {
        for (place, (_, agent, _)) in SEARCHES.iter().enumerate() {
            let base =
                ["analyse", "kalah", "--rules", "kalaha", "--position", position, "--agent", agent, "--depth", depth];
            nodes[place].push(number(&lab.ask(&base)?, "/nodes")?);
        }
    }
    let ratio_at = |place: usize| ratio(&nodes[place], &nodes[SEARCHES[place].2]);
    let rows: Vec<Vec<String>> = SEARCHES
        .iter()
        .enumerate()
        .map(|(place, (name, agent, against))| {
            let (against, times) = if place == *against {
                (String::new(), "1".into())
            } else {
                (SEARCHES[*against].0.to_owned(), shown(ratio_at(place)))
            };
            vec![(*name).into(), format!("`{agent}`"), grouped(nodes[place].iter().sum()), against, times]
        })
        .collect();
    page.table(
        &["search", "agent", &format!("nodes to {depth} layers, 6x4"), "compared with", "ratio of nodes"],
        &rows,
    );
    let wishes = Wishes {
        order: ratio_at(ORDERED),
        table: ratio_at(TABLE),
        both: ratio(&nodes[ORDERED], &nodes[TABLE]),
        plain_table: ratio_at(PLAIN_TABLE),
    };
    page.say(&format!(
        "The table uses {} distinct positions after 0 to 12 random moves. Each search differs in one feature from the search it is compared with. Ratios are geometric means over positions \
         with 95% intervals. {} The report also wanted stores and houses apart; a position here has both by name, as `store` and `seeds`.",
        positions.len(),
        on_wishes(&wishes)
    ));
    page.judge(
        "move ordering",
        most_important(wishes.both).judged(),
        format!("ordered moves take {} times the nodes of a table", shown(wishes.both)),
    );
    page.judge(
        "transposition table",
        saves(wishes.plain_table).judged(),
        format!("{} times the nodes of alpha-beta", shown(wishes.plain_table)),
    );
    Ok(())
}

/// Distinct positions of a random game each, which has not ended.
fn positions(count: usize) -> Result<Vec<String>, String> {
    let rules = "kalaha".parse().map_err(|error| format!("rules: {error}"))?;
    let setup = "6x4".parse().map_err(|error| format!("6x4: {error}"))?;
    let (mut random, mut positions) = (Random::new(1), Vec::new());
    while positions.len() < count {
        let mut pos = Kalah::new(&setup, &rules);
        for _ in 0..random.below(13) {
            let moves = pos.legal_moves();
            pos = pos.after(moves[random.below(moves.len())]);
            if pos.outcome().is_some() {
                break;
            }
        }
        let text = pos.to_string();
        if pos.outcome().is_none() && !positions.contains(&text) {
            positions.push(text);
        }
    }
    Ok(positions)
}

/// Whether a change saves nodes.
fn saves(ratio: Option<Estimate>) -> Verdict {
    ratio.map_or(Verdict::Open, |ratio| Verdict::above(ratio.interval, 1.0)).choose(
        Verdict::Fails,
        Verdict::Holds,
        Verdict::Open,
    )
}

/// Whether order is "the most important aspect": the same search takes surely fewer nodes with it than with a table, on the same positions.
/// A table orders, too, because its move is tried first. So a table that saves more decides nothing.
fn most_important(both: Option<Estimate>) -> Verdict {
    saves(both).choose(Verdict::Holds, Verdict::Open, Verdict::Open)
}

/// Whether a strict limit is kept, which the report's agent would need an interrupt for.
pub(super) fn strict_limit(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    let strict = lab.quickest(&["analyse", "kalah", "--rules", "kalaha", "--agent", AGENT, "--time", "50ms"])?;
    let milliseconds = 1000.0 * number(&strict, "/seconds")?;
    page.say(&format!(
        "The report states that a strict time limit needs an interrupt. `{AGENT}` with `--time 50ms` stops after {milliseconds:.0} ms, the shortest of three runs."
    ));
    let verdict = if milliseconds < 60.0 { Judged::Better } else { Judged::Differs };
    page.judge("a strict limit", verdict, format!("50 ms end after {milliseconds:.0} ms"));
    Ok(())
}

/// Ratios of nodes.
struct Wishes {
    /// Ordered moves to the game's order, and a table to none, both with null windows.
    order: Option<Estimate>,
    table: Option<Estimate>,
    /// Ordered moves to a table, on the same positions.
    both: Option<Estimate>,
    /// A table to none, with alpha-beta.
    plain_table: Option<Estimate>,
}

/// What order and memory save.
fn on_wishes(wishes: &Wishes) -> String {
    format!(
        "The report states: \"The most important aspect to look into would be move ordering.\" With null windows, a search with ordered moves takes {} times the nodes of the game's order. A \
         search with a table takes {} times the nodes of a search without. Position by position, the search with ordered moves takes {} times the nodes of the search with a table. The claim \
         that order saves more than a table {}; a table orders, too, because its move is tried first. The claim that a table saves nodes {}: alpha-beta with a table takes {} times the nodes of alpha-beta without.",
        shown(wishes.order),
        shown(wishes.table),
        shown(wishes.both),
        most_important(wishes.both).text(),
        saves(wishes.plain_table).text(),
        shown(wishes.plain_table)
    )
}

/// How many states there are: all ways to lay 48 seeds into 14 places, times who moves.
fn states(page: &mut Page) {
    page.section("States");
    let choose = |n: u128, k: u128| (1..=k).fold(1_u128, |product, i| product * (n - k + i) / i);
    let boards = choose(48 + 13, 13);
    let written = on_power(49_f64.powi(14));
    page.judge(
        "state space",
        if written == "so it is" { Judged::Same } else { Judged::WrongInPaper },
        format!("49^14: {written}; the report 3.4e22"),
    );
    page.say(&format!(
        "Distinguishable seeds give 14^48 = {:.1e} states: 48 seeds in 12 houses and 2 stores, as in the report. The report states 3.4e22 for its bound of 49^14: {}. It states 2.6e8 for its count \
         of 4^14, which is {:.1e}. The exact number of distributions of equal seeds is C(61, 13) = {}. With the side to move there are {:.2e} states. How many of them can be reached is not \
         known.",
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
    use plyground_catalog::{Catalog, Start};
    use plyground_search::{Job, Limits};
    use plyground_statistics::Interval;

    #[test]
    fn large_numbers_are_written_whole() {
        assert_eq!(grouped_u128(1_234_567_890_123), "1,234,567,890,123");
        assert_eq!(grouped_u128(1_000_000_001), "1,000,000,001");
        assert_eq!(grouped_u128(999), "999");
        assert_eq!(on_power(49_f64.powi(14)), "it is 4.6e23");
        assert_eq!(on_power(3.4e22), "so it is");
    }

    #[test]
    fn the_verdicts_on_layers_and_wishes_follow_the_figures() {
        assert!(
            most_layers(&[(60, 9.0), (40, 11.0), (20, 30.0)]) == 11.0
                && on_layers(9.0).ends_with("as many as the report.")
                && on_layers(10.0).ends_with("more than the report.")
                && on_layers(7.0).contains("fewer")
        );
        let at = |value: f64| Some(Estimate { value, interval: Interval { low: 0.9 * value, high: 1.1 * value } });
        let text =
            |both: f64| on_wishes(&Wishes { order: at(0.2), table: at(0.4), both: at(both), plain_table: at(0.3) });
        assert!(
            text(0.5).contains("more than a table holds; a table") && text(0.5).contains("a table saves nodes holds"),
            "{}",
            text(0.5)
        );
        // The table's move is tried first, so that it orders as well.
        assert!(text(2.0).contains("more than a table is not decided"));
        assert!(text(1.0).contains("more than a table is not decided"));
        assert_eq!([saves(at(1.0)), saves(at(1.5)), saves(None)], [Verdict::Open, Verdict::Fails, Verdict::Open]);
    }

    #[test]
    fn the_positions_of_the_wishes_are_distinct() {
        let found = positions(20).unwrap();
        assert_eq!(crate::reproduce::sample::distinct(&found), 20);
    }

    /// The nodes of a search at each position.
    fn nodes_at(positions: &[String], agent: &str, depth: u32) -> Vec<f64> {
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let agent = catalog.agent(&**game, agent).unwrap();
        let nodes = |position: &String| {
            let start = Start { rules: Some("kalaha".into()), position: Some(position.clone()), ..Start::default() };
            let mut session = game.open(&start).unwrap();
            let job = Job::new(Limits::depth(depth));
            session.analyse(&agent, &job, Limits::NONE, &mut |_| {}).unwrap().nodes as f64
        };
        positions.iter().map(nodes).collect()
    }

    /// The report's two wishes at the search itself: a table and an order each save nodes, and the order saves no more than the table.
    #[test]
    fn a_table_and_an_order_each_save_nodes() {
        let positions = positions(24).unwrap();
        let nodes = SEARCHES.map(|(_, agent, _)| nodes_at(&positions, agent, 5));
        let compared = |place: usize| ratio(&nodes[place], &nodes[SEARCHES[place].2]);
        for place in [PLAIN_TABLE, ORDERED, TABLE] {
            assert_eq!(saves(compared(place)), Verdict::Holds, "{}: {}", SEARCHES[place].1, shown(compared(place)));
        }
        let both = ratio(&nodes[ORDERED], &nodes[TABLE]);
        assert_ne!(most_important(both), Verdict::Holds, "{}", shown(both));
    }

    /// "At most 4 seeds in one place, which would give us 4^14": so many distributions of 48 seeds are far fewer.
    #[test]
    fn few_distributions_have_at_most_four_seeds_in_each_place() {
        // Ways to lay the seeds into one place after the other.
        let mut ways = [0_u64; 49];
        ways[0] = 1;
        for _ in 0..14 {
            let before = ways;
            ways = std::array::from_fn(|seeds| (0..=4.min(seeds)).map(|here| before[seeds - here]).sum());
        }
        assert_eq!(ways[48], 195_650);
        assert!((ways[48] as f64) < 4_f64.powi(14) / 1_000.0, "no lower bound");
        // Its conclusion holds nevertheless: with the side to move there are 1.3e13 states at most.
        assert!(2.0 * 6_566_222_272_575.0 < 3.4e22);
    }

    /// The depth of the report's searches is "thanks to the alpha-beta pruning, which turned out well".
    #[test]
    fn pruning_saves_more_than_half_of_the_nodes() {
        let positions = positions(8).unwrap();
        let nodes =
            ["minimax", "alphabeta"].map(|search| nodes_at(&positions, &format!("{search}:unit=turn,eval=margin"), 4));
        let found = ratio(&nodes[1], &nodes[0]).unwrap();
        assert!(found.interval.high < 0.5, "{}", shown(Some(found)));
    }

    /// Once the table was compared with plain alpha-beta, and the order with it and null windows at once.
    #[test]
    fn each_search_differs_from_its_counterpart_in_one_thing() {
        let changes = [(NULL_WINDOWS, "order=game"), (ORDERED, "order=game"), (TABLE, "table=0"), (5, "table=0")];
        for (place, option) in changes {
            let (agent, against) = (SEARCHES[place].1, SEARCHES[SEARCHES[place].2].1);
            let without = |agent: &str| agent.replace(&format!("{option},"), "").replace(&format!(",{option}"), "");
            if place == NULL_WINDOWS {
                assert_eq!(
                    without(agent),
                    "pvs:unit=turn,eval=margin,table=0",
                    "null windows alone, as there is no table"
                );
            } else {
                assert_eq!(without(agent), without(against), "{agent} and {against}");
            }
        }
        assert_eq!(SEARCHES[PLAIN_TABLE].1.replace("-tt", ""), SEARCHES[0].1);
    }
}
