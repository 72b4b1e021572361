//! Worker that forges games, for `cargo xtask chaos`. It plays its chunks like a worker, and forges some. Its records follow the
//! rules and the limits, so that only a replay detects them. The arguments are the address of the server, the number of honest
//! chunks, the number of forged chunks before it ends, and the server's token, if it has one.
//!
//! ```text
//! cargo run -p plyground-cluster --example liar -- nats://127.0.0.1:4222 3 20
//! ```

#![allow(clippy::unwrap_used, reason = "a program for tests, which may end at any fault")]

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt;
use plyground_arena::{ChunkHead, ChunkText, StopFlag};
use plyground_catalog::{Catalog, MatchSpec, OpenRun, RunSource};
use plyground_cluster::{Envelope, Identity};
use serde_json::Value;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |at: usize| arguments.get(at).map_or(0, |text| text.parse::<u32>().unwrap());
    let (honest, forged) = (number(2), number(3).max(1));
    let address = arguments.get(1).map_or("nats://127.0.0.1:4222", String::as_str);
    let token = arguments.get(4).filter(|token| !token.is_empty()).cloned();
    let options = token.map_or_else(ConnectOptions::new, ConnectOptions::with_token);
    let context = jetstream::new(options.connect(address).await.unwrap());
    let identity = Identity::draw().unwrap();
    let mut runs: HashMap<String, Arc<OpenRun>> = HashMap::new();
    let mut played = 0;
    while played < honest + forged {
        if play(&context, &identity, &mut runs, played >= honest).await.is_some() {
            played += 1;
        } else {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Plays a chunk, or forges its games; `None` if there is no chunk or the server is unreachable.
async fn play(
    context: &Context,
    identity: &Identity,
    runs: &mut HashMap<String, Arc<OpenRun>>,
    lies: bool,
) -> Option<()> {
    let queue = queue(context).await?;
    let mut messages = queue.batch().max_messages(1).expires(Duration::from_secs(1)).messages().await.ok()?;
    let message = messages.next().await?.ok()?;
    let job: Value = serde_json::from_slice(&message.payload).ok()?;
    let (run, first, pairs) = (job["run"].as_str()?.to_owned(), job["first"].as_u64()?, job["pairs"].as_u64()?);
    if !runs.contains_key(&run) {
        let stream = context.get_stream("PLY_RUNS").await.ok()?;
        let found = stream.get_last_raw_message_by_subject(&format!("ply.run.{run}")).await.ok()?;
        let found: Value = serde_json::from_slice(&found.payload).ok()?;
        let spec: MatchSpec = serde_json::from_value(found["spec"]["games"].clone()).ok()?;
        let game = Arc::clone(Catalog::standard().game(&spec.game).ok()?);
        let open = game.open_run_from(&spec, RunSource::Network { allow_programs: false }).ok()?;
        runs.insert(run.clone(), open);
    }
    let open = Arc::clone(runs.get(&run)?);
    let head = ChunkHead::new(&run, first, pairs);
    let text = tokio::task::spawn_blocking(move || {
        let (mut player, mut text) = (open.player(), ChunkText::begin(&head));
        for number in head.games() {
            let mut record = player.play(number, &StopFlag::default(), &|_| {})?;
            if lies && let Some(nodes) = record.nodes.iter_mut().find(|nodes| **nodes > 0) {
                *nodes -= 1;
            }
            text.add(&record);
        }
        Some(text.end().into_bytes())
    });
    let payload = text.await.ok()??;
    let envelope = Envelope {
        worker: identity.name("liar"),
        job: job["id"].as_str()?.to_owned(),
        first,
        pairs,
        threads: 1,
        micros: 1_000,
        is_failure: false,
    };
    let headers = envelope.headers(identity, &run, &payload);
    context.publish_with_headers(format!("ply.result.{run}"), headers, payload.into()).await.ok()?.await.ok()?;
    message.ack().await.ok()
}

/// Opens the consumer of normal chunks, as a worker does.
async fn queue(context: &Context) -> Option<PullConsumer> {
    let config = pull::Config {
        durable_name: Some("normal".into()),
        filter_subject: "ply.work.normal.*".into(),
        ack_policy: AckPolicy::Explicit,
        ack_wait: Duration::from_secs(1),
        max_ack_pending: 100_000,
        ..pull::Config::default()
    };
    context.get_stream("PLY_WORK").await.ok()?.create_consumer(config).await.ok()
}
