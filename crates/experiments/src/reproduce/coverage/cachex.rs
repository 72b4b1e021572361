//! The report on Cachex \[Chen2022\], section by section.

use super::Shown::{Page, Run, Test};
use super::Verdict::{Better, Differs, OnPage, Open, Same};
use super::{Row, row};

const AGENT: &str = "crates/reports/tests/cachex_agent.rs";
const BOARD: &str = "crates/experiments/src/reproduce/cachex/guess/board.rs";
const FACTS: &str = "crates/cachex/tests/facts.rs";
const FIRST: &str = "crates/experiments/src/reproduce/cachex/first_moves.rs";
const WINNERS: &str = "crates/experiments/src/reproduce/cachex/winners.rs";

pub(super) const ROWS: &[Row] = &[
    row(
        "II.A, Figure 1",
        "Player, board, strategy and utils: who uses whom",
        "[architecture](../architecture.md), `crates/reports/src/cachex.rs`",
        &[Run("cargo xtask tidy")],
        Differs("the crates of this workspace have another cut, which a check keeps"),
    ),
    row(
        "II.B, Figure 2",
        "Dictionaries of the cells that are taken, a list of those that are empty",
        "`crates/cachex/src/cells.rs`: sets of bits",
        &[
            Test("crates/cachex/src/cells.rs", "words_hold_the_cells_and_nothing_else"),
            Run("ply show cachex --setup 5"),
        ],
        Better("88 bytes at most, and sets are asked as a whole"),
    ),
    row(
        "II.B, Figure 3",
        "Two kinds of captures, and several by one move",
        "`crates/cachex/src/facts.rs`",
        &[
            Test("crates/cachex/tests/playthroughs.rs", "double_capture"),
            Test("crates/cachex/tests/playthroughs.rs", "six_stone_capture"),
            Test("crates/cachex/tests/oracle.rs", "random_games_of_all_sizes"),
        ],
        Same,
    ),
    row(
        "II.B, rules of the first turns",
        "The centre is barred at first, the second player may steal",
        "`crates/cachex/src/opening.rs`",
        &[Test("crates/cachex/tests/playthroughs.rs", "steal"), Test(FACTS, "the_only_empty_cell_is_never_barred")],
        Same,
    ),
    row(
        "III.A, Figure 4",
        "The longest chain of own stones, by breadth-first search",
        "`crates/cachex/src/facts.rs`: `largest_group`",
        &[
            Test(BOARD, "figure_4_the_longest_of_three_chains_is_measured"),
            Test("crates/reports/tests/pictures.rs", "cachex_six_features"),
            Run("cargo xtask bench eval"),
        ],
        Better("the same number by flooding sets instead of cells"),
    ),
    row(
        "III.B, Figure 5",
        "Three rules that guess where a cheapest path begins and ends",
        "`crates/experiments/src/reproduce/cachex/guess.rs`",
        &[Page("cachex"), Test(BOARD, "figure_5_start_and_goal_are_guessed_by_three_rules")],
        OnPage,
    ),
    row(
        "III.C, Figure 6",
        "A* with an inadmissible estimate can miss the cheapest path",
        "`crates/eval/src/cachex`: an exact cost",
        &[
            Test(BOARD, "figures_6_to_8_a_guess_that_misses_is_mended"),
            Test("crates/eval/tests/cachex_cost.rs", "both_searches_find_the_exact_cost_on_random_boards"),
        ],
        Better("the exact cost, compared with a plain relaxation on 52,000 boards"),
    ),
    row(
        "III.C, Figure 7",
        "A guessed start can be the wrong one",
        "`crates/experiments/src/reproduce/cachex/guess.rs`: how often, and by how much",
        &[Page("cachex"), Test(BOARD, "figures_6_to_8_a_guess_that_misses_is_mended")],
        OnPage,
    ),
    row(
        "III.C, Figure 8",
        "The mended search finds the cheapest path in all cases that were tried",
        "`crates/experiments/src/reproduce/cachex/guess/board.rs`: the mended search; `crates/eval/src/cachex/astar.rs`, evaluation `six-features-astar`: an exact one",
        &[
            Page("cachex"),
            Test("crates/experiments/src/reproduce/cachex/guess.rs", "the_mended_search_errs_less_than_the_guess"),
            Test("crates/reports/tests/contract.rs", "costs_by_a_star_give_the_same_six_features"),
        ],
        OnPage,
    ),
    row(
        "IV, minimax and alpha-beta",
        "The core of the agent",
        "`crates/reports/src/cachex.rs`, agent `cachex-six-features`",
        &[
            Test("crates/search/tests/equivalence.rs", "alpha_beta_equals_minimax_in_cachex"),
            Run("ply analyse cachex --setup 7 --agent cachex-six-features --moves 0,3"),
        ],
        Same,
    ),
    row(
        "IV.A, Table I, features and weights",
        "Stones 1, -2; longest chains 1, -2; costs to win -2, 3; no path costs twice the size; a win is infinite",
        "`crates/reports/weights/cachex-six-features.toml`, `crates/reports/src/cachex/six_features.rs`",
        &[
            Test(AGENT, "every_decision_is_the_plain_agent_s"),
            Test("crates/reports/tests/pictures.rs", "cachex_six_features"),
        ],
        Same,
    ),
    row(
        "IV.A, weights by experience",
        "All weights alike at first, then more for the opponent's features, by playing",
        "`crates/experiments/src/reproduce/cachex/equal_weights.rs`: Table I against equal weights",
        &[
            Page("cachex"),
            Test(
                "crates/experiments/src/reproduce/cachex/equal_weights.rs",
                "equal_weights_have_the_signs_of_table_one",
            ),
        ],
        OnPage,
    ),
    row(
        "IV.B, stealing",
        "Steal when the first move is worth more as one's own than the best answer to it",
        "`crates/reports/src/cachex.rs`",
        &[
            Test(AGENT, "the_second_turn_steals_what_the_plain_agent_steals"),
            Run("ply analyse cachex --setup 7 --agent cachex-six-features --moves 3,2"),
        ],
        Same,
    ),
    row(
        "IV.B, Figure 9",
        "Values of first moves are close, and the middle of the bottom is medium",
        "`crates/experiments/src/reproduce/cachex/first_moves.rs`: maps for n = 5 and 6 beside the figure's range and its value of 0,2, and both statements judged",
        &[
            Page("cachex"),
            Test(FIRST, "the_verdict_on_values_follows_the_map"),
            Test(FIRST, "the_highest_value_is_not_a_medium_one"),
        ],
        OnPage,
    ),
    row(
        "IV.B, first move",
        "The middle of the bottom row",
        "`crates/reports/src/cachex.rs`",
        &[
            Test(AGENT, "every_decision_is_the_plain_agent_s"),
            Run("ply analyse cachex --setup 7 --agent cachex-six-features"),
        ],
        Same,
    ),
    row(
        "IV.B, Figure 10",
        "Who wins after each first move, without steal; the border seems good for the first mover",
        "`crates/experiments/src/reproduce/cachex/winners.rs`: ties broken at random; exact values for n = 3 and 4 beside",
        &[
            Page("cachex"),
            Test(WINNERS, "first_moves_that_are_equal_by_half_turn_are_one_value"),
            Test(WINNERS, "the_verdict_on_the_border_follows_the_pairs"),
        ],
        OnPage,
    ),
    row(
        "IV.C, Table II, depth by size",
        "3 plies up to n = 5, 2 up to 10, none above",
        "`crates/reports/src/cachex.rs`",
        &[
            Test(AGENT, "the_second_turn_steals_what_the_plain_agent_steals"),
            Test(AGENT, "every_decision_is_the_plain_agent_s"),
            Page("cachex"),
        ],
        Same,
    ),
    row(
        "IV.C, a timer",
        "Near the limit the best move so far is played",
        "`crates/search/src/limits.rs`",
        &[
            Test("crates/search/tests/anytime.rs", "a_stopped_search_of_cachex_has_a_legal_move"),
            Run("ply analyse cachex --setup 9 --agent cachex-six-features:depth=5 --moves 0,4 --time 200ms"),
        ],
        Same,
    ),
    row(
        "IV.C, Figure 11",
        "A filter of root moves in seven steps",
        "`crates/reports/src/cachex.rs`",
        &[
            Test(AGENT, "a_capture_goes_before_a_block"),
            Test(AGENT, "every_decision_is_the_plain_agent_s"),
            Run("ply match cachex --setup 8 --first cachex-six-features --second cachex-greedy --games 20"),
        ],
        Same,
    ),
    row(
        "IV.C, the filter at all layers",
        "Considered; the improvement seemed limited, and good moves could be missed",
        "`crates/experiments/src/reproduce/cachex/filter.rs`",
        &[
            Page("cachex"),
            Test("crates/experiments/src/reproduce/cachex/filter.rs", "without_filter_the_value_is_minimax"),
        ],
        OnPage,
    ),
    row(
        "V.A, Figure 12",
        "Complexity: a utility costs b^d log b^d, a search that times cells^depth",
        "`crates/eval/src/cachex`: one flood of the board a side",
        &[Run("cargo xtask bench eval"), Page("cachex")],
        Better("a utility costs a number of steps that the board bounds, at any length of path"),
    ),
    row(
        "V.B, Table III, random",
        "100% as first and as second player",
        "`crates/experiments/src/reproduce/cachex/battles.rs`",
        &[Page("cachex"), Page("against-random")],
        OnPage,
    ),
    row(
        "V.B, Table III, greedy",
        "Win and win",
        "`crates/reports/src/cachex.rs`, agent `cachex-greedy`",
        &[Page("cachex"), Test("crates/experiments/src/reproduce/cachex/battles.rs", "win_win_needs_both_sides")],
        OnPage,
    ),
    row(
        "V.B, Table III, minimax by features 5 and 6",
        "Win and win",
        "`crates/reports/src/cachex.rs`, agent `cachex-path-only`",
        &[Page("cachex"), Test("crates/experiments/src/reproduce/cachex/battles.rs", "all_verdicts_are_told")],
        OnPage,
    ),
    row(
        "V.B, Table III, persons",
        "Win and win against friends",
        "the board in a browser, for whoever wants to try",
        &[Run("ply play cachex --setup 8"), Page("best")],
        Open("no program can repeat games of persons; `best` plays it instead"),
    ),
    row(
        "VI, reinforcement learning",
        "Weights are experience only; learning methods are thought of for later",
        "`crates/experiments/src/reproduce/cachex/battles.rs`: weights learnt from games of the agent against itself",
        &[
            Page("cachex"),
            Test("crates/experiments/src/reproduce/cachex/battles.rs", "the_verdict_on_learning_follows_its_proof"),
        ],
        OnPage,
    ),
    row(
        "VI, opponents",
        "The opponents were not known to be good",
        "exact values for n = 3 and 4; `best`",
        &[Page("best"), Page("cachex")],
        OnPage,
    ),
    row(
        "The referee",
        "1 s a cell and 100 MB for a game, on the course's machine",
        "`plyground.cachex_referee`",
        &[Run("ply engine cachex")],
        Better("the player for the referee is tried with the referee's rules in CI"),
    ),
];
