//! `ply export`: recorded games as the text that `ply play --load` reads, or as JSON.

use plyground_arena::Record;
use plyground_catalog::{Catalog, CatalogError, Trajectory};

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{print_json, print_line, print_part};
use crate::recorded::RecordedArgs;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply export games.jsonl\n  ply export games.jsonl --game 3\n  ply export games.jsonl --json"
)]
#[command(mut_arg("game", |game| game.help("Number of the game, from 1 [default: all]")))]
pub(crate) struct Args {
    #[command(flatten)]
    recorded: RecordedArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let records = args.recorded.all(catalog)?;
    if args.json.json {
        let chosen = args.recorded.game.map(|_| args.recorded.chosen(&records)).transpose()?;
        for record in chosen.map_or(&records[..], std::slice::from_ref) {
            print_json(&trajectory(catalog, record)?);
        }
        return Ok(());
    }
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

/// Returns a recorded game with the result of its record.
fn trajectory(catalog: &Catalog, record: &Record) -> Result<Trajectory, CatalogError> {
    let state = catalog.game(&record.game)?.state(&record.start())?;
    Ok(Trajectory::of(&*state, Some(record.result.into())))
}
