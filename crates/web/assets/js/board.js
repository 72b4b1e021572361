// Draws a scene, and converts clicks and keys to moves. It knows places and hints, but no rules.

/** @import { At, Hint, Node, Scene } from "./types.js" */

import { drawActions, markBest, walkActions } from "./actions.js";
import { $, s } from "./dom.js";
import { drag } from "./drag.js";
import { drawHandle } from "./handle.js";
import { drawLayers } from "./layers.js";
import { animate, cancel } from "./motion.js";
import { angleOf, fitted, isPortrait, nearest, visible } from "./portrait.js";
import { pace } from "./settings.js";
import { drawNode, outline } from "./shapes.js";
import { play, sayLocked } from "./play.js";
import { hear, shown, state } from "./state.js";

const svg = $("board");
/** The displayed scene. @type {Scene | null} */
let scene = null;
/** The place of the chosen piece. @type {string | null} */
let chosen = null;
/** Whether the last move was made by dragging. */
let dropped = false;
/** The place with the keyboard focus. @type {string | null} */
let focused = null;
/** Whether a drawing gives the focus back to its place. */
let restores = false;
export const isRestoring = () => restores;

/** The groups of the picture by name. @type {Record<string, SVGElement>} */
let layers = {};

/**
 * Returns the place with this id.
 * @param {string} id
 */
export const nodeOf = (id) => /** @type {Node} */ (scene?.nodes.find((node) => node.id === id));

/** Returns the displayed board for the animation. */
export const current = () => ({ svg, layers, nodeOf, angle: angle() });

/** Returns the rotation of the board in degrees. */
const angle = () => (scene ? angleOf(scene, state.flipped) : 0);
/** Returns whether the user may move. */
export const mayMove = () =>
  !state.line &&
  !state.locked &&
  !state.waits &&
  state.players[state.view.turn] === "human" &&
  !state.view.outcome;

/**
 * Returns the moves that the user may make now, also while the board still shows the move before.
 * @returns {Hint[]}
 */
const hints = () => (scene && mayMove() ? shown().moves : []);

/** Returns the place with the keyboard focus, or its initial place. */
const focusId = () => focused ?? scene?.nodes[0]?.id ?? null;

/**
 * Draws an arrow between two places.
 * @param {At} from
 * @param {At} to
 * @param {string} name its class
 */
function arrow([x, y], [u, v], name) {
  const angle = Math.atan2(v - y, u - x);
  const end = [u - Math.cos(angle) * 12, v - Math.sin(angle) * 12];
  /** @param {number} turn */
  const wing = (turn) =>
    `${end[0] - Math.cos(angle + turn) * 16} ${end[1] - Math.sin(angle + turn) * 16}`;
  const head = `M${wing(0.5)} L${end[0]} ${end[1]} L${wing(-0.5)}`;
  return s("path", { class: `arrow ${name}`, d: `M${x} ${y} L${end[0]} ${end[1]} ${head}` });
}

/** Draws the threat and the analysis: the best move, and the nodes of each. */
export function drawFound() {
  layers.found?.replaceChildren();
  markBest(null);
  const { found } = state;
  if (state.line || !scene) return;
  const moves = new Map(scene.moves.map((move) => [move.text, move]));
  for (const move of state.threat?.moves ?? []) mark(move, "threat");
  if (state.hint !== null) drawBest(moves.get(state.hint));
  if (!found) return;
  const roots = found.analysis.root_moves;
  const all = roots.reduce((sum, root) => sum + root.nodes, 0) || 1;
  const share = new Map();
  for (const root of roots) {
    const hint = moves.get(root.move);
    const place = hint && (hint.to ?? hint.from);
    if (place) share.set(place, (share.get(place) ?? 0) + root.nodes / all);
  }
  for (const [place, part] of share) {
    if (part < 0.02) continue;
    const heat = outline(nodeOf(place), "heat");
    heat.style.opacity = String(Math.min(0.55, 0.08 + part * 0.6));
    layers.found.append(heat);
  }
  drawBest(moves.get(found.analysis.best ?? ""));
}

/**
 * Marks a move on its place. Returns whether it has one.
 * @param {Hint} move
 * @param {string} name `best` or `threat`
 */
function mark({ from, to }, name) {
  const place = to ?? from;
  if (from && to) layers.found.append(arrow(nodeOf(from).at, nodeOf(to).at, name));
  else if (place) layers.found.append(outline(nodeOf(place), `ring ${name}`));
  return place !== null;
}

/**
 * Marks a move as the best one.
 * @param {Hint | undefined} best
 */
function drawBest(best) {
  if (best && !mark(best, "best")) markBest(best.text);
}

/**
 * Draws a scene.
 * @param {Scene} whole as sent by the server
 */
export function draw(whole) {
  cancel();
  const next = fitted(whole);
  scene = next;
  const turned = angle();
  const [left, top, width, height] = visible(next, turned);
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  const played = next.nodes.length > 0;
  svg.setAttribute("role", played ? "application" : "img");
  const how = played
    ? "arrow keys walk, Enter chooses"
    : next.words.map((word) => word.text).join(" ");
  svg.setAttribute("aria-label", `${state.view.game} board; ${how}`);
  document.documentElement.style.setProperty("--ratio", String(width / height));
  for (const [name, colour] of Object.entries(next.palette)) {
    document.body.style.setProperty(name, colour);
  }
  const drawn = drawLayers(next, turned, drawPlace);
  layers = drawn.layers;
  svg.replaceChildren(drawn.board);
  svg.dataset.ply = String(state.view.ply);
  svg.dataset.game = state.id ?? "";
  drawHints();
  drawFound();
}

/**
 * Draws a place that can be clicked.
 * @param {Node} node
 */
function drawPlace(node) {
  const place = drawNode(node);
  place.addEventListener("click", () => press(node.id));
  place.addEventListener("focus", () => (focused = node.id));
  return place;
}

/** Shows the places that can be clicked, including the destinations of the chosen piece. */
function drawHints() {
  layers.hints.replaceChildren();
  const open = hints();
  const from = new Set(open.map((move) => move.from ?? move.to));
  const ways = open.filter((move) => chosen && move.from === chosen);
  const to = new Set(ways.map((move) => move.to));
  for (const place of layers.nodes.querySelectorAll(".node")) {
    const id = /** @type {SVGElement} */ (place).dataset.id ?? "";
    place.classList.toggle("can", from.has(id));
    place.classList.toggle(
      "drags",
      open.some((move) => move.from === id && move.to),
    );
    place.classList.toggle("chosen", id === chosen);
    place.classList.toggle("target", to.has(id));
    place.setAttribute("tabindex", id === focusId() ? "0" : "-1");
    if (to.has(id)) {
      const [cx, cy] = nodeOf(id).at;
      layers.hints.append(s("circle", { cx, cy, r: 9, class: "target-dot" }));
    }
  }
  // Actions without a destination are buttons below the board; turns also have handles at the
  // piece.
  const actions = open.filter((move) => !move.to && (!move.from || move.from === chosen));
  drawActions(actions, scene?.nodes.length === 0);
  const turns = actions.filter((move) => move.from && move.action.endsWith("clockwise"));
  layers.hints.append(
    ...turns.map((move) => drawHandle(move, nodeOf(move.from ?? ""), scene, angle())),
  );
}

/**
 * Handles a click on a place. Returns whether it makes a move.
 * @param {string} id
 */
export function press(id) {
  focused = id;
  if (state.locked && !state.line) sayLocked();
  const open = hints();
  const move =
    open.find((hint) => hint.to === id && hint.from && hint.from === chosen) ??
    open.find((hint) => hint.to === id && !hint.from);
  if (move) {
    play(move.text).then((played) => {
      if (!played) refresh("jump");
    });
    return true;
  }
  chosen = id !== chosen && open.some((hint) => hint.from === id) ? id : null;
  drawHints();
  return false;
}

/**
 * Makes an action of the chosen piece, such as a turn.
 * @param {string} name
 */
export function act(name) {
  const fits = (/** @type {Hint} */ hint) =>
    hint.action === name && (!hint.from || hint.from === chosen);
  const move = hints().find(fits);
  if (move) play(move.text);
}

/** Clears the selection. */
export function unchoose() {
  chosen = null;
  drawHints();
}

/** @param {string | null} id */
const focusPlace = (id) => layers.nodes.querySelector(`.node[data-id="${CSS.escape(id ?? "")}"]`);

/**
 * Focuses the nearest place in a direction of the screen; on a board without places, the nearest
 * button.
 * @param {number} dx
 * @param {number} dy
 */
export function walkFocus(dx, dy) {
  const from = focusId();
  if (!scene || !from) {
    walkActions(dx, dy);
    return;
  }
  const best = nearest(scene.nodes, nodeOf(from), [dx, dy], angle());
  if (!best) return;
  focused = best.id;
  drawHints();
  /** @type {SVGElement | null} */ (focusPlace(focused))?.focus();
}

let animation = Promise.resolve();
/** Waits for the end of the present animation. */
export const atRest = () => animation;

/**
 * Draws the current position, after the animation of its move.
 * @param {unknown} how `move` if the move is animated
 */
async function refresh(how) {
  const next = shown();
  const before = scene;
  chosen = null;
  const keep = document.activeElement?.closest?.("#board") ? focused : null;
  const same = before && before.size.join() === fitted(next).size.join();
  // A dragged piece is already in its place.
  const steps = next.steps.filter((step) => !(dropped && step.kind === "slide"));
  dropped = false;
  if (how === "move" && same && pace() && steps.length) {
    // The moved piece is no longer chosen.
    drawHints();
    await (animation = animate(steps));
  }
  // The position may have changed during the animation.
  if (next !== shown()) return;
  if (!next.nodes.some((node) => node.id === focused)) focused = null;
  draw(next);
  restores = true;
  if (keep) /** @type {SVGElement | null} */ (focusPlace(keep))?.focus();
  restores = false;
}

let wasPortrait = isPortrait();
addEventListener("resize", () => {
  if (!scene) return;
  const isSame = scene.size.join() === fitted(shown()).size.join();
  if (isSame && wasPortrait === isPortrait()) return;
  wasPortrait = isPortrait();
  draw(shown());
});

hear("game", () => (scene = null));
hear("view", refresh);
hear("line", refresh);
hear("players", () => scene && drawHints());
hear("found", drawFound);
drag(svg, {
  mayTake: (id) => hints().some((hint) => hint.from === id && hint.to),
  take(id) {
    chosen = id;
    drawHints();
  },
  drop(id) {
    dropped = id !== null && id !== chosen && press(id);
    if (!dropped) unchoose();
    return dropped;
  },
  pieceOn: (id) =>
    /** @type {SVGElement[]} */ ([...layers.pieces.children]).filter(
      (piece) => piece.dataset.on === id,
    ),
});
