// The analysis panel: depths, lines and nodes of a search, and the terms of a value.

/** @import { Explained, Feature, Found, Solved, SolvedMove } from "./types.js" */

import { agentChoice, agentGroups, agentsOf, fits, keysOf } from "./agents.js";
import { $, complain, field, h, number, option, redraw as drawIn, sentence, toast } from "./dom.js";
import { play, walk } from "./play.js";
import { askGame, listenToGame } from "./session.js";
import { hear, info, isEnded, leaveLine, sideName, state, notify } from "./state.js";
import { figure, head, row } from "./table.js";
import { byTurns } from "./turns.js";

/** Time limits; the last one is the server's maximum. */
/** @type {Record<string, string>} */
const TIMES = {
  "2s": "2 s",
  "10s": "10 s",
  "60s": "60 s",
  "10m": "10 min",
  "24h": "until stopped",
};
const TABLES = ["", "16", "64", "256"];
/** @type {Record<string, any>} */
const settings = { agent: "best", lines: 3, time: "10s", depth: "", table: "" };
/** @type {(() => void) | null} */
let stop = null;
/** @type {(() => void) | null} */
let stopExact = null;
/** Result or progress of the search for the other side. @type {Found | string | null} */
let threat = null;
/** Seconds after which the server gives up an exact value, as in its limits. */
const EXACT_LIMIT = 20;
/** @type {(Solved & { moves: SolvedMove[] }) | string | null} */
let exact = null;
/** Time of the request of an exact value. */
let asked = 0;
/** @type {Explained | null} */
let explained = null;
/** Agent of the last report on the position. */
let searcher = "";
/** The evaluation of the explanation, if it is not the agent's own. */
let explaining = "";
/** Whether every new position is analysed. */
let always = false;
/** Whether the nodes of each move are shown. */
let isRootsOpen = true;
/** Whether the settings are shown. */
let isSettingsOpen = false;
/** The result shown while a line is viewed. @type {Found | null} */
let still = null;
/**
 * The displayed result. Newer lines cannot be clicked before they are drawn. @type {Found | null}
 */
let shown = null;
/**
 * The displayed result when a line was clicked, until the line is viewed. A newer one may lack it.
 * @type {Found | null}
 */
let clicked = null;

function halt() {
  stop?.();
  stop = null;
}

/** Returns the agent with the chosen table size, if it has one. */
function spec() {
  const { agent, table } = settings;
  const [name, options] = agent.split(":");
  if (!table || !keysOf(name).includes("table") || /\btable=/.test(options)) return agent;
  return `${agent}${options ? "," : ":"}table=${table}`;
}

/**
 * Analyses the current position.
 * @param {Record<string, any>} more settings of this analysis only
 */
function run(more = {}) {
  halt();
  threat = state.threat = null;
  if (isEnded() || state.line || !state.view.may_search) {
    draw();
    return;
  }
  const { agent, lines, time, depth } = { ...settings, ...more };
  const view = state.view;
  const hearing = (/** @type {Found} */ found) => {
    if (state.view !== view) return;
    state.found = found;
    searcher = agent;
    notify("found");
    draw();
  };
  stop = listenToGame(
    "/think",
    { agent: spec(), lines, depth, time: depth ? null : time, purpose: "analysis" },
    {
      depth: hearing,
      done(/** @type {Found} */ found) {
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

/** Stops the analysis. */
export function stopAnalysis() {
  always = false;
  halt();
  draw();
}

/** Analyses this position and the next ones, until it is stopped or another game begins. */
function analyse() {
  always = true;
  run();
}

/** Starts or stops the analysis. */
export function toggle() {
  if (stop || always) stopAnalysis();
  else analyse();
}

/** Searches one ply deeper than the last analysis. */
function deeper() {
  const depth = (state.found?.analysis.depth ?? 4) + 1;
  run({ depth, time: null });
}

/** Searches for the threat of the other side. */
export function showThreat() {
  halt();
  leaveLine();
  threat = "searching…";
  stop = listenToGame(
    "/think",
    { agent: settings.agent, time: "1s", threat: true },
    {
      done(/** @type {Found} */ found) {
        stop = null;
        threat = found;
        // The mark of a hint would look like a part of the threat.
        state.hint = null;
        state.threat = found.threat ?? null;
        notify("found");
        draw();
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

/** Requests the explanation of the value. */
async function explain() {
  try {
    const { view } = state;
    explaining = $("explain-eval")?.value ?? "";
    const query = new URLSearchParams({ agent: settings.agent });
    if (explaining) query.set("eval", explaining);
    const { found } = state;
    if (found && found.leaf_side !== null && searcher === settings.agent) {
      query.set("line", found.analysis.pv.join(" "));
      query.set("score", String(found.analysis.score));
      query.set("leaf_side", String(found.leaf_side));
    }
    const answer = await askGame(`/explain?${query}`);
    if (state.view !== view) return;
    explained = answer;
    redraw();
    reveal("features");
  } catch (error) {
    complain(error);
    draw();
  }
}

/**
 * Scrolls an answer into view, which can be below the fold.
 * @param {string} id
 */
const reveal = (id) => $(id)?.scrollIntoView({ block: "nearest" });

/** Starts or stops the solver. */
function askExact() {
  const isRunning = stopExact !== null;
  stopExact?.();
  stopExact = null;
  exact = isRunning ? null : "looking…";
  asked = performance.now();
  /** @param {typeof exact} found */
  const end = (found) => {
    stopExact = null;
    exact = found;
    redraw();
    reveal("exact");
  };
  if (!isRunning) {
    stopExact = listenToGame(
      "/exact",
      {},
      { done: end, fault: ({ error }) => end(`not known: ${error}`) },
    );
    setTimeout(lookOn, 1000);
  }
  draw();
}

/** Shows how long the solver has been looking. */
function lookOn() {
  if (!stopExact) return;
  const seconds = Math.round((performance.now() - asked) / 1000);
  exact = `looking, ${seconds} s of at most ${EXACT_LIMIT} s…`;
  draw();
  setTimeout(lookOn, 1000);
}

/**
 * Draws a line whose moves can be viewed.
 * @param {string[]} moves
 */
function pv(moves, isThreat = false, sides = /** @type {number[] | undefined} */ (undefined)) {
  const { line } = state;
  const isWalked = line?.threat === isThreat && line.moves.join(" ") === moves.join(" ");
  const parts = moves.slice(0, 24).map((move, index) =>
    h("button", {
      type: "button",
      class: `move${isWalked && line.at === index + 1 ? " now" : ""}`,
      text: move,
      onclick: async () => {
        clicked = shown;
        await walk(moves, isThreat, index + 1);
        clicked = null;
        if (!state.line) draw();
      },
    }),
  );
  return h("span", { class: "pv" }, byTurns(parts, sides));
}

/** @param {Found} found */
function lines(found) {
  const all = found.lines.map((line) => {
    const score = h("button", {
      type: "button",
      class: "score",
      title: "Play the first move of this line",
      text: line.verdict.text,
      onclick: () => play(line.move),
    });
    return h("li", {}, score, pv(line.pv, false, line.sides));
  });
  return h("ol", { class: "lines", id: "lines" }, all);
}

/** @param {Found} found */
function roots({ analysis }) {
  const all = analysis.root_moves.reduce((sum, root) => sum + root.nodes, 0) || 1;
  const sorted = [...analysis.root_moves].sort((one, other) => other.nodes - one.nodes);
  const rows = sorted.slice(0, 8).map((root) => {
    const value = root.nodes / all;
    const share = `${Math.round(100 * value)} %`;
    const meter = h("meter", { min: 0, max: 1, value, "aria-label": `${root.move}: ${share}` });
    return row(root.move, h("td", { class: "part" }, meter), figure(share));
  });
  return h("table", { class: "roots", "aria-label": "Where the nodes went" }, rows);
}

/** Why nothing is searched in a game on two devices. */
const ALONE = "Two people play this game: the program helps neither of them before its end.";

/** Sources of scores that do not come from the search. */
const SOURCES = {
  book: "opening book",
  tables: "tables of exact values",
  solver: "solver",
  choice: "no search",
};

/** @param {Found} found */
function numbers({ analysis }) {
  const facts = {
    depth: `${analysis.depth}/${analysis.seldepth}`,
    nodes: number(analysis.nodes),
    "nodes/s": number(analysis.nodes_per_second),
    table: `${Math.round(100 * analysis.table.fill)} %`,
    time: `${analysis.seconds.toFixed(1)} s`,
    ...(analysis.source === "search" ? {} : { source: SOURCES[analysis.source] }),
  };
  return h(
    "dl",
    { class: "facts", id: "numbers" },
    Object.entries(facts).map(([name, value]) =>
      h("div", {}, h("dt", { text: name }), h("dd", { text: value, "data-fact": name })),
    ),
  );
}

/**
 * Draws the terms of the static value and, if the score comes from there, of the end of the best
 * line.
 * @param {Explained} explained
 */
function featureTables({ side, score, explanation }) {
  const { explained_by, features, end_features } = explanation;
  const whose = `for ${sideName(side)}, by the evaluation “${explained_by}”`;
  return h(
    "div",
    { id: "features" },
    ...featureTable(`This position ${whose}`, features),
    ...(end_features && score !== null
      ? featureTable(`The score ${number(score)}, where the best line ends, ${whose}`, end_features)
      : []),
  );
}

/**
 * Draws the contribution of each feature to a value.
 * @param {string} what
 * @param {Feature[]} features
 */
function featureTable(what, features) {
  const largest = Math.max(...features.map((feature) => Math.abs(feature.term)), 1e-9);
  const rows = features.map(({ name, value, weight, term }) =>
    row(
      name.replaceAll("_", " "),
      figure(number(value)),
      figure(`× ${number(weight)}`),
      figure((term > 0 ? "+" : "") + number(term)),
      h("td", {}, bipolar(term / largest)),
    ),
  );
  const sum = features.reduce((total, feature) => total + feature.term, 0);
  const about = `${what}: ${number(sum)} together`;
  const top = head(["feature", "value", "weight", "adds", ""]);
  const table = h("table", { class: "features" }, top, h("tbody", {}, rows));
  return [
    h("p", { class: "about", text: about }),
    rows.length
      ? h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": what }, table)
      : h("p", { text: "This evaluation has no parts." }),
  ];
}

/**
 * Draws a bar to the left or to the right.
 * @param {number} part from -1 to 1
 */
function bipolar(part) {
  const fill = h("span", { class: part < 0 ? "minus" : "plus" });
  fill.style.setProperty("--part", String(Math.abs(part)));
  return h("span", { class: "bipolar", "aria-hidden": "true" }, fill);
}

/**
 * Returns an exact value in words.
 * @param {Solved} solved
 */
function inWords({ winner, value, plies }) {
  const by = typeof value === "number" ? ` by ${Math.abs(value)}` : "";
  return `${winner ? `${winner} wins` : "draw"}${by}${plies ? ` in ${plies}` : ""}`;
}

/** Draws the exact values of the position and its moves. */
function exactTable() {
  if (!exact || typeof exact === "string") {
    return h("p", { class: "about", id: "exact", text: `Exact value: ${exact}` });
  }
  const rows = exact.moves
    .slice(0, 12)
    .map((move) => row(move.move, h("td", { text: inWords(move) })));
  const value = h("p", {}, h("b", { text: `Exact value: ${inWords(exact)}` }));
  return h("div", { id: "exact" }, value, h("table", { class: "roots" }, rows));
}

/** Draws the settings. */
function controls() {
  // Agents that look only one move ahead have no lines to show.
  const agents = agentsOf(state.view.game).filter((agent) => agent.keys.includes("depth"));
  if (!fits(settings.agent, state.view.game)) settings.agent = "best";
  const agent = agentChoice({
    id: "analysis-agent",
    label: "Agent",
    groups: agentGroups({ agents }),
    chosen: settings.agent,
    choose: (chosen) => {
      settings.agent = chosen;
      if (stop) run();
    },
  });
  const set = (/** @type {string} */ name) => (/** @type {any} */ event) => {
    settings[name] = event.target.value;
    if (stop) run();
    else draw();
  };
  const counts = Array.from({ length: state.catalog.lines }, (_, index) => String(index + 1));
  const limit = settings.depth ? `depth ${settings.depth}` : TIMES[settings.time];
  const chosen = `Settings: ${settings.agent}, ${settings.lines} lines, ${limit}`;
  const toggled = (/** @type {any} */ { target }) => (isSettingsOpen = target.open);
  const grid = h(
    "div",
    { class: "grid" },
    h("div", { class: "field" }, h("span", { text: "Agent" }), agent),
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
        Object.entries(TIMES).map(([time, text]) => option(time, text, settings.time)),
      ),
    ),
    field(
      "Table, MiB",
      h(
        "select",
        { id: "analysis-table", onchange: set("table") },
        TABLES.map((size) => option(size, size || "usual", settings.table)),
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
  const name = h("summary", { text: chosen });
  return h("details", { open: isSettingsOpen, ontoggle: toggled }, name, grid);
}

let pressed = false;
let drawn = 0;
let waiting = 0;

/**
 * Limits redraws: a search reports faster than a user can read, and a line that is redrawn cannot
 * be clicked.
 */
function draw() {
  clearTimeout(waiting);
  const soon = drawn + 150 - performance.now();
  if (pressed || (stop && soon > 0)) waiting = setTimeout(draw, Math.max(20, soon));
  else redraw();
}

function redraw() {
  drawn = performance.now();
  const { view, line } = state;
  still = line ? (still ?? clicked ?? shown ?? state.found) : null;
  const found = line ? still : (clicked ?? state.found);
  shown = found;
  /**
   * @param {string} id
   * @param {string} text
   * @param {() => unknown} action
   */
  const button = (id, text, action, disabled = false) =>
    h("button", { type: "button", id, text, disabled, onclick: action });
  const go = h("button", {
    type: "button",
    id: "analyse",
    class: "strong",
    text: stop ? "Stop" : "Analyse",
    disabled: isEnded() || !view.may_search,
    onclick: stop ? stopAnalysis : analyse,
  });
  const evaluations = h(
    "select",
    { id: "explain-eval", "aria-label": "Evaluation that explains", onchange: explain },
    option("", "the agent's own", explaining),
    info().evaluations.map((each) => option(each.name, each.name, explaining)),
  );
  const usual = "Analyse shows the score, the best lines, and where the search looks.";
  const playing = view.may_search ? usual : ALONE;
  const idle = isEnded() ? "The game is over." : playing;
  drawIn($("panel-analysis"), [
    h(
      "div",
      { class: "buttons left" },
      go,
      always && !stop ? button("analyse-off", "Stop following", stopAnalysis) : null,
      button("deeper", "Deeper", deeper, !found),
      button("threat", "Show the threat", showThreat, !view.can_pass || !view.may_search),
      view.is_solvable && !isEnded() && view.may_search
        ? button("ask-exact", stopExact ? "Stop looking" : "Exact value", askExact)
        : null,
    ),
    ...(found ? drawFound(found) : [h("p", { class: "about", text: idle })]),
    ...(threat ? [drawThreat(threat)] : []),
    ...(exact ? [exactTable()] : []),
    controls(),
    h(
      "div",
      { class: "buttons left" },
      button("explain", "Explain the value", explain, !view.may_search),
      evaluations,
    ),
    ...(explained ? [featureTables(explained)] : []),
  ]);
}

/**
 * Draws the result of the search.
 * @param {Found} found
 */
function drawFound(found) {
  const { share, text } = found.verdict;
  const isDecided = Math.abs(found.analysis.score) > 1_000_000_000;
  const isKnown = isDecided || text === "draw";
  const chance = `, ${Math.round(100 * share)} % for ${sideName(0)}`;
  const verdict = isKnown ? text : `${text}${chance}`;
  const where = h("summary", { text: "Where the nodes went" });
  const toggled = (/** @type {any} */ { target }) => (isRootsOpen = target.open);
  const searched = h("details", { open: isRootsOpen, ontoggle: toggled }, where, roots(found));
  return [
    h("p", { class: "verdict", id: "verdict", text: sentence(verdict) }),
    numbers(found),
    lines(found),
    ...(found.analysis.root_moves.length ? [searched] : []),
  ];
}

/** @param {Found | string} found */
function drawThreat(found) {
  if (typeof found === "string") return h("p", { id: "threat-line", text: `Threat: ${found}` });
  const line = pv(found.analysis.pv, true, found.lines[0]?.sides);
  return h("p", { id: "threat-line" }, h("b", { text: found.threat?.text }), " Line: ", line);
}

/** Initialises the module. */
export function start() {
  // The analysis of one game must not help in the next.
  hear("game", stopAnalysis);
  hear("view", () => {
    halt();
    stopExact?.();
    stopExact = null;
    threat = exact = explained = null;
    explaining = "";
    if (always && !isEnded()) run();
    draw();
  });
  const panel = $("panel-analysis");
  panel.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => setTimeout(() => (pressed = false), 0));
  hear("line", draw);
  addEventListener("pagehide", halt);
}
