//! Numbers and sides in text.

use std::time::Duration;

/// Returns a count with its noun: `1 ply`, `5 plies`.
pub(crate) fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns a final margin in the unit of its game: `1 seed`, `3 seeds`, or the number alone.
pub(crate) fn margin(margin: impl Into<u64>, unit: Option<&str>) -> String {
    let margin = margin.into();
    unit.map_or_else(|| margin.to_string(), |unit| counted(margin, unit.trim_end_matches('s'), unit))
}

/// Returns a time for estimates: `45 s`, `33 min`, `5 h`, `12 days`.
pub(crate) fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds / 60),
        7_200..172_800 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// Returns a number of nodes or moves per second, without its noun: `850`, `1.6 thousand`, `23 thousand`, `1.6 million`.
pub(crate) fn rate(per_second: f64) -> String {
    let short = |number: f64| format!("{number:.*}", usize::from(number < 9.95));
    match per_second {
        0.0..999.5 => format!("{per_second:.0}"),
        999.5..999_500.0 => format!("{} thousand", short(per_second / 1e3)),
        _ => format!("{} million", short(per_second / 1e6)),
    }
}

/// Returns `1 ply`, `5 plies`.
pub(crate) fn plies(count: u32) -> String {
    counted(count, "ply", "plies")
}

/// Returns the verb that agrees with a side: `silver wins`, but `goats win`.
pub(crate) fn verb<'a>(side: &str, one: &'a str, many: &'a str) -> &'a str {
    if side.ends_with('s') { many } else { one }
}

/// Returns `silver wins`, `goats win`.
pub(crate) fn wins(side: &str) -> String {
    format!("{side} {}", verb(side, "wins", "win"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_agree_with_their_words() {
        assert_eq!([plies(1), plies(0), plies(2)], ["1 ply", "0 plies", "2 plies"]);
        let times = [45, 2_000, 20_000, 1_000_000].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(times, ["45 s", "33 min", "5 h", "11 days"]);
        let rates = [0.0, 850.0, 999.6, 1_594.0, 23_400.0, 999_600.0, 1_640_000.0, 52e6].map(rate);
        let expected = "0|850|1.0 thousand|1.6 thousand|23 thousand|1.0 million|1.6 million|52 million";
        assert_eq!(rates.join("|"), expected);
        let margins = [margin(1_u64, Some("seeds")), margin(3_u64, Some("seeds")), margin(3_u64, None)];
        assert_eq!(margins, ["1 seed", "3 seeds", "3"]);
        assert_eq!([wins("silver"), wins("goats")], ["silver wins", "goats win"]);
    }
}
