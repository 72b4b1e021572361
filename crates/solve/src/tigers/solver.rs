//! The whole solution, layer by layer, into a folder; what is there already is not done again.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::{Position, Side};
use plyground_tigers::{GOATS, Tigers};
use thiserror::Error;

use super::board::Board;
use super::form::Form;
use super::index::CLASSES;
use super::movement::{self, Interrupted, Plies, Task};
use super::packing::Packing;
use super::placement::{Placement, TigersToMove, read_record};
use super::summary::Summary;
use super::tally::Tally;
use super::{DRAWN, LONGEST, Layer};
use crate::table::{TableError, try_folder};

/// What to solve, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Threads that compute, at least 1; 2 by default.
    pub threads: usize,
    /// Goats that tigers must take to win, 1 to 15; 15 by default.
    pub captures_to_win: u8,
    /// Goats in play, on the board and outside: 15, the default, for the whole game, fewer for a small form, which is a
    /// part of it. More than `15 - captures_to_win`, because with so few tigers have won.
    pub max_goats: u8,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { threads: 2, captures_to_win: GOATS, max_goats: GOATS }
    }
}

/// Why a solution was not finished.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A file could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An option is out of range.
    #[error("{option} is {found}, expected {expected}")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value.
        found: u8,
        /// What would be right.
        expected: String,
    },
    /// Whoever watches the progress has asked to stop; finished layers are in the folder.
    #[error("stopped: the finished layers are kept")]
    Stopped,
    /// A distance does not fit a byte; the standard game stays below.
    #[error("a win of more than 254 plies, which the tables cannot hold")]
    TooLong,
}

/// How far a solution is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// What was just done.
    pub stage: Stage,
    /// The share of the work of this run that is done, 0 to 1, by the work of a run of the whole game that was measured:
    /// the time left is the time passed times `(1 - done) / done`.
    pub done: f64,
}

/// A part of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All wins of a side in at most so many plies are found in the movement phase.
    Movement {
        /// The winning side.
        winner: Side,
        /// The distance.
        plies: u32,
    },
    /// The layer is computed and its file written.
    Layer(Layer),
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Movement { winner, plies } => {
                write!(f, "0 outside, wins of {} in up to {plies} plies", Tigers::SIDES[winner.index()])
            }
            Stage::Layer(layer) => layer.fmt(f),
        }
    }
}

/// Solves the game, or what is left of it, into `folder`, which is made if need be.
///
/// `progress` is called after each ply of the movement phase and after each layer, and may stop the work. Layers are
/// kept, so a run that was stopped or killed goes on where it was; the movement phase, both sides to move, is one step,
/// about two thirds of the work. Needs 2.6 GB of memory and 4.2 GB of disk for the whole game.
///
/// # Errors
/// When an option is out of range, a file cannot be written, or a file in the folder is damaged or for something else.
pub fn solve(
    folder: &Path,
    options: &SolveOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Summary, SolveError> {
    solve_watched(folder, options, &mut progress)
}

/// [`solve`], compiled once for all who watch.
fn solve_watched(
    folder: &Path,
    options: &SolveOptions,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Summary, SolveError> {
    let form = form(options)?;
    let threads = options.threads.max(1);
    try_folder(folder, &Layer { outside: 0, side: Side::First }.path(folder, form))?;
    let packings: Vec<Packing> = (0..=form.max_goats).map(|outside| Packing::new(form.max_goats - outside)).collect();
    let mut tallies: Vec<Option<[Tally; 2]>> = Vec::new();
    for (outside, packing) in (0..).zip(&packings) {
        let open = |side| Layer { outside, side }.open(folder, form, packing);
        let (goats, tigers) = (open(Side::First)?, open(Side::Second)?);
        tallies.push(goats.zip(tigers).map(|((_, goats), (_, tigers))| [goats, tigers]));
    }
    let missing = (0..).zip(&tallies).filter(|(_, tally)| tally.is_none()).map(|(outside, _)| outside);
    let mut meter = Meter::new(missing);
    let mut report = |stage| match progress(&meter.after(stage)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SolveError::Stopped),
    };

    let board = Board::new();
    let mut placement: Option<Placement<'_>> = None;
    for (outside, packing) in (0..).zip(&packings) {
        if tallies[usize::from(outside)].is_some() {
            continue;
        }
        let layers = Side::ALL.map(|side| Layer { outside, side });
        if outside == 0 {
            let (found, before) = movement_phase(&board, form, packing, threads, &mut report)?;
            for (layer, (records, tally)) in layers.into_iter().zip(&found) {
                layer.write(folder, form, packing, records, tally)?;
                report(Stage::Layer(layer))?;
            }
            tallies[0] = Some(found.map(|(_, tally)| tally));
            placement = Some(Placement::new(&board, form, threads, before));
            continue;
        }
        let placement = match &mut placement {
            Some(placement) => placement,
            None => {
                let last = outside - 1;
                let before = read_tigers_to_move(folder, form, last, &packings[usize::from(last)])?;
                placement.insert(Placement::new(&board, form, threads, before))
            }
        };
        let mut both = [Tally::default(), Tally::default()];
        for layer in layers {
            let found = match layer.side {
                Side::First => placement.goats_to_move(outside, packing),
                Side::Second => placement.tigers_to_move(outside, packing),
            };
            layer.write(folder, form, packing, &found.records, &found.tally)?;
            both[layer.side.index()] = found.tally;
            report(Stage::Layer(layer))?;
        }
        tallies[usize::from(outside)] = Some(both);
    }
    let tallies: Vec<[Tally; 2]> = tallies.into_iter().flatten().collect();
    Ok(Summary::new(form, &tallies))
}

fn form(options: &SolveOptions) -> Result<Form, SolveError> {
    let SolveOptions { captures_to_win, max_goats, .. } = *options;
    let in_range = |option, found, least, most| {
        let expected = format!("{least} to {most}");
        if (least..=most).contains(&found) { Ok(()) } else { Err(SolveError::Option { option, found, expected }) }
    };
    in_range("captures_to_win", captures_to_win, 1, GOATS)?;
    in_range("max_goats", max_goats, GOATS - captures_to_win + 1, GOATS)?;
    Ok(Form { captures_to_win, max_goats })
}

/// For both sides to move the records and the counts.
type Found = [(Vec<Vec<u8>>, Tally); 2];

fn movement_phase(
    board: &Board,
    form: Form,
    packing: &Packing,
    threads: usize,
    report: &mut dyn FnMut(Stage) -> Result<(), SolveError>,
) -> Result<(Found, TigersToMove), SolveError> {
    let (unfinished, won_by_captures) = (form.unfinished(0), form.won_by_captures(0));
    let task = Task { board, packing, threads, unfinished: &unfinished, won_by_captures: &won_by_captures };
    let mut plies: Plies = [0, 1].map(|_| vec![vec![DRAWN; packing.len()]; CLASSES]);
    let mut tallies = [Tally::default(), Tally::default()];
    let mut wins = |winner| {
        let mut stopped = None;
        let mut each = |ply| match report(Stage::Movement { winner, plies: ply }) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        };
        let result = movement::wins_of(winner, &task, &mut plies, &mut tallies, &mut each);
        result.map_err(|interrupted| match interrupted {
            Interrupted::Stopped => stopped.unwrap_or(SolveError::Stopped),
            Interrupted::TooLong => SolveError::TooLong,
        })
    };
    let goats_win = wins(Side::First)?.lost;
    let mut tigers_win: Vec<_> = wins(Side::Second)?.not_won.into_iter().map(|pair| pair.own).collect();
    for bitmap in &mut tigers_win {
        for (word, unfinished) in bitmap.iter_mut().zip(unfinished.iter()) {
            *word = !*word & unfinished;
        }
    }
    let [goats, tigers] = plies;
    let [goats_tally, tigers_tally] = tallies;
    Ok(([(goats, goats_tally), (tigers, tigers_tally)], TigersToMove { goats_win, tigers_win }))
}

/// Reads the values of a layer with tigers to move from its file.
fn read_tigers_to_move(folder: &Path, form: Form, outside: u8, packing: &Packing) -> Result<TigersToMove, SolveError> {
    let layer = Layer { outside, side: Side::Second };
    let Some((table, _)) = layer.open(folder, form, packing)? else {
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        return Err(TableError::Io { path: layer.path(folder, form), source }.into());
    };
    let mut before = TigersToMove { goats_win: Vec::new(), tigers_win: Vec::new() };
    table.read_all(layer.record_length(packing), |record| {
        let [goats, tigers] =
            if outside == 0 { movement::read_record(packing, &record) } else { read_record(packing, &record) };
        before.goats_win.push(goats);
        before.tigers_win.push(tigers);
    })?;
    Ok(before)
}

/// Work done and to do, in seconds that a run of the whole game took.
struct Meter {
    done: f64,
    total: f64,
    /// Wins of each side so far: their share of the work of the movement phase.
    movement: f64,
}

impl Meter {
    /// Seconds for the wins of each side in the movement phase, and plies until the last of them.
    const MOVEMENT: [(f64, u32); 2] = [(65.0, 210), (45.0, 155)];

    fn new(missing: impl Iterator<Item = u8>) -> Meter {
        let layers = missing.flat_map(|outside| Side::ALL.map(|side| Layer { outside, side }));
        let total = layers.map(Meter::work).sum();
        Meter { done: 0.0, total, movement: 0.0 }
    }

    /// The work of a layer.
    fn work(layer: Layer) -> f64 {
        match layer {
            Layer { outside: 0, side } => Meter::MOVEMENT[side.index()].0,
            Layer { side: Side::First, .. } => 1.9,
            Layer { side: Side::Second, .. } => 2.5,
        }
    }

    fn after(&mut self, stage: Stage) -> Progress {
        match stage {
            Stage::Movement { winner, plies } => {
                let (seconds, last) = Meter::MOVEMENT[winner.index()];
                let before = if winner == Side::First { 0.0 } else { Meter::MOVEMENT[0].0 };
                self.movement = before + seconds * f64::from(plies.min(last) + 1) / f64::from(last + 1);
            }
            // Both layers of the movement phase are computed before the first is written.
            Stage::Layer(Layer { outside: 0, .. }) => self.movement = Meter::MOVEMENT[0].0 + Meter::MOVEMENT[1].0,
            Stage::Layer(layer) => self.done += Meter::work(layer),
        }
        Progress { stage, done: ((self.done + self.movement) / self.total).min(1.0) }
    }
}

const _: () = assert!(LONGEST < DRAWN as u32);
