//! `ply results`: the results of every player over the records of many runs.

use std::path::PathBuf;

use plyground_arena::{PlayerTotal, missing_games, totals};
use plyground_catalog::Catalog;
use serde_json::json;

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{note, print_json, print_line};

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply results --file games.jsonl\n  ply results --file monday.jsonl tuesday.jsonl")]
pub(crate) struct Args {
    /// Files of records
    #[arg(long = "file", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let files = catalog.records_of(&args.files)?;
    for (path, records) in &files {
        for missing in missing_games(records) {
            note!("warning: `{}`: {missing}", path.display());
        }
    }
    let records: Vec<_> = files.into_iter().flat_map(|(_, records)| records).collect();
    let totals = totals(&records);
    if args.json.json {
        let rows: Vec<_> = totals
            .iter()
            .map(|PlayerTotal { game, player, games, wins, draws, losses, percent, runs }| {
                json!([game, player, games, wins, draws, losses, percent, runs])
            })
            .collect();
        print_json(&json!({ "columns": COLUMNS, "rows": rows }));
        return Ok(());
    }
    let width = |name: fn(&PlayerTotal) -> &str, head: &str| {
        totals.iter().map(|total| name(total).chars().count()).chain([head.len()]).max().unwrap_or_default()
    };
    let [game, player, games, wins, draws, losses, percent, runs] = COLUMNS;
    let (first, second) = (width(|total| &total.game, game), width(|total| &total.player, player));
    print_line!(
        "{game:first$}  {player:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7}  {runs:>4}"
    );
    for PlayerTotal { game, player, games, wins, draws, losses, percent, runs } in &totals {
        print_line!(
            "{game:first$}  {player:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7.1}  {runs:>4}"
        );
    }
    Ok(())
}

const COLUMNS: [&str; 8] = ["game", "player", "games", "wins", "draws", "losses", "percent", "runs"];
