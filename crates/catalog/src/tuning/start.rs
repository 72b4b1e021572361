//! The weights that an agent has before it is tuned.

use plyground_eval::WeightFile;
use plyground_game::options::one_of;

use super::Tuning;
use crate::error::CatalogError;
use crate::playable::Playable;

/// The weights that the agent has now.
pub(super) fn read<P: Playable>(tuning: &Tuning) -> Result<WeightFile, CatalogError> {
    let spec = &tuning.agent;
    if let Some(game) = spec.info().game.filter(|&game| game != P::NAME) {
        return Err(CatalogError::OtherGame { agent: spec.info().name, game, here: P::NAME });
    }
    if spec.time.is_some() {
        let message =
            "a time limit makes games that cannot be repeated: expected `depth` or `nodes` in the agent's spec";
        return Err(CatalogError::Other(message.into()));
    }
    let weighted = || P::evaluations().into_iter().filter(|listed| listed.weights.is_some()).map(|listed| listed.name);
    let Some(name) = spec.eval.as_deref().or_else(|| P::weighted_default(spec.kind)) else {
        let names = one_of(weighted().collect::<Vec<_>>());
        let what = if spec.info().keys.contains(&"eval") {
            format!("agent `{spec}` names no evaluation to tune: expected `eval` to be a weight file or {names}")
        } else {
            format!(
                "agent `{}` has no weights to tune: expected one with the key `eval`, such as `best`",
                spec.info().name
            )
        };
        return Err(CatalogError::Other(what));
    };
    if name.contains(['/', '\\', '.']) {
        let text = std::fs::read_to_string(name)
            .map_err(|error| CatalogError::Other(format!("cannot read weight file `{name}`: {error}")))?;
        return Ok(WeightFile::read(name, &text)?);
    }
    let listed = P::evaluations().into_iter().find(|listed| listed.name == name);
    let Some(listed) = listed else {
        let (found, expected) = (plyground_game::notation::quote(name), one_of(weighted().collect::<Vec<_>>()));
        return Err(CatalogError::UnknownEvaluation { found, game: P::NAME, expected });
    };
    let text = listed.weights.ok_or_else(|| {
        let names = one_of(weighted().collect::<Vec<_>>());
        CatalogError::Other(format!("evaluation `{name}` has no weights to tune: expected {names}"))
    })?;
    Ok(WeightFile::read(name, text)?)
}
