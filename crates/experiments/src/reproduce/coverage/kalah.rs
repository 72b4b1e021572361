//! The report on Kalah with capture \[Garrison-Kalah\], section by section.

use super::Shown::{Page, Run, Test};
use super::Verdict::{Better, Differs, OnPage, Open, Same};
use super::{Row, row};

const ANYTIME: &str = "crates/search/tests/anytime.rs";
const LINE: &str = "crates/reports/tests/along_line.rs";
const PLANS: &str = "crates/reports/tests/plans.rs";

pub(super) const ROWS: &[Row] = &[
    row(
        "Summary, rules",
        "Six houses of six seeds a side; last seed in the store moves again, last in an empty own house steals; 37 seeds win",
        "`crates/kalah/src`, rules `tournament`",
        &[
            Test("crates/kalah/tests/playthroughs.rs", "tournament_6x6_ends_by_majority"),
            Test("crates/kalah/tests/oracle.rs", "random_games_on_random_boards_agree_with_the_plain_rules"),
        ],
        Same,
    ),
    row(
        "Search Process, minimax with alpha-beta",
        "Branches that cannot change the move are skipped",
        "`crates/search/src/algorithms/alpha_beta.rs`",
        &[Test("crates/search/tests/equivalence.rs", "alpha_beta_equals_minimax_in_kalah")],
        Same,
    ),
    row(
        "Search Process, again",
        "Max does not give way to min while it may move again",
        "`crates/game/src/score.rs`: `Window` flips by who moves in the child",
        &[Test("crates/search/tests/equivalence.rs", "alpha_beta_equals_minimax_in_kalah")],
        Same,
    ),
    row(
        "Search Process, processes",
        "Root moves in processes of their own: about three times as fast at depth 6",
        "`crates/search/src/root_split.rs`; `crates/experiments/src/reproduce/kalah/threads.rs` says why ours is less",
        &[
            Page("kalah"),
            Test("crates/experiments/src/reproduce/kalah/threads.rs", "one_search_over_all_moves_needs_fewer_nodes"),
            Run("cargo xtask bench threads"),
        ],
        OnPage,
    ),
    row(
        "Search Process, exit counter",
        "After 0.86 s of 1 s every position is valued as it stands",
        "`crates/reports/src/kalah.rs`, agent `kalah-exit-counter`",
        &[
            Test(PLANS, "the_capture_report_searches_6_plies_and_leaves_after_860_ms_of_a_second"),
            Test(ANYTIME, "the_exit_counter_ends_the_running_depth"),
            Test(ANYTIME, "a_hard_limit_that_passes_before_the_root_unwinds_keeps_the_best_move"),
            Run("ply analyse kalah --setup 6x6 --rules tournament --agent kalah-exit-counter --depth 30 --fixed"),
        ],
        Same,
    ),
    row(
        "Search Process, other optimisations",
        "\"I am sure there are other conditional search optimizations that can be added\"",
        "`best`: order, table, null windows, reductions",
        &[Page("best"), Page("kalah")],
        OnPage,
    ),
    row(
        "Heuristic, categories",
        "Defence, scoring, repeating and stealing moves",
        "`crates/reports/src/kalah/along_line.rs`",
        &[Test(LINE, "the_tally_is_what_the_sowings_tell")],
        Same,
    ),
    row(
        "Heuristic, general form",
        "a score + b again + c stolen - d loss",
        "`crates/reports/src/kalah/along_line.rs`: power 1",
        &[Test(LINE, "the_general_form_has_four_weights")],
        Same,
    ),
    row(
        "Heuristic, weights by hand",
        "Some hundred variants played each other by hand; score and loss about the same weight",
        "`crates/experiments/src/reproduce/kalah/weights.rs`",
        &[
            Page("kalah"),
            Run("ply tune kalah --setup 6x6 --rules tournament --method spsa --agent kalah-exit-counter:depth=4"),
        ],
        OnPage,
    ),
    row(
        "Heuristic, the square",
        "Squaring (again + stolen) helped; cubing was tried",
        "`crates/experiments/src/reproduce/kalah/weights.rs`: each power against the square",
        &[
            Page("kalah"),
            Test("crates/experiments/src/reproduce/kalah/weights.rs", "the_verdict_on_the_square_follows_the_games"),
        ],
        OnPage,
    ),
    row(
        "Heuristic, final form",
        "(again + stolen)^2 + score - loss",
        "`crates/reports/weights/kalah-along-line.toml`",
        &[
            Test("crates/reports/tests/weight_files.rs", "the_capture_report_s_final_form_is_the_published_one"),
            Test(LINE, "the_tally_is_what_the_sowings_tell"),
        ],
        Same,
    ),
    row(
        "Experiments, CPU time table",
        "Seconds of a move from a complex state with 73 seeds, depth 1 to 7",
        "`crates/experiments/src/reproduce/kalah/depth.rs`",
        &[Page("times"), Test("crates/kalah/tests/facts.rs", "seventy_three_seeds_load_and_need_37_for_a_majority")],
        OnPage,
    ),
    row(
        "Experiments, runtime plot",
        "The same as a plot",
        "`crates/experiments/src/reproduce/kalah/depth.rs`",
        &[Page("times")],
        OnPage,
    ),
    row(
        "Experiments, Python 3 is faster",
        "Better multiprocessing",
        "`crates/search/src/root_split.rs`: threads, one program",
        &[Run("cargo xtask bench threads")],
        Differs("nothing here is Python; what two threads gain is measured"),
    ),
    row(
        "Dynamic depth, heuristic plots",
        "Empty houses, seeds in the stores and both were no line to the time of a move",
        "`crates/experiments/src/reproduce/kalah.rs`",
        &[
            Page("kalah"),
            Test("crates/experiments/src/reproduce/kalah.rs", "the_verdict_on_heuristics_follows_the_correlations"),
        ],
        OnPage,
    ),
    row(
        "Dynamic depth, wish",
        "Ideally depth 5 early, then 6, 7 and 8",
        "`crates/reports/src/kalah.rs`, key `dynamic`",
        &[
            Page("kalah"),
            Run(
                "ply match kalah --setup 6x6 --rules tournament --first kalah-exit-counter:dynamic=on --second kalah-exit-counter --games 4000",
            ),
        ],
        OnPage,
    ),
    row(
        "Exit counter, 15 per cent",
        "The time has to be some 15% below the limit, because all leaves up to then are valued",
        "`crates/experiments/src/reproduce/kalah.rs`",
        &[
            Page("times"),
            Test("crates/experiments/src/reproduce/times.rs", "the_verdict_on_the_exit_counter_follows_the_clock"),
        ],
        OnPage,
    ),
    row(
        "Exit counter, bias",
        "Early root moves are searched fully, late ones are cut",
        "`crates/search/src/root_split.rs`: the same bias, in the same order of houses",
        &[
            Page("kalah"),
            Test("crates/experiments/src/reproduce/kalah/bias.rs", "a_struck_search_cuts_its_later_root_moves"),
        ],
        OnPage,
    ),
    row(
        "Exit counter, move time plot",
        "Both sides below 1 s at every move, less as the game goes on",
        "`crates/experiments/src/reproduce/kalah.rs`",
        &[
            Page("kalah"),
            Page("times"),
            Test("crates/experiments/src/reproduce/kalah.rs", "the_verdict_on_a_game_follows_its_halves"),
        ],
        OnPage,
    ),
    row(
        "Effectiveness, random",
        "Won 5 of 5 games against random play",
        "`crates/experiments/src/reproduce/against_random.rs`",
        &[Page("against-random"), Page("kalah")],
        OnPage,
    ),
    row(
        "Effectiveness, persons",
        "Its author won 3 of 10 games, a friend 1 of 5",
        "the board in a browser, for whoever wants to try",
        &[Run("ply play kalah --setup 6x6 --rules tournament"), Page("best")],
        Open("no program can repeat games of persons; `greedy` and `best` play it instead"),
    ),
    row(
        "Conclusion",
        "Processes, depth 6, an exit counter, and a heuristic that beat its other versions",
        "`crates/reports/src/kalah.rs`",
        &[
            Test(PLANS, "the_capture_report_searches_6_plies_and_leaves_after_860_ms_of_a_second"),
            Run("ply analyse kalah --setup 6x6 --rules tournament --agent kalah-exit-counter"),
        ],
        Better("the same agent in milliseconds, and its claims decided by hundreds of games"),
    ),
];
