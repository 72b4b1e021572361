//! Cachex: the values of first moves and the winners after them, depth by board size, battle records, and the report's wishes.

mod battles;
mod equal_weights;
mod filter;
mod first_moves;
mod guess;
mod winners;

use super::lab::{Lab, number};
use super::page::{Page, Part, grouped};
use super::verdict::Verdict;

/// Rules without steal and ban, as in the report's figures 9 and 10.
const FREE: &str = "standard,steal=off,centre_ban=off";

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let winners: Part = |lab, page| {
        winners::winners(lab, page)?;
        first_moves::solved(lab, page)
    };
    let parts: [(&str, Part); 9] = [
        ("values", first_moves::values),
        ("winners", winners),
        ("depths", depths),
        ("battles", battles::records),
        ("weights", equal_weights::by_experience),
        ("chains", equal_weights::chains),
        ("learning", battles::learnt),
        ("filter", filter::at_all_layers),
        ("costs", guess::guesses),
    ];
    Page::of_parts("Cachex: the report's figures", lab, &parts)
}

fn depths(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Depth by board size");
    let nodes = lab.pick("300000", "100000000");
    let (mut rows, mut of_two_plies) = (Vec::new(), Vec::new());
    for n in [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15] {
        let setup = n.to_string();
        let mut ask = |agent: &str| {
            lab.ask(&["analyse", "cachex", "--setup", &setup, "--moves", &format!("0,{}", n / 2), "--agent", agent])
        };
        let report = ask("cachex-six-features")?;
        let best = ask(&format!("best:nodes={nodes}"))?;
        if table_two(n) == 2 {
            of_two_plies.push((n, number(&report, "/nodes")?));
        }
        let end = if best["winner_in"].is_null() { "" } else { ", decided" };
        rows.push(vec![
            n.to_string(),
            table_two(n).to_string(),
            grouped(number(&report, "/nodes")?),
            format!("{}{end}", number(&best, "/depth")?),
        ]);
    }
    let head = format!("`best` with {nodes} nodes: plies");
    page.table(
        &["n", "the report's Table II: plies after the root move", "nodes of its second move here", &head],
        &rows,
    );
    page.paragraph("The report limits the depth so that a game in Python stays within the time limit of its course.");
    let (verdict, figure) = on_sizes(&of_two_plies);
    page.judge("size and efficiency", verdict.judged(), figure);
    Ok(())
}

/// Judges "the size has a huge impact on the efficiency" by the nodes of sizes with the same depth. The claim holds if the nodes
/// grow with each size and at least double in total.
fn on_sizes(nodes: &[(u32, f64)]) -> (Verdict, String) {
    let (Some((small, least)), Some((large, most))) = (nodes.first(), nodes.last()) else {
        return (Verdict::Open, "no sizes".into());
    };
    let grows = nodes.windows(2).all(|pair| pair[0].1 < pair[1].1);
    let figure =
        format!("{} nodes at n = {small}, {} at n = {large}, at the same depth", grouped(*least), grouped(*most));
    (Verdict::of(grows && *most >= 2.0 * least), figure)
}

/// Returns the depth by board size from the report's Table II.
fn table_two(n: u32) -> u32 {
    match n {
        3..=5 => 3,
        6..=10 => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_on_sizes_follows_the_nodes() {
        let judged = |nodes: [f64; 3]| on_sizes(&[6, 7, 8].into_iter().zip(nodes).collect::<Vec<_>>()).0;
        assert_eq!(judged([2_219.0, 3_888.0, 7_793.0]), Verdict::Holds);
        assert_eq!([judged([1.0, 3.0, 2.5]), judged([2.0, 2.5, 3.0])], [Verdict::Fails; 2]);
    }
}
