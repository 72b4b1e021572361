//! Kalah's exact values by size of board and rules, their cost, and the values of opening moves.
//!
//! Large boards take hours. So the solver's results are stored permanently in `docs/results/kalah-values.jsonl`, with one line of
//! JSON per board. The page is built from that file. Missing small boards are solved first, and with `--full` also those that
//! need a large database.

use std::fs;
use std::io::Write as _;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::{list, number};
use super::figures::Part;
use super::lab::{Form, Lab};
use crate::Result;

/// Results of the solver.
const RECORDS: &str = "docs/results/kalah-values.jsonl";
/// Results of the example `fair_kalah`, with one line for each rule set and number of seeds.
const FAIR: &str = "docs/results/kalah-fair.jsonl";
/// Published numbers of fair starts: rules, seeds moved, starts.
const PUBLISHED_FAIR: [(&str, u64, u64); 2] = [("empty-capture", 1, 3), ("empty-capture", 2, 251)];
/// Total number of fair starts for one and two moved seeds, from a page about an unpublished paper: rules, starts.
const ANNOUNCED_FAIR: (&str, u64) = ("standard", 323);
const RULES: [&str; 3] = ["standard", "empty-capture", "kalaha"];
const HOUSES: RangeInclusive<u32> = 1..=8;
const SEEDS: RangeInclusive<u32> = 1..=6;
/// Values under `empty-capture` that \[Irving2000\] published, for 4 to 6 houses and 1 to 6 seeds. The value of (6,6) was reported
/// later.
const PUBLISHED: [(u32, [i64; 6]); 3] = [(4, [2, 6, 8, 2, 2, 0]), (5, [0, 0, 8, 12, 2, 2]), (6, [2, 10, 2, 10, 12, 2])];
/// Rules and set-up of the ladder.
const LADDER: (&str, &str) = ("standard", "6x6");
/// Boards with more nodes than this have a separate row.
const LARGE: f64 = 1e6;

pub(crate) const PARTS: [(&str, Part); 5] =
    [("values", values), ("work", work), ("ladder", ladder), ("openings", openings), ("fair", fair_starts)];

/// Solves the boards of the page that have not been solved, and returns all records.
fn solved(lab: &mut Lab<'_>) -> Result<Vec<Value>> {
    let mut records = read(RECORDS)?;
    for (rules, setup, options) in plan(lab.form == Form::Full) {
        if find(&records, rules, &setup).is_none() {
            let found = lab.example("plyground-solve", "solve_kalah", &format!("{rules} {setup} {options}"))?;
            let file = fs::OpenOptions::new().create(true).append(true).open(RECORDS);
            file.and_then(|mut file| writeln!(file, "{found}")).map_err(|error| format!("{RECORDS}: {error}"))?;
            records.push(found);
        }
    }
    Ok(records)
}

/// Returns the rules, set-up and options of the boards of the page.
fn plan(full: bool) -> Vec<(&'static str, String, &'static str)> {
    let mut plan = Vec::new();
    for rules in RULES {
        for houses in HOUSES {
            for seeds in SEEDS {
                // Without captures the boards are much harder.
                let harder = match rules {
                    "kalaha" if houses > 6 => 8,
                    "kalaha" => 4,
                    _ => 0,
                };
                let hardness = houses * seeds + harder;
                let options = match hardness {
                    0..=18 => "table=256",
                    19..=22 if full => "table=512",
                    23..=24 if full && houses == 6 => "database=24 table=1024 tables=tables",
                    23..=24 if full => "table=1024",
                    25..=30 if full && houses == 6 => "database=28 table=8192 threads=2 tables=tables",
                    25..=30 if full && houses > 6 => "database=20 table=2048 tables=tables",
                    25..=30 if full => "database=30 table=8192 threads=2 tables=tables",
                    _ => continue,
                };
                plan.push((rules, format!("{houses}x{seeds}"), options));
            }
        }
    }
    plan
}

fn read(path: &str) -> Result<Vec<Value>, String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).map_err(|error| format!("{path}: {error}"))).collect()
}

/// Returns the last record of a search for the value of a board, which is the best if a search was resumed. A search from a
/// given guess is another one, which verifies the value.
fn find<'a>(records: &'a [Value], rules: &str, setup: &str) -> Option<&'a Value> {
    of_board(records, rules, setup).rev().find(|record| record["ladder"].is_null() && record["guess"].is_null())
}

fn of_board<'a>(records: &'a [Value], rules: &str, setup: &str) -> impl DoubleEndedIterator<Item = &'a Value> {
    records.iter().filter(move |record| record["rules"] == rules && record["setup"] == setup)
}

/// Returns what all records of a board prove together, or `None` without a record.
fn known(records: &[Value], rules: &str, setup: &str) -> Result<Option<Value>> {
    let mut known: Option<(f64, f64)> = None;
    for record in of_board(records, rules, setup) {
        let (lower, upper) = known.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let (lower, upper) = (lower.max(number(record, "/lower")?), upper.min(number(record, "/upper")?));
        if lower > upper {
            return Err(format!(
                "{RECORDS}: records of {setup} under `{rules}` prove at least {lower} and at most {upper}"
            )
            .into());
        }
        known = Some((lower, upper));
    }
    Ok(known.map(|(lower, upper)| json!({"lower": lower, "upper": upper})))
}

fn values(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let mut rows = Vec::new();
    for (rules, houses) in RULES.iter().flat_map(|rules| HOUSES.map(move |houses| (rules, houses))) {
        let values = SEEDS.map(|seeds| known(&records, rules, &format!("{houses}x{seeds}")));
        rows.push(json!({"rules": rules, "houses": houses, "values": values.collect::<Result<Vec<_>, _>>()?}));
    }
    let (mut same, mut other) = (0, Vec::new());
    let published = PUBLISHED.iter().flat_map(|(houses, values)| SEEDS.zip(values).map(move |value| (houses, value)));
    for (houses, (seeds, &published)) in published.clone() {
        let Some(record) = find(&records, "empty-capture", &format!("{houses}x{seeds}")) else { continue };
        match (record["lower"].as_i64(), record["upper"].as_i64()) {
            (Some(lower), Some(upper)) if lower == upper && lower == published => same += 1,
            (Some(lower), Some(upper)) if (lower..=upper).contains(&published) => {}
            _ => other.push(format!("({houses},{seeds})")),
        }
    }
    let large = RULES
        .iter()
        .flat_map(|rules| HOUSES.skip(6).flat_map(move |m| SEEDS.map(move |n| (rules, format!("{m}x{n}")))));
    let is_value = |record: &&Value| record["lower"] == record["upper"];
    let large: Vec<_> =
        large.filter(|(rules, setup)| find(&records, rules, setup).as_ref().is_some_and(is_value)).collect();
    let is_again = |record: &Value| record["guess"].is_number() && is_value(&record);
    let again = large.iter().filter(|(rules, setup)| of_board(&records, rules, setup).any(is_again)).count();
    Ok(json!({
        "rows": rows, "published": published.count(), "same": same, "other": other,
        "large": large.len(), "again": again,
    }))
}

fn work(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let boards =
        RULES.iter().flat_map(|rules| HOUSES.flat_map(move |m| SEEDS.map(move |n| (rules, format!("{m}x{n}")))));
    let found = boards.filter_map(|(rules, setup)| find(&records, rules, &setup));
    let large = found.filter(|record| record["nodes"].as_f64() >= Some(LARGE));
    let fields = "rules setup lower upper nodes threads seconds elapsed database database_seconds table".split(' ');
    // Earlier runs did not record all of them.
    let row = |record: &Value| -> Value { fields.clone().map(|key| (key.to_owned(), record[key].clone())).collect() };
    let rows: Vec<Value> = large.map(row).collect();
    Ok(json!({"rows": rows}))
}

/// Returns the null windows of (6,6), whose value is not known.
fn ladder(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let (rules, setup) = LADDER;
    let runs = runs(&records, LADDER);
    let last = *runs.last().ok_or("there is no ladder")?;
    let rungs = rungs(&runs)?;
    let (above, below) = (growth(&rungs, false), growth(&rungs, true));
    let side = |growth: &Option<Growth>, at: f64| {
        growth.as_ref().map(|growth| json!({"of_two": growth.of_two, "seconds": growth.seconds(at)}))
    };
    let open = rungs.iter().find(|rung| rung.reached.is_none()).zip(above.as_ref().zip(below.as_ref()));
    let open = open.map(|(open, (above, below))| {
        let side = if (above.at - open.at).abs() < (below.at - open.at).abs() { above } else { below };
        open.seconds / side.seconds(open.at)
    });
    Ok(json!({
        "rules": rules, "threads": last["threads"], "database": last["database"], "table": last["table"],
        "runs": runs.len(), "rungs": rungs, "seconds": rungs.iter().map(|rung| rung.seconds).sum::<f64>(),
        "known": known(&records, rules, setup)?,
        "above": side(&above, 2.0), "below": side(&below, 0.0), "open": open,
    }))
}

/// A null window, over all runs.
#[derive(Serialize)]
struct Rung {
    at: f64,
    reached: Option<bool>,
    nodes: f64,
    /// Whether the nodes of all runs are known.
    is_counted: bool,
    seconds: f64,
}

/// Returns the runs of the ladder of a board, by rules and set-up.
fn runs<'a>(records: &'a [Value], (rules, setup): (&str, &str)) -> Vec<&'a Value> {
    of_board(records, rules, setup).filter(|record| record["ladder"].is_array()).collect()
}

/// Adds up the null windows of the runs, each of which continued the one before. Answers that contradict each other are
/// an error.
fn rungs(runs: &[&Value]) -> Result<Vec<Rung>> {
    let mut rungs: Vec<Rung> = Vec::new();
    for found in runs.iter().flat_map(|run| list(run, "/ladder")) {
        let at = number(found, "/at")?;
        let place = rungs.iter().position(|rung| rung.at == at).unwrap_or_else(|| {
            rungs.push(Rung { at, reached: None, nodes: 0.0, is_counted: true, seconds: 0.0 });
            rungs.len() - 1
        });
        let answer = found["reached"].as_bool();
        let contradicts = |rung: &&Rung| match (answer, rung.reached) {
            (Some(true), Some(false)) => at >= rung.at,
            (Some(false), Some(true)) => at <= rung.at,
            _ => false,
        };
        if let Some(other) = rungs.iter().find(contradicts) {
            return Err(
                format!("{RECORDS}: the answers for margins {at} and {} contradict each other", other.at).into()
            );
        }
        let rung = &mut rungs[place];
        rung.reached = rung.reached.or(answer);
        rung.nodes += found["nodes"].as_f64().unwrap_or(0.0);
        rung.is_counted &= found["nodes"].is_number();
        rung.seconds += number(found, "/seconds")?;
    }
    Ok(rungs)
}

/// Growth of the CPU time of a ladder from one side.
struct Growth {
    /// Factor for a margin nearer by two seeds.
    of_two: f64,
    /// Margin and seconds of the last answer.
    at: f64,
    last: f64,
}

impl Growth {
    /// Extrapolates the seconds of a window.
    fn seconds(&self, at: f64) -> f64 {
        self.last * self.of_two.powf((self.at - at).abs() / 2.0)
    }
}

/// Returns the growth between the last two windows with this answer; `None` if there are fewer.
fn growth(rungs: &[Rung], reached: bool) -> Option<Growth> {
    let answered: Vec<&Rung> = rungs.iter().filter(|rung| rung.reached == Some(reached)).collect();
    let [.., before, last] = &answered[..] else { return None };
    let of_two = (last.seconds / before.seconds).powf(2.0 / (last.at - before.at).abs());
    Some(Growth { of_two, at: last.at, last: last.seconds })
}

fn openings(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let mut rows = Vec::new();
    for rules in RULES {
        for record in records.iter().filter(|record| record["rules"] == rules && record["moves"].is_array()) {
            let of = |house: String| list(record, "/moves").iter().find(|found| found["move"] == *house);
            let values: Vec<_> = (1..=6).map(|house| of(house.to_string()).map(|found| &found["value"])).collect();
            rows.push(json!({
                "rules": rules, "board": record["setup"], "values": values, "nodes": record["moves_nodes"],
                "seconds": record["moves_seconds"],
            }));
        }
    }
    Ok(json!({"rows": rows}))
}

/// Returns the starts near (6,4) that are draws by perfect play.
fn fair_starts(_: &mut Lab<'_>) -> Result<Value> {
    let records = read(FAIR)?;
    let draws = |rules: &str, seeds: u64| {
        let record = records.iter().find(|record| record["rules"] == rules && record["seeds"] == seeds)?;
        if record["proved"] == record["positions"] { record["draws"].as_u64() } else { None }
    };
    let published = PUBLISHED_FAIR.iter().filter_map(|&(rules, seeds, published)| {
        Some(json!({"rules": rules, "seeds": seeds, "published": published, "draws": draws(rules, seeds)?}))
    });
    let (rules, announced) = ANNOUNCED_FAIR;
    let both = draws(rules, 1).zip(draws(rules, 2)).map(|(one, two)| one + two);
    Ok(json!({
        "rows": records, "published": published.collect::<Vec<_>>(),
        "announced": {"rules": rules, "published": announced, "draws": both},
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(rules: &str, setup: &str, rungs: &[(i32, Option<bool>)]) -> Value {
        let rung =
            |&(at, reached): &(i32, Option<bool>)| json!({"at": at, "reached": reached, "nodes": 1, "seconds": 1});
        json!({"rules": rules, "setup": setup, "ladder": rungs.iter().map(rung).collect::<Vec<_>>()})
    }

    /// Regression: runs for other rules and boards were rungs of the same ladder.
    #[test]
    fn a_ladder_is_that_of_its_rules_and_board() {
        let (open, answered) = ([(4, None)], [(4, Some(true)), (6, Some(false))]);
        let other = [run("kalaha", "6x6", &[(4, Some(false))]), run("standard", "7x6", &[(2, Some(false))])];
        let records = [&[run("standard", "6x6", &open)], &other[..], &[run("standard", "6x6", &answered)]].concat();
        let rungs = rungs(&runs(&records, LADDER)).unwrap();
        let answers: Vec<_> = rungs.iter().map(|rung| (rung.at, rung.reached, rung.nodes)).collect();
        assert_eq!(answers, [(4.0, Some(true), 2.0), (6.0, Some(false), 1.0)]);
    }

    /// Regression: the first answer for a margin hid others.
    #[test]
    fn answers_that_contradict_each_other_are_an_error() {
        for (first, second) in [((4, true), (4, false)), ((4, false), (6, true)), ((4, true), (2, false))] {
            let records = [first, second].map(|(at, reached)| run("standard", "6x6", &[(at, Some(reached))]));
            let error = rungs(&runs(&records, LADDER)).err().expect("they contradict each other").to_string();
            assert!(error.contains("contradict each other"), "{error}");
        }
    }

    /// Regression: a lower bound above an upper bound was printed as a range.
    #[test]
    fn bounds_that_contradict_each_other_are_an_error() {
        let records = [(2, 2), (4, 6)]
            .map(|(lower, upper)| json!({"rules": "standard", "setup": "7x1", "lower": lower, "upper": upper}));
        assert!(known(&records[..1], "standard", "7x1").is_ok());
        let error = known(&records, "standard", "7x1").unwrap_err().to_string();
        assert!(error.ends_with("records of 7x1 under `standard` prove at least 4 and at most 2"), "{error}");
    }
}
