//! The figures of a page, stored as `figures/NAME.json` beside it, and the page that its template makes of them.
//!
//! A page has parts, each with a command of its own (`--part`). Every part returns its figures as a map. A template in
//! `papers/pages` has all words of the page; the section "How a page is made" of `CONTRIBUTING.md` explains it.

use std::fs;

use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use minijinja::value::Serde;
use serde_json::{Map, Value, json};

use super::claims;
use super::lab::{Lab, Print, write_whole};
use super::template::environment;
use crate::Result;

/// Function that measures a part of a page.
pub(crate) type Part = fn(&mut Lab<'_>) -> Result<Value>;

/// A page: its name and its parts.
pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    /// The root of the repository, with the templates and the claims.
    pub(crate) root: &'a Utf8Path,
    /// The folder of the page.
    pub(crate) folder: &'a Utf8Path,
}

impl Page<'_> {
    fn figures_path(&self) -> Utf8PathBuf {
        self.folder.join(format!("figures/{}.json", self.name))
    }

    /// Returns the stored figures.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(crate) fn figures(&self) -> Result<Map<String, Value>, String> {
        let path = self.figures_path();
        let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        serde_json::from_str(&text).map_err(|error| format!("{path}: {error}"))
    }

    /// Measures all parts, or the one that is wanted, stores their figures and renders the page.
    ///
    /// # Errors
    /// When a part fails, when there is none of the name, or when a file cannot be written.
    pub(crate) fn measure(&self, lab: &mut Lab<'_>, parts: &[(&str, Part)]) -> Result<Utf8PathBuf> {
        let wanted = lab.part.clone();
        let chosen: Vec<_> = parts.iter().filter(|(name, _)| wanted.as_ref().is_none_or(|part| part == name)).collect();
        if chosen.is_empty() {
            let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            return Err(format!("the parts of the page are {}", names.join(", ")).into());
        }
        let mut figures = if wanted.is_some() { self.figures()? } else { Map::new() };
        for (name, part) in chosen {
            figures.insert((*name).to_owned(), part(lab)?);
        }
        for (file, drawn) in &lab.plots {
            write_whole(&self.folder.join(format!("{}-{file}.svg", self.name)), drawn)?;
        }
        self.store(figures, &lab.print(self.name))
    }

    /// Stores the figures with the command that printed some of them, and renders the page.
    ///
    /// # Errors
    /// When a figure that the template names is missing, or a file cannot be written.
    pub(crate) fn store(&self, mut figures: Map<String, Value>, print: &Print) -> Result<Utf8PathBuf> {
        let printed = figures.entry("printed").or_insert_with(|| json!([]));
        let printed = printed.as_array_mut().ok_or("`printed` is the list of commands, and no part")?;
        printed.retain(|earlier| earlier["command"] != print.command.as_str());
        printed.push(json!(print));
        let text = serde_json::to_string_pretty(&figures)?;
        write_whole(&self.figures_path(), &(text + "\n"))?;
        self.render()
    }

    /// Renders the page from the stored figures and returns its path.
    ///
    /// # Errors
    /// When a figure that the template names is missing, or the page cannot be written.
    pub(crate) fn render(&self) -> Result<Utf8PathBuf> {
        let path = self.folder.join(format!("{}.md", self.name));
        write_whole(&path, &self.text()?)?;
        Ok(path)
    }

    /// Returns the text of the page.
    ///
    /// # Errors
    /// When a figure that the template names is missing.
    pub(crate) fn text(&self) -> Result<String, String> {
        self.text_of(self.figures()?)
    }

    /// Returns the text of the page with the given figures.
    fn text_of(&self, mut figures: Map<String, Value>) -> Result<String, String> {
        let templates = environment(self.root);
        let judged = claims::judged(self.root, self.name)?;
        let verdicts = judged.iter().filter_map(|judged| judged.decide(&templates, &figures).transpose());
        let verdicts = verdicts.collect::<Result<Vec<_>, String>>()?;
        let by_claim = |of: fn(&claims::Verdict) -> &str| -> Value {
            verdicts.iter().map(|one| (one.claim.clone(), json!(of(one)))).collect::<Map<_, _>>().into()
        };
        figures.insert("verdict".to_owned(), by_claim(|one| &one.verdict));
        figures.insert("figure".to_owned(), by_claim(|one| &one.figure));
        figures.insert("verdicts".to_owned(), json!(verdicts));
        // The long form of an experiment has its own page by the same template.
        let name = format!("{}.md.jinja", self.name.trim_end_matches("-full"));
        let page = templates.get_template(&name).and_then(|template| template.render(Serde(figures)));
        page.map_err(|error| format!("{}: {error}", self.name))
    }
}

/// Returns the names of all pages with figures in a folder of pages.
///
/// # Errors
/// When the folder cannot be read.
pub(crate) fn names(folder: &Utf8Path) -> Result<Vec<String>> {
    let figures = folder.join("figures");
    let entries = figures.read_dir_utf8().map_err(|error| format!("{figures}: {error}"))?;
    let mut names: Vec<String> =
        entries.flatten().filter_map(|entry| Some(entry.file_name().strip_suffix(".json")?.to_owned())).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the page that a template makes of other figures than the stored ones.
    pub(crate) fn rendered(name: &str, figures: &Value) -> String {
        let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut figures = figures.as_object().unwrap().clone();
        figures.insert("printed".to_owned(), json!([]));
        Page { name, root, folder: root }.text_of(figures).unwrap_or_else(|error| panic!("{error}"))
    }

    fn root() -> Utf8PathBuf {
        Utf8Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap().to_owned()
    }

    #[test]
    fn every_page_is_what_its_template_makes_of_its_figures() {
        let (root, folder) = (root(), root().join("docs/results"));
        for name in names(&folder).unwrap() {
            let page = Page { name: &name, root: &root, folder: &folder };
            let text = page.text().unwrap_or_else(|error| panic!("{error}"));
            let stored = fs::read_to_string(folder.join(format!("{name}.md"))).unwrap();
            let line = stored.lines().zip(text.lines()).position(|(one, other)| one != other).unwrap_or_default();
            let [one, other] = [&stored, &text].map(|text| text.lines().nth(line).unwrap_or_default());
            assert!(
                stored == text,
                "{name}.md, line {}: `cargo xtask reproduce --render` makes\n{other}\nof\n{one}",
                line + 1
            );
        }
    }

    /// The same limits as for the pages, because people edit these files.
    #[test]
    fn templates_have_short_lines() {
        for entry in root().join("papers/pages").read_dir_utf8().unwrap() {
            let path = entry.unwrap().into_path();
            let text = fs::read_to_string(&path).unwrap();
            let long = text.lines().find(|line| !line.starts_with('|') && line.chars().count() > 120);
            assert_eq!(long, None, "{path}");
        }
    }
}
