// The end of a game, and a puzzle: the user's next actions.

import { analyseGame } from "./moves.js";
import { rematch } from "./play.js";
import { puzzleOnBoard } from "./puzzles.js";
import { sameClock } from "./clock.js";
import { $, complain, h } from "./dom.js";
import { newGame } from "./setup.js";
import { share } from "./share.js";
import { hear, state } from "./state.js";

/** @typedef {[string, string, string, () => unknown]} Button */

/** Returns whether a game played here is over. */
function isOver() {
  const { view, line, locked, note } = state;
  return Boolean(view.outcome && view.ply === view.moves.length && !line && !locked && !note);
}

function again() {
  if (state.shared) {
    state.shared.rematch();
    return;
  }
  sameClock();
  rematch().catch(complain);
}

function another() {
  newGame();
  $("new-opponent")?.focus();
}

function analyse() {
  $("tab-moves").click();
  analyseGame();
}

/** Returns ids, names, names in a narrow window, and actions. @returns {Button[]} */
const buttonsOf = () => [
  ["analyse-game", "Find the mistakes", "Mistakes", analyse],
  state.shared?.next
    ? ["rematch", "Accept the rematch", "Accept", again]
    : ["rematch", "Rematch", "Rematch", again],
  ["another-level", "Another level", "Other level", another],
  ["share-game", "Share", "Share", share],
];

/** What the buttons were drawn for; empty for nothing. */
let drawn = "";

function draw() {
  const box = $("result");
  const puzzle = puzzleOnBoard();
  const over = puzzle ? puzzle.done : isOver();
  const end = over ? `end, ${state.shared?.next}` : "";
  const now = puzzle ? `puzzle ${puzzle.number}, ${over}` : end;
  if (now === drawn) return;
  drawn = now;
  box.hidden = !now;
  box.classList.toggle("going-on", !over);
  if (!now) return;
  const buttons = (puzzle?.buttons ?? buttonsOf()).map(([id, text, short, onclick], index) =>
    h(
      "button",
      { type: "button", id, onclick, class: over && !index ? "strong" : null },
      h("span", { class: "wide", text }),
      h("span", { class: "narrow", text: short }),
    ),
  );
  const kept = box.contains(document.activeElement) ? document.activeElement?.id : null;
  box.replaceChildren(...buttons);
  if (kept) $(kept)?.focus({ preventScroll: true });
  // Below a high board on a phone, they would be invisible.
  if (over) box.scrollIntoView({ block: "nearest" });
}

/** Initialises the module. */
export function start() {
  for (const what of /** @type {const} */ (["view", "line", "players", "note"])) hear(what, draw);
}
