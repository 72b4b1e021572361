// Describes the movement of a piece when it is focused or clicked. The text covers the status line
// below the board, so the layout does not change.

import { isRestoring } from "./board.js";
import { $, sentence } from "./dom.js";
import { hear, info, shown, sideName } from "./state.js";

const box = $("piece-words");

function hide() {
  box.hidden = true;
}

/** @param {import("./types.js").Piece} piece */
const name = ({ shape, side, count }) =>
  count === null ? `${sideName(side)} ${shape.replace(/^stone-.*/, "stone")}` : shape;

/** @param {Event} event */
function show({ target, type }) {
  /** @type {SVGElement | null} */
  const place = target instanceof Element ? target.closest(".node") : null;
  // The user has not asked for the words of a place that a drawing focuses again.
  if (type === "focusin" && isRestoring()) return;
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
  hear("view", hide);
  hear("line", hide);
}
