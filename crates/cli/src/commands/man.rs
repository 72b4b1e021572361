//! `ply man`: manual pages, and the reference page of the book.

use std::fmt::Write;
use std::path::PathBuf;

use clap::CommandFactory;
use plyground_catalog::Catalog;

use super::{Group, Ply};
use crate::failure::{Done, Failure};
use crate::out::{say, say_part};

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Folder of the pages; created if it does not exist
    #[arg(required_unless_present = "markdown")]
    folder: Option<PathBuf>,
    /// Print the reference of all commands as Markdown
    #[arg(long, hide = true, conflicts_with = "folder")]
    markdown: bool,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let Some(folder) = &args.folder else {
        say_part!("{}", reference());
        return Ok(());
    };
    let fault = |error| Failure::Undone(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(fault)?;
    clap_mangen::generate_to(Ply::command(), folder).map_err(fault)?;
    say!("manual pages in {}; `man {}` shows one", folder.display(), folder.join("ply.1").display());
    Ok(())
}

/// The head of the reference page.
const HEAD: &str = "# Command line

<!-- `cargo xtask reference` writes this page. -->

This page is the output of `ply help` and of the `--help` of each command.
`ply games` lists games, agents, levels and keys.
";

/// Returns the reference page: the help of `ply` and of every command, as console blocks that the tests of documents run.
fn reference() -> String {
    let mut ply = Ply::command().term_width(100);
    ply.build();
    let mut page = HEAD.to_owned();
    let mut block = |title: &str, command: &str, help: &str| {
        write!(page, "\n{title}\n\n```console\n$ {command}\n{}\n```\n", help.trim_end())
            .expect("writing to a string cannot fail");
    };
    block("## Commands", "ply --help", &ply.render_help().to_string());
    for group in Group::ALL {
        for (index, name) in group.commands().enumerate() {
            let title = format!("### `ply {name}`");
            let title = if index == 0 { format!("## {}\n\n{title}", group.heading()) } else { title };
            let command = ply.find_subcommand_mut(name).expect("the command is in the list");
            block(&title, &format!("ply {name} --help"), &command.render_long_help().to_string());
        }
    }
    page
}
