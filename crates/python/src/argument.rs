//! Integers of Python within their ranges, and folders: arguments, settings, and attributes of classes.
//!
//! Each argument is read by one function below, which names it and its range in the error. An integer is what
//! `operator.index` accepts, such as one of NumPy, except a bool.

use std::path::PathBuf;

use plyground_catalog::bounds;
use plyground_game::notation::quote;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

/// Returns the `repr` of an object on one line, truncated.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    // Python refuses to write an integer of more than 4,300 digits.
    name(&object.repr().map_or_else(|_| "a value that cannot be shown".into(), |text| text.to_string()))
}

/// Returns the name of a player, an evaluation or a side for tables: on one line, truncated, without invisible characters.
pub(crate) fn name(name: &str) -> String {
    quote(name).trim_matches('`').to_owned()
}

/// Reads the folder of tables, which must exist.
pub(crate) fn tables(given: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
    match given.extract::<Option<PathBuf>>()? {
        Some(folder) if !folder.is_dir() => {
            Err(PyValueError::new_err(format!("tables={}: expected a folder that `ply solve` wrote", shown(given))))
        }
        folder => Ok(folder),
    }
}

/// Reads an integer from `least` to `most`.
fn number<T: TryFrom<i128>>(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<T> {
    let wrong_type = || {
        let text = format!("{name}={}: expected an integer from {least} to {most}", shown(given));
        PyTypeError::new_err(text)
    };
    let outside = |found: &str| PyValueError::new_err(format!("{name}={found}: expected {least} to {most}"));
    if given.is_instance_of::<PyBool>() {
        return Err(wrong_type());
    }
    let read = given.extract::<i64>().map(i128::from).or_else(|_| given.extract::<u64>().map(i128::from));
    let found = read.map_err(|error| match given.py() {
        py if error.is_instance_of::<PyTypeError>(py) => wrong_type(),
        py if error.is_instance_of::<PyOverflowError>(py) => outside(&shown(given)),
        _ => error,
    })?;
    let is_inside = (least..=most).contains(&found);
    T::try_from(found).ok().filter(|_| is_inside).ok_or_else(|| outside(&found.to_string()))
}

/// What an argument is read as: a number, several of them, or none.
pub(crate) trait FromInteger: Sized {
    /// Reads numbers from `least` to `most`. `name` is that of the argument.
    fn read(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<Self>;
}

macro_rules! numbers {
    ($($kind:ty)*) => {$(
        impl FromInteger for $kind {
            fn read(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<Self> {
                number(name, given, least, most)
            }
        }
    )*};
}

numbers! { u32 u64 usize }

impl<T: FromInteger> FromInteger for Option<T> {
    fn read(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<Self> {
        if given.is_none() { Ok(None) } else { T::read(name, given, least, most).map(Some) }
    }
}

impl<T: FromInteger> FromInteger for Vec<T> {
    fn read(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<Self> {
        given.extract::<Vec<Bound<'_, PyAny>>>()?.iter().map(|given| T::read(name, given, least, most)).collect()
    }
}

macro_rules! arguments {
    ($($function:ident: $name:literal from $least:expr, to $most:expr;)*) => {$(
        pub(crate) fn $function<T: FromInteger>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read($name, given, i128::from($least), i128::from($most))
        }
    )*};
}

arguments! {
    seed: "seed" from 0, to u64::MAX;
    threads: "threads" from 1, to 256;
    concurrency: "concurrency" from 1, to 256;
    batch_size: "n" from 1, to 1 << 24;
    side: "side" from 0, to 1;
    playouts: "n" from 0, to u32::MAX;
    checked_games: "games" from 0, to u32::MAX;
    checked_plies: "max_plies" from 0, to bounds::PLIES;
    perft_depth: "depth" from 0, to 100;
    depth: "depth" from 1, to bounds::DEPTH;
    nodes: "nodes" from 1, to u64::MAX;
    effort: "effort" from 0, to u64::MAX;
    lines: "lines" from 1, to 1_000;
    database: "database" from 0, to bounds::DATABASE;
    table: "table" from 1, to bounds::TABLE;
    actions_of_class: "num_distinct_actions" from 1, to 4_096;
    rounds: "rounds" from 1, to bounds::ROUNDS;
    openings: "openings" from 1, to bounds::OPENINGS;
    max_plies: "max_plies" from 1, to bounds::PLIES;
    kids: "kids" from 2, to 1_000;
    tuned_generations: "generations" from 1, to 1_000_000;
    games_per_pairing: "games_per_pairing" from 1, to 1_000_000;
    budget: "budget" from 0, to u64::MAX;
    restarts: "restarts" from 1, to 1_000;
    elitism: "elitism" from 0, to 1_000;
    final_games: "final_games" from 0, to 1_000_000;
    hidden: "hidden" from 8, to 128;
    learned_generations: "generations" from 1, to 1_000;
    games: "games" from 1, to 10_000_000;
    learned_nodes: "nodes" from 1, to u32::MAX;
    pv_searches: "pv_searches" from 0, to 1_000;
    share_games: "share_games" from 1, to 1_000_000;
    match_nodes: "match_nodes" from 1, to u32::MAX;
    match_games: "match_games" from 1, to 1_000_000;
}

/// Reads the fewest and the most random moves of openings.
pub(crate) fn opening_plies(given: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    let name = "opening_plies";
    let wrong = || format!("{name}={}: expected two integers, the fewest before the most", shown(given));
    let (least, most): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
        given.extract().map_err(|_| PyTypeError::new_err(wrong()))?;
    let read = |given| number::<u32>(name, given, 0, bounds::OPENING_PLIES.into());
    match (read(&least)?, read(&most)?) {
        (least, most) if least > most => Err(PyValueError::new_err(wrong())),
        plies => Ok(plies),
    }
}

/// Returns an integer argument within its range, for the half of the package in Python.
///
/// Another number is a `ValueError`, and what is no integer, such as a bool, a `TypeError`.
#[pyfunction]
pub(crate) fn integer(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<i128> {
    number(name, given, least, most)
}
