//! Kalah's exact values by size of board and rules, their cost, and the values of opening moves.
//!
//! Large boards take hours. So the solver's results are stored permanently in `docs/results/kalah-values.jsonl`, with one line of
//! JSON per board. The page is built from that file. Missing small boards are solved first, and with `--full` also those that
//! need a large database.

use std::fs;
use std::io::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::{list, number, text};
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
const SIZES: std::ops::RangeInclusive<u32> = 1..=6;
/// Values under `empty-capture` that \[Irving2000\] published, for 4 to 6 houses and 1 to 6 seeds. The value of (6,6) was reported
/// later.
const PUBLISHED: [(u32, [i64; 6]); 3] = [(4, [2, 6, 8, 2, 2, 0]), (5, [0, 0, 8, 12, 2, 2]), (6, [2, 10, 2, 10, 12, 2])];
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
        for houses in SIZES {
            for seeds in SIZES {
                // Without captures the boards are much harder.
                let hardness = houses * seeds + if rules == "kalaha" { 4 } else { 0 };
                let options = match hardness {
                    0..=18 => "table=256",
                    19..=22 if full => "table=512",
                    23..=24 if full && houses == 6 => "database=24 table=1024 tables=tables",
                    23..=24 if full => "table=1024",
                    25..=30 if full && houses == 6 => "database=28 table=8192 threads=2 tables=tables",
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

/// Returns the last record of a search for the value of a board, which is the best if a search was resumed.
fn find<'a>(records: &'a [Value], rules: &str, setup: &str) -> Option<&'a Value> {
    let is_it = |record: &&Value| record["rules"] == rules && record["setup"] == setup && record["ladder"].is_null();
    records.iter().rev().find(is_it)
}

/// Returns what all records of a board prove together, or `None` without a record.
fn known(records: &[Value], rules: &str, setup: &str) -> Result<Option<Value>> {
    let mut known: Option<(f64, f64)> = None;
    for record in records.iter().filter(|record| record["rules"] == rules && record["setup"] == setup) {
        let (lower, upper) = known.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        known = Some((lower.max(number(record, "/lower")?), upper.min(number(record, "/upper")?)));
    }
    Ok(known.map(|(lower, upper)| json!({"lower": lower, "upper": upper})))
}

fn values(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let mut rows = Vec::new();
    for (rules, houses) in RULES.iter().flat_map(|rules| SIZES.map(move |houses| (rules, houses))) {
        let values = SIZES.map(|seeds| known(&records, rules, &format!("{houses}x{seeds}")));
        rows.push(json!({"rules": rules, "houses": houses, "values": values.collect::<Result<Vec<_>, _>>()?}));
    }
    let (mut same, mut other) = (0, Vec::new());
    let published = PUBLISHED.iter().flat_map(|(houses, values)| SIZES.zip(values).map(move |value| (houses, value)));
    for (houses, (seeds, &published)) in published.clone() {
        let Some(record) = find(&records, "empty-capture", &format!("{houses}x{seeds}")) else { continue };
        match (record["lower"].as_i64(), record["upper"].as_i64()) {
            (Some(lower), Some(upper)) if lower == upper && lower == published => same += 1,
            (Some(lower), Some(upper)) if (lower..=upper).contains(&published) => {}
            _ => other.push(format!("({houses},{seeds})")),
        }
    }
    Ok(json!({"rows": rows, "published": published.count(), "same": same, "other": other}))
}

fn work(lab: &mut Lab<'_>) -> Result<Value> {
    let records = solved(lab)?;
    let boards =
        RULES.iter().flat_map(|rules| SIZES.flat_map(move |m| SIZES.map(move |n| (rules, format!("{m}x{n}")))));
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
    let runs: Vec<&Value> = records.iter().filter(|record| record["ladder"].is_array()).collect();
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
        "rules": last["rules"], "threads": last["threads"], "database": last["database"], "table": last["table"],
        "runs": runs.len(), "rungs": rungs, "seconds": rungs.iter().map(|rung| rung.seconds).sum::<f64>(),
        "known": known(&records, &text(last, "/rules")?, &text(last, "/setup")?)?,
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

/// Adds up the null windows of the runs, each of which continued the one before.
fn rungs(runs: &[&Value]) -> Result<Vec<Rung>> {
    let mut rungs: Vec<Rung> = Vec::new();
    for found in runs.iter().flat_map(|run| list(run, "/ladder")) {
        let at = number(found, "/at")?;
        let place = rungs.iter().position(|rung| rung.at == at).unwrap_or_else(|| {
            rungs.push(Rung { at, reached: None, nodes: 0.0, is_counted: true, seconds: 0.0 });
            rungs.len() - 1
        });
        let rung = &mut rungs[place];
        rung.reached = rung.reached.or(found["reached"].as_bool());
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
            let values: Vec<_> = SIZES.map(|house| of(house.to_string()).map(|found| &found["value"])).collect();
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
