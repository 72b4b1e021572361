//! The class of a game in Python, which identifies the game.

use plyground_game::GameFacts;
use pyo3::prelude::*;

/// A class derived from `plyground.PythonGame`, as it was when its game was created.
pub(crate) struct Written {
    /// Name of the class, which is the text of the rules.
    pub(crate) name: &'static str,
    pub(crate) class: Py<PyAny>,
    pub(crate) sides: [&'static str; 2],
    pub(crate) actions: usize,
    /// Position at which games start, if it is not that of an object made without arguments.
    pub(crate) start: Option<String>,
    /// Planes, rows and columns of an observation, if there are observations.
    pub(crate) shape: Option<[usize; 3]>,
    /// Names of the planes, or none.
    pub(crate) planes: Vec<String>,
}

impl Written {
    /// Returns the facts of its game.
    pub(crate) fn facts(&self) -> GameFacts {
        GameFacts { name: self.name, sides: self.sides, actions: self.actions }
    }

    /// Returns whether both are the same class. Classes may share a name, for example if a notebook defines a class again.
    pub(crate) fn is(&self, other: &Written) -> bool {
        self.class.as_ptr() == other.class.as_ptr()
    }
}
