//! How often the report's guess of start and goal misses the cost to win.

use crate::reproduce::lab::{Lab, number};
use crate::reproduce::page::{Page, grouped};

pub(super) fn guesses(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Costs from a guessed start and goal");
    let positions = &lab.many(2_000, 20_000).to_string();
    let (mut rows, mut shares) = (Vec::new(), Vec::new());
    for n in ["5", "7", "9"] {
        let found = lab.example("plyground-reports", "cachex_guess", &[n, positions])?;
        let wrong = number(&found, "/wrong")? / number(&found, "/costs")?;
        shares.push(wrong);
        rows.push(vec![
            n.into(),
            grouped(number(&found, "/costs")?),
            format!("{:.1}%", 100.0 * wrong),
            format!("{:.2}", number(&found, "/mean_excess")?),
            format!("{:.1}%", 100.0 * number(&found, "/missed")? / number(&found, "/costs")?),
        ]);
    }
    page.table(&["n", "costs compared", "wrong", "cells too many, where wrong", "path missed"], &rows);
    page.say(&format!(
        "Random positions; start and goal are guessed by the report's three rules (a stone on the edge; else the cell of the edge nearest to the \
         nearest stone; among equals the line with more stones), and one search goes from one to the other. The exact cost is what \
         every agent here uses. {}",
        on_guess(&shares)
    ));
    Ok(())
}

/// What the shares of wrong costs say of "a relatively optimal but fuzzy result".
fn on_guess(shares: &[f64]) -> String {
    let (least, most) = (shares.iter().copied().fold(1.0, f64::min), shares.iter().copied().fold(0.0, f64::max));
    format!(
        "The report calls the guess fuzzy but mostly good, and mends its search for it: that the guess alone would be right more often than not {}; it errs in \
         {:.0} to {:.0}% of the costs.",
        if most < 0.5 {
            "holds at all sizes"
        } else if least < 0.5 {
            "holds at small sizes only"
        } else {
            "does not hold"
        },
        100.0 * least,
        100.0 * most
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_verdict_follows_the_shares() {
        assert!(super::on_guess(&[0.1, 0.2]).contains("at all sizes; it errs in 10 to 20%"));
        assert!(super::on_guess(&[0.3, 0.6]).contains("small sizes only"));
        assert!(super::on_guess(&[0.6, 0.7]).contains("does not hold"));
    }
}
