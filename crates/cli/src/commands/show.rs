//! `ply show`: a position as text, as JSON and as a picture.

use std::path::PathBuf;

use plyground_catalog::{Catalog, Shown};
use plyground_scene::{Scene, SvgOptions, svg};

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
    let palette = args.start.game.find(catalog)?.info().palette;
    let session = args.start.open(catalog)?;
    let (diagram, beam) = match &args.beam {
        Some(side) => session.beam(side).map(|(diagram, beam)| (diagram, Some(beam)))?,
        None => (session.state().diagram(), None),
    };
    let shown = session.show();
    if let Some(path) = &args.svg {
        let mut scene = session.scene();
        scene.overlays.extend(beam);
        files::write(path, &picture(&scene, &shown), files::forced(args.force))?;
    }
    if args.json.json {
        print_json(&shown);
        return Ok(());
    }
    print_part!("{}", paint::diagram(&diagram, palette));
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

/// Returns the position as SVG.
fn picture(scene: &Scene, shown: &Shown) -> String {
    let to_move = || format!("{} to move", shown.side);
    let state = shown.outcome.as_ref().map_or_else(to_move, |ended| ended.reason.clone());
    svg(scene, &SvgOptions::titled(format!("{}: {state}", shown.game)))
}
