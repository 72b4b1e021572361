//! The bench game satisfies the laws, and has the published number of positions.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use plyground_benches::connect_four::{ConnectFour, ForMinimax, NothingForMinimax};
use plyground_game::Nothing;
use plyground_game::laws::{self, Laws};
use plyground_game::{Class, Game, Position, StandardRules, StandardSetup};
use plyground_search::{AlphaBeta, Options, search_once};

fn start() -> ConnectFour {
    ConnectFour::new(&StandardSetup, &StandardRules)
}

#[test]
fn the_laws_hold() {
    let late = ConnectFour::parse("xoxoxo/oxoxox/xoxoxo//oxoxox/xoxoxo/", &StandardRules);
    let mut starts = vec![(start(), StandardRules)];
    starts.extend(late.ok().map(|late| (late, StandardRules)));
    let report = laws::check(&starts, &Laws { games: 300, ..Laws::default() }).unwrap();
    assert!(report.finished > 100, "{report:?}");
    assert!(ConnectFour::parse("xxxx/ooo/////x", &StandardRules).is_err(), "a game is over at four in a row");
    assert!(ConnectFour::parse("x/o////", &StandardRules).is_err(), "seven columns");
}

/// Numbers of positions after 0, 1, 2 ... stones (OEIS A212693).
#[test]
fn there_are_as_many_positions_as_known() {
    let mut positions = HashSet::from([start()]);
    for known in [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859] {
        assert_eq!(positions.len(), known);
        let after = |pos: &ConnectFour| pos.legal_moves().into_iter().map(|mv| pos.after(mv)).collect::<Vec<_>>();
        positions = positions.iter().flat_map(after).collect();
    }
}

#[test]
fn winning_moves_are_the_noisy_ones() {
    let game = |moves: &str| {
        let mut game = Game::<ConnectFour>::new(&StandardSetup, &StandardRules);
        for column in moves.chars() {
            game.play_text(&column.to_string()).unwrap();
        }
        game
    };
    for (moves, wins) in [("112233", 1), ("121314", 1), ("1213145", 0), ("1122334", 0), ("4455", 0)] {
        let game = game(moves);
        let mut noisy = 0;
        let _ = game.position().visit_moves(Class::Noisy, |mv| {
            assert!(game.position().after(mv).outcome().is_some());
            noisy += 1;
            std::ops::ControlFlow::<()>::Continue(())
        });
        let finishing = game.position().legal_moves();
        let finishing = finishing.iter().filter(|&&mv| game.position().after(mv).outcome().is_some()).count();
        assert_eq!((noisy, finishing), (wins, wins), "{moves}");
    }
}

/// Both programs play the same game: they agree on the values of a position with a forced win, and of one without.
#[test]
fn both_programs_see_the_same_wins() {
    use minimax::Strategy;
    for moves in ["44", "445", "4452", "1122", "4453"] {
        let mut game = Game::<ConnectFour>::new(&StandardSetup, &StandardRules);
        for column in moves.chars() {
            game.play_text(&column.to_string()).unwrap();
        }
        let own = search_once(&mut AlphaBeta::new(&Nothing, Options::default()), &game, 7);
        let mut other = minimax::IterativeSearch::new(NothingForMinimax, minimax::IterativeOptions::new());
        other.set_max_depth(7);
        other.choose_move(game.position());
        assert_eq!(own.score.value().signum(), i32::from(other.root_value().signum()), "{moves}");
        let _: Option<minimax::Winner> = <ForMinimax as minimax::Game>::get_winner(game.position());
    }
}
