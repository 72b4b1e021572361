//! `ply export`: recorded games as the text that `ply play --load` reads.

use plyground_catalog::Catalog;

use crate::failure::Done;
use crate::out::{print_line, print_part};
use crate::recorded::RecordedArgs;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply export games.jsonl\n  ply export games.jsonl --game 3")]
#[command(mut_arg("game", |game| game.help("Number of the game, from 1 [default: all]")))]
pub(crate) struct Args {
    #[command(flatten)]
    recorded: RecordedArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let records = args.recorded.all(catalog)?;
    if args.recorded.game.is_some() {
        print_part!("{}", catalog.export(args.recorded.chosen(&records)?)?);
        return Ok(());
    }
    for record in &records {
        print_part!("{}", catalog.export(record)?);
        print_line!("");
    }
    Ok(())
}
