//! Oracle for successive positions, from tables or in memory.

use plyground_game::{Game, Position};
use plyground_search::StopFlag;

use super::tables::{SetTables, TierTables};
use crate::solvable::Oracle;
use crate::{ExactMove, SolveError, SolveOptions, Tables};

/// Maximum number of numberings in memory.
const MOST_SETS: usize = 16;

/// Function that solves a game in memory, if few positions can follow.
type InMemory<P> = dyn Fn(&Game<P>, &SolveOptions) -> Result<SetTables<P>, SolveError> + Send;

/// Oracle that uses tables, and solves a position in memory if they do not contain it and few positions can follow.
pub(super) struct TierOracle<P: Position> {
    in_memory: Box<InMemory<P>>,
    tables: TierTables<P>,
    stored: usize,
    options: SolveOptions,
}

impl<P: Position> TierOracle<P> {
    pub(super) fn new(in_memory: Box<InMemory<P>>, tables: TierTables<P>, options: SolveOptions) -> TierOracle<P> {
        let stored = tables.sets.len();
        TierOracle { in_memory, tables, stored, options }
    }
}

impl<P: Position> Oracle<P> for TierOracle<P> {
    fn moves(&mut self, game: &Game<P>, stop: &StopFlag) -> Result<Vec<ExactMove<P::Move>>, SolveError> {
        if let Some(moves) = self.tables.moves(game.position())? {
            return Ok(moves);
        }
        let options = SolveOptions { stop: stop.clone(), ..self.options.clone() };
        match (self.in_memory)(game, &options) {
            Ok(set) => {
                // Sets from files come first and are never removed.
                if self.tables.sets.len() >= self.stored + MOST_SETS {
                    self.tables.sets.remove(self.stored);
                }
                self.tables.sets.push(set);
            }
            Err(SolveError::TooManyPositions { .. }) => {}
            Err(error) => return Err(error),
        }
        let moves = self.tables.moves(game.position())?;
        moves.ok_or_else(|| self.tables.missing(game, &self.options.tables))
    }
}
