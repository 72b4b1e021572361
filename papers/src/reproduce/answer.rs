//! Fields of the JSON answers of `ply` and of its records.

use serde_json::Value;

/// Returns a number in an answer.
///
/// # Errors
/// When there is none at this path.
pub(crate) fn number(value: &Value, path: &str) -> Result<f64, String> {
    value.pointer(path).and_then(Value::as_f64).ok_or_else(|| format!("no number at {path} in {value:.200}"))
}

/// Returns a text in an answer.
///
/// # Errors
/// When there is none at this path.
pub(crate) fn text(value: &Value, path: &str) -> Result<String, String> {
    let found = value.pointer(path).and_then(Value::as_str).map(str::to_owned);
    found.ok_or_else(|| format!("no text at {path} in {value:.200}"))
}

/// Returns a list in an answer, or an empty list if there is none.
pub(crate) fn list<'a>(value: &'a Value, path: &str) -> &'a [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns the numbers of a list in an answer.
pub(crate) fn numbers(value: &Value, path: &str) -> Vec<f64> {
    list(value, path).iter().filter_map(Value::as_f64).collect()
}
