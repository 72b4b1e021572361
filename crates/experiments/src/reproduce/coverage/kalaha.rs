//! The report on Kalaha without capture \[Wall2022\], section by section.

use super::Shown::{Page, Run, Test};
use super::Verdict::{Better, Found, OnPage, Open, Same};
use super::{Row, row};

const ORACLE: &str = "crates/kalah/tests/oracle.rs";
const AGENT: &str = "crates/reports/tests/kalaha_agent.rs";

pub(super) const ROWS: &[Row] = &[
    row(
        "1, Figure 1",
        "Store, house and seeds: the board and its words",
        "[rules](../rules/kalah.md), `crates/kalah/src/diagram.rs`",
        &[Run("ply show kalah --rules kalaha")],
        Same,
    ),
    row(
        "1, rules",
        "4 seeds a house; last in the store moves again, else the turn ends; no capture; who cannot move ends the game, the rest goes to the other",
        "`crates/kalah/src/rules.rs`, rules `kalaha`",
        &[
            Test("crates/kalah/tests/playthroughs.rs", "kalaha_6x4"),
            Test(ORACLE, "random_games_on_random_boards_agree_with_the_plain_rules"),
        ],
        Same,
    ),
    row(
        "2, kind of game",
        "Two persons or machines, zero-sum, turns, full information, no chance",
        "`crates/game/src/position.rs`",
        &[Run("ply match kalah --rules kalaha --first best:nodes=1000 --second random --games 2")],
        Same,
    ),
    row(
        "3, state space",
        "Bounds of 14^48, 49^14 and 4^14 states",
        "`crates/experiments/src/reproduce/kalaha.rs`: the exact number of distributions",
        &[Page("kalaha"), Test("crates/experiments/src/reproduce/kalaha.rs", "large_numbers_are_written_whole")],
        Found("kalaha", "state space"),
    ),
    row(
        "4, game elements",
        "isP1Turn, actions, performMove, goalTest, evaluateFinishedGame",
        "`crates/game/src/position.rs`: side_to_move, legal_moves, after, outcome; `crates/game/src/evaluate.rs`: finished",
        &[Run("ply show kalah --rules kalaha")],
        Same,
    ),
    row(
        "5, representation",
        "An array of 14 numbers with fixed places",
        "`crates/kalah/src/position.rs`: stores and two rows apart from each other",
        &[
            Test("crates/kalah/src/half.rs", "halves_and_rows_hold_the_same"),
            Test("crates/kalah/tests/notation.rs", "setups_reach_from_one_house_to_twelve"),
        ],
        Better("what the report would have changed: stores and houses are fields of their own"),
    ),
    row(
        "6, minimax, alpha-beta, deepening",
        "Deeper one layer at a time; no new search after the limit, a running one is finished",
        "`crates/reports/src/kalaha.rs`, agent `kalaha-turns`",
        &[
            Test("crates/reports/tests/plans.rs", "the_turns_report_begins_no_depth_after_50_ms_beside_a_strict_limit"),
            Test("crates/search/tests/anytime.rs", "no_depth_is_begun_after_the_soft_time"),
        ],
        Same,
    ),
    row(
        "6, Figure 2",
        "Internal children, where the turn has not changed, are expanded within one call; depth counts external ones",
        "`crates/search/src/options.rs`: the unit `turn`",
        &[
            Test(AGENT, "depth_counts_changes_of_the_turn_as_the_plain_agent_counts_them"),
            Test(ORACLE, "turns_are_counted_by_changes_of_the_side_to_move"),
            Run("ply analyse kalah --rules kalaha --agent alphabeta:unit=turn --depth 3"),
        ],
        Same,
    ),
    row(
        "7, evaluation",
        "Store minus store; a finished game with the seeds that are left",
        "`crates/eval/src/kalah.rs`, evaluation `margin`",
        &[Test(AGENT, "depth_counts_changes_of_the_turn_as_the_plain_agent_counts_them")],
        Same,
    ),
    row(
        "8, time limit and seeds",
        "50 ms a move; any number of seeds a house",
        "`crates/reports/src/kalaha.rs`, key `soft`; set-ups such as `6x10`",
        &[
            Test("crates/catalog/tests/rows.rs", "the_keys_say_what_the_reports_do"),
            Run("ply show kalah --rules kalaha --setup 6x10"),
        ],
        Same,
    ),
    row(
        "8, footnote 1",
        "4 seeds, 50 ms, 20 games: 20 for the first player",
        "`crates/experiments/src/reproduce/kalaha.rs`: the report's way, varied openings, and a fixed depth beside",
        &[
            Page("kalaha"),
            Test("crates/experiments/src/reproduce/kalaha/first_player.rs", "games_that_repeat_each_other_count_once"),
        ],
        Found("kalaha", "footnote 1"),
    ),
    row(
        "8, footnote 2",
        "8 seeds, 50 ms, 20 games: 8.5 for the first player",
        "`crates/experiments/src/reproduce/kalaha.rs`",
        &[Page("kalaha")],
        Found("kalaha", "footnote 2"),
    ),
    row(
        "8, a more or less perfect strategy",
        "4 seeds may be so simple that the first player can always win",
        "`crates/solve/src/kalah`: exact values of smaller boards under these rules",
        &[Page("kalah-values"), Page("kalaha")],
        OnPage,
    ),
    row(
        "9, a strict limit",
        "Would need an interrupt",
        "`crates/search/src/limits.rs`: `time` beside `soft`",
        &[Page("times"), Test("crates/search/tests/anytime.rs", "a_stopped_search_of_kalah_has_a_legal_move")],
        OnPage,
    ),
    row(
        "9, virtually impossible to beat",
        "Its authors could not beat it",
        "`best` plays it instead of persons",
        &[Page("best")],
        Open("no program can repeat games of persons; how `best` fares against it is on the page"),
    ),
    row(
        "9, footnote 3",
        "Up to 9 layers from the start in 50 ms",
        "`crates/experiments/src/reproduce/kalaha.rs`",
        &[Page("times")],
        OnPage,
    ),
    row(
        "9, move ordering",
        "The most important thing to improve: moves that end in the own store first",
        "`crates/search/src/picker.rs`; `crates/kalah/src/hints.rs`",
        &[
            Page("kalaha"),
            Test("crates/experiments/src/reproduce/kalaha.rs", "the_verdicts_on_layers_and_wishes_follow_the_figures"),
        ],
        Found("kalaha", "move ordering"),
    ),
    row(
        "9, transposition table",
        "A table of states that were searched before",
        "`crates/search/src/transposition_table.rs`",
        &[Page("kalaha"), Test("crates/search/tests/exactness.rs", "all_exact_searches_equal_minimax_in_kalah")],
        Found("kalaha", "transposition table"),
    ),
    row(
        "9, data structure",
        "Stores and houses separate would be nicer than one array",
        "`crates/kalah/src/position.rs`",
        &[Test("crates/kalah/src/half.rs", "what_goes_in_comes_out")],
        Better("they are separate"),
    ),
];
