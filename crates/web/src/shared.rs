//! Games that several pages share. Each page has its own game session for navigation, and follows the shared game.
//!
//! The first follower makes a game shared. Every change, and the number of followers, is sent to all followers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use plyground_page::lock;
use tokio::sync::watch::{Receiver, Sender};

/// Number of followers by game name, sent at every change.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<HashMap<String, Sender<usize>>>);

/// Follower of a game, registered until it is dropped.
pub(crate) struct Follower {
    shared: Arc<Shared>,
    name: String,
    /// Number of followers; it notifies of every change of the game or of its followers.
    pub(crate) changed: Receiver<usize>,
}

impl Shared {
    /// Notifies the followers that a request has changed the game of this path.
    pub(crate) fn changed(&self, path: &str) {
        let name = path.strip_prefix("games/").and_then(|path| path.split('/').next());
        if let Some(followed) = name.and_then(|name| lock(&self.0).get(name).cloned()) {
            followed.send_modify(|_| {});
        }
    }

    /// Adds a follower to a game.
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
