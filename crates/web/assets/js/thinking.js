// The search viewer: the trees of one or two searches of the current position, step by step.

/** @import { Trace } from "./types.js" */
/** @import { Step } from "./steps.js" */

import { openDialog } from "./dialog.js";
import { calm, field, h, isDark, option, errorText } from "./dom.js";
import { askGame, listenToGame } from "./session.js";
import { describe, drawTree, nameOf, showAt } from "./searchtree.js";
import { countsOf, lineTo, nodesOf, over, stepsOf } from "./steps.js";
import { hear } from "./state.js";

const SEARCHES = ["minimax", "expectimax", "alphabeta", "alphabeta-tt", "scout", "scout-tt"];
SEARCHES.push("mtdf", "pvs", "best", "mcts");
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
        h("div", { class: "tree-side" }, this.node, this.board),
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
        this.slider,
      ),
    );
    this.dialog.addEventListener("close", () => this.halt());
    document.body.append(this.dialog);
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
    this.node.textContent = "";
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
    this.trees.replaceChildren(...this.panes.map(({ box }) => box));
    this.slider.max = String(Math.max(0, ...this.panes.map(({ steps }) => steps.length)));
    this.status.textContent =
      traces.length > 1 ? "Dotted: nodes that the other search does not visit." : "";
    this.go(({ steps }) => Math.min(1, steps.length));
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
        pane.tree.nodes[current].scrollIntoView({
          block: "nearest",
          inline: "nearest",
          behavior: "instant",
        });
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
    this.timer = setInterval(() => this.go(({ at }) => at + 1), calm() ? 2 * PACE : PACE);
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
    this.node.textContent = describe(visit, line, isWhole || steps[at - 1].ends);
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

/** Opens the window. */
export function open() {
  if (!opened) {
    opened = new Thinking();
    hear("view", () => opened?.dialog.close());
  }
  openDialog(opened.dialog);
  opened.run();
}
