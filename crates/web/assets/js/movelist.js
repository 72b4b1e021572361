// The move list: the current line as a table, with variations and comments.

/** @import { Point } from "./types.js" */
/** @import { Variation } from "./tree.js" */

import { h, hasKeys, sentence } from "./dom.js";
import { goTo, goToPlace } from "./play.js";
import { sideName, state, turnOf } from "./state.js";
import { ahead, lineOf } from "./tree.js";
import { byTurns, namesSides, turnName } from "./turns.js";

/** @type {Record<string, string>} */
export const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** Listed moves of a variation; the rest is shown in the variation itself. */
const LISTED = 12;

/**
 * Draws a move of the line.
 * @param {Variation} place
 * @param {number} at its ply
 * @param {Point | undefined} point
 */
function drawMove(place, at, point) {
  const { ply } = state.view;
  const grade = point?.grade;
  const words = sentence(place.description);
  const title = grade ? `${words}. ${sentence(grade)}: ${point.better} was better.` : words;
  const when = at === ply ? "now" : at > ply ? "later" : "";
  return h("button", {
    type: "button",
    class: ["move", when, grade].filter(Boolean).join(" "),
    "aria-current": at === ply ? "step" : null,
    title,
    text: place.text + (grade ? ` ${MARKS[grade]}` : ""),
    onclick: () => goTo(at),
  });
}

/**
 * Draws a variation of the move.
 * @param {Variation} first
 */
function drawVariation(first) {
  const all = [first, ...ahead(first)];
  const moves = all.slice(0, LISTED).map((place) =>
    h("button", {
      type: "button",
      class: "move",
      title: sentence(place.comment ? `${place.description}. ${place.comment}` : place.description),
      text: place.text,
      onclick: () => goToPlace(place),
    }),
  );
  const isMain = first.before?.next[0] === first;
  const more = all.length > LISTED ? ` … ${all.length - LISTED} more` : "";
  const name = isMain ? "main line" : "variation";
  const sides = all.map((place) => place.side);
  const about = h("span", { class: "about", text: name });
  return h("div", { class: "variation" }, about, byTurns(moves, sides), more);
}

/**
 * Draws a row below a turn.
 * @param {string} name
 * @param {(Element | string)[]} children
 */
const below = (name, children) =>
  h("tr", { class: name }, h("td", {}), h("td", { colspan: 2 }, children));

/**
 * Draws the line as a table: one row per turn of the first side. Repeated moves of a side stay in
 * its cell.
 * @param {Point[]} points
 */
export function drawMoves(points) {
  const line = lineOf(state.at);
  if (!line.length) {
    const where = state.view.scene.nodes.length ? "a piece or a place" : "a move below the board";
    const how = hasKeys() ? `Click ${where}, or use the arrow keys and Enter.` : `Tap ${where}.`;
    return h("p", { class: "about", text: `No moves yet. ${how}` });
  }
  /** @type {{ cells: [Element[], Element[]], below: Element[] }[]} */
  const turns = [];
  line.forEach((place, index) => {
    const turn = turnOf(index + 1);
    const row = (turns[turn - 1] ??= { cells: [[], []], below: [] });
    row.cells[place.side].push(drawMove(place, index + 1, points[index + 1]));
    if (place.comment) {
      row.below.push(below("comment", [h("b", { text: place.text }), ` ${place.comment}`]));
    }
    const others = (place.before?.next ?? []).filter((other) => other !== place);
    if (others.length) row.below.push(below("variations", others.map(drawVariation)));
  });
  const rows = turns.flatMap(({ cells, below }, index) => [
    h(
      "tr",
      {},
      h("th", { text: String(index + 1), scope: "row" }),
      ...[0, 1].map((side) => {
        const named = namesSides() && cells[side].length ? turnName(side) : null;
        return h("td", {}, named, cells[side]);
      }),
    ),
    ...below,
  ]);
  const top = h(
    "tr",
    {},
    h("td", {}),
    h("th", { text: sentence(sideName(0)), scope: "col" }),
    h("th", { text: sentence(sideName(1)), scope: "col" }),
  );
  return h("table", { class: "moves" }, h("thead", {}, top), h("tbody", {}, rows));
}
