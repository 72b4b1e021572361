//! Places, and their outlines.

use serde::Serialize;

use crate::tone::{At, Tone};

/// What a place looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square of a board.
    Square,
    /// A hexagon with a corner above.
    Hex,
    /// A small round place where lines meet.
    Point,
    /// A round house.
    Pit,
    /// A long house with round ends.
    Store,
}

impl Shape {
    /// Its name, as in the data.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Shape::Square => "square",
            Shape::Hex => "hex",
            Shape::Point => "point",
            Shape::Pit => "pit",
            Shape::Store => "store",
        }
    }

    /// The outline around the middle, as data of an SVG path.
    fn outline(self, [across, down]: At) -> String {
        match self {
            Shape::Square => format!("M{} {}h{}v{}h{}z", -across, -down, 2.0 * across, 2.0 * down, -2.0 * across),
            Shape::Hex => {
                let half = down / 2.0;
                format!("M0 {}L{across} {}V{half}L0 {down}L{} {half}V{}z", -down, -half, -across, -half)
            }
            Shape::Point | Shape::Pit => {
                let arc = format!("a{across} {across} 0 1 1");
                format!("M{} 0{arc} {} 0{arc} {} 0z", -across, 2.0 * across, -2.0 * across)
            }
            Shape::Store if across > down => {
                let (arc, straight) = (format!("a{down} {down} 0 0 1"), across - down);
                format!(
                    "M{} {}H{straight}{arc} 0 {}H{}{arc} 0 {}z",
                    -straight,
                    -down,
                    2.0 * down,
                    -straight,
                    -2.0 * down
                )
            }
            Shape::Store => {
                let (arc, straight) = (format!("a{across} {across} 0 0 1"), down - across);
                format!("M{} {}{arc} {} 0V{straight}{arc} {} 0z", -across, -straight, 2.0 * across, -2.0 * across)
            }
        }
    }
}

/// A place.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    /// Its name in moves, steps and overlays.
    pub id: String,
    /// Its middle.
    pub at: At,
    /// What it looks like.
    pub shape: Shape,
    /// Half its width and half its height.
    pub half: At,
    /// How it is coloured.
    pub tone: Tone,
    /// What it is and what stands on it, in words.
    pub name: String,
    /// Its outline around its middle, as data of an SVG path.
    pub outline: String,
    /// A sign in [`assets::SHAPES`](crate::assets::SHAPES) that is painted on it, such as `ankh`.
    pub glyph: Option<&'static str>,
}

impl Node {
    /// A plain place that is called by its id.
    #[must_use]
    pub fn new(id: impl Into<String>, at: At, shape: Shape, half: At) -> Node {
        let id = id.into();
        Node { name: id.clone(), id, at, shape, half, tone: Tone::Plain, outline: shape.outline(half), glyph: None }
    }

    /// What it is and what stands on it, in words.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Node {
        Node { name: name.into(), ..self }
    }

    /// Its colour.
    #[must_use]
    pub fn toned(self, tone: Tone) -> Node {
        Node { tone, ..self }
    }
}
