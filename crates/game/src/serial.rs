//! Serde support for games: positions with their rules, moves as indices, and records, rules and set-ups as text.
//!
//! The texts are those of [`notation`](crate::notation), so that data goes through the same checks as user input: no
//! data can create a position that the rules do not allow. A position is the pair of its rules and its text,
//! `["standard", "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> S"]`, because the text alone does not contain the rules. A move is
//! its [index](crate::Move::index), which is valid only with a position and is checked against [`Move::COUNT`].
//!
//! A game implements all of it by [`implement_serde!`](crate::implement_serde). Its rules implement only `Display` and
//! `FromStr`.
//!
//! ```
//! use plyground_game::{Outcome, Side};
//!
//! fn is_data<T: serde::Serialize + for<'de> serde::Deserialize<'de>>() {}
//!
//! is_data::<Side>();
//! is_data::<Outcome>();
//! ```

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;
use core::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{GameRecord, Move, Outcome, Position, Side, StandardRules, StandardSetup};

#[doc(hidden)]
pub use serde;

/// Deserializes a value from its text.
///
/// # Errors
/// Returns an error if the data is not a string or cannot be parsed.
pub fn deserialize_text<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Deserializes a move from its index.
///
/// # Errors
/// Returns an error if no move has the index.
pub fn deserialize_move<'de, M: Move, D: Deserializer<'de>>(deserializer: D) -> Result<M, D::Error> {
    let index = u64::deserialize(deserializer)?;
    let mv = usize::try_from(index).ok().and_then(M::from_index);
    mv.ok_or_else(|| D::Error::custom(format!("found the move {index}, expected a number below {}", M::COUNT)))
}

/// Serializes a position as the pair of its rules and its text.
///
/// # Errors
/// Returns the errors of `serializer`.
pub fn serialize_position<P: Position, S: Serializer>(
    pos: &P,
    rules: &P::Rules,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    (rules.to_string(), pos.to_string()).serialize(serializer)
}

/// Deserializes a position from the pair of its rules and its text.
///
/// # Errors
/// Returns an error if either cannot be parsed.
pub fn deserialize_position<'de, P: Position, D: Deserializer<'de>>(deserializer: D) -> Result<P, D::Error> {
    let (rules, text): (String, String) = Deserialize::deserialize(deserializer)?;
    P::parse(&text, &rules.parse().map_err(D::Error::custom)?).map_err(D::Error::custom)
}

/// Implements the two traits of serde for the position, the move, the rules and the set-up of a game. `rules` returns
/// the rules of a position.
#[macro_export]
macro_rules! implement_serde {
    ($position:ty, $mv:ty, rules: $rules:expr, texts: [$($text:ty),*]) => {
        impl $crate::serial::serde::Serialize for $position {
            fn serialize<S: $crate::serial::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let rules: fn(&$position) -> <$position as $crate::Position>::Rules = $rules;
                $crate::serial::serialize_position(self, &rules(self), serializer)
            }
        }

        impl<'de> $crate::serial::serde::Deserialize<'de> for $position {
            fn deserialize<D: $crate::serial::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::serial::deserialize_position(deserializer)
            }
        }

        impl $crate::serial::serde::Serialize for $mv {
            fn serialize<S: $crate::serial::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64($crate::Move::index(*self) as u64)
            }
        }

        impl<'de> $crate::serial::serde::Deserialize<'de> for $mv {
            fn deserialize<D: $crate::serial::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::serial::deserialize_move(deserializer)
            }
        }

        $($crate::implement_serde_as_text!($text);)*
    };
}

/// Implements the two traits of serde for a type that is read and written as text.
#[macro_export]
macro_rules! implement_serde_as_text {
    ($text:ty) => {
        impl $crate::serial::serde::Serialize for $text {
            fn serialize<S: $crate::serial::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::serial::serde::Deserialize<'de> for $text {
            fn deserialize<D: $crate::serial::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::serial::deserialize_text(deserializer)
            }
        }
    };
}

implement_serde_as_text!(StandardRules);
implement_serde_as_text!(StandardSetup);

impl<P: Position> Serialize for GameRecord<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, P: Position> Deserialize<'de> for GameRecord<P> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        GameRecord::parse(&Cow::<'de, str>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Serializes a side as `first` or `second`.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Side::First => "first",
            Side::Second => "second",
        })
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match &*Cow::<'de, str>::deserialize(deserializer)? {
            "first" => Ok(Side::First),
            "second" => Ok(Side::Second),
            other => Err(D::Error::custom(format!("found `{other}`, expected `first` or `second`"))),
        }
    }
}

/// Serializes the winner, or `None` for a draw.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.winner().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Side>::deserialize(deserializer)?.map_or(Outcome::Draw, Outcome::Win))
    }
}
