//! Boards in a window that is higher than wide, such as a phone's.

use serde::Serialize;

use crate::{At, Node, Text};

/// How a board is laid out in a window that is higher than wide.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Portrait {
    /// The board is turned clockwise by a quarter, where that makes it larger.
    Turned,
    /// Places stand elsewhere. Their names are those of the scene.
    Layout {
        /// Width and height of the picture.
        size: At,
        /// The places.
        nodes: Vec<Node>,
        /// Coordinates and names.
        texts: Vec<Text>,
    },
}
