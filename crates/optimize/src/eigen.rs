//! Small square matrices, and the eigenvalues of symmetric ones by Jacobi's rotations.

/// A square matrix.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn identity(size: usize) -> Matrix {
        let mut matrix = Matrix { size, cells: vec![0.0; size * size] };
        (0..size).for_each(|index| *matrix.at_mut(index, index) = 1.0);
        matrix
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(crate) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// The matrix times a column.
    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells.chunks(self.size).map(|row| row.iter().zip(vector).map(|(cell, part)| cell * part).sum()).collect()
    }

    /// The matrix, rows and columns swapped, times a column.
    pub(crate) fn transposed_times(&self, vector: &[f64]) -> Vec<f64> {
        let column = |column: usize| (0..self.size).map(|row| self.at(row, column) * vector[row]).sum();
        (0..self.size).map(column).collect()
    }
}

/// The eigenvalues of a symmetric matrix, and the eigenvectors as columns in the same order.
pub(crate) fn eigen(symmetric: &Matrix) -> (Vec<f64>, Matrix) {
    let size = symmetric.size;
    let (mut a, mut vectors) = (symmetric.clone(), Matrix::identity(size));
    // It converges quadratically: some ten sweeps do for any matrix of this kind.
    for _ in 0..60 {
        let off: f64 = (0..size).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a.at(i, j).powi(2)).sum();
        let on: f64 = (0..size).map(|i| a.at(i, i).powi(2)).sum();
        if off <= 1e-30 * on {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..size).map(|index| a.at(index, index)).collect(), vectors)
}

/// Turns the plane of two axes so that their common cell becomes 0.
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let cell = a.at(p, q);
    if cell == 0.0 {
        return;
    }
    let ratio = (a.at(q, q) - a.at(p, p)) / (2.0 * cell);
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    let turn = |one: &mut f64, other: &mut f64| {
        let (left, right) = (*one, *other);
        (*one, *other) = (cosine * left - sine * right, sine * left + cosine * right);
    };
    for k in 0..a.size {
        let (mut one, mut other) = (a.at(k, p), a.at(k, q));
        turn(&mut one, &mut other);
        (*a.at_mut(k, p), *a.at_mut(k, q)) = (one, other);
    }
    for k in 0..a.size {
        let (mut one, mut other) = (a.at(p, k), a.at(q, k));
        turn(&mut one, &mut other);
        (*a.at_mut(p, k), *a.at_mut(q, k)) = (one, other);
        let (mut one, mut other) = (vectors.at(k, p), vectors.at(k, q));
        turn(&mut one, &mut other);
        (*vectors.at_mut(k, p), *vectors.at_mut(k, q)) = (one, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn vectors_and_values_make_the_matrix_again() {
        let mut random = Random::new(9);
        for size in [1, 2, 5, 16] {
            let mut matrix = Matrix::identity(size);
            for row in 0..size {
                for column in 0..=row {
                    let cell = random.normal();
                    *matrix.at_mut(row, column) = cell;
                    *matrix.at_mut(column, row) = cell;
                }
            }
            let (values, vectors) = eigen(&matrix);
            for (index, value) in values.iter().enumerate() {
                let vector: Vec<f64> = (0..size).map(|row| vectors.at(row, index)).collect();
                let length: f64 = vector.iter().map(|part| part * part).sum();
                assert!((length - 1.0).abs() < 1e-12);
                for (image, part) in matrix.times(&vector).iter().zip(&vector) {
                    assert!((image - value * part).abs() < 1e-10, "{size}: {image} {value} {part}");
                }
            }
        }
    }
}
