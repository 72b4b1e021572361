//! The short run: every body on its seeds and on thousands of inputs near them, the same on every machine.

use std::panic::catch_unwind;
use std::path::Path;

use plyground_bodies::{TARGETS, Target, find};
use plyground_game::laws::damage;
use plyground_game::random::Random;

/// Inputs of a target beyond its seeds: what fits into about a second. A whole game with the laws at each position takes long.
fn inputs(name: &str) -> usize {
    match name.rsplit('_').next() {
        Some("play") => 8,
        Some("position") => 500,
        _ => 2000,
    }
}

fn run(name: &str) {
    let target = find(name).expect("the tests below name targets of the list");
    let seeds = target.seeds();
    let mut random = Random::new(1);
    for seed in &seeds {
        check(target, seed);
    }
    for _ in 0..inputs(name) {
        check(target, &mutation(&seeds, &mut random));
    }
    for odd in [&b""[..], b"\n", b"\0", b"\xff\xfe", &[b'9'; 5000], &[b'/'; 5000]] {
        check(target, odd);
    }
}

fn check(target: &Target, input: &[u8]) {
    let (name, body) = (target.name, target.body);
    // The body's own message has been printed by then.
    catch_unwind(|| body(input)).unwrap_or_else(|_| panic!("{name} fails on b\"{}\"", input.escape_ascii()));
}

/// One or two seeds, cut, joined and damaged.
fn mutation(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    if random.below(4) == 0 {
        let other = &seeds[random.below(seeds.len())];
        input.truncate(random.below(input.len() + 1));
        input.extend(&other[random.below(other.len() + 1)..]);
    }
    match random.below(4) {
        0 if !input.is_empty() => {
            for _ in 0..=random.below(4) {
                let place = random.below(input.len());
                input[place] = random.next_u64() as u8;
            }
            input
        }
        _ => damage(&String::from_utf8_lossy(&input), random).into_bytes(),
    }
}

// A test a target: they run side by side, and a failure names its target.
macro_rules! short_runs {
    ($($name:ident)*) => {
        $(#[test] fn $name() { run(stringify!($name)); })*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

short_runs! {
    kalah_position kalah_move kalah_play
    khet_position khet_move khet_play
    tigers_position tigers_move tigers_play
    cachex_position cachex_move cachex_play
    options record agent session certificate
}

/// The list, the tests above and what cargo-fuzz builds are the same targets.
#[test]
fn no_target_is_forgotten() {
    assert_eq!(TARGETS.iter().map(|target| target.name).collect::<Vec<_>>(), TESTED);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let programs =
        manifest.lines().filter_map(|line| line.strip_prefix("path = \"fuzz_targets/")?.strip_suffix(".rs\""));
    assert_eq!(programs.collect::<Vec<_>>(), TESTED);
    for name in TESTED {
        assert!(folder.join(format!("fuzz_targets/{name}.rs")).is_file(), "{name}");
    }
}
