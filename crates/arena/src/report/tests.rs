use super::*;
use crate::record::GameResult::{Draw, First, Second};
use crate::record::Record;
use crate::record::tests::record;
use crate::statistics::{EloModel, Sprt};

/// Pairs between two players, each with moves of its own.
fn pairs(start: u64, players: [&str; 2], results: &[[crate::record::GameResult; 2]]) -> Vec<Record> {
    let games = results.iter().enumerate().flat_map(|(pair, results)| {
        let number = start + 2 * pair as u64;
        let moves = |game: u64| format!("{number} {game}");
        [
            record(number, players, &moves(0), results[0]),
            record(number + 1, [players[1], players[0]], &moves(1), results[1]),
        ]
    });
    games.collect()
}

#[test]
fn a_match_is_told_in_words() {
    let mut records = pairs(0, ["one", "two"], &[[First, Second], [First, Draw], [First, First], [Draw, Draw]]);
    records.push(record(8, ["one", "two"], "x", First));
    let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized).unwrap();
    let expected = "\
kalah, rules standard, run feed, 9 games
one - two: 5.5 : 2.5 points in 4 pairs
games: +4 =3 -1; with the first side +3 =1 -0, with the second +1 =2 -1
score: 68.8% [25.8, 93.3]
pairs: LL 0, LD 0, DD or WL 2, WD 1, WW 1
Elo: +137.0 [-183.7, +457.7]; normalised";
    let text = Summary::of(&records, Some(&sprt)).to_string();
    let (head, rest) = text.split_at(expected.rfind("Elo").unwrap());
    assert_eq!(head, &expected[..expected.rfind("Elo").unwrap()]);
    assert!(rest.contains("one - two: 1 game has no second half yet and is not counted"), "{text}");
    assert!(rest.contains("sprt normalized 0 to 10: LLR 0."), "{text}");
    assert!(rest.contains("first side: +4 =3 -1 (68.8%)"), "{text}");
    assert!(
        rest.ends_with("\nended: 3 by the rules (drawn), 1 by the rules (lost by one), 5 by the rules (lost by two)"),
        "{text}"
    );
}

#[test]
fn a_tournament_has_a_table_and_a_crosstable() {
    let mut records = pairs(0, ["a", "b"], &[[First, Draw], [First, First]]);
    records.extend(pairs(4, ["a", "c"], &[[First, Second], [Draw, Second]]));
    records.extend(pairs(8, ["b", "c"], &[[Draw, Draw], [First, First]]));
    let summary = Summary::of(&records, None);
    let names: Vec<&str> = summary.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(summary.players[0].points, 6.0);
    assert_eq!(
        summary.meeting(1, 0).map(|[first, second]| first + second),
        summary.meeting(0, 1).map(|[f, s]| (f + s).reversed())
    );
    let text = summary.to_string();
    assert!(text.contains("1 a  "), "{text}");
    assert!(text.contains("2=0-0 / 0=1-1"), "{text}");
    assert!(summary.score_over_time.is_empty());
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["players"][0]["results"]["wins"], 5);
    assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
    assert_eq!(json["terminations"][0]["termination"], "rules");
    let html = summary.html();
    assert!(html.contains("<h2>Crosstable</h2>") && html.matches("<rect").count() == 9);
}

#[test]
fn pages_are_whole_and_hold_no_foreign_markup() {
    let records = pairs(0, ["<script>alert(1)</script>", "two&"], &[[First, Second], [First, Draw], [Draw, Draw]]);
    let html = Summary::of(&records, None).html();
    assert!(!html.contains("<script"), "{html}");
    assert!(html.contains("<polyline") && html.contains("two&amp;"));
    assert!(!html.contains("http") && !html.contains("NaN") && !html.contains("inf"));
    for tag in ["html", "head", "body", "table", "svg", "tr", "td", "th", "pre", "h1", "h2", "style"] {
        let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn long_matches_are_thinned_out() {
    let results: Vec<_> = (0..1_003).map(|pair| if pair % 3 == 0 { [First, First] } else { [First, Draw] }).collect();
    let summary = Summary::of(&pairs(0, ["one", "two"], &results), None);
    let points = &summary.score_over_time;
    assert!(points.len() <= 201 && points.len() > 100);
    assert_eq!(points.last().unwrap().pairs, 1_003);
}

#[test]
fn one_sided_matches_are_finite() {
    let records = pairs(0, ["one", "two"], &[[First, Second], [First, Second]]);
    let summary = Summary::of(&records, None);
    let text = summary.to_string();
    assert!(
        text.contains("\nElo: > -290.5: all 4 games were won, so there is no estimate, and none of normalised Elo\n"),
        "{text}"
    );
    let text = Summary::of(&pairs(0, ["one", "two"], &[[Second, First]]), None).to_string();
    assert!(text.contains("\nElo: < +636.4: all 2 games were lost, so"), "{text}");
    assert!(text.contains("one - two: 0 : 2 points in 1 pair\n"), "{text}");
    assert!(text.contains("note: ratings include an imaginary even game"), "{text}");
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    assert!(serde_json::to_string(&summary).unwrap().contains("\"high\":null"));
}
