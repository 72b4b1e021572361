// The moves of the game, what a player counts, and the score graph.

import { listen } from "./api.js";
import { $, h, toast } from "./dom.js";
import { drawGraph } from "./graph.js";
import { goTo, hear, path, sideName, state } from "./state.js";

const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
let points = [];
let stop = null;
let of = "";

function list() {
  const { moves, ply } = state.view;
  const rows = [];
  let row = null;
  moves.forEach((move, index) => {
    // One row for each turn of the first side; a side that moves again stays in its cell.
    if (
      !row ||
      (move.side === 0 && index > 0 && moves[index - 1].side === 1) ||
      (index === 0 && !row)
    ) {
      row = [[], []];
      rows.push(row);
    }
    const point = points[index + 1];
    const grade = point?.grade;
    const title = grade ? `${move.told}. ${grade}: ${point.better} was better` : move.told;
    row[move.side].push(
      h("button", {
        type: "button",
        class: `move${index + 1 === ply ? " now" : ""}${index + 1 > ply ? " later" : ""}${grade ? ` ${grade}` : ""}`,
        "aria-current": index + 1 === ply ? "step" : null,
        title,
        text: move.text + (grade ? ` ${MARKS[grade]}` : ""),
        onclick: () => goTo(index + 1),
      }),
    );
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
          text: "No moves yet. Click a piece or a place on the board, or use the arrow keys and Enter.",
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

function run() {
  points = [];
  const known = key();
  stop = listen(
    path("/graph"),
    {},
    {
      point(point) {
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

const key = () => state.id + state.view.start + state.view.moves.map((move) => move.text).join(" ");

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
