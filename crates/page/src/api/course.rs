//! The rules of a game by doing: its tasks and its tour.

use plyground_catalog::Course;

use crate::fault::Fault;
use crate::page::Page;
use crate::request::{Call, Reply};

/// The tasks of a game with the moves that solve them, and the game that is explained.
pub(super) fn course(page: &Page, call: Call<'_>) -> Result<Reply, Fault> {
    let text = page.catalog.game(call.name)?.info().course.ok_or_else(|| Fault::missing("course"))?;
    Ok(Reply::json(&Course::read(text)?))
}
