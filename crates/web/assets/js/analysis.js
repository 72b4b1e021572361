// The analysis panel: a search that tells its depths, its lines, its nodes, and what a value is made of.

import { get, listen } from "./api.js";
import { $, field, h, number, option, toast } from "./dom.js";
import { hear, info, path, sideName, state, tell, walk, play } from "./state.js";

const TIMES = ["2s", "10s", "60s", "10m"];
const settings = { agent: "best", lines: 3, time: "10s", depth: "" };
let stop = null;
let stopExact = null;
let threat = null;
let exact = null;
let features = null;
let always = false;

export const running = () => stop !== null;

function halt() {
  stop?.();
  stop = null;
}

export function run(more = {}) {
  halt();
  threat = null;
  if (state.view.outcome || state.line) {
    draw();
    return;
  }
  const { agent, lines, time, depth } = { ...settings, ...more };
  const view = state.view;
  const hearing = (found) => {
    if (state.view !== view) return;
    state.found = found;
    tell("found");
    draw();
  };
  stop = listen(
    path("/think"),
    { agent, lines, depth, time: depth ? null : time, purpose: "analysis" },
    {
      depth: hearing,
      done(found) {
        stop = null;
        hearing(found);
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

export function toggle() {
  if (stop) {
    always = false;
    halt();
    draw();
  } else {
    always = true;
    run();
  }
}

function deeper() {
  const depth = (state.found?.analysis.depth ?? 4) + 1;
  run({ depth, time: null });
}

export function showThreat() {
  halt();
  threat = "searching…";
  stop = listen(
    path("/think"),
    { agent: settings.agent, time: "1s", threat: true },
    {
      done(found) {
        stop = null;
        threat = found;
        draw();
        if (found.analysis.pv.length) walk(found.analysis.pv.slice(0, 1), true);
      },
      fault({ error }) {
        stop = null;
        threat = null;
        toast(error);
        draw();
      },
    },
  );
  draw();
}

async function explain() {
  try {
    const evaluation = $("explain-eval")?.value;
    features = await get(
      path("/explain") + (evaluation ? `?eval=${encodeURIComponent(evaluation)}` : ""),
    );
    features.evaluation = evaluation ?? info().explains;
  } catch (error) {
    toast(error.message);
  }
  draw();
}

function askExact() {
  stopExact?.();
  exact = "looking…";
  stopExact = listen(
    path("/exact"),
    {},
    {
      done(solved) {
        exact = solved;
        draw();
      },
      fault({ error }) {
        exact = `not known: ${error}`;
        draw();
      },
    },
  );
  draw();
}

function bar() {
  const found = state.found;
  const { view } = state;
  const share = found
    ? found.verdict.share
    : view.outcome
      ? ([1, 0][view.outcome.winner] ?? 0.5)
      : 0.5;
  $("bar-fill").style.setProperty("--share", share);
  $("bar-text").textContent = found ? found.verdict.text.replace(/^(.*) wins in /, "#") : "";
  $("bar").classList.toggle("turned", state.flipped);
  $("bar").classList.toggle("idle", !found && !view.outcome);
  $("bar").setAttribute(
    "aria-label",
    found ? `Score for ${sideName(0)}: ${found.verdict.text}` : "No analysis yet",
  );
}

function pv(line, moves, isThreat = false) {
  const parts = moves
    .slice(0, 24)
    .map((move, index) =>
      h("button", {
        type: "button",
        class: "move",
        text: move,
        onclick: () => walk(moves, isThreat).then(() => stepTo(index + 1)),
      }),
    );
  return h("span", { class: "pv" }, parts);
}

function stepTo(at) {
  if (!state.line) return;
  state.line.at = Math.min(at, state.line.frames.length);
  tell("line", "move");
}

function lines(found) {
  return h(
    "ol",
    { class: "lines", id: "lines" },
    found.lines.map((line) =>
      h(
        "li",
        {},
        h("button", {
          type: "button",
          class: "score",
          title: "Play the first move of this line",
          text: line.verdict.text,
          onclick: () => play(line.move),
        }),
        pv(line, line.pv),
      ),
    ),
  );
}

function roots(found) {
  const all = found.analysis.root_moves.reduce((sum, root) => sum + root.nodes, 0) || 1;
  const most = [...found.analysis.root_moves]
    .sort((one, other) => other.nodes - one.nodes)
    .slice(0, 8);
  return h(
    "table",
    { class: "roots", "aria-label": "Where the nodes went" },
    most.map((root) =>
      h(
        "tr",
        {},
        h("th", { scope: "row", text: root.move }),
        h(
          "td",
          { class: "wide" },
          h("meter", {
            min: 0,
            max: 1,
            value: root.nodes / all,
            "aria-label": `${root.move}: ${Math.round((100 * root.nodes) / all)} %`,
          }),
        ),
        h("td", { class: "number", text: `${Math.round((100 * root.nodes) / all)} %` }),
      ),
    ),
  );
}

function numbers({ analysis }) {
  const facts = {
    depth: `${analysis.depth}/${analysis.seldepth}`,
    nodes: number(analysis.nodes),
    "nodes/s": number(analysis.nodes_per_second),
    table: `${Math.round(100 * analysis.table.fill)} %`,
    time: `${analysis.seconds.toFixed(1)} s`,
  };
  return h(
    "dl",
    { class: "facts", id: "numbers" },
    Object.entries(facts).map(([name, value]) =>
      h("div", {}, h("dt", { text: name }), h("dd", { text: value, "data-fact": name })),
    ),
  );
}

function featureTable() {
  const largest = Math.max(...features.features.map((feature) => Math.abs(feature.term)), 1e-9);
  const rows = features.features.map((feature) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", text: feature.name.replaceAll("_", " ") }),
      h("td", { class: "number", text: number(feature.value) }),
      h("td", { class: "number", text: `× ${number(feature.weight)}` }),
      h("td", { class: "number", text: (feature.term > 0 ? "+" : "") + number(feature.term) }),
      h("td", {}, bipolar(feature.term / largest)),
    ),
  );
  const sum = features.features.reduce((total, feature) => total + feature.term, 0);
  return h(
    "div",
    { id: "features" },
    h("p", {
      class: "about",
      text: `For ${sideName(features.side)}, by ${features.evaluation}: ${number(sum)} together`,
    }),
    rows.length
      ? h(
          "div",
          { class: "scroll" },
          h(
            "table",
            { class: "features" },
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["feature", "value", "weight", "adds", ""].map((text) =>
                  h("th", { text, scope: "col" }),
                ),
              ),
            ),
            h("tbody", {}, rows),
          ),
        )
      : h("p", { text: "This evaluation has no parts." }),
  );
}

function bipolar(part) {
  const fill = h("span", { class: part < 0 ? "minus" : "plus" });
  fill.style.setProperty("--part", Math.abs(part));
  return h("span", { class: "bipolar", "aria-hidden": "true" }, fill);
}

function exactTable() {
  if (typeof exact === "string")
    return h("p", { class: "about", id: "exact", text: `Exact value: ${exact}` });
  const word = (solved) =>
    `${solved.winner ? `${solved.winner} wins` : "draw"}${typeof solved.value === "number" ? ` by ${Math.abs(solved.value)}` : ""}${solved.plies ? ` in ${solved.plies}` : ""}`;
  return h(
    "div",
    { id: "exact" },
    h("p", {}, h("b", { text: `Exact value: ${word(exact)}` })),
    h(
      "table",
      { class: "roots" },
      exact.moves
        .slice(0, 12)
        .map((move) =>
          h("tr", {}, h("th", { scope: "row", text: move.move }), h("td", { text: word(move) })),
        ),
    ),
  );
}

function controls() {
  const agents = state.catalog.agents.filter(
    (agent) => agent.keys.includes("depth") && (!agent.game || agent.game === state.view.game),
  );
  if (!agents.some((agent) => agent.name === settings.agent)) settings.agent = "best";
  const set = (name) => (event) => {
    settings[name] = event.target.value;
    if (stop) run();
  };
  const counts = Array.from({ length: state.catalog.lines }, (_, index) => String(index + 1));
  return h(
    "div",
    { class: "grid" },
    field(
      "Agent",
      h(
        "select",
        { id: "analysis-agent", onchange: set("agent") },
        agents.map((agent) => option(agent.name, agent.name, settings.agent)),
      ),
    ),
    field(
      "Lines",
      h(
        "select",
        { id: "analysis-lines", onchange: set("lines") },
        counts.map((text) => option(text, text, String(settings.lines))),
      ),
    ),
    field(
      "Time",
      h(
        "select",
        { id: "analysis-time", onchange: set("time") },
        TIMES.map((text) => option(text, text, settings.time)),
      ),
    ),
    field(
      "Depth",
      h("input", {
        id: "analysis-depth",
        type: "number",
        min: 1,
        max: 500,
        placeholder: "any",
        value: settings.depth,
        onchange: set("depth"),
      }),
    ),
  );
}

let pressed = false;
let drawn = 0;
let waiting = 0;

// A search tells more often than anybody can read, and what is redrawn under the finger cannot be clicked.
function draw() {
  clearTimeout(waiting);
  const soon = drawn + 150 - performance.now();
  if (pressed || (stop && soon > 0)) waiting = setTimeout(draw, Math.max(20, soon));
  else redraw();
}

function redraw() {
  drawn = performance.now();
  bar();
  const found = state.found;
  const { view } = state;
  const button = (id, text, action, disabled = false) =>
    h("button", { type: "button", id, text, disabled, onclick: action });
  const go = h("button", {
    type: "button",
    id: "analyse",
    class: "strong",
    text: stop ? "Stop" : "Analyse",
    disabled: !!view.outcome,
    onclick: toggle,
  });
  const evaluations = h(
    "select",
    { id: "explain-eval", "aria-label": "Evaluation that explains", onchange: explain },
    info().evaluations.map((each) =>
      option(each.name, each.name, features?.evaluation ?? info().explains),
    ),
  );
  const kept = document.activeElement?.id;
  $("panel-analysis").replaceChildren(
    h(
      "div",
      { class: "buttons left" },
      go,
      button("deeper", "Deeper", deeper, !found),
      button("threat", "Show the threat", showThreat, !view.can_pass),
      button("ask-exact", "Exact value", askExact),
    ),
    controls(),
    ...(found
      ? [
          h("p", {
            class: "verdict",
            id: "verdict",
            text: `${found.verdict.text} for ${sideName(0)}`,
          }),
          numbers(found),
          lines(found),
          h(
            "details",
            { open: true },
            h("summary", { text: "Where the nodes went" }),
            roots(found),
          ),
        ]
      : [
          h("p", {
            class: "about",
            text: view.outcome
              ? "The game is over."
              : "Analyse shows the score, the best lines, and where the search looks.",
          }),
        ]),
    ...(threat
      ? [
          h(
            "p",
            { id: "threat-line" },
            "Threat: ",
            ...(typeof threat === "string"
              ? [threat]
              : [h("b", { text: threat.verdict.text }), " ", pv(null, threat.analysis.pv, true)]),
          ),
        ]
      : []),
    ...(exact ? [exactTable()] : []),
    h(
      "div",
      { class: "buttons left" },
      button("explain", "Explain the value", explain),
      evaluations,
    ),
    ...(features ? [featureTable()] : []),
  );
  if (kept) $(kept)?.focus();
}

export function start() {
  hear("view", () => {
    halt();
    stopExact?.();
    threat = exact = features = null;
    if (always && !state.view.outcome) run();
    draw();
  });
  const panel = $("panel-analysis");
  panel.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => setTimeout(() => (pressed = false), 0));
  hear("line", draw);
  hear("players", bar);
  addEventListener("pagehide", halt);
}
