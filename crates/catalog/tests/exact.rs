//! The law of exact values: every exact answer is that of plain minimax under the same rules, limits and history.
//!
//! Each row of [`doors::DOORS`] is a way to an exact answer. Each row of [`cases`] draws small positions of a game with few
//! plies to the end, by the board or by a limit. A door may refuse, but what it claims must be so.
#![allow(clippy::unwrap_used)]

mod cases;
mod doors;
mod oracle;
mod suite;

use std::collections::BTreeMap;

use cases::{Case, Small, cachex, kalah, khet, tigers};
use doors::{Claim, DOORS, Doors};
use oracle::{Known, NODES, Oracle, expected};
use plyground_game::Game;
use plyground_solve::ExactValue;

/// Positions of each game, 500 in all. `PLYGROUND_EXACT_TIMES=40 PLYGROUND_EXACT_SEED=7` asks about 40 times as many, drawn from
/// another seed.
const POSITIONS: [usize; 4] = [250, 125, 85, 40];

/// Returns a number of the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Returns the first seed of the cases.
fn first_seed() -> u64 {
    number("PLYGROUND_EXACT_SEED", 0) << 32
}

/// Compares a claim about a position of a case; a value that the oracle does not see to its end is only not a quick win.
fn compare(claim: &Claim, oracle: &Oracle) -> Result<(), String> {
    let check = |found: ExactValue, plies: Option<u32>, known: Known, margin: Option<i32>| {
        let right = match (found, known) {
            (ExactValue::Margin(found), _) => margin == Some(found),
            (ExactValue::Result(found), Known::Value(value)) => {
                found == value.result() && (plies.is_none() || plies == value.plies())
            }
            (ExactValue::Result(_), Known::Beyond) => plies.is_none_or(|plies| plies > oracle.plies),
        };
        if right { Ok(()) } else { Err(format!("found {found:?} in {plies:?}, expected {known:?} or {margin:?}")) }
    };
    let quickest_win = || match oracle.position {
        Known::Value(value) if value.result() == plyground_solve::Wdl::Win => value.plies(),
        _ => None,
    };
    match claim {
        Claim::Forced(most, forced) => {
            let known = quickest_win();
            let right = match (forced, known) {
                (true, None) => oracle.position == Known::Beyond && *most > oracle.plies,
                (true, Some(plies)) => plies <= *most,
                (false, known) => known.is_none_or(|plies| plies > *most),
            };
            if right { Ok(()) } else { Err(format!("a win within {most} plies is {forced}, the quickest {known:?}")) }
        }
        Claim::Position(found, plies) => check(*found, *plies, oracle.position, oracle.margin),
        Claim::Move(mv, found, plies) => {
            let (known, margin) = oracle.moves[mv];
            check(*found, *plies, known, margin)
        }
        Claim::WinWithin(most, found) => {
            let expected = quickest_win().filter(|plies| plies <= most);
            let right = if *most > oracle.plies && expected.is_none() {
                found.is_none_or(|plies| plies > oracle.plies)
            } else {
                *found == expected
            };
            if right { Ok(()) } else { Err(format!("a win in {found:?} plies of {most}, expected {expected:?}")) }
        }
    }
}

/// Counts of each door: cases, refusals, claims.
type Counts = BTreeMap<&'static str, (u32, u32, u32)>;

/// Asks every door about a case, except those named.
fn ask_all(doors: &Doors, case: &Case, oracle: &Oracle, counts: &mut Counts, except: &[&str]) {
    for door in DOORS.iter().filter(|door| !except.contains(&door.name)) {
        let (asked, refused, claimed) = counts.entry(door.name).or_default();
        *asked += 1;
        let Ok(claims) = (door.ask)(doors, case) else {
            *refused += 1;
            continue;
        };
        *claimed += claims.len() as u32;
        for claim in claims {
            compare(&claim, oracle)
                .unwrap_or_else(|problem| panic!("{}, {:?}, {claim:?}: {problem}", door.name, case.start));
        }
    }
}

/// Asks every door about positions of one game.
fn hold<P: Small>(cases: impl Iterator<Item = Case>, wanted: usize) {
    let (doors, wanted) = (Doors::new::<P>(), wanted * number("PLYGROUND_EXACT_TIMES", 1) as usize);
    let (mut positions, mut counts) = (0, Counts::new());
    let mut decided = 0;
    for case in cases {
        let game: Game<P> = case.start.game().unwrap();
        if game.ending().is_some() {
            continue;
        }
        let Some(oracle) = expected(&game, case.plies, NODES) else { continue };
        positions += 1;
        decided += u32::from(matches!(oracle.position, Known::Value(value) if value.plies().is_some()));
        ask_all(&doors, &case, &oracle, &mut counts, &[]);
        if positions == wanted {
            break;
        }
    }
    #[expect(clippy::print_stdout, reason = "a test of more positions reports what it asked")]
    {
        println!("{}: {positions} positions; cases, refusals and claims by door: {counts:?}", P::NAME);
    }
    assert_eq!(positions, wanted, "{} has so many positions", P::NAME);
    assert!(decided as usize > wanted / 20, "{}: {decided} decided positions", P::NAME);
    for (name, least) in P::LEAST_CLAIMS {
        let (asked, refused, claimed) = counts[name];
        assert!(claimed as usize >= *least, "{} {name}: {claimed} claims, {refused} of {asked} refused", P::NAME);
    }
}

#[test]
fn exact_values_of_cachex_are_those_of_minimax() {
    hold::<plyground_cachex::Cachex>(cachex(first_seed()), POSITIONS[0]);
}

#[test]
fn exact_values_of_kalah_are_those_of_minimax() {
    hold::<plyground_kalah::Kalah>(kalah(first_seed()), POSITIONS[1]);
}

#[test]
fn exact_values_of_khet_are_those_of_minimax() {
    hold::<plyground_khet::Khet>(khet(first_seed()), POSITIONS[2]);
}

#[test]
fn exact_values_of_tigers_are_those_of_minimax() {
    hold::<plyground_tigers::Tigers>(tigers(first_seed()), POSITIONS[3]);
}
