// Draws the parts of a board like the pictures of `crates/scene/src/svg.rs`; a test compares the
// two. The shapes come from the server's sheet, and the colours from the style sheet.

/** @import { At, Node, Overlay, Piece, Scene, Word } from "./types.js" */

import { s } from "./dom.js";

/** Maximum number of seeds drawn; more cannot be distinguished. */
const SEEDS = 36;
/** Angle between consecutive seeds in radians; no two seeds are aligned. */
const GOLDEN_ANGLE = 2.39996;

/** @type {Document | null} */
let sheet = null;

/** Fetches the shapes of pieces, signs and marks, which drawing needs. */
export async function loadShapes() {
  const answer = await fetch(new URL("shapes.svg", import.meta.url));
  sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
}

/**
 * Returns the elements of a shape; none if the sheet lacks it.
 * @param {string | null} name
 * @returns {Element[]}
 */
function shape(name) {
  const group = name && sheet?.getElementById(name);
  return group ? [...group.children].map((part) => document.importNode(part, true)) : [];
}

/** @param {At} at */
const moved = ([x, y]) => `translate(${x} ${y})`;

/**
 * Draws the outline of a place.
 * @param {Node} node
 * @param {string} name its class
 */
export const outline = (node, name) =>
  s("path", { class: name, d: node.outline, transform: moved(node.at) });

/**
 * Draws a place.
 * @param {Node} node
 */
export function drawNode(node) {
  const properties = {
    class: `node ${node.shape} tone-${node.tone}`,
    transform: moved(node.at),
    "data-id": node.id,
    role: "button",
    tabindex: -1,
    "aria-label": node.name,
  };
  const area = s("path", { class: "outline", d: node.outline });
  return s("g", properties, area, shape(node.glyph), s("title", { text: node.name }));
}

/**
 * Draws a line of the board.
 * @param {Scene["edges"][number]} edge
 */
export function drawEdge({ from, to, tone }) {
  const ends = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  return s("line", { class: `edge tone-${tone}`, ...ends });
}

/**
 * Draws a word of a board drawn as text.
 * @param {Word} word
 */
export function drawWord(word) {
  const text = s("text", {
    class: word.chip ? "chip-text" : null,
    dy: "0.35em",
    textLength: word.width,
    lengthAdjust: "spacingAndGlyphs",
    text: word.text,
  });
  const fresh = word.fresh && s("path", { class: "fresh", d: word.fresh });
  const chip = word.chip && s("path", { class: "chip", d: word.chip });
  const transform = word.scale === 1 ? moved(word.at) : `${moved(word.at)} scale(${word.scale})`;
  return s("g", { class: `word tone-${word.tone}`, transform }, fresh, chip, text);
}

/**
 * Draws the ground of a board drawn as text.
 * @param {Scene} scene
 */
export const drawGround = ({ size }) =>
  s("rect", { class: "ground", x: 1, y: 1, width: size[0] - 2, height: size[1] - 2, rx: 10 });

/**
 * Draws a coordinate.
 * @param {Scene["texts"][number]} text
 * @param {number} angle rotation of the board, which the text compensates
 */
export function drawText({ at: [x, y], text }, angle) {
  const transform = angle ? `rotate(${-angle} ${x} ${y})` : null;
  return s("text", { x, y, dy: "0.35em", text, transform });
}

/**
 * Draws a mark or a line over the board.
 * @param {Overlay} overlay
 * @param {(id: string) => Node} nodeOf
 */
export function drawOverlay(overlay, nodeOf) {
  const label = { role: "img", "aria-label": overlay.name };
  if (overlay.kind === "line") {
    const points = overlay.points.map((point) => point.join(",")).join(" ");
    return s("polyline", { class: `over ${overlay.tone} side-${overlay.side}`, points, ...label });
  }
  const name = `mark-${overlay.tone}`;
  const marks = overlay.nodes.map((id) => {
    const node = nodeOf(id);
    const sign = shape(name);
    // A mark without its own sign covers the place.
    const parts = sign.length ? sign : [s("path", { class: "outline", d: node.outline })];
    return s("g", { transform: moved(node.at) }, parts);
  });
  return s("g", { class: `over ${name}`, ...label }, marks);
}

/**
 * Draws seeds in a spiral that fills their house, and their number.
 * @param {number} count
 * @param {Node} node
 */
function seeds(count, node) {
  const [across, down] = node.half;
  const parts = [];
  for (let index = 0; index < Math.min(count, SEEDS); index++) {
    const angle = index * GOLDEN_ANGLE;
    const reach = 0.8 * Math.sqrt(index / Math.max(count, 7));
    const cx = Math.cos(angle) * reach * (across - 8);
    const cy = Math.sin(angle) * reach * (down - 16) - 7;
    parts.push(s("circle", { class: "seed", r: 6, cx, cy }));
  }
  const y = node.shape === "store" ? down - 18 : down - 13;
  parts.push(s("text", { class: "count", y, dy: "0.35em", text: String(count) }));
  return parts;
}

/**
 * Draws a piece or the seeds of a house: a group that can move, with an inner group that can turn.
 * @param {Piece} piece
 * @param {Node} node
 * @param {number} angle rotation of the board
 */
export function drawPiece(piece, node, angle) {
  const known = shape(piece.shape);
  const parts =
    piece.count !== null ? seeds(piece.count, node) : known.length ? known : shape("disc");
  const letter = piece.letter
    ? s("text", { class: "letter", dy: "0.35em", text: piece.letter })
    : null;
  const inner = s("g", { class: "turn" }, parts, letter);
  inner.style.transform = `rotate(${piece.turn}deg)`;
  // Faces and numbers stay upright on a rotated board.
  const isRead =
    piece.count !== null || piece.letter || (piece.shape === "pharaoh" && piece.turn === 0);
  const upright = angle && isRead;
  const place = s(
    "g",
    { class: `piece side-${piece.side} ${piece.shape}`, "data-on": piece.on },
    upright ? s("g", { transform: `rotate(${-angle})` }, inner) : inner,
  );
  place.style.transform = `translate(${node.at[0]}px, ${node.at[1]}px)`;
  return place;
}
