//! The report on Khet 2.0 \[Zagury2016\], section by section.

use super::Shown::{Page, Run, Test};
use super::Verdict::{Better, Differs, Found, OnPage, Same, WrongInPaper};
use super::{Row, row};

const FACTS: &str = "crates/khet/tests/facts.rs";
const CHOICES: &str = "crates/search/tests/choices.rs";
const CONVERGENCE: &str = "crates/optimize/tests/convergence.rs";
const CONTRACT: &str = "crates/reports/tests/contract.rs";
const AGENTS: &str = "crates/reports/tests/khet_agents.rs";
const PLANS: &str = "crates/reports/tests/plans.rs";
const WEIGHTS: &str = "crates/reports/tests/weight_files.rs";

pub(super) const ROWS: &[Row] = &[
    row(
        "I.A, rules",
        "Sphinx, pharaoh, scarabs, anubises, pyramids; move or turn, then the laser fires; silver begins",
        "`crates/khet/src`, [rules](../rules/khet.md)",
        &[
            Test("crates/khet/tests/oracle.rs", "in_random_games"),
            Test("crates/khet/tests/perft.rs", "the_suite_holds"),
            Run("ply show khet --rules epam"),
        ],
        Same,
    ),
    row(
        "I.A, deadheat",
        "The same arrangement for the third time is a draw",
        "`crates/khet/src`",
        &[
            Test(FACTS, "four_plies_lead_back_and_eight_are_a_deadheat"),
            Test("crates/khet/tests/playthroughs.rs", "deadheat"),
        ],
        Same,
    ),
    row(
        "I.B.1, unexplored territory",
        "One published agent and one thesis on the game, as far as the authors could find",
        "[bibliography](../bibliography.md)",
        &[Run("ply games")],
        Differs("what was published in 2016 is no matter of this program; its agents and ours are listed side by side"),
    ),
    row(
        "I.B.2, state space, footnote 2",
        "At least 2.3e43 states with all pieces on the board, by a product that it gives",
        "`crates/experiments/src/reproduce/khet/size.rs`",
        &[Page("khet")],
        Found("khet", "states"),
    ),
    row(
        "I.B.2, branching",
        "68.92 moves in the mean, for an alpha-beta search of depth 4",
        "`crates/experiments/src/reproduce/khet/size.rs`",
        &[Page("khet")],
        Found("khet", "branching"),
    ),
    row(
        "I.B.2, complexity graph",
        "A game tree of 10^125, comparable to chess; length about as in Nijssen's thesis",
        "`crates/experiments/src/reproduce/khet/size.rs`: derived from branching and length",
        &[
            Page("khet"),
            Test("crates/experiments/src/reproduce/khet/size.rs", "the_report_s_tree_takes_games_of_sixty_eight_plies"),
        ],
        Found("khet", "complexity graph"),
    ),
    row(
        "I.C, project goals",
        "Is the game one for computers, which search, which optimisation, population or generations",
        "the rows of its conclusions below",
        &[Page("khet-tuning")],
        OnPage,
    ),
    row(
        "II.A.1, UserBot",
        "Alpha-beta that usually searches 4 plies, sometimes 5, rarely 6, in much less than 15 s",
        "`crates/reports/src/khet.rs`",
        &[
            Test(AGENTS, "user_bot_s_budget_is_spent_as_the_plain_agent_spends_it"),
            Test(PLANS, "the_khet_report_s_agents_stop_at_14_900_ms"),
            Run("ply analyse khet --rules epam --agent khet-userbot"),
        ],
        Better("the same search and budget in a fraction of a second"),
    ),
    row(
        "II.A.1.a, randomness",
        "A random one of the moves of equal value",
        "`crates/search/src/iteration.rs`, option `noise`",
        &[Test(CHOICES, "a_random_choice_covers_all_equal_moves")],
        Same,
    ),
    row(
        "II.A.1.b, time limitation",
        "15 s a turn; near their end the best move so far is played",
        "`crates/reports/src/khet.rs`, `crates/search/src/limits.rs`",
        &[
            Test(PLANS, "the_khet_report_s_agents_stop_at_14_900_ms"),
            Test("crates/search/tests/anytime.rs", "a_stopped_search_of_khet_has_a_legal_move"),
            Run("ply analyse khet --rules epam --agent khet-userbot --depth 8 --time 200ms"),
        ],
        Same,
    ),
    row(
        "II.A.1.c, variable depth",
        "Deeper where the branching factor is small",
        "`crates/reports/src/khet.rs`: a ply costs less where moves are few",
        &[
            Test(AGENTS, "user_bot_s_budget_is_spent_as_the_plain_agent_spends_it"),
            Test(FACTS, "choice_is_the_mobility_of_one_side_times_that_of_the_other"),
        ],
        Same,
    ),
    row(
        "II.A.1.d, heuristic move sorting",
        "Sorting by the grade of what follows costs more than it saves; it was given up",
        "`crates/search/src/picker.rs`, option `order=value`",
        &[
            Page("khet"),
            Run("ply analyse khet --rules epam --agent pvs:order=value,eval=report,table=0 --depth 3 --fixed"),
        ],
        Found("khet", "sorting"),
    ),
    row(
        "II.A.2, HeuristicBot",
        "Alpha-beta among the N best children by grade",
        "`crates/reports/src/khet.rs`, `crates/search/src/algorithms/beam.rs`",
        &[
            Test(AGENTS, "heuristic_bot_ranks_children_by_the_mover_s_grade"),
            Test(CHOICES, "a_beam_of_width_one_goes_down_greedily"),
            Run("ply analyse khet --rules epam --agent khet-heuristicbot"),
        ],
        Same,
    ),
    row(
        "II.A.2, width graph",
        "N from 40 on allows 3 plies at most in 15 s, up to 15 it allows 5 and more",
        "`crates/experiments/src/reproduce/khet/searches.rs`",
        &[Page("khet")],
        Found("khet", "width graph"),
    ),
    row(
        "II.A.3.a, time based variable depth",
        "Not used: dividing the time between branches made searches much too deep or too shallow",
        "`crates/search/src/deepening.rs`: depth by depth until time runs out, no time to divide",
        &[
            Test("crates/search/tests/deepening.rs", "time_and_flag_stop_soon"),
            Run("ply analyse khet --rules epam --agent alphabeta:eval=report --time 500ms"),
        ],
        Better("deepening uses the whole time without dividing it"),
    ),
    row(
        "II.A.3.b, incremental move generation",
        "Wished for and not made, because the SDK would have had to change",
        "`crates/experiments/src/reproduce/khet/generation.rs`; `visit_moves` of every game",
        &[Page("khet"), Test("crates/experiments/src/reproduce/khet/generation.rs", "both_ways_search_the_same_tree")],
        Found("khet", "moves one by one"),
    ),
    row(
        "II.B, grading",
        "Figures of each kind, possible moves and guards of the pharaoh, for both sides; a taken pharaoh is infinite",
        "`crates/reports/src/khet/evaluation.rs`",
        &[
            Test("crates/reports/tests/pictures.rs", "khet_classic_by_the_report"),
            Test(CONTRACT, "khet_keeps_its_promises"),
        ],
        Same,
    ),
    row(
        "II.B.1, powers",
        "Each feature may be raised to a power of its own",
        "`crates/eval/src/powered.rs`",
        &[Test(CONTRACT, "the_form_with_powers_is_the_sum_that_it_says")],
        Same,
    ),
    row(
        "II.B.2, defensive and offensive",
        "Own and opponent's features have weights of their own",
        "`crates/reports/src/khet/evaluation.rs`: not antisymmetric, valued for the side to move",
        &[Test(WEIGHTS, "the_report_s_best_vector_is_the_published_one"), Test(CONTRACT, "khet_keeps_its_promises")],
        Same,
    ),
    row(
        "II.B.3.a, distance of the enemy laser",
        "Dropped: too expensive, not beneficial",
        "`crates/reports/src/khet/shots.rs`, evaluation `report-extended`",
        &[
            Page("times"),
            Test("crates/reports/tests/khet_shots.rs", "a_beam_at_the_pharaoh_is_no_distance_away"),
            Run("cargo xtask bench eval"),
        ],
        OnPage,
    ),
    row(
        "II.B.3.b, steps to the enemy pharaoh",
        "Dropped: not worth its cost",
        "`crates/reports/src/khet/shots.rs`, evaluation `report-extended`",
        &[
            Page("times"),
            Test("crates/reports/tests/khet_shots.rs", "steps_are_those_of_the_rules_on_the_stripped_board"),
        ],
        OnPage,
    ),
    row(
        "II.C, random vectors",
        "Weights and powers are optimised as one vector, from random ones",
        "`crates/reports/src/khet/evaluation.rs`",
        &[Test(CONTRACT, "random_vectors_follow_the_seed_and_fill_the_report_s_ranges")],
        Same,
    ),
    row(
        "II.C.1, annihill-climbing",
        "The best of some random starts, then the best of random neighbours whose range shrinks",
        "`crates/optimize/src/annihill.rs`; the incumbent may play along, as an option",
        &[
            Test(CONVERGENCE, "the_range_shrinks_by_a_fifth_each_step"),
            Test(CONVERGENCE, "the_report_budgets_are_kept"),
            Run("ply tune khet --method annihill --agent khet-userbot:depth=2 --keep-incumbent"),
        ],
        Same,
    ),
    row(
        "II.C.2, genetic algorithm",
        "Winners breed more and pass more genes on; mutations shrink with time",
        "`crates/optimize/src/genetic.rs`",
        &[
            Test("crates/optimize/src/genetic.rs", "a_child_mutates_as_a_whole_or_not_at_all"),
            Test("crates/optimize/src/genetic.rs", "both_parents_may_be_the_same"),
            Test(CONVERGENCE, "the_report_budgets_are_kept"),
            Run("ply tune khet --method genetic --agent khet-userbot:depth=2 --random-start"),
        ],
        Same,
    ),
    row(
        "III.A, the SDK and its server",
        "A referee with 15 s a move; logs of the wins had to be added",
        "`crates/arena/src`, rules `epam`, `ply_limit=100` for the server's limit",
        &[
            Test("crates/khet/tests/playthroughs.rs", "the_ply_limit"),
            Run("ply match khet --rules epam,ply_limit=100 --first khet-userbot:depth=2 --second random --games 2"),
        ],
        Better("every game is recorded and can be replayed and counted"),
    ),
    row(
        "III.B, OptimizationModifier",
        "One class holds both optimisers and lets the results play each other",
        "`crates/optimize/src`, `crates/experiments/src/reproduce/tuning/khet_tuning.rs`",
        &[
            Page("khet-tuning"),
            Test("crates/optimize/tests/tuning.rs", "a_run_that_was_stopped_goes_on_and_ends_like_an_unbroken_one"),
        ],
        Better("runs are resumed, repeat themselves, and can be shared by many machines"),
    ),
    row(
        "IV, cost of an optimisation",
        "12 hours and more each; ten computers gave less data than hoped for",
        "`crates/experiments/src/reproduce/tuning/khet_tuning.rs`: resumable, and 50 times the games in the long form",
        &[Page("khet-tuning"), Run("cargo xtask reproduce khet-tuning --full")],
        Better("16 optimisations in a quarter of an hour at 3000 nodes a move, 57,600 games in the long form"),
    ),
    row(
        "IV, as it was run",
        "UserBot and HeuristicBot with their budgets and 15 s a move, 72 games an optimisation",
        "`crates/experiments/src/reproduce/tuning/khet_own.rs`: hours; records are stored, and a later run resumes them",
        &[
            Run("cargo xtask reproduce khet-tuning-report"),
            Test("crates/experiments/src/reproduce/tuning/khet_own.rs", "the_page_says_what_is_done_and_what_is_left"),
        ],
        Differs(
            "with the report's own agents it takes hours of an idle machine: whole at 3000 nodes a move, in part with its own agents",
        ),
    ),
    row(
        "IV, Table 1",
        "Wins, ties and losses of each class as white against each as red, itself included",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs`: the report's own beside ours",
        &[
            Page("khet-tuning"),
            Test(
                "crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs",
                "the_report_s_rows_add_up_but_for_one",
            ),
        ],
        OnPage,
    ),
    row(
        "IV, score graph",
        "Points of each class: 1 for a win, a half for a tie",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs`",
        &[Page("khet-tuning")],
        OnPage,
    ),
    row(
        "IV, best vector",
        "The weights and powers of the best A(4,6)R",
        "`crates/reports/weights/khet-report.toml`",
        &[Test("crates/reports/tests/weight_files.rs", "the_report_s_best_vector_is_the_published_one")],
        Same,
    ),
    row(
        "IV, Table 1, totals",
        "The sum of each row",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs`",
        &[Test(
            "crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs",
            "the_report_s_rows_add_up_but_for_one",
        )],
        WrongInPaper("the cells of G(4,6)R give 21/11/4, its total says 19/11/6"),
    ),
    row(
        "IV, H as red",
        "In Table 1 H loses nearly every game as red, which two conclusions hang on",
        "`crates/experiments/src/reproduce/khet/red.rs`; `crates/reports/src/khet.rs`: the key `as-published`",
        &[
            Page("khet-matches"),
            Test(AGENTS, "heuristic_bot_ranks_children_by_the_mover_s_grade"),
            Run("ply analyse khet --rules epam --agent khet-heuristicbot:as-published=on"),
        ],
        OnPage,
    ),
    row(
        "V.a, regular against heuristic-greedy",
        "The regular agents are much better",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/conclusions.rs`",
        &[Page("khet-optimisations"), Page("khet-tuning")],
        Found("khet-optimisations", "V.a"),
    ),
    row(
        "V.b, climbing against genetic",
        "Hard to tell apart; (4,6) and (3,12) cost 72 games both and do about the same",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/conclusions.rs`",
        &[Page("khet-optimisations"), Page("khet-tuning")],
        Found("khet-optimisations", "V.b, methods"),
    ),
    row(
        "V.c, population against generations",
        "For the greedy search a larger population seems better, by climbing",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/conclusions.rs`",
        &[Page("khet-optimisations"), Page("khet-tuning")],
        Found("khet-optimisations", "V.c"),
    ),
    row(
        "V.c, consistent",
        "A larger population is better, as A(3,12)H shows, which has more generations",
        "`crates/experiments/src/reproduce/tuning/khet_optimisations.rs`",
        &[Page("khet-optimisations")],
        Found("khet-optimisations", "V.c, consistent"),
    ),
    row(
        "V.d, strategy",
        "The best agents prefer capturing to protecting, and own moves to fewer moves of the opponent",
        "`crates/experiments/src/reproduce/tuning/khet_tuning/conclusions.rs`: both halves",
        &[
            Page("khet-tuning"),
            Test(
                "crates/experiments/src/reproduce/tuning/khet_tuning/conclusions.rs",
                "the_reports_vector_is_offensive_by_its_weights_alone",
            ),
        ],
        OnPage,
    ),
    row(
        "V.e, luck",
        "Who begins wins more than it loses",
        "`crates/experiments/src/reproduce/khet/games.rs`, `crates/experiments/src/reproduce/tuning/khet_tuning/report_table.rs`",
        &[Page("khet"), Page("khet-tuning")],
        Found("khet", "V.e, luck"),
    ),
    row(
        "V.f, can a computer play it well",
        "Yes: complex moves, sacrifices",
        "`best`, UserBot and HeuristicBot",
        &[Page("best"), Page("against-random")],
        OnPage,
    ),
    row(
        "V.f, future work",
        "Test whether a sacrificing agent is better than one of \"no friendly fire\"",
        "`crates/experiments/src/reproduce/khet/sacrifice.rs`",
        &[
            Page("khet-matches"),
            Test("crates/experiments/src/reproduce/khet/sacrifice.rs", "a_shot_at_an_own_piece_is_what_costs"),
        ],
        OnPage,
    ),
];
