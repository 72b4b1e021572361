//! The class of a game in Python, which is what the game is known by.

use pyo3::prelude::*;

/// A class that is derived from `plyground.PythonGame`, as it was when its game was made.
pub(crate) struct Written {
    /// Its own name, which rules are written as.
    pub(crate) name: String,
    pub(crate) class: Py<PyAny>,
    pub(crate) sides: [String; 2],
    pub(crate) actions: usize,
}

impl Written {
    /// Whether both stand for one class. Classes may share a name, as when a notebook defines a class again.
    pub(crate) fn is(&self, other: &Written) -> bool {
        self.class.as_ptr() == other.class.as_ptr()
    }
}
