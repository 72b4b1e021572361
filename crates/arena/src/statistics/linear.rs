//! Small symmetric systems of equations, as Newton's method and intervals need them.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    size: usize,
    values: Vec<f64>,
}

impl Matrix {
    /// All zero.
    pub(crate) fn zero(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    pub(crate) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// The lower triangle L with L Lᵗ = self (Cholesky); `None` when the matrix is not positive definite.
    fn factor(&self) -> Option<Matrix> {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let sum: f64 = (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - sum;
                let value = if row == column {
                    if rest <= 1e-12 * self.get(row, row).abs() {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower.get(column, column)
                };
                lower.add(row, column, value);
            }
        }
        Some(lower)
    }

    /// The inverse of a positive definite matrix; `None` for others.
    pub(crate) fn inverse(&self) -> Option<Matrix> {
        let lower = self.factor()?;
        let mut inverse = Matrix::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for row in 0..self.size {
                let sum: f64 = (0..row).map(|k| lower.get(row, k) * unit[k]).sum();
                unit[row] = (unit[row] - sum) / lower.get(row, row);
            }
            for row in (0..self.size).rev() {
                let sum: f64 = (row + 1..self.size).map(|k| lower.get(k, row) * unit[k]).sum();
                unit[row] = (unit[row] - sum) / lower.get(row, row);
                inverse.add(row, column, unit[row]);
            }
        }
        Some(inverse)
    }

    /// The product with a vector.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.values.chunks(self.size).map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes() {
        let mut matrix = Matrix::zero(3);
        for (row, values) in [[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 2.0]].into_iter().enumerate() {
            for (column, value) in values.into_iter().enumerate() {
                matrix.add(row, column, value);
            }
        }
        let vector = [1.0, -2.0, 5.0];
        let back = matrix.inverse().unwrap().times(&matrix.times(&vector));
        for i in 0..3 {
            assert!((back[i] - vector[i]).abs() < 1e-12);
        }
    }

    #[test]
    fn what_cannot_be_inverted_is_refused() {
        let mut matrix = Matrix::zero(2);
        for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            matrix.add(row, column, 1.0);
        }
        assert_eq!(matrix.inverse(), None);
    }
}
