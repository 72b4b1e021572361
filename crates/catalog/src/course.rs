//! Rules by doing: small tasks on a board, and a short game that is explained.
//!
//! ```
//! use plyground_catalog::Course;
//!
//! let text = r#"
//! [[task]]
//! position = "<3,0,0,3,1,0,3,3,3> S"
//! task = "Sow so that the last seed falls into your store."
//! accept = ["1"]
//! answer = "The last seed fell into the store, so you move again."
//!
//! [tour]
//! steps = [{ text = "Seeds go round the board." }, { text = "This one moves again.", moves = "1" }]
//! "#;
//! let course = Course::read(text)?;
//! assert_eq!((course.tasks.len(), course.tour.steps[1].moves.as_str()), (1, "1"));
//! assert!(Course::read("[[task]]").unwrap_err().to_string().starts_with("not a course: line 1, column 1: missing field"));
//! # Ok::<(), plyground_catalog::CatalogError>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::error::CatalogError;

/// The tasks and the tour of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// The tasks, the easiest first.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
    /// The game that is explained.
    pub tour: Tour,
}

/// A position and what to do in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The rules in force; `None` for the usual ones.
    #[serde(default)]
    pub rules: Option<String>,
    /// The position.
    pub position: String,
    /// What to do, in a sentence.
    pub task: String,
    /// The moves that do it.
    pub accept: Vec<String>,
    /// What the descriptions of these moves contain, and no description of another move; `None` where words do not decide.
    #[serde(default)]
    pub goal: Option<String>,
    /// What has happened, in a sentence.
    pub answer: String,
}

/// A short game with an explanation of each step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// The rules in force; `None` for the usual ones.
    #[serde(default)]
    pub rules: Option<String>,
    /// The position in which it begins; `None` for the usual one.
    #[serde(default)]
    pub position: Option<String>,
    /// The steps.
    pub steps: Vec<TourStep>,
}

/// A step of a tour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourStep {
    /// The explanation.
    pub text: String,
    /// The moves that are played before it, separated by spaces.
    #[serde(default)]
    pub moves: String,
}

impl Course {
    /// Reads a course from TOML.
    ///
    /// # Errors
    /// Which line is wrong, and why.
    pub fn read(text: &str) -> Result<Course, CatalogError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
            let line = before.matches('\n').count() + 1;
            let message = error.message().trim().replace('\n', ", ");
            CatalogError::Input(format!("not a course: line {line}, column {column}: {message}"))
        })
    }

    /// Returns the moves of the tour, all of them, separated by spaces.
    #[must_use]
    pub fn tour_moves(&self) -> String {
        let moves: Vec<&str> = self.tour.steps.iter().flat_map(|step| step.moves.split_whitespace()).collect();
        moves.join(" ")
    }
}
