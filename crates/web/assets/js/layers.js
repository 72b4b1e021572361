// The layers of a drawn board, from the ground up. The board and its miniatures share them.

/** @import { Node, Scene } from "./types.js" */

import { s } from "./dom.js";
import { turning } from "./portrait.js";
import { drawEdge, drawGround, drawNode, drawOverlay, drawPiece } from "./shapes.js";
import { drawText, drawWord } from "./shapes.js";

const LAYERS = ["edges", "nodes", "words", "marks", "texts", "pieces", "lines"];
/** What the page adds on top: an analysis, what can be done, what moves. */
const SHOWN = ["found", "hints", "motion"];

/**
 * Draws a scene.
 * @param {Scene} scene
 * @param {number} angle by which it is turned
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
 * A small picture of a scene, which cannot be played on.
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
  // It is a picture: nothing in it takes the focus or has a role.
  for (const place of svg.querySelectorAll("[role]")) {
    place.removeAttribute("role");
    place.removeAttribute("tabindex");
    place.removeAttribute("aria-label");
  }
  return svg;
}
