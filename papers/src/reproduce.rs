//! `cargo xtask reproduce`: the reports' tables and figures beside ours, as Markdown and SVG under `docs/results`.
//!
//! Numbers come from the JSON output of `ply`, built for release, or from experiments within this program. Answers are cached
//! under `target/reproduce`, so an interrupted run can resume, also within a match.

mod against_random;
mod answer;
mod best;
mod cachex;
mod chart;
pub(crate) mod claims;
mod contest;
mod coverage;
mod estimate;
mod figures;
mod kalah;
mod kalah_values;
mod kalaha;
mod khet;
mod lab;
mod levels;
mod numbers;
mod positions;
mod sample;
mod standing;
mod template;
mod tigers;
mod times;
mod tuning;
mod verdict;

use cargo_metadata::camino::Utf8Path;
use clap::ValueEnum;

use figures::{Page, Part};
use lab::{Form, Lab};

use crate::{Result, Workspace};

/// Which report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Report {
    /// Khet 2.0: branching, game length, width against depth
    Khet,
    /// Khet 2.0: why H loses as red, and friendly fire
    KhetMatches,
    /// Kalah with capture: work over a game, depth heuristics, weights, the exit counter
    Kalah,
    /// Kalah: exact values, what they took, opening moves
    KalahValues,
    /// Tigers and Goats: the seven searches
    Tigers,
    /// Cachex: first moves, depth by size, battle records
    Cachex,
    /// Kalaha without capture: first player's advantage, wishes, states
    Kalaha,
    /// What only a clock measures: seconds, layers in 50 ms, speed-ups; for an idle machine, only by name
    Times,
    /// Every report's agent against random play
    AgainstRandom,
    /// The strongest agent of each game against the reports' agents, at equal time
    Best,
    /// The levels that the board offers, each against the one before it
    Levels,
    /// Ten thousand moves at 50 ms: how late the latest is
    Punctuality,
    /// Khet 2.0: annihill climbing against the genetic algorithm, all play all
    KhetTuning,
    /// The same by the report's own agents, budgets and clock: hours, a page of what is done after each generation; only by name
    KhetTuningReport,
    /// Khet 2.0: twenty optimisations of each class, conclusions with intervals over optimisations: hours, resumable; only by name
    KhetOptimisations,
    /// The same budget to every method of tuning, on three games
    TuningMethods,
    /// Every figure, table, agent and wish of the five reports: where it is, and what shows it
    Coverage,
}

impl Report {
    /// Returns the name of the report's page.
    fn name(self) -> String {
        self.to_possible_value().expect("no report is hidden").get_name().to_owned()
    }

    /// Returns the parts of the page, or `None` for pages of tuning, which write as they go, and for the coverage.
    fn parts(self) -> Option<&'static [(&'static str, Part)]> {
        Some(match self {
            Report::Khet => &khet::PARTS,
            Report::KhetMatches => &khet::MATCHES,
            Report::Kalah => &kalah::PARTS,
            Report::KalahValues => &kalah_values::PARTS,
            Report::Tigers => &tigers::PARTS,
            Report::Cachex => &cachex::PARTS,
            Report::Kalaha => &kalaha::PARTS,
            Report::Times => &times::PARTS,
            Report::AgainstRandom => &against_random::PARTS,
            Report::Best => &best::PARTS,
            Report::Levels => &levels::PARTS,
            Report::Punctuality => &best::PUNCTUALITY,
            Report::KhetTuning
            | Report::KhetTuningReport
            | Report::KhetOptimisations
            | Report::TuningMethods
            | Report::Coverage => return None,
        })
    }
}

/// Arguments of the command.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// Which report; all when none is named
    report: Option<Report>,
    /// As long as it needs, instead of minutes
    #[arg(long, conflicts_with = "quick")]
    full: bool,
    /// A few games each, to see whether all of it runs; pages go to cargo's target folder
    #[arg(long)]
    quick: bool,
    /// Only one part of a page that takes hours, such as `costs` of `cachex`; the rest stays as printed
    #[arg(long, requires = "report", conflicts_with = "quick")]
    part: Option<String>,
    /// Only render the pages from their stored figures, after a change of a template or a claim
    #[arg(long, conflicts_with_all = ["full", "quick", "part"])]
    render: bool,
    /// The profile of cargo's that `ply` is built with
    #[arg(long, default_value = "release")]
    profile: String,
}

impl Arguments {
    fn form(&self) -> Form {
        match self {
            Arguments { quick: true, .. } => Form::Quick,
            Arguments { full: true, .. } => Form::Full,
            Arguments { .. } => Form::Usual,
        }
    }
}

/// Builds the pages of one report, or of all.
///
/// # Errors
/// When `ply` cannot be built or fails, or a page cannot be written.
pub fn run(workspace: &Workspace, arguments: &Arguments) -> Result<()> {
    let &Arguments { report, ref profile, .. } = arguments;
    let form = arguments.form();
    if arguments.render {
        return render(&workspace.root, report);
    }
    if arguments.part.is_some() && report.and_then(Report::parts).is_none() {
        return Err("this page has no parts".into());
    }
    let folder = match form {
        Form::Quick => workspace.target.join("reproduce/quick"),
        Form::Usual | Form::Full => workspace.root.join("docs/results"),
    };
    let by_name = [Report::Times, Report::KhetTuningReport, Report::KhetOptimisations];
    let is_short = |report: &Report| form == Form::Quick || !by_name.contains(report);
    let all = || Report::value_variants().iter().copied().filter(is_short).collect();
    let reports: Vec<Report> = report.map_or_else(all, |report| vec![report]);
    let mut lab = None;
    for report in reports {
        let name = report.name();
        let path = if let Some(parts) = report.parts() {
            let lab = match &mut lab {
                Some(lab) => lab,
                none => none.insert(Lab::new(workspace, form, profile)?),
            };
            lab.begin(arguments.part.as_deref());
            Page { name: &name, root: &workspace.root, folder: &folder }.measure(lab, parts)?
        } else if form == Form::Quick {
            // Neither tuning nor the coverage has a quick form: their tests have that role.
            continue;
        } else if report == Report::Coverage {
            coverage::write(&workspace.root)?
        } else {
            tuning::write(workspace, &name, arguments, report)?
        };
        println!("{path}");
    }
    Ok(())
}

/// Renders the page of a report, or all pages and the coverage.
fn render(root: &Utf8Path, report: Option<Report>) -> Result<()> {
    let folder = root.join("docs/results");
    let wanted = report.map(Report::name);
    for name in figures::names(&folder)? {
        if wanted.as_ref().is_none_or(|wanted| name.trim_end_matches("-full") == wanted) {
            println!("{}", Page { name: &name, root, folder: &folder }.render()?);
        }
    }
    println!("{}", coverage::write(root)?);
    Ok(())
}
