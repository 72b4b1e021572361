//! Serves the catalog's agents by the engine protocol.

use std::io::{self, BufRead, Write};

use plyground_arena::engine::{EngineAbout, EngineGame, EngineOption, Settings};
use plyground_play::Start;

use crate::catalog::Catalog;
use crate::error::CatalogError;

/// Serves the engine protocol with `agent`. The client can set the game; the default is `game`, else Kalah, else the catalog's
/// first game.
///
/// # Errors
/// Fails if the streams fail.
pub fn serve_engine(
    catalog: &Catalog,
    game: Option<&str>,
    agent: &str,
    input: impl BufRead,
    output: impl Write + Send,
) -> io::Result<()> {
    let option = |name: &str, kind: &str, default: &str| EngineOption {
        name: name.into(),
        kind: kind.into(),
        default: default.into(),
    };
    let usual = game.unwrap_or_else(|| usual_game(catalog));
    let about = EngineAbout {
        name: format!("Plyground {}", env!("CARGO_PKG_VERSION")),
        author: "the Plyground authors".into(),
        options: vec![
            option("game", "type string", usual),
            option("rules", "type string", ""),
            option("setup", "type string", ""),
            option("agent", "type string", agent),
        ],
    };
    let mut open = |settings: &Settings| -> Result<EngineGame, String> {
        let named = |name: &str| settings.get(name).map(String::as_str).filter(|text| !text.is_empty());
        let open = || -> Result<EngineGame, CatalogError> {
            let game = catalog.game(named("game").unwrap_or(usual))?;
            let spec = catalog.agent(&**game, named("agent").unwrap_or(agent))?;
            let start = game.state(&Start::of_setup(named("setup"), named("rules")))?;
            Ok(EngineGame::new(start, game.player(&spec, None)?))
        };
        open().map_err(|error| error.to_string())
    };
    plyground_arena::engine::serve_engine(input, output, &about, &mut open)
}

/// Returns the default game.
fn usual_game(catalog: &Catalog) -> &str {
    let first = catalog.games().first().map_or(KALAH, |game| game.info().name);
    if catalog.game(KALAH).is_ok() { KALAH } else { first }
}

/// Default game: the only one of early engines, which cannot choose.
const KALAH: &str = "kalah";
