// The tour: a short game with explanations, step by step.

/** @import { TourStep } from "./types.js" */

import { complain, wait } from "./dom.js";
import { closeBox, courseOf, fillBox, isOpen, leave, lessonButton, openBox } from "./lesson.js";
import { begin, walk } from "./play.js";
import { pace } from "./settings.js";
import { hear, info, state, step } from "./state.js";

/** Milliseconds between two moves of a step. */
const PACE = 1100;

/** @type {TourStep[]} */
let steps = [];
/** The current step; -1 if no tour is open. */
let at = -1;
/** Number of the latest change of the step; an older one stops playing. */
let run = 0;

/** @param {TourStep} step */
const movesOf = ({ moves }) => moves.split(" ").filter(Boolean);

/**
 * Returns the number of moves up to a step.
 * @param {number} number
 */
const madeAt = (number) => steps.slice(0, number + 1).flatMap(movesOf).length;

function draw() {
  const isLast = at + 1 === steps.length;
  fillBox({
    heading: `${at + 1} of ${steps.length}.`,
    text: steps[at].text,
    buttons: [
      lessonButton("tour-end", "End", leave),
      lessonButton("tour-back", "Back", () => go(at - 1), { disabled: at === 0 }),
      isLast
        ? lessonButton("tour-next", "Finish", leave, { class: "strong" })
        : lessonButton("tour-next", "Next", () => go(at + 1), { class: "strong" }),
    ],
  });
}

/**
 * Explains a step and plays its moves one after another.
 * @param {number} number
 */
async function go(number) {
  const isOn = number > at;
  const mine = ++run;
  at = number;
  draw();
  const { line } = state;
  if (!line) return;
  const until = madeAt(number);
  if (!isOn || !pace()) {
    step(until - line.at);
    return;
  }
  while (line === state.line && mine === run && line.at < until) {
    step(1);
    if (line.at < until) await wait(PACE * pace());
  }
}

/**
 * Opens the tour of a game.
 * @param {string} game
 */
export async function open(game) {
  const { tour } = await courseOf(game);
  steps = tour.steps;
  openBox("A game explained", () => (at = -1));
  state.players = ["human", "human"];
  try {
    await begin({ game, rules: tour.rules, position: tour.position });
    await walk(steps.flatMap(movesOf), false, 0);
  } catch (error) {
    closeBox();
    complain(error);
    return;
  }
  if (!state.line || info().name !== game) return;
  at = -1;
  await go(0);
  document.getElementById("tour-next")?.focus();
}

hear("line", () => {
  // A key left the line, or another game was opened.
  if (at >= 0 && !state.line && isOpen()) closeBox();
});
hear("game", () => {
  if (at >= 0 && isOpen()) closeBox();
});
