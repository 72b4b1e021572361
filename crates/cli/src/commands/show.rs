//! `ply show`: a position as text, as JSON and as a picture.

use std::path::PathBuf;

use plyground_catalog::{Catalog, CatalogError, Session};
use plyground_scene::{SvgOptions, svg};

use crate::args::{JsonArgs, OUTPUT, StartArgs};
use crate::failure::Done;
use crate::files;
use crate::out::{print_json, print_line, print_part, print_words};
use crate::paint;
use crate::words::verb;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  ply show khet\n  ply show kalah --moves \"3 1\" --json\n  ply show khet --beam silver --svg khet.svg"
)]
pub(crate) struct Args {
    #[command(flatten)]
    start: StartArgs,
    /// Draw the laser beam of this side too, `silver` or `red` (khet)
    #[arg(long, value_name = "SIDE", help_heading = OUTPUT)]
    beam: Option<String>,
    /// Write the board as an SVG picture to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "svg", help_heading = OUTPUT)]
    force: bool,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    let session = args.start.open(catalog)?;
    let diagram = match &args.beam {
        Some(side) => session.beam_diagram(side)?,
        None => session.diagram(),
    };
    if let Some(path) = &args.svg {
        files::write(path, &picture(&*session, args.beam.as_deref())?, files::forced(args.force))?;
    }
    let shown = session.show();
    if args.json.json {
        print_json(&shown);
        return Ok(());
    }
    print_part!("{}", paint::diagram(&diagram, session.palette()));
    print_line!("");
    print_line!("position  {}", shown.position);
    print_line!("rules     {}", shown.rules);
    print_line!("key       {}", shown.key);
    match &shown.outcome {
        Some(ended) => {
            let won = |winner| format!("{winner} {} won", verb(winner, "has", "have"));
            print_words!("outcome   {}: {}", ended.winner.map_or("drawn".into(), won), ended.reason);
        }
        None => print_words!("{} can play {}", shown.side, shown.legal.join(" ")),
    }
    Ok(())
}

/// Returns the position as SVG, with its last move and the laser beam of a side.
fn picture(session: &dyn Session, beam: Option<&str>) -> Result<String, CatalogError> {
    let mut scene = session.scene();
    if let Some(side) = beam {
        scene.overlays.push(session.beam_overlay(side)?);
    }
    let shown = session.show();
    let state = shown.outcome.map_or_else(|| format!("{} to move", shown.side), |ended| ended.reason);
    Ok(svg(&scene, &SvgOptions::titled(format!("{}: {state}", shown.game))))
}
