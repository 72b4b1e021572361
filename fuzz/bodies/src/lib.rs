//! The bodies of the fuzz targets: what has to hold whatever the input.
//!
//! Each body is a plain function of bytes that panics when something does not hold. libFuzzer calls it from the program
//! of the same name in `fuzz/fuzz_targets`, which `cargo xtask fuzz` runs for long; the test `short_run` of this crate calls
//! it on every machine, with any toolchain, for a second. So the bodies are a member of the main workspace, and only
//! what needs libFuzzer stands apart from it.
//!
//! ```
//! // Any bytes are a game, and any text is a position or is refused in one line.
//! plyground_bodies::kalah_play(b"0abracadabra");
//! plyground_bodies::kalah_position(b"<1,0,0,4,4> S");
//! plyground_bodies::kalah_position(b"<1,0,0,4,4> E");
//!
//! let target = plyground_bodies::find("kalah_play").expect("it is in the list");
//! (target.body)(b"9zzz");
//! ```

mod agent;
mod certificate;
mod moves;
mod options;
mod play;
mod position;
mod record;
mod session;
mod subject;
mod targets;

pub use targets::*;

use std::fmt::Display;

use plyground_game::notation::{Fault, without_mark};
use plyground_game::zobrist::mix;

/// Makes sure that `fault` is about `text`, with a column inside of it, in a short line that any terminal can show.
fn check_fault(fault: &Fault, text: &str) {
    // Readers leave out white space and a byte order mark around a text.
    let plain = without_mark(text.trim()).trim();
    assert!(fault.text == text || fault.text == plain, "{text:?}: the fault is about {:?}", fault.text);
    if let Some(column) = fault.column {
        let end = text.chars().count() + 1;
        assert!((1..=end).contains(&column), "{text:?}: column {column} of a text that ends at {end}");
    }
    assert!(!fault.found.is_empty() && !fault.expected.is_empty(), "{text:?}: {fault:?} does not state what is wrong");
    check_line(fault, text);
}

/// Makes sure that a message about `text` is one short line.
fn check_line(message: &impl Display, text: &str) {
    let message = message.to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{text:?} is refused with {message:?}");
    assert!(message.chars().count() < 1500, "{text:?} is refused with {} characters", message.len());
}

/// A seed that equal inputs share, so that a failure repeats.
fn seed(data: &[u8]) -> u64 {
    data.iter().fold(data.len() as u64, |seed, &byte| mix(seed ^ u64::from(byte)))
}
