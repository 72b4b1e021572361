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

/** Returns ids, names, names in a narrow window, and actions. @returns {Button[]} */
const buttonsOf = () => [
  ["analyse-game", "Find the mistakes", "Mistakes", analyse],
  state.shared?.next
    ? ["rematch", "Accept the rematch", "Accept", again]
    : ["rematch", "Rematch", "Rematch", again],
  ["another-level", "Another level", "Other level", another],
  ["share-game", "Share", "Share", share],
];

/** The offered game when the buttons were drawn. @type {string | undefined} */
let offered;

function draw() {
  const box = $("result");
  const over = isOver();
  if (over === !box.hidden && offered === state.shared?.next) return;
  offered = state.shared?.next;
  box.hidden = !over;
  if (!over) return;
  const buttons = buttonsOf().map(([id, text, short, onclick], index) =>
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
