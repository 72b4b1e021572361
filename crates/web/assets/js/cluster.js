// Status of a cluster: the table of `ply cluster status`, updated while its panel is visible. Only
// the page of `ply serve --cluster` has it.

import { get } from "./api.js";
import { $, errorText, h } from "./dom.js";
import { figure, head, row } from "./table.js";

/**
 * @typedef {Object} Run
 * @property {string} run
 * @property {string} game
 * @property {string[]} players
 * @property {string} priority
 * @property {boolean} coordinated
 * @property {number} done
 * @property {number} total
 * @property {number} in_flight
 * @property {number} retries
 * @property {number} games_per_second
 * @property {number | null} eta
 *
 * @typedef {Object} Worker
 * @property {string} name
 * @property {number} threads
 * @property {number} playing
 * @property {number} games
 *
 * @typedef {Object} Status
 * @property {string} server
 * @property {Run[]} runs
 * @property {Worker[]} workers
 */

/** Milliseconds between two requests. */
const EVERY = 2000;

const panel = $("panel-cluster");
let timer = 0;

/**
 * Returns the estimated time left of a run.
 * @param {Run} run
 */
function left(run) {
  if (!run.coordinated) return "no coordinator";
  return run.eta === null ? "?" : `${Math.ceil(run.eta)} s`;
}

/**
 * Draws a table that may be wider than the panel.
 * @param {string} what
 * @param {string[]} names
 * @param {HTMLElement[]} rows
 */
const table = (what, names, rows) =>
  h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": what },
    h("table", {}, head(names), h("tbody", {}, rows)),
  );

/** @param {Status} status */
function draw({ server, runs, workers }) {
  const runRows = runs.map((run) =>
    row(
      run.run,
      h("td", { text: `${run.game}: ${run.players.join(", ")}` }),
      h("td", { text: run.priority }),
      figure(run.coordinated ? `${run.done} of ${run.total}` : "?"),
      figure(run.games_per_second.toFixed(1)),
      figure(String(run.in_flight)),
      figure(String(run.retries)),
      figure(left(run)),
    ),
  );
  const workerRows = workers.map((worker) =>
    row(
      worker.name,
      figure(`${worker.playing} of ${worker.threads}`),
      figure(String(worker.games)),
    ),
  );
  const columns = ["Run", "What", "Priority", "Games", "Games/s", "Chunks", "Retries", "Left"];
  panel.replaceChildren(
    h("p", { class: "about", id: "cluster-state", role: "status", text: server }),
    runs.length ? table("Runs", columns, runRows) : h("p", { text: "No runs." }),
    workers.length
      ? table("Workers", ["Worker", "Load", "Games"], workerRows)
      : h("p", { text: "No workers." }),
  );
}

async function ask() {
  clearTimeout(timer);
  if (panel.hidden) return;
  try {
    if (!document.hidden) draw(await get("cluster"));
  } catch (error) {
    const text = errorText(error);
    panel.replaceChildren(h("p", { id: "cluster-state", role: "status", text }));
  }
  clearTimeout(timer);
  timer = setTimeout(ask, EVERY);
}

$("tab-cluster").addEventListener("click", ask);
