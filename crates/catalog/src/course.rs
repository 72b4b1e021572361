//! Courses that teach the rules: small tasks on a board, and a short game with explanations.

use serde::{Deserialize, Serialize};

use crate::error::CatalogError;

/// The tasks and the tour of a game.
///
/// ```
/// use plyground_catalog::Course;
///
/// let text = r#"
/// [[task]]
/// position = "<3,0,0,3,1,0,3,3,3> S"
/// task = "Sow so that the last seed falls into your store."
/// accept = ["1"]
/// answer = "The last seed fell into the store, so you move again."
///
/// [tour]
/// steps = [{ text = "Seeds go round the board." }, { text = "This one moves again.", moves = "1" }]
/// "#;
/// let course = Course::read(text)?;
/// assert_eq!((course.tasks.len(), course.tour.steps[1].moves.as_str()), (1, "1"));
/// assert!(Course::read("[[task]]").unwrap_err().to_string().starts_with("not a course: line 1, column 1: missing field"));
/// # Ok::<(), plyground_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Tasks, the easiest first.
    #[serde(rename = "task")]
    pub tasks: Vec<Task>,
    /// The explained game.
    pub tour: Tour,
}

/// A position and a task in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Rules; `None` for the default.
    #[serde(default)]
    pub rules: Option<String>,
    /// The position.
    pub position: String,
    /// The task in one sentence.
    pub task: String,
    /// Moves that solve it.
    pub accept: Vec<String>,
    /// Text that occurs in the descriptions of exactly these moves; `None` if no text distinguishes them.
    #[serde(default)]
    pub goal: Option<String>,
    /// Explanation after the solution, in one sentence.
    pub answer: String,
}

/// A short game with an explanation of each step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// Rules; `None` for the default.
    #[serde(default)]
    pub rules: Option<String>,
    /// Start position; `None` for the default.
    #[serde(default)]
    pub position: Option<String>,
    /// The steps.
    pub steps: Vec<TourStep>,
}

/// A step of a tour.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TourStep {
    /// Explanation.
    pub text: String,
    /// Moves before the explanation, separated by spaces.
    #[serde(default)]
    pub moves: String,
}

impl Course {
    /// Reads a course from TOML.
    ///
    /// # Errors
    /// Returns the line and the reason of the error.
    pub fn read(text: &str) -> Result<Course, CatalogError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
            let line = before.matches('\n').count() + 1;
            let message = error.message().trim().replace('\n', ", ");
            CatalogError::Input(format!("not a course: line {line}, column {column}: {message}"))
        })
    }

    /// Returns all moves of the tour, separated by spaces.
    #[must_use]
    pub fn tour_moves(&self) -> String {
        let moves: Vec<&str> = self.tour.steps.iter().flat_map(|step| step.moves.split_whitespace()).collect();
        moves.join(" ")
    }
}
