// Keyboard control of everything that a click can do.

import { walkActions } from "./actions.js";
import { openDialog } from "./dialog.js";
import { $, h } from "./dom.js";
import { act, press, unchoose, walkFocus } from "./board.js";
import { back, flip, forth, hint, pause, swapSides, toEnd, toStart } from "./game.js";
import { rules } from "./rules.js";
import { toggleMenu } from "./menu.js";
import { newGame } from "./setup.js";
import { share } from "./share.js";
import { showThreat, toggle } from "./analysis.js";
import { isStart } from "./start.js";
import { leaveLine, state } from "./state.js";

const KEYS = [
  ["arrows", "walk over the board"],
  ["Enter, space", "choose a piece or a place"],
  ["]  [", "turn the chosen piece clockwise, anticlockwise"],
  ["x", "steal, where there is something to steal"],
  ["Esc", "let go; leave a line"],
  ["u  y", "take back, make again; in a line: back and forth"],
  ["Home End", "to the start, to the end"],
  ["a", "analyse or stop"],
  ["e  h", "show a good move; show the threat"],
  ["p", "agents wait, or play on"],
  ["n  t", "new game; share the game"],
  ["m", "menu: players, set-up, settings"],
  ["r", "the rules of the game, and what is drawn"],
  ["s  f", "swap sides; flip the board"],
  ["1 to 5", "game, analysis, train, compare, matches"],
];

/** @type {Record<string, () => unknown>} */
const ACTIONS = {
  u: back,
  y: forth,
  Home: toStart,
  End: toEnd,
  a: toggle,
  e: hint,
  h: showThreat,
  p: pause,
  m: toggleMenu,
  n: () => newGame(),
  t: share,
  r: rules,
  s: swapSides,
  f: () => flip(),
  "?": help,
  "]": () => act("clockwise"),
  "[": () => act("anticlockwise"),
  x: () => act("steal"),
  1: () => $("tab-moves").click(),
  2: () => $("tab-analysis").click(),
  3: () => $("tab-learn").click(),
  4: () => $("tab-compare").click(),
  5: () => $("tab-matches").click(),
};

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Shows the list of keys. */
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
  openDialog(dialog);
}

/** @param {KeyboardEvent} event */
function keyDown(event) {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
  if (document.querySelector("dialog[open]") || !state.view) return;
  if (isStart()) return;
  if (target.matches("input, select, textarea")) return;
  /** @type {SVGElement | null} */
  const node = target.closest(".node");
  const onBoard = node || target === document.body || target.id === "board";
  const arrow = ARROWS[key];
  if (key === "Escape") {
    if (state.line) leaveLine();
    else unchoose();
  } else if (arrow && target.closest("#actions")) walkActions(...arrow);
  else if (arrow && onBoard) walkFocus(...arrow);
  else if (node && (key === "Enter" || key === " ")) press(node.dataset.id ?? "");
  else if (!arrow && ACTIONS[key]) ACTIONS[key]();
  else return;
  event.preventDefault();
}

/** Starts listening to the keyboard. */
export function start() {
  $("help-button").addEventListener("click", help);
  document.addEventListener("keydown", keyDown);
}
