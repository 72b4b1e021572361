//! Solves the endings of Khet with at most one piece besides pharaohs and sphinxes, and prints a row for each piece and
//! side to move: won, drawn and lost positions of the side to move, and a position with the longest win or loss.
//!
//! ```text
//! cargo run --release -p plyground-solve --example khet_endings -- [RULES]
//! ```
#![allow(clippy::print_stdout, reason = "a program prints")]

use std::error::Error;

use plyground_game::{Position, Side};
use plyground_khet::{Khet, KhetRules};
use plyground_solve::khet::Endings;
use plyground_solve::{Indexed, Place, Rank, Solution, Tiered, Value, Wdl, retrograde};

/// A tier, with the values of the pharaohs alone if a piece is on the board.
struct Tier<'a> {
    endings: Endings,
    number: usize,
    alone: Option<&'a Solution>,
}

impl Indexed for Tier<'_> {
    type Position = Khet;

    fn len(&self) -> usize {
        self.endings.size(self.number)
    }

    fn position(&self, index: usize) -> Option<Khet> {
        self.endings.unrank(self.number, index)
    }

    fn place(&self, pos: &Khet) -> Place {
        if let Some(outcome) = pos.outcome() {
            return Place::Known(Value::finished(outcome, pos.side_to_move()));
        }
        match (self.endings.rank(pos), self.alone) {
            (Some(Rank { tier, index }), _) if tier == self.number => Place::Index(index),
            (Some(Rank { index, .. }), Some(alone)) => Place::Known(alone.value(index).expect("it is a position")),
            _ => unreachable!("no move adds a piece"),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules: KhetRules = std::env::args().nth(1).map_or(Ok(KhetRules::OFFICIAL), |rules| rules.parse())?;
    let endings = Endings(rules);
    let alone = retrograde(&Tier { endings, number: 0, alone: None });
    for (number, kind) in Endings::KINDS.into_iter().enumerate() {
        let tier = Tier { endings, number, alone: (number > 0).then_some(&alone) };
        let with_piece;
        let solution = if number == 0 {
            &alone
        } else {
            with_piece = retrograde(&tier);
            &with_piece
        };
        let mut counts = [[0_u64; 3]; 2];
        let mut longest: [Option<(u32, usize)>; 2] = [None; 2];
        for index in 0..tier.len() {
            let (Some(pos), Some(value)) = (tier.position(index), solution.value(index)) else { continue };
            let side = pos.side_to_move().index();
            counts[side][match value.result() {
                Wdl::Win => 0,
                Wdl::Draw => 1,
                Wdl::Loss => 2,
            }] += 1;
            if let Some(plies) = value.plies()
                && longest[side].is_none_or(|(most, _)| plies > most)
            {
                longest[side] = Some((plies, index));
            }
        }
        let piece = kind.map_or_else(|| "nothing".to_owned(), |kind| kind.to_string());
        for side in Side::ALL {
            let [wins, draws, losses] = counts[side.index()];
            if wins + draws + losses == 0 {
                continue;
            }
            let farthest = longest[side.index()].and_then(|(plies, index)| Some((plies, tier.position(index)?)));
            let farthest = farthest.map_or_else(String::new, |(plies, pos)| format!(", {plies} plies: {pos}"));
            let name = Khet::SIDES[side.index()];
            println!("silver has {piece}, {name} to move: {wins} won, {draws} drawn, {losses} lost{farthest}");
        }
    }
    Ok(())
}
