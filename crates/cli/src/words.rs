//! Numbers and sides in sentences.

/// `1 ply`, `5 plies`.
pub(crate) fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `1 ply`, `5 plies`.
pub(crate) fn plies(count: u32) -> String {
    counted(count, "ply", "plies")
}

/// The verb that goes with a side: `silver wins`, but `goats win`.
pub(crate) fn verb<'a>(side: &str, one: &'a str, many: &'a str) -> &'a str {
    if side.ends_with('s') { many } else { one }
}

/// `silver wins`, `goats win`.
pub(crate) fn wins(side: &str) -> String {
    format!("{side} {}", verb(side, "wins", "win"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([plies(1), plies(0), plies(2)], ["1 ply", "0 plies", "2 plies"]);
        assert_eq!([wins("silver"), wins("goats")], ["silver wins", "goats win"]);
    }
}
