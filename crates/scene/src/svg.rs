//! Draws a scene as one self-contained SVG. The page draws the same elements (`board.js`), and a test of the page compares the
//! two.

use std::fmt::Write as _;

use crate::assets::shape;
use crate::theme::style_sheet;
use crate::{At, Node, Overlay, Piece, Scene, Shape, Theme, Word};

/// Maximum number of seeds drawn; more cannot be distinguished.
const SEEDS: u16 = 36;
/// Angle between consecutive seeds in radians: the golden angle, which aligns no two seeds.
const GOLDEN_ANGLE: f32 = 2.399_96;

/// Options of a picture.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SvgOptions {
    /// Title, for screen readers and tooltips.
    pub title: String,
    /// Light or dark.
    pub theme: Theme,
    /// Whether the SVG is part of an HTML page. Otherwise it is a file.
    pub inline: bool,
}

impl SvgOptions {
    /// Returns the options of a light picture in a file.
    #[must_use]
    pub fn titled(title: impl Into<String>) -> SvgOptions {
        SvgOptions { title: title.into(), theme: Theme::Light, inline: false }
    }
}

/// Returns the picture as SVG.
#[must_use]
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let [width, height] = scene.size;
    let mut svg = String::new();
    let title = escape(&options.title);
    let space = if options.inline { "" } else { " xmlns=\"http://www.w3.org/2000/svg\"" };
    let _ = writeln!(
        svg,
        "<svg{space} class=\"scene\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{title}\">"
    );
    let _ = writeln!(svg, "<title>{title}</title>\n<desc>{}</desc>", escape(&described(scene)));
    let _ = writeln!(svg, "<style>\n{}</style>", style_sheet(options.theme, scene.palette));
    svg += "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
    let [edges, nodes] = [edges(scene), nodes(scene)];
    for layer in if scene.edges_on_top { [nodes, edges] } else { [edges, nodes] } {
        svg += &layer;
    }
    let overlays = |lines: bool| {
        let shown = scene.overlays.iter().filter(move |overlay| matches!(overlay, Overlay::Line { .. }) == lines);
        shown.map(|each| overlay(scene, each)).collect::<String>()
    };
    svg += &words(scene);
    svg += &group("marks", &overlays(false));
    svg += &texts(scene);
    svg += &group("pieces", &scene.pieces.iter().map(|each| piece(scene, each)).collect::<String>());
    svg += &group("lines", &overlays(true));
    svg + "</svg>\n"
}

/// Returns a description of the scene for screen readers.
fn described(scene: &Scene) -> String {
    let is_occupied = |node: &&Node| scene.pieces.iter().any(|piece| piece.on == node.id);
    let mut parts: Vec<&str> = scene.nodes.iter().filter(is_occupied).map(|node| node.name.as_str()).collect();
    for overlay in &scene.overlays {
        let (Overlay::Mark { name, .. } | Overlay::Line { name, .. }) = overlay;
        parts.push(name);
    }
    if !scene.words.is_empty() {
        let words: Vec<&str> = scene.words.iter().map(|word| word.text.as_str()).collect();
        return words.join(" ");
    }
    parts.join("; ")
}

fn group(class: &str, inside: &str) -> String {
    if inside.is_empty() { String::new() } else { format!("<g class=\"{class}\">\n{inside}</g>\n") }
}

fn edges(scene: &Scene) -> String {
    let lines = scene.edges.iter().map(|edge| {
        let ([x1, y1], [x2, y2]) = (edge.from.map(round), edge.to.map(round));
        let tone = variant(edge.tone);
        format!("<line class=\"edge tone-{tone}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>\n")
    });
    group("edges", &lines.collect::<String>())
}

fn nodes(scene: &Scene) -> String {
    let nodes = scene.nodes.iter().map(|node| {
        let glyph = node.glyph.and_then(shape).map(packed).unwrap_or_default();
        format!(
            "<g class=\"node {} tone-{}\" transform=\"{}\"><path class=\"outline\" d=\"{}\"/>{glyph}<title>{}</title></g>\n",
            variant(node.shape),
            variant(node.tone),
            moved(node.at),
            node.outline,
            escape(&node.name)
        )
    });
    group("nodes", &nodes.collect::<String>())
}

fn words(scene: &Scene) -> String {
    if scene.words.is_empty() {
        return String::new();
    }
    let [width, height] = scene.size;
    let mut inside = format!(
        "<rect class=\"ground\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"10\"/>\n",
        width - 2.0,
        height - 2.0
    );
    inside.extend(scene.words.iter().map(word));
    group("words", &inside)
}

fn word(word: &Word) -> String {
    let outline = |class: &str, outline: &Option<String>| {
        outline.as_ref().map(|d| format!("<path class=\"{class}\" d=\"{d}\"/>")).unwrap_or_default()
    };
    format!(
        "<g class=\"word tone-{}\" transform=\"{}\">{}{}<text{} dy=\"0.35em\" textLength=\"{}\" \
         lengthAdjust=\"spacingAndGlyphs\">{}</text></g>\n",
        variant(word.tone),
        moved(word.at) + &if word.scale == 1.0 { String::new() } else { format!(" scale({})", word.scale) },
        outline("fresh", &word.fresh),
        outline("chip", &word.chip),
        if word.chip.is_some() { " class=\"chip-text\"" } else { "" },
        word.width,
        escape(&word.text)
    )
}

fn texts(scene: &Scene) -> String {
    let texts = scene.texts.iter().map(|text| {
        let [x, y] = text.at.map(round);
        format!("<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\">{}</text>\n", escape(&text.text))
    });
    group("texts", &texts.collect::<String>())
}

fn piece(scene: &Scene, piece: &Piece) -> String {
    let Some(node) = node(scene, &piece.on) else { return String::new() };
    let inside = match piece.count {
        Some(count) => seeds(count, node),
        None => shape(piece.shape).or_else(|| shape("disc")).map(packed).unwrap_or_default(),
    };
    let letter = |letter: &String| format!("<text class=\"letter\" dy=\"0.35em\">{}</text>", escape(letter));
    let inside = inside + &piece.letter.as_ref().map(letter).unwrap_or_default();
    let turn = if piece.turn == 0 { String::new() } else { format!(" rotate({})", piece.turn) };
    let (side, name) = (piece.side, piece.shape);
    format!("<g class=\"piece side-{side} {name}\" transform=\"{}{turn}\">{inside}</g>\n", moved(node.at))
}

/// Draws seeds in a spiral that fills their house, and their number.
fn seeds(count: u16, node: &Node) -> String {
    let [across, down] = node.half;
    let mut inside = String::new();
    for index in 0..count.min(SEEDS) {
        let angle = f32::from(index) * GOLDEN_ANGLE;
        let reach = 0.8 * (f32::from(index) / f32::from(count.max(7))).sqrt();
        let (x, y) = (angle.cos() * reach * (across - 8.0), angle.sin() * reach * (down - 16.0) - 7.0);
        let _ = write!(inside, "<circle class=\"seed\" r=\"6\" cx=\"{}\" cy=\"{}\"/>", round(x), round(y));
    }
    let y = if node.shape == Shape::Store { down - 18.0 } else { down - 13.0 };
    let _ = write!(inside, "<text class=\"count\" y=\"{y}\" dy=\"0.35em\">{count}</text>");
    inside
}

fn overlay(scene: &Scene, overlay: &Overlay) -> String {
    match overlay {
        Overlay::Line { points, tone, side, .. } => {
            let class = variant(tone);
            let points: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", round(*x), round(*y))).collect();
            format!("<polyline class=\"over {class} side-{side}\" points=\"{}\"/>\n", points.join(" "))
        }
        Overlay::Mark { nodes, tone, .. } => {
            let class = format!("mark-{}", variant(tone));
            let marks = nodes.iter().filter_map(|id| node(scene, id)).map(|node| {
                // A mark without its own sign covers the place.
                let sign = shape(&class).map(packed);
                let sign = sign.unwrap_or_else(|| format!("<path class=\"outline\" d=\"{}\"/>", node.outline));
                format!("<g transform=\"{}\">{sign}</g>\n", moved(node.at))
            });
            group(&format!("over {class}"), &marks.collect::<String>())
        }
    }
}

fn node<'a>(scene: &'a Scene, id: &str) -> Option<&'a Node> {
    scene.nodes.iter().find(|node| node.id == id)
}

/// Returns the name of a variant in the data: its identifier in lower case.
fn variant(of: impl std::fmt::Debug) -> String {
    format!("{of:?}").to_lowercase()
}

fn moved([x, y]: At) -> String {
    format!("translate({} {})", round(x), round(y))
}

/// Rounds to hundredths; the error is invisible.
fn round(length: f32) -> f32 {
    // Adding 0 turns -0 into 0.
    (length * 100.0).round() / 100.0 + 0.0
}

/// Returns a shape without the line breaks of its file.
fn packed(inside: &'static str) -> String {
    inside.lines().map(str::trim).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
