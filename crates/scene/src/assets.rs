//! Files for every program that draws scenes: what stands in them stands nowhere else.

/// Colours as custom properties, light and dark; those of the sides are a scene's [palette](crate::Palette).
pub const COLOURS: &str = include_str!("../assets/colours.css");

/// How the parts of a board are painted. All rules begin with the class `scene`.
pub const BOARD: &str = include_str!("../assets/board.css");

/// The shapes of pieces, signs and marks: an SVG with a group for each, named by its `id`, around the origin.
pub const SHAPES: &str = include_str!("../assets/shapes.svg");

/// What is in the group of a name.
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
