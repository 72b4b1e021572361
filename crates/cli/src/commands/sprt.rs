//! `ply sprt`: the sequential probability ratio test on counts of game pairs.

use clap::ValueEnum;
use plyground_arena::SprtReport;
use plyground_catalog::{Catalog, CatalogError};
use plyground_statistics::{EloModel, Pentanomial, Sprt};

use crate::args::{ErrorArgs, JsonArgs};
use crate::failure::{Done, Failure};
use crate::out::{print_json, print_line};
use crate::values::{bounds, number};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "`ply match` prints these counts in the line `pairs`. Intervals have a confidence of 95%; an infinite end is printed as `open`, in JSON as null.\n\nExamples:\n  ply sprt 39 8843 26675 9240 44 --bounds 0.5,2.5\n  ply sprt 10 20 30 25 15 --bounds 0,5 --model logistic --alpha 0.01 --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    counts: Counts,
    /// Differences in Elo between which the test decides
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = bounds)]
    bounds: (f64, f64),
    /// Unit of the bounds
    #[arg(long, value_name = "MODEL", default_value = "normalized")]
    model: Model,
    #[command(flatten)]
    errors: ErrorArgs,
    #[command(flatten)]
    json: JsonArgs,
}

/// Counts of game pairs by result.
#[derive(clap::Args, Debug)]
struct Counts {
    /// Pairs with both games lost
    #[arg(value_name = "LL", allow_negative_numbers = true, value_parser = number::<0, MOST>)]
    ll: u32,
    /// Pairs with a loss and a draw
    #[arg(value_name = "LD", allow_negative_numbers = true, value_parser = number::<0, MOST>)]
    ld: u32,
    /// Pairs with two draws, or a win and a loss
    #[arg(value_name = "DD", allow_negative_numbers = true, value_parser = number::<0, MOST>)]
    dd: u32,
    /// Pairs with a win and a draw
    #[arg(value_name = "WD", allow_negative_numbers = true, value_parser = number::<0, MOST>)]
    wd: u32,
    /// Pairs with both games won
    #[arg(value_name = "WW", allow_negative_numbers = true, value_parser = number::<0, MOST>)]
    ww: u32,
}

/// The largest count of one result.
const MOST: u32 = 1_000_000_000;

/// The unit of the bounds.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum Model {
    /// Normalised Elo, in standard deviations of a game, as in `ply match --sprt`
    #[value(alias = "normalised")]
    Normalized,
    /// Logistic Elo, the usual scale
    Logistic,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let Counts { ll, ld, dd, wd, ww } = args.counts;
    let pairs = Pentanomial::new([ll, ld, dd, wd, ww].map(u64::from));
    if pairs.pairs() == 0 {
        return Err(Failure::Input("all counts are 0: expected at least one pair".into()));
    }
    let model = match args.model {
        Model::Normalized => EloModel::Normalized,
        Model::Logistic => EloModel::Logistic,
    };
    let (elo0, elo1) = args.bounds;
    let sprt = Sprt::new(elo0, elo1, model).and_then(|sprt| sprt.with_errors(args.errors.alpha, args.errors.beta));
    let report = SprtReport::new(&sprt.map_err(CatalogError::from)?, &pairs);
    if args.json.json {
        print_json(&report);
    } else {
        print_line!("{report}");
    }
    Ok(())
}
