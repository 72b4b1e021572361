//! QR codes of links, drawn in half blocks.

use anstyle::{Ansi256Color, Style};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// Dark on light in all terminal themes, because not every camera reads inverted codes.
pub(crate) const CODE: Style = Style::new()
    .fg_color(Some(anstyle::Color::Ansi256(Ansi256Color(16))))
    .bg_color(Some(anstyle::Color::Ansi256(Ansi256Color(231))));

/// Returns a code as lines of equal length, with the required margin; `None` if the text is too long.
pub(crate) fn lines(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    // Painted modules are dark.
    let drawn = code.render::<Dense1x2>().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).build();
    Some(drawn.lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes the lines like a camera, with some pixels per module.
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
