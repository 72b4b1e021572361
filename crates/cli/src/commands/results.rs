//! `ply results`: SQL queries over the records of many runs.

use std::path::PathBuf;

use plyground_arena::index::OVERVIEW;
use plyground_catalog::Catalog;

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{print_json, print_line};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply results --file games.jsonl\n  ply results \"select game, count(*) from games group by game\" --file games.jsonl"
)]
pub(crate) struct Args {
    /// SQL query over the table `games` and the view `results` [default: an overview]
    query: Option<String>,
    /// Files of records
    #[arg(long = "file", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let answer = catalog.ask(&args.files, args.query.as_deref().unwrap_or(OVERVIEW))?;
    if args.json.json {
        print_json(&answer);
    } else {
        print_line!("{answer}");
    }
    Ok(())
}
