//! Style sheets and shapes, shared by all programs that draw scenes.

/// Colours of both themes as custom properties. A scene adds the colours of its sides in its [palette](crate::Palette).
pub const COLOURS: &str = include_str!("../assets/colours.css");

/// Styles of the parts of a board. All selectors begin with the class `scene`.
pub const BOARD: &str = include_str!("../assets/board.css");

/// Shapes of pieces, signs and marks: an SVG with one group per shape, centred on the origin, with the name as `id`.
pub const SHAPES: &str = include_str!("../assets/shapes.svg");

/// Returns the content of the group with this name.
///
/// ```
/// use plyground_scene::assets::shape;
///
/// assert!(shape("disc").is_some_and(|inside| inside.contains("<circle")));
/// assert_eq!(shape("unicorn"), None);
/// ```
#[must_use]
pub fn shape(name: &str) -> Option<&'static str> {
    let (_, group) = SHAPES.split_once(&format!("<g id=\"{name}\""))?;
    let (_, inside) = group.split_once('>')?;
    inside.split_once("</g>").map(|(inside, _)| inside)
}
