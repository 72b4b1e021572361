//! Running `ply` as a user does.

use std::process::{Command, Output, Stdio};

/// The command with these arguments, without colours and with nothing to read.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ply"));
    command.args(args).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// What it answers.
pub(crate) fn ply(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// What it has written.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
