//! The running searches of one game.

use std::collections::HashMap;
use std::sync::Mutex;

use plyground_search::StopFlag;

use crate::limits::lock;

/// Running searches of one game, one per purpose: a new search stops the previous one.
#[derive(Debug, Default)]
pub(crate) struct Slots(Mutex<HashMap<&'static str, StopFlag>>);

impl Slots {
    /// The flag of a new search.
    pub(crate) fn begin(&self, purpose: &'static str) -> StopFlag {
        let stop = StopFlag::default();
        if let Some(former) = lock(&self.0).insert(purpose, stop.clone()) {
            former.stop();
        }
        stop
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        for stop in lock(&self.0).values() {
            stop.stop();
        }
    }
}
