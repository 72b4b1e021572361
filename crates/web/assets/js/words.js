// How a piece moves, in words, where the keyboard or a click is on one. The words cover the status
// line below the board, so that they hide no place and nothing has to make room for them.

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
function show({ target }) {
  /** @type {SVGElement | null} */
  const place = target instanceof Element ? target.closest(".node") : null;
  const piece = shown().pieces.find((each) => each.on === place?.dataset.id);
  const words = piece && info().pieces[piece.shape];
  box.hidden = !words;
  if (!words || !piece) return;
  box.textContent = `${sentence(name(piece))}: ${words}.`;
}

/** Puts it on the page. */
export function start() {
  const board = $("board");
  board.addEventListener("focusin", show);
  board.addEventListener("click", show);
  board.addEventListener("focusout", hide);
  hear("view", hide);
  hear("line", hide);
}
