//! Solver of a game by tiers, for use in its catalog entry.

use std::path::Path;
use std::sync::Arc;

use plyground_game::{Game, Outcome, Position, Side, Symmetric};

use super::estimate::Estimate;
use super::file::TierSet;
use super::method::Method;
use super::oracle::TierOracle;
use super::reached::{Layout, Reached, capacity};
use super::solver::{Task, order};
use super::tables::{Locate, SetTables, TierTables};
use super::verify::Verifier;
use super::{Scoring, SharedNumbering, TableCheck, TableCounts, Tiered};
use crate::horizon::Horizon;
use crate::proof::Sample;
use crate::solvable::{Oracle, TableOracle};
use crate::table::{Turn, try_folder};
use crate::{ExactMove, ExactValue, OnProgress, Solvable, SolveError, SolveOptions, SolveProgress, TableError, Tables};

/// Function that creates the numbering of a game; `None` for boards without one.
type Make<P> = dyn Fn(&Game<P>) -> Option<SharedNumbering<P>> + Send + Sync;

/// Solver of a game tier by tier, with the tables of a folder.
///
/// It is part of the game's entry: `Entry::new("three in a row").solver(Tiers::new(|pos: &TicTacToe| pos.stones()))`.
///
/// ```
/// use plyground_game::{Game, Position, Side};
/// use plyground_kalah::Kalah;
/// use plyground_solve::{ExactValue, SolveOptions, Tiers, Wdl, solve};
///
/// // The tier is the number of seeds in the stores, because seeds never leave a store.
/// let solver = Tiers::new(|pos: &Kalah| Side::ALL.iter().map(|&side| usize::from(pos.store(side))).sum());
/// let folder = std::env::temp_dir().join(format!("tiers-example-{}", std::process::id()));
/// let options = SolveOptions { tables: folder.clone(), threads: 2, ..SolveOptions::default() };
/// let game = Game::<Kalah>::new(&"2x2".parse()?, &Default::default());
/// let solved = solve(&solver, &game, &options, true, &mut |_| {})?;
/// assert_eq!((solved.value, solved.plies), (ExactValue::Result(Wdl::Loss), Some(5)));
/// // The tables contain the rest of the game.
/// let later = Game::from_position(game.position().after(solved.moves[0].mv), game.rules());
/// assert_eq!(solve(&solver, &later, &options, false, &mut |_| {})?.plies, Some(4));
/// std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Tiers<P: Position> {
    numbering: Numbering<P>,
    scoring: Scoring<P>,
    /// Method for the tiers of a numbering by formula instead of retrograde analysis.
    method: Option<Method<P>>,
    /// Returns the rules that tables of a game's rules are stored under.
    table_rules: fn(&P::Rules) -> P::Rules,
}

#[derive(Clone)]
enum Numbering<P: Position> {
    Reached(Layout<P>),
    Ranked(Arc<Make<P>>),
}

impl<P: Position> std::fmt::Debug for Tiers<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tiers").finish_non_exhaustive()
    }
}

/// The default solver treats all positions that can follow as one tier.
impl<P: Position> Default for Tiers<P> {
    fn default() -> Tiers<P> {
        Tiers {
            numbering: Numbering::Reached(Layout::flat()),
            scoring: Scoring::Results,
            method: None,
            table_rules: P::Rules::clone,
        }
    }
}

/// Numbering, and the positions from which it was built.
struct Numbered<P> {
    numbering: SharedNumbering<P>,
    reached: Option<Arc<Reached<P>>>,
}

impl<P: Position> Tiers<P> {
    /// Creates a solver of all positions that can follow, given the tier of each, such as the number of its stones.
    /// Positions of two tiers must not lead to each other in both directions.
    #[must_use]
    pub fn new(tier: fn(&P) -> usize) -> Tiers<P> {
        Tiers { numbering: Numbering::Reached(Layout { tier, ..Layout::flat() }), ..Tiers::default() }
    }

    /// Creates a solver of all positions of a numbering by formula. `make` returns the numbering of a game, or `None`
    /// for a board without one.
    #[must_use]
    pub fn ranked<T: Tiered<P> + 'static>(make: impl Fn(&Game<P>) -> Option<T> + Send + Sync + 'static) -> Tiers<P> {
        let make = move |game: &Game<P>| make(game).map(|numbering| Arc::new(numbering) as SharedNumbering<P>);
        Tiers { numbering: Numbering::Ranked(Arc::new(make)), ..Tiers::default() }
    }

    /// Uses the final margin with best play as the value, instead of a result with a distance. `margin` returns the
    /// final margin of a finished position for its side to move, at most 16,383 in absolute value; endless play has the
    /// margin 0.
    ///
    /// ```
    /// use plyground_game::{Game, Position, Side};
    /// use plyground_kalah::Kalah;
    /// use plyground_solve::{ExactValue, SolveOptions, Tiers, solve};
    ///
    /// let stored = |pos: &Kalah| Side::ALL.iter().map(|&side| usize::from(pos.store(side))).sum();
    /// let margin = |pos: &Kalah| pos.final_margin(pos.side_to_move()).unwrap_or(0);
    /// let solver = Tiers::new(stored).margins(margin);
    /// let folder = std::env::temp_dir().join(format!("margins-example-{}", std::process::id()));
    /// let options = SolveOptions { tables: folder.clone(), ..SolveOptions::default() };
    /// let game = Game::<Kalah>::new(&"3x2".parse()?, &"empty-capture".parse()?);
    /// assert_eq!(solve(&solver, &game, &options, true, &mut |_| {})?.value, ExactValue::Margin(4));
    /// std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn margins(self, margin: fn(&P) -> i32) -> Tiers<P> {
        Tiers { scoring: Scoring::Margins(margin), ..self }
    }

    /// Stores tables under these rules instead of the game's: rules with the same moves and results on the board, without
    /// limits of the history.
    pub(crate) fn stored_under(self, table_rules: fn(&P::Rules) -> P::Rules) -> Tiers<P> {
        Tiers { table_rules, ..self }
    }

    /// Solves the tiers by a method of the game.
    pub(crate) fn solved_by(self, method: Method<P>) -> Tiers<P> {
        Tiers { method: Some(method), ..self }
    }

    /// Stores one position for all its images under the symmetries of the game. It has no effect on a numbering by
    /// formula.
    #[must_use]
    pub fn folded(mut self) -> Tiers<P>
    where
        P: Symmetric,
    {
        if let Numbering::Reached(layout) = &mut self.numbering {
            layout.fold = P::canonical;
        }
        self
    }

    /// Numbers the positions that can follow, at most `most`. Positions that are found omit those that draw by
    /// repetition.
    fn number(
        &self,
        game: &Game<P>,
        horizon: &Horizon,
        most: usize,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<Numbered<P>, SolveError> {
        match &self.numbering {
            Numbering::Ranked(make) => match make(game) {
                Some(numbering) => Ok(Numbered { numbering, reached: None }),
                None => Err(no_numbering(game)),
            },
            Numbering::Reached(layout) => {
                let reached = Arc::new(Reached::from(game.position(), *layout, horizon, most, options, progress)?);
                Ok(Numbered { numbering: Arc::<Reached<P>>::clone(&reached), reached: Some(reached) })
            }
        }
    }

    /// Returns the table set for a game that starts at its current position.
    fn set(&self, game: &Game<P>) -> Result<TierSet, SolveError> {
        let name = match &self.numbering {
            Numbering::Reached(_) => game.position().to_string(),
            Numbering::Ranked(make) => make(game).ok_or_else(|| no_numbering(game))?.name(),
        };
        Ok(TierSet {
            game: P::NAME,
            rules: (self.table_rules)(game.rules()).to_string(),
            name: name.replace(char::is_control, " "),
            has_margins: self.scoring.has_margins(),
        })
    }

    /// Opens the tables of a folder for a game and its rules.
    fn tables(&self, folder: &Path, game: &Game<P>) -> Result<TierTables<P>, TableError> {
        let rules = (self.table_rules)(game.rules());
        let mut sets = Vec::new();
        match &self.numbering {
            Numbering::Reached(layout) => {
                for set in TierSet::find(folder, P::NAME, &rules.to_string(), self.scoring.has_margins())? {
                    sets.extend(SetTables::open(folder, &set, Locate::Keys(*layout))?);
                }
            }
            Numbering::Ranked(make) => {
                if let (Some(numbering), Ok(set)) = (make(game), self.set(game)) {
                    sets.extend(SetTables::open(folder, &set, Locate::Formula(numbering))?);
                }
            }
        }
        Ok(TierTables { sets, rules, scoring: self.scoring })
    }

    /// Fails if a numbering by formula has no number for the current position, so that no table can contain it.
    fn check_numbered(&self, game: &Game<P>) -> Result<(), SolveError> {
        let has_number = match &self.numbering {
            Numbering::Reached(_) => true,
            Numbering::Ranked(make) => make(game).is_some_and(|numbering| numbering.rank(game.position()).is_some()),
        };
        if has_number { Ok(()) } else { Err(no_numbering(game)) }
    }

    /// Builds the missing tables for the current position.
    fn make(&self, game: &Game<P>, options: &SolveOptions, progress: OnProgress<'_>) -> Result<(), SolveError> {
        let (set, folder) = (self.set(game)?, &*options.tables);
        try_folder(folder, &set.path(folder, 0))?;
        let _turn = Turn::wait(&set.guard(folder), &options.stop, progress)?;
        let numbered = self.number(game, &Horizon::default(), capacity::<P>(options), options, progress)?;
        progress(&SolveProgress::milestone(self.estimate(game, &numbered, options)?.text()));
        self.task(game, &numbered, Some((folder, &set)), options)?.solve(progress).map(drop)
    }

    /// Numbers and solves the positions that can follow in memory, at most `most`. Positions that are found draw by
    /// repetition according to `horizon`.
    pub(crate) fn in_memory(
        &self,
        game: &Game<P>,
        horizon: &Horizon,
        most: usize,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<(SharedNumbering<P>, SetTables<P>), SolveError> {
        self.check_numbered(game)?;
        let numbered = self.number(game, horizon, most, options, progress)?;
        let task = self.task(game, &numbered, None, options)?;
        let size: usize = task.order.iter().map(|&tier| numbered.numbering.size(tier)).sum();
        if size > most {
            return Err(SolveError::TooManyPositions { most });
        }
        let solutions = task.solve(progress)?;
        let tables = SetTables::of(Arc::clone(&numbered.numbering), solutions);
        Ok((numbered.numbering, tables))
    }

    /// Returns the work on the tiers that can follow from the current position, or on all if it has no number.
    fn task<'a>(
        &self,
        game: &'a Game<P>,
        numbered: &'a Numbered<P>,
        store: Option<(&'a Path, &'a TierSet)>,
        options: &'a SolveOptions,
    ) -> Result<Task<'a, P>, SolveError> {
        let Numbered { numbering, reached } = numbered;
        Ok(Task {
            game,
            numbering: &**numbering,
            order: order(&**numbering, game.position(), self.method.is_some())?,
            reached: reached.as_deref(),
            store,
            options,
            scoring: self.scoring,
            method: self.method.clone(),
        })
    }

    /// Estimates the work of [`Tiers::task`].
    fn estimate(&self, game: &Game<P>, numbered: &Numbered<P>, options: &SolveOptions) -> Result<Estimate, SolveError> {
        let (numbering, threads) = (&*numbered.numbering, options.threads);
        let tiers = order(numbering, game.position(), self.method.is_some())?;
        Ok(match &self.method {
            Some(method) => Estimate::by(method, numbering, &tiers, threads),
            None => Estimate::of(numbering, &tiers, numbered.reached.is_some(), threads),
        })
    }
}

fn no_numbering<P: Position>(game: &Game<P>) -> SolveError {
    let (name, pos) = (P::NAME, game.position());
    SolveError::Numbering(format!(
        "no tables of {name} hold `{pos}`; `ply solve {name} --mate-in N` looks for forced wins"
    ))
}

impl<P: Position> Solvable<P> for Tiers<P> {
    fn exact_moves(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        make: bool,
        progress: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        let pos = game.position();
        let tables = self.tables(&options.tables, game)?;
        if let Some(moves) = tables.moves(pos)? {
            return Ok(moves);
        }
        self.check_numbered(game)?;
        if !make {
            return Err(tables.missing(game, &options.tables));
        }
        drop(tables);
        self.make(game, options, progress)?;
        let tables = self.tables(&options.tables, game)?;
        tables.moves(pos)?.ok_or_else(|| tables.missing(game, &options.tables))
    }

    fn cost(&self, game: &Game<P>, options: &SolveOptions) -> Option<String> {
        let tables = self.tables(&options.tables, game).ok()?;
        if game.ending().is_some() || tables.moves(game.position()).ok()?.is_some() {
            return None;
        }
        self.check_numbered(game).ok()?;
        let trial = SolveOptions { stop: options.stop.clone(), ..SolveOptions::default() };
        let work = match self.number(game, &Horizon::default(), QUICK, &trial, &mut |_| {}) {
            Ok(numbered) => {
                let estimate = self.estimate(game, &numbered, options).ok()?;
                if estimate.is_small() {
                    return None;
                }
                estimate.text()
            }
            Err(SolveError::TooManyPositions { .. }) => format!("up to {}", Estimate::of_capacity::<P>(options).text()),
            Err(_) => return None,
        };
        let folder = options.tables.display();
        Some(format!(
            "making tables in `{folder}`: {work}; finished tiers are stored, and the same command resumes from them"
        ))
    }

    fn open(&self, folder: &Path, game: &Game<P>) -> Result<Option<Box<dyn Tables<P>>>, TableError> {
        let tables = self.tables(folder, game)?;
        Ok((!tables.sets.is_empty()).then(|| -> Box<dyn Tables<P>> { Box::new(tables) }))
    }

    /// Returns an oracle with the tables of the folder. A game with few reachable positions is solved in memory.
    fn oracle(&self, game: &Game<P>, options: &SolveOptions) -> Result<Option<Box<dyn Oracle<P>>>, SolveError> {
        let tables = self.tables(&options.tables, game)?;
        Ok(Some(match &self.numbering {
            Numbering::Ranked(_) if !tables.sets.is_empty() => Box::new(TableOracle(Box::new(tables))),
            _ => {
                let solver = self.clone();
                let in_memory = move |game: &Game<P>, options: &SolveOptions| {
                    Ok(solver.in_memory(game, &Horizon::default(), QUICK, options, &mut |_| {})?.1)
                };
                Box::new(TierOracle::new(Box::new(in_memory), tables, options.clone()))
            }
        }))
    }

    fn shares_tables(&self, opened: &Game<P>, game: &Game<P>) -> bool {
        let same_numbering = || match &self.numbering {
            Numbering::Reached(_) => true,
            Numbering::Ranked(_) => self.set(opened).ok() == self.set(game).ok(),
        };
        (self.table_rules)(opened.rules()) == (self.table_rules)(game.rules()) && same_numbering()
    }

    fn make_tables(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        progress: OnProgress<'_>,
    ) -> Result<TableCounts, SolveError> {
        // Tables from an earlier position contain all positions that can follow.
        if let Numbering::Reached(_) = &self.numbering {
            for set in &self.tables(&options.tables, game)?.sets {
                if set.stored(game.position())?.is_some() {
                    return Ok(set.counts());
                }
            }
        }
        self.make(game, options, progress)?;
        let (set, locate) = (self.set(game)?, Locate::Keys(Layout::flat()));
        let made = SetTables::<P>::open(&options.tables, &set, locate)?;
        Ok(made.ok_or_else(|| TableError::removed(options.tables.clone()))?.counts())
    }

    fn verify_tables(
        &self,
        game: &Game<P>,
        options: &SolveOptions,
        sample: Sample,
        progress: OnProgress<'_>,
    ) -> Result<TableCheck, SolveError> {
        let tables = self.tables(&options.tables, game)?;
        // A numbering by formula does not depend on the position.
        let has_tables = match &self.numbering {
            Numbering::Reached(_) => tables.moves(game.position())?.is_some(),
            Numbering::Ranked(_) => !tables.sets.is_empty(),
        };
        if !has_tables {
            return Err(tables.missing(game, &options.tables));
        }
        let verifier = Verifier { game, options };
        match &self.numbering {
            Numbering::Reached(layout) => verifier.reached(*layout, tables, sample, progress),
            Numbering::Ranked(make) => {
                let numbering = make(game).ok_or_else(|| no_numbering(game))?;
                verifier.ranked(&*numbering, tables, sample, progress)
            }
        }
    }

    fn finished_value(&self, pos: &P, outcome: Outcome, side: Side) -> ExactValue {
        self.scoring.finished_value(pos, outcome, side)
    }
}

/// Maximum number of positions that are solved without asking, and in memory if no tables are built.
const QUICK: usize = 200_000;
