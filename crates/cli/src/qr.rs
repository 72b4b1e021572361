//! Links as pictures for the camera of a telephone, drawn in half blocks.

use anstyle::{Ansi256Color, Style};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// Dark on light, whatever the terminal's colours are: not every camera reads it the other way round.
pub(crate) const CODE: Style = Style::new()
    .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16))))
    .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(231))));

/// A text as lines of equal length, with the margin that readers want; `None` when it is too long for a code.
pub(crate) fn lines(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    // What is painted is dark.
    let drawn = code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build();
    Some(drawn.lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a camera would see, some pixels a module, and reads.
    fn read(lines: &[String]) -> String {
        const SIZE: usize = 4;
        let columns = lines[0].chars().count();
        let rows: Vec<Vec<bool>> = lines
            .iter()
            .flat_map(|line| {
                let half = |dark: [char; 2]| line.chars().map(move |c| dark.contains(&c)).collect();
                [half(['█', '▀']), half(['█', '▄'])]
            })
            .collect();
        let dark = |x: usize, y: usize| rows[y / SIZE].get(x / SIZE).copied().unwrap_or(false);
        let (width, height) = (columns * SIZE, rows.len() * SIZE);
        let mut seen =
            rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| if dark(x, y) { 0 } else { 255 });
        let codes = seen.detect_grids();
        assert_eq!(codes.len(), 1);
        codes[0].decode().unwrap().1
    }

    #[test]
    fn a_camera_reads_the_link() {
        let link = "http://192.168.178.23:8080/?token=0123456789abcdef0123456789abcdef#match=1&game=12";
        let lines = lines(link).unwrap();
        assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()));
        assert!(lines.len() <= 24, "{} lines: a terminal has 24", lines.len());
        assert_eq!(read(&lines), link);
        assert_eq!(super::lines(&"x".repeat(5_000)), None);
    }
}
