//! Who may ask: this machine's own pages, and only as fast as the server likes.
//!
//! The server listens on 127.0.0.1, but every page of the web that the user visits can send requests there. Three things
//! keep them out: the `Host` must be this server's own name, which a rebound name of another site is not; an `Origin`, where
//! there is one, must be this server's; and a browser that says that a request comes from another site is believed.
//! A server that listens elsewhere has a [`Token`](crate::token::Token) beside these.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::fault::Fault;
use crate::limits::RECORDS;

/// Set on every answer.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// Refuses strangers and floods.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(fault) => fault.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Whether a request may pass; else what it is answered at once.
fn check(app: &App, request: &Request) -> Result<Option<Response>, Fault> {
    let headers = request.headers();
    let names = [format!("127.0.0.1:{}", app.port), format!("localhost:{}", app.port)];
    let host = one(headers, &HOST)?.ok_or_else(|| Fault::bad("no `Host`: expected this server's own"))?;
    // Under a name of another site a browser has no cookie of this one: with a token any name will do.
    if app.token.is_none() && !names.iter().any(|name| name == host) {
        return Err(Fault::new(StatusCode::FORBIDDEN, format!("`Host` is not this server: expected `{}`", names[0])));
    }
    if let Some(origin) = one(headers, &ORIGIN)? {
        // A page under the one name may not ask under the other.
        if origin.strip_prefix("http://") != Some(host) {
            return Err(Fault::new(StatusCode::FORBIDDEN, "requests from other origins are refused"));
        }
    }
    if request.uri().path().starts_with("/api/") {
        let site = one(headers, &HeaderName::from_static("sec-fetch-site"))?;
        if !matches!(site, None | Some("same-origin" | "none")) {
            return Err(Fault::new(StatusCode::FORBIDDEN, "requests from other sites are refused"));
        }
    }
    // What is said to be too large is refused before it comes; what does not say is cut off on the way.
    let size = one(headers, &CONTENT_LENGTH)?.and_then(|text| text.parse::<u64>().ok());
    if size.is_some_and(|size| size > RECORDS as u64) {
        return Err(Fault::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a body of more than {RECORDS} bytes")));
    }
    if !app.requests.take() {
        return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many requests: wait a second"));
    }
    app.token.as_ref().map_or(Ok(None), |token| token.check(request))
}

/// The only header of a name. Two of them are two opinions, and somebody would believe the wrong one.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Fault> {
    let mut all = headers.get_all(name).iter();
    let first = all.next();
    if all.next().is_some() {
        return Err(Fault::bad(format!("`{name}` twice: expected it once")));
    }
    let text = |value: &'a HeaderValue| value.to_str().map_err(|_| Fault::bad(format!("`{name}` is not plain text")));
    first.map(text).transpose()
}
