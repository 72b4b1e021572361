//! Output of a measuring program: a line of text, or one JSON object per line for `cargo xtask bench`.
//!
//! ```
//! use plyground_benches::row::Row;
//!
//! let row = Row::of("generic / monolith", "ratio", vec![1.5, 0.5, 1.0]);
//! assert_eq!((row.low, row.value, row.high), (0.5, 1.0, 1.5));
//! assert_eq!(row.json(), r#"{"name":"generic / monolith","unit":"ratio","value":1,"low":0.5,"high":1.5}"#);
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what measuring programs print")]

/// A result with its spread over the rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Name of the measurement, without quotation marks.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// The median.
    pub value: f64,
    /// The minimum.
    pub low: f64,
    /// The maximum.
    pub high: f64,
}

impl Row {
    /// Returns the median and the spread of some rounds.
    ///
    /// # Panics
    /// Panics without a round.
    #[must_use]
    pub fn of(name: &str, unit: &'static str, mut values: Vec<f64>) -> Row {
        values.sort_by(f64::total_cmp);
        Row { name: name.into(), unit, value: values[values.len() / 2], low: values[0], high: values[values.len() - 1] }
    }

    /// Returns it as a JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let Row { name, unit, value, low, high } = self;
        format!(r#"{{"name":"{name}","unit":"{unit}","value":{value},"low":{low},"high":{high}}}"#)
    }

    /// Prints it, as JSON if the program has the argument `--json`.
    pub fn print(&self) {
        if std::env::args().any(|arg| arg == "--json") {
            println!("{}", self.json());
        } else {
            let Row { name, unit, value, low, high } = self;
            println!("{name:<44} {value:>10.3} {unit} ({low:.3} to {high:.3})");
        }
    }
}
