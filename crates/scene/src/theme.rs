//! Style sheet of a picture: that of the page with all colours inserted, because some viewers do not support custom properties.

use crate::Palette;
use crate::assets::{BOARD, COLOURS};

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// Returns the styles of the board in one theme and palette.
pub(crate) fn style_sheet(theme: Theme, palette: Palette) -> String {
    let mut colours = palette.declarations();
    colours.extend(declarations(":root {").map(|(name, value)| (name.to_owned(), value.to_owned())));
    let mut parts = BOARD.split("var(");
    let mut sheet = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(')').unwrap_or((part, ""));
        let colour = colours.iter().find(|(known, _)| known == name).map_or("none", |(_, value)| value);
        sheet += chosen(colour, theme);
        sheet += rest;
    }
    packed(&sheet)
}

/// Returns names and values of the custom properties in the block that begins with `block`.
fn declarations(block: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let block = COLOURS.split_once(block).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(block, _)| block);
    let declared = block.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
    declared.filter(|(name, _)| name.starts_with("--"))
}

/// Selects a colour of `light-dark(LIGHT, DARK)`.
fn chosen(colour: &str, theme: Theme) -> &str {
    let pair = colour.strip_prefix("light-dark(").and_then(|pair| pair.strip_suffix(')')?.split_once(", "));
    match (pair, theme) {
        (Some((light, _)), Theme::Light) => light,
        (Some((_, dark)), Theme::Dark) => dark,
        (None, _) => colour,
    }
}

/// Removes comments and puts each rule on one line.
fn packed(sheet: &str) -> String {
    let mut plain = String::new();
    for (index, part) in sheet.split("/*").enumerate() {
        plain += if index == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) };
    }
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |sheet, line| sheet + line + if line == "}" { "\n" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_known_and_put_in() {
        for theme in [Theme::Light, Theme::Dark] {
            let sheet = style_sheet(theme, Palette::new(0xdc2626, 0x2563eb));
            for left in ["var(", "light-dark(", "--", ": none;stroke: none", "/*"] {
                assert!(!sheet.contains(left), "{left} in {sheet}");
            }
            assert_eq!(sheet.matches('{').count(), BOARD.matches('{').count());
        }
        let palette = Palette::default().declarations();
        for name in BOARD.split("var(").skip(1).filter_map(|part| part.split_once(')')) {
            let of_sides = palette.iter().any(|(known, _)| known == name.0);
            assert!(of_sides || declarations(":root {").any(|(known, _)| known == name.0), "{}", name.0);
        }
        assert!(style_sheet(Theme::Light, Palette::new(0xdc2626, 0)).contains(".scene .side-0 .body {fill: #dc2626;"));
        assert!(style_sheet(Theme::Dark, Palette::default()).contains(".scene .paper {fill: #16181c;}"));
    }
}
