// The search viewer: the trees of one or two searches of the current position, step by step.

/** @import { Trace } from "./types.js" */
/** @import { Step } from "./steps.js" */

import { link } from "./address.js";
import { openDialog } from "./dialog.js";
import { $, centre, field, h, isDark, option, errorText } from "./dom.js";
import { askGame, listenToGame } from "./session.js";
import { describe, drawTree, nameOf, reason, showAt } from "./searchtree.js";
import { pace } from "./settings.js";
import { countsOf, lineTo, nodesOf, over, stepsOf } from "./steps.js";
import { hear } from "./state.js";

const SEARCHES = ["minimax", "expectimax", "alphabeta", "alphabeta-tt", "scout", "scout-tt"];
SEARCHES.push("mtdf", "pvs", "best", "mcts");
/** The signs of a tree with their meanings; a sign with a class is a sample of a colour. */
const SIGNS = [
  ["(6, ∞)", "The window: only values above 6 can still change the choice; -∞ and ∞ are no limit."],
  ["-1", "The value for the side to move at the node."],
  [
    "≥ -1, ≤ 2",
    "At least -1, at most 2: the search stopped before the exact value, which cannot matter.",
  ],
  [
    "cut by 1, 3 left",
    "Move 1 is too good for the other side to allow this node, so 3 moves are not searched.",
  ],
  ["sample", "", "The side to move at the root moves here."],
  ["sample", "other", "The other side moves here."],
  ["sample", "cut", "A node with a cut-off."],
  ["sample", "table", "The transposition table knew the value."],
];
/** Milliseconds per step of the animation. */
const PACE = 450;

/**
 * @typedef {object} Pane
 * @property {Trace} trace
 * @property {Step[]} steps
 * @property {number} at number of steps made
 * @property {ReturnType<typeof drawTree>} tree
 * @property {HTMLElement} box
 * @property {HTMLElement} counts
 */

/** The window, created when it is first opened. @type {Thinking | null} */
let opened = null;

class Thinking {
  constructor() {
    /** @type {Pane[]} */
    this.panes = [];
    this.timer = 0;
    /** @type {(() => void) | null} */
    this.stop = null;
    /** Query of the last requested board. */
    this.pictured = "";
    const agents = (
      /** @type {string} */ id,
      /** @type {string} */ chosen,
      /** @type {string[]} */ more,
    ) =>
      h(
        "select",
        { id },
        [...more, ...SEARCHES].map((name) => option(name, name || "none", chosen)),
      );
    this.agents = [agents("tree-first", "alphabeta", []), agents("tree-second", "", [""])];
    this.depth = h("input", { id: "tree-depth", type: "number", min: 1, max: 6, value: 2 });
    this.status = h("p", { id: "tree-status", role: "status", text: "" });
    this.node = h("p", { id: "tree-node", role: "status" });
    this.why = h("p", { id: "tree-why", class: "about" });
    /** Step to show first, of a link. */
    this.asked = 1;
    this.board = h("img", { id: "tree-board", alt: "", hidden: true });
    this.trees = h("div", { id: "trees" });
    this.slider = h("input", {
      id: "tree-at",
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Step",
    });
    this.slider.addEventListener("input", () => this.go(() => Number(this.slider.value)));
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {string} */ title,
      /** @type {() => void} */ onclick,
    ) => h("button", { type: "button", id, text, title, onclick });
    this.play = button("tree-play", "Play", "Play or pause (space)", () => this.toggle());
    const start = h("button", { type: "submit", id: "tree-run", class: "strong", text: "Search" });
    this.dialog = h(
      "dialog",
      {
        id: "tree-dialog",
        "aria-label": "See a search think",
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      h(
        "form",
        {
          class: "tree-form",
          onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.run()),
        },
        field("Search", this.agents[0]),
        field("Beside it", this.agents[1]),
        field("Depth", this.depth),
        start,
        button("tree-close", "Close", "Close (Esc)", () => this.dialog.close()),
      ),
      this.status,
      h(
        "div",
        { class: "tree-view" },
        this.trees,
        h(
          "div",
          { class: "tree-side", tabindex: 0, role: "region", "aria-label": "The step in words" },
          this.node,
          this.why,
          this.board,
          legend(),
        ),
      ),
      h(
        "div",
        { class: "toolbar", role: "toolbar", "aria-label": "Steps" },
        button("tree-first-step", "|◀", "To the start (Home)", () => this.go(() => 0)),
        button("tree-back", "Back", "One step back (←)", () => this.go(({ at }) => at - 1)),
        this.play,
        button("tree-step", "Step", "One step, into the next node (→)", () =>
          this.go(({ at }) => at + 1),
        ),
        button("tree-over", "Over", "Over the whole next node (↓)", () =>
          this.go(({ steps, at }) => over(steps, at)),
        ),
        button("tree-last", "▶|", "To the end (End)", () => this.go(({ steps }) => steps.length)),
        button("tree-link", "Link", "Copy a link to this step", () => this.copy()),
        this.slider,
      ),
    );
    this.dialog.addEventListener("close", () => this.halt());
    document.body.append(this.dialog);
    // The arrow keys step from the beginning.
    $("tree-step").autofocus = true;
  }

  halt() {
    clearInterval(this.timer);
    this.timer = 0;
    this.play.textContent = "Play";
    this.stop?.();
    this.stop = null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement)
      return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(({ at }) => at - 1),
      ArrowRight: () => this.go(({ at }) => at + 1),
      ArrowDown: () => this.go(({ steps, at }) => over(steps, at)),
      Home: () => this.go(() => 0),
      End: () => this.go(({ steps }) => steps.length),
    };
    const isButton = event.target instanceof HTMLButtonElement;
    const act = event.key === " " && !isButton ? () => this.toggle() : keys[event.key];
    if (!act) return;
    event.preventDefault();
    // The page behind has its own keys.
    event.stopPropagation();
    act();
  }

  /** Runs the searches in sequence and shows the first step. */
  async run() {
    this.halt();
    this.panes = [];
    this.trees.replaceChildren();
    this.node.textContent = this.why.textContent = "";
    this.board.hidden = true;
    const names = [...new Set(this.agents.map((agent) => agent.value).filter((name) => name))];
    this.status.textContent = "Searching…";
    try {
      const traces = [];
      for (const name of names) traces.push(await this.trace(name));
      this.show(traces);
    } catch (error) {
      this.status.textContent = errorText(error);
    }
  }

  /**
   * @param {string} agent
   * @returns {Promise<Trace>}
   */
  trace(agent) {
    return new Promise((done, failed) => {
      this.stop = listenToGame(
        "/trace",
        { agent, depth: this.depth.value },
        { done, fault: ({ error }) => failed(new Error(error)) },
      );
    });
  }

  /** @param {Trace[]} traces */
  show(traces) {
    this.stop = null;
    const nodes = traces.map(({ visits }) => nodesOf(visits));
    this.panes = traces.map((trace, index) => {
      const { visits, agent } = trace;
      const others = traces.length > 1 ? nodes[1 - index] : null;
      const tree = drawTree(visits, `The tree of ${agent}`, others, (visit) =>
        this.choose(index, visit),
      );
      const counts = h("p", { class: "tree-counts" });
      const scroll = h(
        "div",
        { class: "tree-scroll", tabindex: 0, role: "group", "aria-label": `Tree of ${agent}` },
        tree.svg,
      );
      const box = h("section", { "aria-label": agent }, h("h2", { text: agent }), counts, scroll);
      return { trace, steps: stepsOf(visits), at: 0, tree, box, counts };
    });
    this.dialog.classList.toggle("two", traces.length > 1);
    this.trees.replaceChildren(...this.panes.map(({ box }) => box));
    this.slider.max = String(Math.max(0, ...this.panes.map(({ steps }) => steps.length)));
    this.status.textContent =
      traces.length > 1 ? "Dotted: nodes that the other search does not visit." : "";
    const asked = this.asked;
    this.asked = 1;
    this.go(({ steps }) => Math.min(1, steps.length));
    for (const { tree } of this.panes) reveal(tree.nodes[0], true);
    if (asked > 1) this.go(() => asked);
  }

  /** Copies a link to the step; a page that may not copy shows it. */
  async copy() {
    const [first, second] = this.agents.map((agent) => agent.value);
    const step = String(Math.max(0, ...this.panes.map(({ at }) => at)));
    const text = `${link()}&think=${[first, second, this.depth.value, step].join(";")}`;
    try {
      await navigator.clipboard.writeText(text);
      this.status.textContent = "The link to this step is copied.";
    } catch {
      this.status.textContent = text;
    }
  }

  /**
   * Chooses what a link names: both searches, the depth and the step.
   * @param {string} asked
   */
  follow(asked) {
    const [first, second, depth, step] = asked.split(";");
    [first, second].forEach((name, index) => {
      const has = [...this.agents[index].options].some(({ value }) => value === name);
      if (has) this.agents[index].value = name;
    });
    if (/^[1-6]$/.test(depth)) this.depth.value = depth;
    this.asked = Math.max(1, Number(step) || 1);
  }

  /**
   * Moves every tree to a step.
   * @param {(pane: Pane) => number} next
   */
  go(next) {
    this.panes.forEach((pane, index) => {
      pane.at = Math.max(0, Math.min(pane.steps.length, next(pane)));
      const current = showAt(pane.tree, pane.steps, pane.at);
      pane.counts.textContent = countsOf(pane.trace.visits, pane.steps, pane.at);
      if (current !== null) {
        reveal(pane.tree.nodes[current]);
        if (index === 0) this.explain(pane, current);
      }
    });
    this.slider.value = String(Math.max(0, ...this.panes.map(({ at }) => at)));
    if (this.panes.every(({ at, steps }) => at === steps.length) && this.timer) this.halt();
  }

  toggle() {
    if (this.timer) {
      this.halt();
      return;
    }
    if (this.panes.every(({ at, steps }) => at === steps.length)) this.go(() => 0);
    this.play.textContent = "Pause";
    this.timer = setInterval(() => this.go(({ at }) => at + 1), PACE * (pace() || 2));
  }

  /**
   * Shows a clicked node.
   * @param {number} index of the pane
   * @param {number} visit
   */
  choose(index, visit) {
    const pane = this.panes[index];
    pane.tree.nodes.forEach((node, at) => node.classList.toggle("current", at === visit));
    this.explain(pane, visit, true);
  }

  /**
   * Explains a visit in words, with its board.
   * @param {Pane} pane
   * @param {number} index
   * @param {boolean} [isWhole] whether its end is already shown
   */
  explain({ trace: { visits }, steps, at }, index, isWhole = false) {
    const visit = visits[index];
    const line = lineTo(visits, index);
    const isEnded = isWhole || steps[at - 1].ends;
    this.node.textContent = describe(visit, line, isEnded);
    this.why.textContent = reason(visit, isEnded);
    this.picture(line, nameOf(visit)).catch(() => (this.board.hidden = true));
  }

  /**
   * Draws the board after a line. Of several pending requests, only the last is drawn.
   * @param {(string | null)[]} line
   * @param {string} name
   */
  async picture(line, name) {
    const pass = line.indexOf(null);
    const moves = (pass < 0 ? line : line.slice(0, pass)).join(" ");
    const asked = String(new URLSearchParams({ theme: isDark() ? "dark" : "light", line: moves }));
    this.pictured = asked;
    const drawn = await askGame(`/picture?${asked}`);
    if (this.pictured !== asked) return;
    this.board.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
    this.board.alt = `The board at ${name}`;
    this.board.hidden = false;
  }
}

/** Returns the meanings of the signs of a tree. */
function legend() {
  const rows = SIGNS.flatMap((row) => {
    const about = row[row.length - 1];
    const sign = row.length > 2 ? h("span", { class: `sample ${row[1]}` }) : row[0];
    return [h("dt", {}, sign), h("dd", { text: about })];
  });
  const open = matchMedia("(min-width: 1000px) and (min-height: 600px)").matches;
  return h(
    "details",
    { id: "tree-legend", open },
    h("summary", { text: "How to read the tree" }),
    h("dl", {}, rows),
  );
}

/**
 * Scrolls a tree, and nothing around it, to a node.
 * @param {SVGElement} node
 * @param {boolean} [isCentred] whether the node comes to the middle even if it is visible
 */
function reveal(node, isCentred = false) {
  const scroll = /** @type {Element} */ (node.closest(".tree-scroll"));
  const [box, view] = [node.getBoundingClientRect(), scroll.getBoundingClientRect()];
  const isBeside = box.left < view.left || box.right > view.right;
  const isBeyond = box.top < view.top || box.bottom > view.bottom;
  if (isBeside || isBeyond || isCentred) centre(scroll, node);
}

/**
 * Opens the window.
 * @param {string} [asked] what a link names: both searches, the depth and the step
 */
export function open(asked) {
  if (!opened) {
    opened = new Thinking();
    hear("view", () => opened?.dialog.close());
  }
  if (asked) opened.follow(asked);
  openDialog(opened.dialog);
  opened.run();
}
