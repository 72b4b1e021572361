//! The connection from the command line to a cluster; in a program without the feature, an error that names it.

use std::sync::Arc;

use plyground_catalog::{AnswersElsewhere, Catalog, MatchSpec, Workforce, Workforces};

use crate::args::ClusterArgs;
use crate::failure::Failure;
use crate::watch::Notice;

/// Returns the workers of a server, as the workforce of a run.
#[cfg(feature = "cluster")]
pub(crate) fn workforce(
    address: &str,
    args: &ClusterArgs,
    catalog: &Catalog,
    run: MatchSpec,
    notice: Notice,
) -> Result<Arc<dyn Workforce + Send + Sync>, Failure> {
    Ok(Arc::new(cluster(address, args, catalog, notice)?.run(run)?))
}

/// Returns the workers of a server, for runs one after another.
#[cfg(feature = "cluster")]
pub(crate) fn workforces(
    address: &str,
    args: &ClusterArgs,
    catalog: &Catalog,
    notice: Notice,
) -> Result<Arc<dyn Workforces>, Failure> {
    Ok(Arc::new(cluster(address, args, catalog, notice)?))
}

/// Returns the workers of a server, for the subproblems of a proof.
#[cfg(feature = "cluster")]
pub(crate) fn answers(
    address: &str,
    args: &ClusterArgs,
    catalog: &Catalog,
    notice: Notice,
) -> Result<Arc<dyn AnswersElsewhere>, Failure> {
    Ok(Arc::new(cluster(address, args, catalog, notice)?))
}

#[cfg(feature = "cluster")]
fn cluster(
    address: &str,
    args: &ClusterArgs,
    catalog: &Catalog,
    notice: Notice,
) -> Result<plyground_cluster::Cluster, Failure> {
    let link = link(address, &args.link)?;
    report_missing_workers(&link, address, Arc::clone(&notice));
    let priority = args.priority.parse().map_err(Failure::Input)?;
    let cluster = plyground_cluster::Cluster::new(link, catalog.clone(), priority, notice)?;
    Ok(cluster.with_reference(args.reference_nps.map(u64::from)))
}

/// Prints a notice if no worker has joined the cluster, which the run waits for.
#[cfg(feature = "cluster")]
fn report_missing_workers(link: &plyground_cluster::Link, address: &str, notice: Notice) {
    let (link, address) = (link.clone(), address.to_owned());
    // On a separate thread, because the run need not wait for the answer. The run reports errors of the connection.
    _ = std::thread::Builder::new().name("workers".into()).spawn(move || {
        if plyground_cluster::overview(&link).is_ok_and(|overview| overview.workers.is_empty()) {
            notice(&format!(
                "no worker has joined {address}: the run waits for one; `ply worker --cluster {address}` starts one"
            ));
        }
    });
}

/// Returns the link to a server.
#[cfg(feature = "cluster")]
pub(crate) fn link(address: &str, args: &crate::args::LinkArgs) -> Result<plyground_cluster::Link, Failure> {
    let link = plyground_cluster::Link::new(address, args.token_file.as_deref(), args.tls_ca.as_deref())?;
    if let Some(warning) = link.warning() {
        crate::out::note!("warning: {warning}");
    }
    Ok(link)
}

/// Returns the source from which the board reads the state of a cluster.
#[cfg(all(feature = "cluster", feature = "web"))]
pub(crate) fn source(address: &str, args: &crate::args::LinkArgs) -> Result<plyground_web::ClusterSource, Failure> {
    let link = link(address, args)?;
    Ok(plyground_web::ClusterSource::new(move || {
        let overview = plyground_cluster::overview(&link).map_err(|error| error.to_string())?;
        serde_json::to_value(overview).map_err(|error| error.to_string())
    }))
}

#[cfg(feature = "cluster")]
impl From<plyground_cluster::ClusterError> for Failure {
    fn from(error: plyground_cluster::ClusterError) -> Failure {
        match error.kind() {
            plyground_catalog::ErrorKind::Input => Failure::Input(error.to_string()),
            _ => Failure::Undone(error.to_string()),
        }
    }
}

/// Returns an error that names the feature.
#[cfg(not(feature = "cluster"))]
pub(crate) fn workforce(
    _: &str,
    _: &ClusterArgs,
    _: &Catalog,
    _: MatchSpec,
    _: Notice,
) -> Result<Arc<dyn Workforce + Send + Sync>, Failure> {
    Err(absent())
}

/// Returns an error that names the feature.
#[cfg(not(feature = "cluster"))]
pub(crate) fn workforces(_: &str, _: &ClusterArgs, _: &Catalog, _: Notice) -> Result<Arc<dyn Workforces>, Failure> {
    Err(absent())
}

/// Returns an error that names the feature.
#[cfg(not(feature = "cluster"))]
pub(crate) fn answers(_: &str, _: &ClusterArgs, _: &Catalog, _: Notice) -> Result<Arc<dyn AnswersElsewhere>, Failure> {
    Err(absent())
}

/// Returns an error that names the feature.
#[cfg(all(not(feature = "cluster"), feature = "web"))]
pub(crate) fn source(_: &str, _: &crate::args::LinkArgs) -> Result<plyground_web::ClusterSource, Failure> {
    Err(absent())
}

/// Returns an error that names the feature.
#[cfg(not(feature = "cluster"))]
pub(crate) fn absent() -> Failure {
    Failure::Undone(
        "this `ply` was built without clusters: `cargo install --path crates/cli --features cluster` adds them".into(),
    )
}
