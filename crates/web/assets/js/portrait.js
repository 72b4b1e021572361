// Boards in a window that is higher than wide: another layout, or the board rotated by 90 degrees
// if that makes it larger.

/** @import { At, Scene } from "./types.js" */

/** Maximum width of a window in which the board has its own column, as in narrow.css. */
const NARROW = 900;
/** Pixels above and below the board there. */
const BESIDE = 224;

/**
 * Returns the scale of a board of this size in the window.
 * @param {At} size
 */
function scale([width, height]) {
  return Math.min(innerWidth / width, Math.max(1, innerHeight - BESIDE) / height);
}

/** Returns whether the window is that of a phone in portrait orientation. */
export const isPortrait = () => innerWidth <= NARROW && innerHeight > innerWidth;

/**
 * Returns the scene with its portrait layout if the window needs it.
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
 * Returns the size of a rotated board.
 * @param {At} size
 * @param {number} angle
 * @returns {At}
 */
export const turnedSize = ([width, height], angle) =>
  angle % 180 ? [height, width] : [width, height];

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
 * Converts a direction on the screen to one of the rotated board.
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
