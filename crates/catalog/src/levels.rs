//! Levels: opponents for users, from one that a child beats to the strongest.
//!
//! A level is an agent. Any spec can name it: `level-2`, or `level-4:seed=7` with additional keys.

use std::borrow::Cow;

use plyground_game::notation::{Fault, quote};

use crate::suggestion::expected_name;

/// An agent chosen by its strength.
///
/// ```
/// use plyground_catalog::{Entry, LEVELS};
/// use plyground_kalah::Kalah;
///
/// let kalah = Entry::<Kalah>::new("sow seeds");
/// assert_eq!(LEVELS[1].agent, "level-2");
/// assert_eq!(kalah.agent_spec("level-2")?.to_string(), "greedy:fresh=on");
/// assert_eq!(
///     kalah.agent_spec("level-9").unwrap_err().to_string(),
///     "cannot read agent `level-9`: column 1: found `level-9`, expected one of `level-1`, `level-2`, `level-3`, `level-4`, `level-5`; did you mean `level-5`?"
/// );
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Name in specs: `level-1` to `level-5`.
    pub agent: &'static str,
    /// Display name.
    pub name: &'static str,
    /// Short description.
    pub about: &'static str,
    /// Agent and keys.
    pub spec: &'static str,
}

/// The levels of every game, the weakest first.
///
/// Levels below the highest play by `best-2`, which never changes, so their strength and the measured distances stay valid. A
/// game without `best-2` uses its `best`.
pub const LEVELS: [Level; 5] = [
    Level { agent: "level-1", name: "First steps", about: "moves at random", spec: "random" },
    Level { agent: "level-2", name: "Beginner", about: "takes what it can take now", spec: "greedy:fresh=on" },
    Level { agent: "level-3", name: "Casual", about: "searches a hundred nodes per move", spec: "best-2:nodes=100" },
    Level { agent: "level-4", name: "Skilled", about: "searches a thousand nodes per move", spec: "best-2:nodes=1000" },
    Level {
        agent: "level-5",
        name: "Master",
        about: "the strongest agent, two seconds per move",
        spec: "best:time=2s",
    },
];

/// Prefix of level names.
const PREFIX: &str = "level-";
/// Agent of the middle levels, and its replacement in a game without it.
const FORMER: (&str, &str) = ("best-2", "best");

/// Replaces a level by the spec of its agent. `has` returns whether the game has an agent.
pub(crate) fn expand<'a>(text: &'a str, has: impl Fn(&str) -> bool) -> Result<Cow<'a, str>, Fault> {
    let trimmed = text.trim();
    let (name, keys) = trimmed.split_once(':').map_or((trimmed, None), |(name, keys)| (name, Some(keys)));
    if !name.starts_with(PREFIX) || has(name) {
        return Ok(text.into());
    }
    let Some(level) = LEVELS.iter().find(|level| level.agent == name) else {
        let expected = expected_name(name, LEVELS.iter().map(|level| level.agent));
        return Err(Fault { text: text.into(), column: Some(1), found: quote(name), expected });
    };
    let spec = match level.spec.strip_prefix(FORMER.0) {
        Some(rest) if !has(FORMER.0) => format!("{}{rest}", FORMER.1),
        _ => level.spec.to_owned(),
    };
    Ok(match keys {
        Some(keys) if spec.contains(':') => format!("{spec},{keys}").into(),
        Some(keys) => format!("{spec}:{keys}").into(),
        None => spec.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_its_agent_with_more_keys() {
        let expanded = |text| expand(text, |name| name != "level-2" && !name.starts_with(PREFIX)).unwrap().into_owned();
        for (text, spec) in [
            ("level-1", "random"),
            ("level-1:seed=3", "random:seed=3"),
            ("level-3", "best-2:nodes=100"),
            ("level-4:noise=on,seed=7", "best-2:nodes=1000,noise=on,seed=7"),
            (" level-5 ", "best:time=2s"),
            ("best", "best"),
            ("engine:level-2", "engine:level-2"),
        ] {
            assert_eq!(expanded(text), spec, "{text}");
        }
        let old = |name: &str| !name.starts_with(PREFIX) && name != "best-2";
        assert_eq!(expand("level-3:seed=1", old).unwrap(), "best:nodes=100,seed=1", "a game without a former best");
        assert_eq!(expand("level-2", |name| name == "level-2").unwrap(), "level-2", "an agent of the game itself");
        for text in ["level-0", "level-6", "level-", "level-2x", "level-9:seed=1"] {
            assert!(expand(text, old).unwrap_err().to_string().contains("expected one of `level-1`"), "{text}");
        }
    }
}
