//! What a measuring program prints: a line for people, or one JSON object a line for `cargo xtask bench`.
//!
//! ```
//! use plyground_benches::row::Row;
//!
//! let row = Row::of("generic / monolith", "ratio", vec![1.5, 0.5, 1.0]);
//! assert_eq!((row.low, row.value, row.high), (0.5, 1.0, 1.5));
//! assert_eq!(row.json(), r#"{"name":"generic / monolith","unit":"ratio","value":1,"low":0.5,"high":1.5}"#);
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what measuring programs print")]

/// One figure with its spread over the rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What was measured; no quotation marks.
    pub name: String,
    /// In what.
    pub unit: &'static str,
    /// The median.
    pub value: f64,
    /// The least.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

impl Row {
    /// The median and the spread of some rounds.
    ///
    /// # Panics
    /// Without a round.
    #[must_use]
    pub fn of(name: &str, unit: &'static str, mut values: Vec<f64>) -> Row {
        values.sort_by(f64::total_cmp);
        Row { name: name.into(), unit, value: values[values.len() / 2], low: values[0], high: values[values.len() - 1] }
    }

    /// As one JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let Row { name, unit, value, low, high } = self;
        format!(r#"{{"name":"{name}","unit":"{unit}","value":{value},"low":{low},"high":{high}}}"#)
    }

    /// Prints it; as JSON where the program was called with `--json`.
    pub fn print(&self) {
        if std::env::args().any(|arg| arg == "--json") {
            println!("{}", self.json());
        } else {
            let Row { name, unit, value, low, high } = self;
            println!("{name:<44} {value:>10.3} {unit} ({low:.3} to {high:.3})");
        }
    }
}
