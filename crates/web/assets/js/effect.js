// Savings of move ordering and transposition table: the nodes of the same searches with both and
// without one of them.

/** @import { Found } from "./types.js" */

import { h, number } from "./dom.js";
import { figure, head, row } from "./table.js";

/**
 * @typedef {{ ordering: boolean, table: boolean }} Switches
 * @typedef {{ agent: string, found: Found }} Row
 * @typedef {{ switches: Switches, nodes: Map<string, { depth: number, nodes: number }> }} Run
 */

/** Runs of the current request, by switches. @type {Map<string, Run>} */
let runs = new Map();
/** The request: position, depth, evaluation, agents. */
let of = "";
/** The latest run. @type {Run | null} */
let last = null;

const key = (/** @type {Switches} */ { ordering, table }) => `${ordering} ${table}`;

/** Removes the switches from an agent's spec. */
function bare(/** @type {string} */ agent) {
  const [name, options = ""] = agent.split(/:(.*)/s);
  const own = options.split(",").filter((each) => !/^(order=game|table=0)?$/.test(each));
  return own.length ? `${name}:${own.join(",")}` : name;
}

/**
 * Stores a run and drops those of another request.
 * @param {string} question
 * @param {Switches} switches
 * @param {Row[]} rows
 */
export function store(question, switches, rows) {
  if (of !== question) runs = new Map();
  of = question;
  const nodes = new Map(
    rows.map(({ agent, found: { analysis } }) => [
      bare(agent),
      { depth: analysis.depth, nodes: analysis.nodes },
    ]),
  );
  last = { switches, nodes };
  runs.set(key(switches), last);
}

/**
 * Describes the disabled switches.
 * @param {Switches} switches
 */
function lacking({ ordering, table }) {
  const names = [ordering ? "" : "move ordering", table ? "" : "the transposition table"];
  return names.filter(Boolean).join(" and ");
}

/**
 * Compares the latest run with the run with all switches on.
 * @returns {Element[]}
 */
export function effect() {
  if (!last) return [];
  const what = lacking(last.switches);
  const full = runs.get(key({ ordering: true, table: true }));
  if (!what) {
    const text = "Clear a check box to see what move ordering or the transposition table saves.";
    return [h("p", { class: "about", id: "compare-effect", text })];
  }
  if (!full) {
    const text = `Check both boxes to see what ${what} saves.`;
    return [h("p", { class: "about", id: "compare-effect", text })];
  }
  const rows = [...last.nodes].flatMap(([agent, without]) => {
    const all = full.nodes.get(agent);
    // Only searches of the same depth are comparable.
    if (!all || all.depth !== without.depth || all.nodes === without.nodes) return [];
    const factor = `× ${(without.nodes / Math.max(1, all.nodes)).toFixed(2)}`;
    return [row(agent, figure(number(all.nodes)), figure(number(without.nodes)), figure(factor))];
  });
  if (!rows.length) {
    const text = `Without ${what} no search that reached the same depth visits other nodes.`;
    return [h("p", { class: "about", id: "compare-effect", text })];
  }
  const top = head(["agent", "nodes with", "without", "factor"]);
  return [
    h("h2", { text: `Without ${what}` }),
    h("table", { id: "compare-effect" }, top, h("tbody", {}, rows)),
  ];
}
