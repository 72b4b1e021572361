//! Grid scenes, compared with the games' own scenes.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use plyground_cachex::Cachex;
use plyground_game::Position;
use plyground_game::random::Random;
use plyground_kalah::Kalah;
use plyground_khet::Khet;
use plyground_scene::{Drawn, Grid, Overlay, Shape, Step, SvgOptions, grid_scene, scene_of, svg};

/// Returns the position after `plies` random moves or at the end of the game, the previous position, and the move between them.
fn played<P: Position>(setup: &str, plies: usize) -> (P, P, P::Move) {
    let setup = setup.parse::<P::Setup>().unwrap_or_else(|_| panic!("{setup}"));
    let mut random = Random::new(7);
    let mut pos = P::new(&setup, &P::Rules::default());
    for ply in 1.. {
        let moves = pos.legal_moves();
        let mv = moves[random.below(moves.len())];
        let after = pos.after(mv);
        if ply == plies || after.outcome().is_some() {
            return (after, pos, mv);
        }
        pos = after;
    }
    unreachable!("plies are counted up to the number asked for")
}

/// Converts a Khet square to a row and column.
fn khet_place(square: &str) -> String {
    let mut letters = square.chars();
    let (file, rank) = (letters.next().unwrap() as u32 - 'a' as u32, letters.next().unwrap() as u32 - '0' as u32);
    format!("{},{}", 9 - rank, file + 1)
}

/// As on the game's own board, a Khet step takes two clicks, and rotations are buttons of their piece.
#[test]
fn clicks_are_those_of_the_games_own_board() {
    for plies in 1..20 {
        let (pos, before, mv) = played::<Khet>("classic", plies);
        if pos.outcome().is_some() {
            continue;
        }
        let grid = Grid::squares(8, 10).letters();
        let scene = grid_scene(&pos, Some((&before, mv)), true, &grid);
        let own = scene_of(&pos, Some((&before, mv)), true);
        assert_eq!(scene.moves.len(), own.moves.len());
        for (hint, expected) in scene.moves.iter().zip(&own.moves) {
            let place = |id: &Option<String>| id.as_deref().map(khet_place);
            // A swap of two own pieces does not show which one moves.
            let is_own_swap = expected.action == "swap" && hint.from.is_none();
            // A beam that destroys an own piece changes more than one cell.
            let destroys = pos.describe(pos.read_move(&hint.text).unwrap()).contains("destroys");
            if !is_own_swap && !destroys {
                assert_eq!((&hint.from, &hint.to), (&place(&expected.from), &place(&expected.to)), "{hint:?} {pos}");
            }
        }
        assert!(svg(&scene, &SvgOptions::titled("grid")).contains("<text class=\"letter\" dy=\"0.35em\">X"));
    }
}

#[test]
fn a_stone_is_put_by_one_click_on_its_cell() {
    for plies in 2..20 {
        let (pos, before, mv) = played::<Cachex>("5", plies);
        if pos.outcome().is_some() {
            continue;
        }
        let scene = grid_scene(&pos, Some((&before, mv)), true, &Grid::squares(5, 5));
        assert_eq!(scene.nodes.len(), 25);
        for hint in scene.moves.iter().filter(|hint| hint.to.is_some()) {
            let (row, column) = hint.text.split_once(',').unwrap();
            let (row, column): (u32, u32) = (row.parse().unwrap(), column.parse().unwrap());
            assert_eq!((&hint.from, hint.to.as_deref()), (&None, Some(format!("{},{}", 5 - row, column + 1).as_str())));
        }
        assert!(scene.moves.iter().filter(|hint| hint.to.is_none()).count() <= 1, "all but the steal");
        assert!(matches!(&scene.steps[0], Step::Appear { .. } | Step::Vanish { .. }));
        assert!(scene.overlays.iter().any(|overlay| matches!(overlay, Overlay::Mark { .. })));
    }
}

#[test]
fn everything_that_a_grid_names_is_on_it() {
    for plies in 1..20 {
        let (pos, before, mv) = played::<Khet>("dynasty", plies);
        let scene = grid_scene(&pos, Some((&before, mv)), true, &Grid::squares(8, 10).flips().checkered());
        let ids: HashSet<&String> = scene.nodes.iter().map(|node| &node.id).collect();
        assert_eq!(ids.len(), 80);
        assert!(scene.pieces.iter().all(|piece| ids.contains(&piece.on) && piece.letter.is_none()));
        assert!(scene.moves.iter().flat_map(|hint| hint.from.iter().chain(&hint.to)).all(|id| ids.contains(id)));
        // No two moves of the board share their clicks.
        let clicked = scene.moves.iter().filter(|hint| hint.to.is_some());
        let clicks: Vec<_> = clicked.map(|hint| (&hint.from, &hint.to)).collect();
        assert_eq!(clicks.iter().collect::<HashSet<_>>().len(), clicks.len());
        assert!(scene.flips && scene.nodes[0].name.starts_with("a8: "), "{:?}", scene.nodes[0]);
        assert_eq!(scene.texts.len(), 18, "coordinates");
    }
}

#[test]
fn points_are_joined_by_lines() {
    let (pos, ..) = played::<Cachex>("5", 3);
    let lines = |grid: &Grid| grid_scene(&pos, None, false, grid).edges.len();
    let plain = grid_scene(&pos, None, false, &Grid::points(5, 5));
    assert!(plain.nodes.iter().all(|node| node.shape == Shape::Point) && plain.moves.is_empty());
    assert_eq!(plain.edges.len(), 10);
    assert_eq!(lines(&Grid::points(5, 5).diagonals()), 26);
    assert_eq!(lines(&Grid::points(5, 5).lines([[(0, 0), (4, 4)]])), 1);
    assert_eq!(lines(&Grid::squares(5, 5)), 0);
}

/// A diagram without a board of this size is drawn as text.
#[test]
fn what_is_no_grid_is_a_written_board() {
    let (pos, ..) = played::<Kalah>("6x4", 1);
    for grid in [Grid::squares(9, 9), Grid::points(0, 0), Grid::squares(usize::MAX, 2)] {
        let scene = grid_scene(&pos, None, true, &grid);
        assert!(scene.nodes.is_empty() && !scene.words.is_empty(), "{grid:?}");
        assert_eq!(scene.moves.len(), pos.legal_moves().len());
    }
    let own = pos.draw();
    assert!(own.portrait.is_some());
}
