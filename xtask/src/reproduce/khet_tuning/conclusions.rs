//! The report's seven conclusions, asked of a tournament.

use plyground_arena::statistics::{Interval, Pentanomial};
use plyground_catalog::Method;

use super::table::{Entry, Field, with_interval};
use super::{Class, Search};

/// What the games say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Holds,
    Fails,
    Open,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::Open => "cannot be told",
        }
    }

    /// For the claim that the counted side is better.
    fn better(pairs: &Pentanomial) -> Verdict {
        let Interval { low, high } = pairs.score_interval(0.95);
        if low > 0.5 {
            Verdict::Holds
        } else if high < 0.5 {
            Verdict::Fails
        } else {
            Verdict::Open
        }
    }

    /// For the claim that both are about equal: within 10 points of 100.
    fn equal(pairs: &Pentanomial) -> Verdict {
        let Interval { low, high } = pairs.score_interval(0.95);
        if low > 0.4 && high < 0.6 {
            Verdict::Holds
        } else if low > 0.5 || high < 0.5 {
            Verdict::Fails
        } else {
            Verdict::Open
        }
    }
}

/// A table of claims, what was counted, and the verdicts.
pub(super) fn markdown(field: &Field) -> String {
    let regular = |class: &Class| class.search == Search::Regular;
    let tuned = |class: &Class| class.method.is_some();
    let by = |method| move |class: &Class| class.method == Some(method);
    let sized = |kids| move |class: &Class| class.kids == kids;
    let climbs = by(Method::Annihill);
    let methods = |search| {
        let pairs = |class: &Class| class.search == search;
        field.meetings(|one| pairs(one) && climbs(one), |other| pairs(other) && by(Method::Genetic)(other))
    };
    let searches = field.meetings(|one| regular(one) && tuned(one), |other| !regular(other) && tuned(other));
    let among_regular = methods(Search::Regular);
    let sizes = field.meetings(|one| regular(one) && sized(4)(one), |other| regular(other) && sized(3)(other));
    let greedy_climb = field.meetings(
        |one| !regular(one) && climbs(one) && sized(4)(one),
        |other| !regular(other) && climbs(other) && sized(3)(other),
    );
    let by_hand = field.meetings(|one| regular(one) && tuned(one), |other| regular(other) && !tuned(other));
    let first = &field.first_side;
    let (offensive, best) = offensive(field);
    let rows = [
        (
            "a. Regular alpha-beta is much better than heuristic-greedy",
            Verdict::better(&searches),
            format!("tuned R against tuned H: {}", with_interval(&searches)),
        ),
        (
            "b. Climbing and genetic are hard to tell apart",
            Verdict::equal(&among_regular),
            format!("A against G, both R: {}", with_interval(&among_regular)),
        ),
        (
            "b. With the same games, (4,6) and (3,12) do about the same",
            Verdict::equal(&sizes),
            format!("(4,6) against (3,12), both R: {}", with_interval(&sizes)),
        ),
        (
            "c. Climbing for H wants a larger population rather than more generations",
            Verdict::better(&greedy_climb),
            format!("A(4,6)H against A(3,12)H: {}", with_interval(&greedy_climb)),
        ),
        ("d. The best play offensively: enemy pieces count for more than own ones", offensive, best),
        (
            "e. Who moves first has an advantage",
            Verdict::better(first),
            format!("first side: {}", with_interval(first)),
        ),
        (
            "f. Optimised agents play well: better than by hand",
            Verdict::better(&by_hand),
            format!("tuned R against P-R: {}", with_interval(&by_hand)),
        ),
    ];
    let mut text =
        String::from("| the report's conclusion | verdict | per cent, with 95 % interval |\n|---|---|---|\n");
    for (claim, verdict, counted) in rows {
        text += &format!("| {claim} | {} | {counted} |\n", verdict.text());
    }
    let greedy = methods(Search::Greedy);
    text + &format!(
        "\nA against G, both H: {}. \"About the same\" means an interval within 40 to 60.\n\n",
        with_interval(&greedy)
    )
}

/// Whether the three best tuned agents value the loss of all enemy pieces higher than that of all own ones.
fn offensive(field: &Field) -> (Verdict, String) {
    let mut ranked: Vec<(f64, &Entry)> = field
        .entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| entry.weights.is_some())
        .filter_map(|(place, entry)| Some((field.of_entry(place).score()?, entry)))
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    let shares = ranked.iter().take(3).map(|(_, entry)| (entry.class.name(), share_of_enemies(entry)));
    let shares: Vec<(String, f64)> = shares.collect();
    let offensive = shares.iter().filter(|(_, share)| *share > 0.5).count();
    let verdict = match offensive {
        0 => Verdict::Fails,
        3 => Verdict::Holds,
        _ => Verdict::Open,
    };
    let told: Vec<String> = shares.iter().map(|(name, share)| format!("{name} {:.0}", 100.0 * share)).collect();
    (verdict, format!("enemy's share of what the pieces count at the start, three best: {}", told.join(", ")))
}

/// Of what all pieces count at the start (7 pyramids and 2 anubises a side), the share that the enemy's do.
fn share_of_enemies(entry: &Entry) -> f64 {
    let Some(weights) = &entry.weights else { return 0.5 };
    let counts = |side: &str| -> f64 {
        [("pyramids", 7.0_f64), ("anubises", 2.0)]
            .iter()
            .map(|(kind, number)| {
                let name = format!("{side}_{kind}");
                let [weight, power] =
                    [name.clone(), format!("{name}.power")].map(|name| weights.get(name.as_str()).copied());
                (weight.unwrap_or(0.0) * number.powf(power.unwrap_or(1.0))).abs()
            })
            .sum()
    };
    let (own, enemy) = (counts("own"), counts("opponent"));
    if own + enemy > 0.0 { enemy / (own + enemy) } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_the_intervals() {
        let won = Pentanomial::new([0, 0, 10, 10, 30]);
        let even = Pentanomial::new([100, 100, 400, 100, 100]);
        let few = Pentanomial::new([1, 0, 1, 0, 1]);
        assert_eq!([&won, &even, &few].map(Verdict::better), [Verdict::Holds, Verdict::Open, Verdict::Open]);
        assert_eq!([&won, &even, &few].map(Verdict::equal), [Verdict::Fails, Verdict::Holds, Verdict::Open]);
        assert_eq!(Verdict::better(&won.reversed()), Verdict::Fails);
    }
}
