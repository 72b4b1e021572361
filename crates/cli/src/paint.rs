//! Colours of the terminal.
//!
//! `--color` takes precedence over the variables, and `NO_COLOR` over `FORCE_COLOR`. As <https://no-color.org> and
//! <https://force-color.org> require, any value of a variable counts.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;

use anstream::ColorChoice;
use anstyle::{Ansi256Color, AnsiColor, Style};
use clap::ValueEnum;
use plyground_game::diagram::{Diagram, Ink};
use plyground_scene::Palette;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();
pub(crate) const HEADING: Style = Style::new().bold().underline();

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colouring {
    Auto,
    Always,
    Never,
}

/// Returns the last `--color` of the arguments, as far as they can be read.
pub(crate) fn asked(arguments: &[OsString]) -> Colouring {
    let texts = arguments.iter().map(|argument| argument.to_str().unwrap_or_default());
    let values =
        texts.clone().zip(texts.skip(1).chain([""])).filter_map(|(name, next)| match name.strip_prefix("--color") {
            Some("") => Some(next),
            Some(value) => value.strip_prefix('='),
            None => None,
        });
    values.filter_map(|value| Colouring::from_str(value, false).ok()).last().unwrap_or(Colouring::Auto)
}

/// Applies the choice to all further output.
pub(crate) fn choose(asked: Colouring) {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value: OsString| value != OsStr::new(""));
    choice(asked, is_set("NO_COLOR"), is_set("FORCE_COLOR")).write_global();
}

fn choice(asked: Colouring, no_color: bool, force_color: bool) -> ColorChoice {
    match asked {
        Colouring::Always => ColorChoice::Always,
        Colouring::Never => ColorChoice::Never,
        Colouring::Auto if no_color => ColorChoice::Never,
        Colouring::Auto if force_color => ColorChoice::Always,
        Colouring::Auto => ColorChoice::Auto,
    }
}

/// Returns the diagram with escape codes, indented by two spaces, each side in its colour.
pub(crate) fn diagram(diagram: &Diagram, palette: Palette) -> String {
    let [first, second] = palette.sides().map(side);
    let mut text = String::new();
    for line in diagram.lines() {
        text.push_str("  ");
        for span in line {
            let style = match span.ink {
                Ink::Plain => Style::new(),
                Ink::First => first,
                Ink::Second => second,
                Ink::Dim => DIM,
                Ink::Accent => AnsiColor::Magenta.on_default().bold(),
            };
            write!(text, "{style}{}{style:#}", span.text).expect("writing to a string cannot fail");
        }
        text.push('\n');
    }
    text
}

/// Returns the nearest of the terminal's 256 colours to a side's red, green and blue. Greys become the terminal's own text
/// colour, which is legible on its background.
fn side(colour: u32) -> Style {
    let parts = [16, 8, 0].map(|shift| colour >> shift & 0xff);
    let [least, most] = [parts.into_iter().min(), parts.into_iter().max()].map(Option::unwrap_or_default);
    if most - least < 48 {
        return Style::new().bold();
    }
    // A cube of 6 x 6 x 6 after the 16 named colours: 0, 95, 135, 175, 215 and 255.
    let step = |part: u32| if part < 48 { 0 } else { (part.max(75) - 35) / 40 };
    let [red, green, blue] = parts.map(step);
    Ansi256Color((16 + 36 * red + 6 * green + blue) as u8).on_default().bold()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_goes_before_the_variables_and_no_before_yes() {
        assert_eq!(choice(Colouring::Always, true, false), ColorChoice::Always);
        assert_eq!(choice(Colouring::Never, false, true), ColorChoice::Never);
        assert_eq!(choice(Colouring::Auto, true, true), ColorChoice::Never);
        assert_eq!(choice(Colouring::Auto, false, true), ColorChoice::Always);
        assert_eq!(choice(Colouring::Auto, false, false), ColorChoice::Auto);
    }

    #[test]
    fn sides_have_their_own_colours() {
        let index = |colour| match side(colour).get_fg_color() {
            Some(anstyle::Color::Ansi256(Ansi256Color(index))) => Some(index),
            _ => None,
        };
        assert_eq!(index(0xe7eaef), None, "silver");
        assert_eq!([0xff0000, 0x0000ff, 0xdc2626].map(index), [Some(196), Some(21), Some(160)]);
        let mut drawn = Diagram::default();
        drawn.put(Ink::Second, "a").end_line();
        let text = diagram(&drawn, Palette::new(0x0000ff, 0xff0000));
        assert!(text.contains("38;5;196"), "{text:?}");
    }

    #[test]
    fn the_last_option_counts() {
        let asked = |words: &str| asked(&words.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("ply show khet"), Colouring::Auto);
        assert_eq!(asked("ply --color never show khet --color=always"), Colouring::Always);
        assert_eq!(asked("ply show khet --color"), Colouring::Auto);
        assert_eq!(asked("ply show khet --color never"), Colouring::Never);
    }
}
