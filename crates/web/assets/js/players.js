// The dialog that changes the players during a game.

import { agentChoice, agentGroups, fits, keysOf, levelGroup, usual } from "./agents.js";
import { cancel, openDialog } from "./dialog.js";
import { $, h, option, redraw, sentence, toast } from "./dom.js";
import { takeSide } from "./game.js";
import { levelOf } from "./levels.js";
import { LIMITS } from "./strips.js";
import { hear, sideName, state } from "./state.js";

/**
 * Returns the limit of an agent; nothing if there is no choice.
 * @param {number} side
 * @param {string} name
 * @param {string} limit
 */
function drawLimit(side, name, limit) {
  const keys = keysOf(name);
  const usable = Object.keys(LIMITS).filter((text) => !text || keys.includes(text.split("=")[0]));
  const limits = [...new Set([...usable, limit])];
  if (name === "human" || limits.length < 2) return null;
  const change = (/** @type {any} */ event) =>
    takeSide(side, event.target.value ? `${name}:${event.target.value}` : name);
  return h(
    "select",
    {
      id: `player-${side}-limit`,
      "aria-label": `Limit of ${sideName(side)}'s agent`,
      onchange: change,
    },
    limits.map((text) => option(text, LIMITS[text] ?? text, limit)),
  );
}

/** @param {number} side */
function drawChoice(side) {
  const spec = state.players[side];
  const [name, limit = ""] = spec.split(":");
  const isKnown = name === "human" || fits(spec, state.view.game);
  const isLevel = Boolean(levelOf(spec));
  const [list, text] = agentChoice({
    id: `player-${side}-agent`,
    label: `Who plays ${sideName(side)}`,
    first: ["human", "You"],
    groups: [levelGroup(), ...agentGroups()],
    chosen: isLevel || !isKnown ? spec : name,
    spec,
    choose: (agent) => takeSide(side, levelOf(agent) ? agent : usual(agent)),
  });
  const more = isLevel || !text.hidden ? [] : (drawLimit(side, name, limit) ?? []);
  return h(
    "fieldset",
    { class: "agents" },
    h("legend", { text: sentence(sideName(side)) }),
    h("div", { class: "agent" }, [list, text].concat(/** @type {any} */ (more))),
  );
}

function draw() {
  const dialog = $("players-dialog");
  redraw(dialog, [
    h(
      "form",
      { method: "dialog" },
      h("h2", { text: "Change players" }),
      drawChoice(0),
      drawChoice(1),
      h("div", { class: "buttons" }, cancel(dialog, "Done")),
    ),
  ]);
}

/** Opens the dialog. */
export function changePlayers() {
  if (state.locked || state.shared) {
    toast(
      state.shared
        ? "Both players of a shared game are chosen."
        : "This is a recorded game: “Play from here” begins a variation of your own.",
    );
    return;
  }
  const dialog = $("players-dialog");
  draw();
  openDialog(dialog);
}

/** Initialises the module. */
export function start() {
  $("players").addEventListener("click", changePlayers);
  for (const what of /** @type {const} */ (["players", "game"]))
    hear(what, () => $("players-dialog").open && draw());
}
