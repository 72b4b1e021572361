//! `ply results`: the results of every player over the records of many runs.

use std::path::PathBuf;

use plyground_arena::{PlayerTotal, missing_games, totals};
use plyground_catalog::Catalog;
use serde_json::json;

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{note, print_json, print_line};
use crate::words::counted;

#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  ply results games.jsonl\n  ply results monday.jsonl tuesday.jsonl")]
pub(crate) struct Args {
    /// Files of records
    #[arg(value_name = "FILE", required_unless_present = "files")]
    paths: Vec<PathBuf>,
    /// Files of records, the same as without the option
    #[arg(long = "file", value_name = "FILE", num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let paths = [&args.paths[..], &args.files].concat();
    let files = catalog.records_of(&paths)?;
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
            .map(|total| {
                let PlayerTotal { game, player, games, wins, draws, losses, percent, runs, .. } = total;
                let PlayerTotal { interval, repeats, rules, limit, .. } = total;
                let (low, high) = interval.unzip();
                json!([game, player, games, wins, draws, losses, percent, runs, low, high, repeats, rules, limit])
            })
            .collect();
        print_json(&json!({ "columns": COLUMNS, "rows": rows }));
        return Ok(());
    }
    let width = |name: fn(&PlayerTotal) -> &str, head: &str| {
        totals.iter().map(|total| name(total).chars().count()).chain([head.len()]).max().unwrap_or_default()
    };
    let [game, player, games, wins, draws, losses, percent, runs, ..] = COLUMNS;
    let (first, second) = (width(|total| &total.game, game), width(|total| &total.player, player));
    // A row is followed by what distinguishes it from others of its game and player.
    let has_settings = |total: &PlayerTotal| {
        let differs = |other: &PlayerTotal| {
            other.rules != total.rules || other.player == total.player && other.limit != total.limit
        };
        totals.iter().any(|other| other.game == total.game && differs(other))
    };
    print_line!(
        "{game:first$}  {player:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7}  {:>14}  {runs:>4}",
        "95% interval"
    );
    for total in &totals {
        let PlayerTotal { game, player, games, wins, draws, losses, percent, runs, interval, .. } = total;
        let interval = interval.map_or_else(|| "-".into(), |(low, high)| format!("{low:.1} to {high:.1}"));
        let PlayerTotal { rules, limit, .. } = total;
        let setting = if has_settings(total) { format!("  rules {rules}, {limit}") } else { String::new() };
        print_line!(
            "{game:first$}  {player:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7.1}  \
             {interval:>14}  {runs:>4}{setting}"
        );
    }
    match records.iter().filter(|record| record.termination.is_fault()).count() {
        0 => {}
        faults => note!(
            "note: {} lost by faults, which say nothing about strength",
            counted(faults as u64, "game was", "games were")
        ),
    }
    if totals.iter().any(|total| total.repeats > 0) {
        note!("note: some pairs of games repeat earlier ones move by move; the intervals count each once");
    }
    Ok(())
}

const COLUMNS: [&str; 13] = [
    "game", "player", "games", "wins", "draws", "losses", "percent", "runs", "low", "high", "repeats", "rules", "limit",
];
