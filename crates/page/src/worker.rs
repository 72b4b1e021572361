//! Answers the requests of the web page in a worker of the browser (the feature `worker`).
//!
//! A worker has one thread, so it receives nothing while it searches.
//! One worker therefore holds the games and answers at once, and other workers search.
//! The script `local.js` hands a copy of the game to a search worker ([`Board::copy`], [`Board::keep`]) and stops a search
//! by ending its worker.
//! Each worker has a [`Board`] of its own.

use js_sys::Function;
use plyground_catalog::Catalog;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue, throw_str};

use crate::fault::Fault;
use crate::limits::Budget;
use crate::page::{Page, Settings};
use crate::request::{Method, Reply, Request};

/// MiB of all transposition tables of a worker: of the 4 GiB that it can have at most, and of a phone.
const MEMORY: u64 = 768;

/// Reply to a request, as the server sends it.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug)]
pub struct Answer {
    /// 200, or why there is no answer, as HTTP counts.
    pub status: u16,
    /// The type of the text.
    pub kind: String,
    /// The answer, or the fault as JSON.
    pub text: String,
}

impl From<Fault> for Answer {
    fn from(fault: Fault) -> Answer {
        Answer { status: fault.status(), kind: "application/json".to_owned(), text: fault.json() }
    }
}

/// State of a worker.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    page: Page,
}

#[wasm_bindgen]
impl Board {
    /// Creates a board with the four games. Panics are reported as errors of the browser.
    #[wasm_bindgen(constructor)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "JavaScript knows no defaults")]
    pub fn new() -> Board {
        std::panic::set_hook(Box::new(|info| throw_str(&info.to_string())));
        let memory = Budget::new(MEMORY);
        Board { page: Page::new(Settings { memory, ..Settings::new(Catalog::standard()) }) }
    }

    /// Answers at once, as the server does; searches are for `listen`.
    #[must_use]
    pub fn ask(&self, method: &str, path: &str, query: &str, body: &str) -> Answer {
        let Some(method) = Method::named(method) else {
            return Fault::bad("unknown method: expected GET, POST or DELETE").into();
        };
        match self.page.ask(&Request { method, path, query, body: body.as_bytes() }) {
            Ok(Reply::Text { kind, text }) => Answer { status: 200, kind: kind.to_owned(), text },
            Ok(Reply::Search(_)) => Fault::bad("this is a search: expected `listen`").into(),
            Err(fault) => fault.into(),
        }
    }

    /// A game as text for another worker.
    #[must_use]
    pub fn copy(&self, name: &str) -> Answer {
        match self.page.copy(name) {
            Ok(text) => Answer { status: 200, kind: "application/json".to_owned(), text },
            Err(fault) => fault.into(),
        }
    }

    /// Takes in a game of another worker, under the name that it has there.
    ///
    /// # Errors
    /// When it is no game.
    pub fn keep(&self, name: &str, copy: &str) -> Result<(), JsError> {
        self.page.keep(name, copy).map_err(|fault| JsError::new(&fault.message()))
    }

    /// Searches, and passes the name and JSON of each event to a callback. The first event is `begin`, with the time limit in
    /// milliseconds and the error message for its expiry.
    pub fn listen(&self, path: &str, query: &str, callback: &Function) {
        let emit = |name: &str, data: &str| {
            // The listener is the script of the worker, so its exceptions are passed on.
            if let Err(error) = callback.call2(&JsValue::NULL, &name.into(), &data.into()) {
                wasm_bindgen::throw_val(error);
            }
        };
        match self.page.ask(&Request { method: Method::Get, path, query, body: &[] }) {
            Ok(Reply::Search(search)) => {
                let limit = json!({ "most": search.most.as_millis() as u64, "late": search.late });
                emit("begin", &limit.to_string());
                search.run(&|name, data| emit(name, &data.to_string()));
            }
            Ok(Reply::Text { .. }) => emit("fault", &Fault::bad("this is no search: expected `ask`").json()),
            Err(fault) => emit("fault", &fault.json()),
        }
    }
}
