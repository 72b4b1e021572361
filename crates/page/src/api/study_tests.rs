//! The events of a review and of a comparison, for all games.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plyground_catalog::COMPARED;
use serde_json::{Value, json};

use super::*;
use crate::page::Settings;

fn begin(page: &Page, request: &Value) -> String {
    let body = request.to_string();
    let asked = page.ask(&Request { method: Post, path: "games", query: "", body: body.as_bytes() });
    let Ok(Reply::Text { text, .. }) = asked else { panic!("{request} begins") };
    let created: Value = serde_json::from_str(&text).unwrap();
    created["id"].as_str().unwrap().to_owned()
}

/// The events of a search.
fn events(page: &Page, path: &str, query: &str) -> Vec<(String, Value)> {
    let Ok(Reply::Search(search)) = page.ask(&Request { method: Get, path, query, body: &[] }) else {
        panic!("{path} is a search")
    };
    let all = RefCell::new(Vec::new());
    search.run(&|name, data| all.borrow_mut().push((name.to_owned(), data.clone())));
    all.into_inner()
}

#[test]
fn a_review_values_every_ply_and_sums_up() {
    let page = Page::new(Settings::new(Catalog::standard()));
    for (game, moves) in
        [("kalah", "3 6 1 1"), ("khet", "h2h3 c7c6"), ("tigers", "@9 4-10 @1"), ("cachex", "3,3 4,4 4,3")]
    {
        let plies = moves.split(' ').count();
        let id = begin(&page, &json!({ "game": game, "moves": moves }));
        let events = events(&page, &format!("games/{id}/graph"), "nodes=200");
        // A position whose value becomes exact has another point, which replaces the former.
        let points: BTreeMap<u64, &Value> = events
            .iter()
            .filter(|(name, _)| name == "point")
            .map(|(_, data)| (data["ply"].as_u64().unwrap(), data))
            .collect();
        assert!(points.keys().copied().eq(0..=plies as u64), "{game}");
        for point in points.into_values() {
            let (lost, graded) = (point["lost"].as_f64().unwrap(), !point["grade"].is_null());
            assert!((0.0..=1.0).contains(&lost) && graded == (lost >= 0.1), "{game}: {point}");
            let is_worse = graded || point["regret"].as_i64().is_some_and(|regret| regret > 0);
            assert_eq!(is_worse, point["line"].as_array().is_some_and(|line| !line.is_empty()), "{game}: {point}");
            assert_eq!(point["better"], point["line"][0], "{game}: {point}");
            if is_worse {
                let (line, sides) = (point["line"].as_array().unwrap(), point["sides"].as_array().unwrap());
                assert_eq!(line.len(), sides.len(), "{game}: {point}");
                let info = page.catalog.game(game).unwrap().info();
                let mover = info.sides.iter().position(|side| point["side"] == *side);
                assert_eq!(sides[0].as_u64(), mover.map(|side| side as u64), "{game}: {point}");
            }
        }
        let (last, done) = events.last().unwrap();
        assert_eq!(last, "done");
        let sides = done["sides"].as_array().unwrap();
        let counted: u64 = sides.iter().map(|side| side["moves"].as_u64().unwrap()).sum();
        assert_eq!(counted as usize, plies, "{game}");
        for side in sides.iter().filter(|side| side["moves"] != 0) {
            assert!((0.0..=100.0).contains(&side["accuracy"].as_f64().unwrap()), "{game}: {side}");
        }
        assert!(done["turning"].as_array().unwrap().len() <= 3);
    }
}

/// House 1 alone wins, and house 2 loses: by exact values the move is a blunder, however few nodes the search has.
#[test]
fn exact_values_grade_the_moves_near_the_end() {
    let page = Page::new(Settings::new(Catalog::standard()));
    let position = "<6,19,12,5,0,0,1,4,2,0,0,3,1,1,0> S";
    let id = begin(&page, &json!({ "game": "kalah", "position": position, "moves": "5" }));
    let events = events(&page, &format!("games/{id}/graph"), "nodes=100");
    let newest = |ply: u64| {
        let point = events.iter().rev().find(|(name, data)| name == "point" && data["ply"] == ply);
        point.unwrap().1.clone()
    };
    assert_eq!((&newest(0)["exact"], &newest(0)["share"]), (&json!("solver"), &json!(1.0)));
    assert!(newest(0)["text"].as_str().unwrap().starts_with("south wins by "), "{}", newest(0));
    assert_eq!(
        (&newest(1)["exact"], &newest(1)["grade"], &newest(1)["better"]),
        (&json!("solver"), &json!("blunder"), &json!("1"))
    );
    let done = &events.last().unwrap().1;
    assert_eq!(
        (&done["exact_from"], &done["turning"], &done["sides"][0]["blunders"]),
        (&json!(0), &json!([1]), &json!(1))
    );
}

#[test]
fn a_comparison_has_the_nodes_of_every_depth_and_switches() {
    let page = Page::new(Settings::new(Catalog::standard()));
    let id = begin(&page, &json!({ "game": "kalah" }));
    let rows = |query: &str| -> Vec<Value> {
        let events = events(&page, &format!("games/{id}/compare"), query);
        events.into_iter().filter(|(name, _)| name == "row").map(|(_, data)| data).collect()
    };
    let all = rows("depth=3");
    for row in &all {
        let depths: Vec<(u32, u64)> = serde_json::from_value(row["depths"].clone()).unwrap();
        assert_eq!(depths.iter().map(|&(depth, _)| depth).collect::<Vec<_>>(), [1, 2, 3], "{row}");
        assert!(depths.is_sorted_by_key(|&(_, nodes)| nodes), "{row}");
        assert_eq!(row["found"]["analysis"]["nodes"], depths[2].1, "{row}");
    }
    let names = |rows: &[Value]| rows.iter().map(|row| row["agent"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let plain = names(&rows("depth=1&table=false&ordering=false"));
    for name in ["alphabeta", "alphabeta-tt:table=0", "mtdf:table=0", "pvs:table=0,order=game", "minimax"] {
        let swapped = "pvs:order=game,table=0";
        assert!(
            plain.iter().any(|agent| agent == name || name.starts_with("pvs") && agent == swapped),
            "{name}: {plain:?}"
        );
    }
    // What a spec sets itself stays.
    let own = names(&rows("depth=1&agents=pvs:table=1;minimax&table=false"));
    assert_eq!(own, ["pvs:table=1", "minimax"]);
    assert_eq!(names(&rows("depth=1&table=true&ordering=true")), names(&all));
}

/// As `ply compare` does: a test of the command compares their nodes and values.
#[test]
fn a_comparison_has_the_evaluation_of_best_and_names_it_once() {
    let page = Page::new(Settings::new(Catalog::standard()));
    for game in page.catalog.games() {
        let id = begin(&page, &json!({ "game": game.info().name }));
        for (more, eval) in [("", None), ("&eval=", None), ("&eval=", Some(game.info().evaluations[0].name))] {
            let query = format!("depth=1{more}{}", eval.unwrap_or_default());
            let events = events(&page, &format!("games/{id}/compare"), &query);
            let rows: Vec<&Value> = events.iter().filter(|(name, _)| name == "row").map(|(_, data)| data).collect();
            let used = eval.or(game.agent("best").unwrap().info().evaluation);
            assert!(rows.iter().all(|row| row["found"]["analysis"]["evaluation"] == json!(used)), "{query}: {rows:?}");
            assert!(rows.iter().map(|row| &row["agent"]).eq(&COMPARED), "{query}");
        }
    }
}

/// The page sends the side that valued the leaf back. A request without it has no explanation of the score.
#[test]
fn the_score_is_explained_for_the_side_that_valued_the_leaf() {
    let page = Page::new(Settings::new(Catalog::standard()));
    let id = begin(&page, &json!({ "game": "khet" }));
    let found = events(&page, &format!("games/{id}/think"), "agent=khet-userbot&depth=2").pop().unwrap().1;
    let (line, score) = (found["analysis"]["pv"].as_array().unwrap(), &found["analysis"]["score"]);
    let line: Vec<&str> = line.iter().map(|mv| mv.as_str().unwrap()).collect();
    let path = format!("games/{id}/explain");
    let ask = |more: &str| {
        let query = format!("agent=khet-userbot&line={}&score={score}{more}", line.join("+"));
        page.ask(&Request { method: Get, path: &path, query: &query, body: &[] })
    };
    let end_features = |more: &str| {
        let Ok(Reply::Text { text, .. }) = ask(more) else { panic!("{more}: expected a text") };
        serde_json::from_str::<Value>(&text).unwrap()["explanation"]["end_features"].clone()
    };
    let side = format!("&leaf_side={}", found["leaf_side"]);
    let features = end_features(&side);
    let sum: f64 = features.as_array().unwrap().iter().map(|feature| feature["term"].as_f64().unwrap()).sum();
    assert!((sum - score.as_f64().unwrap()).abs() < 1e-6, "{score}: {features}");
    assert_eq!(end_features(&format!("{side}&eval=report")), features, "the agent's own by name");
    assert_eq!(end_features(&format!("{side}&eval=strong")), Value::Null, "another evaluation valued the leaf");
    assert_eq!(end_features(""), Value::Null);
    assert!(ask("&leaf_side=2").is_err());
}
