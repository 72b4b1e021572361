//! Tables against the rules: the value of a position is the best over its moves, and the moves are made by the rules crate.
//!
//! In the movement phase that is a proof of the whole table and not of consistency alone: distances are compared too, so a
//! win or loss in `n` plies rests on positions decided in fewer, down to finished games; and a position called a draw
//! has no move to a loss of the other side and at least one to a draw, so nobody can force it. Placement layers have no
//! cycles, so what is said there follows from the layer below.

use std::ops::ControlFlow;

use plyground_game::random::Random;
use plyground_game::zobrist::mix;
use plyground_game::{Class, Position, Side};
use plyground_tigers::{Tigers, TigersRules};
use thiserror::Error;

use super::form::Form;
use super::index::{Goats, Index, SLOTS};
use super::packing::Packing;
use super::tables::{Tables, read_value};
use super::{Layer, Stage};
use crate::parallel::for_each;
use crate::table::TableError;
use crate::{Value, Wdl};

/// What to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// Threads, at least 1; 2 by default.
    pub threads: usize,
    /// In the movement phase one of so many positions is compared; 1, the default, for all.
    pub movement_one_in: u32,
    /// In the placement phase one of so many; 100 by default.
    pub placement_one_in: u32,
    /// Which ones, where it is not all.
    pub seed: u64,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions { threads: 2, movement_one_in: 1, placement_one_in: 100, seed: 1 }
    }
}

/// What was compared.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Verification {
    /// Positions of the movement phase, one of each mirrored pair of tiger sets.
    pub movement: u64,
    /// Positions of the placement phase.
    pub placement: u64,
    /// Positions whose value is not that of their best move.
    pub wrong: u64,
    /// Some of them, with both values.
    pub examples: Vec<String>,
}

/// Why tables were not compared to the end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A file is damaged or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A layer is not there.
    #[error("the layer with {0} is not solved yet")]
    Missing(Layer),
    /// Whoever watches the progress has asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Compares tables with the rules, all checksums included. `progress` is called for each layer, before its comparison,
/// and may stop it.
///
/// The files of a layer and of those its moves lead to are held in memory: 1.9 GB for the movement phase.
///
/// # Errors
/// When a file cannot be read or is damaged, a layer is missing, or the progress says stop. Wrong values are no error: they
/// are counted.
pub fn verify(
    tables: &Tables,
    options: &VerifyOptions,
    mut progress: impl FnMut(Stage) -> ControlFlow<()>,
) -> Result<Verification, VerifyError> {
    verify_watched(tables, options, &mut progress)
}

/// [`verify`], compiled once for all who watch.
fn verify_watched(
    tables: &Tables,
    options: &VerifyOptions,
    progress: &mut dyn FnMut(Stage) -> ControlFlow<()>,
) -> Result<Verification, VerifyError> {
    let mut report = Verification::default();
    let (form, mut before) = (tables.form(), None);
    for outside in 0..=form.max_goats {
        let goats = Loaded::read(tables, Layer { outside, side: Side::First })?;
        let tigers = Loaded::read(tables, Layer { outside, side: Side::Second })?;
        // Placements lead to the layer with one goat less outside, all other moves stay in this one.
        for (own, next) in [(&goats, before.as_ref().unwrap_or(&tigers)), (&tigers, &goats)] {
            if progress(Stage::Layer(own.layer)).is_break() {
                return Err(VerifyError::Stopped);
            }
            Judge { form, index: tables.index(), own, next, options }.compare(&mut report);
        }
        before = Some(tigers);
    }
    Ok(report)
}

/// The records of a layer.
struct Loaded<'a> {
    layer: Layer,
    packing: &'a Packing,
    records: Vec<Vec<u8>>,
}

impl Loaded<'_> {
    fn read(tables: &Tables, layer: Layer) -> Result<Loaded<'_>, VerifyError> {
        let (packing, table) = tables.layer(layer).ok_or(VerifyError::Missing(layer))?;
        let mut records = Vec::new();
        table.read_all(layer.record_length(packing), |record| records.push(record))?;
        Ok(Loaded { layer, packing, records })
    }

    fn value(&self, class: usize, number: u32) -> Value {
        let record = &self.records[class];
        let byte = |place: usize| Ok::<u8, std::convert::Infallible>(record[place]);
        match read_value(self.layer, self.packing, number, byte) {
            Ok(value) => value,
            Err(never) => match never {},
        }
    }
}

struct Judge<'a> {
    form: Form,
    index: &'a Index,
    /// The layer to compare.
    own: &'a Loaded<'a>,
    /// The layer that its moves lead to.
    next: &'a Loaded<'a>,
    options: &'a VerifyOptions,
}

impl Judge<'_> {
    fn compare(&self, report: &mut Verification) {
        let layer = self.own.layer;
        let Some((least, most)) = self.form.goats(layer.outside) else { return };
        let one_in = if layer.outside == 0 { self.options.movement_one_in } else { self.options.placement_one_in };
        let rules = TigersRules::new(self.form.captures_to_win, None).expect("the captures are in range");
        let items = self.index.classes().iter().enumerate();
        let states = for_each(self.options.threads, items, Verification::default, |found, (class, &tigers)| {
            let goats_of = Goats::of(tigers);
            let place = (class as u64) << 8 | u64::from(layer.outside) << 1 | layer.side.index() as u64;
            let mut random = Random::new(self.options.seed ^ mix(place));
            let numbers: Box<dyn Iterator<Item = u32>> = if one_in <= 1 {
                Box::new(self.own.packing.numbers())
            } else {
                // Gaps of 1 to 2n-1, n on average.
                let mut gap = || 1 + random.below(2 * one_in as usize - 1) as u64;
                let numbers = std::iter::successors(Some(gap() - 1), move |number| Some(number + gap()));
                Box::new(numbers.take_while(|number| number >> SLOTS == 0).map(|number| number as u32))
            };
            for number in numbers {
                if !(u32::from(least)..=u32::from(most)).contains(&number.count_ones()) {
                    continue;
                }
                let pos = Tigers::from_parts(tigers, goats_of.at(number), layer.outside, layer.side, &rules)
                    .expect("goats stand beside the tigers and are not too many");
                *(if layer.outside == 0 { &mut found.movement } else { &mut found.placement }) += 1;
                let (stands, best) = (self.own.value(class, number), self.best(&pos));
                let agree = if layer.outside == 0 { stands == best } else { stands.result() == best.result() };
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

    /// What follows from the moves of the rules.
    fn best(&self, pos: &Tigers) -> Value {
        let side = pos.side_to_move();
        if let Some(outcome) = pos.outcome() {
            return Value::finished(outcome, side);
        }
        let mut best = Value::loss(0);
        let _ = pos.visit_moves(Class::All, |mv| {
            let after = pos.after(mv);
            // A stuck side has lost, in the tables too; that tigers have all their captures is not in them.
            let value = if after.captures_left() == 0 {
                Value::loss(0)
            } else {
                let (class, number) = self.index.locate(after.tigers(), after.goats());
                self.next.value(class, number)
            };
            best = best.max(value.before(false));
            // Nothing is better than this, except for distances.
            let settled = pos.is_placement_phase() && best.result() == Wdl::Win;
            if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }
}
