//! Tables of Tigers and Goats that are part of the program: the book of the first placements, and the endings.

use std::path::Path;

use plyground_game::Game;
use plyground_tigers::{Tigers, TigersMove};

use super::Book;
#[cfg(not(target_arch = "wasm32"))]
use super::{Endings, GoatWins};
use crate::{ExactMove, OnProgress, Solvable, SolveError, SolveOptions, TableError};

/// Solver of Tigers and Goats by the tables that are part of the program, for any folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShippedTigers {
    /// Whether it has the endings besides the book of the first placements.
    pub has_endings: bool,
}

/// Tables that are part of the program.
#[derive(Debug)]
struct Shipped {
    book: Book,
    #[cfg(not(target_arch = "wasm32"))]
    endings: Option<Endings>,
}

impl ShippedTigers {
    fn tables(self) -> Shipped {
        Shipped {
            book: Book::shipped(),
            #[cfg(not(target_arch = "wasm32"))]
            endings: self.has_endings.then(Endings::shipped),
        }
    }
}

impl Shipped {
    fn known(&self, pos: &Tigers) -> Option<Vec<ExactMove<TigersMove>>> {
        let of_book = self.book.moves(pos);
        #[cfg(not(target_arch = "wasm32"))]
        let of_book = of_book.or_else(|| self.endings.as_ref()?.moves(pos));
        of_book
    }
}

impl crate::Tables<Tigers> for Shipped {
    fn moves(&self, pos: &Tigers) -> Result<Option<Vec<ExactMove<TigersMove>>>, TableError> {
        Ok(self.known(pos))
    }

    /// Also unpacks the [`GoatWins`] for the evaluation of the agent that has the endings.
    #[cfg(not(target_arch = "wasm32"))]
    fn load(&self) {
        if let Some(endings) = &self.endings {
            endings.load();
            GoatWins::shipped().load();
        }
    }
}

impl Solvable<Tigers> for ShippedTigers {
    fn exact_moves(
        &self,
        game: &Game<Tigers>,
        _: &SolveOptions,
        _: bool,
        _: OnProgress<'_>,
    ) -> Result<Vec<ExactMove<TigersMove>>, SolveError> {
        let held = "the tables in the program do not contain this position";
        self.tables().known(game.position()).ok_or_else(|| SolveError::NotInTables { held: held.into() })
    }

    fn open(&self, _: &Path, _: &Game<Tigers>) -> Result<Option<Box<dyn crate::Tables<Tigers>>>, TableError> {
        Ok(Some(Box::new(self.tables())))
    }
}
