//! Pages of results: Markdown with tables, and plots in separate SVG files.

use std::fmt::Write as _;
use std::fs;

pub(crate) use super::chart::Series;
use super::chart::{Chart, Scale};
use super::lab::Lab;
pub(crate) use super::numbers::{correlation, grouped, mean};
use super::prose::{paragraph, unpadded};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};

/// Function that adds a part to a page.
pub(crate) type Part = fn(&mut Lab<'_>, &mut Page) -> Result<(), String>;

/// A page in progress.
#[derive(Default)]
pub(crate) struct Page {
    text: String,
    plots: Vec<(String, String)>,
    judged: Vec<(&'static str, Judged, String)>,
}

/// Verdict on a claim of a report. The page of coverage repeats it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    /// The claim holds here.
    Same,
    /// More than the claim holds here.
    Better,
    /// The claim does not hold here.
    Differs,
    /// The report contradicts itself, or its rules or arithmetic.
    WrongInPaper,
    /// The figures do not decide.
    Open,
}

impl Judged {
    /// Returns the word for the verdict.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Judged::Same => "same",
            Judged::Better => "better",
            Judged::Differs => "differs",
            Judged::WrongInPaper => "wrong in the paper",
            Judged::Open => "not decided",
        }
    }
}

/// Heading of the table of verdicts on a page.
pub(crate) const VERDICTS: &str = "## Verdicts";

/// Returns the table of verdicts: claim, verdict, figure.
pub(crate) fn verdicts(judged: &[(&'static str, Judged, String)]) -> String {
    let mut text = format!("{VERDICTS}\n\n| claim | verdict | figure |\n|---|---|---|\n");
    for (claim, verdict, figure) in judged {
        let _ = writeln!(text, "| {claim} | {} | {figure} |", verdict.text());
    }
    text + "\n"
}

impl Page {
    /// Returns a page with its title.
    pub(crate) fn new(title: &str) -> Page {
        Page { text: format!("# {title}\n\n"), plots: Vec::new(), judged: Vec::new() }
    }

    /// Begins a section.
    pub(crate) fn section(&mut self, title: &str) {
        let _ = write!(self.text, "## {title}\n\n");
    }

    /// Adds a paragraph.
    pub(crate) fn paragraph(&mut self, text: &str) {
        let _ = write!(self.text, "{}\n\n", paragraph(text));
    }

    /// Adds a block of commands.
    pub(crate) fn commands(&mut self, lines: &str) {
        let _ = write!(self.text, "```sh\n{lines}\n```\n\n");
    }

    /// Adds a picture in text.
    pub(crate) fn picture(&mut self, text: &str) {
        let _ = write!(self.text, "```text\n{}\n```\n\n", text.trim_end());
    }

    /// Adds a table.
    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let _ = writeln!(self.text, "| {} |\n|{}", head.join(" | "), "---|".repeat(head.len()));
        for row in rows {
            let _ = writeln!(self.text, "| {} |", row.join(" | "));
        }
        self.text.push('\n');
    }

    /// Adds a plot of points, saved beside the page as `NAME-file.svg`.
    ///
    /// # Errors
    /// When the plot cannot be drawn.
    pub(crate) fn plot(
        &mut self,
        file: &str,
        title: &str,
        axes: (&str, &str),
        series: &[Series],
    ) -> Result<(), String> {
        self.chart(file, &Chart { title, axes, y_scale: Scale::Linear, level: None, series })
    }

    /// Adds a chart with a scale or a marked level, saved like a plot.
    ///
    /// # Errors
    /// When the plot cannot be drawn.
    pub(crate) fn chart(&mut self, file: &str, chart: &Chart<'_>) -> Result<(), String> {
        let drawn = chart.draw().map_err(|error| format!("{}: {error}", chart.title))?;
        self.drawing(file, chart.title, drawn);
        Ok(())
    }

    /// Adds a picture in SVG, saved like a plot.
    pub(crate) fn drawing(&mut self, file: &str, title: &str, drawn: String) {
        let _ = write!(self.text, "![{title}](@{file}.svg)\n\n");
        self.plots.push((file.to_owned(), drawn));
    }

    /// Records the verdict on a claim of the report, with the figure that decides it.
    pub(crate) fn judge(&mut self, claim: &'static str, verdict: Judged, figure: impl Into<String>) {
        self.judged.push((claim, verdict, figure.into()));
    }

    /// Writes the page and its plots.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn write(&self, folder: &Utf8Path, name: &str, lab: &Lab) -> Result<Utf8PathBuf, String> {
        let save = |path: &Utf8Path, text: &str| fs::write(path, text).map_err(|error| format!("{path}: {error}"));
        fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
        for (file, drawn) in &self.plots {
            save(&folder.join(format!("{name}-{file}.svg")), drawn)?;
        }
        let path = folder.join(format!("{name}.md"));
        let text = self.text.replace("(@", &format!("({name}-"));
        let judged = if self.judged.is_empty() { String::new() } else { verdicts(&self.judged) };
        let new = unpadded(&format!("{text}{judged}{}", lab.provenance(name)));
        let new = if lab.part.is_some() {
            merged(&fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?, &new)
        } else {
            new
        };
        save(&path, &new)?;
        Ok(path)
    }

    /// Returns a page of parts, or of the one that `--part` names.
    ///
    /// # Errors
    /// When a part fails, or there is none of the name.
    pub(crate) fn of_parts(title: &str, lab: &mut Lab<'_>, parts: &[(&str, Part)]) -> Result<Page, String> {
        let mut page = Page::new(title);
        let wanted = lab.part.clone();
        let chosen: Vec<_> = parts.iter().filter(|(name, _)| wanted.as_ref().is_none_or(|part| part == name)).collect();
        if chosen.is_empty() {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            return Err(format!(
                "no part of the page is called {}: one of {}",
                wanted.unwrap_or_default(),
                names.join(", ")
            ));
        }
        for (_, part) in chosen {
            part(lab, &mut page)?;
        }
        Ok(page)
    }
}

/// Replaces the sections and the verdicts of a printed page that were printed again, and adds the line on the new print.
fn merged(old: &str, new: &str) -> String {
    const NEXT: &str = "\n## ";
    let title = |section: &str| section.lines().next().unwrap_or_default().to_owned();
    let mut sections: Vec<String> = old.split(NEXT).map(str::to_owned).collect();
    for section in new.split(NEXT).skip(1) {
        let place = sections.iter().position(|one| title(one) == title(section));
        match place {
            Some(last) if last + 1 == sections.len() => {
                sections[last] = with_verdicts(&sections[last], section);
            }
            Some(place) => sections[place] = section.to_owned(),
            None => sections.insert(sections.len() - 1, section.to_owned()),
        }
    }
    sections.join(NEXT)
}

/// Replaces the rows of a table of verdicts that are in a new one. The first line of a print names its part.
fn with_verdicts(old: &str, new: &str) -> String {
    let row = |line: &str| line.strip_prefix('|').and_then(|line| line.split('|').next()).map(str::to_owned);
    let mut blocks: Vec<String> = old.split("\n\n").map(str::to_owned).collect();
    let mut rows: Vec<String> = blocks[1].lines().map(str::to_owned).collect();
    let new_blocks: Vec<&str> = new.split("\n\n").collect();
    for line in new_blocks[1].lines() {
        match rows.iter_mut().find(|one| row(one) == row(line)) {
            Some(one) => line.clone_into(one),
            None => rows.push(line.to_owned()),
        }
    }
    blocks[1] = rows.join("\n");
    let printed = new_blocks[2].trim_end();
    let part = printed.split("` on ").next().unwrap_or_default();
    blocks.retain(|block| !block.starts_with(part));
    blocks.insert(3.min(blocks.len()), printed.to_owned());
    blocks.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_a_table_that_the_coverage_reads() {
        let table = verdicts(&[("sorting", Judged::Differs, "0.17 of the nodes".into())]);
        assert!(
            table.starts_with(VERDICTS) && table.contains("\n| sorting | differs | 0.17 of the nodes |\n"),
            "{table}"
        );
        let all = [Judged::Same, Judged::Better, Judged::Differs, Judged::WrongInPaper, Judged::Open];
        assert_eq!(all.map(Judged::text), ["same", "better", "differs", "wrong in the paper", "not decided"]);
    }

    #[test]
    fn a_part_replaces_its_section_and_its_verdicts() {
        let page = |sections: &str, verdicts: &str, part: &str| {
            format!(
                "# T\n\n{sections}## Verdicts\n\n|claim|verdict|figure|\n|---|---|---|\n{verdicts}\nPrinted by `x{part}` on Monday.\n"
            )
        };
        let old = page("## A\n\nold\n\n## B\n\nold\n\n", "|a|same|1|\n|b|same|1|\n", "") + "\n<details>\n";
        let new = page("## B\n\nnew\n\n## C\n\nnew\n\n", "|b|differs|2|\n|c|same|2|\n", " --part b");
        let expected =
            page("## A\n\nold\n\n## B\n\nnew\n\n## C\n\nnew\n\n", "|a|same|1|\n|b|differs|2|\n|c|same|2|\n", "")
                + "\nPrinted by `x --part b` on Monday.\n\n<details>\n";
        assert_eq!(merged(&old, &new), expected);
        assert_eq!(merged(&expected, &new), expected, "a part names one print");
    }
}
