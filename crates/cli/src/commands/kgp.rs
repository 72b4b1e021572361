//! `ply kgp`: plays on a server of the Kalah Game Protocol.

use plyground_catalog::{Catalog, games::kalah};
use plyground_kgp::{KGP_RULES, KgpGuest};
use plyground_search::Limits;
use serde_json::json;

use crate::args::{JsonArgs, TimeArgs};
use crate::failure::{Done, Failure};
use crate::out::{say, say_json};
use crate::values::number;

/// Where the secret may stand, so that it need not be on the command line, where others can read it.
const TOKEN: &str = "PLYGROUND_KGP_TOKEN";

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Without `--time` a move takes what the server's clock allows, or 5s.\n\nExamples:\n  ply kgp localhost\n  ply kgp kalah.kwarc.info:2671 --name me"
)]
pub(crate) struct Args {
    /// The server; without a port, 2671
    #[arg(value_name = "HOST[:PORT]")]
    server: String,
    /// Who plays
    #[arg(long, value_name = "SPEC", default_value = "best")]
    agent: String,
    #[command(flatten)]
    time: TimeArgs,
    /// The name to show
    #[arg(long, default_value = "plyground")]
    name: String,
    /// The authors to show
    #[arg(long, default_value = "")]
    authors: String,
    /// A secret by which the server knows the player again; also from the variable PLYGROUND_KGP_TOKEN
    #[arg(long)]
    token: Option<String>,
    /// How often to connect again in a row when the line is cut, with longer and longer pauses
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, value_parser = number::<0, 1_000>)]
    reconnect: u32,
    #[command(flatten)]
    json: JsonArgs,
}

pub(crate) fn run(args: &Args, _: &Catalog) -> Done {
    let kalah = kalah();
    let spec = kalah.agent_spec(&args.agent)?;
    let limits = Limits { time: args.time.time, ..Limits::NONE }.or(spec.limits());
    let mut guest = KgpGuest::new(kalah.make(&spec, None)?, limits);
    guest.reconnect = args.reconnect;
    guest.identity.name.clone_from(&args.name);
    guest.identity.authors.clone_from(&args.authors);
    guest.identity.description = format!("{spec}, Plyground {}", env!("CARGO_PKG_VERSION"));
    guest.identity.token = args.token.clone().or_else(|| std::env::var(TOKEN).ok()).unwrap_or_default();
    let end = guest.visit(&args.server).map_err(|error| Failure::Undone(error.to_string()))?;
    if args.json.json {
        say_json(&json!({
            "game": "kalah",
            "rules": KGP_RULES,
            "agent": spec.to_string(),
            "evaluation": spec.evaluation().or(spec.info().evaluation),
            "server": args.server,
            "name": args.name,
            "answered": end.answered,
            "goodbye": end.goodbye,
            "complaint": end.complaint,
        }));
        return Ok(());
    }
    let goodbye = if end.goodbye { "the server said goodbye" } else { "the server hung up" };
    say!("{goodbye} after {} answered boards", end.answered);
    if let Some(complaint) = &end.complaint {
        say!("it complained: {complaint}");
    }
    Ok(())
}
