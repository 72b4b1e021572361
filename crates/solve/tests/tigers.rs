//! Small forms of Tigers and Goats: compared with the generic solver and with the rules, interrupted, and with damaged
//! files.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use plyground_game::random::Random;
use plyground_game::{Game, Position, Side};
use plyground_solve::hunt::{Layer, SolveOptions, Stage, Summary, VerifyOptions, solve, verify};
use plyground_solve::proof::Sample;
use plyground_solve::tigers::{Tables, exact_tigers};
use plyground_solve::{Indexed, Place, Solvable, SolveError, Value, retrograde};
use plyground_tigers::{PointSet, Tigers, TigersRules};

/// Folder of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        Folder(std::env::temp_dir().join(format!("plyground-tigers-{name}-{}", std::process::id())))
    }

    fn tables(&self) -> Tables {
        Tables::open(&self.0, &TigersRules::default()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(max_animals: u8) -> SolveOptions {
    SolveOptions { max_animals, ..SolveOptions::whole::<Tigers>(15) }
}

fn solve_quietly(folder: &Path, options: &SolveOptions) -> Summary {
    solve::<Tigers>(folder, options, |_| ControlFlow::Continue(())).unwrap()
}

/// All arrangements with at most a number of goats, without folding.
struct Arrangements {
    positions: Vec<Tigers>,
    numbers: HashMap<u64, usize>,
}

impl Arrangements {
    fn new(max_goats: u32) -> Arrangements {
        let boards: Vec<(PointSet, PointSet)> = sets(3)
            .flat_map(|tigers| (0..=max_goats).flat_map(sets).map(move |goats| (tigers, goats)))
            .filter(|(tigers, goats)| !tigers.meets(*goats))
            .collect();
        let mut positions = Vec::new();
        for &(tigers, goats) in &boards {
            for outside in 0..=(max_goats - goats.len()) as u8 {
                for side in Side::ALL {
                    positions.push(Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default()).unwrap());
                }
            }
        }
        let numbers = positions.iter().enumerate().map(|(number, pos)| (pos.key(), number)).collect();
        Arrangements { positions, numbers }
    }
}

/// Returns the sets of `points` points.
fn sets(points: u32) -> impl Iterator<Item = PointSet> {
    let first = (1u32 << points) - 1;
    // The next larger number with the same bit count.
    let next = |&bits: &u32| {
        if bits == 0 {
            return None;
        }
        let carry = bits + (bits & bits.wrapping_neg());
        Some(carry | (bits ^ carry) >> 2 >> bits.trailing_zeros())
    };
    std::iter::successors(Some(first), next).take_while(|bits| bits >> 23 == 0).map(PointSet::from_bits)
}

impl Indexed for Arrangements {
    type Position = Tigers;

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn position(&self, index: usize) -> Option<Tigers> {
        Some(self.positions[index])
    }

    fn place(&self, pos: &Tigers) -> Place {
        Place::Index(self.numbers[&pos.key()])
    }
}

/// Compares the tables of a small form with the generic solver, which has no layers, bitmaps or mirror images.
fn assert_plain_retrograde_analysis_finds_the_same(tables: &Tables, max_goats: u8) {
    let summary = tables.summary();
    let plain = Arrangements::new(u32::from(max_goats));
    let solution = retrograde(&plain);
    let (mut results, mut longest) = ([0; 3], 0);
    for (number, pos) in plain.positions.iter().enumerate() {
        let (expected, found) = (solution.value(number).unwrap(), tables.probe(pos).unwrap().unwrap());
        if pos.is_placement_phase() && pos.outcome().is_none() {
            assert_eq!(found, Value::of(expected.result()), "{pos}");
        } else {
            assert_eq!(found, expected, "{pos}");
            longest = longest.max(expected.plies().unwrap_or(0));
        }
        // Without a goat in play the game is over; such arrangements are not counted.
        if pos.captures_left() > 0 {
            results[expected.result() as usize] += 1;
        }
    }
    let total = summary.total();
    assert_eq!([total.losses, total.draws, total.wins], results);
    assert_eq!(summary.layers.iter().filter_map(|layer| layer.all.longest).max(), Some(longest));

    let hardest = tables.find(Side::First, max_goats, longest).unwrap().unwrap();
    assert_eq!(tables.probe(&hardest).unwrap(), Some(Value::loss(longest)));
    assert_eq!(tables.find(Side::First, max_goats, longest + 1).unwrap(), None);
}

/// Returns a random position of the small form.
fn draw(random: &mut Random, max_goats: u32) -> Tigers {
    loop {
        let set = |random: &mut Random, count: u32| -> PointSet {
            let mut bits = 0u32;
            while bits.count_ones() < count {
                bits |= 1 << (random.next_u64() % 23);
            }
            PointSet::from_bits(bits)
        };
        let left = 1 + random.next_u64() as u32 % max_goats;
        let on_board = random.next_u64() as u32 % (left + 1);
        let (tigers, goats) = (set(random, 3), set(random, on_board));
        let side = Side::ALL[random.next_u64() as usize % 2];
        if !tigers.meets(goats) {
            let outside = (left - on_board) as u8;
            return Tigers::from_parts(tigers, goats, outside, side, &TigersRules::default()).unwrap();
        }
    }
}

/// This is one test and not two, because a solution takes seconds: the tables of the interrupted run are also compared
/// with the generic solver.
#[test]
fn two_goats_interrupted_resumed_and_verified() {
    // Arrangements with 1 or 2 goats in play: C(23, 3) times the sum of C(20, g) (3 - g), minus the finished ones.
    let arrangements = 2 * 1771 * (233 - 1);
    let folder = Folder::new("interrupted-2");
    let tables = interrupted_resumed_and_verified(&folder, 2, arrangements);
    assert_plain_retrograde_analysis_finds_the_same(&tables, 2);
    // The tables of a small form answer, and are not made again as a part of the whole game.
    let rules = TigersRules::default();
    let game = Game::from_position(draw(&mut Random::new(1), 2), &rules);
    let options = plyground_solve::SolveOptions { tables: folder.0.clone(), ..Default::default() };
    let value = tables.probe(game.position()).unwrap().unwrap();
    assert_eq!(exact_tigers().cost(&game, &options), None);
    let solved = plyground_solve::solve(&exact_tigers(), &game, &options, true, &mut |_| {}).unwrap();
    assert_eq!(solved.value, plyground_solve::ExactValue::Result(value.result()));
}

#[test]
#[ignore = "takes a minute: `cargo xtask long`"]
fn five_goats_interrupted_resumed_and_verified() {
    let arrangements = 2 * 1771 * (29_480 - 1);
    interrupted_resumed_and_verified(&Folder::new("interrupted-5"), 5, arrangements);
}

/// Builds a small form with `goats` goats, which has `arrangements` arrangements. Returns its tables.
fn interrupted_resumed_and_verified(folder: &Folder, goats: u8, arrangements: u64) -> Tables {
    // The run is stopped twice: in the movement phase, which starts again, and after the file of a layer is written.
    let stops =
        [Stage::Movement { winner: Side::Second, plies: 3 }, Stage::Layer(Layer { in_hand: 1, side: Side::First })];
    for stop in stops {
        let mut last = 0.0;
        let stopped = solve::<Tigers>(&folder.0, &options(goats), |progress| {
            assert!(last <= progress.done && progress.done <= 1.0, "{progress:?}");
            last = progress.done;
            if progress.stage == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(matches!(stopped, Err(SolveError::Stopped { .. })), "{stopped:?}");
    }
    let mut layers = Vec::new();
    let summary = solve::<Tigers>(&folder.0, &options(goats), |progress| {
        layers.push(progress.stage);
        ControlFlow::Continue(())
    })
    .unwrap();
    let rest: Vec<Stage> =
        (2..=goats).flat_map(|in_hand| Side::ALL.map(|side| Stage::Layer(Layer { in_hand, side }))).collect();
    assert_eq!(layers, rest);
    let total = summary.total();
    assert_eq!(total.positions(), arrangements);

    // The first and the last layer are rebuilt; the existing layers are unchanged.
    let path = |layer: &str| folder.0.join(format!("tigers-captures15-outside{layer}.table"));
    let lost = ["00-goats", "00-tigers", &format!("0{goats}-tigers")].map(path);
    let bytes = lost.clone().map(|path| fs::read(path).unwrap());
    lost.iter().for_each(|path| fs::remove_file(path).unwrap());
    assert_eq!(solve_quietly(&folder.0, &options(goats)), summary);
    assert!(lost.map(|path| fs::read(path).unwrap()) == bytes);

    // A deleted layer is rebuilt from the layer before, byte for byte.
    let path = folder.0.join(format!("tigers-captures15-outside0{goats}-tigers.table"));
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(solve_quietly(&folder.0, &options(goats)), summary);
    assert!(fs::read(&path).unwrap() == bytes);

    let tables = folder.tables();
    assert_eq!(tables.summary(), summary);
    let share = VerifyOptions { movement_one_in: 20, placement_one_in: 20, ..VerifyOptions::default() };
    let report = verify(&tables, &share, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((report.wrong, &report.examples[..]), (0, &[][..]));
    // The sample is a twentieth, and one of two mirror images is compared.
    assert!(40 * (report.movement + report.placement) > arrangements / 2, "{report:?}");
    assert!(report.placement > arrangements / 500, "{report:?}");

    // The same through the solver of the game.
    let options =
        plyground_solve::SolveOptions { tables: folder.0.clone(), ..plyground_solve::SolveOptions::default() };
    let game = Game::<Tigers>::default();
    let verified = |sample| exact_tigers().verify_tables(&game, &options, sample, &mut |_| {}).unwrap();
    let few = verified(Sample::Some(1000, 2));
    assert!((300..3000).contains(&few.positions) && few.wrong == 0, "{few:?}");

    let mut random = Random::new(9);
    for _ in 0..5000 {
        let pos = draw(&mut random, u32::from(goats));
        let value = tables.probe(&pos).unwrap().unwrap();
        if pos.outcome().is_none() {
            let best = tables.moves(&pos).unwrap().unwrap().into_iter().map(|(_, value)| value).max().unwrap();
            assert_eq!(value.result(), best.result(), "{pos}");
            if !pos.is_placement_phase() {
                assert_eq!(value, best, "{pos}");
            }
        }
    }
    let six = Tigers::parse("T..TT.................. 6 g", &TigersRules::default()).unwrap();
    assert_eq!(tables.probe(&six).unwrap(), None);
    let other_rules = "standard,captures_to_win=5".parse().unwrap();
    assert_eq!(tables.probe(&Tigers::parse("T..TT.................. 15 g", &other_rules).unwrap()).unwrap(), None);
    let finished = Tigers::parse("T..TT.................. 0 g", &TigersRules::default()).unwrap();
    assert_eq!(tables.probe(&finished).unwrap(), Some(Value::loss(0)));
    tables
}

#[test]
fn fewer_captures_win_sooner() {
    let folder = Folder::new("captures");
    let options = SolveOptions { max_animals: 2, ..SolveOptions::whole::<Tigers>(14) };
    let summary = solve_quietly(&folder.0, &options);
    // With 2 goats left the next capture wins.
    assert!(summary.layers.iter().all(|layer| layer.animals + layer.layer.in_hand == 2));
    let rules: TigersRules = "standard,captures_to_win=14".parse().unwrap();
    let tables = Tables::open(&folder.0, &rules).unwrap();
    let all = VerifyOptions { placement_one_in: 1, ..VerifyOptions::default() };
    let report = verify(&tables, &all, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((report.wrong, &report.examples[..]), (0, &[][..]));
    assert_eq!((report.movement, report.placement), (2 * 891 * 190, 2 * 891 * (20 + 1)));
    let pos = Tigers::parse("TTTGG.................. 0 t", &rules).unwrap();
    assert_eq!(tables.probe(&pos).unwrap(), Some(Value::win(1)));
    let missing = Tables::open(&folder.0, &TigersRules::default()).unwrap_err().to_string();
    assert!(missing.contains("no tables of tigers for captures_to_win=15"), "{missing}");
}
