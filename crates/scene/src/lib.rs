//! Describes what a board looks like, as data, and draws it as SVG.
//!
//! A [`Scene`] has the places, the pieces on them, the clicks that make a move, and names for screen readers.
//! The web board draws and animates a scene, and [`svg()`] writes it to a file; neither contains rules of a game.
//! The folder `assets` has colours, line widths and shapes for both.
//!
//! A game defines its own scenes by implementing [`Drawn`].
//! For other games, [`grid_scene`] draws a board of rows and columns from the diagram, and [`diagram_scene`] the diagram
//! itself.
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
mod grid;
mod kalah;
mod khet;
mod node;
mod palette;
mod svg;
mod theme;
mod tigers;
mod tone;

pub use arranged::{Arranged, Brush, Number, Placed, Toolbox};
pub use data::{Edge, Fact, Hint, Layout, Mark, Overlay, Piece, Portrait, Scene, Step, Text, Way, Word};
pub use diagram::diagram_scene;
pub use drawn::{Clicks, Drawn, scene_of};
pub use grid::{Grid, grid_scene};
pub use khet::laser;
pub use node::{Node, Shape};
pub use palette::Palette;
pub use svg::{SvgOptions, svg};
pub use theme::Theme;
pub use tone::{At, Tone};
