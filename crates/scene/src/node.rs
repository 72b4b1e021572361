//! Places and their outlines.

use serde::Serialize;

use crate::tone::{At, Tone};

/// Shape of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square of a board.
    Square,
    /// A hexagon with corners at its top and bottom.
    Hex,
    /// A small circle on the intersection of lines.
    Point,
    /// A round house.
    Pit,
    /// A stadium-shaped store.
    Store,
}

impl Shape {
    /// Returns the outline around the centre as SVG path data.
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
    /// Id in moves, steps and overlays.
    pub id: String,
    /// Its centre.
    pub at: At,
    /// Its shape.
    pub shape: Shape,
    /// Half the width and half the height.
    pub half: At,
    /// Its colour.
    pub tone: Tone,
    /// Description of the place and its content for screen readers.
    pub name: String,
    /// Outline around its centre, as SVG path data.
    pub outline: String,
    /// Sign on the place, such as `ankh`, from [`assets::SHAPES`](crate::assets::SHAPES).
    pub glyph: Option<&'static str>,
}

impl Node {
    /// Creates a plain place whose description is its id.
    #[must_use]
    pub fn new(id: impl Into<String>, at: At, shape: Shape, half: At) -> Node {
        let id = id.into();
        Node { name: id.clone(), id, at, shape, half, tone: Tone::Plain, outline: shape.outline(half), glyph: None }
    }

    /// Sets the description.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Node {
        Node { name: name.into(), ..self }
    }

    /// Sets the colour.
    #[must_use]
    pub fn toned(self, tone: Tone) -> Node {
        Node { tone, ..self }
    }
}
