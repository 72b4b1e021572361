//! Points and colours of a picture.

use serde::Serialize;

/// A point in units of the picture: right, down.
pub type At = [f32; 2];

/// Role of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Normal.
    #[default]
    Plain,
    /// Slightly darker.
    Dark,
    /// Background.
    Dim,
    /// Emphasised.
    Accent,
    /// Colour of the first side.
    First,
    /// Colour of the second side.
    Second,
    /// Currently not allowed.
    Barred,
}
