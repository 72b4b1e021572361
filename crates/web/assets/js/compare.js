// Comparison of agents on one position: a table, a plot of their nodes by depth, and the savings of
// move ordering and transposition table.

/** @import { Found } from "./types.js" */
/** @typedef {{ agent: string, found: Found, depths: [number, number][] }} Row */

import { effect, store } from "./effect.js";
import { agentList, fits } from "./agents.js";
import { $, complain, field, h, number, option, redraw, toast } from "./dom.js";
import { walk } from "./play.js";
import { drawPlot } from "./plot.js";
import { listenToGame } from "./session.js";
import { hear, info, isEnded, state } from "./state.js";
import { figure, head, row } from "./table.js";

/** The figures that one compares searches by, and the others: together they are too wide. */
const HEADS = [
  ["agent", "nodes", "first", "value", "move"],
  ["agent", "leaves", "branch", "nodes/s", "seconds", "depth"],
];

/** @type {Record<string, string>} */
const TIMES = { "1s": "1 s", "10s": "10 s", "60s": "60 s", "10m": "10 min" };

/** @type {Row[]} */
let rows = [];
/** Whether the fields below the table are shown. */
let areFieldsOpen = false;
/** The searching agent. @type {string | null} */
let now = null;
/** @type {(() => void) | null} */
let stop = null;
/** @type {Record<string, any>} */
const settings = { agents: [], depth: 4, eval: "", time: "10s" };
/** State of the check boxes. */
const switches = { ordering: true, table: true };

function halt() {
  stop?.();
  stop = null;
  now = null;
}

function run() {
  halt();
  rows = [];
  const view = state.view;
  // Only disabled switches are sent.
  const off = Object.fromEntries(Object.entries(switches).filter(([, on]) => !on));
  const { ordering, table } = switches;
  const question = [view.game, view.rules, view.position, ...Object.values(settings)].join("|");
  stop = listenToGame(
    "/compare",
    { ...settings, agents: settings.agents.join(";"), ...off },
    {
      begin: (/** @type {{ agent: string }} */ { agent }) => ((now = agent), draw()),
      row(/** @type {Row} */ found) {
        if (state.view !== view) return;
        rows.push(found);
        draw();
      },
      done() {
        halt();
        store(question, { ordering, table }, rows);
        draw();
      },
      fault({ error }) {
        halt();
        toast(error);
        draw();
      },
    },
  );
  draw();
}

/**
 * Draws a row of both tables.
 * @param {Row} row
 */
function drawRow({ agent, found: { analysis, verdict } }) {
  const rate = analysis.statistics?.first_move_cutoff_rate;
  const branching = analysis.statistics?.effective_branching_factor;
  const best = h("button", {
    type: "button",
    class: "move",
    text: analysis.best ?? "none",
    title: analysis.pv.join(" "),
    onclick: () => walk(analysis.pv),
  });
  const share = rate == null ? "–" : `${Math.round(100 * rate)} %`;
  const depth = `${analysis.depth}${analysis.completed ? "" : "…"}`;
  const main = [number(analysis.nodes), share, verdict.text].map((text) => figure(text));
  const others = [
    number(analysis.leaves),
    branching?.toFixed(2) ?? "–",
    number(analysis.nodes_per_second),
    analysis.seconds.toFixed(3),
    depth,
  ];
  return [
    row(agent, ...main, h("td", { class: "number" }, best)),
    row(agent, ...others.map((text) => figure(text))),
  ];
}

/** Explains the table: its columns, and the evaluation that all searches have in common. */
function about() {
  const first = "first: cut-offs by the first move tried.";
  const used = [...new Set(rows.map(({ found }) => found.analysis.evaluation))];
  return used.length === 1 && used[0] ? `${first} Values by the evaluation “${used[0]}”.` : first;
}

/** Draws both tables. */
function tables() {
  const drawn = rows.map(drawRow);
  return HEADS.map((names, index) => {
    const last = now ? row(now, h("td", { colspan: names.length - 1, text: "searching…" })) : null;
    const id = ["compare-table", "compare-times"][index];
    const body = h(
      "tbody",
      {},
      drawn.map((both) => both[index]),
      last,
    );
    return h("table", { id, class: "compare" }, head(names), body);
  });
}

/**
 * Returns a check box of a switch. If there are rows, a change repeats the comparison.
 * @param {"ordering" | "table"} name
 * @param {string} text
 */
function toggle(name, text) {
  const box = h("input", {
    type: "checkbox",
    id: `compare-${name}-switch`,
    checked: switches[name],
    onchange: (/** @type {any} */ event) => {
      switches[name] = event.target.checked;
      if (rows.length || now) run();
    },
  });
  return h("label", {}, box, ` ${text}`);
}

function draw() {
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) =>
    (settings[name] = event.target.value);
  settings.agents = settings.agents.filter((/** @type {string} */ spec) =>
    fits(spec, state.view.game),
  );
  const chosen = settings.agents.length > 0;
  const fields = [
    h("p", {
      class: "about",
      text: chosen
        ? "The agents of the list on the present position, each by itself."
        : "Every algorithm on the present position with the same evaluation; or, once you add " +
          "one, only the agents that you choose.",
    }),
    agentList({
      id: "compare-agent",
      specs: settings.agents,
      least: 0,
      most: 16,
      choose: (agents) => ((settings.agents = agents), draw()),
    }),
    h(
      "div",
      { class: "grid" },
      field(
        "Depth",
        h("input", {
          id: "compare-depth",
          type: "number",
          min: 1,
          max: 100,
          value: settings.depth,
          onchange: set("depth"),
        }),
      ),
      field(
        "Evaluation",
        h(
          "select",
          { id: "compare-eval", disabled: chosen, onchange: set("eval") },
          option("", chosen ? "each its own" : "that of best", settings.eval),
          info().evaluations.map((each) => option(each.name, each.name, settings.eval)),
        ),
      ),
      field(
        "Time each",
        h(
          "select",
          { id: "compare-time", onchange: set("time") },
          Object.entries(TIMES).map(([time, text]) => option(time, text, settings.time)),
        ),
      ),
    ),
  ];
  const isCompared = rows.length > 0 || now !== null;
  // The table comes first, as soon as there is one.
  const toggled = (/** @type {any} */ { target }) => (areFieldsOpen = target.open);
  const folded = () =>
    h(
      "details",
      { open: areFieldsOpen, ontoggle: toggled },
      h("summary", { text: "Other agents and limits" }),
      fields,
    );
  const switchRow = h(
    "div",
    { class: "switches", role: "group", "aria-label": "What searches may use" },
    toggle("ordering", "Move ordering"),
    toggle("table", "Transposition table"),
  );
  const [main, others] = isCompared ? tables() : [];
  redraw($("panel-compare"), [
    ...(isCompared ? [] : [...fields, switchRow]),
    h(
      "div",
      { class: "buttons left" },
      h("button", {
        type: "button",
        id: "compare-run",
        class: "strong",
        disabled: isEnded() || !state.view.may_search,
        text: stop ? "Stop" : "Compare",
        onclick: () => (stop ? (halt(), draw()) : run()),
      }),
      h("button", {
        type: "button",
        id: "tree-open",
        disabled: isEnded() || !state.view.may_search,
        text: "See a search think…",
        onclick: () => import("./thinking.js").then(({ open }) => open()).catch(complain),
      }),
    ),
    ...(isCompared
      ? [
          main,
          h("p", { class: "about", id: "compare-about", text: about() }),
          switchRow,
          others,
          h("p", { class: "about", text: "branch: effective branching factor." }),
          ...drawPlot(rows),
          ...(now ? [] : effect()),
          folded(),
        ]
      : []),
  ]);
}

/** Initialises the module when its tab is opened for the first time. */
export function start() {
  if (state.view) draw();
  hear("view", () => {
    halt();
    rows = [];
    draw();
  });
  addEventListener("pagehide", halt);
}
