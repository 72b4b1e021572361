//! Lists the fair starts of Kalah: positions a few seeds away from a start that are draws with best play.
//!
//! ```text
//! cargo run --release -p plyground-solve --example fair_kalah -- RULES SETUP FOLDER [seeds=SEEDS] [database=SEEDS]
//!     [table=MIB] [tables=FOLDER] [limit=POSITIONS]
//! ```
//!
//! For each position the program proves the winner, first with 1 seed moved, then up to `seeds` (default 2). It appends
//! each result to `FOLDER/signs-SETUP-RULES.jsonl`. Ctrl-C stops it at any time, and the same command resumes with the
//! next position. When all positions, or `limit` new ones, are proved, it writes the draws to
//! `FOLDER/fair-SETUP-RULES.txt`, an opening book, and prints a line of JSON for each number of seeds. With `limit=0`
//! it only writes the known draws.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

#[path = "kalah/mod.rs"]
mod shared;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use plyground_kalah::{Kalah, KalahRules, KalahSetup};
use plyground_search::StopFlag;
use plyground_solve::kalah::{Database, Solver, displaced};
use serde_json::{Value, json};
use shared::{cpu, database};

/// CPU seconds between two progress reports.
const REPORT: f64 = 10.0;

fn main() -> Result<(), Box<dyn Error>> {
    let (options, words): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.contains('='));
    let [rules, setup, folder] = &words[..] else { return Err("expected RULES SETUP FOLDER".into()) };
    let (rules, setup): (KalahRules, KalahSetup) = (rules.parse()?, setup.parse()?);
    let option = |name: &str| options.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let moved: u16 = option("seeds").map_or(Ok(2), str::parse)?;
    let mebibytes = option("table").map_or(Ok(1024), str::parse)?;
    let limit = option("limit").map_or(Ok(usize::MAX), str::parse)?;
    let start = plyground_game::Position::new(&setup, &rules);
    let stored = option("database").map_or(Ok(Solver::suited_database(&start)), str::parse)?;
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;

    let mut record = Record::open(&folder.join(format!("signs-{setup}-{rules}.jsonl")))?;
    let groups: Vec<Vec<Kalah>> = (1..=moved).map(|seeds| displaced(setup, &rules, seeds)).collect();
    let open = groups.iter().flatten().filter(|pos| record.sign(pos).is_none());
    let open: Vec<&Kalah> = open.take(limit).collect();
    if !open.is_empty() {
        let all: usize = groups.iter().map(Vec::len).sum();
        let size = Database::size(setup.houses(), stored).ok_or("no such database")?;
        eprintln!(
            "{} of {all} positions are to be proved; a database of {size} positions and a table of {mebibytes} MiB: {:.1} GB of memory",
            open.len(),
            size as f64 / 1e9 + mebibytes as f64 / 953.7
        );
        let mut solver = Solver::new(database(setup, &rules, stored, 1, option("tables").map(Path::new))?, mebibytes);
        let (began, mut reported) = (cpu(), 0.0);
        eprintln!("the database took {began:.1} CPU seconds");
        for (done, &pos) in open.iter().enumerate() {
            let (before, nodes) = (cpu(), solver.nodes());
            let sign = solver.sign(pos, &StopFlag::default()).ok_or("this cannot be solved")?;
            record.add(pos, sign, solver.nodes() - nodes, cpu() - before)?;
            let spent = cpu() - began;
            if spent - reported >= REPORT {
                reported = spent;
                let left = spent / (done + 1) as f64 * (open.len() - done - 1) as f64;
                eprintln!("{} of {} in {spent:.0} CPU seconds, about {left:.0} left", done + 1, open.len());
            }
        }
    }

    let (mut about, mut lines) = (String::new(), String::new());
    for (seeds, group) in (1..).zip(&groups) {
        let count = |sign| group.iter().filter(|pos| record.sign(pos) == Some(sign)).count();
        let [south, draws, north] = [Ordering::Greater, Ordering::Equal, Ordering::Less].map(count);
        let proved = south + draws + north;
        println!(
            "{}",
            json!({"rules": rules.to_string(), "setup": setup.to_string(), "seeds": seeds, "positions": group.len(),
                "proved": proved, "south": south, "draws": draws, "north": north,
                "nodes": record.nodes(group), "cpu_seconds": record.seconds(group), "database": stored})
        );
        writeln!(about, "# {seeds} moved: {} positions, {proved} proved, {draws} draws.", group.len())?;
        for pos in group.iter().filter(|pos| record.sign(pos) == Some(Ordering::Equal)) {
            writeln!(lines, "{pos}")?;
        }
    }
    let crc = crc32fast::hash(lines.as_bytes());
    let head =
        format!("# Starts that best play draws under `{rules}`: {setup} with seeds moved to other houses or stores.\n");
    let text = format!("{head}{about}# CRC-32 of the positions: {crc:08x}.\n{lines}");
    fs::write(folder.join(format!("fair-{setup}-{rules}.txt")), text)?;
    Ok(())
}

/// Proved positions, and their file.
struct Record {
    file: File,
    proofs: HashMap<String, Proof>,
}

/// Proved position: the sign of its value, and the work.
struct Proof {
    sign: Ordering,
    nodes: u64,
    seconds: f64,
}

impl Record {
    /// Reads the file of an earlier run, or creates it. The position of a truncated line is proved again.
    fn open(path: &Path) -> Result<Record, Box<dyn Error>> {
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        file.try_lock().map_err(|error| format!("{}: {error}; is another run writing it?", path.display()))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut record = Record { file, proofs: HashMap::new() };
        for (line, text) in (1..).zip(text[..whole].lines()) {
            let value: Value =
                serde_json::from_str(text).map_err(|error| format!("{}:{line}: {error}", path.display()))?;
            let sign = match value["sign"].as_i64() {
                Some(1) => Ordering::Greater,
                Some(0) => Ordering::Equal,
                Some(-1) => Ordering::Less,
                _ => return Err(format!("{}:{line}: expected a sign of 1, 0 or -1", path.display()).into()),
            };
            let Some(position) = value["position"].as_str() else {
                return Err(format!("{}:{line}: expected a position", path.display()).into());
            };
            let (nodes, seconds) = (value["nodes"].as_u64().unwrap_or(0), value["seconds"].as_f64().unwrap_or(0.0));
            record.proofs.insert(position.into(), Proof { sign, nodes, seconds });
        }
        Ok(record)
    }

    fn proof(&self, pos: &Kalah) -> Option<&Proof> {
        self.proofs.get(&pos.to_string())
    }

    fn sign(&self, pos: &Kalah) -> Option<Ordering> {
        self.proof(pos).map(|proof| proof.sign)
    }

    fn nodes(&self, group: &[Kalah]) -> u64 {
        group.iter().filter_map(|pos| self.proof(pos)).map(|proof| proof.nodes).sum()
    }

    fn seconds(&self, group: &[Kalah]) -> f64 {
        let sum: f64 = group.iter().filter_map(|pos| self.proof(pos)).map(|proof| proof.seconds).sum();
        (sum * 10.0).round() / 10.0
    }

    fn add(&mut self, pos: &Kalah, sign: Ordering, nodes: u64, seconds: f64) -> Result<(), Box<dyn Error>> {
        let line = json!({"position": pos.to_string(), "sign": sign as i8, "nodes": nodes, "seconds": (seconds * 100.0).round() / 100.0});
        writeln!(self.file, "{line}")?;
        self.proofs.insert(pos.to_string(), Proof { sign, nodes, seconds });
        Ok(())
    }
}
