//! Solves a board of Cachex after each first move, by proof-number search with a budget, and prints a line of JSON for
//! each.
//!
//! ```text
//! cargo run --release -p plyground-solve --example cachex_first_moves -- SIZE NODES [PLIES] [MIB] [MOVE] [FILE]
//! ```
//!
//! With MOVE, only that move is solved; `all` stands for all. With FILE, the table is stored there after each move, and
//! every minute or two, and the next run resumes from it. The steal is off. A half turn preserves the value of a first move, so each such
//! pair is searched once. With the steal, the second player takes a first move that wins and leaves one that loses. For
//! each side the search asks whether it can force a win within PLIES plies after the move, with NODES nodes for both
//! questions together.

#![expect(clippy::disallowed_methods, reason = "it prints how long it took")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use plyground_cachex::{BoardSize, Cachex, CachexRules, CachexSymmetry};
use plyground_game::{Position, Side, Symmetric};
use plyground_search::StopFlag;
use plyground_solve::TableError;
use plyground_solve::cachex::CellsToFill;
use plyground_solve::dfpn::Dfpn;

/// Nodes for a question before the other one is asked: at first, and at most.
const LEAST_SHARE: u64 = 1 << 14;
const LARGEST_SHARE: u64 = 1 << 22;
/// Least time between two writes of the table.
const INTERVAL: Duration = Duration::from_secs(60);

/// Search of proofs.
type Proofs = Dfpn<Cachex, CellsToFill>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let size: BoardSize = words.next().ok_or("expected a size and nodes")?.parse()?;
    let nodes: u64 = words.next().ok_or("expected nodes after the size")?.parse()?;
    let plies: u32 = words.next().map_or(Ok(30), |word| word.parse())?;
    let mebibytes = words.next().map_or(Ok(1024), |word| word.parse())?;
    let rules: CachexRules = "standard,steal=off,centre_ban=off".parse()?;
    let start = Cachex::new(&size, &rules);
    let only = words.next().filter(|word| word != "all").map(|word| start.read_move(&word)).transpose()?;
    let file = words.next().map(PathBuf::from);
    let mut search = Dfpn::with(mebibytes, CellsToFill);
    if let Some(file) = &file {
        search.load(file, &start, &rules)?;
    }
    let mut saved = Instant::now();
    let mut save = |search: &Proofs, interval| match &file {
        Some(file) if saved.elapsed() >= interval => {
            search.save(file, &start, &rules)?;
            saved = Instant::now();
            Ok(())
        }
        _ => Ok::<(), TableError>(()),
    };
    let mut done = Vec::new();
    for &mv in &start.legal_moves() {
        let turned = start.map_move(CachexSymmetry::HalfTurn, mv);
        if done.contains(&turned) || only.is_some_and(|only| only != mv) {
            continue;
        }
        done.push(mv);
        let (since, before) = (Instant::now(), search.nodes());
        let winner = winner(&mut search, &start.after(mv), plies, nodes, &mut |search| save(search, INTERVAL))?;
        save(&search, Duration::ZERO)?;
        println!(
            "{{\"size\":{size},\"move\":\"{}\",\"turned\":\"{}\",\"winner\":{},\"plies\":{plies},\"nodes\":{},\"seconds\":{:.1}}}",
            start.move_text(mv),
            start.move_text(turned),
            winner.map_or_else(|| "null".into(), |side| format!("\"{}\"", Cachex::SIDES[side.index()])),
            search.nodes() - before,
            since.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

/// Returns the side that can force a win, if the nodes suffice; the two questions alternate with growing budgets, and
/// `each` is called after both.
fn winner(
    search: &mut Proofs,
    pos: &Cachex,
    plies: u32,
    nodes: u64,
    each: &mut dyn FnMut(&Proofs) -> Result<(), TableError>,
) -> Result<Option<Side>, TableError> {
    let before = search.nodes();
    let mut share = nodes.min(LEAST_SHARE);
    while search.nodes() - before < nodes {
        for side in Side::ALL {
            search.limit(share);
            if search.can_win(pos, side, plies, &StopFlag::default()) == Ok(true) {
                return Ok(Some(side));
            }
        }
        share = (2 * share).min(LARGEST_SHARE);
        each(search)?;
    }
    Ok(None)
}
