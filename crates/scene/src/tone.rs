//! Points and colours, which everything else of a picture has.

use serde::Serialize;

/// A point of the picture, in its own units: right, down.
pub type At = [f32; 2];

/// How something is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// As usual.
    #[default]
    Plain,
    /// A little darker.
    Dark,
    /// In the background.
    Dim,
    /// Something to look at.
    Accent,
    /// The first side's.
    First,
    /// The second side's.
    Second,
    /// Not to be used now.
    Barred,
}
