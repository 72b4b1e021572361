//! Requests and replies as data.

use std::time::Duration;

use plyground_search::StopFlag;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use plyground_catalog::{CatalogError, ErrorKind};

use crate::fault::{Fault, Status, in_one_line};

/// Method of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Reads.
    Get,
    /// Changes.
    Post,
    /// Removes.
    Delete,
}

impl Method {
    /// Parses the name of a method in HTTP.
    #[must_use]
    pub fn named(name: &str) -> Option<Method> {
        match name {
            "GET" => Some(Method::Get),
            "POST" => Some(Method::Post),
            "DELETE" => Some(Method::Delete),
            _ => None,
        }
    }
}

/// A request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Method.
    pub method: Method,
    /// Path, such as `games/NAME/think`.
    pub path: &'a str,
    /// Query, without the question mark.
    pub query: &'a str,
    /// Body as JSON, empty without one.
    pub body: &'a [u8],
}

/// Request with its handler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// Part of the path that names a game or a session.
    pub(crate) name: &'a str,
    query: &'a str,
    body: &'a [u8],
}

impl<'a> Call<'a> {
    pub(crate) fn new(name: &'a str, request: &Request<'a>) -> Call<'a> {
        Call { name, query: request.query, body: request.body }
    }

    /// What follows the question mark.
    pub(crate) fn query<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_urlencoded::from_str(self.query)
            .map_err(|error| Fault::bad(format!("the query cannot be read: {}", error.to_string().replace('\n', " "))))
    }

    /// Parses the body as JSON.
    pub(crate) fn body<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_json::from_slice(self.body).map_err(|error| {
            let status = if error.is_data() { Status::Unprocessable } else { Status::Bad };
            Fault::new(status, format!("the JSON cannot be read: {}", error.to_string().replace('\n', " ")))
        })
    }
}

/// Reply to a request.
#[derive(Debug)]
pub enum Reply {
    /// Text with its media type.
    Text {
        /// Media type.
        kind: &'static str,
        /// The text.
        text: String,
    },
    /// Search, which the caller runs.
    Search(Search),
}

impl Reply {
    /// Creates a reply of JSON.
    pub(crate) fn json(data: &impl Serialize) -> Reply {
        let text = serde_json::to_string(data).expect("plain data can be written");
        Reply::Text { kind: "application/json", text }
    }
}

/// Receives the events of a search: the name of an event, and its data.
pub type Emit<'a> = dyn Fn(&str, &Value) + 'a;

/// The work of a search.
type Job = dyn FnOnce(&Emit<'_>) -> Result<Value, CatalogError> + Send;

/// Search that has not begun. The caller runs it on a thread, and raises its stop flag if no client listens.
pub struct Search {
    /// Flag that stops the search.
    pub stop: StopFlag,
    /// Time limit that the caller enforces.
    pub most: Duration,
    /// Error message of a caller that can enforce the time limit only by ending its process.
    pub late: String,
    job: Box<Job>,
}

plyground_game::impl_debug!(Search { most });

impl Search {
    pub(crate) fn new(
        stop: StopFlag,
        most: Duration,
        job: impl FnOnce(&Emit<'_>) -> Result<Value, CatalogError> + Send + 'static,
    ) -> Search {
        let late = format!("the search was broken off after {} seconds", most.as_secs());
        Search { stop, most, late, job: Box::new(job) }
    }

    /// Sets the message of an expired time limit.
    pub(crate) fn or_late(self, late: String) -> Search {
        Search { late, ..self }
    }

    /// Runs the search and emits its events; `done` or `fault` is the last one.
    pub fn run(self, emit: &Emit<'_>) {
        match (self.job)(emit) {
            Ok(found) => emit("done", &found),
            Err(error) if error.kind() == ErrorKind::Stopped => emit("fault", &json!({ "error": self.late })),
            Err(error) => emit("fault", &json!({ "error": in_one_line(&error) })),
        }
    }
}
