//! Facts about the origin of weights, for the head of their file.

/// A fact of the provenance in a weight file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A text.
    Text(String),
    /// A count.
    Number(i64),
}

impl Fact {
    /// Returns a value as a text.
    pub(crate) fn text(value: &(impl ToString + ?Sized)) -> Fact {
        Fact::Text(value.to_string())
    }

    /// Returns a count as a number. A seed can exceed the integers of the file format, and then becomes text.
    pub(crate) fn count(count: u64) -> Fact {
        i64::try_from(count).map_or_else(|_| Fact::text(&count), Fact::Number)
    }

    /// Returns the set-up and the rules of a run, if the caller named them.
    pub(crate) fn of_start(named: &[Option<String>; 2]) -> impl Iterator<Item = (&'static str, Fact)> {
        ["setup", "rules"].into_iter().zip(named).filter_map(|(key, text)| Some((key, Fact::text(text.as_deref()?))))
    }
}
