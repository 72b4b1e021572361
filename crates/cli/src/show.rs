//! `ply show`: a position as a picture, as text, as data.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use plyground_catalog::scene::{self, SvgOptions, svg};
use plyground_catalog::{CatalogError, Session};
use plyground_game::Side;

use crate::Failure;
use crate::args::ShowArgs;
use crate::out::{say, say_part};
use crate::paint;

pub(crate) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let mut session = args.position.open()?;
    let shown = session.show();
    let diagram = match &args.beam {
        Some(side) => session.beam_diagram(side)?,
        None => session.diagram(),
    };
    if let Some(path) = &args.svg {
        write_new(path, &picture(session.as_mut(), args.beam.as_deref())?, args.force)?;
    }
    if args.json {
        say!("{}", serde_json::to_string(&shown).expect("plain data can be written"));
        return Ok(());
    }
    say_part!("{}", paint::diagram(&diagram));
    say!("");
    say!("position  {}", shown.position);
    say!("rules     {}", session.rules());
    say!("key       {}", shown.key);
    match &shown.outcome {
        Some(ended) => {
            let winner = ended.winner.map_or("drawn".into(), |winner| format!("{winner} has won"));
            say!("outcome   {winner}: {}", ended.reason);
        }
        None => say!("{} can play {}", shown.side, shown.legal.join(" ")),
    }
    Ok(())
}

/// The position as SVG, with its last move, and the beam of a side's laser if one is asked for.
fn picture(session: &mut dyn Session, beam: Option<&str>) -> Result<String, CatalogError> {
    let (rules, shown) = (session.rules(), session.show());
    let before = session.undo().map(|mv| (session.show().position, mv));
    if let Some((_, mv)) = &before {
        session.play(mv)?;
    }
    let last = before.as_ref().map(|(position, mv)| (position.as_str(), mv.as_str()));
    let mut scene = scene::draw(session.game(), &rules, &shown.position, last, false)?;
    let side = beam.and_then(|name| session.sides().iter().position(|side| side.eq_ignore_ascii_case(name)));
    if let Some(side) = side {
        scene::add_laser(&mut scene, &rules, &shown.position, Side::ALL[side])?;
    }
    let state = shown.outcome.map_or_else(|| format!("{} to move", shown.side), |ended| ended.reason);
    Ok(svg(&scene, &SvgOptions::titled(format!("{}: {state}", session.game().name()))))
}

/// Writes a file that must not exist yet, unless `force`.
pub(crate) fn write_new(path: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let file = OpenOptions::new().write(true).create_new(!force).create(force).truncate(force).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        let path = path.display();
        match error.kind() {
            ErrorKind::AlreadyExists => {
                Failure::Undone(format!("{path} exists already: expected a new file, or `--force`"))
            }
            _ => Failure::Undone(format!("{path} cannot be written: {error}")),
        }
    })
}
