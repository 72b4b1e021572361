// Watches the running game of a match: the board goes along, move by move, and what both agents
// have said stands beside their names. Who goes back is left there until the end is asked for.

/** @import { RunningGame } from "./types.js" */

import { calm, complain } from "./dom.js";
import { begin, goOn } from "./play.js";
import { hear, state, notify } from "./state.js";

/** The newest that was heard of the match that is looked at. @type {RunningGame | null} */
let newest = null;
/** The match that is watched. @type {number | null} */
let match = null;
/** What is not on the board yet. @type {RunningGame[]} */
let waiting = [];
let isBusy = false;
/** Whether the game that begins is the next one of the match. */
let isOwn = false;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {number} id a match */
export const isWatched = (id) => match === id;

/** Nothing is watched any more; what is on the board stays. */
export function leave() {
  match = null;
  newest = null;
  waiting = [];
  if (!state.watched) return;
  state.watched = null;
  if (state.view) notify("players");
}

/**
 * Watches a match, from its running game on.
 * @param {number} id
 */
export function watch(id) {
  match = id;
  if (newest) take(newest);
}

/**
 * What the viewed match reports of its running game.
 * @param {RunningGame} game
 */
export function news(game) {
  newest = game;
  if (match !== null) take(game);
}

/** @param {RunningGame} game */
function take(game) {
  // Of a game the newest counts; of games that were over in a moment, the last.
  waiting = waiting.filter((each) => each.number !== game.number).slice(-1);
  waiting.push(game);
  work().catch(complain);
}

/** Whether the board shows an earlier position or a variation. */
const isElsewhere = () => state.line !== null || state.view.ply < state.view.moves.length;

/** Puts on the board what waits, one after the other. */
async function work() {
  if (isBusy) return;
  isBusy = true;
  try {
    while (match !== null && waiting.length && !state.line) {
      const isNext = state.watched?.number !== waiting[0].number;
      if (isNext && state.watched) {
        if (isElsewhere()) break;
        // Time to see how the game before has ended.
        await wait(calm() ? 300 : 1500);
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
 * What the agents have said, beside their names.
 * @param {RunningGame} game
 */
function note({ number, thoughts, cause }) {
  state.watched = { number, cause, thoughts: thoughts ?? state.watched?.thoughts ?? [null, null] };
  notify("players");
}

/** Puts it on the page. */
export function start() {
  hear("game", () => isOwn || leave());
  hear("players", () => match !== null && state.watched && !state.locked && leave());
  for (const what of /** @type {const} */ (["view", "line"]))
    hear(what, () => waiting.length && work().catch(complain));
}
