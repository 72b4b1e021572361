// Moves as buttons: actions of a chosen piece, such as turns, moves without a place, and, on boards
// without places, all moves.

/** @import { Hint } from "./types.js" */

import { $, h, sentence } from "./dom.js";
import { play, unlock } from "./play.js";
import { state } from "./state.js";

/** Labels of buttons; other buttons show their move. @type {Record<string, string>} */
const LABELS = {
  clockwise: "↻ Turn",
  anticlockwise: "↺ Turn",
  steal: "Steal the stone",
};

const box = $("actions");

/**
 * Shows the buttons of these moves.
 * @param {Hint[]} moves
 * @param {boolean} all whether the board has no places, so all moves are buttons
 */
export function drawActions(moves, all) {
  box.classList.toggle("grid-of-moves", all);
  const longest = Math.max(0, ...moves.map((move) => move.text.length));
  box.style.setProperty("--widest", `${Math.max(4.5, 1.2 + 0.62 * longest)}rem`);
  const held = box.contains(document.activeElement);
  const onward = h("button", {
    type: "button",
    id: "unlock",
    class: "strong",
    title: "Go on from this position yourself; the recorded game is kept beside",
    text: "Play from here",
    onclick: unlock,
  });
  const replay = state.locked
    ? [h("span", { class: "about", text: state.watched ? "A match." : "Recorded game." }), onward]
    : [];
  box.replaceChildren(...replay, ...moves.map((move) => button(move, all)));
  if (held) focusMove();
}

/**
 * @param {Hint} move
 * @param {boolean} all
 */
function button(move, all) {
  return h("button", {
    type: "button",
    class: all ? null : "strong",
    "data-action": move.action,
    "data-move": move.text,
    title: sentence(move.description),
    "aria-label": LABELS[move.action]
      ? `${LABELS[move.action]}: ${sentence(move.description)}`
      : null,
    text: LABELS[move.action] ?? move.text,
    onclick: () => play(move.text),
  });
}

/**
 * Marks the button of the best move, if there is one.
 * @param {string | null} best
 */
export function markBest(best) {
  for (const each of buttons()) each.classList.toggle("best", each.dataset.move === best);
}

/** @returns {HTMLElement[]} */
const buttons = () => [...box.querySelectorAll("button[data-move]")];

/** Focuses the first move. Returns whether there is one. */
export function focusMove() {
  const [first] = buttons();
  first?.focus();
  return first !== undefined;
}

/**
 * Moves the focus by arrow keys: along a row of buttons, or to the nearest one of the next row.
 * @param {number} dx
 * @param {number} dy
 */
export function walkActions(dx, dy) {
  const all = buttons();
  const here = all.findIndex((each) => each === document.activeElement);
  if (here < 0) {
    focusMove();
    return;
  }
  if (dx) {
    all[here + dx]?.focus();
    return;
  }
  const from = all[here];
  const beyond = all.filter((each) => (each.offsetTop - from.offsetTop) * dy > 0);
  const far = (/** @type {HTMLElement} */ each) =>
    1000 * Math.abs(each.offsetTop - from.offsetTop) + Math.abs(each.offsetLeft - from.offsetLeft);
  beyond.sort((one, other) => far(one) - far(other))[0]?.focus();
}
