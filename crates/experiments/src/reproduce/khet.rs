//! Khet: branching, game length, the size of the game, width against depth, sorting, and who moves first.

use serde_json::Value;

use super::lab::{Lab, list, number, text};
use super::page::{Page, Series, grouped, mean};

pub(crate) fn page(lab: &mut Lab) -> Result<Page, String> {
    let mut page = Page::new("Khet 2.0: the report's figures");
    let positions = games(lab, &mut page)?;
    branching(lab, &mut page, &positions)?;
    states(&mut page);
    widths(lab, &mut page, &positions)?;
    sorting(lab, &mut page, &positions)?;
    page.say("The agents' table of the report is the experiment [khet-tuning](khet-tuning.md).");
    Ok(page)
}

/// Games of the report's agent against itself: length, the first player's advantage, and positions to measure on.
fn games(lab: &mut Lab, page: &mut Page) -> Result<Vec<String>, String> {
    page.section("Games");
    let agent = lab.pick("khet-userbot:depth=2", "khet-userbot:depth=3");
    let other = format!("{agent},seed=1");
    let games = lab.pick("40", "200");
    let base = ["match", "khet", "--rules", "epam", "--first", agent, "--second", &other];
    let (summary, records) =
        lab.contest(&[&base[..], &["--games", games, "--seed", "1", "--threads", "2"]].concat())?;
    let plies: Vec<f64> =
        records.iter().map(|game| game["moves"].as_str().unwrap_or_default().split(' ').count() as f64).collect();
    let count = |key: &str| number(&summary, &format!("/first_side/results/{key}"));
    let (wins, draws, losses) = (count("wins")?, count("draws")?, count("losses")?);
    page.table(
        &["", "the report", "ours"],
        &[
            vec!["plies a game".into(), "as in Nijssen's thesis".into(), format!("{:.0} in the mean", mean(&plies))],
            vec![
                "first player".into(),
                "usually wins more than it loses".into(),
                format!("{wins} wins, {draws} draws, {losses} losses"),
            ],
            vec![
                "first player's advantage in Elo".into(),
                String::new(),
                format!(
                    "{:.0} ({:.0} to {:.0})",
                    number(&summary, "/first_side/elo/value")?,
                    number(&summary, "/first_side/elo/low")?,
                    number(&summary, "/first_side/elo/high")?
                ),
            ],
        ],
    );
    page.say(&format!("`{agent}` against itself, {games} games over varied openings, rules `epam`."));
    // A position every sixteen plies of the first games, as far as they are not yet waiting for a draw.
    let mut positions = Vec::new();
    for game in records.iter().take(lab.pick(4, 12)) {
        let opening = text(game, "/opening/position")?;
        let moves: Vec<String> = text(game, "/moves")?.split(' ').map(str::to_owned).collect();
        for ply in (0..moves.len().min(160)).step_by(16) {
            let line = moves[..ply].join(" ");
            let shown = lab.ask(&["show", "khet", "--rules", "epam", "--position", &opening, "--moves", &line])?;
            if shown["outcome"].is_null() {
                positions.push(text(&shown, "/position")?);
            }
        }
    }
    Ok(positions)
}

fn branching(lab: &mut Lab, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Branching factor");
    let (mut legal, mut quiet) = (Vec::new(), Vec::new());
    let depth = lab.pick(3, 4);
    for position in positions {
        let shown = lab.ask(&["show", "khet", "--rules", "epam", "--position", position])?;
        legal.push(list(&shown, "/legal").len() as f64);
        let deep = depth.to_string();
        let count = lab.ask(&["perft", "khet", "--rules", "epam", "--position", position, "--depth", &deep])?;
        quiet.push(number(&count, "/nodes")?.max(1.0).powf(1.0 / f64::from(depth)));
    }
    page.table(
        &["", "mean", "least", "most"],
        &[
            vec![
                "the report, \"for an alpha-beta search (of depth 4)\"".into(),
                "68.92".into(),
                String::new(),
                String::new(),
            ],
            row("legal moves", &legal),
            row(&format!("sequences of {depth} plies: as if every position had this many moves"), &quiet),
        ],
    );
    page.say(&format!("{} positions of the games above.", positions.len()));
    Ok(())
}

fn row(name: &str, values: &[f64]) -> Vec<String> {
    let most = values.iter().copied().fold(0.0, f64::max);
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    vec![name.into(), format!("{:.2}", mean(values)), format!("{least:.2}"), format!("{most:.2}")]
}

/// The report's product, and the one that its own rules of the pieces give.
fn states(page: &mut Page) {
    page.section("States with all pieces on the board");
    let choose = |n: u32, k: u32| (1..=k).fold(1.0_f64, |product, i| product * f64::from(n - k + i) / f64::from(i));
    let side = |free: u32| {
        // Pharaoh, pyramids in four orientations, scarabs in two, anubises as pairs of cells.
        choose(free, 1) * 4_f64.powi(7) * choose(free - 1, 7) * 4.0 * choose(free - 8, 2) * choose(free - 10, 2)
    };
    page.say(&format!(
        "The report's product, C(70,1) 4^7 C(69,7) 2^2 C(62,2) C(60,2) for one side and the same from 58 cells for the other, is {:.1e}; it says 2.3e43.",
        side(70) * side(58)
    ));
}

fn widths(lab: &mut Lab, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Width against depth");
    let time = lab.pick("500ms", "15s");
    let mut rows = Vec::new();
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for (width, report) in [(5, 8), (10, 6), (15, 5), (20, 4), (40, 3)] {
        let mut depths = Vec::new();
        let agent = format!("beam:width={width},eval=report");
        for position in positions.iter().step_by(lab.pick(4, 2)) {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", &agent];
            let found = lab.ask(&[&base[..], &["--time", time, "--depth", "40"]].concat())?;
            depths.push(number(&found, "/depth")?);
        }
        theirs.push((f64::from(width), f64::from(report)));
        ours.push((f64::from(width), mean(&depths)));
        rows.push(vec![width.to_string(), report.to_string(), format!("{:.1}", mean(&depths))]);
    }
    let head = format!("depth here in {time}, mean");
    page.table(&["N best children", "the report's depth in 15 s", &head], &rows);
    let series = [
        Series { name: "the report, 15 s".into(), points: theirs },
        Series { name: format!("ours, {time}"), points: ours },
    ];
    page.plot("width", "Depth reached by width", ("N best children", "depth"), &series)
}

fn sorting(lab: &mut Lab, page: &mut Page, positions: &[String]) -> Result<(), String> {
    page.section("Sorting moves by the grade of what follows");
    let time = lab.pick("500ms", "5s");
    let mut rows = Vec::new();
    for (name, agent) in [
        ("no sorting", "alphabeta:eval=report"),
        ("sorted by grade", "pvs:order=value,eval=report,table=0"),
        ("staged order and table", "pvs:eval=report,table=64"),
        ("`best`", "best"),
    ] {
        let (mut depths, mut nodes) = (Vec::new(), Vec::new());
        for position in positions.iter().step_by(lab.pick(4, 2)) {
            let base = ["analyse", "khet", "--rules", "epam", "--position", position, "--agent", agent];
            let found: Value = lab.ask(&[&base[..], &["--time", time]].concat())?;
            depths.push(number(&found, "/depth")?);
            nodes.push(number(&found, "/nodes_per_second")?);
        }
        rows.push(vec![name.into(), format!("`{agent}`"), format!("{:.2}", mean(&depths)), grouped(mean(&nodes))]);
    }
    page.table(&["order", "agent", &format!("depth in {time}, mean"), "nodes a second"], &rows);
    page.say(
        "The report gave sorting up: it had to grade every child to sort, and came to depth 3 instead of 4 in its time. Killers and history sort \
         without grading, and reach deeper.",
    );
    Ok(())
}
