//! Lenient reading of typed moves: what a person types becomes the move in the notation of the game.
//!
//! Capitals, spaces and separators do not matter as long as one legal move alone fits: `0 0` is `0,0`, `3 15` is `3x15`, and a
//! bare number is the placement on that point.

/// Meaning of a typed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// This legal move.
    Move(String),
    /// One of several legal moves.
    Unclear(Vec<String>),
    /// Not a legal move.
    None,
}

/// Reads a typed text as one of the legal moves. The exact notation takes precedence.
pub(crate) fn read(text: &str, legal: &[String]) -> Typed {
    let keys: [fn(&str) -> String; 4] = [str::to_owned, compact, tokens, places];
    for key in keys {
        let typed = key(text);
        if typed.is_empty() {
            continue;
        }
        let mut found = legal.iter().filter(|mv| key(mv) == typed);
        match (found.next(), found.next()) {
            (Some(one), None) => return Typed::Move(one.clone()),
            (Some(one), Some(two)) => {
                return Typed::Unclear([one, two].into_iter().chain(found).cloned().collect());
            }
            (None, _) => {}
        }
    }
    Typed::None
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

    fn read_among(text: &str, legal: &[&str]) -> Typed {
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
            assert_eq!(read_among(text, &legal), Typed::Move(mv.into()), "{text}");
        }
        for text in ["", " ", "00", "steel", "3", "3x9x9", "9-3", "c1", "+", "7 7"] {
            assert_eq!(read_among(text, &legal), Typed::None, "{text}");
        }
    }

    #[test]
    fn an_unclear_text_is_no_move() {
        assert_eq!(read_among("h2", &["h2+", "h2-", "h2h3"]), Typed::Unclear(vec!["h2+".into(), "h2-".into()]));
        assert_eq!(read_among("3 9", &["3-9", "3x9"]), Typed::Move("3-9".into()), "a capture is a word of its own");
        assert_eq!(read_among("7", &["7", "@7"]), Typed::Move("7".into()), "the exact notation takes precedence");
    }
}
