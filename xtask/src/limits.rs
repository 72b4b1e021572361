//! Size limits of what users download. Each size has one limit, which is checked before a release and in CI.
//!
//! The limits are loose: no code is written to save bytes. They detect data or dependencies that were added by mistake. CI builds
//! nothing for release, so it checks what the tests use: [`in_tests`].

use crate::disk;
use crate::step::Step;
use crate::workspace::Workspace;

/// Maximum bytes of `ply` without symbols.
pub(crate) const PROGRAM: u64 = 26_000_000;
/// Maximum bytes of the Python package.
pub(crate) const WHEEL: u64 = 12_000_000;
/// Maximum bytes of the static site: the board with its engines, each file compressed, without the book.
pub(crate) const SITE: u64 = 2_500_000;

/// Returns the limit of a build of the profile of tests, which is up to two and a half times as large: `ply` has 50 MB there and
/// 20 in the profile `release`.
pub(crate) fn in_tests(most: u64) -> u64 {
    most * 5 / 2
}

/// `cargo xtask sizes`: checks the `ply` that the tests use.
///
/// # Errors
/// Fails if it is too large or not built.
pub(crate) fn run(workspace: &Workspace) -> Result<(), String> {
    let (built, copy) = (workspace.target.join("debug/ply"), workspace.target.join("sizes/ply"));
    disk::copy(&built, &copy)?;
    Step::new("strip", &format!("strip --strip-all {copy}")).run(&workspace.root)?;
    let most = in_tests(PROGRAM);
    println!("{built}: {} bytes without symbols, of {most}", disk::check_size(&copy, most)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_over_its_limit_is_an_error() {
        assert_eq!(disk::check_bytes("ply", PROGRAM, PROGRAM), Ok(()));
        assert_eq!(disk::check_bytes("ply", 9, 8).unwrap_err(), "ply has 9 bytes: expected at most 8");
    }
}
