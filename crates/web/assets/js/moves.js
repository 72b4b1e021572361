// The moves of the game, what a player counts, and the score graph.

/** @import { Point } from "./types.js" */

import { listen } from "./api.js";
import { $, h, toast } from "./dom.js";
import { drawGraph } from "./graph.js";
import { goTo, hear, path, sideName, state } from "./state.js";

/** @type {Record<string, string>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** The graph, as far as it is known. @type {Point[]} */
let points = [];
/** Stops the valuation. @type {(() => void) | null} */
let stop = null;
/** The line of play that the graph is of. */
let of = "";

/** The moves in a table. */
function list() {
  const { moves, ply } = state.view;
  /** @type {[Element[], Element[]][]} */
  const rows = [];
  moves.forEach((move, index) => {
    // One row for each turn of the first side; a side that moves again stays in its cell.
    if (index === 0 || (move.side === 0 && moves[index - 1].side === 1)) rows.push([[], []]);
    const at = index + 1;
    const point = points[at];
    const grade = point?.grade;
    const title = grade ? `${move.told}. ${grade}: ${point.better} was better` : move.told;
    const place = at === ply ? "now" : at > ply ? "later" : "";
    const button = h("button", {
      type: "button",
      class: ["move", place, grade].filter(Boolean).join(" "),
      "aria-current": at === ply ? "step" : null,
      title,
      text: move.text + (grade ? ` ${MARKS[grade]}` : ""),
      onclick: () => goTo(at),
    });
    rows[rows.length - 1][move.side].push(button);
  });
  const head = h(
    "tr",
    {},
    h("th", { text: "" }),
    h("th", { text: sideName(0), scope: "col" }),
    h("th", { text: sideName(1), scope: "col" }),
  );
  const body = rows.map((cells, index) =>
    h(
      "tr",
      {},
      h("th", { text: String(index + 1), scope: "row" }),
      h("td", {}, cells[0]),
      h("td", {}, cells[1]),
    ),
  );
  return h(
    "div",
    { class: "scroll", id: "move-list" },
    moves.length
      ? h("table", { class: "moves" }, h("thead", {}, head), h("tbody", {}, body))
      : h("p", {
          class: "about",
          text: state.view.scene.nodes.length
            ? "No moves yet. Click a piece or a place, or use the arrow keys and Enter."
            : "No moves yet. Click a move below the board, or use the arrow keys and Enter.",
        }),
  );
}

function draw() {
  const facts = state.view.scene.facts.map((fact) =>
    h("div", {}, h("dt", { text: fact.name }), h("dd", { text: fact.value })),
  );
  const graph = h("div", { id: "graph" });
  const value = h("button", {
    type: "button",
    id: "graph-run",
    text: stop ? "Stop" : "Value the whole game",
    disabled: !state.view.moves.length,
    onclick: () => (stop ? halt() : run()),
  });
  const moves = list();
  $("panel-moves").replaceChildren(
    ...(facts.length ? [h("dl", { class: "facts" }, facts)] : []),
    moves,
    h(
      "div",
      { class: "buttons left" },
      value,
      h("span", { class: "about", text: "?! inaccuracy  ? mistake  ?? blunder" }),
    ),
    graph,
    h("p", { class: "about", text: `Rules: ${state.view.rules}` }),
  );
  drawGraph(graph, points, state.view.ply, goTo);
  moves.querySelector(".now")?.scrollIntoView({ block: "nearest" });
}

function halt() {
  stop?.();
  stop = null;
  draw();
}

/** Values every position of the game. */
function run() {
  points = [];
  const known = key();
  stop = listen(
    path("/graph"),
    {},
    {
      point(/** @type {Point} */ point) {
        if (known !== key()) return;
        points[point.ply] = point;
        draw();
      },
      done() {
        stop = null;
        draw();
      },
      fault({ error }) {
        stop = null;
        toast(error);
        draw();
      },
    },
  );
  draw();
}

/** What the graph belongs to. */
const key = () => state.id + state.view.start + state.view.moves.map((move) => move.text).join(" ");

/** Puts it on the page. */
export function start() {
  hear("view", () => {
    // Another line of play has other values.
    if (of !== key()) {
      of = key();
      const kept = state.view.moves.length >= points.length - 1;
      if (stop) {
        stop();
        stop = null;
      }
      if (!kept || state.view.ply === 0) points = [];
      points = points.slice(0, state.view.ply);
    }
    draw();
  });
}
