//! The pictures in `docs/rules/khet.md` are what the crate draws.

use plyground_game::{Position, Side};
use plyground_khet::{Khet, KhetRules};

const PAGE: &str = include_str!("../../../docs/rules/khet.md");

/// A picture is a block whose first line is a position, maybe with `beam of silver` or `beam of red` behind it.
#[test]
fn the_pictures_are_true() {
    let mut pictures = 0;
    for block in PAGE.split("```text\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (title, picture) = block.split_once('\n').unwrap();
        let (position, beam) = title.split_once("  beam of ").map_or((title, None), |(text, side)| (text, Some(side)));
        let Ok(pos) = Khet::parse(position, &KhetRules::LAX) else { continue };
        let drawn = match beam {
            None => pos.diagram(),
            Some("silver") => pos.diagram_with_beam(Side::First),
            Some(_) => pos.diagram_with_beam(Side::Second),
        };
        let drawn = drawn.to_string();
        assert!(drawn.starts_with(picture), "{position} is drawn\n{drawn}");
        assert!(picture.lines().count() >= 10, "{position}");
        pictures += 1;
    }
    assert!(pictures >= 6, "{pictures}");
}
