//! Kalah with capture: the report's agent by threads, over a game, its depth heuristics, exit counter, weights and opponents.

mod bias;
mod depth;
mod threads;
mod weights;

pub(super) use depth::against_time;

use plyground_game::{Move as _, Position, Side};
use plyground_kalah::{House, Kalah};
use serde_json::{Value, json};

use super::answer::{list, text};
use super::chart::{Chart, Series};
use super::estimate::{Estimate, ratio};
use super::figures::Part;
use super::lab::Lab;
use super::numbers::{correlation, mean};
use super::positions::replay_record;
use super::sample::distinct_games;
use super::standing::Standing;
use crate::Result;

/// The report's agent, and the game of its tournament.
pub(super) const AGENT: &str = "kalah-exit-counter";
pub(super) const GAME: &str = "kalah --setup 6x6 --rules tournament";

pub(crate) const PARTS: [(&str, Part); 9] = [
    ("threads", threads::speed_up),
    ("games", games),
    ("bias", bias::early_moves),
    ("lower", bias::lower_houses),
    ("dynamic", depth::dynamic),
    ("forms", weights::forms),
    ("more", weights::more_weight),
    ("tuned", weights::tuned),
    ("opponents", opponents),
];

/// Plays a match by the report's rules.
fn bout(lab: &mut Lab<'_>, first: &str, second: &str, games: u32) -> Result<(Standing, Vec<Value>)> {
    lab.contest(&format!("match {GAME} --first {first} --second {second} --games {games} --seed 1 --concurrency 2"))
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

impl Moment {
    fn of(pos: &Kalah, ply: usize, nodes: f64) -> Moment {
        let houses = || (0..pos.houses()).filter_map(House::from_index);
        let empty = Side::ALL.map(|side| houses().filter(|&house| pos.seeds(side, house) == 0).count());
        let stores = Side::ALL.map(|side| f64::from(pos.store(side)));
        let side = pos.side_to_move().index();
        Moment { ply, side, empty: (empty[0] + empty[1]) as f64, stores: stores[0] + stores[1], nodes }
    }
}

/// Plays the report's agent against itself: the nodes of a move over the game, and features that may predict them.
fn games(lab: &mut Lab<'_>) -> Result<Value> {
    let (_, records) = bout(lab, AGENT, AGENT, lab.many(200, 1000))?;
    // The agent makes no random choice, so both games of a pair are the same game.
    let games = distinct_games(&records).into_iter().map(moments).collect::<Result<Vec<_>, _>>()?;
    let of_side = |side: usize| {
        let moments = games[0].iter().filter(move |moment| moment.side == side);
        moments.map(|moment| (moment.ply as f64, moment.nodes)).collect()
    };
    let sides = ["South", "North"].into_iter().enumerate();
    let sides: Vec<Series> = sides.map(|(side, name)| Series { name: name.into(), points: of_side(side) }).collect();
    let title = "Nodes of a move over a game, both sides the report's agent";
    lab.drawing("game", Chart::linear(title, ("ply", "nodes"), &sides).draw()?);
    let all: Vec<&Moment> = games.iter().flatten().collect();
    let scatter = |of: fn(&Moment) -> f64| all.iter().map(|moment| (of(moment), moment.nodes)).collect::<Vec<_>>();
    // More points than these hide each other.
    let drawn = games.iter().take(20).map(Vec::len).sum::<usize>();
    let one = |points: &[(f64, f64)]| vec![Series { name: String::new(), points: points[..drawn].to_vec() }];
    let (empty, stores) = (scatter(|moment| moment.empty), scatter(|moment| moment.stores));
    // Whole numbers, so that equal scores are equal.
    let both = scatter(|moment| 6.0 * moment.empty + moment.stores);
    let title = "Empty houses and the nodes of a move";
    lab.drawing("empty", Chart::linear(title, ("empty houses", "nodes"), &one(&empty)).draw()?);
    let title = "Seeds in the stores and the nodes of a move";
    lab.drawing("stores", Chart::linear(title, ("seeds in both stores", "nodes"), &one(&stores)).draw()?);
    let correlations = [&empty, &stores, &both].map(|points| correlation(points));
    let spreads = [&empty, &stores, &both].map(|points| spread(points));
    let nodes: Vec<f64> = all.iter().map(|moment| moment.nodes).collect();
    let by_game: Vec<[f64; 2]> = games.iter().map(|game| halves(game)).collect();
    Ok(json!({
        "games": games.len(), "moves": nodes.len(), "mean": mean(&nodes), "most": nodes.iter().copied().fold(0.0, f64::max),
        "correlations": correlations, "spreads": spreads,
        "late_to_early": late_to_early(&by_game),
    }))
}

/// Returns how many times the fewest nodes the most nodes at an equal score are, as a median over scores of at least ten moves.
fn spread(points: &[(f64, f64)]) -> Option<f64> {
    let mut points = points.to_vec();
    points.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let groups = points.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() >= 10);
    let mut ratios: Vec<f64> = groups.map(|group| group[group.len() - 1].1 / group[0].1.max(1.0)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
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

/// Returns the positions of a recorded game at which the agents searched.
fn moments(record: &Value) -> Result<Vec<Moment>> {
    let (played, opening) = replay_record::<Kalah>(record, &text(record, "/rules")?.parse()?)?;
    let nodes = list(record, "/nodes").iter().map(|nodes| nodes.as_f64().unwrap_or(0.0));
    let moments = played.iter().enumerate().skip(opening).zip(nodes);
    Ok(moments.map(|((ply, (pos, _)), nodes)| Moment::of(pos, ply, nodes)).collect())
}

fn opponents(lab: &mut Lab<'_>) -> Result<Value> {
    let mut figures = json!({});
    for (name, first, second) in
        [("random", AGENT, "random"), ("greedy", AGENT, "greedy"), ("best", "best:nodes=6000", AGENT)]
    {
        figures[name] = bout(lab, first, second, lab.many(100, 400))?.0.figures();
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::claims::tests::judge;

    /// "Other conditional search optimizations that can be added": null windows and an order, with the report's own evaluation.
    #[test]
    fn another_search_saves_nodes_with_the_same_evaluation() {
        use plyground_catalog::{Catalog, Start};
        use plyground_search::{Job, Limits};
        let catalog = Catalog::standard();
        let game = catalog.game("kalah").unwrap();
        let positions = threads::positions().unwrap();
        let nodes = ["alphabeta:eval=along-line,view=root", "pvs:eval=along-line,view=root,table=0"].map(|agent| {
            let agent = catalog.agent(&**game, agent).unwrap();
            let nodes = |pos: &Kalah| {
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
        assert!(found.interval.high < 1.0, "{found:?}");
    }

    #[test]
    fn heuristics_are_read_from_a_position() {
        let pos = Kalah::parse("<2,5,7,0,1,0,3> S", &Default::default()).unwrap();
        let Moment { empty, stores, .. } = Moment::of(&pos, 0, 0.0);
        assert_eq!((empty, stores), (2.0, 12.0));
    }

    #[test]
    fn scores_map_to_different_times_by_the_median_over_scores() {
        let scores = |most: &[f64]| {
            let at = |(score, most): (usize, &f64)| {
                [[(score as f64, *most)].repeat(5), [(score as f64, 100.0)].repeat(5)].concat()
            };
            most.iter().enumerate().flat_map(at).collect::<Vec<_>>()
        };
        assert_eq!(spread(&scores(&[200.0, 700.0, 400.0])), Some(4.0));
        assert_eq!(spread(&scores(&[200.0])[..9]), None, "too few moves");
        let judged = |spreads: [f64; 3]| judge("kalah: heuristic plots", &json!({"games": {"spreads": spreads}}));
        assert_eq!([judged([70.0, 16.0, 4.9]), judged([70.0, 16.0, 2.9])], ["same", "differs"]);
    }

    #[test]
    fn the_verdict_on_a_game_follows_its_halves() {
        let moment = |stores, nodes| Moment { ply: 0, side: 0, empty: 0.0, stores, nodes };
        assert_eq!(halves(&[moment(0.0, 900.0), moment(10.0, 1100.0), moment(50.0, 10.0)]), [1000.0, 10.0]);
        let (falls, rises) = ([[1000.0, 300.0], [900.0, 280.0], [1100.0, 330.0]], [[9.0, 20.0], [9.0, 21.0]]);
        let judged = |by_game: &[[f64; 2]]| {
            judge("kalah: work over a game", &json!({"games": {"late_to_early": late_to_early(by_game)}}))
        };
        // Neither one game nor games with opposite results decide the claim.
        let found = [&falls[..], &rises[..], &falls[..1], &[[9.0, 3.0], [3.0, 9.0]]].map(judged);
        assert_eq!(found, ["same", "differs", "not decided", "not decided"]);
    }
}
