//! `ply path`: the cheapest path between two cells.

use plyground_catalog::Catalog;
use serde_json::json;

use crate::args::{JsonArgs, StartArgs};
use crate::failure::Done;
use crate::out::{print_line, print_part};
use crate::paint::{self, STRONG};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply path cachex --from 0,0 --to 3,4\n  ply path cachex --from 0,0 --to 3,4 --free red"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Cell at which the path starts
    #[arg(long, value_name = "R,Q")]
    from: String,
    /// Cell at which the path ends
    #[arg(long, value_name = "R,Q")]
    to: String,
    /// Colour over whose stones the path leads without cost [default: all stones are obstacles]
    #[arg(long, value_name = "red|blue")]
    free: Option<String>,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let palette = args.start.game.find(catalog)?.info().palette;
    let session = args.start.open(catalog)?;
    let found = session.path(&args.from, &args.to, args.free.as_deref())?;
    if args.json.json {
        let shown = session.show();
        let (cost, path) = found.map_or((None, None), |found| (Some(found.cost), Some(found.path)));
        print_line!(
            "{}",
            json!({
                "game": shown.game,
                "rules": shown.rules,
                "position": shown.position,
                "side": shown.side,
                "cost": cost,
                "path": path,
            })
        );
        return Ok(());
    }
    print_part!("{}", paint::diagram(&session.state().diagram(), palette));
    match found {
        Some(path) => print_line!("\n{STRONG}cost {}{STRONG:#}: {}", path.cost, path.path.join(" ")),
        None => print_line!("\nno path from {} to {}", args.from, args.to),
    }
    Ok(())
}
