//! Lenient reading of typed moves: what a person types becomes the move in the notation of the game.
//!
//! Capitals, spaces and separators do not matter as long as one legal move alone fits: `0 0` is `0,0`, `3 15` is `3x15`, and a
//! bare number is the placement on that point.

use std::collections::BTreeSet;

/// Reads a typed text as one of the legal moves; other text is returned as it is. The exact notation takes precedence.
///
/// # Errors
/// Names the moves that fit if there are several.
pub(crate) fn read(text: &str, legal: &[String]) -> Result<String, String> {
    let keys: [fn(&str) -> String; 4] = [str::to_owned, compact, tokens, places];
    for key in keys {
        let typed = key(text);
        if typed.is_empty() {
            continue;
        }
        let found: Vec<&str> = legal.iter().map(String::as_str).filter(|mv| key(mv) == typed).collect();
        match found.as_slice() {
            [] => {}
            [mv] => return Ok((*mv).to_owned()),
            moves => return Err(format!("`{text}` can be {}: expected one of them", moves.join(" or "))),
        }
    }
    // The game explains what is wrong with the text.
    Ok(text.to_owned())
}

/// Returns the first legal move of each form of the notation: forms differ in more than their letters and digits.
pub(crate) fn forms(legal: &[String]) -> Vec<&String> {
    let mut seen = BTreeSet::new();
    legal.iter().filter(|mv| seen.insert(form(mv))).collect()
}

/// Returns the text with one letter for each word and one digit for each number.
fn form(text: &str) -> String {
    let sign = |c: char| {
        if c.is_ascii_digit() {
            '0'
        } else if c.is_alphabetic() {
            'a'
        } else {
            c
        }
    };
    let mut form: Vec<char> = text.chars().map(sign).collect();
    form.dedup();
    form.into_iter().collect()
}

/// Returns the text in lower case without white space.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// Returns the numbers and words of the text in lower case, separated by spaces.
fn tokens(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Returns the numbers of the text, if it only has numbers and the sign of a capture.
fn places(text: &str) -> String {
    let tokens = tokens(&text.replace(['x', 'X'], " "));
    if tokens.chars().all(|c| c.is_ascii_digit() || c == ' ') { tokens } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_among(text: &str, legal: &[&str]) -> Result<String, String> {
        read(text, &legal.iter().map(|&mv| mv.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn separators_spaces_and_capitals_do_not_matter() {
        let legal = ["0,0", "0,10", "1,0", "steal", "@7", "3-9", "3x15", "c1d2", "h2+", "h2-"];
        for (text, mv) in [
            ("0,0", "0,0"),
            ("0 0", "0,0"),
            ("0 , 10", "0,10"),
            ("(1, 0)", "1,0"),
            ("STEAL", "steal"),
            ("7", "@7"),
            ("@ 7", "@7"),
            ("3 9", "3-9"),
            ("3 - 9", "3-9"),
            ("3 x 15", "3x15"),
            ("3 15", "3x15"),
            ("3-15", "3x15"),
            ("C1D2", "c1d2"),
            ("c1 d2", "c1d2"),
            ("H2 +", "h2+"),
        ] {
            assert_eq!(read_among(text, &legal).as_deref(), Ok(mv), "{text}");
        }
        for text in ["", " ", "00", "steel", "3", "3x9x9", "9-3", "c1", "+", "7 7"] {
            assert_eq!(read_among(text, &legal).as_deref(), Ok(text), "{text}");
        }
    }

    #[test]
    fn every_form_of_the_notation_has_one_example() {
        let legal = ["h1+", "h1-", "c4c5", "c4d5", "e2+", "10,3", "0,0", "steal", "@7", "@12", "3-9", "3x15"];
        let legal = legal.map(str::to_owned);
        assert_eq!(forms(&legal), ["h1+", "h1-", "c4c5", "10,3", "steal", "@7", "3-9", "3x15"]);
        assert_eq!(forms(&["1", "2", "10"].map(str::to_owned)), ["1"]);
    }

    #[test]
    fn an_unclear_text_is_no_move() {
        let found = read_among("h2", &["h2+", "h2-", "h2h3"]);
        assert_eq!(found, Err("`h2` can be h2+ or h2-: expected one of them".into()));
        assert_eq!(read_among("3 9", &["3-9", "3x9"]), Ok("3-9".into()), "a capture is a word of its own");
        assert_eq!(read_among("7", &["7", "@7"]), Ok("7".into()), "the exact notation takes precedence");
    }
}
