//! What was wrong with a request: a status and one line, as JSON.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use plyground_catalog::{CatalogError, ErrorKind};
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::limits::BODY_TIME;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Fault {
    status: StatusCode,
    message: String,
}

impl Fault {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Fault {
        Fault { status, message: message.into() }
    }

    /// The request makes no sense.
    pub(crate) fn bad(message: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, message)
    }

    /// There is no such thing, any more or at all.
    pub(crate) fn missing(what: &str) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, format!("no such {what}: it may have made room for others"))
    }

    /// The server does all that it can already.
    pub(crate) fn busy(what: &str) -> Fault {
        Fault::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("too many {what} at once: try again when others have ended"),
        )
    }
}

/// What is wrong, and what would help.
pub(crate) fn in_one_line(error: &CatalogError) -> String {
    error.hint().map_or_else(|| error.to_string(), |hint| format!("{error}: {hint}"))
}

impl From<CatalogError> for Fault {
    fn from(error: CatalogError) -> Fault {
        let status = match error.kind() {
            ErrorKind::Input => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            ErrorKind::Stopped => StatusCode::SERVICE_UNAVAILABLE,
        };
        Fault::new(status, in_one_line(&error))
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        // What was sent is quoted in the message; it must not grow without bound.
        let mut message = self.message;
        if let Some((end, _)) = message.char_indices().nth(600) {
            message.truncate(end);
            message.push('…');
        }
        (self.status, Json(json!({ "error": message }))).into_response()
    }
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Fault> {
        let read = tokio::time::timeout(BODY_TIME, Json::<T>::from_request(request, state)).await;
        let read = read.map_err(|_| Fault::new(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time"))?;
        match read {
            Ok(Json(value)) => Ok(Body(value)),
            Err(error @ JsonRejection::MissingJsonContentType(_)) => Err(Fault::new(
                error.status(),
                "the body is not said to be JSON: expected `Content-Type: application/json`",
            )),
            Err(error) => Err(Fault::new(error.status(), error.body_text().replace('\n', " "))),
        }
    }
}

/// What follows the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Fault> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        let fault = |error: QueryRejection| Fault::new(error.status(), error.body_text().replace('\n', " "));
        read.map(|Query(value)| Asked(value)).map_err(fault)
    }
}
