//! Kalaha without capture: the first player's advantage at 4 and 8 seeds, the report's wishes, and how many states there are; the
//! layers in 50 ms are for the page of times.

mod first_player;

use serde_json::Value;

use super::lab::{Form, Lab, number, text};
use super::page::{Judged, Page, grouped};

/// The report's agent.
const AGENT: &str = "kalaha-turns";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Kalaha without capture: the report's figures");
    first_player::advantage(lab, &mut page)?;
    wishes(lab, &mut page)?;
    states(&mut page);
    Ok(page)
}

/// The layers that are searched in 50 ms at the positions of a game between two of the report's agents.
pub(super) fn layers(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Kalaha: layers in 50 ms");
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
    let at_start = at_start.unwrap_or_default();
    page.say(&on_layers(at_start));
    page.judge(
        "footnote 3",
        if at_start > 9.0 {
            Judged::Better
        } else if at_start == 9.0 {
            Judged::Same
        } else {
            Judged::Open
        },
        format!("{at_start} layers from the start"),
    );
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

/// What the report would have improved, by nodes: order of moves, a transposition table, a limit that is kept.
fn wishes(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("What the report wished for");
    let depth = lab.pick("7", "9");
    let mut nodes = Vec::new();
    let agents = [
        ("alpha-beta in the game's order, as the report", "alphabeta:unit=turn,eval=margin"),
        ("null windows, the game's order", "pvs:order=game,unit=turn,eval=margin,table=0"),
        ("null windows, moves ordered", "pvs:unit=turn,eval=margin,table=0"),
        ("a transposition table, its move first", "alphabeta-tt:unit=turn,eval=margin"),
        ("null windows, moves ordered, a table", "pvs:unit=turn,eval=margin"),
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
    page.say(&on_wishes(&nodes));
    let saves = |of: f64, to: f64| if to < of { Judged::Same } else { Judged::Differs };
    // Null windows alone stand between the report's search and the ordered one: one change at a time.
    page.judge("move ordering", saves(nodes[1], nodes[2]), format!("{:.2} times the nodes", nodes[2] / nodes[1]));
    page.judge("transposition table", saves(nodes[0], nodes[3]), format!("{:.2} times the nodes", nodes[3] / nodes[0]));
    Ok(())
}

/// Whether a strict limit is kept, which the report's agent would need an interrupt for.
pub(super) fn strict_limit(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    let strict = lab.ask(&["analyse", "kalah", "--rules", "kalaha", "--agent", AGENT, "--time", "50ms"])?;
    page.say(&format!(
        "The interrupt that a strict limit needs is there: `{AGENT}` with `--time 50ms` stopped after {:.0} ms.",
        1000.0 * number(&strict, "/seconds")?
    ));
    Ok(())
}

/// What order and memory save.
fn on_wishes(nodes: &[f64]) -> String {
    let [plain, windows, ordered, table, all] = nodes[..] else { return String::new() };
    let saves = |of: f64, to: f64| {
        if to < of { format!("saves {:.0}%", 100.0 * (1.0 - to / of)) } else { "saves nothing".into() }
    };
    format!(
        "\"The most important aspect to look into would be move ordering\": it {} of the nodes of the same search in the game's order, which itself {} by null windows; a \
         table alone {}; all together {} of the report's search. {} is worth more. Stores and houses are fields of `Kalah` apart from each other. From the start, one position.",
        saves(windows, ordered),
        saves(plain, windows),
        saves(plain, table),
        saves(plain, all),
        if ordered / windows <= table / plain { "Order" } else { "The table" }
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
            on_layers(9.0).ends_with("the same.")
                && on_layers(10.0).ends_with("more.")
                && on_layers(7.0).contains("fewer")
        );
        let told = on_wishes(&[100.0, 80.0, 20.0, 25.0, 15.0]);
        assert!(told.contains("it saves 75% of the nodes") && told.contains("itself saves 20%"), "{told}");
        assert!(told.contains("alone saves 75%; all together saves 85%") && told.contains("Order is worth"), "{told}");
        assert!(on_wishes(&[100.0, 80.0, 90.0, 20.0, 15.0]).contains("it saves nothing of"));
    }
}
