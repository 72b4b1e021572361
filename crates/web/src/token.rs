//! The secret of a server that other machines can reach. A client that opens the link with it gets a cookie; others are refused.
//!
//! The cookie is this server's alone (`HttpOnly`), so that a name that was bound to this address cannot use it. A page of another site
//! can lead here and do no more (`SameSite=Lax`): with `Strict` the browser would hold the cookie back from the redirect of
//! a link that was clicked there.

use std::hash::{BuildHasher, RandomState};

use axum::extract::Request;
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::fault::Fault;

/// A secret of 128 bits.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    text: String,
    cookie: String,
}

impl Token {
    /// A new one, for the server of a port: two servers of one machine share a jar.
    pub(crate) fn new(port: u16) -> Token {
        // Hashes under keys that the system has drawn.
        let half = |_| format!("{:016x}", RandomState::new().hash_one("token"));
        Token { text: (0..2).map(half).collect(), cookie: format!("plyground-{port}") }
    }

    /// Returns the last part of the link.
    pub(crate) fn query(&self) -> String {
        format!("?token={}", self.text)
    }

    /// Lets a request pass that has the cookie; the link itself is answered with it.
    pub(crate) fn check(&self, request: &Request) -> Result<Option<Response>, Fault> {
        if self.is_in(request.headers()) {
            return Ok(None);
        }
        let given = request.uri().query().and_then(|query| query.strip_prefix("token="));
        if request.uri().path() == "/" && given.is_some_and(|given| self.is(given)) {
            let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Lax", self.cookie, self.text);
            return Ok(Some(
                (StatusCode::SEE_OTHER, [(LOCATION, "/".to_owned()), (SET_COOKIE, cookie)]).into_response(),
            ));
        }
        Err(Fault::new(StatusCode::UNAUTHORIZED, "this board is open to those who have its link: ask who serves it"))
    }

    fn is_in(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut own = pairs.filter(|(name, _)| *name == self.cookie);
        own.any(|(_, value)| self.is(value))
    }

    /// Takes as long whatever the difference.
    fn is(&self, given: &str) -> bool {
        let differing = self.text.bytes().zip(given.bytes()).fold(0, |all, (own, other)| all | (own ^ other));
        given.len() == self.text.len() && differing == 0
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_link_that_is_clicked_on_another_site_leads_in() {
        let token = Token::new(1);
        let request = Request::builder().uri(format!("/{}", token.query())).body(Body::empty()).unwrap();
        let answer = token.check(&request).unwrap().unwrap();
        let cookie = answer.headers()[SET_COOKIE].to_str().unwrap();
        // `Strict` would keep the cookie from the redirect, and the reader would meet a 401.
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    }
}
