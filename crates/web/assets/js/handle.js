// Handles that turn a chosen piece by mouse; touch uses the buttons below the board.

/** @import { Hint, Node, Scene } from "./types.js" */

import { s, sentence } from "./dom.js";
import { play } from "./play.js";

/**
 * Draws the handle of a move that turns a piece.
 * @param {Hint} move
 * @param {Node} node the place of the piece
 * @param {Scene | null} scene
 * @param {number} angle rotation of the board
 */
export function drawHandle(move, node, scene, angle) {
  const [x, y] = node.at;
  const width = scene?.size[0] ?? 0;
  const clockwise = move.action === "clockwise";
  const side = clockwise === angle < 180 ? 1 : -1;
  const inside = Math.max(20, Math.min(width - 20, x + side * 34));
  const up = y - 34 < 18 ? 34 : -34;
  const properties = {
    class: "handle",
    transform: `translate(${inside} ${y + up})${angle ? ` rotate(${-angle})` : ""}`,
    role: "button",
    "aria-label": sentence(move.description),
    "data-action": move.action,
  };
  const sign = s("text", { dy: "0.35em", text: clockwise ? "↻" : "↺" });
  const handle = s("g", properties, s("circle", { r: 15 }), sign);
  handle.addEventListener("click", () => play(move.text));
  return handle;
}
