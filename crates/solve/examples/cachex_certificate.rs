//! Proves that a side wins a position of Cachex by one proof-number search, then writes a certificate from its table.
//!
//! ```text
//! cargo run --release -p plyground-solve --example cachex_certificate -- SIZE MOVES SIDE PLIES MIB SPLIT FILE
//! ```
//!
//! MOVES are separated by `+`, such as `0,0`. SIDE (`red` or `blue`) wins within PLIES plies. SPLIT is the number of
//! plies above the subproblems of the certificate. `ply solve --certificate` needs no such hints, but on 5 x 5 cells it
//! solves hundreds of subproblems before it tries a winning move.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use plyground_cachex::{BoardSize, Cachex, CachexRules};
use plyground_game::{Game, Position, Side};
use plyground_search::StopFlag;
use plyground_solve::cachex::CellsToFill;
use plyground_solve::dfpn::{Dfpn, Stopped};
use plyground_solve::proof::{Provable, Prover, Threads, prove};
use plyground_solve::{SolveError, SolveOptions};

/// Nodes of a look into the table.
const LOOK: u64 = 300;

/// The search that proved the win, with its table.
#[derive(Clone)]
struct Proved {
    search: Arc<Mutex<Dfpn<Cachex, CellsToFill>>>,
    winner: Side,
    /// Turn by which the winner has won.
    last_turn: u32,
}

impl Proved {
    /// Returns whether the winner can force the win in time, with at most this many nodes.
    fn wins(&self, pos: &Cachex, nodes: u64, stop: &StopFlag) -> Result<bool, Stopped> {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        search.limit(nodes);
        search.can_win(pos, self.winner, self.last_turn.saturating_sub(pos.turns_played()), stop)
    }
}

impl Provable<Cachex> for Proved {
    fn guess(&self, pos: &Cachex) -> i32 {
        let wins = self.wins(pos, LOOK, &StopFlag::default()) == Ok(true);
        if wins == (pos.side_to_move() == self.winner) { 1 } else { -1 }
    }

    fn prover(&self, _: &Game<Cachex>, _: &SolveOptions) -> Result<Box<dyn Prover<Cachex>>, SolveError> {
        Ok(Box::new(self.clone()))
    }
}

impl Prover<Cachex> for Proved {
    fn at_least(&mut self, pos: &Cachex, at: i32, stop: &StopFlag) -> Result<bool, SolveError> {
        let is_winner = pos.side_to_move() == self.winner;
        match self.wins(pos, u64::MAX, stop) {
            Ok(true) => Ok(at <= if is_winner { 1 } else { -1 }),
            // The winner may still win later, so only a proof of the win is written.
            Ok(false) => Ok(at <= if is_winner { 0 } else { 1 }),
            Err(Stopped) => Err(SolveError::Stopped { before: "the subproblem was solved" }),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, moves, side, plies, mebibytes, split, file] = &words[..] else {
        return Err("expected SIZE MOVES SIDE PLIES MIB SPLIT FILE".into());
    };
    let size: BoardSize = size.parse()?;
    let winner = Side::ALL.into_iter().find(|candidate| Cachex::SIDES[candidate.index()] == side);
    let winner = winner.ok_or("expected the side `red` or `blue`")?;
    let mut game = Game::<Cachex>::new(&size, &CachexRules::default());
    for text in moves.split('+') {
        game.play_text(text)?;
    }
    let plies: u32 = plies.parse()?;
    let search = Arc::new(Mutex::new(Dfpn::with(mebibytes.parse()?, CellsToFill)));
    let proved = Proved { search, winner, last_turn: game.position().turns_played() + plies };
    let since = Instant::now();
    let wins = proved.wins(game.position(), u64::MAX, &StopFlag::default());
    let nodes = || proved.search.lock().unwrap_or_else(PoisonError::into_inner).nodes();
    println!("{} wins within {plies} plies: {wins:?}, {} nodes, {:.1} s", side, nodes(), since.elapsed().as_secs_f64());
    if wins != Ok(true) {
        return Err("there is nothing to certify".into());
    }
    let options = SolveOptions { threads: 1, ..SolveOptions::default() };
    let mut answers = Threads::new(&proved, &game, &options);
    let certificate = prove(&proved, &game, split.parse()?, &mut answers, &mut |_| {})?;
    let is_winner = game.position().side_to_move() == winner;
    if certificate.head.value != if is_winner { 1 } else { -1 } {
        return Err("the table does not hold the proof: try more MiB".into());
    }
    std::fs::write(file, certificate.to_string())?;
    let (leaves, seconds) = (certificate.head.leaves, since.elapsed().as_secs_f64());
    println!("value {}: {leaves} subproblems, {} nodes, {seconds:.1} s", certificate.head.value, nodes());
    Ok(())
}
