//! Verification of tables against the rules: the value of a position is the best over its moves, which the rules crate
//! generates.
//!
//! In the movement phase this proves the whole table, not only its consistency. Distances are compared too, so a win or
//! loss in `n` plies depends on positions decided in fewer plies, down to finished games. A position stored as a draw
//! has no move to a loss of the other side and at least one to a draw, so neither side can force a win. Placement
//! layers have no cycles, so their values follow from the layer below.

use std::convert::Infallible;
use std::ops::ControlFlow;

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Class, Side};
use plyground_search::StopFlag;

use super::bitmap::{Bitmap, filled};
use super::form::Form;
use super::index::{Herds, Index};
use super::layer::{OpenLayer, read_value};
use super::packing::Packing;
use super::placement::{Pass, plane, read_plane};
use super::tables::Tables;
use super::{HuntGame, Layer, Pieces, Stage, movement};
use crate::parallel::for_each;
use crate::{SolveError, Value, Wdl};

/// Sample to compare.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Number of threads, at least 1; default: 2.
    pub threads: usize,
    /// One of this many positions of the movement phase is compared; default: 1, which compares all.
    pub movement_one_in: u32,
    /// One of this many positions of the placement phase is compared; default: 100.
    pub placement_one_in: u32,
    /// Seed of the sample, if not all positions are compared.
    pub seed: u64,
    /// Ends the comparison with an error, also within a layer.
    pub stop: StopFlag,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions { threads: 2, movement_one_in: 1, placement_one_in: 100, seed: 1, stop: StopFlag::default() }
    }
}

/// Result of a comparison.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Verification {
    /// Compared positions of the movement phase, with one hunter set per class.
    pub movement: u64,
    /// Compared positions of the placement phase.
    pub placement: u64,
    /// Positions whose value differs from that of their best move.
    pub wrong: u64,
    /// Examples of wrong positions, with both values.
    pub examples: Vec<String>,
}

/// Compares tables with the rules and checks all checksums. `progress` is called for each layer, before its comparison,
/// and may stop it.
///
/// The files of a layer and of the layer that its moves lead to are in memory: 1.9 GB for the movement phase of Tigers
/// and Goats.
///
/// # Errors
/// Returns an error if a file cannot be read or is damaged, a layer is missing, or `progress` stops the work. Wrong
/// values are not an error: they are counted.
pub fn verify<G: HuntGame>(
    tables: &Tables<G>,
    options: &VerifyOptions,
    mut progress: impl FnMut(Stage) -> ControlFlow<()>,
) -> Result<Verification, SolveError> {
    let mut report = Verification::default();
    let mut before = None;
    for in_hand in 0..=tables.form().max_animals {
        let missing = || {
            let layer = Layer { in_hand, side: Side::Second }.text(G::SIDES);
            SolveError::NotInTables { held: format!("the layer with {layer} is not solved yet") }
        };
        let layer = tables.layer(in_hand).ok_or_else(missing)?;
        let stopped = || match options.stop.is_stopped() {
            true => Err(SolveError::Stopped { before: "all positions were compared" }),
            false => Ok(()),
        };
        let herd = match &before {
            None => Loaded::read(layer, in_hand, Side::First, options)?,
            Some(before) => Loaded::placed(tables, layer, in_hand, before, options),
        };
        stopped()?;
        let mut compare = |own: &Loaded<'_>, next: &Loaded<'_>| {
            if progress(Stage::Layer(own.layer)).is_break() {
                return Err(SolveError::Stopped { before: "all positions were compared" });
            }
            Comparison { form: tables.form(), index: tables.index(), own, next, options }.run::<G>(&mut report);
            stopped()
        };
        // Placements lead to the layer with one animal less in hand; all other moves stay in this layer.
        if let Some(before) = before.take() {
            compare(&herd, &before)?;
        }
        let hunters = Loaded::read(layer, in_hand, Side::Second, options)?;
        stopped()?;
        if in_hand == 0 {
            compare(&herd, &hunters)?;
        }
        compare(&hunters, &herd)?;
        before = Some(hunters);
    }
    Ok(report)
}

/// Records of a layer.
struct Loaded<'a> {
    layer: Layer,
    packing: &'a Packing,
    classes: usize,
    /// Records by class; in the placement phase those of the herd's wins, then those of the hunters' wins.
    records: Vec<Vec<u8>>,
}

impl<'a> Loaded<'a> {
    /// Reads the records. They are incomplete if the comparison is stopped.
    fn read(layer: &'a OpenLayer, in_hand: u8, side: Side, options: &VerifyOptions) -> Result<Loaded<'a>, SolveError> {
        let mut records = Vec::new();
        layer.read_while(side, || !options.stop.is_stopped(), |record| records.push(record))?;
        let classes = if in_hand == 0 { records.len() } else { records.len() / 2 };
        Ok(Loaded { layer: Layer { in_hand, side }, packing: &layer.packing, classes, records })
    }

    /// Computes the values with the herd to move from those with the hunters to move and one animal less in hand, as
    /// [`Tables`] does.
    fn placed<G: HuntGame>(
        tables: &Tables<G>,
        layer: &'a OpenLayer,
        in_hand: u8,
        before: &Loaded<'_>,
        options: &VerifyOptions,
    ) -> Loaded<'a> {
        let (words, classes, packing) = (G::ground().words(), before.classes, &layer.packing);
        let pass = Pass::new(words, tables.form(), in_hand);
        let mut records = vec![Vec::new(); 2 * classes];
        let space = || [(); 2].map(|()| filled(words, 0));
        for_each(options.threads, records.iter_mut().enumerate(), space, |[wins, scratch], (place, record)| {
            if options.stop.is_stopped() {
                return;
            }
            let (winner, class) = (place / classes, place % classes);
            pass.place(Side::ALL[winner], &before.bitmap(words, winner, class), wins, scratch);
            *record = plane(packing, wins);
        });
        Loaded { layer: Layer { in_hand, side: Side::First }, packing, classes, records }
    }

    /// Returns the arrangements of a class that a side wins.
    fn bitmap(&self, words: usize, winner: usize, class: usize) -> Bitmap {
        if self.layer.in_hand > 0 {
            return read_plane(words, self.packing, &self.records[winner * self.classes + class]);
        }
        let [herd, hunters] = movement::read_record(words, self.packing, &self.records[class]);
        if winner == 0 { herd } else { hunters }
    }

    fn value(&self, class: usize, number: u32) -> Value {
        let records = &self.records;
        let byte = |plane: usize, place: usize| Ok::<u8, Infallible>(records[plane * self.classes + class][place]);
        let Ok(value) = read_value(self.layer, self.packing, number, byte);
        value
    }
}

struct Comparison<'a> {
    form: Form,
    index: &'a Index,
    /// Layer to compare.
    own: &'a Loaded<'a>,
    /// Layer that its moves lead to.
    next: &'a Loaded<'a>,
    options: &'a VerifyOptions,
}

impl Comparison<'_> {
    fn run<G: HuntGame>(&self, report: &mut Verification) {
        let layer = self.own.layer;
        let (least, most) = self.form.animals(layer.in_hand);
        let one_in = if layer.in_hand == 0 { self.options.movement_one_in } else { self.options.placement_one_in };
        let (ground, rules) = (G::ground(), G::rules_of(self.form.captures_to_win));
        let items = self.index.classes().iter().enumerate();
        let states = for_each(self.options.threads, items, Verification::default, |found, (class, &hunters)| {
            if self.options.stop.is_stopped() {
                return;
            }
            let herds = Herds::of(ground, hunters);
            let place = (class as u64) << 8 | u64::from(layer.in_hand) << 1 | layer.side.index() as u64;
            let mut random = Random::new(self.options.seed ^ mix(place));
            let numbers: Box<dyn Iterator<Item = u32>> = if one_in <= 1 {
                Box::new(self.own.packing.numbers())
            } else {
                // Gaps are 1 to 2n-1, with mean n.
                let mut gap = || 1 + random.below(2 * one_in as usize - 1) as u64;
                let numbers = std::iter::successors(Some(gap() - 1), move |number| Some(number + gap()));
                Box::new(numbers.take_while(|number| number >> ground.slots() == 0).map(|number| number as u32))
            };
            for number in numbers {
                if !(u32::from(least)..=u32::from(most)).contains(&number.count_ones()) {
                    continue;
                }
                let pieces = Pieces { hunters, herd: herds.at(number), in_hand: layer.in_hand };
                let pos = G::from_pieces(pieces, layer.side, &rules)
                    .expect("animals stand beside the hunters and are not too many");
                *(if layer.in_hand == 0 { &mut found.movement } else { &mut found.placement }) += 1;
                let (stands, best) = (self.own.value(class, number), self.best(&pos));
                let agree = if layer.in_hand == 0 { stands == best } else { stands.result() == best.result() };
                if !agree {
                    found.wrong += 1;
                    if found.examples.len() < 10 {
                        found.examples.push(format!("{pos}: {stands:?} in the table, {best:?} by its moves"));
                    }
                }
            }
        });
        for found in states {
            report.movement += found.movement;
            report.placement += found.placement;
            report.wrong += found.wrong;
            report.examples.extend(found.examples);
            report.examples.truncate(10);
        }
    }

    /// Returns the value that follows from the moves of the rules.
    fn best<G: HuntGame>(&self, pos: &G) -> Value {
        let side = pos.side_to_move();
        if let Some(outcome) = pos.outcome() {
            return Value::finished(outcome, side);
        }
        let mut best = Value::loss(0);
        let _ = pos.visit_moves(Class::All, |mv| {
            let after = pos.after(mv);
            // The tables store the loss of a blocked side, but not wins by captures.
            let value = if after.captures_left() == 0 {
                Value::loss(0)
            } else {
                let Pieces { hunters, herd, .. } = after.pieces();
                let (class, number) = self.index.locate(hunters, herd);
                self.next.value(class, number)
            };
            best = best.max(value.before(false));
            // No value is better than this, except for distances.
            let settled = self.own.layer.in_hand > 0 && best.result() == Wdl::Win;
            if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }
}
