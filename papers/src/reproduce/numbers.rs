//! Means, correlations, and the formatting of numbers.

/// Returns the mean.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns Pearson's correlation of two lists: -1 to 1.
pub(crate) fn correlation(points: &[(f64, f64)]) -> f64 {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let (x, y) = (mean(&xs), mean(&ys));
    let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

/// Formats 1234567 as 1,234,567.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(
            ["1", "123", "1,234", "1,234,567"].map(String::from),
            [1.0, 123.0, 1234.0, 1_234_567.0].map(grouped)
        );
    }

    #[test]
    fn correlated_lists_are_distinguished() {
        assert!((correlation(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]) - 1.0).abs() < 1e-9);
        assert!((correlation(&[(0.0, 1.0), (1.0, 0.0), (2.0, -1.0)]) + 1.0).abs() < 1e-9);
        assert!(correlation(&[(0.0, 1.0), (1.0, 0.0), (2.0, 1.0)]).abs() < 1e-9);
    }
}
