//! The example game obeys the laws, and every search finds that it is a draw.

#![allow(clippy::unwrap_used)]

use crate::common::TestEvaluation;
use crate::tic_tac_toe::TicTacToe;
use plyground_game::laws::{self, Laws};
use plyground_game::perft::perft;
use plyground_game::{Game, Position, Score, StandardRules, StandardSetup};
use plyground_search::{AlphaBeta, Limits, Minimax, Options, Searcher, deepen, search_once};

#[test]
fn the_laws_hold() {
    let start = TicTacToe::new(&StandardSetup, &StandardRules);
    let report = laws::check(&[(start, StandardRules)], &Laws::default()).unwrap();
    assert!(report.keys > 1000, "{report:?}");
}

/// 255,168 complete games: 131,184 + 77,904 are won, 46,080 drawn.
#[test]
fn all_games_are_counted() {
    let start = TicTacToe::new(&StandardSetup, &StandardRules);
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&start, depth).nodes).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    assert_eq!(perft(&start, 10).finished, 255_168);
}

fn assert_draw(searcher: &mut impl Searcher<TicTacToe>) {
    let mut game = Game::<TicTacToe>::new(&StandardSetup, &StandardRules);
    let report = deepen(searcher, &game, Limits::default(), |_| {});
    assert_eq!((report.score, report.depth, report.completed), (Score::ZERO, 9, true));
    // A cross in a corner and a nought at the adjacent edge: noughts lose.
    for mv in ["1", "2"] {
        game.play_text(mv).unwrap();
    }
    let report = search_once(searcher, &game, 7);
    assert_eq!(report.score, Score::win_in(5));
}

#[test]
fn every_search_finds_the_draw() {
    let nothing = TestEvaluation::new(0, 0, true);
    assert_draw(&mut Minimax::new(&nothing, Options::default()));
    assert_draw(&mut AlphaBeta::new(&nothing, Options::default()));
}

#[test]
fn the_page_shows_the_example_as_it_is() {
    let (page, example) =
        (include_str!("../../../docs/guides/add-a-game.md"), include_str!("../examples/tic_tac_toe.rs"));
    // The page uses the facade crate, whose modules have shorter names.
    let shown = example.replace("plyground_", "plyground::");
    assert!(page.contains(&shown), "docs/guides/add-a-game.md shows another program than examples/tic_tac_toe.rs");
    assert!(example.lines().filter(|line| !line.is_empty()).count() < 110);
}
