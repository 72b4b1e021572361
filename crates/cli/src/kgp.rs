//! `ply kgp`: plays on a server of the Kalah Game Protocol.

use plyground_catalog::kgp_guest;
use serde_json::json;

use crate::Failure;
use crate::args::KgpArgs;
use crate::out::say;

/// Where the secret may stand, so that it need not be on the command line, where others can read it.
const TOKEN: &str = "PLYGROUND_KGP_TOKEN";

pub(crate) fn run(args: &KgpArgs) -> Result<(), Failure> {
    let mut agent = args.agent.clone();
    agent.time = args.time.or(agent.time);
    let mut guest = kgp_guest(&agent)?;
    guest.identity.name.clone_from(&args.name);
    guest.identity.authors.clone_from(&args.authors);
    guest.identity.token = args.token.clone().or_else(|| std::env::var(TOKEN).ok()).unwrap_or_default();
    let end = guest.visit(&args.server).map_err(|error| Failure::Undone(error.to_string()))?;
    if args.json {
        say!("{}", json!({"answered": end.answered, "goodbye": end.goodbye, "complaint": end.complaint}));
        return Ok(());
    }
    let goodbye = if end.goodbye { "the server said goodbye" } else { "the server hung up" };
    say!("{goodbye} after {} answered boards", end.answered);
    if let Some(complaint) = &end.complaint {
        say!("it complained: {complaint}");
    }
    Ok(())
}
