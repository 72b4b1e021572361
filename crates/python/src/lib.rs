//! The compiled half of the Python package `plyground`; the other half is in `python/plyground`, and `docs/python.md` describes
//! both together.
//!
//! Everything here stands on the catalog and knows no game: what an entry has, Python gets. Nothing needs `unsafe`: buffers
//! of numpy are lent and checked at run time, and the interpreter's lock is given back while anything is computed.

mod analyse;
mod arena;
mod batch;
mod error;
mod game;
mod guest;
mod oracle;
mod own;
mod raised;
mod state;
mod text;
mod watch;

/// The module `plyground._core`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::analyse::Agent;
    #[pymodule_export]
    use super::arena::{contest, read_file, tuning};
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::game::{Game, game, games};
    #[pymodule_export]
    use super::oracle::Oracle;
    #[pymodule_export]
    use super::own::{check_laws, own};
    #[pymodule_export]
    use super::state::{State, playouts, restore};
}
