//! Finds Khet puzzles: positions of random games with a forced win in 2 or 3 moves and no shorter one.
//!
//! ```text
//! cargo run --release -p plyground-solve --example khet_mates -- [PUZZLES] [SEED] > crates/solve/puzzles/khet.txt
//! ```
//!
//! Each puzzle is found by proof-number search and verified by a full-width search. The games are random, but each side
//! plays a win in one ply and avoids moves that allow one if possible, so that pharaohs survive long.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;

use plyground_game::random::Random;
use plyground_game::{Position, Side};
use plyground_khet::Khet;
use plyground_search::StopFlag;
use plyground_solve::dfpn::Dfpn;

/// Returns whether `attacker` can force a win within `plies` plies, by a full-width search.
fn can_win(pos: &Khet, attacker: Side, plies: u32) -> bool {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner() == Some(attacker);
    }
    if plies == 0 {
        return false;
    }
    let moves = pos.legal_moves();
    let mut after = moves.iter().map(|&mv| can_win(&pos.after(mv), attacker, plies - 1));
    if pos.side_to_move() == attacker { after.any(|wins| wins) } else { after.all(|wins| wins) }
}

/// Prints a position with its line after a full-width search has verified it.
fn puzzle(search: &mut Dfpn<Khet>, pos: &Khet, most: u32) -> Result<(), Box<dyn Error>> {
    let win = search.shortest_win(pos, most, &StopFlag::default()).ok().flatten().ok_or("it was proven")?;
    let side = pos.side_to_move();
    if !can_win(pos, side, win.plies) || can_win(pos, side, win.plies - 1) {
        return Err(format!("the two searches differ: {pos}").into());
    }
    let mut at = pos.clone();
    let mut line = Vec::new();
    for &mv in &win.line {
        line.push(at.move_text(mv));
        at.play_unchecked(mv);
    }
    println!("{} | {pos} | {}", win.plies, line.join(" "));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let puzzles: u32 = words.next().map_or(Ok(30), |word| word.parse())?;
    let seed: u64 = words.next().map_or(Ok(1), |word| word.parse())?;
    let mut random = Random::new(seed);
    let (stop, mut search) = (StopFlag::default(), Dfpn::new(64));
    let mut found = 0;
    println!("# Khet, rules `official`: plies | position | a shortest line. Made by the example `khet_mates`.");
    while found < puzzles {
        let setup = ["classic", "imhotep", "dynasty"][random.below(3)];
        let mut pos = Khet::new(&setup.parse()?, &"official".parse()?);
        let mut played = Vec::new();
        for _ in 0..200 {
            if pos.outcome().is_some() || can_win(&pos, pos.side_to_move(), 1) {
                break;
            }
            if search.can_win(&pos, pos.side_to_move(), 3, &stop) == Ok(true) {
                puzzle(&mut search, &pos, 3)?;
                found += 1;
                // The win may already be forced from the winner's previous position.
                let earlier: Option<&Khet> = played.len().checked_sub(2).map(|index| &played[index]);
                if let Some(earlier) = earlier.filter(|earlier| earlier.side_to_move() == pos.side_to_move())
                    && search.can_win(earlier, pos.side_to_move(), 5, &stop) == Ok(true)
                {
                    puzzle(&mut search, earlier, 5)?;
                    found += 1;
                }
                break;
            }
            played.push(pos.clone());
            let moves = pos.legal_moves();
            let safe: Vec<_> = moves
                .iter()
                .map(|&mv| pos.after(mv))
                .filter(|after| after.outcome().is_none() && !can_win(after, after.side_to_move(), 1))
                .collect();
            pos = match safe.is_empty() {
                true => pos.after(moves[random.below(moves.len())]),
                false => safe[random.below(safe.len())].clone(),
            };
        }
    }
    Ok(())
}
