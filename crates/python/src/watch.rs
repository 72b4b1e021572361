//! Long work beside the interpreter: its lock is given back, and Ctrl-C is looked for while the work goes on.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use plyground_search::StopFlag;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::raised::{self, Listener};

/// How often signals are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Does the work on a thread of its own. `each` is called with what it sends; what `each` raises, and Ctrl-C, raise the flag,
/// and come back beside the result of the work.
pub(crate) fn watched<T: Send, M: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    mut each: impl FnMut(M) -> PyResult<()>,
    work: impl FnOnce(&Sender<M>) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let (tell, told) = mpsc::channel();
    let listener = Listener::new(stop);
    thread::scope(|scope| {
        let worker = scope.spawn(move || work(&tell));
        let (mut told, mut trouble) = (told, None);
        loop {
            // The receiver goes to and fro: it belongs to one thread, and the lock may only be given back by what owns all it uses.
            let (message, back) = py.detach(move || (told.recv_timeout(LOOK_EVERY), told));
            told = back;
            let news = match message {
                Ok(message) if trouble.is_none() => each(message),
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(_) | Err(RecvTimeoutError::Timeout) => Ok(()),
            };
            if let Err(error) = news.and_then(|()| listener.check()).and_then(|()| py.check_signals()) {
                stop.stop();
                trouble.get_or_insert(error);
            }
        }
        let worked = py.detach(|| worker.join());
        let trouble = trouble.or(listener.check().err());
        // It is told here, and nowhere again.
        let _ = raised::check();
        match worked {
            Ok(result) => Ok((result, trouble)),
            Err(_) => Err(PyRuntimeError::new_err("the work has panicked; please report this")),
        }
    })
}
