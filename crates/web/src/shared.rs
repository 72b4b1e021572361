//! Games that several pages play in: each page has a game of its own on the server, to go back and forth in, and follows the shared one.
//!
//! A game becomes a shared one by being followed. Whoever changes it, all who follow it are told, also how many they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use plyground_page::lock;
use serde_json::{Value, json};
use tokio::sync::watch::{Receiver, Sender};
use tokio::time::timeout;

use crate::app::App;
use crate::limits::BEAT;
use crate::searches::Teller;

/// Who follows which game: by its name, how many, told anew at every change.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<HashMap<String, Sender<usize>>>);

/// One who follows a game, for as long as it lives.
struct Follower {
    app: Arc<App>,
    name: String,
    changed: Receiver<usize>,
}

impl Shared {
    /// A request has changed what stands at this path.
    pub(crate) fn changed(&self, path: &str) {
        let name = path.strip_prefix("games/").and_then(|path| path.split('/').next());
        if let Some(followed) = name.and_then(|name| lock(&self.0).get(name).cloned()) {
            followed.send_modify(|_| {});
        }
    }
}

impl Follower {
    fn new(app: Arc<App>, name: String) -> Follower {
        let changed = {
            let mut games = lock(&app.shared.0);
            let game = games.entry(name.clone()).or_insert_with(|| Sender::new(0));
            game.send_modify(|count| *count += 1);
            game.subscribe()
        };
        Follower { app, name, changed }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut games = lock(&self.app.shared.0);
        let Some(game) = games.get(&self.name) else { return };
        game.send_modify(|count| *count -= 1);
        if *game.borrow() == 0 {
            games.remove(&self.name);
        }
    }
}

/// Tells every change of a game, and between them that the connection stands, until the listener is gone.
pub(crate) async fn follow(app: Arc<App>, name: String, teller: Teller) {
    let mut follower = Follower::new(Arc::clone(&app), name);
    loop {
        let here = *follower.changed.borrow_and_update();
        let told = match app.page.copy(&follower.name) {
            Ok(game) => {
                let game: Value = serde_json::from_str(&game).expect("it was written as JSON");
                teller.tell_slowly("game", &json!({ "game": game, "here": here })).await
            }
            Err(fault) => {
                teller.tell_slowly("fault", &json!({ "error": fault.message(), "status": fault.status() })).await;
                return;
            }
        };
        if !told {
            return;
        }
        loop {
            let news = tokio::select! {
                () = teller.closed() => return,
                news = timeout(BEAT, follower.changed.changed()) => news,
            };
            if news.is_ok() {
                break;
            }
            if !teller.tell_slowly("beat", &json!({ "here": here })).await {
                return;
            }
        }
    }
}
