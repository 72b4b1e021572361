// Layers of a drawn board, from bottom to top, shared by the board and its miniatures.

/** @import { Node, Scene } from "./types.js" */

import { s } from "./dom.js";
import { turning } from "./portrait.js";
import { drawEdge, drawGround, drawNode, drawOverlay, drawPiece } from "./shapes.js";
import { drawText, drawWord } from "./shapes.js";

const LAYERS = ["edges", "nodes", "words", "marks", "texts", "pieces", "lines"];
/** Layers that the page adds: analysis, hints and moving pieces. */
const SHOWN = ["found", "hints", "motion"];

/**
 * Draws a scene.
 * @param {Scene} scene
 * @param {number} angle its rotation
 * @param {(node: Node) => SVGElement} [place] draws a place
 * @returns {{ board: SVGElement, layers: Record<string, SVGElement> }}
 */
export function drawLayers(scene, angle, place = drawNode) {
  const nodeOf = (/** @type {string} */ id) =>
    /** @type {Node} */ (scene.nodes.find((node) => node.id === id));
  const names = [...LAYERS, ...SHOWN];
  const layers = Object.fromEntries(names.map((name) => [name, s("g", { class: name })]));
  layers.edges.append(...scene.edges.map(drawEdge));
  layers.nodes.append(...scene.nodes.map(place));
  if (scene.words.length) layers.words.append(drawGround(scene), ...scene.words.map(drawWord));
  layers.texts.append(...scene.texts.map((text) => drawText(text, angle)));
  layers.pieces.append(...scene.pieces.map((piece) => drawPiece(piece, nodeOf(piece.on), angle)));
  for (const overlay of scene.overlays) {
    const layer = overlay.kind === "line" ? layers.lines : layers.marks;
    layer.append(drawOverlay(overlay, nodeOf));
  }
  const board = s("g", { transform: turning(scene.size, angle) });
  board.append(...names.map((name) => layers[name]));
  if (scene.edges_on_top) layers.nodes.after(layers.edges);
  return { board, layers };
}

/**
 * Draws a small picture of a scene, which is not interactive.
 * @param {Scene} scene
 */
export function miniature(scene) {
  const [width, height] = scene.size;
  const svg = s("svg", {
    class: "scene miniature",
    viewBox: `0 0 ${width} ${height}`,
    "aria-hidden": "true",
  });
  for (const [name, colour] of Object.entries(scene.palette)) svg.style.setProperty(name, colour);
  svg.append(drawLayers(scene, 0).board);
  // In a picture, nothing has a role or takes the focus.
  for (const place of svg.querySelectorAll("[role]")) {
    place.removeAttribute("role");
    place.removeAttribute("tabindex");
    place.removeAttribute("aria-label");
  }
  return svg;
}
