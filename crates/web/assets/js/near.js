// The nearest place in a direction, for the arrow keys.

/** @import { Node } from "./types.js" */

/**
 * @param {Node[]} nodes
 * @param {Node} from
 * @param {number} dx to the right of the board
 * @param {number} dy down
 * @returns {Node | null}
 */
export function nearest(nodes, from, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const [x, y] = [node.at[0] - from.at[0], node.at[1] - from.at[1]];
    const along = x * dx + y * dy;
    const beside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = along + 2.5 * beside;
    if (along > 1 && far < least) [best, least] = [node, far];
  }
  return best;
}
