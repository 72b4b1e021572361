//! `ply analyse`: its JSON, its text, and the sources of its answers.

use serde_json::Value;

use crate::common::{json, keys, ply, printed, text};

/// Regression: the headline had another number, sign and side than the table above it.
#[test]
fn the_headline_has_the_score_of_the_last_row() {
    let goats = "GGGG.T.GG.T...G.T...... 5 t";
    for args in [
        &["analyse", "kalah", "--moves", "1 2", "--depth", "4"][..],
        &["analyse", "kalah", "--moves", "3 1", "--depth", "5", "--agent", "alphabeta"],
        &["analyse", "khet", "--depth", "3"],
        &["analyse", "cachex", "--nodes", "3000"],
        &["analyse", "tigers", "--position", goats, "--depth", "2", "--agent", "pvs:eval=strong"],
        &["analyse", "tigers", "--position", goats, "--nodes", "2000"],
        &["analyse", "kalah", "--nodes", "777", "--agent", "alphabeta"],
    ] {
        let printed = printed(args);
        let lines: Vec<&str> = printed.lines().collect();
        let headline = lines.iter().position(|line| line.starts_with("best move ")).expect("a headline");
        let row: Vec<&str> = lines[headline - 2].split_whitespace().collect();
        let found = lines[headline].split(": ").nth(1).unwrap();
        assert!(found.starts_with(&format!("{} ", row[1])), "{args:?}: {printed}");
        assert_eq!(lines[headline].split([' ', ':']).nth(2), Some(row[4]), "the move of the row: {printed}");
    }
}

/// Regression: the row of a partial iteration had the score of the book, in another unit than the rows above.
#[test]
fn rows_have_scores_of_the_search() {
    let printed = printed(&["analyse", "kalah", "--nodes", "3000"]);
    assert!(printed.contains("best move 3: south wins by 8 seeds, from the opening book"), "{printed}");
    let rows =
        printed.lines().skip_while(|line| !line.starts_with("depth")).skip(1).take_while(|line| !line.is_empty());
    let scores: Vec<&str> = rows.map(|row| row.split_whitespace().nth(1).unwrap()).collect();
    assert!(scores.len() > 3 && !scores.contains(&"+8"), "{printed}");
}

/// Regression: the margin of a solved position was said to be in hundredths of a seed.
#[test]
fn a_proven_margin_is_in_seeds() {
    let start = ["kalah", "--setup", "3x3"];
    let found = json(&[&["analyse"], &start[..], &["--json"]].concat());
    let solved = (&found["source"], &found["score"], &found["unit"]);
    assert_eq!(solved, (&"solver".into(), &2.into(), &"seeds".into()));
}

/// Regression: a table said that all values are the same, although the searches had ended at other depths.
#[test]
fn values_of_unfinished_searches_are_not_compared() {
    let table = |more: &[&str]| printed(&[&["compare", "kalah"], more].concat());
    assert!(table(&["--depth", "2"]).contains("search the same tree for the same value"));
    let unfinished = table(&["--depth", "40", "--time", "20ms"]);
    assert!(unfinished.contains("cannot be compared") && !unfinished.contains("same value"), "{unfinished}");
}

/// Regression: `ply analyse tigers --depth 9 --lines 3` returned depth 1 and three lines of one move, without naming the book as
/// source.
#[test]
fn an_answer_of_the_book_has_its_source_and_the_search_that_was_requested() {
    let args = ["analyse", "tigers", "--depth", "4", "--lines", "3"];
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!((&found["source"], &found["proven"], &found["depth"]), (&"book".into(), &true.into(), &4.into()));
    let lines = found["lines"].as_array().unwrap();
    assert!(lines.len() == 3 && found["nodes"].as_u64().unwrap() > 0, "{found}");
    assert!(lines.iter().all(|line| line["pv"][0] == line["move"]), "{found}");
    assert_eq!(
        (&lines[0]["move"], &lines[0]["pv"], &lines[0]["score"]),
        (&found["best"], &found["pv"], &found["score"])
    );
    assert!(found["pv"].as_array().unwrap().len() > 1, "{found}");
    let printed_text = printed(&args);
    assert!(printed_text.contains(": a draw, proven, from the opening book\n"), "{printed_text}");
    assert!(
        printed_text.contains("\nthe search alone: ") && printed_text.contains("the 3 best lines\n"),
        "{printed_text}"
    );
    assert!(printed_text.contains("\ndepth 4, selective depth "), "{printed_text}");
    let rows =
        printed_text.lines().filter(|line| line.trim_start().starts_with(['1', '2', '3', '4']) && line.contains("s "));
    assert!(rows.count() >= 4, "a row for each depth: {printed_text}");

    // Without a limit, the book answers at once. Agents without a book search.
    let at_once = json(&["analyse", "tigers", "--json"]);
    assert_eq!(
        (&at_once["source"], &at_once["nodes"], &at_once["score"]),
        (&"book".into(), &0.into(), &found["score"])
    );
    assert!(printed(&["analyse", "tigers"]).contains("\nno search\n"));
    assert_eq!(json(&["analyse", "tigers", "--agent", "pvs", "--depth", "2", "--json"])["source"], "search");
    assert_eq!(json(&["analyse", "tigers", "--agent", "random", "--json"])["source"], "choice");
    let solved = json(&["solve", "kalah", "--setup", "3x2", "--table", "1", "--json"]);
    assert_eq!(solved["source"], "solver");
    let over = json(&["solve", "kalah", "--table", "1", "--position", "<1,3,1,0,0> S", "--json"]);
    assert_eq!(over["source"], "rules");
}

#[test]
fn analyse_has_the_keys_of_the_contract() {
    let args = ["analyse", "kalah", "--agent", "alphabeta", "--depth", "6", "--lines", "2", "--json"];
    let analysis = json(&args);
    let expected = [
        "agent",
        "best",
        "completed",
        "depth",
        "evaluation",
        "game",
        "leaves",
        "lines",
        "nodes",
        "nodes_per_second",
        "partial_depth",
        "position",
        "proven",
        "pv",
        "root_moves",
        "rules",
        "score",
        "seconds",
        "seldepth",
        "side",
        "source",
        "statistics",
        "table",
        "unit",
        "win_probability",
        "winner_in",
    ];
    assert_eq!(keys(&analysis), expected);
    let share = analysis["win_probability"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&share) && (share > 0.5) == (analysis["score"].as_f64().unwrap() > 0.0), "{analysis}");
    let about = ["game", "rules", "side", "agent", "evaluation", "unit"].map(|key| analysis[key].as_str().unwrap());
    assert_eq!(about, ["kalah", "standard", "south", "alphabeta", "store-difference", "seeds"]);
    assert_eq!(analysis["position"], json(&["show", "kalah", "--json"])["position"]);
    assert_eq!(keys(&analysis["table"]), ["fill", "hits", "stores"]);
    assert_eq!(keys(&analysis["lines"][0]), ["move", "pv", "score"]);
    assert_eq!((analysis["lines"].as_array().unwrap().len(), &analysis["completed"]), (2, &Value::from(true)));

    let minimax = json(&["analyse", "kalah", "--agent", "minimax", "--depth", "6", "--json"]);
    assert_eq!((&minimax["best"], &minimax["score"]), (&analysis["best"], &analysis["score"]));
    // A depth makes as many moves as the perft counts up to it: 6, 35, 185, 942, 4,690 and 23,233.
    let sums = [6, 41, 226, 1_168, 5_858, 29_091];
    assert_eq!((&minimax["nodes"], &minimax["leaves"]), (&Value::from(sums.iter().sum::<u64>()), &Value::from(23_233)));
    let fixed = json(&["analyse", "kalah", "--agent", "minimax", "--depth", "6", "--fixed", "--json"]);
    assert_eq!(fixed["nodes"], sums[5]);
}

#[test]
fn analyse_streams_a_line_for_each_depth() {
    let output = ply(&["analyse", "kalah", "--depth", "4", "--json", "--stream"]);
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let depths: Vec<u64> = lines.iter().map(|line| line["depth"].as_u64().unwrap()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 4]);
}

#[test]
fn analyse_answers_in_words_too() {
    let output = ply(&["analyse", "kalah", "--setup", "3x3", "--agent", "best-2", "--depth", "5", "--fixed"]);
    let words = text(&output.stdout);
    assert!(words.contains("best move") && words.contains("South sows") && words.contains("all moves"), "{words}");
    let over = ply(&["analyse", "kalah", "--position", "<1,3,1,0,0> S"]);
    assert!(text(&over.stdout).contains("the game is over"));
}

#[test]
fn results_are_printed_in_words_of_the_field() {
    let drawn = printed(&["analyse", "kalah", "--setup", "1x1", "--agent", "minimax"]);
    assert!(drawn.contains("best move 1: a draw, proven\n"), "{drawn}");
    let won =
        printed(&["analyse", "kalah", "--position", "<3,8,4,0,0,1,2,0,0> S", "--agent", "best-2", "--depth", "3"]);
    assert!(won.contains("south wins in 1 ply\n"), "{won}");
    let ahead = printed(&["analyse", "kalah", "--depth", "1", "--agent", "alphabeta"]);
    assert!(ahead.contains("best move 3: +1 seed for south (57 %), depth 1\n"), "{ahead}");
    assert!(ahead.contains("\ndepth 1, selective depth ") && ahead.contains(" nodes per second\n"), "{ahead}");
    let chosen = printed(&["analyse", "kalah", "--agent", "random"]);
    assert!(chosen.contains(": chosen without search\n"), "{chosen}");
    let one = printed(&["perft", "kalah", "--depth", "1"]);
    assert!(one.starts_with("6 sequences of 1 ply ("), "{one}");
    let none = printed(&["solve", "khet", "--mate-in", "1"]);
    assert!(none.starts_with("no forced win of silver within 1 ply\n"), "{none}");
    let explained = printed(&["analyse", "kalah", "--depth", "2", "--explain"]);
    assert!(explained.contains("static evaluation of this position for south, by `house-pairs`\n"), "{explained}");
    assert!(explained.contains(" contribution\n") && explained.contains("\ntotal "), "{explained}");
    let report = ["analyse", "kalah", "--agent", "kalah-exit-counter", "--explain"];
    let explained = printed(&report);
    assert!(explained.contains("static evaluation of this position for south, by `along-line`\n"), "{explained}");
    let explained = json(&[&report[..], &["--json"]].concat());
    assert_eq!(explained["explained_by"], explained["evaluation"]);
    let terms = explained["end_features"].as_array().unwrap().iter().map(|feature| feature["term"].as_f64().unwrap());
    assert_eq!(terms.sum::<f64>(), explained["score"].as_f64().unwrap());
}

/// Regression: the means of all moves but the best were printed as bounds.
#[test]
fn the_mean_of_simulations_is_no_bound() {
    let printed = printed(&["analyse", "cachex", "--setup", "3", "--agent", "mcts:depth=2"]);
    let (_, rows) = printed.split_once("\nall moves\n").unwrap_or_else(|| panic!("{printed}"));
    assert!(rows.lines().filter(|row| row.contains(" visits")).count() > 1 && !rows.contains("at most"), "{printed}");
}

/// Regression: five of six rows said `at most +872`.
#[test]
fn moves_with_the_same_bound_share_a_row() {
    let printed = printed(&["analyse", "kalah", "--agent", "alphabeta", "--depth", "5"]);
    let (_, rows) = printed.split_once("\nall moves at depth 5\n").unwrap_or_else(|| panic!("{printed}"));
    let bounds: Vec<&str> =
        rows.lines().filter_map(|row| row.split("at most ").nth(1)?.split_whitespace().next()).collect();
    let mut different = bounds.clone();
    different.dedup();
    assert_eq!(bounds, different, "{printed}");
    let others = rows.lines().find(|row| row.contains(" moves)  at most ")).unwrap_or_else(|| panic!("{printed}"));
    let number: usize = others.trim_start().trim_start_matches('(').split(' ').next().unwrap().parse().unwrap();
    let named = rows.lines().skip_while(|row| *row != others).nth(1).unwrap();
    assert!(number > 1 && named.split_whitespace().count() == number, "{printed}");
}

/// Regression: the search before an attempt to solve a small board printed hundreds of equal rows.
#[test]
fn a_solved_board_is_answered_in_a_few_rows() {
    let printed = printed(&["analyse", "kalah", "--setup", "4x3", "--time", "3s"]);
    let rows =
        printed.lines().skip_while(|line| !line.starts_with("depth ")).skip(1).take_while(|line| !line.is_empty());
    assert!(rows.count() <= 2, "{printed}");
    assert!(printed.contains("south wins by 6 seeds, from the solver"), "{printed}");
}
