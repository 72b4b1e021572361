//! What a board looks like, as data, and its picture.
//!
//! A [`Scene`] says where places are, what stands on them, which clicks make which move, what each thing is called when read
//! aloud, and how the last move went. The web page draws and animates it; [`svg()`] makes a file of it. Neither knows
//! rules. Colours, line widths and the shapes of pieces stand in `assets` once, for both.
//!
//! A game gives its own scenes by implementing [`Drawn`]; every other game gets [`diagram_scene`].
//!
//! ```
//! use plyground_game::Position;
//! use plyground_kalah::Kalah;
//! use plyground_scene::{SvgOptions, diagram_scene, scene_of, svg};
//!
//! let pos = Kalah::parse("<3,0,0,3,3,3,3,3,3> S", &"standard".parse()?)?;
//! let scene = scene_of(&pos, None, true);
//! assert_eq!((scene.nodes.len(), scene.moves.len()), (8, 3));
//! assert!(svg(&scene, &SvgOptions::titled("Kalah")).starts_with("<svg "));
//!
//! let plain = diagram_scene(&pos, None, true);
//! assert_eq!((plain.nodes.len(), plain.moves.len()), (0, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arranged;
pub mod assets;
mod cachex;
mod data;
mod diagram;
mod drawn;
mod kalah;
mod khet;
mod node;
mod palette;
mod svg;
mod theme;
mod tigers;
mod tone;

pub use arranged::{Arranged, Brush, Number, Placed, Toolbox};
pub use data::{Edge, Fact, Hint, Mark, Overlay, Piece, Scene, Step, Text, Way, Word};
pub use diagram::diagram_scene;
pub use drawn::{Clicks, Drawn, scene_of};
pub use khet::laser;
pub use node::{Node, Shape};
pub use palette::Palette;
pub use svg::{SvgOptions, svg};
pub use theme::Theme;
pub use tone::{At, Tone};
