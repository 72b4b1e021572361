//! The compiled half of the Python package `plyground`; the other half is in `python/plyground`, and `docs/guides/python.md` describes
//! both together.
//!
//! Everything here stands on the catalog and knows no game: what an entry has, Python gets. Nothing needs `unsafe`: buffers
//! of numpy are lent and checked at run time, and the interpreter's lock is given back while anything is computed.

mod arena;
mod batch;
mod call;
mod error;
mod game;
mod guest;
mod lock;
mod team;
mod text;
mod watch;
mod written;

/// The module `plyground._core`.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::arena::{contest, read_file, tuning};
    #[pymodule_export]
    use super::batch::{Batch, restore_batch};
    #[pymodule_export]
    use super::game::own::{check_laws, own};
    #[pymodule_export]
    use super::game::state::analyse::Agent;
    #[pymodule_export]
    use super::game::state::oracle::Oracle;
    #[pymodule_export]
    use super::game::state::{State, playouts, restore};
    #[pymodule_export]
    use super::game::{Game, game, games};
}
