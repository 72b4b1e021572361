//! Tables of Tigers and Goats that are part of the program: the book of the first placements, and the endings.

use plyground_tigers::{Tigers, TigersMove};

use super::Book;
#[cfg(not(target_arch = "wasm32"))]
use super::{Endings, GoatWins};
use crate::{ExactMove, TableError, Tables};

/// Tables that are part of the program: the book of an agent.
#[derive(Debug)]
pub struct ShippedTigers {
    book: Book,
    #[cfg(not(target_arch = "wasm32"))]
    endings: Option<Endings>,
}

impl ShippedTigers {
    /// Returns the book of the first placements, with the endings or without. A browser has no endings.
    #[must_use]
    pub fn new(#[cfg_attr(target_arch = "wasm32", expect(unused_variables))] has_endings: bool) -> ShippedTigers {
        ShippedTigers {
            book: Book::shipped(),
            #[cfg(not(target_arch = "wasm32"))]
            endings: has_endings.then(Endings::shipped),
        }
    }
}

impl Tables<Tigers> for ShippedTigers {
    fn moves(&self, pos: &Tigers) -> Result<Option<Vec<ExactMove<TigersMove>>>, TableError> {
        let of_book = self.book.moves(pos);
        #[cfg(not(target_arch = "wasm32"))]
        let of_book = of_book.or_else(|| self.endings.as_ref()?.moves(pos));
        Ok(of_book)
    }

    /// Also unpacks the [`GoatWins`] for the evaluation of the agent that has the endings.
    #[cfg(not(target_arch = "wasm32"))]
    fn load(&self, pos: &Tigers) {
        let _ = self.book.moves(pos);
        if let Some(endings) = &self.endings {
            endings.load();
            GoatWins::shipped().load();
        }
    }
}
