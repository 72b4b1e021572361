// The nearest place in a direction, for the arrow keys on a board.

/** @import { Node } from "./types.js" */

/**
 * @param {Node[]} nodes
 * @param {Node} from
 * @param {number} dx to the right of the screen
 * @param {number} dy down
 * @param {number} sign -1 on a turned board
 * @returns {Node | null}
 */
export function nearest(nodes, from, dx, dy, sign = 1) {
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const [x, y] = [(node.at[0] - from.at[0]) * sign, (node.at[1] - from.at[1]) * sign];
    const along = x * dx + y * dy;
    const beside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = along + 2.5 * beside;
    if (along > 1 && far < least) [best, least] = [node, far];
  }
  return best;
}
