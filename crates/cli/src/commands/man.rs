//! `ply man`: manual pages.

use std::path::PathBuf;

use clap::CommandFactory;
use plyground_catalog::Catalog;

use super::Ply;
use crate::failure::{Done, Failure};
use crate::out::say;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply man ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The folder; it is made where it is not there
    folder: PathBuf,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let fault = |error| Failure::Undone(format!("{}: {error}", args.folder.display()));
    std::fs::create_dir_all(&args.folder).map_err(fault)?;
    clap_mangen::generate_to(Ply::command(), &args.folder).map_err(fault)?;
    say!("manual pages in {}; `man {}` shows one", args.folder.display(), args.folder.join("ply.1").display());
    Ok(())
}
