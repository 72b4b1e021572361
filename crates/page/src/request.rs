//! Requests and answers as data.

use std::time::Duration;

use plyground_search::StopFlag;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use plyground_catalog::{CatalogError, ErrorKind};

use crate::fault::{Fault, Status, in_one_line};

/// What a request wants of what it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// To know.
    Get,
    /// To change.
    Post,
    /// To be rid of it.
    Delete,
}

impl Method {
    /// The method of a name as HTTP writes it.
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
    /// What is wanted.
    pub method: Method,
    /// Of what: `games/NAME/think`.
    pub path: &'a str,
    /// What follows the question mark.
    pub query: &'a str,
    /// JSON, where something is sent.
    pub body: &'a [u8],
}

/// A request that has found its function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<'a> {
    /// The part of the path that names a game or a room.
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

    /// The JSON that was sent.
    pub(crate) fn body<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        serde_json::from_slice(self.body).map_err(|error| {
            let status = if error.is_data() { Status::Unprocessable } else { Status::Bad };
            Fault::new(status, format!("the JSON cannot be read: {}", error.to_string().replace('\n', " ")))
        })
    }
}

/// What is answered.
#[derive(Debug)]
pub enum Reply {
    /// A text of a kind.
    Text {
        /// The type of the text, as HTTP names it.
        kind: &'static str,
        /// The text.
        text: String,
    },
    /// A search, which has to be run.
    Search(Search),
}

impl Reply {
    /// Data as JSON.
    pub(crate) fn json(data: &impl Serialize) -> Reply {
        let text = serde_json::to_string(data).expect("plain data can be written");
        Reply::Text { kind: "application/json", text }
    }
}

/// Receives the events of a search: the name of an event, and its data.
pub type Emit<'a> = dyn Fn(&str, &Value) + 'a;

/// What a search does.
type Job = dyn FnOnce(&Emit<'_>) -> Result<Value, CatalogError> + Send;

/// A search that has not begun. Its owner runs it on a thread of its own, and raises its flag when no client listens any more.
pub struct Search {
    /// Stops it.
    pub stop: StopFlag,
    /// After how long its holder has to stop it.
    pub most: Duration,
    /// What to say where its holder can stop it only by ending everything with it.
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

    /// Says otherwise what it means that the time was not enough.
    pub(crate) fn or_late(self, late: String) -> Search {
        Search { late, ..self }
    }

    /// Runs to the end, and reports what it finds on the way; `done` or `fault` is the last event.
    pub fn run(self, emit: &Emit<'_>) {
        match (self.job)(emit) {
            Ok(found) => emit("done", &found),
            Err(error) if error.kind() == ErrorKind::Stopped => emit("fault", &json!({ "error": self.late })),
            Err(error) => emit("fault", &json!({ "error": in_one_line(&error) })),
        }
    }
}
