//! Report as one self-contained HTML page.

use std::fmt::Write as _;

use super::plot::{escape, heat_map, score_plot};
use super::summary::Summary;
use plyground_statistics::{Estimate, Interval, Wdl};

const STYLE: &str = "\
:root{--ink:#1c1d20;--paper:#fff;--line:#d6d7db;--empty:#ececef;--accent:#165ca8}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8ea;--paper:#17181a;--line:#3a3b40;--empty:#2a2b2f;--accent:#6aa9ee}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:72rem;margin:2rem auto;padding:0 1rem}
table{font-size:.94rem;border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}
th,td{padding:.25rem .4rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:8rem}
.estimate{white-space:normal}.estimate span{white-space:nowrap}
.plot{width:100%;height:auto;font:12px system-ui,sans-serif}.plot text{fill:var(--ink)}.plot .cell{fill:#fff}
.boards{display:flex;flex-wrap:wrap;gap:1rem}.boards figure{margin:0;flex:1 1 16rem;max-width:29rem}
.boards svg{width:100%;height:auto;border-radius:8px}
.plot [stroke=\"#1C1D20\"]{stroke:var(--ink)}.plot [stroke=\"#D6D7DB\"]{stroke:var(--line)}
.plot [stroke=\"#165CA8\"]{stroke:var(--accent)}.plot [fill=\"#165CA8\"]{fill:var(--accent)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid var(--line)}
";

fn wdl(results: Wdl) -> String {
    format!("+{} ={} −{}", results.wins, results.draws, results.losses)
}

/// Returns a cell with a value and its interval below, so that no table is wider than the page.
fn estimate(estimate: &Estimate) -> String {
    format!(
        "<td class=\"estimate\">{}</td>",
        escape(&estimate.to_string()).replacen(" [", " <span>[", 1).replacen(']', "]</span>", 1)
    )
}

/// Returns a cell with a score and its interval, in the form of [`estimate`].
fn score(score: Option<f64>, Interval { low, high }: Interval) -> String {
    let interval = format!("<span>[{:.1}, {:.1}]</span>", 100.0 * low, 100.0 * high);
    let interval = if score.is_some() { interval } else { String::new() };
    format!("<td class=\"estimate\">{} {interval}</td>", percent(score))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// Returns a self-contained page with a heading above its body, which is HTML. The body may have tables and plots; use
/// [`escape_html`](crate::escape_html) for text in it.
#[must_use]
pub fn html_page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<!-- A report of Plyground -->\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <title>{0}</title>\n<style>\n{STYLE}</style></head>\n<body>\n<h1>{0}</h1>\n{body}</body></html>\n",
        escape(title)
    )
}

/// Figure for a page, made by a crate that knows the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// SVG for inline use in HTML.
    pub svg: String,
    /// Caption.
    pub caption: String,
}

impl Summary {
    /// First bytes of every page, which distinguish it from foreign files.
    pub const HTML_MARK: &'static [u8] = b"<!DOCTYPE html>\n<!-- A report of Plyground -->\n";

    /// Returns one HTML page with tables and plots.
    #[must_use]
    pub fn html(&self) -> String {
        self.html_with(&[])
    }

    /// Returns the page with additional figures.
    #[must_use]
    pub fn html_with(&self, figures: &[Figure]) -> String {
        let title = match self.players.as_slice() {
            [one, other] => format!("{} – {}", one.name, other.name),
            players => format!("{} players", players.len()),
        };
        let (game, rules, games) = (escape(&self.game), escape(&self.rules), self.games);
        let openings = self.openings.as_ref().map(|openings| format!(" Openings: {}.", escape(openings)));
        let openings = openings.unwrap_or_default();
        let mut page = format!("<p>{game}, rules {rules}, {games} games.{openings}</p>\n");
        self.players_table(&mut page);
        if let Some(plot) = score_plot(&self.score_over_time) {
            let _ = write!(
                page,
                "<h2>Score of {} over time</h2>\n<p>With its {:.0}% interval.</p>\n{plot}",
                escape(&self.pairings[0].players[0]),
                100.0 * self.confidence
            );
        }
        if self.players.len() > 2 {
            let _ =
                write!(page, "<h2>Crosstable</h2>\n<p>Points of the row against the column.</p>\n{}", heat_map(self));
        }
        self.pairings_table(&mut page);
        if !figures.is_empty() {
            page.push_str("<h2>Ends of games</h2>\n<div class=\"boards\">\n");
            for figure in figures {
                let caption = escape(&figure.caption);
                let _ = writeln!(page, "<figure>{}<figcaption>{caption}</figcaption></figure>", figure.svg);
            }
            page.push_str("</div>\n");
        }
        let _ = writeln!(page, "<h2>In words</h2>\n<pre>{}</pre>", escape(&self.to_string()));
        html_page(&title, &page)
    }

    fn players_table(&self, page: &mut String) {
        page.push_str(
            "<table><tr><th>Player</th><th>Points</th><th>Games</th><th>Score</th><th>Results</th><th>First side</th>\
             <th>Second side</th><th title=\"Elo above the mean of all players\">Rating</th></tr>\n",
        );
        for player in &self.players {
            let rating = player.rating.map_or_else(|| "<td>–</td>".into(), |rating| estimate(&rating));
            let _ = writeln!(
                page,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>{}</tr>",
                escape(&player.name),
                player.points,
                player.games,
                percent(player.score),
                wdl(player.results),
                wdl(player.by_side[0]),
                wdl(player.by_side[1]),
                rating
            );
        }
        page.push_str("</table>\n");
    }

    fn pairings_table(&self, page: &mut String) {
        page.push_str(
            "<h2>Pairings</h2>\n<table><tr><th>Players</th><th>Pairs</th><th>LL</th><th>LD</th><th>DD, WL</th><th>WD</th>\
             <th>WW</th><th>Score</th><th>Elo</th><th>Normalised</th></tr>\n",
        );
        for pairing in &self.pairings {
            let counts: String = pairing.pentanomial.counts.iter().map(|count| format!("<td>{count}</td>")).collect();
            let _ = writeln!(
                page,
                "<tr><td>{} – {}</td><td>{}</td>{counts}{}{}{}</tr>",
                escape(&pairing.players[0]),
                escape(&pairing.players[1]),
                pairing.pairs,
                score(pairing.score, pairing.score_interval),
                estimate(&pairing.elo),
                estimate(&pairing.normalized_elo)
            );
        }
        page.push_str("</table>\n");
    }
}
