//! `ply worker`: plays chunks of the runs of a cluster.

use std::time::Duration;

use plyground_catalog::Catalog;

use crate::args::{CLUSTER, JsonArgs, LinkArgs};
use crate::failure::Done;
use crate::values::{number, time};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Workers may join and leave at any time. If a worker dies, another worker plays its chunks.\n\nExamples:\n  ply worker --cluster nats://127.0.0.1:4222\n  ply worker --cluster tls://lab1:4222 --token-file token --tls-ca ca.pem --concurrency 8"
)]
pub(crate) struct Args {
    /// NATS server of the cluster, with JetStream
    #[arg(long, alias = "join", value_name = "ADDRESS", help_heading = CLUSTER)]
    cluster: String,
    #[command(flatten)]
    link: LinkArgs,
    /// Chunks played at the same time [default: one per processor]
    #[arg(long, alias = "threads", value_name = "N", allow_hyphen_values = true, value_parser = number::<1, 1024>)]
    concurrency: Option<u32>,
    /// Let every client with the token start programs (`engine:COMMAND`) as your user
    #[arg(long)]
    allow_programs: bool,
    /// Time without a heartbeat after which the chunk of a worker goes to another; the last worker to join sets it for all
    #[arg(long, value_name = "TIME", default_value = "30s", allow_hyphen_values = true, value_parser = time)]
    patience: Duration,
    #[command(flatten)]
    json: JsonArgs,
}

#[cfg(feature = "cluster")]
pub(crate) fn run(args: &Args, catalog: &Catalog) -> Done {
    use crate::failure::Failure;
    use crate::out::{print_json, print_line};
    use crate::watch::Watch;

    if args.patience < Duration::from_millis(500) {
        return Err(Failure::Input(
            "`--patience` is less than half a second: expected `--patience 500ms` or more".into(),
        ));
    }
    let abandon = plyground_search::StopFlag::default();
    let watch = Watch::quiet(&abandon);
    let threads = args.concurrency.map(|threads| threads as usize);
    let worker = plyground_cluster::Worker {
        link: crate::cluster::link(&args.cluster, &args.link)?,
        catalog: catalog.clone(),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        allow_programs: args.allow_programs,
        patience: args.patience,
        stop: watch.stop().clone(),
        abandon,
        notice: watch.notice(),
    };
    let end = worker.run()?;
    if args.json.json {
        print_json(&serde_json::json!({ "games": end.games }));
    } else {
        print_line!("played {} games", end.games);
    }
    Ok(())
}

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let Args {
        cluster: _,
        link: LinkArgs { token_file: _, tls_ca: _ },
        concurrency: _,
        allow_programs: _,
        patience: _,
        json: JsonArgs { json: _ },
    } = args;
    Err(crate::cluster::absent())
}
