// Resigning: at any time of a game that goes on, after a confirmation.

import { $ } from "./dom.js";
import { goTo, resign } from "./play.js";
import { hear, leaveLine, state } from "./state.js";

const button = $("resign");

/** Asks for a confirmation, then resigns for the human to move, or for the only human. */
async function giveUp() {
  if (!button.dataset.sure) {
    button.dataset.sure = "yes";
    button.setAttribute("aria-label", "Resign: really?");
    setTimeout(draw, 3000);
    return;
  }
  leaveLine();
  const { length } = state.view.moves;
  // An earlier position is viewed.
  if (state.view.ply < length && !(await goTo(length))) return;
  const { view, players } = state;
  if (!view.outcome) resign(players[view.turn] === "human" ? view.turn : 1 - view.turn);
}

/** Allows to resign while a person plays a game that is not over. */
function draw() {
  const { view, players, locked } = state;
  delete button.dataset.sure;
  button.setAttribute("aria-label", "Resign");
  button.disabled =
    Boolean(view.outcome || locked || view.resigned !== null) || !players.includes("human");
}

/** Initialises the module. */
export function start() {
  button.addEventListener("click", giveUp);
  for (const what of /** @type {const} */ (["view", "line", "players"])) hear(what, draw);
}
