//! Implements the compiled half of the Python package `plyground`.
//!
//! The other half is in `python/plyground`; `docs/guides/python.md` describes both.
//! This crate uses the catalog and knows no game, so Python has everything that an entry has.
//! Buffers of numpy are checked at run time, and the interpreter's lock is released during computations.

mod arena;
mod argument;
mod batch;
mod call;
mod error;
mod game;
mod learn;
mod lock;
mod player;
mod team;
mod text;
mod watch;
mod written;

/// The module `plyground._core`.
#[pyo3::pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arena::{contest, read_file, tuning};
    #[pymodule_export]
    use super::argument::{integer, real};
    #[pymodule_export]
    use super::batch::{Batch, restore_batch};
    #[pymodule_export]
    use super::game::own::{check_laws, own};
    #[pymodule_export]
    use super::game::state::analyse::Agent;
    #[pymodule_export]
    use super::game::state::oracle::Oracle;
    #[pymodule_export]
    use super::game::state::playouts::playouts;
    #[pymodule_export]
    use super::game::state::{State, restore};
    #[pymodule_export]
    use super::game::{Game, game, games};
    #[pymodule_export]
    use super::learn::learning;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let end_calls = wrap_pyfunction!(super::call::end_calls, module)?;
        module.py().import("atexit")?.call_method1("register", (end_calls,)).map(|_| ())
    }
}
