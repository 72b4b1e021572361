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

/** Ids, names with the part that a narrow window omits, actions. @type {Button[]} */
const BUTTONS = [
  ["rematch", "Rematch", "", again],
  ["another-level", "Another level", "", another],
  ["analyse-game", "Analyse", " this game", analyse],
  ["share-game", "Share", "", share],
];

function draw() {
  const box = $("result");
  const over = isOver();
  if (over === !box.hidden) return;
  box.hidden = !over;
  if (!over) return;
  const buttons = BUTTONS.map(([id, text, more, onclick], index) => {
    const kind = index ? null : "strong";
    const name = { id, "aria-label": text + more };
    return h(
      "button",
      { type: "button", ...name, onclick, class: kind },
      text,
      more ? h("span", { class: "wide", text: more }) : null,
    );
  });
  // Two devices need a new link for a new game.
  box.replaceChildren(...buttons.slice(state.shared ? 1 : 0));
  // Below a high board on a phone, they would be invisible.
  box.scrollIntoView({ block: "nearest" });
}

/** Initialises the module. */
export function start() {
  for (const what of /** @type {const} */ (["view", "line", "players", "note"])) hear(what, draw);
}
