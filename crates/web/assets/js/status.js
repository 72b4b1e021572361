// The status line below the board: the last event, the side to move, the result.

/** @import { Found } from "./types.js" */

import { hasKeys, sentence } from "./dom.js";
import { isAgent, sideName, state } from "./state.js";

/**
 * Describes the progress of a watched game.
 * @param {import("./types.js").Watched} watched
 */
function course({ number, cause }) {
  const { view } = state;
  if (view.ply < view.moves.length)
    return `Game ${number} ${cause ? "has ended: ▶| shows its end" : "goes on: ▶| follows it"}.`;
  return cause && !view.outcome ? `Game ${number} has ended: ${cause}.` : `Game ${number}.`;
}

/**
 * Returns the score and the best line of an analysis.
 * @param {Found} found
 */
const found = ({ verdict, analysis }) =>
  `${sentence(verdict.text)}: ${analysis.pv.slice(0, 6).join(" ")}.`;

/** Returns who won; the user if only one side is played here. */
function result() {
  const { view, players, locked } = state;
  const winner = view.outcome?.winner ?? null;
  if (winner === null) return "Drawn";
  const isMine = !locked && players[0] !== players[1] && players.includes("human");
  if (isMine) return players[winner] === "human" ? "You won" : "You lost";
  return `${sentence(sideName(winner))} won`;
}

/** Returns the last event and the side to move. */
export function statusText() {
  const { view, line } = state;
  const last = view.ply ? view.moves[view.ply - 1] : null;
  const parts = [];
  if (line?.at) {
    const place = `move ${line.at} of ${line.frames.length}`;
    const { description } = line.frames[line.at - 1];
    const kind = line.threat ? "Threat" : "Line";
    parts.push(
      `${kind}, ${place}: ${sentence(description)}. ${hasKeys() ? "Esc" : "◀"} goes back.`,
    );
  } else if (line) parts.push("Line, at its beginning: ◀ goes back to the game.");
  else {
    const moved = last ? `${sentence(last.description)}.` : "";
    if (view.outcome) {
      // The card of the result has no room for the last move.
      parts.push(`${result()}. ${sentence(view.outcome.reason)}.`, state.locked ? moved : "");
      if (state.shared?.next) parts.push("The other player has begun a rematch.");
    } else parts.push(moved, `${sentence(sideName(view.turn))} to move.`);
    const hinted = view.scene.moves.find((move) => move.text === state.hint);
    // In the middle of a line no agent moves, and the reason must be visible.
    const isEarlier = view.ply < view.moves.length && isAgent(state.players[view.turn]);
    if (isEarlier && !state.watched) parts.push("An earlier position: ▶ shows the next move.");
    // While the user looks back, the other player's move arrives and the clock runs.
    if (state.shared && view.ply < view.moves.length)
      parts.unshift("An earlier position: ▶| goes to the last.");
    // On a phone, the lines of an analysis are below the fold.
    if (state.found && matchMedia("(max-width: 900px)").matches) parts.unshift(found(state.found));
    if (state.note) parts.unshift(state.note);
    // There is no room for more on a phone.
    if (state.threat) parts.splice(0, parts.length, state.threat.text);
    if (hinted) parts.splice(0, parts.length, `Hint: ${sentence(hinted.description)}.`);
    if (state.watched) parts.push(course(state.watched));
    if (state.warning) parts.unshift(state.warning);
  }
  return parts.filter(Boolean).join(" ");
}
