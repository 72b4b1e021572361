// The strips above and below the board: player, captured pieces, side to move, clock.

import { clockFace } from "./clock.js";
import { $, h, number, s, sentence } from "./dom.js";
import { levelOf } from "./levels.js";
import { drawPiece } from "./shapes.js";
import { shown, sideName, state } from "./state.js";
import { sign } from "./together.js";

/** Limits per move with their names. @type {Record<string, string>} */
export const LIMITS = {
  "": "usual limit",
  "time=200ms": "200 ms a move",
  "time=1s": "1 s a move",
  "time=2s": "2 s a move",
  "time=5s": "5 s a move",
  "time=20s": "20 s a move",
  "depth=2": "depth 2",
  "depth=4": "depth 4",
  "depth=8": "depth 8",
  "nodes=1000": "1,000 nodes",
  "nodes=100000": "100,000 nodes",
};

/**
 * Describes a player.
 * @param {string} spec
 */
export function playerName(spec) {
  if (spec === "human") return state.players.every((each) => each === spec) ? "Person" : "You";
  const level = levelOf(spec);
  if (level) return level.name;
  const [name, limit] = spec.split(":");
  return limit ? `${name}, ${LIMITS[limit] ?? limit}` : name;
}

/**
 * Returns the player of a side.
 * @param {number} side
 */
function drawName(side) {
  const recorded = state.view.names?.[side];
  if (state.locked) {
    return recorded ? h("span", { class: "recorded", title: recorded, text: recorded }) : null;
  }
  if (state.shared && side !== state.shared.side) {
    const title = "Who plays on another device; a lost connection is tried again";
    return h("span", { class: "recorded", id: "together", role: "status", title, text: sign() });
  }
  const spec = state.players[side];
  const title = levelOf(spec) ? `${spec}: ${levelOf(spec)?.about}` : spec;
  const text = state.shared ? "You" : playerName(spec);
  return h("span", { class: "recorded", title, text });
}

/**
 * Returns the report of a watched match's agent about its last move.
 * @param {number} side
 */
function drawThought(side) {
  const thought = state.watched?.thoughts[side];
  // The reports are about the end of the game.
  const isEarlier = state.view.ply < state.view.moves.length;
  if (!thought || !state.locked || isEarlier) return null;
  const { share, score, depth, nodes } = thought;
  const parts = [
    share === null ? "" : `${Math.round(100 * share)} %`,
    score ?? "",
    depth ? `depth ${depth}` : "",
  ];
  const title = `Its share of the win, its score, its depth; ${number(nodes)} nodes`;
  return h("span", { class: "thought", title, text: parts.filter(Boolean).join(" · ") });
}

/**
 * Returns the shapes of which a side has more than the other, if both start with the same ones.
 * @param {number} side
 */
function surplus(side) {
  const { pieces } = shown();
  const count = (/** @type {number} */ whose, /** @type {string} */ shape) =>
    pieces.filter((piece) => piece.side === whose && piece.shape === shape).length;
  const shapes = [...new Set(pieces.map((piece) => piece.shape))];
  // Different kinds of sides, such as goats and tigers, cannot be compared.
  const isShared = shapes.length > 2 && pieces.every((piece) => piece.count === null);
  if (!isShared) return [];
  return shapes.flatMap((shape) => {
    const more = count(side, shape) - count(1 - side, shape);
    const sample = pieces.find((piece) => piece.shape === shape && piece.side === side);
    return more > 0 && sample ? [{ shape, more, sample }] : [];
  });
}

/**
 * Draws the counts of a side: the surplus of pieces, seeds in a store, and the game's own counts.
 * @param {number} side
 */
function drawTaken(side) {
  const scene = shown();
  const nodeOf = (/** @type {string} */ id) =>
    /** @type {import("./types.js").Node} */ (scene.nodes.find((node) => node.id === id));
  const icons = surplus(side).map(({ shape, more, sample }) => {
    const [w, h] = nodeOf(sample.on).half;
    const label = `${more} ${shape}${more > 1 ? "s" : ""} more`;
    const picture = s("svg", { viewBox: `${-w} ${-h} ${2 * w} ${2 * h}`, class: "scene" });
    picture.append(drawPiece({ ...sample, turn: 0 }, { ...nodeOf(sample.on), at: [0, 0] }, 0));
    return { picture, more, label };
  });
  const taken = icons.map(({ picture, more, label }) => {
    const part = h("span", { class: "taken", role: "img", "aria-label": label, title: label });
    part.append(picture, more > 1 ? String(more) : "");
    return part;
  });
  const stores = scene.pieces.filter(
    (piece) => piece.side === side && piece.count !== null && nodeOf(piece.on)?.shape === "store",
  );
  const counts = stores.map((piece) => ["store", String(piece.count)]);
  for (const { name, value } of factsOf(side)) {
    counts.push([name.slice(sideName(side).length + 1), value]);
  }
  const facts = counts.map(([name, value]) =>
    h("span", { class: "count" }, `${sentence(name)} `, h("b", { text: value })),
  );
  return [...taken, ...facts];
}

/**
 * Returns the game's counts of a side.
 * @param {number} side
 */
export const factsOf = (side) =>
  shown().facts.filter(({ name }) => name.startsWith(`${sideName(side)} `));

/**
 * Draws a strip.
 * @param {number} side
 * @param {boolean} thinks whether an agent searches
 */
export function drawStrip(side, thinks) {
  const { view, watched } = state;
  const active = !view.outcome && view.turn === side;
  const won = view.outcome?.winner === side;
  const isFollowed = watched && !watched.cause && view.ply === view.moves.length;
  const doing = won ? "Won" : active ? (thinks || isFollowed ? "Thinking…" : "To move") : "";
  const box = $(`player-${side}`);
  box.className = `player${active ? " active" : ""}${won ? " won" : ""}`;
  const parts = [
    h("span", { class: `badge side-${side}`, "aria-hidden": "true" }),
    h("b", { text: sentence(sideName(side)) }),
    drawName(side),
    drawThought(side),
    h("span", { class: "counts" }, drawTaken(side)),
    h("span", { class: "turn-mark", text: doing }),
    clockFace(side),
  ];
  box.replaceChildren(...parts.flatMap((part) => part ?? []));
}
