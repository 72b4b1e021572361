//! Tigers and Goats.

mod bitmap;
mod goat_moves;
mod index;
#[cfg(test)]
mod tests;
mod tiger_moves;
