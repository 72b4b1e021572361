//! Laws of the hints for searches.

use alloc::format;
use alloc::vec::Vec;

use super::{Check, visited};
use crate::random::Random;
use crate::{Class, Outcome, Position, SearchHints};

/// Checks the hints for searches ([`SearchHints`]).
pub(super) fn check_hints<P: SearchHints>(pos: &P, random: &mut Random) -> Check {
    for mv in visited(pos, Class::Noisy) {
        _ = pos.noisy_value(mv);
    }
    for mv in visited(pos, Class::Quiet) {
        let value = pos.quiet_value(mv, None);
        ensure!((-512..=512).contains(&value), "the quiet move {mv:?} at `{pos}` has an ordering score of {value}");
    }
    if pos.count_moves() > 0 {
        ensure!(pos.choice() > 0, "no choice at `{pos}`, where there are moves");
    }
    if let Some(parries) = pos.parries() {
        check_parries(pos, &parries)?;
    }
    if let Some(passed) = pos.pass() {
        ensure!(pos.outcome().is_none(), "a finished game passes");
        ensure!(passed.side_to_move() != pos.side_to_move(), "a pass leaves the turn with the same side");
        ensure!(passed.pass().is_none_or(|back| back == *pos), "two passes lead from `{pos}` to another position");
    }
    // All lines of a few plies are checked, because random play in a wide game would hardly ever repeat a position.
    let lines = pos.count_moves().max(1).saturating_pow(P::NO_RETURN_WITHIN);
    if lines <= 10_000 && random.below(64) == 0 {
        let back = way_back(pos, pos.repetition_key(), P::NO_RETURN_WITHIN);
        ensure!(back.is_none(), "`{pos}` stands again by {:?}", back.unwrap_or_default());
    }
    Ok(())
}

fn check_parries<P: SearchHints>(pos: &P, parries: &[P::Move]) -> Check {
    let moves = visited(pos, Class::All);
    ensure!(parries.iter().all(|mv| moves.contains(mv)), "`{pos}` has parries that are not legal: {parries:?}");
    for mv in moves.into_iter().filter(|mv| !parries.contains(mv)) {
        let after = pos.after(mv);
        let won = Some(Outcome::Win(!pos.side_to_move()));
        let loses = after.side_to_move() != pos.side_to_move()
            && visited(&after, Class::All).into_iter().any(|reply| after.after(reply).outcome() == won);
        ensure!(loses, "{mv:?} is no parry at `{pos}`, but the opponent cannot win after it");
    }
    Ok(())
}

/// Returns at most `plies` moves that lead to a position with this repetition key.
fn way_back<P: Position>(pos: &P, key: u64, plies: u32) -> Option<Vec<P::Move>> {
    if plies == 0 {
        return None;
    }
    pos.legal_moves().into_iter().find_map(|mv| {
        let after = pos.after(mv);
        let rest = if after.repetition_key() == key { Some(Vec::new()) } else { way_back(&after, key, plies - 1) };
        rest.map(|rest| [&[mv], &*rest].concat())
    })
}
