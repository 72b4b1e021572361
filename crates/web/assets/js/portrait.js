// Boards in the windows of phones: another layout, or in portrait orientation the board rotated by
// 90 degrees, if that makes it larger.

/** @import { At, Node, Scene } from "./types.js" */

/** Maximum width of a window in which the board has its own column, as in narrow.css. */
const NARROW = 900;
/** Pixels above and below the board there. */
const BESIDE = 244;
/** Room around a place, and from the centre of a letter, on a board without its margins. */
const [EDGE, LETTER] = [4, 9];

/**
 * Returns the scale of a board of this size in the window.
 * @param {At} size
 */
function scale([width, height]) {
  return Math.min(innerWidth / width, Math.max(1, innerHeight - BESIDE) / height);
}

/** Returns whether the window is that of a phone in portrait orientation. */
export const isPortrait = () => innerWidth <= NARROW && innerHeight > innerWidth;

/** Returns whether the window is that of a phone on its side, as in narrow.css. */
const isLow = () => matchMedia("(min-width: 640px) and (max-height: 520px)").matches;

/**
 * Returns the scale of a board of this size in a low window.
 * @param {At} size
 */
const lowScale = ([width, height]) => Math.min((innerWidth - 376) / width, innerHeight / height);

/**
 * Returns the scene with the layout that the window needs.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function fitted(scene) {
  const { low, portrait } = scene;
  let layout = null;
  if (portrait?.kind === "layout" && isPortrait()) layout = portrait;
  if (low && isLow() && lowScale(low.size) > lowScale(scene.size)) layout = low;
  if (!layout) return scene;
  const { size, nodes, texts } = layout;
  return { ...scene, size, nodes, texts };
}

/**
 * Returns the clockwise rotation of the board in degrees.
 * @param {Scene} scene
 * @param {boolean} flipped whether the second side is below
 */
export function angleOf(scene, flipped) {
  const half = scene.flips && flipped ? 180 : 0;
  const [width, height] = scene.size;
  const isTurned = scene.portrait?.kind === "turned" && isPortrait();
  if (!isTurned || scale([height, width]) <= scale(scene.size)) return half;
  return half + 90;
}

/**
 * Returns the corners of what a board shows: on a phone without the margins, for larger places.
 * @param {Scene} scene
 * @returns {[At, At]}
 */
function corners({ size, nodes, texts, portrait }) {
  if (portrait?.kind !== "turned" || !isPortrait()) return [[0, 0], size];
  const places = nodes.map(({ at, half }) => ({ at, half: [half[0] + EDGE, half[1] + EDGE] }));
  const all = [...places, ...texts.map(({ at }) => ({ at, half: [LETTER, LETTER] }))];
  /** @param {0 | 1} axis */
  const from = (axis) => Math.max(0, Math.min(...all.map((e) => e.at[axis] - e.half[axis])));
  /** @param {0 | 1} axis */
  const to = (axis) => Math.min(size[axis], Math.max(...all.map((e) => e.at[axis] + e.half[axis])));
  return [
    [from(0), from(1)],
    [to(0), to(1)],
  ];
}

/**
 * Returns the visible part of a rotated board: left, top, width and height.
 * @param {Scene} scene
 * @param {number} angle
 * @returns {[number, number, number, number]}
 */
export function visible(scene, angle) {
  const [width, height] = scene.size;
  const [[left, top], [right, bottom]] = corners(scene);
  const [across, down] = [right - left, bottom - top];
  if (angle === 90) return [height - bottom, left, down, across];
  if (angle === 180) return [width - right, height - bottom, across, down];
  if (angle === 270) return [top, width - right, down, across];
  return [left, top, across, down];
}

/**
 * Returns the transformation that rotates a board within its picture.
 * @param {At} size of the board
 * @param {number} angle
 */
export function turning([width, height], angle) {
  if (!angle) return null;
  /** @type {Record<number, At>} */
  const corners = { 90: [height, 0], 180: [width, height], 270: [0, width] };
  const [x, y] = corners[angle];
  return `translate(${x} ${y}) rotate(${angle})`;
}

/**
 * Returns the nearest place in a direction of the screen, for the arrow keys.
 * @param {Node[]} nodes
 * @param {Node} from
 * @param {At} towards to the right of the screen and down
 * @param {number} angle rotation of the board
 * @returns {Node | null}
 */
export function nearest(nodes, from, [dx, dy], angle) {
  /** @type {Record<number, At>} */
  const ways = { 0: [dx, dy], 90: [dy, -dx], 180: [-dx, -dy], 270: [-dy, dx] };
  const [right, down] = ways[angle];
  let best = null;
  let least = Infinity;
  for (const node of nodes) {
    const [x, y] = [node.at[0] - from.at[0], node.at[1] - from.at[1]];
    const along = x * right + y * down;
    const beside = Math.abs(x * down) + Math.abs(y * right);
    const far = along + 2.5 * beside;
    if (along > 1 && far < least) [best, least] = [node, far];
  }
  return best;
}
