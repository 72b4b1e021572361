//! `ply results`: the results of every player over the records of many runs.

use std::path::PathBuf;

use plyground_arena::{PlayerTotal, missing_games, pairing_totals, totals};
use plyground_catalog::{Catalog, Start};
use serde_json::{Value, json};

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{note, print_json, print_line};
use crate::words::counted;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Records do not show whether a sequential test ended their run. The share of such a run leans to the side that led; `ply match --sprt` and `ply sprt` correct it.\n\nExamples:\n  ply results games.jsonl\n  ply results monday.jsonl tuesday.jsonl"
)]
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
    let (totals, pairings) = (totals(&records), pairing_totals(&records));
    if args.json.json {
        let rows = |totals: &[PlayerTotal]| totals.iter().map(json_row).collect::<Vec<_>>();
        print_json(&json!({ "columns": COLUMNS, "rows": rows(&totals), "pairings": rows(&pairings) }));
        return Ok(());
    }
    print_table(&totals, catalog);
    // With one opponent each, they would be the same rows.
    if pairings.len() > totals.len() {
        print_line!("");
        print_table(&pairings, catalog);
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

const COLUMNS: [&str; 15] = [
    "game", "player", "games", "wins", "draws", "losses", "percent", "runs", "low", "high", "repeats", "rules",
    "limit", "start", "opponent",
];

fn json_row(total: &PlayerTotal) -> Value {
    let PlayerTotal { game, player, games, wins, draws, losses, percent, runs, .. } = total;
    let PlayerTotal { interval, repeats, rules, limit, start, opponent, .. } = total;
    let (low, high) = interval.unzip();
    json!([game, player, games, wins, draws, losses, percent, runs, low, high, repeats, rules, limit, start, opponent])
}

/// Prints a row for each total, followed by what distinguishes it from others of its game and player.
fn print_table(totals: &[PlayerTotal], catalog: &Catalog) {
    let name = |total: &PlayerTotal| match &total.opponent {
        Some(opponent) => format!("{} against {opponent}", total.player),
        None => total.player.clone(),
    };
    let width = |texts: &mut dyn Iterator<Item = usize>, head: &str| texts.max().unwrap_or(0).max(head.len());
    let [game, player, games, wins, draws, losses, percent, runs, ..] = COLUMNS;
    let first = width(&mut totals.iter().map(|total| total.game.len()), game);
    let second = width(&mut totals.iter().map(|total| name(total).chars().count()), player);
    print_line!(
        "{game:first$}  {player:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7}  {:>14}  {runs:>4}",
        "95% interval"
    );
    for total in totals {
        let PlayerTotal { game, games, wins, draws, losses, percent, runs, interval, .. } = total;
        let interval = interval.map_or_else(|| "-".into(), |(low, high)| format!("{low:.1} to {high:.1}"));
        let setting = setting(total, totals, catalog);
        print_line!(
            "{game:first$}  {:second$}  {games:>6}  {wins:>6}  {draws:>6}  {losses:>6}  {percent:>7.1}  \
             {interval:>14}  {runs:>4}{}{setting}",
            name(total),
            if setting.is_empty() { "" } else { "  " }
        );
    }
}

/// Returns the rules, the limit and the start of a total, if another one of its game has others.
fn setting(total: &PlayerTotal, totals: &[PlayerTotal], catalog: &Catalog) -> String {
    let others = || totals.iter().filter(|other| other.game == total.game);
    let mut parts = Vec::new();
    if others().any(|other| other.rules != total.rules) {
        parts.push(format!("rules {}", total.rules));
    }
    if others().any(|other| other.start != total.start) {
        parts.push(match &total.start {
            Some(start) => format!("from {}", start_name(&total.game, start, catalog)),
            None => "from several positions".into(),
        });
    }
    if others().any(|other| other.player == total.player && other.limit != total.limit) {
        parts.push(total.limit.clone());
    }
    parts.join(", ")
}

/// Returns the name of the set-up with this position, or else the position.
fn start_name(game: &str, position: &str, catalog: &Catalog) -> String {
    let named = catalog.game(game).ok().and_then(|game| {
        let has_position =
            |setup: &&&str| game.state(&Start::of_setup(Some(setup), None)).is_ok_and(|state| state.text() == position);
        game.info().setups.iter().find(has_position).map(|&setup| setup.to_owned())
    });
    named.unwrap_or_else(|| position.to_owned())
}
