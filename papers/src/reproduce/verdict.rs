//! Verdicts on claims, derived from the figures of a page. The section "Verdicts on claims" of `docs/statistics.md` explains
//! these rules, with the date and the reason of each change.

use plyground_statistics::Interval;

/// Verdicts on a claim of a report.
pub(crate) const WORDS: [&str; 5] = [SAME, "better", DIFFERS, "wrong in the paper", OPEN];

const SAME: &str = "same";
const DIFFERS: &str = "differs";
const OPEN: &str = "not decided";

/// What counts as much: ten points of 100, of a score above a half, or of the difference of two scores against the same opponents.
/// Both are about 70 Elo.
pub(crate) const MUCH: f64 = 0.1;

/// Judges a claim that can be counted exactly.
pub(crate) fn counted(holds: bool) -> &'static str {
    if holds { SAME } else { DIFFERS }
}

/// Judges the claim that a figure is above a line, by its interval.
pub(crate) fn above(interval: Interval, line: f64) -> &'static str {
    if interval.low > line {
        SAME
    } else if interval.high < line {
        DIFFERS
    } else {
        OPEN
    }
}

/// Judges the claim that a figure is below a line, by its interval.
pub(crate) fn below(Interval { low, high }: Interval, line: f64) -> &'static str {
    above(Interval { low: -high, high: -low }, -line)
}

/// Judges the claim that a figure is within bounds: the whole interval is within them, or outside.
pub(crate) fn within(Interval { low, high }: Interval, bounds: Interval) -> &'static str {
    if low > bounds.low && high < bounds.high {
        SAME
    } else if low >= bounds.high || high <= bounds.low {
        DIFFERS
    } else {
        OPEN
    }
}

/// Judges the claim that it is not clear which of two is better: the interval of their difference has no sign.
pub(crate) fn unclear(difference: Interval) -> &'static str {
    if difference.low > 0.0 || difference.high < 0.0 {
        DIFFERS
    } else {
        within(difference, Interval { low: -MUCH, high: MUCH })
    }
}

/// Judges a claim with several parts. It fails if one part fails, and holds if all hold.
pub(crate) fn all(parts: &[String]) -> &str {
    if parts.iter().any(|part| part == DIFFERS) { DIFFERS } else { agree(parts) }
}

/// Judges a claim in several ways. They have to agree; a figure that exceeds the claim agrees with it.
pub(crate) fn agree(ways: &[String]) -> &str {
    let Some(one) = ways.first() else { return OPEN };
    if ways.iter().all(|way| way == one) {
        one
    } else if ways.iter().all(|way| way == SAME || way == "better") {
        SAME
    } else {
        OPEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    #[test]
    fn verdicts_follow_the_intervals() {
        let [won, even, few] = [interval(0.6, 0.8), interval(0.45, 0.55), interval(0.2, 0.9)];
        assert_eq!([won, even, few].map(|of| above(of, 0.5)), [SAME, OPEN, OPEN]);
        assert_eq!([won, even, few].map(|of| below(of, 0.5)), [DIFFERS, OPEN, OPEN]);
        assert_eq!([won, even, few].map(|of| within(of, interval(0.4, 0.6))), [DIFFERS, SAME, OPEN]);
        let differences = [interval(-0.02, 0.05), interval(0.11, 0.2), interval(0.03, 0.15), interval(-0.05, 0.15)];
        assert_eq!(differences.map(unclear), [SAME, DIFFERS, DIFFERS, OPEN]);
    }

    #[test]
    fn several_verdicts_are_combined() {
        let of = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            [all(&words).to_owned(), agree(&words).to_owned()]
        };
        assert_eq!(of(&[SAME, "better"]), [SAME, SAME]);
        assert_eq!(of(&[SAME, OPEN]), [OPEN, OPEN]);
        assert_eq!(of(&[SAME, OPEN, DIFFERS]), [DIFFERS, OPEN]);
        assert_eq!(of(&[DIFFERS, DIFFERS]), [DIFFERS, DIFFERS]);
        assert_eq!(of(&[]), [OPEN, OPEN]);
    }
}
