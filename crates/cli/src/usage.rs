//! Errors in arguments, in one line each, as all other errors.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::commands::Ply;
use crate::failure::Failure;

/// Prints help and version as they are, and any other error in one line.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Failure::Undone(format!("standard output cannot be written: {error}")).report()
            }
            _ => ExitCode::SUCCESS,
        };
    }
    Failure::Input(message(error)).report()
}

fn message(error: &clap::Error) -> String {
    // Only `ply cluster` has subcommands; `ply` alone prints its help.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "missing subcommand: expected one, such as `ply cluster status`; `ply help cluster` lists them".into();
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The first paragraph is the error, tips are suggestions; usage and pointers to help follow.
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let kept = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.starts_with("tip: to pass"));
    let mut message = kept.collect::<Vec<_>>().join(" ");
    if error.kind() == ErrorKind::InvalidSubcommand && !message.contains("tip:") {
        let names = Ply::command().get_subcommands().map(|command| command.get_name().to_owned()).collect::<Vec<_>>();
        message += &format!(": expected one of {}", names.join(", "));
    }
    if error.kind() == ErrorKind::UnknownArgument && !message.contains("tip:") {
        message += ": expected an option that the command's `--help` lists";
    }
    message
}
