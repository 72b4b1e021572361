//! Lines that the reports of a match and of a test on counts share: score, pairs and Elo; and what a match shows.

use std::fmt;

use plyground_statistics::{Interval, Pentanomial};

/// Confidence level of all intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

/// Writes the score, the pairs and Elo, one line each.
pub(super) fn write_evidence(f: &mut fmt::Formatter<'_>, pairs: &Pentanomial, confidence: f64) -> fmt::Result {
    let Some(score) = pairs.score() else {
        return writeln!(f, "score: unknown, because no pair is complete");
    };
    let Interval { low, high } = pairs.score_interval(confidence);
    writeln!(f, "score: {:.1}% [{:.1}, {:.1}]", 100.0 * score, 100.0 * low, 100.0 * high)?;
    let [ll, ld, even, wd, ww] = pairs.counts;
    writeln!(f, "pairs: LL {ll}, LD {ld}, DD or WL {even}, WD {wd}, WW {ww}")?;
    let elo = pairs.elo(confidence);
    if elo.value.is_some() {
        return writeln!(f, "Elo: {elo}; normalised {}", pairs.normalized_elo(confidence));
    }
    let done = if score == 0.0 { "lost" } else { "won" };
    let games = if pairs.pairs() == 1 { "both games".to_owned() } else { format!("all {} games", 2 * pairs.pairs()) };
    writeln!(f, "Elo: {elo} (end of the interval); there is no estimate, because {games} were {done}")
}

/// Returns one sentence on what the pairs of a match show; `None` before the first pair. A test answers its own question.
pub(super) fn conclusion(
    [one, other]: &[String; 2],
    pairs: &Pentanomial,
    test: Option<(&str, [f64; 2], Option<f64>)>,
) -> Option<String> {
    pairs.score()?;
    if let Some((model, [elo0, elo1], accepted)) = test {
        let Some(accepted) = accepted else {
            return Some(format!(
                "The test has not decided between {elo0} and {elo1} {model} Elo: it needs more games."
            ));
        };
        let found = match (accepted == elo1, if accepted == elo1 { elo0 } else { elo1 }) {
            (true, 0.0) => format!("`{one}` is stronger than `{other}`"),
            (false, 0.0) => format!("`{one}` is weaker than `{other}`"),
            (true, elo0) => format!("`{one}` is more than {elo0} {model} Elo above `{other}`"),
            (false, elo1) => format!("`{one}` is less than {elo1} {model} Elo above `{other}`"),
        };
        return Some(format!("{found}: the test has decided between {elo0} and {elo1} {model} Elo."));
    }
    let interval = pairs.score_interval(CONFIDENCE);
    let share = |Interval { low, high }: Interval| {
        format!("{:.0}% interval: {:.0}% to {:.0}% of the points", 100.0 * CONFIDENCE, 100.0 * low, 100.0 * high)
    };
    if !interval.contains(0.5) {
        let (stronger, interval) = match interval.low > 0.5 {
            true => (one, interval),
            false => (other, pairs.reversed().score_interval(CONFIDENCE)),
        };
        return Some(format!("`{stronger}` is stronger ({}).", share(interval)));
    }
    let known = format!("These games do not show which agent is stronger (`{one}`, {})", share(interval));
    Some(match pairs.games_to_decide() {
        Some(games) => {
            format!("{known}; if the difference is as seen, a match of about {games} games shows it in 4 of 5 cases.")
        }
        None => format!("{known}; they show no difference."),
    })
}
