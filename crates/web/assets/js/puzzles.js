// Puzzles: positions with one right move, solved on the board. The page says whether a move was the
// right one, answers for the other side, and shows the solution on request.

/** @import { Puzzle } from "./types.js" */

import { get } from "./api.js";
import { $, complain, h, sentence } from "./dom.js";
import { begin, goToPlace, play, walk } from "./play.js";
import { hear, info, state, notify } from "./state.js";
import { remove } from "./tree.js";

/** The puzzles of the game that is shown. @type {Puzzle[]} */
let list = [];
/** Whose they are. */
let of = "";
/** The puzzle on the board: its number, moves of it that were made, how it goes. */
let at = { number: -1, made: 0, said: "", done: false };

/** The puzzles that were solved, by position. @type {Set<string>} */
const solved = new Set();
try {
  for (const each of JSON.parse(localStorage.getItem("puzzles") ?? "[]")) solved.add(each);
} catch {
  // Without storage they are solved for this visit.
}

const current = () => list[at.number];

/** Whether the game on the board is the puzzle's. */
const isOn = () =>
  at.number >= 0 && state.view.game === of && state.view.start === current()?.position;

/**
 * Puts a puzzle on the board.
 * @param {number} number
 */
async function open(number) {
  const { rules, position } = list[number];
  state.players = ["human", "human"];
  at = { number, made: 0, said: "Your move.", done: false };
  try {
    state.note = `Puzzle: ${list[number].task}.`;
    await begin({ game: of, rules, position });
  } catch (error) {
    complain(error);
  }
}

/** @param {string} text */
function say(text) {
  at.said = text;
  state.note = text;
  notify("note");
  draw();
}

function finish() {
  at.done = true;
  solved.add(current().position);
  try {
    localStorage.setItem("puzzles", JSON.stringify([...solved]));
  } catch {
    // It counts for this visit.
  }
  say("Right: solved!");
}

/** Looks at the move that was made last. */
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
    say("Right. And now?");
    await play(answer);
    return;
  }
  say(`${text} is not it. Try again.`);
  // The attempt is none of the game's lines.
  if (state.at.before) await goToPlace(remove(state.at), true);
}

/** Walks through the solution from the present position. */
function showSolution() {
  const rest = current().line.slice(at.made);
  at.done = true;
  say(`The solution is ${rest.join(" ")}.`);
  walk(rest);
}

/** The puzzle on the board, or what puzzles are. */
function about() {
  if (!isOn()) {
    return h("p", { class: "about", text: "Positions with one right move. Choose one." });
  }
  const solution = h("button", {
    type: "button",
    id: "puzzle-solution",
    text: "Show the solution",
    disabled: at.done,
    onclick: showSolution,
  });
  const again = h("button", {
    type: "button",
    id: "puzzle-again",
    text: "Once more",
    onclick: () => open(at.number),
  });
  const next = h("button", {
    type: "button",
    id: "puzzle-next",
    class: at.done ? "strong" : null,
    text: "Next puzzle",
    disabled: at.number + 1 === list.length,
    onclick: () => open(at.number + 1),
  });
  return h(
    "div",
    {},
    h(
      "p",
      { id: "puzzle-task" },
      h("b", { text: `${at.number + 1}. ${sentence(current().task)}.` }),
    ),
    h("p", { id: "puzzle-said", text: at.said }),
    h("div", { class: "buttons left" }, solution, again, next),
  );
}

function draw() {
  const box = $("puzzles");
  const kept = document.activeElement?.id;
  if (!list.length) {
    box.replaceChildren(h("p", { class: "about", text: "There are no puzzles of this game." }));
    return;
  }
  const numbers = list.map((puzzle, index) => {
    const isSolved = solved.has(puzzle.position);
    return h("button", {
      type: "button",
      id: `puzzle-${index}`,
      "data-puzzle": index,
      "aria-current": isOn() && index === at.number ? "true" : null,
      "aria-label": `Puzzle ${index + 1}${isSolved ? ", solved" : ""}: ${puzzle.task}`,
      title: sentence(puzzle.task),
      text: `${index + 1}${isSolved ? " ✓" : ""}`,
      onclick: () => open(index),
    });
  });
  const row = h("div", { class: "puzzle-list", role: "group", "aria-label": "Puzzles" }, numbers);
  box.replaceChildren(about(), row);
  if (kept) $(kept)?.focus();
}

async function changed() {
  if (of !== state.view.game) {
    const { game } = state.view;
    of = game;
    list = [];
    at.number = -1;
    try {
      const found = info().has_puzzles ? await get(`puzzles/${game}`) : [];
      // Another game may have been chosen meanwhile.
      if (game === of) list = found;
    } catch (error) {
      complain(error);
    }
  }
  if (isOn()) {
    if (at.made > state.view.ply) at.made = state.view.ply;
    await judge();
  } else {
    at.number = -1;
    state.note = "";
  }
  draw();
}

/** Puts it on the page. */
export function start() {
  hear("view", changed);
}
