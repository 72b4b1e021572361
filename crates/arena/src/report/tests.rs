use super::*;
use crate::play::Termination;
use crate::record::GameResult::{Draw, First, Second};
use crate::record::Record;
use crate::record::tests::record;
use plyground_statistics::{EloModel, Estimate, Interval, Sprt};

/// Returns pairs between two players, each with different moves.
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
fn a_match_is_reported_in_words() {
    let mut records = pairs(0, ["one", "two"], &[[First, Second], [First, Draw], [First, First], [Draw, Draw]]);
    records.push(record(8, ["one", "two"], "x", First));
    let sprt = Sprt::new(0.0, 10.0, EloModel::Normalized).unwrap();
    let expected = "\
kalah, rules standard, run feed, 9 games
limits: nodes=5
one - two: 5.5 : 2.5 points in 4 pairs
games: +4 =3 -1; with the first side +3 =1 -0, with the second +1 =2 -1
score: 68.8% [30.7, 90.9]
pairs: LL 0, LD 0, DD or WL 2, WD 1, WW 1
Elo: +137.0 [-183.7, +457.7]; normalised";
    let text = Summary::of(&records, Some(&sprt)).to_string();
    let (head, rest) = text.split_at(expected.rfind("Elo").unwrap());
    assert_eq!(head, &expected[..expected.rfind("Elo").unwrap()]);
    assert!(rest.contains("one - two: 1 game has no second half yet and is not counted"), "{text}");
    assert!(rest.contains("sprt normalized 0 to 10: LLR 0."), "{text}");
    assert!(!rest.contains("\nElo corrected"), "no result while the test goes on: {text}");
    assert!(rest.contains("first side: +4 =3 -1 (68.8%)"), "{text}");
    assert!(
        rest.ends_with(
            "\nended by the rules: 3 drawn, 1 lost by one, 5 lost by two\n\
             The test has not decided between 0 and 10 normalised Elo: it needs more games."
        ),
        "{text}"
    );
}

#[test]
fn the_first_game_lost_by_each_fault_is_named() {
    let mut records = pairs(0, ["one", "two"], &[[First, Second], [First, Second]]);
    for (number, cause) in [(3, "north: crash: exit status: 3"), (1, "north: crash: killed")] {
        records[number].termination = Termination::Crash;
        records[number].cause = cause.into();
    }
    records.swap(1, 3);
    let summary = Summary::of(&records, None);
    let text = summary.to_string();
    assert!(text.contains("\nended with a crash: 2 lost by two; game 2: north: crash: killed\n"), "{text}");
    let doubt = "2 games were lost by faults, which say nothing about strength.";
    assert!(text.ends_with(&format!(". {doubt}")), "{text}");
    // Regression: a player was stronger because the other one never moved.
    let mut faulty = records.clone();
    for record in &mut faulty {
        record.termination = Termination::Crash;
    }
    let doubt_alone = "4 games were lost by faults, which say nothing about strength.";
    assert_eq!(Summary::of(&faulty, None).conclusion.as_deref(), Some(doubt_alone));
    let others = pairs(4, ["one", "three"], &[[First, Second]]);
    let tournament = Summary::of(&[&records[..], &others].concat(), None);
    assert!(tournament.to_string().contains(&format!(" {doubt}")), "{tournament}");
    let ends = serde_json::to_value(&summary).unwrap()["terminations"].clone();
    assert_eq!(ends[0]["first"], serde_json::Value::Null);
    assert_eq!(ends[1]["first"]["number"], 1);
}

#[test]
fn limits_of_the_run_are_reported() {
    let second_line = |limits: [&str; 2]| {
        let mut records = pairs(0, ["one", "two"], &[[First, Second]]);
        for record in &mut records {
            let one = usize::from(record.agents[0] != "one");
            record.limits = [limits[one].to_owned(), limits[1 - one].to_owned()];
        }
        Summary::of(&records, None).to_string().lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(second_line(["clock=60s+1s"; 2]), "limits: clock=60s+1s");
    assert_eq!(second_line(["nodes=5", "no limit"]), "limits: one nodes=5");
    assert_eq!(second_line(["nodes=5", "nodes=6"]), "limits: one nodes=5; two nodes=6");
    assert_eq!(
        second_line(["no limit"; 2]),
        "one - two: 2 : 0 points in 1 pair",
        "the specs of the agents have all limits"
    );
}

#[test]
fn a_match_ends_with_what_it_shows() {
    let concluded = |results: &[[crate::record::GameResult; 2]]| {
        let summary = Summary::of(&pairs(0, ["one", "two"], results), None);
        let conclusion = summary.conclusion.clone().unwrap();
        assert!(summary.to_string().ends_with(&format!("\n{conclusion}")), "{summary}");
        assert_eq!(serde_json::to_value(&summary).unwrap()["conclusion"], conclusion);
        conclusion
    };
    let won = [[First, Second]; 20];
    assert_eq!(concluded(&won), "`one` is stronger (95% interval: 83% to 100% of the points).");
    let lost = [[Second, First]; 20];
    assert_eq!(concluded(&lost), "`two` is stronger (95% interval: 83% to 100% of the points).");
    let close = [[First, Second], [First, First], [First, First], [Draw, Draw]];
    assert_eq!(
        concluded(&close),
        "These games do not show which agent is stronger (`one`, 95% interval: 24% to 90% of the points); \
         if the difference is as seen, a match of about 48 games shows it in 4 of 5 cases."
    );
    assert!(concluded(&[[First, First]; 4]).ends_with("of the points); they show no difference."));
    let mut three = pairs(0, ["one", "two"], &won);
    three.extend(pairs(40, ["one", "three"], &won));
    let all = Summary::of(&three, None).conclusion.unwrap();
    assert_eq!(all, "`one` is stronger than each of its opponents (with 95% confidence for all of them together).");
    three.extend(pairs(80, ["one", "four"], &[[First, Second]]));
    let some = Summary::of(&three, None).conclusion.unwrap();
    assert!(some.contains("do not show that it is stronger than `four` ("), "{some}");
    // What just shows one difference does not show two at once.
    let results = |won| [vec![[First, Second]; won], vec![[First, First]; 20 - won]].concat();
    let shown = |won: &usize| concluded(&results(*won)).starts_with("`one` is stronger (");
    let barely = results((1..20).find(shown).unwrap());
    let both = [pairs(0, ["one", "two"], &barely), pairs(40, ["one", "three"], &barely)].concat();
    let both = Summary::of(&both, None).conclusion.unwrap();
    assert!(both.contains("do not show that it is stronger than `two`, `three` ("), "{both}");
    assert_eq!(Summary::of(&three[..1], None).conclusion, None, "half a pair");
}

#[test]
fn a_decided_test_is_what_a_match_shows() {
    let sprt = |elo0, elo1| Sprt::new(elo0, elo1, EloModel::Normalized).unwrap();
    let concluded =
        |sprt: &Sprt, results| Summary::of(&pairs(0, ["one", "two"], results), Some(sprt)).conclusion.unwrap();
    let (mut won, mut lost) = (vec![[First, Second]; 200], vec![[Second, First]; 200]);
    won.push([First, First]);
    lost.push([First, First]);
    for (sprt, results, found) in [
        (sprt(0.0, 10.0), &won, "`one` is stronger than `two`: the test has decided between 0 and 10 normalised Elo."),
        (sprt(0.0, 10.0), &lost, "`one` is less than 10 normalised Elo above `two`: "),
        (sprt(-5.0, 0.0), &lost, "`one` is weaker than `two`: "),
        (sprt(-5.0, 5.0), &won, "`one` is more than -5 normalised Elo above `two`: "),
    ] {
        let conclusion = concluded(&sprt, results);
        assert!(conclusion.starts_with(found), "{conclusion}");
    }
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
    // The numbers of the columns end above their cells.
    let table = text.lines().skip_while(|line| !line.contains("first / second")).take(4).map(str::len);
    assert_eq!(table.collect::<std::collections::BTreeSet<_>>().len(), 1, "{text}");
    assert!(summary.score_over_time.is_empty());
    let json = serde_json::to_value(&summary).unwrap();
    assert_eq!(json["players"][0]["results"]["wins"], 5);
    assert_eq!(json["pairings"].as_array().unwrap().len(), 3);
    assert_eq!(json["terminations"][0]["termination"], "rules");
    let html = summary.html();
    assert!(html.contains("<h2>Crosstable</h2>") && html.matches("<rect").count() == 9);
}

#[test]
fn pages_are_complete_and_contain_no_foreign_markup() {
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
        text.contains("\nElo: > -290.5 (end of the interval); there is no estimate, because all 4 games were won\n"),
        "{text}"
    );
    let text = Summary::of(&pairs(0, ["one", "two"], &[[Second, First]]), None).to_string();
    assert!(text.contains("because both games were lost\n"), "{text}");
    assert!(text.contains("one - two: 0 : 2 points in 1 pair\n"), "{text}");
    assert!(!text.contains("note:"), "{text}");
    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    assert!(serde_json::to_string(&summary).unwrap().contains("\"high\":null"));
}

/// The intervals of the score, of Elo, and of the ratings of two players correspond to each other.
#[test]
fn score_elo_and_rating_of_a_match_are_images_of_one_interval() {
    let matches: [&[[crate::record::GameResult; 2]]; 8] = [
        &[[First, Second]],
        &[[First, First]],
        &[[Draw, Draw], [Draw, Draw]],
        &[[First, Second], [First, Second], [First, Second]],
        &[[Second, First], [Second, First]],
        &[[First, Draw], [First, Draw]],
        &[[First, Second], [Draw, Draw], [First, First], [Draw, Second]],
        &[[First, Second], [Second, First]],
    ];
    for results in matches {
        let mut records = pairs(0, ["one", "two"], results);
        // Half a pair changes no number.
        records.push(record(100, ["one", "two"], "x", First));
        let summary = Summary::of(&records, None);
        let pairing = &summary.pairings[0];
        let (score, interval) = (pairing.score.unwrap(), pairing.score_interval);
        assert!(interval.low <= score && score <= interval.high && interval.high - interval.low > 0.1, "{pairing:?}");
        let of_elo = |elo: Option<f64>, end: f64| elo.map_or(end, plyground_statistics::score_of_elo);
        let shares = |elo: Estimate| [of_elo(elo.low, 0.0), of_elo(elo.high, 1.0)];
        let near = |found: [f64; 2]| (found[0] - interval.low).abs() + (found[1] - interval.high).abs() < 1e-9;
        assert!(near(shares(pairing.elo)), "{pairing:?}");
        for player in &summary.players {
            let rating = player.rating.unwrap();
            let mut twice = shares(rating.map(|rating| 2.0 * rating));
            if player.name == "two" {
                twice = [1.0 - twice[1], 1.0 - twice[0]];
            }
            assert!(near(twice), "{player:?} {pairing:?}");
        }
        let last = summary.score_over_time.last().unwrap();
        assert_eq!((last.score, last.interval), (score, interval));
        assert_eq!(summary.first_side.rating, Some(summary.first_side.elo));
        let (text, html) = (summary.to_string(), summary.html());
        let shown = format!("[{:.1}, {:.1}]", 100.0 * interval.low, 100.0 * interval.high);
        assert!(text.contains(&format!("score: {:.1}% {shown}", 100.0 * score)), "{text}");
        assert!(html.contains(&format!("{:.1}% <span>{shown}</span>", 100.0 * score)), "{html}");
        let json = serde_json::to_value(&summary).unwrap();
        let json = &json["pairings"][0];
        assert_eq!(json["score_interval"]["low"].as_f64(), Some(interval.low));
        assert_eq!(json["elo"]["high"].as_f64(), pairing.elo.high);
        for page in [text, html, json.to_string()] {
            assert!(!page.contains("inf") && !page.contains("NaN"), "{page}");
        }
    }
}

#[test]
fn a_game_without_its_second_half_has_no_interval() {
    let summary = Summary::of(&[record(0, ["one", "two"], "1", First)], None);
    let pairing = &summary.pairings[0];
    assert_eq!((pairing.score, pairing.score_interval, pairing.elo), (None, Interval::EVERYTHING, Estimate::default()));
    let text = summary.to_string();
    assert!(text.contains("score: unknown, because no pair is complete\n"), "{text}");
    assert!(text.contains("1 game has no second half yet and is not counted"), "{text}");
}

/// Regression: a name with an invisible character looked like another name on a page and in its tooltips.
#[test]
fn pages_escape_invisible_characters() {
    let names = ["gre\u{200b}edy", "\u{202e}modnar", "a\u{feff}\u{a0}b\u{1b}[31m"];
    let mut records = pairs(0, [names[0], names[1]], &[[First, Second], [First, Draw]]);
    let two = Summary::of(&records, None).html();
    records.extend(pairs(4, [names[0], names[2]], &[[First, Second]]));
    let three = Summary::of(&records, None).html();
    for html in [&two, &three] {
        let found = html.chars().find(|&c| plyground_game::notation::is_invisible(c) && !matches!(c, '\n' | '\t'));
        assert_eq!(found, None, "{html}");
        assert!(html.contains(r"gre\u{200b}edy"), "{html}");
    }
    assert!(two.contains(r"\u{202e}modnar") && three.contains(r"a\u{feff}\u{a0}b\u{1b}[31m"));
}
