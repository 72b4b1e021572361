//! How an evaluation stands in lists: its name, what it is, and its weight file.

/// An evaluation in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The game, as commands spell it.
    pub game: &'static str,
    /// The name that chooses it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Its weight file, where it has one. The file says which evaluation reads it: several names can share one form.
    pub weights: Option<&'static str>,
}
