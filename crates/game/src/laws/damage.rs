//! Slightly damaged texts, for parsers that must not panic.

use alloc::string::String;
use alloc::vec::Vec;

use crate::random::Random;

/// Returns `text` with some characters changed, removed, doubled, swapped or inserted.
#[must_use]
pub fn damage(text: &str, random: &mut Random) -> String {
    const STRANGE: [char; 24] = [
        ' ', '\n', '\0', '-', '+', ',', '.', '/', '0', '1', '9', ':', '<', '>', 'A', 'N', 'S', 'T', 'g', 'k', 'x', '@',
        'é', '🂡',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let place = random.below(characters.len() + 1);
        let other = random.below(characters.len() + 1);
        match random.below(6) {
            0 => characters.insert(place, STRANGE[random.below(STRANGE.len())]),
            1 if place < characters.len() => characters[place] = STRANGE[random.below(STRANGE.len())],
            2 if place < characters.len() => _ = characters.remove(place),
            3 if place < characters.len() => characters.insert(place, characters[place]),
            4 if place.max(other) < characters.len() => characters.swap(place, other),
            5 if random.below(4) == 0 => characters.truncate(place),
            _ => {}
        }
    }
    characters.into_iter().collect()
}
