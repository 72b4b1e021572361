//! Games that several pages play in: each page has a game of its own on the server, to go back and forth in, and follows the shared one.
//!
//! A game becomes a shared one by being followed. Every change is sent to all followers, also how many they are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use plyground_page::lock;
use tokio::sync::watch::{Receiver, Sender};

/// The number of followers of each game, by its name; sent at every change.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<HashMap<String, Sender<usize>>>);

/// One who follows a game, for as long as it lives.
pub(crate) struct Follower {
    shared: Arc<Shared>,
    name: String,
    /// Changes with the game and with who follows it; how many do.
    pub(crate) changed: Receiver<usize>,
}

impl Shared {
    /// A request has changed what stands at this path.
    pub(crate) fn changed(&self, path: &str) {
        let name = path.strip_prefix("games/").and_then(|path| path.split('/').next());
        if let Some(followed) = name.and_then(|name| lock(&self.0).get(name).cloned()) {
            followed.send_modify(|_| {});
        }
    }

    /// One more who follows a game.
    pub(crate) fn follow(self: &Arc<Shared>, name: &str) -> Follower {
        let mut games = lock(&self.0);
        let game = games.entry(name.to_owned()).or_insert_with(|| Sender::new(0));
        game.send_modify(|count| *count += 1);
        let changed = game.subscribe();
        drop(games);
        Follower { shared: Arc::clone(self), name: name.to_owned(), changed }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let mut games = lock(&self.shared.0);
        let Some(game) = games.get(&self.name) else { return };
        game.send_modify(|count| *count -= 1);
        if *game.borrow() == 0 {
            games.remove(&self.name);
        }
    }
}
