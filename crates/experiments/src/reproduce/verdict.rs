//! Verdicts on claims, derived from the figures of a page.

use plyground_statistics::{Interval, Pentanomial};

use super::page::Judged;

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

    /// Judges the claim that the counted side is better.
    pub(crate) fn better(pairs: &Pentanomial) -> Verdict {
        Verdict::above(pairs.score_interval(0.95), 0.5)
    }

    /// Judges the claim that two scores are hard to distinguish: the interval of their difference is within 10 points of 100.
    pub(crate) fn alike(Interval { low, high }: Interval) -> Verdict {
        Verdict::near_half(Interval { low: 0.5 + low, high: 0.5 + high })
    }

    /// Judges the claim that both sides are about equal: within 10 points of 100.
    pub(crate) fn equal(pairs: &Pentanomial) -> Verdict {
        Verdict::near_half(pairs.score_interval(0.95))
    }

    /// Judges the claim that a score is about a half. It holds if the interval is within 10 points of 100, and fails if it is
    /// outside.
    pub(crate) fn near_half(Interval { low, high }: Interval) -> Verdict {
        if low > 0.4 && high < 0.6 {
            Verdict::Holds
        } else if low >= 0.6 || high <= 0.4 {
            Verdict::Fails
        } else {
            Verdict::Open
        }
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

    #[test]
    fn two_ways_of_judging_have_to_agree() {
        assert_eq!(Verdict::Holds.and(Verdict::Holds), Verdict::Holds);
        assert_eq!(Verdict::Holds.and(Verdict::Open), Verdict::Open);
        assert_eq!(Verdict::Fails.and(Verdict::Holds), Verdict::Open);
        assert_eq!(Verdict::of(1 > 2).text(), "does not hold");
    }
}
