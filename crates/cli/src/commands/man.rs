//! `ply man`: manual pages, and the reference page of the book.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use clap::CommandFactory;
use plyground_catalog::Catalog;

use super::{Group, Ply};
use crate::failure::{Done, Failure};
use crate::out::{print_line, print_part};

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
        print_part!("{}", reference());
        return Ok(());
    };
    let fault = |error| Failure::Undone(format!("{}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(fault)?;
    clap_mangen::generate_to(Ply::command(), folder).map_err(fault)?;
    print_line!("manual pages in {}; `man {}` shows one", folder.display(), folder.join("ply.1").display());
    Ok(())
}

/// The head of the reference page.
const HEAD: &str = "# Command line

<!-- `cargo xtask reference` writes this page. -->

The help of `ply` and of each of its commands, as the program prints it.
Dots stand for a section that an earlier command has in the same words.
`ply games` lists games, agents and levels; `ply games GAME` shows a game in full, and `--keys` lists keys of agents.
";

/// Returns the reference page: the help of `ply` and of every command, as console blocks that the tests of documents run.
fn reference() -> String {
    let mut page = HEAD.to_owned();
    let mut seen = HashSet::new();
    let mut block = |title: &str, arguments: &[&str]| {
        let help = help(arguments);
        let mut sections: Vec<&str> = Vec::new();
        for section in help.trim_end().split("\n\n") {
            let is_new = seen.insert(section.to_owned());
            sections.push(if is_new { section } else { "..." });
        }
        sections.dedup_by(|one, other| one == other && *one == "...");
        let command = arguments.join(" ");
        write!(page, "\n{title}\n\n```console\n$ {command}\n{}\n```\n", sections.join("\n\n"))
            .expect("writing to a string cannot fail");
    };
    block("## Commands", &["ply", "--help"]);
    for group in Group::ALL {
        for (index, name) in group.commands().enumerate() {
            let title = format!("### `ply {name}`");
            let title = if index == 0 { format!("## {}\n\n{title}", group.heading()) } else { title };
            block(&title, &["ply", name, "--help"]);
        }
    }
    page
}

/// Returns the output of these arguments without a terminal width.
fn help(arguments: &[&str]) -> String {
    let read = Ply::command().term_width(100).try_get_matches_from(arguments);
    read.err().map(|help| help.render().to_string()).unwrap_or_default()
}
