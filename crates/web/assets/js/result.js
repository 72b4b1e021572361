// The end of a game: the user's next actions.

import { analyseGame } from "./moves.js";
import { rematch } from "./play.js";
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

/** Ids, names, names in a narrow window, actions. @type {Button[]} */
const BUTTONS = [
  ["analyse-game", "Find the mistakes", "Mistakes", analyse],
  ["rematch", "Rematch", "Rematch", again],
  ["another-level", "Another level", "Other level", another],
  ["share-game", "Share", "Share", share],
];

function draw() {
  const box = $("result");
  const over = isOver();
  if (over === !box.hidden) return;
  box.hidden = !over;
  if (!over) return;
  const buttons = BUTTONS.map(([id, text, short, onclick], index) =>
    h(
      "button",
      { type: "button", id, onclick, class: index ? null : "strong" },
      h("span", { class: "wide", text }),
      h("span", { class: "narrow", text: short }),
    ),
  );
  box.replaceChildren(...buttons);
  // Below a high board on a phone, they would be invisible.
  box.scrollIntoView({ block: "nearest" });
}

/** Initialises the module. */
export function start() {
  for (const what of /** @type {const} */ (["view", "line", "players", "note"])) hear(what, draw);
}
