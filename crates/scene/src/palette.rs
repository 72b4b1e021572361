//! Colours of the two sides. All tones of a side derive from one colour.

use serde::{Serialize, Serializer};

/// Colours of the sides. They should differ in lightness for colour-blind users.
///
/// ```
/// use plyground_scene::Palette;
///
/// let palette = Palette::new(0xdc2626, 0xfacc15);
/// assert_eq!(palette.sides(), [0xdc2626, 0xfacc15]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette([Rgb; 2]);

impl Palette {
    /// Default of all games.
    pub const SILVER_AND_ORANGE: Palette = Palette::new(0xe7eaef, 0xc2410c);

    /// Creates a palette from one RGB colour per side, such as `0xdc2626`.
    #[must_use]
    pub const fn new(first: u32, second: u32) -> Palette {
        Palette([Rgb::new(first), Rgb::new(second)])
    }

    /// Returns the RGB colour of each side.
    #[must_use]
    pub fn sides(self) -> [u32; 2] {
        self.0.map(|Rgb(parts)| parts.iter().fold(0, |all, &part| all << 8 | u32::from(part)))
    }

    /// Returns the custom properties of the style sheet that depend on the sides.
    pub(crate) fn declarations(self) -> Vec<(String, String)> {
        let [first, second] = self.0.map(Rgb::tones);
        let named = |side: &'static str, tones: [(&'static str, String); 5]| {
            tones.map(|(tone, value)| (format!("--{side}{tone}"), value))
        };
        named("first", first).into_iter().chain(named("second", second)).collect()
    }
}

impl Default for Palette {
    fn default() -> Palette {
        Palette::SILVER_AND_ORANGE
    }
}

/// Serialises as a map of the style sheet's custom properties.
impl Serialize for Palette {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.declarations())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rgb([u8; 3]);

const BLACK: Rgb = Rgb::new(0);
const WHITE: Rgb = Rgb::new(0xff_ffff);
const INK: Rgb = Rgb::new(0x1d_2939);
/// Colour of the board in the light and the dark theme, as `--board` in `colours.css`.
const BOARD: [Rgb; 2] = [Rgb::new(0xef_e6d2), Rgb::new(0x33_383f)];

impl Rgb {
    const fn new(rgb: u32) -> Rgb {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Rgb([red, green, blue])
    }

    /// Mixes in `percent` of another colour.
    fn mixed(self, other: Rgb, percent: u32) -> Rgb {
        let part = |own: u8, other: u8| ((u32::from(own) * (100 - percent) + u32::from(other) * percent) / 100) as u8;
        Rgb([0, 1, 2].map(|index| part(self.0[index], other.0[index])))
    }

    /// Returns whether dark lines have more contrast on it than white ones.
    fn is_light(self) -> bool {
        let [red, green, blue] = self.0.map(u32::from);
        299 * red + 587 * green + 114 * blue > 150_000
    }

    /// Returns the tones of a side in both themes: pieces, outlines, signs on pieces, lines and squares.
    fn tones(self) -> [(&'static str, String); 5] {
        let (bodies, lines, sign, marks);
        if self.is_light() {
            bodies = [self, self.mixed(BLACK, 12)];
            sign = self.mixed(INK, 85);
            lines = [sign, sign];
            marks = [self.mixed(INK, 70), self];
        } else {
            bodies = [self, self.mixed(WHITE, 12)];
            sign = WHITE;
            lines = [self.mixed(BLACK, 45), self.mixed(WHITE, 60)];
            marks = [self, self.mixed(WHITE, 50)];
        }
        let soft = [0, 1].map(|theme: usize| BOARD[theme].mixed(marks[theme], 18));
        [
            ("", both(bodies)),
            ("-line", both(lines)),
            ("-sign", both([sign, sign])),
            ("-mark", both(marks)),
            ("-soft", both(soft)),
        ]
    }
}

/// Returns the value of a property with one colour per theme.
fn both(themes: [Rgb; 2]) -> String {
    let [light, dark] = themes.map(|Rgb([red, green, blue])| format!("#{red:02x}{green:02x}{blue:02x}"));
    format!("light-dark({light}, {dark})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tone_is_seen_on_the_ones_below_it() {
        // Silver, orange, red, blue, yellow, black, white, grey.
        for rgb in [0xe7eaef, 0xc2410c, 0xdc2626, 0x2563eb, 0xfacc15, 0x000000, 0xffffff, 0x808080] {
            let apart = |Rgb(one): Rgb, Rgb(two): Rgb| (0..3).map(|part| one[part].abs_diff(two[part])).max();
            let tones = Rgb::new(rgb).tones();
            let at = |tone: usize, theme: usize| {
                let value =
                    tones[tone].1.trim_start_matches("light-dark(").trim_end_matches(')').split(", ").nth(theme);
                Rgb::new(u32::from_str_radix(&value.unwrap_or_default()[1..], 16).unwrap_or(0))
            };
            for theme in [0, 1] {
                let [body, line, sign, mark] = [0, 1, 2, 3].map(|tone| at(tone, theme));
                assert!(apart(sign, body) > Some(80), "{rgb:06x}: signs on pieces in theme {theme}");
                let outline = apart(line, BOARD[theme]).max(apart(body, BOARD[theme]));
                assert!(outline > Some(80), "{rgb:06x}: pieces on the board in theme {theme}");
                assert!(apart(mark, BOARD[theme]) > Some(50), "{rgb:06x}: lines on the board in theme {theme}");
            }
        }
    }

    #[test]
    fn sides_come_back_as_they_were_given() {
        assert_eq!(Palette::new(0x010203, 0xfffefd).sides(), [0x010203, 0xfffefd]);
    }
}
