//! What is said of arguments that make no sense: one line each, as of everything else.

use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::commands::Ply;
use crate::failure::Failure;

/// Help and version go out as they are; complaints are cut to one line.
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
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "no command was given: expected one, such as `ply analyse kalah`; `ply help` lists them".into();
    }
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    // The first paragraph says what is wrong, tips what would be right; usage and pointers to help follow.
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
