use std::collections::BTreeSet;
use std::ops::ControlFlow;

use plyground_game::random::Random;
use plyground_game::{Game, Position, Symmetric};
use plyground_khet::{KhetSymmetry, Piece, Square};
use plyground_search::StopFlag;

use super::bits::WORD;
use super::*;
use crate::dfpn::Dfpn;
use crate::proof::Sample;
use crate::{ExactValue, Indexed, Place, Solvable, SolveError, SolveOptions, Value, Wdl, retrograde, solve};

const RULES: [KhetRules; 3] = [KhetRules::OFFICIAL, KhetRules::LAX, KhetRules::EPAM];

/// Returns random positions of a tier.
fn positions(endings: &Endings, tier: usize, seed: u64) -> impl Iterator<Item = Khet> {
    let (mut random, size) = (Random::new(seed), endings.size(tier));
    std::iter::repeat_with(move || endings.unrank(tier, random.below(size))).flatten()
}

#[test]
fn numbers_and_positions_correspond() {
    for rules in RULES {
        let endings = Endings::new(&rules);
        for tier in 0..endings.tiers() {
            let (mut random, mut seen) = (Random::new(tier as u64), 0);
            for _ in 0..5_000 {
                let index = random.below(endings.size(tier));
                let Some(pos) = endings.unrank(tier, index) else { continue };
                assert_eq!(endings.rank(&pos), Some(Rank { tier, index }), "{pos}");
                let image = pos.map(KhetSymmetry::HalfTurn);
                assert_eq!(endings.rank(&image), Some(Rank { tier, index }), "{image}");
                seen += 1;
            }
            assert!(seen > 1_000, "{seen} positions in tier {tier}");
        }
    }
}

#[test]
fn positions_with_more_pieces_are_refused() {
    let refused = |text: &str| {
        let pos = Khet::parse(text, &KhetRules::OFFICIAL).unwrap();
        assert_eq!(Endings::new(&KhetRules::OFFICIAL).rank(&pos), None, "{text}");
        let game = Game::from_position(pos, &KhetRules::OFFICIAL);
        let folder = tempfile::tempdir().unwrap();
        let options = SolveOptions { tables: folder.path().into(), ..SolveOptions::default() };
        match solve(&endings(), &game, &options, true, &mut |_| {}) {
            Err(SolveError::Numbering(message)) => assert!(message.contains("--mate-in"), "{message}"),
            other => panic!("{other:?}"),
        }
    };
    refused("x39/4k5//2P13P1////5K3X1 0");
    refused("x39/4k5//2p13p1/5P1///5K3X1 0");
    refused("x39/4k5//2P13S1////5K3X1 1");
}

/// The square of a piece besides sphinx and pharaoh.
fn square_of_piece(pos: &Khet, side: Side) -> Option<Square> {
    let other = |(_, piece): &(Square, Piece)| !matches!(piece.kind(), Kind::Sphinx | Kind::Pharaoh);
    pos.pieces_on(pos.pieces(side)).find(other).map(|(square, _)| square)
}

/// The pairs after a position's moves are those that follow by the rules, and so are the results of the beams.
#[test]
fn moves_and_beams_agree_with_the_rules() {
    // The value shows the smaller ending that it is from.
    let value = |rank: Rank| Value::loss((rank.tier * 10_007 + rank.index % 10_007) as u32);
    let mut swaps = 0;
    for rules in RULES {
        let endings = Endings::new(&rules);
        for (tier, kinds) in
            (0..endings.tiers()).flat_map(|tier| Endings::parts(tier).into_iter().map(move |part| (tier, part)))
        {
            let pairs = Pairs::new(rules, KINDS[kinds[0]], KINDS[kinds[1]]);
            let smaller = Smaller { endings: &endings, kinds, value: &value };
            let armies = |pos: &Khet| {
                let side = pos.side_to_move();
                [Army::of(pos, side).unwrap(), Army::of(pos, side.other()).unwrap()]
            };
            let is_of_part = |pos: &Khet| {
                endings.rank(pos).unwrap().index / (endings.size(tier) / Endings::parts(tier).len())
                    == Endings::parts(tier).iter().position(|&part| part == kinds).unwrap()
            };
            let is_near = |pos: &Khet| {
                let [own, other] =
                    [pos.side_to_move(), pos.side_to_move().other()].map(|side| square_of_piece(pos, side));
                own.zip(other).is_none_or(|(own, other)| own.around().contains(other))
            };
            let near = positions(&endings, tier, 5).filter(is_of_part).filter(is_near).take(8);
            for pos in positions(&endings, tier, 4).filter(is_of_part).take(3).chain(near) {
                let mut expected = BTreeSet::new();
                for after in pos.legal_moves().iter().map(|&mv| pos.after(mv)) {
                    expected.insert(match (after.outcome(), endings.rank(&after)) {
                        (Some(outcome), _) if outcome.winner() == Some(pos.side_to_move()) => "won".to_owned(),
                        (Some(_), _) => "lost".to_owned(),
                        (None, Some(rank)) if rank.tier == tier => format!("number {}", rank.index),
                        (None, rank) => format!("{:?}", value(rank.unwrap())),
                    });
                }
                let [own, other] = armies(&pos);
                let column = pairs.others.index(other).unwrap();
                let moves = &pairs.moves[pairs.movers.index(own).unwrap()];
                let block = pairs.others.block() * WORD;
                let swapped = moves.swaps.iter().filter(|swap| swap.before == column / block);
                swaps += swapped.clone().count();
                let swapped = swapped.map(|swap| (swap.army, swap.after * block + column % block));
                let mut found = BTreeSet::new();
                for (row, column) in moves.own.iter().map(|&row| (row, column)).chain(swapped) {
                    let after = pairs.row(row, &smaller);
                    let has = |row: &[u64]| row[column / WORD] >> (column % WORD) & 1 == 1;
                    if has(&after.impossible) {
                        continue;
                    }
                    let destroyed = after.destroyed.iter().find(|&&(of, _)| of == column);
                    found.insert(match destroyed {
                        Some((_, value)) => format!("{value:?}"),
                        None if has(&after.won) => "won".to_owned(),
                        None if has(&after.lost) => "lost".to_owned(),
                        None => {
                            assert!(has(&after.quiet));
                            format!("number {}", endings.number([kinds[1], kinds[0]], [column, row]).index)
                        }
                    });
                }
                assert_eq!(found, expected, "`{pos}` by the rules `{rules}`");
            }
        }
    }
    assert!(swaps > 20, "{swaps} swaps");
}

/// The solution of the small tiers.
fn small_tiers(endings: &Endings) -> Vec<Option<Solution>> {
    let mut known = vec![None; endings.tiers()];
    for tier in 0..4 {
        known[tier] = Some(endings.solve(tier, &known, 2));
    }
    known
}

#[test]
fn values_follow_from_those_after_the_moves() {
    for rules in RULES {
        let endings = Endings::new(&rules);
        let known = small_tiers(&endings);
        let value = |pos: &Khet| match pos.outcome() {
            Some(outcome) => Value::finished(outcome, pos.side_to_move()),
            None => {
                let Rank { tier, index } = endings.rank(pos).unwrap();
                known[tier].as_ref().unwrap().value(index).unwrap()
            }
        };
        let mut decided = 0;
        for pos in (0..4).flat_map(|tier| positions(&endings, tier, 6).take(2_000)) {
            let expected = pos.legal_moves().iter().map(|&mv| value(&pos.after(mv)).before(false)).max();
            assert_eq!(Some(value(&pos)), expected, "`{pos}` by the rules `{rules}`");
            decided += usize::from(value(&pos).plies().is_some_and(|plies| plies > 5));
        }
        assert!(decided > 1_000, "{decided} decided positions");
    }
}

#[test]
fn tables_contain_the_tiers_that_can_follow() {
    let folder = tempfile::tempdir().unwrap();
    let options = SolveOptions { tables: folder.path().into(), threads: 2, ..SolveOptions::default() };
    let game = |text: &str| {
        let pos = Khet::parse(text, &KhetRules::OFFICIAL).unwrap();
        Game::from_position(pos, &KhetRules::OFFICIAL)
    };
    let cost = endings().cost(&game("x29////8K1/4S1k4//2s26X1 0"), &options).unwrap();
    let work = "496041984 positions in 3 tiers: 1.7 GB of memory, at most 496 MB on disk, about 12 s";
    assert!(cost.contains(work), "{cost}");

    let scarab = game("x39////7k2//9S1/4K4X1 1");
    let solved = solve(&endings(), &scarab, &options, true, &mut |_| {}).unwrap();
    assert_eq!((solved.value, solved.plies), (ExactValue::Result(Wdl::Loss), Some(12)));
    let mut files: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".table")?.to_owned()))
        .collect();
    files.sort();
    assert_eq!(files.iter().map(|name| &name[name.len() - 3..]).collect::<Vec<_>>(), ["000", "001"]);
    let check = endings().verify_tables(&scarab, &options, Sample::Some(3_000, 1), &mut |_| {}).unwrap();
    assert!(check.positions > 1_000 && check.wrong == 0, "{check:?}");
}

/// The pharaohs alone, as one numbering.
struct Alone(Endings);

impl Indexed for Alone {
    type Position = Khet;

    fn len(&self) -> usize {
        self.0.size(0)
    }

    fn position(&self, index: usize) -> Option<Khet> {
        self.0.unrank(0, index)
    }

    fn place(&self, pos: &Khet) -> Place {
        match pos.outcome() {
            Some(outcome) => Place::Known(Value::finished(outcome, pos.side_to_move())),
            None => Place::Index(self.0.rank(pos).expect("the pharaohs are alone").index),
        }
    }
}

#[test]
fn retrograde_analysis_gives_the_same_values() {
    let alone = Alone(Endings::new(&KhetRules::OFFICIAL));
    assert!(retrograde(&alone) == alone.0.solve(0, &[], 1));
}

/// Proof numbers find the same shortest wins.
#[test]
fn wins_are_forced() {
    let endings = Endings::new(&KhetRules::OFFICIAL);
    let known = small_tiers(&endings);
    let (mut wins, mut search) = (0, Dfpn::new(4));
    for pos in (0..3).flat_map(|tier| positions(&endings, tier, 7).take(150)) {
        let Rank { tier, index } = endings.rank(&pos).unwrap();
        let value = known[tier].as_ref().unwrap().value(index).unwrap();
        let most = 7;
        let win = search.shortest_win(&pos, most, &StopFlag::default()).unwrap().map(|win| win.plies);
        let expected = value.plies().filter(|&plies| value.result() == Wdl::Win && plies <= most);
        assert_eq!(win, expected, "{pos}: {value:?}");
        wins += usize::from(expected.is_some());
    }
    assert!(wins > 20, "{wins} wins");
}

#[test]
fn work_can_be_stopped() {
    let endings = Endings::new(&KhetRules::OFFICIAL);
    let known = small_tiers(&endings);
    let mut calls = 0;
    let stopped = endings.solve_tier(4, &known, 2, &mut |share| {
        assert!((0.0..=1.0).contains(&share));
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((stopped, calls), (Err(Unsolved::Stopped), 1));
}
