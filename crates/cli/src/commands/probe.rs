//! `ply probe`: exact values from tables that `ply solve` wrote.

use plyground_catalog::Catalog;

use super::solve;
use crate::args::{JsonArgs, StartArgs, TablesArgs};
use crate::failure::Done;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply probe tigers --tables tables\n  ply probe kalah --tables tables --position \"<6,20,21,0,0,0,0,2,1,0,0,0,0,3,1> S\""
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    tables: TablesArgs,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let game = args.start.game.find(catalog)?;
    let solution = game.solve(&args.start.start(), &args.tables.options(), false, &mut |_| {})?;
    solve::print(&solution, game, args.json.json);
    Ok(())
}
