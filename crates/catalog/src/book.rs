//! Opening books that come with a game, by name: `ply match kalah --book fair-kalah`.

use plyground_game::Position;
use plyground_play::Start;

use crate::error::CatalogError;

/// The description of an opening book.
///
/// ```
/// use plyground_catalog::{Catalog, Entry};
/// use plyground_kalah::Kalah;
///
/// // Your own game goes here; a book may depend on the rules.
/// let entry = Entry::<Kalah>::new("sow seeds").book("corner", "games that begin with house 1", |_| Some("1 2\n1 3\n"));
/// let catalog = Catalog::empty().with(entry);
/// let kalah = catalog.game("kalah")?;
/// assert_eq!(kalah.book("corner", None)?, Some("1 2\n1 3\n"));
/// assert_eq!(kalah.book("openings.txt", None)?, None);
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookInfo {
    /// Name in commands.
    pub name: &'static str,
    /// Its openings in one line.
    pub about: &'static str,
}

/// An opening book of a game.
pub(crate) struct BookRow<P: Position> {
    pub(crate) info: BookInfo,
    /// Returns the openings as `ply match --book FILE` reads them, or `None` for rules without a book.
    pub(crate) text: fn(&P::Rules) -> Option<&'static str>,
}

/// Returns the openings of a book under these rules; `None` if no book has this name.
///
/// # Errors
/// Fails if the rules cannot be read or the book has no openings for them.
pub(crate) fn openings<P: Position>(
    books: &[BookRow<P>],
    name: &str,
    rules: Option<&str>,
) -> Result<Option<&'static str>, CatalogError> {
    let Some(row) = books.iter().find(|row| row.info.name == name) else { return Ok(None) };
    let game = Start::of_setup(None, rules).game::<P>()?;
    let rules = game.rules();
    match (row.text)(rules) {
        Some(text) => Ok(Some(text)),
        None => Err(CatalogError::Input(format!(
            "book `{name}` has no openings for rules `{rules}`: expected other rules, or a file"
        ))),
    }
}
