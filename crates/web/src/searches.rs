//! Searches on separate threads, which report to the page as they run, and stop when the page disconnects.
//!
//! A stream owns the stop flag of its search. Closing the page drops the stream, which raises the flag; the search sees it within
//! a few thousand nodes. Each search counts itself while it runs, so the count is exact.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, KeepAliveStream, Sse};
use futures_core::Stream;
use plyground_page::{Search, lock};
use plyground_search::StopFlag;
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::fault::Fault;
use crate::limits::{self, EVENTS, STREAMS};

/// The answer that streams the events of a search.
pub(crate) type EventStream = Sse<KeepAliveStream<Events>>;

/// Returns the answer that streams these events, with keep-alive messages between them.
pub(crate) fn event_stream(events: Events) -> EventStream {
    Sse::new(events).keep_alive(KeepAlive::new().interval(limits::BEAT))
}

/// All searches of a server.
#[derive(Debug)]
pub(crate) struct Searches {
    permits: Arc<Semaphore>,
    running: Arc<AtomicUsize>,
    streams: Arc<AtomicUsize>,
    /// Stops everything when the server ends.
    all: Mutex<Vec<std::sync::Weak<Counted>>>,
}

/// One more of something, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Counted(Arc<AtomicUsize>, StopFlag);

impl Counted {
    pub(crate) fn new(count: &Arc<AtomicUsize>, stop: StopFlag) -> Counted {
        count.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(count), stop)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Searches {
    pub(crate) fn new() -> Searches {
        Searches {
            permits: Arc::new(Semaphore::new(limits::searches())),
            running: Arc::default(),
            streams: Arc::default(),
            all: Mutex::default(),
        }
    }

    /// Searches that run now.
    pub(crate) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }

    /// Streams that are open now.
    pub(crate) fn streams(&self) -> usize {
        self.streams.load(Ordering::SeqCst)
    }

    /// Stops them all.
    pub(crate) fn stop_all(&self) {
        self.permits.close();
        for search in lock(&self.all).iter().filter_map(std::sync::Weak::upgrade) {
            search.1.stop();
        }
    }

    /// Runs a search on a thread as soon as it is its turn, and streams its events.
    pub(crate) fn stream(&self, search: Search) -> Result<EventStream, Fault> {
        let (events, emitter) = self.open(search.stop.clone())?;
        let listener = emitter.events.clone();
        let work =
            self.run(search.stop.clone(), search.most, move || search.run(&|name, data| emitter.emit(name, data)));
        tokio::spawn(async move {
            // A client that disconnects while it waits leaves the queue.
            tokio::select! {
                () = listener.closed() => {}
                _ = work => {}
            }
        });
        Ok(event_stream(events))
    }

    /// A stream for events from another sender.
    pub(crate) fn open(&self, stop: StopFlag) -> Result<(Events, Emitter), Fault> {
        if self.streams() >= STREAMS {
            return Err(Fault::busy("streams"));
        }
        let (sender, receiver) = mpsc::channel(EVENTS);
        let open = Counted::new(&self.streams, stop.clone());
        let events = Events { receiver, stop: stop.clone(), _open: open };
        Ok((events, Emitter { events: sender, stop }))
    }

    /// Runs `job` on a thread when a permit is free, and stops it after `most`.
    pub(crate) fn run(
        &self,
        stop: StopFlag,
        most: Duration,
        job: impl FnOnce() + Send + 'static,
    ) -> impl Future<Output = ()> + Send + 'static {
        let (permits, running) = (Arc::clone(&self.permits), Arc::clone(&self.running));
        // The job counts itself when it runs; this entry only lets `stop_all` stop it.
        let listed = Arc::new(Counted::new(&Arc::default(), stop.clone()));
        let mut all = lock(&self.all);
        all.retain(|search| search.strong_count() > 0);
        all.push(Arc::downgrade(&listed));
        drop(all);
        async move {
            let Ok(permit) = permits.acquire_owned().await else { return };
            // Dropped when the job has ended, which ends the timer, whether or not a client still waits here.
            let (ended, end) = oneshot::channel::<()>();
            tokio::spawn({
                let stop = stop.clone();
                async move {
                    tokio::select! {
                        () = tokio::time::sleep(most) => stop.stop(),
                        _ = end => {}
                    }
                }
            });
            let work = tokio::task::spawn_blocking(move || {
                let _place = (permit, listed, Counted::new(&running, stop.clone()), ended);
                if !stop.is_stopped() {
                    job();
                }
            });
            // A job that panics has reported it on standard error, and has given up its place.
            let _ = work.await;
        }
    }
}

/// The events of a search.
#[derive(Debug)]
pub(crate) struct Emitter {
    events: mpsc::Sender<Event>,
    stop: StopFlag,
}

impl Emitter {
    /// Sends an event. Without a listener, the search is stopped. A page that does not read loses events.
    pub(crate) fn emit(&self, name: &str, data: &impl Serialize) {
        let event = Event::default().event(name).json_data(data).expect("plain data can be written");
        match self.events.try_send(event) {
            Err(mpsc::error::TrySendError::Closed(_)) => self.stop.stop(),
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => {}
        }
    }

    /// Sends an event when the queue has space. Returns whether a client still listens.
    pub(crate) async fn tell_slowly(&self, name: &str, data: &impl Serialize) -> bool {
        let event = Event::default().event(name).json_data(data).expect("plain data can be written");
        self.events.send(event).await.is_ok()
    }

    /// Whether no client listens any more.
    pub(crate) async fn closed(&self) {
        self.events.closed().await;
    }
}

/// The events of a search; dropping them stops it.
#[derive(Debug)]
pub(crate) struct Events {
    receiver: mpsc::Receiver<Event>,
    stop: StopFlag,
    _open: Counted,
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
