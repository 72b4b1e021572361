// The review of a valued game: accuracy of both sides, and turning points with the better lines.
// One click shows such a line, or plays the game again from there.

/** @import { Point, Review } from "./types.js" */

import { complain, h, sentence, toast } from "./dom.js";
import { usualOpponent } from "./levels.js";
import { MARKS } from "./movelist.js";
import { begin, goTo, walk } from "./play.js";
import { sideName, state, turnOf } from "./state.js";
import { figure, head, row } from "./table.js";
import { withSides } from "./turns.js";

/** Sources of exact values. @type {Record<string, string>} */
const SOURCES = {
  tables: "tables of exact values",
  solver: "the solver",
  search: "a search to the end of the game",
  rules: "the rules",
};

/**
 * Names a move by its turn and side, as in the move list.
 * @param {number} ply
 */
export function nameOf(ply) {
  const move = state.view.moves[ply - 1];
  return move ? `${turnOf(ply)}. ${sentence(sideName(move.side))} ${move.text}` : "start";
}

/** @param {Review} review */
function accuracy({ sides }) {
  const rows = sides.map((side, index) =>
    row(
      sentence(sideName(index)),
      figure(side.accuracy === null ? "–" : `${side.accuracy.toFixed(1)} %`),
      figure(String(side.inaccuracies)),
      figure(String(side.mistakes)),
      figure(String(side.blunders)),
    ),
  );
  const top = head(["side", "accuracy", "?!", "?", "??"]);
  return h("table", { id: "accuracy" }, top, h("tbody", {}, rows));
}

/**
 * Describes from which move the values are exact, and their source.
 * @param {Review} review
 * @param {Point[]} points
 */
function exactness({ exact_from }, points) {
  const known = points.filter((point) => point?.exact && point.exact !== "rules");
  if (!known.length) return "All values are estimates of a search.";
  const names = [...new Set(known.map((point) => SOURCES[point.exact ?? ""] ?? point.exact))];
  const by = names.join(" and ");
  if (exact_from === 0) return `All values are exact, by ${by}.`;
  if (exact_from === null || exact_from >= points.length - 1) {
    const share = `${known.length} of ${points.length}`;
    return `${share} values are exact, by ${by}; the others are estimates.`;
  }
  const from = `From move ${turnOf(exact_from)} on`;
  return `${from}, values are exact, by ${by}; before, they are estimates.`;
}

/**
 * Shows the better line from the position before a move.
 * @param {number} ply
 * @param {string[]} line
 * @param {number} at
 */
async function show(ply, line, at) {
  await goTo(ply - 1);
  await walk(line, false, at);
}

/**
 * Replays the game from before a move, with the user on the side that moved.
 * @param {number} ply
 */
async function replay(ply) {
  const { game, rules, start, moves } = state.view;
  const { side, text } = moves[ply - 1];
  const agents = state.players.filter((player) => player !== "human" && player !== "remote");
  const opponent = agents[0] ?? usualOpponent(game);
  state.players = side === 0 ? ["human", opponent] : [opponent, "human"];
  const before = moves.slice(0, ply - 1).map((move) => move.text);
  try {
    await begin({ game, rules, position: start, moves: before.join(" ") }, { locked: false });
    toast(`Replay: ${sideName(side)} to move. In the game it was ${text}.`);
  } catch (error) {
    complain(error);
  }
}

/** @param {Point} point */
function turningPoint({ ply, grade, lost, line, sides = [] }) {
  const walked = state.line;
  const isWalked = walked?.moves.join(" ") === line.join(" ");
  const moves = line.map((move, index) =>
    h("button", {
      type: "button",
      id: `turning-${ply}-${index}`,
      class: `move${isWalked && walked?.at === index + 1 ? " now" : ""}`,
      text: move,
      "aria-label": `Show the better line as far as ${sideName(sides[index]) ?? ""} ${move}`,
      onclick: () => show(ply, line, index + 1),
    }),
  );
  return h(
    "li",
    {},
    h("button", {
      type: "button",
      id: `turning-${ply}`,
      class: `move ${grade}`,
      title: sentence(grade ?? ""),
      text: `${nameOf(ply)} ${MARKS[grade ?? ""]}`,
      onclick: () => goTo(ply),
    }),
    h("span", {
      class: "about",
      text: `lowered the winning chance by ${Math.round(100 * lost)} percentage points. Better:`,
    }),
    h("span", { class: "pv" }, withSides(moves, sides)),
    h("button", {
      type: "button",
      id: `replay-${ply}`,
      "aria-label": `Replay from here, before ${nameOf(ply)}`,
      text: "Replay from here",
      onclick: () => replay(ply),
    }),
  );
}

/**
 * @param {Review | null} review
 * @param {Point[]} points
 * @returns {Element[]}
 */
export function drawReview(review, points) {
  if (!review) return [];
  const turning = review.turning.flatMap((ply) => (points[ply] ? [points[ply]] : []));
  const list = turning.length
    ? h("ol", { id: "turning" }, turning.map(turningPoint))
    : h("p", {
        id: "turning",
        text: "No turning points: no move lowered the winning chance by 10 percentage points.",
      });
  return [
    accuracy(review),
    h("p", { class: "about", id: "exactness", text: exactness(review, points) }),
    h("h2", { text: "Turning points" }),
    list,
  ];
}
