// Watches the running game of a match: the board follows move by move, and the reports of both
// agents are beside their names. After going back, the board stays until the user returns to the
// end.

/** @import { RunningGame } from "./types.js" */

import { complain, wait } from "./dom.js";
import { begin, goOn } from "./play.js";
import { pace } from "./settings.js";
import { hear, state, notify } from "./state.js";

/** The latest state of the viewed match. @type {RunningGame | null} */
let newest = null;
/** The watched match. @type {number | null} */
let match = null;
/** Games not yet on the board. @type {RunningGame[]} */
let waiting = [];
let isBusy = false;
/** Whether the starting game is the next one of the match. */
let isOwn = false;

/** @param {number} id a match */
export const isWatched = (id) => match === id;

/** Stops watching. The game on the board stays. */
export function leave() {
  match = null;
  newest = null;
  waiting = [];
  if (!state.watched) return;
  state.watched = null;
  if (state.view) notify("players");
}

/**
 * Watches a match from its running game on.
 * @param {number} id
 */
export function watch(id) {
  match = id;
  if (newest) take(newest);
}

/**
 * Handles the report of the viewed match's running game.
 * @param {RunningGame} game
 */
export function news(game) {
  newest = game;
  if (match !== null) take(game);
}

/** @param {RunningGame} game */
function take(game) {
  // Only the latest state of a game counts, and only the last of several short games.
  waiting = waiting.filter((each) => each.number !== game.number).slice(-1);
  waiting.push(game);
  work().catch(complain);
}

/** Returns whether the board shows an earlier position or a variation. */
const isElsewhere = () => state.line !== null || state.view.ply < state.view.moves.length;

/** Shows the pending games in sequence. */
async function work() {
  if (isBusy) return;
  isBusy = true;
  try {
    while (match !== null && waiting.length && !state.line) {
      const isNext = state.watched?.number !== waiting[0].number;
      if (isNext && state.watched) {
        if (isElsewhere()) break;
        // A pause to see the end of the previous game.
        await wait(pace() ? 1500 * pace() : 300);
        if (match === null || isElsewhere()) continue;
      }
      const game = waiting.shift();
      if (game) await (isNext ? enter(game) : goOn(game.moves.split(" ").filter(Boolean)));
      if (game && match !== null) note(game);
    }
  } finally {
    isBusy = false;
  }
}

/** @param {RunningGame} running */
async function enter(running) {
  const { game, rules, position, moves, names } = running;
  const isNext = state.watched !== null;
  state.watched = null;
  state.players = ["human", "human"];
  isOwn = true;
  try {
    await begin({ game, rules, position, moves, names }, { locked: true, isNext });
  } finally {
    isOwn = false;
  }
}

/**
 * Draws the reports of the agents beside their names.
 * @param {RunningGame} game
 */
function note({ number, thoughts, cause }) {
  state.watched = { number, cause, thoughts: thoughts ?? state.watched?.thoughts ?? [null, null] };
  notify("players");
}

/** Initialises the module. */
export function start() {
  hear("game", () => isOwn || leave());
  hear("players", () => match !== null && state.watched && !state.locked && leave());
  for (const what of /** @type {const} */ (["view", "line"]))
    hear(what, () => waiting.length && work().catch(complain));
}
