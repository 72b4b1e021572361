//! `ply path`: the cheapest path between two cells.

use serde_json::json;

use crate::Failure;
use crate::args::PathArgs;
use crate::out::{say, say_part};
use crate::paint::{self, STRONG};

pub(crate) fn run(args: &PathArgs) -> Result<(), Failure> {
    let session = args.position.open()?;
    let found = session.path(&args.from, &args.to, args.free.as_deref())?;
    if args.json {
        match found {
            Some(path) => say!("{}", serde_json::to_string(&path).expect("plain data can be written")),
            None => say!("{}", json!({"cost": null, "path": null})),
        }
        return Ok(());
    }
    say_part!("{}", paint::diagram(&session.diagram()));
    match found {
        Some(path) => say!("\n{STRONG}cost {}{STRONG:#}: {}", path.cost, path.path.join(" ")),
        None => say!("\nno path from {} to {}", args.from, args.to),
    }
    Ok(())
}
