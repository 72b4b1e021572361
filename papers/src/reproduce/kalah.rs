//! Kalah with capture: the report's agent by threads, over a game, its depth heuristics, exit counter, weights and opponents.

mod bias;
mod depth;
mod threads;
mod weights;

pub(super) use depth::against_time;

use plyground_catalog::{Catalog, Start};
use serde_json::Value;

use super::estimate::{Estimate, ratio, shown};
use super::lab::{Lab, list, number, text};
use super::page::{Judged, Page, Series, correlation, grouped, mean};
use super::sample::distinct_games;
use super::standing::{Standing, percent};
use super::verdict::Verdict;

/// The report's agent, and the rules of its tournament.
pub(super) const AGENT: &str = "kalah-exit-counter";
pub(super) const GAME: [&str; 4] = ["--setup", "6x6", "--rules", "tournament"];

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut page = Page::new("Kalah with capture: the report's figures");
    threads::speed_up(lab, &mut page)?;
    games(lab, &mut page)?;
    bias::early_moves(&mut page)?;
    bias::lower_houses(&mut page)?;
    depth::dynamic(lab, &mut page)?;
    weights::forms(lab, &mut page)?;
    weights::more_weight(lab, &mut page)?;
    weights::tuned(lab, &mut page)?;
    opponents(lab, &mut page)?;
    Ok(page)
}

/// Plays a match by the report's rules.
fn bout(lab: &mut Lab<'_>, first: &str, second: &str, games: u32) -> Result<(Standing, Vec<Value>), String> {
    let games = games.to_string();
    let base = [&["match", "kalah"][..], &GAME, &["--first", first, "--second", second]].concat();
    let (summary, records) =
        lab.contest(&[&base[..], &["--games", &games, "--seed", "1", "--concurrency", "2"]].concat())?;
    Ok((Standing::of(&summary)?, records))
}

/// A position of a game, with the nodes that the report's agent searched.
struct Moment {
    ply: usize,
    side: usize,
    /// Number of houses without seeds.
    empty: f64,
    stores: f64,
    nodes: f64,
}

/// Plays the report's agent against itself: the nodes of a move over the game, and features that may predict them.
fn games(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("The work of a move over a game, and depth heuristics");
    let (_, records) = bout(lab, AGENT, AGENT, lab.many(40, 200))?;
    // The agent makes no random choice, so both games of a pair are the same game.
    let games = distinct_games(&records).into_iter().map(moments).collect::<Result<Vec<_>, _>>()?;
    let of_side = |side: usize| {
        let moments = games[0].iter().filter(move |moment| moment.side == side);
        moments.map(|moment| (moment.ply as f64, moment.nodes)).collect()
    };
    let sides = ["South", "North"].into_iter().enumerate();
    let sides: Vec<Series> = sides.map(|(side, name)| Series { name: name.into(), points: of_side(side) }).collect();
    page.plot("game", "Nodes of a move over a game, both sides the report's agent", ("ply", "nodes"), &sides)?;
    let all: Vec<&Moment> = games.iter().flatten().collect();
    let scatter = |of: fn(&Moment) -> f64| all.iter().map(|moment| (of(moment), moment.nodes)).collect::<Vec<_>>();
    let one = |points: &[(f64, f64)]| vec![Series { name: String::new(), points: points.to_vec() }];
    let (empty, stores) = (scatter(|moment| moment.empty), scatter(|moment| moment.stores));
    let both = scatter(|moment| moment.empty + moment.stores / 6.0);
    page.plot("empty", "Empty houses and the nodes of a move", ("empty houses", "nodes"), &one(&empty))?;
    page.plot(
        "stores",
        "Seeds in the stores and the nodes of a move",
        ("seeds in both stores", "nodes"),
        &one(&stores),
    )?;
    let kinds = [("empty houses", &empty), ("seeds in both stores", &stores), ("both together", &both)];
    let found = kinds.map(|(name, points)| (name, correlation(points)));
    let rows: Vec<Vec<String>> = found.iter().map(|(name, r)| vec![(*name).into(), format!("{r:.2}")]).collect();
    page.table(&["heuristic", "correlation with the nodes of a move"], &rows);
    let nodes: Vec<f64> = all.iter().map(|moment| moment.nodes).collect();
    page.paragraph(&format!(
        "The table uses {} moves of {} distinct games of `{AGENT}` against itself at depth 6. A move takes {} nodes on average and at most {}. Nodes replace the report's seconds, because they are \
         the same on every machine. {}",
        nodes.len(),
        games.len(),
        grouped(mean(&nodes)),
        grouped(nodes.iter().copied().fold(0.0, f64::max)),
        on_heuristics(&found.map(|(_, r)| r))
    ));
    let by_game: Vec<[f64; 2]> = games.iter().map(|game| halves(game)).collect();
    page.paragraph(&over_the_game(&by_game));
    let strongest = found.iter().map(|(_, r)| r * r).fold(0.0, f64::max);
    let verdict = if strongest < LINE { Judged::Same } else { Judged::Differs };
    page.judge(
        "heuristic plots",
        verdict,
        format!(
            "the best heuristic explains {:.0}% of the variance; {:.0}% count as a line",
            100.0 * strongest,
            100.0 * LINE
        ),
    );
    let figure = format!("late moves take {} times the nodes of early ones", shown(late_to_early(&by_game)));
    page.judge("work over a game", decreases(&by_game).judged(), figure);
    Ok(())
}

/// Share of the variance that a linear relation would explain.
const LINE: f64 = 0.8;

/// Returns the verdict on the report's search for a line through its two plots, by the correlations.
fn on_heuristics(correlations: &[f64]) -> String {
    let strongest = correlations.iter().copied().fold(0.0_f64, |most, r| most.max(r.abs()));
    let falls = correlations.iter().all(|r| *r < 0.0);
    format!(
        "The report looked for a line in its two plots and found none. {} The best heuristic explains {:.0}% of the variance, {} the {:.0}% that count as a line here.",
        if falls {
            "Here, too, a move takes fewer nodes with more empty houses and with fuller stores."
        } else {
            "Here the correlations have different signs."
        },
        100.0 * strongest * strongest,
        if strongest * strongest < LINE { "less than" } else { "at least" },
        100.0 * LINE
    )
}

/// Returns the mean nodes of a move before half of the seeds are in the stores, and after.
fn halves(moments: &[Moment]) -> [f64; 2] {
    [false, true].map(|late| {
        let half = moments.iter().filter(|moment| (moment.stores >= 36.0) == late);
        mean(&half.map(|moment| moment.nodes).collect::<Vec<_>>())
    })
}

/// Returns the ratio of the nodes of late moves to those of early ones, over games.
fn late_to_early(by_game: &[[f64; 2]]) -> Option<Estimate> {
    let both: Vec<&[f64; 2]> = by_game.iter().filter(|halves| halves.iter().all(|nodes| *nodes > 0.0)).collect();
    let of = |half: usize| both.iter().map(|halves| halves[half]).collect::<Vec<_>>();
    ratio(&of(1), &of(0))
}

/// Judges whether moves become cheaper as the stores fill, as in the report's last plot.
fn decreases(by_game: &[[f64; 2]]) -> Verdict {
    let found = late_to_early(by_game).map_or(Verdict::Open, |found| Verdict::above(found.interval, 1.0));
    found.choose(Verdict::Fails, Verdict::Holds, Verdict::Open)
}

fn over_the_game(by_game: &[[f64; 2]]) -> String {
    format!(
        "The claim \"As the game progresses, the move time decreases\" {}: a move after half of the seeds are in the stores takes {} times the nodes of a move before (geometric mean over games with its \
         95% interval).",
        decreases(by_game).text(),
        shown(late_to_early(by_game))
    )
}

/// Returns the positions of a recorded game at which the agents searched.
fn moments(record: &Value) -> Result<Vec<Moment>, String> {
    let fault = |error: plyground_catalog::CatalogError| error.to_string();
    let start = Start {
        rules: Some(text(record, "/rules")?),
        position: Some(text(record, "/opening/position")?),
        ..Start::default()
    };
    let mut session = Catalog::standard().game("kalah").and_then(|game| game.open(&start)).map_err(fault)?;
    let plies = number(record, "/opening/plies")? as usize;
    let nodes = list(record, "/nodes");
    let mut moments = Vec::new();
    for (ply, mv) in text(record, "/moves")?.split(' ').enumerate() {
        if let Some(nodes) = ply.checked_sub(plies).and_then(|move_number| nodes.get(move_number)) {
            let (empty, stores) = heuristics(&session.show().position)?;
            let side = session.state().side_to_move().index();
            moments.push(Moment { ply, side, empty, stores, nodes: nodes.as_f64().unwrap_or(0.0) });
        }
        session.play(mv).map_err(fault)?;
    }
    Ok(moments)
}

/// Returns the number of empty houses and of seeds in both stores of a position in text.
fn heuristics(position: &str) -> Result<(f64, f64), String> {
    let inner = position.trim_start_matches('<').split('>').next().unwrap_or_default();
    let numbers: Vec<u32> = inner.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    let houses = numbers.get(3..).filter(|houses| !houses.is_empty());
    let houses = houses.ok_or_else(|| format!("`{position}` is no position of Kalah"))?;
    let empty = houses.iter().filter(|seeds| **seeds == 0).count();
    Ok((empty as f64, f64::from(numbers[1] + numbers[2])))
}

fn opponents(lab: &mut Lab<'_>, page: &mut Page) -> Result<(), String> {
    page.section("Against random play, and against others");
    let mut rows = Vec::new();
    let kinds = [(AGENT, "random", "5 of 5"), (AGENT, "greedy", ""), ("best:nodes=6000", AGENT, "")];
    let mut verdicts = Vec::new();
    for (first, second, report) in kinds {
        let (standing, _) = bout(lab, first, second, lab.many(100, 400))?;
        rows.push(vec![
            format!("`{first}` against `{second}`"),
            report.into(),
            standing.counts(),
            format!("{}%", percent(standing.interval())),
        ]);
        verdicts.push(Verdict::better(&standing.pairs));
    }
    page.table(&["match", "the report", "wins / draws / losses", "95% interval"], &rows);
    page.paragraph(&format!(
        "The claim that the agent beats random play {}. Two people won 3 of 10 and 1 of 5 games against the report's agent; these games cannot be repeated.",
        verdicts[0].text()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Other conditional search optimizations that can be added": null windows and an order, with the report's own evaluation.
    #[test]
    fn another_search_saves_nodes_with_the_same_evaluation() {
        use plyground_search::{Job, Limits};
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let positions = threads::positions().unwrap();
        let nodes = ["alphabeta:eval=along-line,view=root", "pvs:eval=along-line,view=root,table=0"].map(|agent| {
            let agent = catalog.agent(&**game, agent).unwrap();
            let nodes = |pos: &plyground_kalah::Kalah| {
                let start =
                    Start { rules: Some("tournament".into()), position: Some(pos.to_string()), ..Start::default() };
                let mut session = game.open(&start).unwrap();
                let job = Job { fixed: true, ..Job::new(Limits::depth(6)) };
                let found = session.analyse(&agent, &job, Limits::NONE, &mut |_| {}).unwrap();
                (found.nodes as f64, found.score.to_string())
            };
            positions.iter().step_by(8).map(nodes).unzip::<f64, String, Vec<f64>, Vec<String>>()
        });
        assert_eq!(nodes[0].1, nodes[1].1, "the values stay the same");
        let found = ratio(&nodes[1].0, &nodes[0].0).unwrap();
        assert!(found.interval.high < 1.0, "{}", shown(Some(found)));
    }

    #[test]
    fn heuristics_are_read_from_a_position() {
        assert_eq!(heuristics("<2,5,7,0,1,0,3> S"), Ok((2.0, 12.0)));
        assert!(heuristics("nothing").is_err());
    }

    #[test]
    fn the_verdict_on_heuristics_follows_the_correlations() {
        let (none, line) = (on_heuristics(&[-0.5, -0.75]), on_heuristics(&[-0.5, -0.95]));
        assert!(none.contains("56%") && none.contains("less than the 80%"), "{none}");
        assert!(line.contains("at least the 80%") && line.contains("Here, too"), "{line}");
        assert!(on_heuristics(&[-0.5, 0.2]).contains("different signs"));
    }

    #[test]
    fn the_verdict_on_a_game_follows_its_halves() {
        let moment = |stores, nodes| Moment { ply: 0, side: 0, empty: 0.0, stores, nodes };
        assert_eq!(halves(&[moment(0.0, 900.0), moment(10.0, 1100.0), moment(50.0, 10.0)]), [1000.0, 10.0]);
        let (falls, rises) = ([[1000.0, 300.0], [900.0, 280.0], [1100.0, 330.0]], [[9.0, 20.0], [9.0, 21.0]]);
        assert!(over_the_game(&falls).contains("holds: a move after") && over_the_game(&falls).contains("0.30 ("));
        assert!(over_the_game(&rises).contains("does not hold"));
        // Neither one game nor games with opposite results decide the claim.
        assert_eq!([decreases(&falls[..1]), decreases(&[[9.0, 3.0], [3.0, 9.0]])], [Verdict::Open; 2]);
    }
}
