//! Suggestions for unknown names: all known names and the most similar one.

use plyground_game::options::one_of;
use strsim::normalized_damerau_levenshtein;

/// Minimum similarity of a suggested name.
const SIMILAR: f64 = 0.6;

/// Lists the known names for a message, and suggests the one most similar to `found` if one is similar.
///
/// Case does not count. Of names that differ in one character, such as `level-1` and `level-5`, the one with the nearest character
/// is suggested.
///
/// ```
/// use plyground_catalog::expected_name;
///
/// assert_eq!(expected_name("deph", ["depth", "nodes"]), "one of `depth`, `nodes`; did you mean `depth`?");
/// assert_eq!(expected_name("chess", ["khet", "kalah"]), "one of `khet`, `kalah`");
/// ```
#[must_use]
pub fn expected_name<'a>(found: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    let list = one_of(names.iter().copied());
    let found = found.to_lowercase();
    let similarity = |name: &str| normalized_damerau_levenshtein(&found, &name.to_lowercase());
    let nearest = names
        .into_iter()
        .max_by(|a, b| similarity(a).total_cmp(&similarity(b)).then_with(|| step(&found, b).cmp(&step(&found, a))));
    match nearest.filter(|name| similarity(name) >= SIMILAR) {
        Some(name) => format!("{list}; did you mean `{name}`?"),
        None => list,
    }
}

/// Returns the distance of the first two characters that differ.
fn step(one: &str, other: &str) -> u32 {
    let pair = one.chars().zip(other.chars()).find(|(a, b)| a != b);
    pair.map_or(0, |(a, b)| u32::from(a).abs_diff(u32::from(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] = ["best", "best-1", "best-2", "pvs", "alphabeta", "alphabeta-tt", "level-1", "level-5"];

    #[test]
    fn the_nearest_name_is_suggested() {
        for (found, name) in [
            ("bset", "best"),
            ("Best", "best"),
            ("pv", "pvs"),
            ("alfabeta", "alphabeta"),
            ("alphabetatt", "alphabeta-tt"),
            ("best-9", "best-2"),
            ("level-0", "level-1"),
            ("level-6", "level-5"),
            ("level6", "level-5"),
        ] {
            assert!(expected_name(found, NAMES).ends_with(&format!("`; did you mean `{name}`?")), "{found}");
        }
    }

    #[test]
    fn unlike_names_are_not_suggested() {
        for found in ["", "chess", "deepblue", "x", "a\rb"] {
            assert!(expected_name(found, NAMES).ends_with("`level-5`"), "{found}");
        }
    }
}
