//! `ply completions`: completions for a shell.

use clap::CommandFactory;
use plyground_catalog::Catalog;

use super::Ply;
use crate::failure::Done;
use crate::out::print_part;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply completions bash > ~/.local/share/bash-completion/completions/ply")]
pub(crate) struct Args {
    /// Shell to complete for
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Ply::command(), "ply", &mut script);
    print_part!("{}", String::from_utf8_lossy(&script));
    Ok(())
}
