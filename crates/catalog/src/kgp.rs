//! An agent of the catalog as a guest of a Kalah server.

use plyground_kalah::Kalah;
use plyground_kgp::KgpGuest;
use plyground_search::{Limits, MAX_DEPTH};

use crate::agent::make;
use crate::error::CatalogError;
use crate::spec::AgentSpec;

/// The guest that plays as `spec` says, and introduces itself with it.
///
/// # Errors
/// When the agent plays no Kalah.
pub fn kgp_guest(spec: &AgentSpec) -> Result<KgpGuest, CatalogError> {
    let depth = spec.depth.unwrap_or(MAX_DEPTH);
    let limits = Limits { depth, nodes: spec.nodes, time: spec.time, ..Limits::default() };
    let mut guest = KgpGuest::new(make::<Kalah>(spec)?, limits);
    guest.identity.description = format!("{spec}, Plyground {}", env!("CARGO_PKG_VERSION"));
    if spec.has_plan() {
        guest.usual_time = None;
    }
    Ok(guest)
}
