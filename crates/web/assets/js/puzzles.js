// Puzzles: positions with one right move, solved on the board. The first attempt at a puzzle counts
// for rating and streak; a search that shows the move, such as a hint, fails it.

/** @import { Puzzle } from "./types.js" */

import { stopAnalysis } from "./analysis.js";
import { get } from "./api.js";
import { $, complain, h, number, sentence } from "./dom.js";
import { begin, goTo, goToPlace, play, walk } from "./play.js";
import { hear, info, state, notify } from "./state.js";
import { hearStored } from "./storage.js";
import {
  count,
  countOf,
  fitting,
  KEYS,
  markSolved,
  missed,
  ratingOf,
  solved,
  streak,
} from "./training.js";
import { remove } from "./tree.js";

/** Puzzles of the current game. @type {Puzzle[]} */
let list = [];
/** The game of the puzzles. */
let of = "";
/** The current puzzle; a search has shown its move if it is `helped`. */
let at = { number: -1, made: 0, status: "", done: false, helped: false };

/** Puzzles of one grade. */
const GRADES = 5;

const current = () => list[at.number];

/** Returns whether the game on the board is the puzzle's. */
const isOn = () =>
  at.number >= 0 && state.view.game === of && state.view.start === current()?.position;

/**
 * Shows a puzzle on the board.
 * @param {number} number
 */
async function open(number) {
  const { rules, position, side } = list[number];
  state.players = ["human", "human"];
  at = { number, made: 0, status: "Your move.", done: false, helped: false };
  // An analysis that goes on would show the move.
  stopAnalysis();
  try {
    state.note = `Puzzle: ${list[number].task}.`;
    await begin({ game: of, rules, position }, { below: side });
  } catch (error) {
    complain(error);
  }
}

/** @param {string} text */
function announce(text) {
  at.status = text;
  state.note = text;
  notify("note");
  draw();
}

/**
 * Records the first attempt at the puzzle, and returns the change of the rating in words.
 * @param {boolean} isSolved
 */
function rate(isSolved) {
  const puzzle = current();
  if (solved().has(puzzle.position) || missed().has(puzzle.position)) return "";
  const by = count(of, puzzle, isSolved);
  return ` Rating ${ratingOf(of)} (${by < 0 ? "−" : "+"}${Math.abs(by)}).`;
}

function finish() {
  at.done = true;
  if (at.helped) {
    announce("Right, with help: not counted as solved.");
    return;
  }
  const rated = rate(true);
  markSolved(current().position);
  announce(`Right: solved!${rated}`);
}

/** Records a search. */
function help() {
  if (!state.view || !isOn() || at.done || at.helped) return;
  at.helped = true;
  announce(`With help, the puzzle does not count as solved.${rate(false)}`);
}

/** Judges the last move. */
async function judge() {
  const { view } = state;
  const { line, side } = current();
  if (at.done || state.line || view.ply <= at.made) return;
  const [right, answer] = line.slice(at.made, at.made + 2);
  const { text } = view.moves[at.made];
  if (text === right || view.outcome?.winner === side) {
    at.made += 1;
    if (view.outcome || answer === undefined) {
      finish();
      return;
    }
    at.made += 1;
    announce("Right. And now?");
    await play(answer);
    return;
  }
  // The board waits for the answer to the attempt.
  const { id } = state;
  state.locked = true;
  const { reply } = await import("./refuted.js");
  const replied = await reply(view, side);
  if (state.id === id) state.locked = false;
  if (state.view !== view) return;
  announce(`${text} is not it${replied}. Try again.${rate(false)}`);
  // It is not a line of the game.
  if (state.at.before) await goToPlace(remove(state.at), true);
}

/** Shows the solution from the current position. */
function showSolution() {
  const rest = current().line.slice(at.made);
  at.done = true;
  announce(`The solution is ${rest.join(" ")}.${rate(false)}`);
  walk(rest);
}

/** Draws the user's rating, the streak, and a button for a puzzle of that rating. */
function record() {
  const { now, longest } = streak();
  const facts = {
    rating: String(ratingOf(of)),
    tried: String(countOf(of)),
    streak: String(now),
    longest: String(longest),
  };
  const next = fitting(of, list);
  return h(
    "div",
    { class: "training" },
    h(
      "dl",
      { class: "facts", id: "training" },
      Object.entries(facts).map(([name, text]) =>
        h("div", {}, h("dt", { text: name }), h("dd", { text, "data-training": name })),
      ),
    ),
    h("button", {
      type: "button",
      id: "puzzle-fit",
      class: isOn() && !at.done ? null : "strong",
      text: "A puzzle of my level",
      disabled: next < 0,
      onclick: () => open(next),
    }),
  );
}

function about() {
  if (!isOn()) {
    const text = "Positions with one right move, the easiest first. Choose one.";
    return h("p", { class: "about", text });
  }
  return h(
    "div",
    {},
    h(
      "p",
      { id: "puzzle-task" },
      h("b", { text: `${at.number + 1}. ${sentence(current().task)}.` }),
      h("span", { class: "about", text: ` Rating ${current().rating}` }),
    ),
    h("p", { id: "puzzle-status", text: at.status }),
  );
}

/**
 * Returns the user's next actions in the puzzle on the board; null without one.
 * @returns {{ done: boolean, number: number, buttons: import("./result.js").Button[] } | null}
 */
export function puzzleOnBoard() {
  if (!state.view || !isOn()) return null;
  const { done, number } = at;
  /** @type {import("./result.js").Button[]} */
  const buttons = [];
  if (number + 1 < list.length) {
    buttons.push(["puzzle-next", "Next puzzle", "Next", () => open(number + 1)]);
  }
  if (!done) buttons.unshift(["puzzle-solution", "Show the solution", "Solution", showSolution]);
  buttons.push(["puzzle-again", "Once more", "Again", () => open(number)]);
  return { done, number, buttons };
}

function draw() {
  if ($("panel-learn").hidden) return;
  const box = $("puzzles");
  const kept = document.activeElement?.id;
  if (!list.length) {
    box.replaceChildren(h("p", { class: "about", text: "There are no puzzles of this game." }));
    return;
  }
  const first = isOn() ? at.number : 0;
  const done = solved();
  const numbers = list.map((puzzle, index) => {
    const isSolved = done.has(puzzle.position);
    return h("button", {
      type: "button",
      // One tab stop for the list; the arrow keys move within it.
      tabindex: index === first ? 0 : -1,
      id: `puzzle-${index}`,
      "data-puzzle": index,
      "aria-current": isOn() && index === at.number ? "true" : null,
      "aria-label": `Puzzle ${index + 1}${isSolved ? ", solved" : ""}: ${puzzle.task}`,
      title: `${sentence(puzzle.task)}. Rating ${puzzle.rating}, ${number(puzzle.nodes)} nodes`,
      text: `${index + 1}${isSolved ? " ✓" : ""}`,
      onclick: () => open(index),
    });
  });
  const size = Math.ceil(list.length / GRADES);
  const grades = Array.from({ length: GRADES }, (_, grade) => {
    const own = numbers.slice(grade * size, (grade + 1) * size);
    if (!own.length) return null;
    const name = `Grade ${grade + 1}`;
    const label = { class: "puzzle-list", role: "group", "aria-label": name, onkeydown: walkList };
    return h("div", {}, h("h3", { text: name }), h("div", label, own));
  });
  const former = box.querySelector(".puzzle-grades")?.scrollTop ?? 0;
  const all = h("div", { class: "puzzle-grades" }, ...grades);
  box.replaceChildren(record(), about(), all);
  all.scrollTop = former;
  if (kept) $(kept)?.focus({ preventScroll: true });
}

/**
 * Moves through the puzzles by the arrow keys.
 * @param {any} event
 */
function walkList(event) {
  /** @type {Record<string, number>} */
  const ways = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const by = ways[event.key];
  const from = Number(event.target.dataset?.puzzle);
  if (!by || Number.isNaN(from)) return;
  event.preventDefault();
  event.stopPropagation();
  const next = $(`puzzle-${from + by}`);
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Fetches the puzzles of the game when the tab is first opened. */
async function fetchList() {
  const { game } = state.view;
  if (of === game || $("panel-learn").hidden) return;
  of = game;
  list = [];
  try {
    const found = info().has_puzzles ? await get(`puzzles/${game}`) : [];
    // Another game may have been chosen in the meantime.
    if (game === of) list = found;
  } catch (error) {
    of = "";
    complain(error);
  }
}

function clearNote() {
  if (!state.note) return;
  state.note = "";
  notify("note");
}

async function changed() {
  if (!state.view) return;
  if (of !== state.view.game) at.number = -1;
  // The note of a puzzle must not stand below the next game, while its puzzles are on their way.
  if (!isOn()) clearNote();
  await fetchList();
  if (isOn()) {
    const { ply } = state.view;
    if (at.made > ply && !at.done) {
      // A move and its reply are taken back together.
      at.made = ply - (ply % 2);
      if (ply !== at.made) {
        await goTo(at.made);
        return;
      }
    }
    await judge();
  } else {
    at.number = -1;
    clearNote();
  }
  draw();
}

/** Initialises the module. */
export function start() {
  hear("view", changed);
  hear("search", help);
  hearStored(KEYS, () => state.view && draw());
  $("tab-learn").addEventListener("click", changed);
}
