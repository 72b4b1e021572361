// The palette of the board editor: brushes with their pictures.

/** @import { Node, Piece } from "./types.js" */

import { h, s, sentence } from "./dom.js";
import { drawPiece } from "./shapes.js";

/**
 * @typedef {object} Brush
 * @property {string} name
 * @property {Piece | null} piece `null` clears the place
 * @property {number} turns
 * @property {number} adds change of the count of a place
 */

/**
 * Draws a brush.
 * @param {Brush} brush
 */
function picture({ piece, adds }) {
  const svg = s("svg", { class: "scene", viewBox: "-30 -30 60 60", "aria-hidden": "true" });
  const node = /** @type {Node} */ ({ at: [0, 0], half: [30, 30] });
  if (piece) svg.append(drawPiece(piece, node, 0));
  else if (adds) {
    const text = `${adds > 0 ? "+" : "−"}${Math.abs(adds)}`;
    svg.append(s("text", { class: "adds", dy: "0.35em", text }));
  } else svg.append(s("path", { class: "nothing", d: "M-13 -13L13 13M13 -13L-13 13" }));
  return svg;
}

/**
 * Draws the brushes, one of them chosen.
 * @param {Brush[]} brushes
 * @param {(brush: Brush) => unknown} choose
 */
export function palette(brushes, choose) {
  const tiles = brushes.map((each, index) => {
    const input = h("input", {
      type: "radio",
      name: "brush",
      value: index,
      checked: index === 0,
      onchange: () => choose(each),
    });
    const name = sentence(each.name);
    return h(
      "label",
      { class: "brush", title: name },
      input,
      picture(each),
      h("span", { text: name }),
    );
  });
  return h("fieldset", { class: "brushes" }, h("legend", { text: "Put" }), tiles);
}
