//! Numbers of Python, integers within their ranges, and folders: arguments, settings, and attributes of classes.
//!
//! Each argument is read by one function below, which names it and its range in the error. An integer is what
//! `operator.index` accepts, such as one of NumPy, and a number what `float` accepts of it. A bool is neither.

use std::path::PathBuf;

use plyground_catalog::bounds;
use plyground_game::notation::quote;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

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

/// Returns whether this is a bool of Python or of NumPy.
pub(crate) fn is_bool(given: &Bound<'_, PyAny>) -> bool {
    let is_named = |name: Bound<'_, PyString>| name == "bool" || name == "bool_";
    given.is_instance_of::<PyBool>() || given.get_type().name().is_ok_and(is_named)
}

/// Returns an argument as a number, for the half of the package in Python. What is no number, such as a bool, is a `TypeError`.
#[pyfunction]
pub(crate) fn real(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
    let found = if is_bool(given) { None } else { given.extract().ok() };
    found.ok_or_else(|| PyTypeError::new_err(format!("{name}={}: expected a number", shown(given))))
}

/// Reads the two items of a sequence.
fn pair<'py>(name: &str, given: &Bound<'py, PyAny>, expected: &str) -> PyResult<[Bound<'py, PyAny>; 2]> {
    let items = given.try_iter().and_then(|items| items.take(3).collect::<PyResult<Vec<_>>>());
    let items = items.ok().filter(|_| !given.is_instance_of::<PyString>()).and_then(|items| items.try_into().ok());
    items.ok_or_else(|| PyTypeError::new_err(format!("{name}={}: expected {expected}", shown(given))))
}

/// Reads an integer from `least` to `most`.
fn number<T: TryFrom<i128>>(name: &str, given: &Bound<'_, PyAny>, least: i128, most: i128) -> PyResult<T> {
    let wrong_type = || {
        let text = format!("{name}={}: expected an integer from {least} to {most}", shown(given));
        PyTypeError::new_err(text)
    };
    let outside = |found: &str| PyValueError::new_err(format!("{name}={found}: expected {least} to {most}"));
    if is_bool(given) {
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

/// What an argument that need not be an integer is read as: a number, two or several of them, or none.
pub(crate) trait FromReal: Sized {
    /// Reads numbers. `name` is that of the argument.
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self>;
}

impl FromReal for f64 {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<f64> {
        real(name, given)
    }
}

impl FromReal for (f64, f64) {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
        let [first, second] = pair(name, given, "two numbers")?;
        Ok((real(name, &first)?, real(name, &second)?))
    }
}

impl FromReal for Vec<f64> {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        given.try_iter()?.map(|item| real(name, &item?)).collect()
    }
}

impl<T: FromReal> FromReal for Option<T> {
    fn read(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Option<T>> {
        if given.is_none() { Ok(None) } else { T::read(name, given).map(Some) }
    }
}

macro_rules! reals {
    ($($function:ident)*) => {$(
        pub(crate) fn $function<T: FromReal>(given: &Bound<'_, PyAny>) -> PyResult<T> {
            T::read(stringify!($function), given)
        }
    )*};
}

reals! { time clock sprt sprt_errors half_life result_weight shares }

/// Reads a budget in seconds.
pub(crate) fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    FromReal::read("budget", given)
}

/// Reads the fewest and the most random moves of openings.
pub(crate) fn opening_plies(given: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    let name = "opening_plies";
    let expected = "two integers, the fewest before the most";
    let [least, most] = pair(name, given, expected)?;
    let read = |given| number::<u32>(name, given, 0, bounds::OPENING_PLIES.into());
    match (read(&least)?, read(&most)?) {
        (least, most) if least > most => {
            Err(PyValueError::new_err(format!("{name}={}: expected {expected}", shown(given))))
        }
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
