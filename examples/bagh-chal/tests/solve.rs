//! Small forms, solved by layers, compared with plain retrograde analysis, the naive implementation and the example `probe`.

mod naive;

use std::collections::HashMap;
use std::ops::ControlFlow;

use bagh_chal::{BaghChal, BaghChalRules};
use naive::{End, Naive};
use plyground::game::random::Random;
use plyground::game::{Outcome, Position, Side};
use plyground::solve::hunt::{HuntGame, Pieces, SolveOptions, Tables, VerifyOptions, solve, verify};
use plyground::solve::{Indexed, Place, Value, retrograde};

/// All arrangements with at most this many animals in play.
struct Arrangements {
    positions: Vec<BaghChal>,
    numbers: HashMap<u64, usize>,
}

fn subsets(size: u32) -> impl Iterator<Item = u32> {
    (0..1u32 << 25).filter(move |set| set.count_ones() == size)
}

impl Arrangements {
    fn new(max_animals: u32, rules: &BaghChalRules) -> Arrangements {
        let mut positions = Vec::new();
        let herds: Vec<u32> = (0..=max_animals).flat_map(subsets).collect();
        for hunters in subsets(4) {
            for &herd in herds.iter().filter(|&&herd| herd & hunters == 0) {
                for in_hand in 0..=(max_animals - herd.count_ones()) as u8 {
                    let pieces = Pieces { hunters, herd, in_hand };
                    positions.extend(Side::ALL.map(|side| BaghChal::from_pieces(pieces, side, rules).unwrap()));
                }
            }
        }
        let numbers = positions.iter().enumerate().map(|(number, pos)| (pos.key(), number)).collect();
        Arrangements { positions, numbers }
    }
}

impl Indexed for Arrangements {
    type Position = BaghChal;

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, index: usize) -> Option<BaghChal> {
        Some(self.positions[index])
    }

    fn place(&self, pos: &BaghChal) -> Place {
        Place::Index(self.numbers[&pos.key()])
    }
}

#[test]
fn a_game_of_one_goat_is_solved_as_by_plain_retrograde_analysis() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("bagh-chal-one-goat");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let options = SolveOptions { max_animals: 1, ..SolveOptions::whole::<BaghChal>(20) };
    let summary = solve::<BaghChal>(&folder, &options, |_| ControlFlow::Continue(())).unwrap();
    let rules: BaghChalRules = "standard,captures=20".parse().unwrap();
    let tables = Tables::<BaghChal>::open(&folder, &rules).unwrap();
    let plain = Arrangements::new(1, &rules);
    let solution = retrograde(&plain);
    let mut results = [0; 3];
    for (number, pos) in plain.positions.iter().enumerate() {
        let (expected, found) = (solution.value(number).unwrap(), tables.probe(pos).unwrap().unwrap());
        let is_exact = pos.in_hand() == 0 || pos.outcome().is_some();
        let expected = if is_exact { expected } else { Value::of(expected.result()) };
        assert_eq!(found, expected, "{pos}");
        if pos.captures_left() > 0 {
            results[expected.result() as usize] += 1;
        }
    }
    let total = summary.total();
    assert_eq!([total.losses, total.draws, total.wins], results);
    let verified = verify(&tables, &VerifyOptions { placement_one_in: 1, ..VerifyOptions::default() }, |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(verified.wrong, 0, "{:?}", verified.examples);
    assert!(verified.movement > 50_000 && verified.placement > 1_000, "{verified:?}");

    // Compares with the second implementation of the rules: the value is the best over its moves.
    let mut random = Random::new(49);
    for _ in 0..20_000 {
        let pos = plain.positions[random.below(plain.positions.len())];
        let naive = Naive::read(&pos.to_string(), 20, false);
        let value_of = |text: &str| tables.probe(&BaghChal::parse(text, &rules).unwrap()).unwrap().unwrap();
        let expected = match naive.end() {
            Some(End::Goats) => Value::finished(Outcome::Win(Side::First), pos.side_to_move()),
            Some(End::Tigers) => Value::finished(Outcome::Win(Side::Second), pos.side_to_move()),
            Some(End::Draw) => panic!("{pos}: stuck goats lose"),
            None => {
                let values = naive.moves().into_iter().map(|mv| value_of(&naive.after(&mv).text()).before(false));
                let best = values.max().unwrap();
                if pos.in_hand() == 0 { best } else { Value::of(best.result()) }
            }
        };
        assert_eq!(value_of(&pos.to_string()), expected, "{pos}");
    }
}
