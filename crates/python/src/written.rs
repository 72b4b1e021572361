//! The class of a game in Python, which identifies the game.

use pyo3::prelude::*;

/// A class derived from `plyground.PythonGame`, as it was when its game was created.
pub(crate) struct Written {
    /// Name of the class, which is the text of the rules.
    pub(crate) name: String,
    pub(crate) class: Py<PyAny>,
    pub(crate) sides: [String; 2],
    pub(crate) actions: usize,
}

impl Written {
    /// Returns whether both are the same class. Classes may share a name, for example if a notebook defines a class again.
    pub(crate) fn is(&self, other: &Written) -> bool {
        self.class.as_ptr() == other.class.as_ptr()
    }
}
