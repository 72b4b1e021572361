//! The minimum Rust version that the manifests state, and the toolchain here that can check it.

use camino::Utf8Path;

use crate::step::printed;
use crate::workspace::Package;

/// How the minimum Rust version can be checked here. That the compiler is not older, cargo checks itself.
pub(crate) enum Minimum {
    /// The compiler that runs the other steps is of this version.
    Used,
    /// This toolchain, beside the used one.
    Installed(String),
    Absent,
}

impl Minimum {
    /// What the system says of the `stated` version.
    pub(crate) fn find(stated: &str, root: &Utf8Path) -> Minimum {
        Minimum::new(stated, &printed("rustc", &["--version"], root), &printed("rustup", &["toolchain", "list"], root))
    }

    /// `stated` as in the manifest, `compiler` as `rustc --version` prints it, `toolchains` as `rustup toolchain list` does.
    fn new(stated: &str, compiler: &str, toolchains: &str) -> Minimum {
        let is_stated = |version: &str| {
            version.strip_prefix(stated).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
        };
        if compiler.split_whitespace().nth(1).is_some_and(is_stated) {
            return Minimum::Used;
        }
        let mut installed = toolchains.lines().filter_map(|line| line.split_whitespace().next());
        installed
            .find(|toolchain| is_stated(toolchain))
            .map_or(Minimum::Absent, |toolchain| Minimum::Installed(toolchain.into()))
    }
}

/// The version that the manifests state, `1.95`; `tidy` sees to it that they agree.
pub(crate) fn stated(packages: &[Package]) -> String {
    let version = packages.iter().find_map(|package| package.rust.as_deref()).unwrap_or_default();
    version.splitn(3, '.').take(2).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "stable-x86_64-unknown-linux-gnu (active, default)\n1.95.0-x86_64-unknown-linux-gnu\n1.9-x86\n";

    fn toolchain(stated: &str, compiler: &str) -> Option<String> {
        match Minimum::new(stated, compiler, LIST) {
            Minimum::Used => Some("used".into()),
            Minimum::Installed(toolchain) => Some(toolchain),
            Minimum::Absent => None,
        }
    }

    #[test]
    fn the_toolchain_of_the_minimum_version() {
        assert_eq!(toolchain("1.95", "rustc 1.95.0 (abc 2026-01-01)").as_deref(), Some("used"));
        assert_eq!(
            toolchain("1.95", "rustc 1.97.1 (abc 2026-01-01)").as_deref(),
            Some("1.95.0-x86_64-unknown-linux-gnu")
        );
        assert_eq!(toolchain("1.9", "rustc 1.97.1").as_deref(), Some("1.9-x86"));
        assert_eq!(toolchain("1.85", "rustc 1.97.1"), None);
        assert_eq!(toolchain("1.85", ""), None);
    }
}
