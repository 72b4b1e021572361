// A search tree as a picture that grows step by step.

/** @import { Visit } from "./types.js" */
/** @import { Step } from "./steps.js" */

import { s } from "./dom.js";
import { lineTo } from "./steps.js";

const LINE = 13;
const GAP = 28;
const SPACE = 8;
const LETTER = 6.2;

/**
 * @typedef {object} Box
 * @property {string[]} lines
 * @property {number} width
 * @property {number} span width including the subtree
 * @property {number} x horizontal centre
 * @property {number} level
 */

/** Scores beyond evaluations are wins: this number minus the distance. */
const WIN = 2e9;

/** Returns a score in words. @param {number} score */
function words(score) {
  if (Math.abs(score) <= WIN / 2) return String(score);
  const plies = WIN - Math.abs(score);
  return `${score > 0 ? "win" : "loss"}${plies <= 100_000 ? ` in ${plies}` : ""}`;
}

/** @param {number | null} end @param {string} open */
const bound = (end, open) => (end === null ? open : words(end));

/** Returns the window, unless it is open at both ends. @param {Visit} visit */
const windowOf = ({ alpha, beta }) =>
  alpha === null && beta === null ? "" : `(${bound(alpha, "-∞")}, ${bound(beta, "∞")})`;

/** Returns the value with its bound. @param {Visit} visit */
function valueOf({ value, bound: kind }) {
  if (value === null) return "?";
  return `${{ exact: "", lower: "≥ ", upper: "≤ " }[kind ?? "exact"]}${words(value)}`;
}

/** Returns the name of a visit. @param {Visit} visit */
export function nameOf({ move, parent, kind }) {
  if (move !== null) return move;
  if (parent === null) return "root";
  return kind === "leaf" ? "quiescence" : "null move";
}

/**
 * Describes a visit in a sentence.
 * @param {Visit} visit
 * @param {(string | null)[]} line the moves that lead to it
 * @param {boolean} isEnded whether its value is known
 */
export function describe(visit, line, isEnded) {
  const place = line.map((move) => move ?? "pass").join(" ") || "Root";
  const parts = [`${place}: ${visit.side} to move`];
  if (windowOf(visit)) parts.push(`window ${windowOf(visit)}`);
  if (isEnded) {
    parts.push(`value ${valueOf(visit)}`);
    if (visit.kind === "finished") parts.push("the game is over");
    if (visit.table_cutoff) parts.push("settled by the table");
    if (visit.kind === "discarded") parts.push("discarded by its grade");
    if (visit.playouts !== null) parts.push(`${visit.playouts} playouts`);
    if (visit.cut) parts.push(visit.cut.reason);
  } else if (visit.research) parts.push("searched again, because its window was too narrow");
  return `${parts.join("; ")}.`;
}

/**
 * Returns what a step does, for a reader who sees a search for the first time.
 * @param {Visit} visit
 * @param {boolean} isEnded whether its value is known
 */
export function reason(visit, isEnded) {
  const { parent, kind, alpha, beta, cut, bound: limit } = visit;
  if (!isEnded) {
    if (parent === null)
      return (
        "The search starts at the root, the present position. A step enters a node, or returns " +
        "its value; the pale nodes are still to come."
      );
    if (kind === "leaf") return "The search goes no deeper here: the evaluation gives the value.";
    if (kind === "finished") return "The game is over here: its result is the value.";
    if (alpha !== null || beta !== null)
      return (
        "The window comes from nodes that are already searched: values outside of it cannot " +
        "change the choice at the root."
      );
    return "The search enters the position after this move, to try the moves from there in turn.";
  }
  if (cut)
    return (
      `Move ${cut.move} already shows that the other side avoids this node, ` +
      `so the remaining ${cut.left} moves are not searched.`
    );
  if (limit === "lower")
    return "The value is only a lower bound: at least this much, which is enough.";
  if (limit === "upper")
    return "The value is only an upper bound: at most this much, which is not enough.";
  if (parent === null) return "The search is done: this is the value of the present position.";
  return "The value goes up to the node above, seen from the side that moves there.";
}

/** Returns the text of a box; only the cut follows the value. @param {Visit} visit */
function linesOf(visit) {
  const lines = [nameOf(visit), windowOf(visit), valueOf(visit)];
  if (visit.playouts !== null) lines.push(`n ${visit.playouts}`);
  if (visit.table_cutoff || visit.table_hit) lines.push("table");
  if (visit.research) lines.push("again");
  if (visit.cut) lines.push(`cut by ${visit.cut.move}, ${visit.cut.left} left`);
  return lines.filter((line) => line !== "");
}

/** Returns the layout of the boxes. @param {Visit[]} visits */
function layOut(visits) {
  /** @type {number[][]} */
  const children = visits.map(() => []);
  visits.forEach(({ parent }, index) => parent !== null && children[parent].push(index));
  /** @type {Box[]} */
  const boxes = visits.map((visit) => {
    const lines = linesOf(visit);
    const letters = Math.max(...lines.map((line) => line.length));
    return { lines, width: Math.max(24, letters * LETTER + 8), span: 0, x: 0, level: 0 };
  });
  const below = (/** @type {number} */ index) =>
    children[index].reduce((sum, child) => sum + boxes[child].span + SPACE, -SPACE);
  for (let index = visits.length - 1; index >= 0; index--)
    boxes[index].span = Math.max(boxes[index].width, below(index));
  let right = SPACE;
  visits.forEach(({ parent }, index) => {
    const box = boxes[index];
    if (parent === null) {
      box.x = right + box.span / 2;
      right += box.span + 3 * SPACE;
    }
    let left = box.x - below(index) / 2;
    for (const child of children[index]) {
      boxes[child].x = left + boxes[child].span / 2;
      boxes[child].level = box.level + 1;
      left += boxes[child].span + SPACE;
    }
  });
  const tops = [SPACE];
  for (const box of boxes) {
    const bottom = box.lines.length * LINE + 6 + GAP;
    tops[box.level + 1] = Math.max(tops[box.level + 1] ?? 0, bottom);
  }
  for (let level = 1; level < tops.length; level++) tops[level] += tops[level - 1];
  return { boxes, tops, width: right, height: Math.max(60, tops[tops.length - 1] ?? 0) };
}

/**
 * Draws the tree.
 * @param {Visit[]} visits
 * @param {string} label
 * @param {Set<string> | null} others nodes of the other tree
 * @param {(index: number) => unknown} choose
 */
export function drawTree(visits, label, others, choose) {
  const { boxes, tops, width, height } = layOut(visits);
  const first = visits[0]?.side;
  const edges = visits.map(({ parent, research }, index) => {
    if (parent === null) return null;
    const [from, to] = [boxes[parent], boxes[index]];
    const [top, bottom] = [tops[from.level] + from.lines.length * LINE + 6, tops[to.level]];
    const middle = (top + bottom) / 2;
    const d = `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${bottom}`;
    return s("path", { class: research ? "again" : "", d });
  });
  const nodes = visits.map((visit, index) => {
    const { lines, width: wide, x, level } = boxes[index];
    const classes = ["visit", visit.side === first ? "" : "other"];
    if (visit.cut) classes.push("cut");
    if (visit.table_cutoff) classes.push("table");
    if (visit.kind === "discarded") classes.push("discarded");
    if (others && !others.has(lineTo(visits, index).join(" "))) classes.push("alone");
    const known = windowOf(visit) ? 2 : 1;
    return s(
      "g",
      { class: classes.join(" "), "data-visit": index, onclick: () => choose(index) },
      s("rect", {
        x: x - wide / 2,
        y: tops[level],
        width: wide,
        height: lines.length * LINE + 6,
        rx: 3,
      }),
      lines.map((text, line) =>
        s("text", {
          class: line < known ? "" : "found",
          x,
          y: tops[level] + 13 + line * LINE,
          text,
        }),
      ),
    );
  });
  const svg = s(
    "svg",
    { class: "search-tree", role: "img", "aria-label": label, width, height },
    edges.filter((edge) => edge !== null),
    nodes,
  );
  return { svg, nodes, edges };
}

/**
 * Shows the tree after a number of steps; returns the visit of the last step.
 * @param {{ nodes: SVGElement[], edges: (SVGElement | null)[] }} tree
 * @param {Step[]} steps
 * @param {number} at
 */
export function showAt({ nodes, edges }, steps, at) {
  const [started, ended] = [new Set(), new Set()];
  for (const { index, ends } of steps.slice(0, at)) (ends ? ended : started).add(index);
  const current = at > 0 ? steps[at - 1].index : null;
  nodes.forEach((node, index) => {
    node.classList.toggle("hidden", !started.has(index));
    node.classList.toggle("open", !ended.has(index));
    node.classList.toggle("current", index === current);
    edges[index]?.classList.toggle("hidden", !started.has(index));
  });
  return current;
}
