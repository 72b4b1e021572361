//! The queue of urgent chunks, as a worker opens it.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};

/// The queue of a subject as soon as its stream exists; `patience` is the silence after which a chunk goes to another worker.
pub(crate) async fn queue(context: &Context, subject: &str, patience: Duration) -> PullConsumer {
    let config = pull::Config {
        durable_name: Some("high".into()),
        filter_subject: subject.into(),
        ack_policy: AckPolicy::Explicit,
        ack_wait: patience,
        max_ack_pending: 100_000,
        ..pull::Config::default()
    };
    loop {
        // The stream may also go between the two questions.
        if let Ok(stream) = context.get_stream("PLY_WORK").await
            && let Ok(consumer) = stream.create_consumer(config.clone()).await
        {
            return consumer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
