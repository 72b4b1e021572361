//! Options of rule sets with their descriptions.

use std::fmt;

/// An option that changes a rule set.
///
/// ```
/// use plyground_catalog::RuleOption;
///
/// let option = RuleOption::from(("steal=on|off", "the second side may take the first stone over"));
/// assert_eq!((option.key(), option.values().collect::<Vec<_>>()), ("steal", vec!["on", "off"]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// Notation: `steal=on|off`, `ply_limit=N|off`, `captures_to_win=1..15`.
    pub text: &'static str,
    /// Description in a few words; empty if unknown.
    pub about: &'static str,
}

impl RuleOption {
    /// Returns the text before the `=`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.text.split('=').next().unwrap_or_default()
    }

    /// Returns the possible values: words, `N` for a number, `1..15` for a range.
    pub fn values(&self) -> impl Iterator<Item = &'static str> {
        self.text.split_once('=').map_or("", |(_, values)| values).split('|')
    }
}

impl From<&'static str> for RuleOption {
    fn from(text: &'static str) -> RuleOption {
        RuleOption { text, about: "" }
    }
}

impl From<(&'static str, &'static str)> for RuleOption {
    fn from((text, about): (&'static str, &'static str)) -> RuleOption {
        RuleOption { text, about }
    }
}

impl fmt::Display for RuleOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}
