//! Requests to a server that may be slow, unreachable, or lose a request.

use std::time::Duration;

use crate::Notice;
use crate::error::ClusterError;

/// Time after which a request to the server counts as lost.
pub(crate) const ANSWER: Duration = Duration::from_secs(5);

/// Time in which a run connects to the server; after it, the run says that it cannot.
pub(crate) const CONNECT_WITHIN: Duration = Duration::from_secs(10);

/// Number of consecutive errors after which one is reported. A single error is usually transient.
pub(crate) const REPORTED_AFTER: u32 = 3;

/// Returns the answer to a request; `None` if it is lost. Some requests would otherwise wait for ever.
pub(crate) async fn in_time<T>(question: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(2 * ANSWER, question).await.ok()
}

/// Returns the pause after this one: twice as long, at most five seconds.
pub(crate) fn longer(pause: Duration) -> Duration {
    (2 * pause).min(Duration::from_secs(5))
}

/// Retries with growing pauses until the attempt succeeds; `None` if `is_over` returns true first.
pub(crate) async fn persist<T, F: Future<Output = Result<T, ClusterError>>>(
    notice: &Notice,
    is_over: &(dyn Fn() -> bool + Sync),
    mut attempt: impl FnMut() -> F,
) -> Option<T> {
    let (mut pause, mut faults) = (Duration::from_millis(100), 0);
    loop {
        match attempt().await {
            Ok(done) => return Some(done),
            Err(error) => {
                faults += 1;
                if faults == REPORTED_AFTER {
                    notice(&format!("{error}; trying again"));
                }
            }
        }
        if is_over() {
            return None;
        }
        tokio::time::sleep(pause).await;
        if is_over() {
            return None;
        }
        pause = longer(pause);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    use super::*;

    #[test]
    fn nothing_is_tried_after_the_end() {
        let (is_over, attempts) = (AtomicBool::new(false), AtomicU32::new(0));
        let attempt = || async {
            attempts.fetch_add(1, Ordering::Relaxed);
            Err::<(), _>(ClusterError::NoStore { address: String::new() })
        };
        let end_in_the_pause = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            is_over.store(true, Ordering::Relaxed);
        };
        let notice: Notice = Arc::new(|_| ());
        let over = || is_over.load(Ordering::Relaxed);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let both = async { tokio::join!(persist(&notice, &over, attempt), end_in_the_pause) };
        let (done, ()) = runtime.expect("a runtime starts").block_on(both);
        assert_eq!((done, attempts.into_inner()), (None, 1));
    }
}
