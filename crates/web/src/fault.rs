//! Faults of requests on the wire: a status and one line, as JSON.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use plyground_catalog::CatalogError;
use serde::de::DeserializeOwned;

use crate::limits::BODY_TIME;

/// A refused request.
#[derive(Debug)]
pub(crate) struct Fault(plyground_page::Fault, StatusCode);

impl Fault {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Fault {
        Fault(plyground_page::Fault::bad(message), status)
    }

    /// The request makes no sense.
    pub(crate) fn bad(message: impl Into<String>) -> Fault {
        plyground_page::Fault::bad(message).into()
    }

    /// There is no such thing, any more or at all.
    pub(crate) fn missing(what: &str) -> Fault {
        plyground_page::Fault::missing(what).into()
    }

    /// The server does all that it can already.
    pub(crate) fn busy(what: &str) -> Fault {
        plyground_page::Fault::busy(what).into()
    }
}

impl From<plyground_page::Fault> for Fault {
    fn from(fault: plyground_page::Fault) -> Fault {
        let status = StatusCode::from_u16(fault.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Fault(fault, status)
    }
}

impl From<CatalogError> for Fault {
    fn from(error: CatalogError) -> Fault {
        plyground_page::Fault::from(error).into()
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.1, [(CONTENT_TYPE, "application/json")], self.0.json()).into_response()
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
                "the body is not declared as JSON: expected `Content-Type: application/json`",
            )),
            Err(error) => Err(Fault::new(error.status(), error.body_text().replace('\n', " "))),
        }
    }
}
