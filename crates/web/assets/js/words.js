// Describes the movement of a piece when it is focused or clicked. The text covers the status line
// below the board, so the layout does not change.

import { $, sentence } from "./dom.js";
import { hear, info, shown, sideName } from "./state.js";

const box = $("piece-words");

/** Whether a move has hidden the words: the place that it focuses again shows none. */
let isPassed = false;

function hide() {
  box.hidden = true;
}

/** Hides the words after a move, until the user focuses another place or clicks one. */
function pass() {
  isPassed = true;
  hide();
}

/** @param {import("./types.js").Piece} piece */
const name = ({ shape, side, count }) =>
  count === null ? `${sideName(side)} ${shape.replace(/^stone-.*/, "stone")}` : shape;

/** @param {Event} event */
function show({ target, type }) {
  /** @type {SVGElement | null} */
  const place = target instanceof Element ? target.closest(".node") : null;
  if (type === "focusin" && isPassed) return;
  const piece = shown().pieces.find((each) => each.on === place?.dataset.id);
  const words = piece && info().pieces[piece.shape];
  box.hidden = !words;
  if (!words || !piece) return;
  box.textContent = `${sentence(name(piece))}: ${words}.`;
}

/** Initialises the module. */
export function start() {
  const board = $("board");
  board.addEventListener("focusin", show);
  board.addEventListener("click", show);
  board.addEventListener("focusout", hide);
  // What the user does comes before the focus that follows from it.
  for (const act of ["keydown", "pointerdown"])
    addEventListener(act, () => (isPassed = false), { capture: true });
  hear("view", pass);
  hear("line", pass);
}
