//! Consumer of urgent chunks, as a worker opens it.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};

/// Opens the consumer of a subject as soon as its stream exists. After `patience` without a heartbeat, a chunk is redelivered.
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
        // The stream may be deleted between the two requests.
        if let Ok(stream) = context.get_stream("PLY_WORK").await
            && let Ok(consumer) = stream.create_consumer(config.clone()).await
        {
            return consumer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
