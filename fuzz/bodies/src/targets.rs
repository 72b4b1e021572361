//! The list of the fuzz targets and their seed corpora.
//!
//! Seeds are lines of the files in `fuzz/seeds`: `\n` stands for a line feed, `\\` for a backslash, and `#` opens a
//! comment line. Positions of the perft suites are seeds of the position parsers as well.

use plyground_cachex::Cachex;
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_tigers::Tigers;

use crate::moves::moves;
use crate::play::play;
use crate::position::position;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its program in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// What it does with an input; panics when something does not hold.
    pub body: fn(&[u8]),
    lines: &'static str,
    perft_suite: &'static str,
}

macro_rules! targets {
    ($($name:ident: $body:expr, $lines:literal $(, $crate_of_suite:literal)?;)*) => {
        $(
            #[doc = concat!("The body of the target `", stringify!($name), "`.")]
            ///
            /// # Panics
            /// When something does not hold.
            pub fn $name(data: &[u8]) {
                $body(data);
            }
        )*

        /// All fuzz targets.
        pub const TARGETS: &[Target] = &[$(Target {
            name: stringify!($name),
            body: $name,
            lines: include_str!(concat!("../../seeds/", $lines, ".txt")),
            perft_suite: concat!("" $(, include_str!(concat!("../../../crates/", $crate_of_suite, "/tests/perft.txt")))?),
        }),*];
    };
}

// Not generic, so that each body is compiled once, here, and not again in its program.
targets! {
    kalah_position: position::<Kalah>, "kalah_position", "kalah";
    kalah_move: moves::<Kalah>, "kalah_move";
    kalah_play: play::<Kalah>, "play";
    khet_position: position::<Khet>, "khet_position", "khet";
    khet_move: moves::<Khet>, "khet_move";
    khet_play: play::<Khet>, "play";
    tigers_position: position::<Tigers>, "tigers_position", "tigers";
    tigers_move: moves::<Tigers>, "tigers_move";
    tigers_play: play::<Tigers>, "play";
    cachex_position: position::<Cachex>, "cachex_position", "cachex";
    cachex_move: moves::<Cachex>, "cachex_move";
    cachex_play: play::<Cachex>, "play";
    options: crate::options::options, "options";
    record: crate::record::record, "record";
    agent: crate::agent::agent, "agent";
    session: crate::session::session, "session";
    certificate: crate::certificate::certificate, "certificate";
}

/// The target of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// The seed corpus: inputs that lie near what the target is about, each once.
    #[must_use]
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        let lines = self.lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(unescape);
        let positions = self.perft_suite.lines().filter(|line| !line.starts_with('#'));
        let positions = positions.filter_map(|line| line.split('|').nth(1)).map(|field| field.trim().to_owned());
        let mut seeds: Vec<Vec<u8>> = lines.chain(positions).map(String::into_bytes).collect();
        seeds.sort();
        seeds.dedup();
        seeds
    }
}

fn unescape(line: &str) -> String {
    // Backslashes in pairs first, or `\\n` would become a backslash and a line feed.
    line.split("\\\\").map(|part| part.replace("\\n", "\n")).collect::<Vec<_>>().join("\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_lines_and_positions_of_the_suite() {
        let perft_suite = "# a\nrules | x | 1: 2\nmore | x | 1: 3";
        let target = Target { name: "", body: |_| (), lines: "# b\n\n\\n\\\\n", perft_suite };
        assert_eq!(target.seeds(), [&b"\n\\n"[..], b"x"]);
    }
}
