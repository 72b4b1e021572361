//! Kalah's exact values by size of board and rules, their cost, and the values of opening moves.
//!
//! Large boards take hours. So the solver's results are stored permanently in `docs/results/kalah-values.jsonl`, with one line of
//! JSON per board. The page is built from that file. Missing small boards are solved first, and with `--full` also those that
//! need a large database.

use std::fs;
use std::io::Write as _;

use serde_json::Value;

use super::lab::{Form, Lab, list, number, text};
use super::page::{Page, grouped};

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
/// Values under `empty-capture` that \[Irving2000\] published, by houses and seeds. The value of (6,6) was reported later.
const PUBLISHED: [(u32, u32, i64); 18] = [
    (4, 1, 2),
    (4, 2, 6),
    (4, 3, 8),
    (4, 4, 2),
    (4, 5, 2),
    (4, 6, 0),
    (5, 1, 0),
    (5, 2, 0),
    (5, 3, 8),
    (5, 4, 12),
    (5, 5, 2),
    (5, 6, 2),
    (6, 1, 2),
    (6, 2, 10),
    (6, 3, 2),
    (6, 4, 10),
    (6, 5, 12),
    (6, 6, 2),
];
/// Boards with more nodes than this have a separate row.
const LARGE: f64 = 1e6;

pub(crate) fn page(lab: &mut Lab<'_>) -> Result<Page, String> {
    let mut records = read(RECORDS)?;
    for (rules, setup, options) in plan(lab.form == Form::Full) {
        if find(&records, rules, &setup).is_none() {
            let mut args = vec![rules, &setup];
            args.extend(options);
            let found = lab.example("plyground-solve", "solve_kalah", &args)?;
            keep(&found)?;
            records.push(found);
        }
    }
    let mut page = Page::new("Kalah: exact values");
    page.paragraph(
        "A value is South's final store difference with best play, for m houses per side and n seeds per house. It is positive when the first player wins. A range is what was \
         proved before a search was stopped; an empty cell was not tried. [The file of all runs](kalah-values.jsonl) has every number of this page.",
    );
    values(&records, &mut page)?;
    work(&records, &mut page)?;
    ladder(&records, &mut page)?;
    openings(&records, &mut page)?;
    fair_starts(&mut page)?;
    page.section("Commands");
    page.paragraph("The first command computes a value; the second prints a line of the file.");
    page.commands(
        "ply solve kalah --setup 6x4 --value-only --database 24 --tables tables\n\
         cargo run --release -p plyground-solve --example solve_kalah -- standard 6x4+moves database=24 tables=tables",
    );
    page.paragraph(
        "A database of up to 24 seeds has 1,251,677,700 positions, and one of up to 28 seeds has 5,586,853,480. A position takes a byte on disk and four bits of memory; the 2.7% of the values up to 24 seeds that four bits do not number are in lists of three bytes each. \
         A database of up to 32 seeds has 21,090,682,613 positions, 10.5 GB at four bits; making it took 2,126 CPU seconds, 20 minutes with two threads, and at most 20.5 GB of memory: lists, and a byte for each position with 32 seeds. \
         Against a byte in memory, the search visits the same nodes. In alternating runs on a busy machine, (6,4) took 2.9 to 3.1 instead of 3.3 to 3.4 CPU seconds under \
         `empty-capture`, 8.5 to 10.3 instead of 6.2 to 10.6 under `standard`, and a database of 19 seeds 8.5 instead of 8.3. \
         Databases are made only on request. On Linux they ask for huge pages: solving (6,4) and its opening moves with 24 seeds took 20.4 and 21.1 CPU seconds with them, in runs \
         that alternated, and 21.7 and 21.6 without.",
    );
    Ok(page)
}

/// Returns the rules, set-up and options of the boards of the page.
fn plan(full: bool) -> Vec<(&'static str, String, &'static [&'static str])> {
    let mut plan = Vec::new();
    for rules in RULES {
        for houses in SIZES {
            for seeds in SIZES {
                // Without captures the boards are much harder.
                let hardness = houses * seeds + if rules == "kalaha" { 4 } else { 0 };
                let options: &[&str] = match hardness {
                    0..=18 => &["table=256"],
                    19..=22 if full => &["table=512"],
                    23..=24 if full && houses == 6 => &["database=24", "table=1024", "tables=tables"],
                    23..=24 if full => &["table=1024"],
                    25..=30 if full && houses == 6 => &["database=28", "table=8192", "threads=2", "tables=tables"],
                    25..=30 if full => &["database=30", "table=8192", "threads=2", "tables=tables"],
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

fn keep(record: &Value) -> Result<(), String> {
    let file = fs::OpenOptions::new().create(true).append(true).open(RECORDS);
    file.and_then(|mut file| writeln!(file, "{record}")).map_err(|error| format!("{RECORDS}: {error}"))
}

/// Returns the last record of a search for the value of a board, which is the best if a search was resumed.
fn find<'a>(records: &'a [Value], rules: &str, setup: &str) -> Option<&'a Value> {
    let is_it = |record: &&Value| record["rules"] == rules && record["setup"] == setup && record["ladder"].is_null();
    records.iter().rev().find(is_it)
}

/// Formats a value, or its proven bounds.
fn shown(record: &Value) -> Result<String, String> {
    Ok(as_bounds(number(record, "/lower")?, number(record, "/upper")?))
}

fn as_bounds(lower: f64, upper: f64) -> String {
    if lower == upper { lower.to_string() } else { format!("{lower} to {upper}") }
}

/// Formats what all records of a board prove together; `None` without a record.
fn known(records: &[Value], rules: &str, setup: &str) -> Result<Option<String>, String> {
    let mut known: Option<(f64, f64)> = None;
    for record in records.iter().filter(|record| record["rules"] == rules && record["setup"] == setup) {
        let (lower, upper) = known.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        known = Some((lower.max(number(record, "/lower")?), upper.min(number(record, "/upper")?)));
    }
    Ok(known.map(|(lower, upper)| as_bounds(lower, upper)))
}

fn values(records: &[Value], page: &mut Page) -> Result<(), String> {
    page.section("Values");
    let mut rows = Vec::new();
    for rules in RULES {
        for houses in SIZES {
            let mut row = vec![format!("`{rules}`"), houses.to_string()];
            for seeds in SIZES {
                row.push(known(records, rules, &format!("{houses}x{seeds}"))?.unwrap_or_default());
            }
            rows.push(row);
        }
    }
    page.table(&["rules", "houses", "1 seed", "2", "3", "4", "5", "6"], &rows);
    let (mut same, mut other) = (0, Vec::new());
    for (houses, seeds, published) in PUBLISHED {
        let Some(record) = find(records, "empty-capture", &format!("{houses}x{seeds}")) else { continue };
        match (record["lower"].as_i64(), record["upper"].as_i64()) {
            (Some(lower), Some(upper)) if lower == upper && lower == published => same += 1,
            (Some(lower), Some(upper)) if (lower..=upper).contains(&published) => {}
            _ => other.push(format!("({houses},{seeds})")),
        }
    }
    let other = if other.is_empty() { "None differs.".into() } else { format!("These differ: {}.", other.join(", ")) };
    page.paragraph(&format!(
        "Of the {} published values for `empty-capture`, {same} are reproduced. All but that of (6,6) are from \\[Irving2000\\]. {other} No values for `kalaha` were published before.",
        PUBLISHED.len()
    ));
    Ok(())
}

fn work(records: &[Value], page: &mut Page) -> Result<(), String> {
    page.section("What they took");
    let mut rows = Vec::new();
    for rules in RULES {
        for (houses, seeds) in SIZES.flat_map(|houses| SIZES.map(move |seeds| (houses, seeds))) {
            let setup = format!("{houses}x{seeds}");
            let Some(record) = find(records, rules, &setup) else { continue };
            let nodes = number(record, "/nodes")?;
            if nodes < LARGE {
                continue;
            }
            rows.push(vec![
                format!("`{rules}`"),
                setup,
                shown(record)?,
                grouped(nodes),
                number(record, "/threads")?.to_string(),
                format!("{:.1}", number(record, "/seconds")?),
                // Earlier runs did not record it.
                number(record, "/elapsed").map_or_else(|_| String::new(), |seconds| format!("{seconds:.1}")),
                format!("{} seeds, {:.1}", number(record, "/database")?, number(record, "/database_seconds")?),
                format!("{} MiB", number(record, "/table")?),
            ]);
        }
    }
    let head = [
        "rules",
        "board",
        "value",
        "nodes",
        "threads",
        "CPU seconds",
        "seconds on the clock",
        "database, CPU seconds to make or read it",
        "table",
    ];
    page.table(&head, &rows);
    page.paragraph(
        "Each search began with a guess of the value, by a search of eleven plies, and without stored bounds. There are two exceptions. The search for (6,6) continued an earlier run of \
         about the same number of nodes, whose first guess was far too low, and that for (5,6) under `kalaha` continued 26 CPU minutes that were stopped. CPU seconds are user and system time of all threads on a shared machine, which makes a search that waits for memory slower. With one thread and the same \
         table, the nodes are the same everywhere.",
    );
    Ok(())
}

/// Adds the null windows of (6,6), whose value is not known.
fn ladder(records: &[Value], page: &mut Page) -> Result<(), String> {
    let runs: Vec<&Value> = records.iter().filter(|record| record["ladder"].is_array()).collect();
    let Some(&last) = runs.last() else { return Ok(()) };
    page.section("A ladder for (6,6)");
    page.paragraph(
        "Each row is a null window: whether South's margin reaches a number of seeds. The rows were searched in this order, each with the bounds that those before had stored. An \
         open window was stopped.",
    );
    let rungs = rungs(&runs)?;
    let row = |rung: &Rung| {
        let answer = match rung.reached {
            Some(true) => "reached",
            Some(false) => "not reached",
            None => "open",
        };
        let more = if rung.is_counted { "" } else { "more than " };
        vec![
            rung.at.to_string(),
            answer.into(),
            format!("{more}{}", grouped(rung.nodes)),
            format!("{:.1}", rung.seconds),
        ]
    };
    page.table(&["margin", "answer", "nodes", "CPU seconds"], &rungs.iter().map(row).collect::<Vec<_>>());
    let total: f64 = rungs.iter().map(|rung| rung.seconds).sum();
    page.paragraph(&format!(
        "The rules are `{}`. There were {} runs with up to {} threads, {:.1} CPU hours in all; the database had {} seeds and the table {} MiB. Together they prove a \
         margin from {}. Nodes are not known of a run that was killed. A window needs no other: several computers can each \
         search some margins with a file of their own, and this page adds up their records.",
        text(last, "/rules")?,
        runs.len(),
        number(last, "/threads")?,
        total / 3600.0,
        number(last, "/database")?,
        number(last, "/table")?,
        known(records, &text(last, "/rules")?, &text(last, "/setup")?)?.unwrap_or_default()
    ));
    if let (Some(above), Some(below)) = (growth(&rungs, false), growth(&rungs, true)) {
        page.paragraph(&format!(
            "Between the last two answers on each side, a margin nearer by two seeds took {:.2} times the CPU time from above and {:.2} times from below. If that continued down to 2 \
             and up to 0, the last window from above would take {:.0} CPU hours and that from below {:.0}.",
            above.of_two,
            below.of_two,
            above.seconds(2.0) / 3600.0,
            below.seconds(0.0) / 3600.0
        ));
        if let Some(open) = rungs.iter().find(|rung| rung.reached.is_none()) {
            let side = if (above.at - open.at).abs() < (below.at - open.at).abs() { above } else { below };
            page.paragraph(&format!(
                "The open window has taken {:.1} times the CPU time that this predicts for it, and the growth may increase near the value.",
                open.seconds / side.seconds(open.at)
            ));
        }
    }
    Ok(())
}

/// A null window, over all runs.
struct Rung {
    at: f64,
    reached: Option<bool>,
    nodes: f64,
    /// Whether the nodes of all runs are known.
    is_counted: bool,
    seconds: f64,
}

/// Adds up the null windows of the runs, each of which continued the one before.
fn rungs(runs: &[&Value]) -> Result<Vec<Rung>, String> {
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

fn openings(records: &[Value], page: &mut Page) -> Result<(), String> {
    let mut rows = Vec::new();
    for rules in RULES {
        for record in records.iter().filter(|record| record["rules"] == rules && record["moves"].is_array()) {
            let mut row = vec![format!("`{rules}`"), text(record, "/setup")?];
            let moves = list(record, "/moves");
            for house in SIZES {
                let name = house.to_string();
                let found = moves.iter().find(|found| found["move"] == name.as_str());
                row.push(found.map_or_else(String::new, |found| found["value"].to_string()));
            }
            row.push(grouped(number(record, "/moves_nodes")?));
            row.push(format!("{:.1}", number(record, "/moves_seconds")?));
            rows.push(row);
        }
    }
    if !rows.is_empty() {
        page.section("Opening moves");
        page.paragraph("The table has the value of each first move for South, by the house sown. Nodes and CPU seconds are sums over the moves.");
        page.table(&["rules", "board", "1", "2", "3", "4", "5", "6", "nodes", "CPU seconds"], &rows);
    }
    Ok(())
}

/// Adds the starts near (6,4) that are draws by perfect play.
fn fair_starts(page: &mut Page) -> Result<(), String> {
    let records = read(FAIR)?;
    if records.is_empty() {
        return Ok(());
    }
    page.section("Fair starts");
    page.paragraph(
        "A start is fair if best play draws it. The table counts the positions that differ from (6,4) in the place of one or two seeds. A seed leaves a house for any other house or \
         either store, and South moves first. Each position was proved by null windows at 0.",
    );
    let mut rows = Vec::new();
    for record in &records {
        let count = |key: &str| number(record, key).map(grouped);
        rows.push(vec![
            format!("`{}`", text(record, "/rules")?),
            count("/seeds")?,
            count("/positions")?,
            count("/proved")?,
            count("/south")?,
            count("/draws")?,
            count("/north")?,
            count("/nodes")?,
            format!("{:.1}", number(record, "/cpu_seconds")?),
        ]);
    }
    let head =
        ["rules", "seeds moved", "positions", "proved", "South wins", "fair", "North wins", "nodes", "CPU seconds"];
    page.table(&head, &rows);
    for record in &records {
        let (proved, positions) = (number(record, "/proved")?, number(record, "/positions")?);
        if proved < positions {
            page.paragraph(&format!(
                "The list of `{}` with {} moved seeds is not complete: {} of {} positions were not tried.",
                text(record, "/rules")?,
                record["seeds"],
                grouped(positions - proved),
                grouped(positions)
            ));
        }
    }
    for rules in ["standard", "empty-capture"] {
        if !records.iter().any(|record| record["rules"] == rules && record["seeds"] == 2) {
            page.paragraph(&format!("The positions of `{rules}` with 2 moved seeds were not tried."));
        }
    }
    let is_complete = |record: &Value| record["proved"] == record["positions"];
    let of =
        |rules: &str, seeds: u64| records.iter().find(|record| record["rules"] == rules && record["seeds"] == seeds);
    for (rules, seeds, published) in PUBLISHED_FAIR {
        if let Some(record) = of(rules, seeds).filter(|record| is_complete(record)) {
            let draws = record["draws"].as_u64().unwrap_or_default();
            let is_same = if draws == published { "agrees" } else { "differs" };
            page.paragraph(&format!(
                "The published number for `{rules}` with {seeds} moved {} is {published} \\[Neller2022\\], which {is_same}.",
                if seeds == 1 { "seed" } else { "seeds" }
            ));
        }
    }
    let (rules, announced) = ANNOUNCED_FAIR;
    let both: Vec<&Value> =
        [1, 2].into_iter().filter_map(|seeds| of(rules, seeds)).filter(|record| is_complete(record)).collect();
    if both.len() == 2 {
        let draws: u64 = both.iter().filter_map(|record| record["draws"].as_u64()).sum();
        let is_same = if draws == announced { "agrees" } else { "differs" };
        page.paragraph(&format!(
            "For `{rules}`, the authors of a paper in preparation announce {announced} fair starts with one or two seeds moved, which {is_same}."
        ));
    }
    page.paragraph(
        "`ply match kalah --book fair-kalah` plays the fair starts, and a checksum protects the list. These commands prove the positions, one rule set each, and continue after Ctrl-C. The \
         database takes 0.7 GB of memory and, once, 95 CPU seconds.",
    );
    page.commands(
        "cargo run --release -p plyground-solve --example fair_kalah -- empty-capture 6x4 fair database=24 tables=tables\n\
         cargo run --release -p plyground-solve --example fair_kalah -- standard 6x4 fair database=24 tables=tables",
    );
    Ok(())
}
