//! The article on Tigers and Goats \[Tigers2013\], section by section.

use super::Shown::{Page, Run, Test};
use super::Verdict::{Better, Found, OnPage, Same};
use super::{Row, row};

const TABLE: &str = "crates/reports/tests/article_table.rs";
const PLAYTHROUGHS: &str = "crates/tigers/tests/playthroughs.rs";

pub(super) const ROWS: &[Row] = &[
    row(
        "Background, rules",
        "Goats enter one at a time and move when all are in; tigers step or jump; all goats taken or tigers shut in",
        "`crates/tigers/src`, [rules](../rules/tigers.md)",
        &[
            Test("crates/tigers/tests/oracle.rs", "random_games_agree_to_their_end"),
            Test(PLAYTHROUGHS, "the_last_goat_is_taken"),
            Test(PLAYTHROUGHS, "goats_immobilise_the_tigers_with_a_step"),
        ],
        Same,
    ),
    row(
        "Background, repetition",
        "A position that happens more than twice is a draw",
        "`crates/tigers/src/rules.rs`",
        &[Test(PLAYTHROUGHS, "the_third_occurrence_is_a_draw")],
        Same,
    ),
    row(
        "Using the code, GameState",
        "23 points as letters, goats outside, side to move; simple, not efficient",
        "`crates/tigers/src/position.rs`",
        &[Test("crates/tigers/tests/notation.rs", "the_start_is_written_as_the_rules_say"), Run("ply show tigers")],
        Better("8 bytes a position, the same start"),
    ),
    row(
        "Using the code, legal actions and successors",
        "getLegalActions and generateSuccessor",
        "`crates/tigers/src/moves.rs`: in the order that the article's counts need",
        &[
            Test("crates/tigers/tests/article.rs", "minimax_expands_what_the_article_says"),
            Test("crates/tigers/tests/perft.rs", "the_suite_holds"),
        ],
        Same,
    ),
    row(
        "Using the code, page and worker",
        "Click a piece, then where it goes; the search runs in a worker and shows the best move as it deepens",
        "`crates/web/src`, `crates/web/assets`",
        &[
            Test("crates/journeys/tests/browser/main.rs", "a_game_of_each_kind_is_played_by_clicks"),
            Test("crates/journeys/tests/browser/main.rs", "an_analysis_runs_and_stops"),
            Run("ply serve"),
        ],
        Better("the running search shows its line, value, depth and nodes, and can be stopped"),
    ),
    row(
        "Algorithms, Minimax",
        "All moves to a depth",
        "`crates/search/src/algorithms/minimax.rs`, agent `tigers-minimax`",
        &[Test(TABLE, "minimax"), Run("ply analyse tigers --agent tigers-minimax --depth 5")],
        Same,
    ),
    row(
        "Algorithms, Expectimax",
        "The other side plays at random",
        "`crates/search/src/algorithms/expectimax.rs`, agent `tigers-expectimax`",
        &[
            Test(TABLE, "expectimax"),
            Test("crates/search/tests/choices.rs", "expectimax_averages_what_the_other_side_may_do"),
        ],
        Same,
    ),
    row(
        "Algorithms, Alpha-beta",
        "With and without memory",
        "`crates/reports/src/tigers/search.rs`, agents `tigers-alphabeta` and `tigers-alphabeta-tt`",
        &[Test(TABLE, "alpha_beta"), Test(TABLE, "alpha_beta_with_a_table")],
        Same,
    ),
    row(
        "Algorithms, Scout",
        "With and without memory",
        "`crates/reports/src/tigers/search.rs`, agents `tigers-scout` and `tigers-scout-tt`",
        &[Test(TABLE, "scout_without_a_table"), Test(TABLE, "scout_with_a_table")],
        Same,
    ),
    row(
        "Algorithms, MTD(f)",
        "As in the original paper",
        "`crates/reports/src/tigers/search.rs`, agent `tigers-mtdf`",
        &[Test(TABLE, "mtdf"), Run("ply analyse tigers --agent tigers-mtdf --depth 6")],
        Same,
    ),
    row(
        "Algorithms, iterative deepening",
        "Every search deepens from 1 and reports move, value, depth and nodes",
        "`crates/search/src/deepening.rs`",
        &[
            Test(TABLE, "minimax"),
            Test("crates/cli/tests/ply.rs", "analyse_streams_a_line_for_each_depth"),
            Run("ply analyse tigers --agent tigers-scout-tt --depth 5 --json --stream"),
        ],
        Same,
    ),
    row(
        "About null-window search",
        "Scout searches the first child with a full window and tests the others",
        "`crates/search/src/algorithms/scout.rs`, [Scout and PVS](../algorithms/scout.md)",
        &[Test("crates/search/tests/exactness.rs", "all_exact_searches_equal_minimax_in_tigers_and_goats")],
        Same,
    ),
    row(
        "About null-window search, MTD(f) and Scout",
        "Worse than Scout with memory from the start, about 10% faster over many positions",
        "`crates/experiments/src/reproduce/tigers/mtdf.rs`: two thousand positions",
        &[Page("tigers"), Test("crates/experiments/src/reproduce/tigers/mtdf.rs", "the_verdict_follows_the_ratio")],
        Found("tigers", "MTD(f) and Scout"),
    ),
    row(
        "Some Results, nodes, leaves, score and action",
        "Seven searches to depth 6 from the start",
        "`crates/reports/src/tigers.rs`",
        &[Page("tigers"), Test(TABLE, "scout_with_a_table"), Test(TABLE, "expectimax"), Test(TABLE, "minimax")],
        Found("tigers", "Some Results"),
    ),
    row(
        "Some Results, time",
        "52 s for minimax, 0.56 s for Scout with memory",
        "`crates/experiments/src/reproduce/tigers.rs`: beside ours, and whether the order is the same",
        &[
            Page("times"),
            Test("crates/experiments/src/reproduce/tigers.rs", "the_order_by_time_is_compared_pair_by_pair"),
        ],
        OnPage,
    ),
    row(
        "Points of Interest, The Hash Table",
        "A perfect hash of 51 bits; a table that keeps best move, value, depth and window",
        "`crates/reports/src/tigers/search.rs`: the article's table, entry by entry",
        &[Test(TABLE, "alpha_beta_with_a_table"), Test("crates/tigers/tests/laws.rs", "the_laws_hold")],
        Same,
    ),
    row(
        "Points of Interest, the tree of the table",
        "Seven steps for every look-up",
        "`crates/reports/src/tigers/search.rs`",
        &[Test(TABLE, "scout_with_a_table")],
        Better("one step: a hash map"),
    ),
    row(
        "To run the program",
        "Open the page in a browser with a flag for local files",
        "`crates/web/src`",
        &[Run("ply serve"), Test("crates/journeys/tests/browser/main.rs", "agents_answer_and_moves_are_taken_back")],
        Better("no flag is needed"),
    ),
    row(
        "History",
        "Bugs of its table and of MTD(f) were mended before the table was printed",
        "`crates/reports/src/tigers/search.rs`: the state of the printed table",
        &[Test(TABLE, "mtdf"), Test(TABLE, "scout_with_a_table")],
        Same,
    ),
    row(
        "Whole game",
        "Nothing is said of its value",
        "`crates/solve/src/tigers`, [results](../results.md)",
        &[Run("ply solve tigers")],
        Better("the game is solved: a draw"),
    ),
];
