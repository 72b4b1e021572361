// The keyboard: everything that a click can do.

import { $, h } from "./dom.js";
import { deed, press, unchoose, walkFocus } from "./board.js";
import { back, flip, forth, pause, swapSides, toEnd, toStart } from "./game.js";
import { asText, newGame } from "./setup.js";
import { showThreat, toggle } from "./analysis.js";
import { leaveLine, state } from "./state.js";

const KEYS = [
  ["arrows", "walk over the board"],
  ["Enter, space", "choose a piece or a place"],
  ["]  [", "turn the chosen piece clockwise, anticlockwise"],
  ["x", "steal, in Cachex"],
  ["Esc", "let go; leave a line"],
  ["u  y", "take back, make again; in a line: back and forth"],
  ["Home End", "to the start, to the end"],
  ["a", "analyse or stop"],
  ["h", "show the threat"],
  ["p", "hold the agents, or let them play"],
  ["n  t", "new game; position and game as text"],
  ["s  f", "swap sides; turn the board"],
  ["1 to 4", "moves, analysis, compare, matches"],
];

const ACTIONS = {
  u: back,
  y: forth,
  Home: toStart,
  End: toEnd,
  a: toggle,
  h: showThreat,
  p: pause,
  n: () => newGame(),
  t: asText,
  s: swapSides,
  f: () => flip(),
  "?": help,
  "]": () => deed("clockwise"),
  "[": () => deed("anticlockwise"),
  x: () => deed("steal"),
  1: () => $("tab-moves").click(),
  2: () => $("tab-analysis").click(),
  3: () => $("tab-compare").click(),
  4: () => $("tab-matches").click(),
};

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function help() {
  const dialog = $("help-dialog");
  dialog.replaceChildren(
    h(
      "form",
      { method: "dialog" },
      h("h2", { text: "Keys" }),
      h(
        "table",
        { class: "keys" },
        KEYS.map(([key, what]) =>
          h("tr", {}, h("th", { scope: "row" }, h("kbd", { text: key })), h("td", { text: what })),
        ),
      ),
      h("div", { class: "buttons" }, h("button", { class: "strong", text: "Close" })),
    ),
  );
  if (!dialog.open) dialog.showModal();
}

export function start() {
  $("help-button").addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (event.target.matches("input, select, textarea")) return;
    const node = event.target.closest(".node");
    const onTab = event.target.closest("[role=tablist]");
    if (event.key === "Escape") {
      if (state.line) leaveLine();
      else unchoose();
    } else if (
      ARROWS[event.key] &&
      !onTab &&
      (node || event.target === document.body || event.target.id === "board")
    ) {
      walkFocus(...ARROWS[event.key]);
    } else if (node && (event.key === "Enter" || event.key === " ")) {
      press(node.dataset.id);
    } else if (ACTIONS[event.key]) {
      ACTIONS[event.key]();
    } else return;
    event.preventDefault();
  });
}
