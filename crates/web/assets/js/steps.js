// Steps of a trace: each visit of a node starts, and ends after all visits below it.

/** @import { Visit } from "./types.js" */
/** @typedef {{ index: number, ends: boolean }} Step */

/**
 * Returns the steps of visits in start order.
 * @param {Visit[]} visits
 * @returns {Step[]}
 */
export function stepsOf(visits) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {number[]} */
  const open = [];
  const end = () => steps.push({ index: /** @type {number} */ (open.pop()), ends: true });
  visits.forEach((visit, index) => {
    while (open.length > 0 && open[open.length - 1] !== visit.parent) end();
    steps.push({ index, ends: false });
    open.push(index);
  });
  while (open.length > 0) end();
  return steps;
}

/**
 * Returns the end of stepping over: after the next visit's subtree, or the next step.
 * @param {Step[]} steps
 * @param {number} at number of steps made
 */
export function over(steps, at) {
  const next = steps[at];
  if (!next) return at;
  if (next.ends) return at + 1;
  return steps.findIndex((step) => step.ends && step.index === next.index) + 1;
}

/**
 * Returns the counts of the search so far.
 * @param {Visit[]} visits
 * @param {Step[]} steps
 * @param {number} at
 */
function counted(visits, steps, at) {
  const counts = { nodes: 0, leaves: 0, cutoffs: 0, table: 0, again: 0 };
  for (const { index, ends } of steps.slice(0, at)) {
    const visit = visits[index];
    if (!ends) {
      if (visit.move !== null && !visit.research) counts.nodes++;
      if (visit.research) counts.again++;
      continue;
    }
    if (visit.kind === "leaf" || visit.kind === "finished") counts.leaves++;
    if (visit.cut) counts.cutoffs++;
    if (visit.table_cutoff) counts.table++;
  }
  return counts;
}

/**
 * Describes the counts of the search so far.
 * @param {Visit[]} visits
 * @param {Step[]} steps
 * @param {number} at
 */
export function countsOf(visits, steps, at) {
  const playouts = visits[0]?.playouts ?? null;
  if (playouts !== null) return `${playouts} playouts`;
  const { nodes, leaves, cutoffs, table, again } = counted(visits, steps, at);
  const few = (
    /** @type {number} */ count,
    /** @type {string} */ one,
    /** @type {string} */ more,
  ) => `${count} ${count === 1 ? one : more}`;
  const parts = [few(nodes, "node", "nodes"), few(leaves, "leaf", "leaves")];
  parts.push(few(cutoffs, "cut-off", "cut-offs"));
  if (table) parts.push(`${table} settled by the table`);
  if (again) parts.push(`${again} searched again`);
  return parts.join(", ");
}

/**
 * Returns the moves from the root to a visit; a pass is `null`.
 * @param {Visit[]} visits
 * @param {number} index
 */
export function lineTo(visits, index) {
  /** @type {(string | null)[]} */
  const line = [];
  /** @type {number | null} */
  let at = index;
  while (at !== null) {
    /** @type {Visit} */
    const { parent, move, ply } = visits[at];
    // A visit on the ply of its parent is the same position.
    if (parent !== null && visits[parent].ply < ply) line.unshift(move);
    at = parent;
  }
  return line;
}

/**
 * Returns the nodes of a trace by the moves that lead to them.
 * @param {Visit[]} visits
 */
export const nodesOf = (visits) =>
  new Set(visits.map((_, index) => lineTo(visits, index).join(" ")));
