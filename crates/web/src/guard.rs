//! Authorises requests: only pages of this machine may send them, at a limited rate.
//!
//! The server listens on a loopback address, but every page of the web that the user visits can send requests there. Three checks
//! refuse them: the `Host` must be this server's own name, which excludes rebound names of other sites; an `Origin`, if present,
//! must be this server's; and a browser must not mark the request as one of another site.
//! A server that listens elsewhere also requires a [`Token`](crate::token::Token).
//!
//! Refused requests do not slow authorised clients: refusals have their own rate limit, and they close their connection.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::connections::Seat;
use crate::fault::Fault;
use crate::limits::RECORDS;

/// Headers of every response.
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

/// Refuses unauthorised requests and floods.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let seat = request.extensions().get::<Seat>().cloned();
    let mut response = match check(&app, &request) {
        Ok(_) if seat.as_ref().is_some_and(|seat| !seat.admit()) => last(Fault::busy("connections").into_response()),
        Ok(_) if !is_file(&request) && !app.requests.take() => {
            Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many requests: wait a second").into_response()
        }
        Ok(None) => next.run(request).await,
        Ok(Some(response)) => response,
        Err(fault) => {
            let fault = if app.refusals.take() {
                fault
            } else {
                Fault::new(StatusCode::TOO_MANY_REQUESTS, "too many requests that are refused: wait a second")
            };
            // An unauthorised client gets one response, and the server closes its connection.
            let is_last = seat.as_ref().is_some_and(Seat::refuse);
            if is_last { last(fault.into_response()) } else { fault.into_response() }
        }
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Response after which the server closes the connection.
fn last(mut response: Response) -> Response {
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Reports whether a request is for the page or one of its files. A page requests all of them at once, and they are cheap.
fn is_file(request: &Request) -> bool {
    let path = request.uri().path();
    path == "/" || path.starts_with("/assets/")
}

/// Returns the response to a request that is refused or that needs no handler.
fn check(app: &App, request: &Request) -> Result<Option<Response>, Fault> {
    let headers = request.headers();
    let host = one(headers, &HOST)?.ok_or_else(|| Fault::bad("no `Host`: expected this server's own"))?;
    // A browser sends no cookie of this server to another site's name, so with a token any name is safe.
    if app.token.is_none() && !is_own(host) {
        return Err(Fault::new(
            StatusCode::FORBIDDEN,
            format!("`Host` is not this server: expected `{}`", app.address),
        ));
    }
    if let Some(origin) = one(headers, &ORIGIN)? {
        // A page under one name must not send requests under another.
        let is_same = origin
            .strip_prefix("http://")
            .is_some_and(|origin| without_usual_port(origin).eq_ignore_ascii_case(without_usual_port(host)));
        if !is_same {
            return Err(Fault::new(StatusCode::FORBIDDEN, "requests from other origins are refused"));
        }
    }
    if request.uri().path().starts_with("/api/") {
        let site = one(headers, &HeaderName::from_static("sec-fetch-site"))?;
        if !matches!(site, None | Some("same-origin" | "none")) {
            return Err(Fault::new(StatusCode::FORBIDDEN, "requests from other sites are refused"));
        }
    }
    // A declared size over the limit is refused at once; a body without a declared size is cut at the limit.
    let size = one(headers, &CONTENT_LENGTH)?.and_then(|text| text.parse::<u64>().ok());
    if size.is_some_and(|size| size > RECORDS as u64) {
        return Err(Fault::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a body of more than {RECORDS} bytes")));
    }
    app.token.as_ref().map_or(Ok(None), |token| token.check(request))
}

/// Reports whether a `Host` is `localhost` or a loopback address. Another site cannot bind either to this machine.
///
/// Any port is accepted: a tunnel such as `ssh -L` has its own, and [`check`] compares the port of an `Origin` with it.
fn is_own(host: &str) -> bool {
    let (name, after) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((name, after)) if name.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback()) => {
            ("localhost", after)
        }
        Some(_) => return false,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let is_loopback = name.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    // Browsers omit the default port. A number with a sign or with zeros in front is not how they write one.
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|number| number.to_string() == port);
    let is_end = after.is_empty() || after.strip_prefix(':').is_some_and(is_port);
    (name.eq_ignore_ascii_case("localhost") || is_loopback) && is_end
}

/// Returns a host without the default port.
fn without_usual_port(host: &str) -> &str {
    host.strip_suffix(":80").unwrap_or(host)
}

/// Returns the only header of a name; `None` for two, because different readers could choose different ones.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Fault> {
    let mut all = headers.get_all(name).iter();
    let first = all.next();
    if all.next().is_some() {
        return Err(Fault::bad(format!("`{name}` twice: expected it once")));
    }
    let text = |value: &'a HeaderValue| value.to_str().map_err(|_| Fault::bad(format!("`{name}` is not plain text")));
    first.map(text).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_this_machine_are_its_own() {
        for host in [
            "127.0.0.1:8080",
            "127.0.0.2:8080",
            "localhost:8080",
            "LocalHost:8080",
            "[::1]:8080",
            "127.0.0.1",
            "localhost",
            "[::1]",
            // The other end of a tunnel.
            "localhost:9000",
            "127.0.0.1:1",
        ] {
            assert!(is_own(host), "{host}");
        }
    }

    #[test]
    fn names_that_another_site_could_bind_are_not() {
        for host in [
            "",
            ":8080",
            "example.org",
            "example.org:8080",
            "127.0.0.1.example.org:8080",
            "127.1:8080",
            "localhost.example.org:8080",
            "localhost.:8080",
            "192.168.0.1:8080",
            "0.0.0.0:8080",
            "[::1",
            "[::1]x:8080",
            "::1",
            "[::1].example.org:8080",
            "[fe80::1]:8080",
            "[127.0.0.1]:8080",
            "localhost:",
            "localhost:08080",
            "localhost:+8080",
            "localhost:65536",
            "localhost:8080:8080",
            "user@localhost:8080",
            "localhost:8080@example.org",
            " localhost:8080",
        ] {
            assert!(!is_own(host), "{host}");
        }
    }
}
