//! Diagrams as SVG: the same lines of text in a monospaced font, with the sides in two colours that differ in lightness
//! too.
//!
//! ```
//! use plyground_catalog::{GameId, Start, open, svg};
//!
//! let session = open(GameId::Kalah, &Start::default())?;
//! assert!(svg::draw(&session.diagram()).starts_with("<svg"));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use std::fmt::Write as _;

use plyground_game::diagram::{Diagram, Ink};

/// Size of a character cell in pixels.
const CELL: (usize, usize) = (9, 19);
const MARGIN: usize = 14;

/// The picture of a diagram.
#[must_use]
pub fn draw(diagram: &Diagram) -> String {
    let columns = |line: &[plyground_game::diagram::Span]| line.iter().map(|span| span.text.chars().count()).sum();
    let width: usize = diagram.lines().iter().map(|line| columns(line)).max().unwrap_or(0);
    let (width, height) = (width * CELL.0 + 2 * MARGIN, diagram.lines().len() * CELL.1 + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fdfcf8\"/>\n"
    );
    for (row, line) in diagram.lines().iter().enumerate() {
        let y = MARGIN + (row + 1) * CELL.1 - 5;
        let mut x = MARGIN;
        for span in line {
            let length = span.text.chars().count() * CELL.0;
            if !span.text.trim().is_empty() {
                let (fill, weight) = match span.ink {
                    Ink::Plain => ("#222222", "normal"),
                    Ink::First => ("#1b4f9c", "bold"),
                    Ink::Second => ("#d0561f", "bold"),
                    Ink::Dim => ("#8a8a85", "normal"),
                    Ink::Accent => ("#a3117c", "bold"),
                };
                // `textLength` keeps the columns aligned in whatever font there is.
                writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" font-weight=\"{weight}\" textLength=\"{length}\" \
                     lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
                    escape(&span.text)
                )
                .expect("writing to a string cannot fail");
            }
            x += length;
        }
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
