//! The settings that define a run, as one line of JSON in its folder.

use std::path::PathBuf;

use serde_json::json;

use super::{TuningOptions, TuningRun};

/// Returns the settings. The number of threads and the final matches are not part of them.
pub(super) fn text(run: &TuningRun<'_>, options: &TuningOptions) -> String {
    let [setup, rules] = &run.named;
    // A name that is not UTF-8 has escapes, so that it differs from other names.
    let name = |path: &PathBuf| path.to_str().map_or_else(|| format!("{path:?}"), str::to_owned);
    let records: Vec<String> = options.records.iter().map(name).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "game": run.state.name(),
        "setup": setup,
        "rules": rules,
        "agent": run.agent,
        "depth": run.depth,
        "nodes": run.nodes,
        "method": options.method.name(),
        "kids": options.kids,
        "generations": options.generations,
        "pairs": options.pairs,
        "keep_incumbent": options.keep_incumbent,
        "restarts": options.restarts,
        "elite": options.elite,
        "random_start": options.random_start,
        "whole": options.whole,
        "budget": [options.budget.games, options.budget.nodes],
        "seed": options.seed,
        "opening_plies": options.opening_plies,
        "max_plies": options.max_plies,
        "records": records,
        "start": run.start,
    })
    .to_string()
}
