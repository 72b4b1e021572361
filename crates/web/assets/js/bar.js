// The score bar beside the board: the first side's share of the points. It is shown if an analysis,
// a valued game or the agents of a watched match provide it, and agrees with headline and graph.

/** @import { Found } from "./types.js" */

import { $, sentence } from "./dom.js";
import { pointAt } from "./moves.js";
import { hear, sideName, state } from "./state.js";

/**
 * Returns the content of the bar: a share, a short text and a long one.
 * @returns {{ share: number, short: string, long: string } | null}
 */
function backing() {
  const { found, view } = state;
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)}%`;
  if (found) {
    return { share: found.verdict.share, short: inShort(found), long: found.verdict.text };
  }
  const point = pointAt(view.ply);
  if (point) return { share: point.share, short: percent(point.share), long: point.text };
  const share = watchedShare();
  if (share === null) return null;
  return { share, short: percent(share), long: `${percent(share)}, as the last mover reports` };
}

/** Returns the first side's share by the agent that moved last in a watched game. */
function watchedShare() {
  const { view, watched } = state;
  const last = view.moves[view.moves.length - 1];
  if (!watched || !last || view.ply < view.moves.length || view.outcome) return null;
  const share = watched.thoughts[last.side]?.share ?? null;
  return share === null || last.side === 0 ? share : 1 - share;
}

/**
 * Returns a short text of a score: the first side's share, or the moves to the end.
 * @param {Found} found
 */
function inShort({ analysis, verdict }) {
  const { winner_in } = analysis;
  return winner_in === null ? `${Math.round(100 * verdict.share)}%` : `#${winner_in}`;
}

function draw() {
  const back = backing();
  const bar = $("bar");
  bar.classList.toggle("idle", !back);
  bar.classList.toggle("turned", state.flipped);
  $("bar-fill").style.setProperty("--share", back?.share ?? 0.5);
  $("bar-text").textContent = back?.short ?? "";
  const label = back && `Score for ${sideName(0)}: ${sentence(back.long)}`;
  bar.setAttribute("aria-label", label ?? "No analysis yet");
}

/** Initialises the module. */
export function start() {
  for (const what of /** @type {const} */ (["view", "found", "players", "values"])) {
    hear(what, draw);
  }
}
