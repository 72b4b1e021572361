// The moves of the game, the counts of a player, and the score graph.

/** @import { Point, Review } from "./types.js" */

import { $, centre, h, redraw, sentence, toast } from "./dom.js";
import { drawGraph } from "./graph.js";
import { drawMoves } from "./movelist.js";
import { changed, goTo, goToPlace } from "./play.js";
import { drawReview } from "./review.js";
import { pathLegend } from "./rules.js";
import { listenToGame } from "./session.js";
import { hear, notify, state } from "./state.js";
import { factsOf } from "./strips.js";
import { isMain, promote, remove } from "./tree.js";

/** The known points of the graph. @type {Point[]} */
let points = [];
/** The review of both sides, when all values are known. @type {Review | null} */
let review = null;
/** Stops the valuation. @type {(() => void) | null} */
let stop = null;
/** The line of the graph. */
let of = "";
/** Where that line begins, and its moves. @type {[string, string[]]} */
let valued = ["", []];
/** Whether the page scrolls to the review. */
let isFollowed = false;

/**
 * Returns the value of a ply in a valued game.
 * @param {number} ply
 */
export const pointAt = (ply) => points[ply];

/** Draws the tools of the displayed move: a comment, another order of lines. */
function tools() {
  const place = state.at;
  const what = place.before ? place.text : "the start";
  const comment = h("input", {
    id: "comment",
    value: place.comment,
    placeholder: `A comment on ${what}`,
    "aria-label": `Comment on ${what}`,
    maxlength: 1000,
    onchange: (/** @type {any} */ event) => {
      place.comment = event.target.value.trim();
      changed();
    },
  });
  const promoted = h("button", {
    type: "button",
    id: "promote",
    text: "Make it the main line",
    onclick: () => (promote(place), changed()),
  });
  const removed = h("button", {
    type: "button",
    id: "remove",
    text: "Delete from here",
    onclick: () => goToPlace(remove(place)),
  });
  const branch = isMain(place) ? [] : [promoted, removed];
  return h("div", { class: "buttons left" }, comment, ...branch);
}

function draw() {
  // Counts of a side are beside its name.
  const sided = new Set([0, 1].flatMap(factsOf));
  const facts = state.view.scene.facts
    .filter((fact) => !sided.has(fact))
    .map((fact) =>
      h("div", {}, h("dt", { text: sentence(fact.name) }), h("dd", { text: fact.value })),
    );
  // Beside a valued game, narrow.css keeps the board in sight.
  const graph = h("div", { id: "graph", class: stop || review ? "valued" : null });
  const value = h("button", {
    type: "button",
    id: "graph-run",
    text: stop ? "Stop" : "Find the mistakes",
    disabled: !state.view.moves.length || !state.view.may_search,
    onclick: () => (stop ? halt() : analyseGame()),
  });
  const moves = $("move-list");
  redraw(moves, [drawMoves(points)]);
  redraw($("panel-moves"), [
    ...(facts.length ? [h("dl", { class: "facts" }, facts)] : []),
    h("p", { class: "about", text: `Rules: ${state.view.rules}` }),
    pathLegend(),
    tools(),
    h(
      "div",
      { class: "buttons left" },
      value,
      h("span", { class: "about", text: "?! inaccuracy  ? mistake  ?? blunder" }),
    ),
    graph,
    ...drawReview(review, points),
  ]);
  drawGraph(graph, points, state.view.ply, goTo, review);
  const now = moves.querySelector(".now");
  if (now) centre(moves, now);
}

/** Finds the mistakes of the game and shows them, unless it is already running. */
export function analyseGame() {
  if (!stop) run();
  // If the panel does not scroll, the page does.
  isFollowed = matchMedia("(max-width: 900px)").matches;
  if (isFollowed) $("graph").scrollIntoView({ block: "start" });
}

function halt() {
  stop?.();
  stop = null;
  draw();
}

/** Values every position of the game. */
function run() {
  points = [];
  review = null;
  const known = key();
  stop = listenToGame(
    "/graph",
    {},
    {
      point(/** @type {Point} */ point) {
        if (known !== key()) return;
        points[point.ply] = point;
        notify("values");
        draw();
      },
      done(/** @type {Review} */ found) {
        stop = null;
        if (known === key()) review = found;
        draw();
        // The review is below the graph, and both are scrolled into view.
        $("panel-moves").scrollTop = $("graph").offsetTop - $("panel-moves").offsetTop - 8;
        if (isFollowed) $("accuracy")?.scrollIntoView({ block: "start" });
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

/** Returns the game, the rules and the start of the displayed line. */
const beginning = () => state.view.game + state.view.rules + state.view.start;

/** Returns the key of the graph's line. */
const key = () => beginning() + state.view.moves.map((move) => move.text).join(" ");

/** Returns how many known points the displayed line has: those up to where it leaves their line. */
function shared() {
  const [before, moves] = valued;
  if (before !== beginning()) return 0;
  const differs = state.view.moves.findIndex((move, ply) => move.text !== moves[ply]);
  return 1 + (differs < 0 ? state.view.moves.length : differs);
}

/** Initialises the module. */
export function start() {
  // A game begins without the values that a review of the one before has found.
  hear("game", () => {
    of = "";
    valued = ["", []];
  });
  hear("view", () => {
    // Another line has other values.
    if (of !== key()) {
      of = key();
      review = null;
      stop?.();
      stop = null;
      points = points.slice(0, shared());
      valued = [beginning(), state.view.moves.map((move) => move.text)];
    }
    notify("values");
    draw();
  });
  hear("line", draw);
  hear("found", () => {
    // Graph, bar and headline show the newest value.
    const { found, view, line } = state;
    const point = points[view.ply];
    if (!found || !point || line) return;
    const { share, text } = found.verdict;
    points[view.ply] = { ...point, share, text };
    draw();
  });
}
