//! `ply calibrate`: win probabilities of scores, fitted to recorded games.

use std::path::PathBuf;

use plyground_catalog::{Calibration, Catalog, calibrate};

use crate::args::JsonArgs;
use crate::failure::Done;
use crate::out::{print_json, print_line, print_words};
use crate::paint::{DIM, STRONG};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "For each agent, `ply calibrate` prints the lead: the score at which a side wins 73% of the points. Twice the lead is worth 88%. The error is the mean logarithmic loss of a move: 0.693 if scores say nothing, less if they foretell the results.\n\nExamples:\n  ply calibrate games.jsonl\n  ply calibrate a.jsonl b.jsonl --json"
)]
pub(crate) struct Args {
    /// Record files of games, with scores
    #[arg(value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let all: Vec<_> = catalog.records_of(&args.files)?.into_iter().flat_map(|(_, records)| records).collect();
    for calibration in calibrate(catalog, &all)? {
        if args.json.json {
            print_json(&calibration);
        } else {
            print(&calibration);
        }
    }
    Ok(())
}

fn print(found: &Calibration) {
    let Calibration { game, agent, games, moves, .. } = found;
    let by = found.evaluation.as_ref().map_or_else(String::new, |name| format!(" by {name}"));
    print_line!("{STRONG}{game}: {agent}{by}{STRONG:#}");
    let fit = match (found.lead, found.loss) {
        (Some(lead), Some(loss)) => format!("a score of {lead:.2} wins 73% of the points (error {loss:.4})"),
        _ => "no score fits: the results do not depend on the scores, or follow them without exception".to_owned(),
    };
    print_words!("  by {moves} moves of {games} games, {fit}");
    if let (Some(lead), Some(loss)) = (found.lead_now, found.loss_now) {
        print_words!("  {DIM}the program reckons with {lead} (error {loss:.4}){DIM:#}");
    }
}
