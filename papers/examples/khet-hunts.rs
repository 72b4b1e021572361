//! Finds hunts for a pharaoh in recorded games of Khet: `khet-hunts RECORDS...`.
//!
//! A hunt is a game that a side lost by its pharaoh, although its material was ahead by two pyramids or more and its own search
//! had a score above 0. The last such position of a game is printed as a line: `hunted`, the side and the position. For
//! comparison, a line `winning` has such a position of a game which that side won, as many plies before its end as the hunt
//! before it. The records come from `ply match khet ... --out RECORDS`.
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::path::Path;

use plyground_arena::{Termination, read_records};
use plyground_eval::khet::Material;
use plyground_game::{Evaluate, Outcome, Position, Side};
use plyground_khet::Khet;
use plyground_optimize::learning::{PositionFilter, PositionLabel, visit_game};
use plyground_play::{Start, State};

/// The least lead in material: two pyramids.
const LEAD: i32 = 6;

/// A position whose side to move is ahead by its material and by its search.
struct Ahead {
    side: Side,
    position: String,
    /// Number of plies before the end of the game.
    left: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let khet = Start::default().state::<Khet>()?;
    let (mut hunts, mut wins) = (Vec::new(), Vec::new());
    let mut games = 0;
    for path in std::env::args().skip(1) {
        for record in read_records(Path::new(&path))? {
            games += 1;
            let Outcome::Win(winner) = Outcome::from(record.result) else { continue };
            if record.termination != Termination::Rules {
                continue;
            }
            let plies = record.moves.split_whitespace().count();
            let mut ahead = Vec::new();
            visit_game(&record, &*khet, PositionFilter::Quiet, |state: &dyn State, label: PositionLabel| {
                let side = state.side_to_move();
                let pos = state.typed::<Khet>().expect("a game of Khet").position();
                let score = if side == Side::First { label.score } else { -label.score };
                if score > 0.0 && Material.evaluate(pos, &(), side).value() >= LEAD {
                    ahead.push(Ahead { side, position: pos.to_string(), left: plies - state.plies() });
                }
            })?;
            let (won, lost): (Vec<Ahead>, Vec<Ahead>) = ahead.into_iter().partition(|ahead| ahead.side == winner);
            hunts.extend(lost.into_iter().next_back());
            wins.push(won);
        }
    }
    let mut wins = wins.into_iter();
    let mut found = 0;
    for Ahead { side, position, left } in hunts {
        let like = wins.by_ref().find_map(|won| won.into_iter().rfind(|won| won.left >= left && won.left < left + 4));
        let Some(like) = like else { break };
        println!("hunted {} {position}", Khet::side_name(side));
        println!("winning {} {}", Khet::side_name(like.side), like.position);
        found += 1;
    }
    eprintln!("{games} games, {found} hunts");
    Ok(())
}
