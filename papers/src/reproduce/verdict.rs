//! Verdicts on claims, derived from the figures of a page. The section "Verdicts on claims" of `docs/statistics.md` explains
//! these rules, with the date and the reason of each change.

use plyground_statistics::{Interval, Pentanomial};

use super::page::Judged;

/// What counts as much: ten points of 100, of a score above a half, or of the difference of two scores against the same opponents.
/// Both are about 70 Elo.
pub(crate) const MUCH: f64 = 0.1;

/// Verdict on a claim by its figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Holds,
    Fails,
    Open,
}

impl Verdict {
    pub(crate) fn text(self) -> &'static str {
        self.choose("holds", "does not hold", "is not decided")
    }

    /// Returns the value for this verdict.
    pub(crate) fn choose<T>(self, holds: T, fails: T, open: T) -> T {
        match self {
            Verdict::Holds => holds,
            Verdict::Fails => fails,
            Verdict::Open => open,
        }
    }

    /// Converts a verdict on the report's claim itself to the comparison with the report.
    pub(crate) fn judged(self) -> Judged {
        self.choose(Judged::Same, Judged::Differs, Judged::Open)
    }

    /// Returns the word of the verdict on a page.
    pub(crate) fn word(self) -> &'static str {
        self.judged().text()
    }

    /// Judges a claim that can be counted exactly.
    pub(crate) fn of(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }

    /// Judges the claim that a figure is above a threshold, by its interval.
    pub(crate) fn above(interval: Interval, line: f64) -> Verdict {
        if interval.low > line {
            Verdict::Holds
        } else if interval.high < line {
            Verdict::Fails
        } else {
            Verdict::Open
        }
    }

    /// Judges the claim that a figure is within bounds: the whole interval is within them, or outside.
    pub(crate) fn within(Interval { low, high }: Interval, bounds: Interval) -> Verdict {
        if low > bounds.low && high < bounds.high {
            Verdict::Holds
        } else if low >= bounds.high || high <= bounds.low {
            Verdict::Fails
        } else {
            Verdict::Open
        }
    }

    /// Judges the claim that the counted side is better.
    pub(crate) fn better(pairs: &Pentanomial) -> Verdict {
        Verdict::above(pairs.score_interval(0.95), 0.5)
    }

    /// Judges the claim that two scores are hard to distinguish: their difference is less than much.
    pub(crate) fn alike(difference: Interval) -> Verdict {
        Verdict::within(difference, Interval { low: -MUCH, high: MUCH })
    }

    /// Judges the claim that both sides are about equal: their score differs from a half by less than much.
    pub(crate) fn equal(pairs: &Pentanomial) -> Verdict {
        let Interval { low, high } = pairs.score_interval(0.95);
        Verdict::alike(Interval { low: low - 0.5, high: high - 0.5 })
    }

    /// Judges the claim that it is not clear which of two is better: the interval of their difference has no sign.
    pub(crate) fn unclear(difference: Interval) -> Verdict {
        if difference.low > 0.0 || difference.high < 0.0 { Verdict::Fails } else { Verdict::alike(difference) }
    }

    /// Judges a claim with several parts. It fails if one part fails, and holds if all hold.
    pub(crate) fn all(parts: &[Verdict]) -> Verdict {
        if parts.contains(&Verdict::Fails) {
            Verdict::Fails
        } else {
            parts.iter().copied().reduce(Verdict::and).unwrap_or(Verdict::Open)
        }
    }

    /// Combines two verdicts. The result is open if they differ.
    pub(crate) fn and(self, other: Verdict) -> Verdict {
        if self == other { self } else { Verdict::Open }
    }
}

/// Returns the verdict of a claim that several figures decide. They have to agree; a figure that exceeds the claim agrees with it.
pub(crate) fn combined(verdicts: &[String]) -> String {
    let agree = |words: &[&str]| verdicts.iter().all(|verdict| words.contains(&verdict.as_str()));
    let one = verdicts.first().map_or("", String::as_str);
    if verdicts.is_empty() {
        "not decided"
    } else if agree(&[one]) {
        one
    } else if agree(&["same", "better"]) {
        "same"
    } else {
        "not decided"
    }
    .to_owned()
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
        let interval = |low, high| Interval { low, high };
        let differences = [interval(-0.02, 0.05), interval(0.11, 0.2), interval(0.03, 0.15), interval(-0.05, 0.15)];
        assert_eq!(differences.map(Verdict::alike), [Verdict::Holds, Verdict::Fails, Verdict::Open, Verdict::Open]);
        assert_eq!(differences.map(Verdict::unclear), [Verdict::Holds, Verdict::Fails, Verdict::Fails, Verdict::Open]);
    }

    #[test]
    fn two_ways_of_judging_have_to_agree() {
        assert_eq!(Verdict::Holds.and(Verdict::Holds), Verdict::Holds);
        assert_eq!(Verdict::Holds.and(Verdict::Open), Verdict::Open);
        assert_eq!(Verdict::Fails.and(Verdict::Holds), Verdict::Open);
        assert_eq!(Verdict::of(1 > 2).text(), "does not hold");
    }
}
