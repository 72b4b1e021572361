//! Tests of the notation: accepted texts, rejected texts, and the error messages.

use plyground_game::random::Random;
use plyground_game::{Move, Position, Rules, Side};
use plyground_khet::{Direction, Khet, KhetMove, KhetRules, KhetSetup, Kind, Piece, Square};

fn read(text: &str) -> Result<Khet, String> {
    Khet::parse(text, &KhetRules::OFFICIAL).map_err(|error| error.to_string())
}

#[test]
fn the_set_ups_are_written_as_they_are_read() {
    for setup in KhetSetup::ALL {
        let pos = Khet::new(&setup, &KhetRules::OFFICIAL);
        assert_eq!(pos.to_string(), setup.text());
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
    let error = "Classic".parse::<KhetSetup>().unwrap_err().to_string();
    assert_eq!(error, "cannot read set-up `Classic`: found `Classic`, expected `classic`, `imhotep` or `dynasty`");
}

#[test]
fn many_spellings_have_one_canonical_form() {
    let canonical = "x39/4k5///3S13s22///5K3X1 0";
    for text in
        ["x3/4k///3S13s2///5K3X1 0", "x39/4k5/55/91/3S33s42/11111111//5K3X1 0", "x3333/4k14/9/19/3S112s42///5K111X1 0"]
    {
        assert_eq!(read(text).map(|pos| pos.to_string()), Ok(canonical.into()), "{text}");
    }
}

#[test]
fn faults_of_positions_are_named_with_their_place() {
    let faults = [
        ("", "column 1: found the end of the text, expected red's sphinx `x` and its facing on a8"),
        ("1x3", "column 1: found `1`, expected red's sphinx `x` and its facing on a8"),
        ("X1", "column 1: found `X`, expected silver's sphinx on j1 only"),
        ("x1", "column 2: found `1`, expected `2` (east) or `3` (south), where red's sphinx can look"),
        ("x39k", "column 4: found `k`, expected the end of rank 8, which has 10 squares"),
        ("x3/55x3", "column 6: found `x`, expected the end of rank 7, which has 10 squares"),
        ("x3/1x3", "column 5: found `x`, expected red's sphinx on a8 only"),
        ("x3/56", "column 5: found `6`, expected the end of rank 7, which has 10 squares"),
        ("x3/0", "column 4: found `0`, expected a piece (one of PSAKX or psakx), a run 1 to 9, or `/`"),
        ("x3/3q", "column 5: found `q`, expected a piece (one of PSAKX or psakx), a run 1 to 9, or `/`"),
        ("x3/3P5", "column 6: found `5`, expected a pyramid's facing: `1` (north-east), `2` (south-east), `3`"),
        ("x3/3s", "column 6: found the end of the text, expected a scarab's facing: `1` (\\) or `2` (/)"),
        ("x3/3a/", "column 6: found `/`, expected a facing: `1` (north), `2` (east), `3` (south) or `4` (west)"),
        ("x3/3k/2k", "column 8: found `k`, expected no other red pharaoh: the box holds 1"),
        ("x3/3s13s13s1", "column 10: found `3`, expected the end of rank 7, which has 10 squares"),
        ("x3/1s1s1s1", "column 9: found `s`, expected no other red scarab: the box holds 2"),
        ("x3/A1", "column 4: found `A`, expected no silver piece on a7, which is reserved for red"),
        ("x3p1", "column 3: found `p`, expected no red piece on b8, which is reserved for silver"),
        ("x3/9p1", "column 5: found `p`, expected no red piece on j7, which is reserved for silver"),
        ("x3/8 0", "column 5: found ` `, expected `/` and rank 6"),
        ("x3///////9 0", "column 11: found ` `, expected silver's sphinx `X` and its facing on j1"),
        ("x3///////5K4 0", "column 12: found `4`, expected silver's sphinx `X` and its facing on j1"),
        ("x3///////9x3 0", "column 11: found `x`, expected red's sphinx on a8 only"),
        ("x3///////9X2 0", "column 12: found `2`, expected `1` (north) or `4` (west), where silver's sphinx can look"),
        ("x3///////9X1", "column 13: found the end of the text, expected a piece"),
        ("x3///////9X1/ 0", "column 13: found `/`, expected"),
        ("x3///////9X1 2", "column 14: found `2`, expected `0` (silver to move) or `1` (red to move)"),
        ("x3///////9X1 0 ", "column 15: found ` `, expected the end of the text"),
    ];
    for (text, fault) in faults {
        let error = read(text).expect_err(text);
        assert!(error.contains(fault), "{text}: {error}");
    }
}

#[test]
fn pieces_that_lax_swaps_leave_behind_are_read_under_lax_rules_only() {
    let text = "x3p28/5k4//9a1//P29//5K3X1 0";
    assert!(read(text).unwrap_err().contains("reserved for silver"));
    for rules in [KhetRules::LAX, KhetRules::TWO] {
        assert_eq!(Khet::parse(text, &rules).unwrap().to_string(), text);
        // No swap leaves a scarab or a pharaoh on a reserved square.
        for bad in ["x39/9k//9a1//P29//5K3X1 0", "x39//S1///////9X1 0"] {
            assert!(Khet::parse(bad, &rules).is_err(), "{bad}");
        }
    }
}

#[test]
fn moves_are_read_and_refused() {
    let pos = Khet::default();
    for text in ["c1d2", "h2+", "h2-", "j1-", "a8+"] {
        assert_eq!(pos.parse_move(text).map(|mv| pos.move_text(mv)), Ok(text.into()));
    }
    let faults = [
        ("", "column 1: found the end of the text, expected a file `a` to `j`"),
        ("k1+", "column 1: found `k`, expected a file `a` to `j`"),
        ("c9", "column 2: found `9`, expected a rank `1` to `8`"),
        (
            "c1",
            "column 3: found the end of the text, expected `+` (clockwise), `-` (anticlockwise) or the square to go to",
        ),
        ("c1e1", "column 3: found `e1`, expected a square beside c1"),
        ("c1c1", "column 3: found `c1`, expected a square beside c1"),
        ("a1j1", "column 3: found `j1`, expected a square beside a1"),
        ("j1a2", "column 3: found `a2`, expected a square beside j1"),
        ("c1d2+", "column 5: found `+`, expected the end of the text"),
        ("é1", "column 1: found `é`"),
    ];
    for (text, fault) in faults {
        let error = pos.parse_move(text).expect_err(text).to_string();
        assert!(error.contains(fault), "{text}: {error}");
    }
    let error = pos.read_move("e1+").unwrap_err().to_string();
    assert!(error.starts_with("illegal move `e1+`: silver can play "), "{error}");
}

#[test]
fn both_turns_of_a_scarab_are_one_move_unless_the_rules_count_two() {
    let official = Khet::default();
    assert_eq!(official.read_move("e4+"), official.read_move("e4-"));
    assert_eq!(official.move_text(official.read_move("e4-").unwrap()), "e4+");
    let two = Khet::new(&KhetSetup::Classic, &KhetRules::TWO);
    let (clockwise, anticlockwise) = (two.read_move("e4+").unwrap(), two.read_move("e4-").unwrap());
    assert_ne!(clockwise, anticlockwise);
    assert_eq!(two.after(clockwise), two.after(anticlockwise));
}

#[test]
fn every_index_is_one_move_or_none() {
    let moves: Vec<KhetMove> = (0..70_000).filter_map(KhetMove::from_index).collect();
    // Two turns for each square, and the king's moves of a board of 10 by 8.
    assert_eq!(moves.len(), 2 * 80 + 2 * (9 * 8 + 10 * 7 + 2 * 9 * 7));
    assert!(moves.iter().all(|&mv| KhetMove::from_index(mv.index()) == Some(mv) && mv.index() < KhetMove::COUNT));
    assert_eq!(KhetMove::from_index(usize::MAX), None);
}

#[test]
fn rules_are_written_as_they_are_read() {
    for bits in 0..8 {
        for ply_limit in [None, Some(1), Some(100)] {
            let rules = KhetRules {
                pharaoh_turns: bits & 1 != 0,
                scarab_both_turns: bits & 2 != 0,
                strict_swap: bits & 4 != 0,
                ply_limit,
            };
            assert_eq!(rules.to_string().parse(), Ok(rules), "{rules}");
            assert_eq!(rules.history().turn_limit, ply_limit);
            assert_eq!(rules.history().repetition, Some(3));
        }
    }
    let spelled = [
        ("official,ply_limit=off", "official"),
        ("epam,ply_limit=100", "epam,ply_limit=100"),
        ("official,strict_swap=off", "lax"),
        ("lax,scarab_both_turns=on", "two"),
        ("lax,pharaoh_turns=on", "official,pharaoh_turns=on,strict_swap=off"),
    ];
    for (text, canonical) in spelled {
        assert_eq!(text.parse::<KhetRules>().unwrap().to_string(), canonical);
    }
    let faults = [
        ("", "column 1: found nothing, expected one of `official`, `lax`, `two`, `epam`"),
        ("house", "column 1: found `house`, expected one of `official`, `lax`, `two`, `epam`"),
        ("official;x", "column 1: found `official;x`, expected one of `official`"),
        ("official,", "column 10: found nothing, expected `key=value`"),
        ("lax,strict_swap", "column 5: found `strict_swap`, expected `key=value`"),
        ("lax,strict_swap=yes", "column 17: found `yes`, expected one of `on`, `off`"),
        ("lax,ply_limit=0", "column 15: found `0`, expected a number of plies (1 to 1000000) or `off`"),
        ("lax,ply_limit=none", "column 15: found `none`, expected a number of plies (1 to 1000000) or `off`"),
        ("lax,ply_limit=5,ply_limit=6", "column 17: found `ply_limit`, expected each key once"),
    ];
    for (text, fault) in faults {
        let error = text.parse::<KhetRules>().expect_err(text).to_string();
        assert!(error.contains(fault), "{text}: {error}");
    }
}

#[test]
fn rules_belong_to_the_position() {
    let all = KhetRules::NAMED.map(|(_, rules)| Khet::new(&KhetSetup::Classic, &rules));
    for (index, pos) in all.iter().enumerate() {
        for other in &all[..index] {
            assert_ne!(pos, other);
            assert_ne!(pos.key(), other.key());
        }
    }
    // The ply limit is part of the history.
    let limited = KhetRules { ply_limit: Some(9), ..KhetRules::OFFICIAL };
    assert_eq!(Khet::new(&KhetSetup::Classic, &limited), all[0]);
    assert_eq!(all[0].side_to_move(), Side::First);
}

/// Returns the pieces of a position.
fn pieces(pos: &Khet) -> Vec<(Square, Piece)> {
    Square::all().filter_map(|square| Some((square, pos.piece(square)?))).collect()
}

#[test]
fn pieces_make_the_position_that_their_text_makes() {
    let mut random = Random::new(8);
    for rules in KhetRules::NAMED.map(|(_, rules)| rules) {
        let mut pos = Khet::new(&KhetSetup::Imhotep, &rules);
        for _ in 0..200 {
            let (pieces, side) = (pieces(&pos), pos.side_to_move());
            let made = Khet::from_pieces(pieces.clone(), side, &rules).unwrap();
            assert_eq!((&made, made.key()), (&pos, pos.key()), "{pos}");
            // A piece on any square: possible if and only if its text can be read.
            let added = Piece::new(
                Side::ALL[random.below(2)],
                Kind::ALL[random.below(5)],
                Direction::from_index(random.below(4)),
            );
            let square = Square::from_index(random.below(80)).unwrap();
            let others = pieces.iter().copied().filter(|&(there, _)| there != square);
            let changed = Khet::from_pieces(others.chain([(square, added)]), side, &rules);
            assert_eq!(changed.is_some(), reads(&pieces, (square, added), side, &rules), "{pos} {square} {added:?}");
            if pos.outcome().is_some() {
                break;
            }
            let moves = pos.legal_moves();
            pos.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    let start = Khet::default();
    let twice = pieces(&start).into_iter().chain(pieces(&start).into_iter().take(1));
    assert_eq!(Khet::from_pieces(twice, Side::First, &KhetRules::OFFICIAL), None);
}

/// Returns whether the text of these pieces, of which one is replaced or added, can be read.
fn reads(pieces: &[(Square, Piece)], (square, added): (Square, Piece), side: Side, rules: &KhetRules) -> bool {
    let rank = |rank: usize| -> String {
        let squares = Square::all().filter(|there| there.rank() == rank);
        let text = |there: Square| match pieces.iter().find(|(known, _)| *known == there).map(|&(_, piece)| piece) {
            _ if there == square => written(added),
            Some(piece) => written(piece),
            None => "1".to_owned(),
        };
        squares.map(text).collect()
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    Khet::parse(&format!("{} {}", ranks.join("/"), side.index()), rules).is_ok()
}

fn written(piece: Piece) -> String {
    let facing = if piece.kind() == Kind::Pharaoh { String::new() } else { (piece.facing().index() + 1).to_string() };
    format!("{}{facing}", piece.letter())
}
