// Boards in a window that is higher than wide: other places, or the board turned by a quarter,
// where that makes it larger.

/** @import { At, Scene } from "./types.js" */

/** The width of a window up to which the board has a column of its own, as in narrow.css. */
const NARROW = 900;
/** What stands above and below the board there, in pixels. */
const BESIDE = 224;

/**
 * How large a board of a size can be in the window.
 * @param {At} size
 */
function scale([width, height]) {
  return Math.min(innerWidth / width, Math.max(1, innerHeight - BESIDE) / height);
}

/** Whether the window is that of a phone held upright. */
export const isPortrait = () => innerWidth <= NARROW && innerHeight > innerWidth;

/**
 * The scene as the window has it: with its places elsewhere, where it has such a layout.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function fitted(scene) {
  const { portrait } = scene;
  if (portrait?.kind !== "layout" || !isPortrait()) return scene;
  const { size, nodes, texts } = portrait;
  return { ...scene, size, nodes, texts };
}

/**
 * The degrees by which the board is turned clockwise.
 * @param {Scene} scene
 * @param {boolean} flipped whether the second side sits below
 */
export function angleOf(scene, flipped) {
  const half = scene.flips && flipped ? 180 : 0;
  const [width, height] = scene.size;
  const isTurned = scene.portrait?.kind === "turned" && isPortrait();
  if (!isTurned || scale([height, width]) <= scale(scene.size)) return half;
  return half + 90;
}

/**
 * The size of a board that is turned.
 * @param {At} size
 * @param {number} angle
 * @returns {At}
 */
export const turnedSize = ([width, height], angle) =>
  angle % 180 ? [height, width] : [width, height];

/**
 * The transformation that turns a board within its picture.
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
 * A direction on the screen as one of the turned board.
 * @param {number} dx to the right of the screen
 * @param {number} dy down
 * @param {number} angle
 * @returns {[number, number]}
 */
export function onBoard(dx, dy, angle) {
  /** @type {Record<number, [number, number]>} */
  const ways = { 0: [dx, dy], 90: [dy, -dx], 180: [-dx, -dy], 270: [-dy, dx] };
  return ways[angle];
}
