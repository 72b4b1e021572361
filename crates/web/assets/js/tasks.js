// Tasks: the rules by small exercises on the board. The rules decide the legal moves, and the
// course decides which of them solve the task.

/** @import { Task } from "./types.js" */

import { $, complain, sentence, wait } from "./dom.js";
import { closeBox, courseOf, fillBox, isOpen, leave, lessonButton, openBox } from "./lesson.js";
import { begin, goToPlace } from "./play.js";
import { pace } from "./settings.js";
import { hear, notify, state } from "./state.js";
import { remove } from "./tree.js";

/** Milliseconds before an attempt is taken back. */
const SEEN = 1600;

/** Tasks of the game. @type {Task[]} */
let tasks = [];
/** The game of the tasks. */
let of = "";
/** The current task: its number, whether it is solved, its status. */
let at = { number: -1, done: false, status: "" };

const current = () => tasks[at.number];

/** Returns whether the game on the board is the task's. */
const isOn = () =>
  at.number >= 0 && isOpen() && state.view.game === of && state.view.start === current().position;

function draw() {
  const isLast = at.number + 1 === tasks.length;
  fillBox({
    heading: `Task ${at.number + 1} of ${tasks.length}.`,
    text: current().task,
    status: at.status,
    buttons: [
      lessonButton("tour-end", "End", leave),
      lessonButton("tour-back", "Back", () => show(at.number - 1), { disabled: at.number === 0 }),
      isLast
        ? lessonButton("tour-next", "Finish", leave, { class: at.done ? "strong" : null })
        : lessonButton("tour-next", at.done ? "Next" : "Skip", () => show(at.number + 1), {
            class: at.done ? "strong" : null,
          }),
    ],
  });
}

/**
 * Shows a task on the board.
 * @param {number} number
 */
async function show(number) {
  const { rules, position } = tasks[number];
  state.players = ["human", "human"];
  at = { number, done: false, status: "Make a move on the board." };
  try {
    await begin({ game: of, rules, position }, { isNext: number > 0 });
  } catch (error) {
    complain(error);
    return;
  }
  draw();
  $("board").focus({ preventScroll: true });
}

/** Judges the last move. */
async function judge() {
  if (at.number < 0) return;
  if (!isOn()) {
    // Another game was opened.
    if (isOpen()) closeBox();
    return;
  }
  const { view } = state;
  // A task has one move: neither the answer nor an attempt is played on.
  state.waits = view.ply > 0;
  notify("players");
  if (at.done || state.line || view.ply !== 1) return;
  const { text, description } = view.moves[0];
  if (current().accept.includes(text)) {
    at.done = true;
    at.status = `Right. ${current().answer}`;
    draw();
    $("tour-next").focus();
    return;
  }
  at.status = `Not yet: ${sentence(description)}. Try again.`;
  draw();
  const attempt = state.at;
  await wait(SEEN * pace());
  // The attempt is not a line of the game.
  if (isOn() && state.at === attempt && attempt.before) await goToPlace(remove(attempt), true);
}

/**
 * Opens the tasks of a game.
 * @param {string} game
 */
export async function open(game) {
  tasks = (await courseOf(game)).task;
  of = game;
  openBox("Rules by doing", () => {
    at.number = -1;
    state.waits = false;
  });
  await show(0);
}

hear("view", judge);
