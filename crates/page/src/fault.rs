//! Faults of requests: a status and one line.

use plyground_catalog::{CatalogError, ErrorKind};
use plyground_game::notation::escaped;

/// Kind of a fault, with the status codes of HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum Status {
    /// The request makes no sense.
    Bad = 400,
    /// There is no such thing.
    Missing = 404,
    /// The address does not know that method.
    NoMethod = 405,
    /// The request does not fit the current position of the game.
    Conflict = 409,
    /// The request is valid, but cannot be carried out.
    Unprocessable = 422,
    /// Too many requests.
    TooMany = 429,
    /// It has failed here.
    Failed = 500,
    /// All that there is, is in use.
    Busy = 503,
}

/// A refused request.
#[derive(Debug)]
pub struct Fault {
    status: Status,
    message: String,
}

impl Fault {
    /// A fault of a kind, with its message.
    pub fn new(status: Status, message: impl Into<String>) -> Fault {
        Fault { status, message: message.into() }
    }

    /// The request makes no sense.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::new(Status::Bad, message)
    }

    /// There is no such thing, any more or at all.
    #[must_use]
    pub fn missing(what: &str) -> Fault {
        Fault::new(Status::Missing, format!("no such {what}: it may have been removed for newer ones"))
    }

    /// All that can be done is done already.
    #[must_use]
    pub fn busy(what: &str) -> Fault {
        Fault::new(Status::Busy, format!("too many {what} at once: try again when others have ended"))
    }

    /// The status as HTTP counts.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status as u16
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> String {
        // The message quotes the request, so its length needs a limit.
        let mut message = escaped(&self.message);
        if let Some((end, _)) = message.char_indices().nth(600) {
            message.truncate(end);
            message.push('…');
        }
        message
    }

    /// The message as the page reads it.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self.message() }).to_string()
    }
}

/// Joins the fault and its remedy.
#[must_use]
pub fn in_one_line(error: &CatalogError) -> String {
    error.hint().map_or_else(|| error.to_string(), |hint| format!("{error}: {hint}"))
}

impl From<CatalogError> for Fault {
    fn from(error: CatalogError) -> Fault {
        let status = match error.kind() {
            ErrorKind::Input => Status::Unprocessable,
            ErrorKind::Failed => Status::Failed,
            ErrorKind::Stopped => Status::Busy,
        };
        Fault::new(status, in_one_line(&error))
    }
}
