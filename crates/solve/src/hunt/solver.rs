//! Complete solution, written to a folder layer by layer. Existing layers are not solved again.

use std::ops::ControlFlow;
use std::path::Path;

use plyground_game::Side;

use super::board::Board;
use super::form::Form;
use super::index::Index;
use super::layer::TableSet;
use super::movement::{self, Plies, Task};
use super::packing::Packing;
use super::placement::Placement;
use super::summary::Summary;
use super::tally::Tally;
use super::{DRAWN, HuntGame, LONGEST, Layer};
use crate::SolveError;
use crate::table::{Packer, TableError, try_folder};

/// Options of a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Number of threads, at least 1; default: 2.
    pub threads: usize,
    /// Captures that win, 1 to the size of the herd.
    pub captures_to_win: u8,
    /// Animals in play, on the board and in hand: the size of the herd for the whole game, fewer for a small form,
    /// which is a part of it. The number must exceed the size of the herd minus the captures, because with that many
    /// the hunters have won.
    pub max_animals: u8,
}

impl SolveOptions {
    /// Returns the options of the whole game with this number of captures, for two threads.
    #[must_use]
    pub fn whole<G: HuntGame>(captures_to_win: u8) -> SolveOptions {
        SolveOptions { threads: 2, captures_to_win, max_animals: G::ground().herd }
    }
}

/// Progress of a solution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Stage that was just completed.
    pub stage: Stage,
    /// Completed share of the work of this run, 0 to 1, estimated from a measured run of the whole game. The remaining
    /// time is the elapsed time times `(1 - done) / done`.
    pub done: f64,
}

/// Stage of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// All wins of a side in at most this many plies are found in the movement phase.
    Movement {
        /// Winning side.
        winner: Side,
        /// Distance in plies.
        plies: u32,
    },
    /// The layer is computed and its file written.
    Layer(Layer),
}

impl Stage {
    /// Returns the stage in words, with the names of both sides.
    #[must_use]
    pub fn text(self, sides: [&str; 2]) -> String {
        match self {
            Stage::Movement { winner, plies } => {
                format!("0 outside, wins of {} in up to {plies} plies", sides[winner.index()])
            }
            Stage::Layer(layer) => layer.text(sides),
        }
    }
}

/// Solves the game, or the missing part of it, and writes it to `folder`, which is created if it is missing.
///
/// `progress` is called after each ply of the movement phase and after each layer, and may stop the work. Layers are
/// stored, so a stopped or killed run resumes; the movement phase with both sides to move is one step. The whole game
/// of Tigers and Goats needs 2.8 GB of memory.
///
/// # Errors
/// If an option is out of range, a file cannot be written, or a file in the folder is damaged or of another form.
pub fn solve<G: HuntGame>(
    folder: &Path,
    options: &SolveOptions,
    mut progress: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Summary, SolveError> {
    let index = Index::new(G::ground());
    let form = form(Form::whole(G::ground(), options.captures_to_win), options)?;
    let tables = TableSet::new::<G>(form, index.classes().len());
    solve_tables(folder, &tables, &index, options.threads.max(1), &mut progress)
}

/// [`solve`] for any game.
fn solve_tables(
    folder: &Path,
    set: &TableSet,
    index: &Index,
    threads: usize,
    progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Summary, SolveError> {
    let form = set.form;
    try_folder(folder, &set.path(folder, Layer { in_hand: 0, side: Side::First }))?;
    let mut tallies: Vec<Option<[Tally; 2]>> = Vec::new();
    for in_hand in 0..=form.max_animals {
        tallies.push(set.open(folder, in_hand)?.map(|layer| layer.tallies));
    }
    let missing = (0..).zip(&tallies).filter(|(_, tally)| tally.is_none()).map(|(in_hand, _)| in_hand);
    let mut meter = Meter::new(missing);
    let mut report = |stage| match progress(&meter.after(stage)) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(SolveError::Stopped { before: "all layers were solved" }),
    };

    let board = Board::new(set.ground, index);
    let mut placement: Option<Placement<'_>> = None;
    for in_hand in 0..=form.max_animals {
        if tallies[usize::from(in_hand)].is_some() {
            continue;
        }
        let packing = set.packing(in_hand);
        let block = set.shape(in_hand, &packing).block;
        let io_error = |source| {
            let path = set.path(folder, Layer { in_hand, side: Side::Second });
            TableError::Io { path, source }
        };
        let (records, counts) = if in_hand == 0 {
            let (plies, tallies) = movement_phase(&board, form, &packing, threads, &mut report)?;
            let wins = |plies: &Vec<u8>| movement::read_record(board.words, &packing, plies);
            let (herd, hunters) = plies[1].iter().map(|plies| wins(plies).into()).unzip();
            placement = Some(Placement::new(&board, form, threads, 0, [herd, hunters]));
            let pack = |plies: &Vec<Vec<u8>>| Packer::pack_all(threads, plies, block).map_err(io_error);
            (plies.iter().map(pack).collect::<Result<_, _>>()?, tallies)
        } else {
            // Existing layers were skipped.
            let last = placement.take().filter(|placement| placement.in_hand + 1 == in_hand);
            let placement = placement.insert(match last {
                Some(placement) => placement,
                None => {
                    let before = set.open(folder, in_hand - 1)?;
                    let before = before.expect("the layers before the first missing one are there");
                    let before = before.hunters_to_move(board.words)?;
                    Placement::new(&board, form, threads, in_hand - 1, before)
                }
            });
            let found = placement.next_layer(&packing, block).map_err(io_error)?;
            (vec![found.records], found.tallies)
        };
        for (&side, records) in Layer::stored(in_hand).iter().zip(&records) {
            set.write(folder, Layer { in_hand, side }, block, records, &counts)?;
        }
        tallies[usize::from(in_hand)] = Some(counts);
        for side in Side::ALL {
            report(Stage::Layer(Layer { in_hand, side }))?;
        }
    }
    for in_hand in 0..=form.max_animals {
        let path = || set.path(folder, Layer { in_hand, side: Layer::stored(in_hand)[0] });
        set.open(folder, in_hand)?.ok_or_else(|| TableError::removed(path()))?;
    }
    let tallies: Vec<[Tally; 2]> = tallies.into_iter().flatten().collect();
    Ok(Summary::new(set, &tallies))
}

fn form(whole: Form, options: &SolveOptions) -> Result<Form, SolveError> {
    let SolveOptions { captures_to_win, max_animals, .. } = *options;
    let in_range = |option, found, least, most| {
        let expected = format!("{least} to {most}");
        if (least..=most).contains(&found) { Ok(()) } else { Err(SolveError::Option { option, found, expected }) }
    };
    in_range("captures_to_win", captures_to_win, 1, whole.herd)?;
    in_range("max_animals", max_animals, whole.herd - captures_to_win + 1, whole.herd)?;
    Ok(Form { max_animals, ..whole })
}

fn movement_phase(
    board: &Board,
    form: Form,
    packing: &Packing,
    threads: usize,
    report: &mut dyn FnMut(Stage) -> Result<(), SolveError>,
) -> Result<(Plies, [Tally; 2]), SolveError> {
    let (unfinished, won_by_captures) = (form.unfinished(board.words, 0), form.won_by_captures(board.words, 0));
    let (span, unfinished, won_by_captures) = (&form.span(board.words, 0), &unfinished, &won_by_captures);
    let task = Task { board, packing, threads, span, unfinished, won_by_captures };
    let mut plies: Plies = [0, 1].map(|_| vec![vec![DRAWN; packing.len()]; board.classes.len()]);
    let mut tallies = [Tally::default(), Tally::default()];
    let mut wins = |winner| {
        let mut each = |plies| report(Stage::Movement { winner, plies });
        movement::wins_of(winner, &task, &mut plies, &mut tallies, &mut each)
    };
    wins(Side::First)?;
    wins(Side::Second)?;
    Ok((plies, tallies))
}

/// Completed and total work, in seconds of a measured run of the whole game.
struct Meter {
    done: f64,
    total: f64,
    /// Share of the movement phase for the wins of each side found so far.
    movement: f64,
}

impl Meter {
    /// Seconds for the wins of each side in the movement phase, and plies until the last of them.
    const MOVEMENT: [(f64, u32); 2] = [(65.0, 210), (45.0, 155)];

    fn new(missing: impl Iterator<Item = u8>) -> Meter {
        let layers = missing.flat_map(|in_hand| Side::ALL.map(|side| Layer { in_hand, side }));
        let total = layers.map(Meter::work).sum();
        Meter { done: 0.0, total, movement: 0.0 }
    }

    /// Returns the work of a layer.
    fn work(layer: Layer) -> f64 {
        match layer {
            Layer { in_hand: 0, side } => Meter::MOVEMENT[side.index()].0,
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
            Stage::Layer(Layer { in_hand: 0, .. }) => self.movement = Meter::MOVEMENT[0].0 + Meter::MOVEMENT[1].0,
            Stage::Layer(layer) => self.done += Meter::work(layer),
        }
        Progress { stage, done: ((self.done + self.movement) / self.total).min(1.0) }
    }
}

const _: () = assert!(LONGEST < DRAWN as u32);
