//! Size limits of what users download. Each size has one limit, for what is built before a release and in CI.
//!
//! The limits are loose: no code is written to save bytes. They detect data or dependencies that were added by mistake.

/// Maximum bytes of `ply` without symbols.
pub(crate) const PROGRAM: u64 = 22_000_000;
/// Maximum bytes of the Python package.
pub(crate) const WHEEL: u64 = 8_000_000;
/// Maximum bytes of the static site: the board with its engines, each file compressed, without the book.
pub(crate) const SITE: u64 = 2_500_000;

/// Returns an error if something has more bytes than its limit.
pub(crate) fn check(name: &str, bytes: u64, most: u64) -> Result<(), String> {
    if bytes > most { Err(format!("{name} has {bytes} bytes: expected at most {most}")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_over_its_limit_is_an_error() {
        assert_eq!(check("ply", PROGRAM, PROGRAM), Ok(()));
        assert_eq!(check("ply", 9, 8).unwrap_err(), "ply has 9 bytes: expected at most 8");
    }
}
