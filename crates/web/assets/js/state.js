// State of the page: the server's view of the game, the players, and listeners for changes.

/** @import { Catalog, Found, GameInfo, Line, Scene, Threat, View } from "./types.js" */
/** @import { Shared, Watched } from "./types.js" */
/** @import { Variation } from "./tree.js" */

import { get } from "./api.js";

/**
 * @typedef {object} State
 * @property {Catalog} catalog available after `load`
 * @property {string | null} id of the session on the server
 * @property {View} view available after the first `begin`
 * @property {string[]} players of each side: `human`, an agent, or `remote` on another device
 * @property {boolean} flipped
 * @property {boolean} held whether agents wait
 * @property {boolean} locked whether a recorded game is viewed
 * @property {boolean} waits whether a task accepts no move at present
 * @property {Variation} tree all lines of the game, available after the first `begin`
 * @property {Variation} at the current place in it
 * @property {string | null} hint the recommended move
 * @property {Threat | null} threat what the other side threatens
 * @property {string} note message beside the course of the game
 * @property {string} warning what failed at the start of the game
 * @property {Line | null} line the viewed line: its frames, and how many moves are shown
 * @property {Found | null} found the latest analysis of the current position
 * @property {Watched | null} watched the running match game on the board
 * @property {Shared | null} shared the game on two devices
 */
export const state = /** @type {State} */ ({
  catalog: /** @type {any} */ (null),
  id: null,
  view: /** @type {any} */ (null),
  players: ["human", "best:time=1s"],
  flipped: false,
  held: false,
  locked: false,
  waits: false,
  tree: /** @type {any} */ (null),
  at: /** @type {any} */ (null),
  hint: null,
  threat: null,
  note: "",
  warning: "",
  line: null,
  found: null,
  watched: null,
  shared: null,
});

/**
 * Events: a new position, a line, an analysis, other players, another game, a note, the values of a
 * game, the request of a search, a change of the game that failed, a changed setting.
 * @typedef {"view" | "line" | "found" | "players" | "game" | "note"} Drawn
 * @typedef {Drawn | "values" | "search" | "failed" | "setting"} News
 * @typedef {(detail: unknown) => unknown} Listener
 */

/** @type {Record<News, Listener[]>} */
const listeners = {
  view: [],
  line: [],
  found: [],
  players: [],
  game: [],
  note: [],
  values: [],
  search: [],
  failed: [],
  setting: [],
};

/**
 * @param {News} what
 * @param {Listener} listener
 */
export const hear = (what, listener) => listeners[what].push(listener);

/**
 * @param {News} what
 * @param {unknown} [detail]
 */
export const notify = (what, detail) => listeners[what].forEach((listener) => listener(detail));

/** Returns the catalog's description of the game. */
export const info = () =>
  /** @type {GameInfo} */ (state.catalog.games.find((game) => game.name === state.view.game));

/** @param {string} spec of a player */
export const isAgent = (spec) => spec !== "human" && spec !== "remote";

/** Returns whether an agent is to move at the end of the game on the board. */
export function isAgentsTurn() {
  const { view, players, locked, line } = state;
  const isLast = view.ply === view.moves.length && !view.outcome && !line;
  return isLast && !locked && isAgent(players[view.turn]);
}

/** Returns whether the rules ended the game: a position where a side resigned can be analysed. */
export const isEnded = () => Boolean(state.view.outcome) && state.view.resigned === null;

/** @param {number} side */
export const sideName = (side) => state.view.sides[side];

/** Fetches the catalog. */
export async function load() {
  state.catalog = await get("catalog");
}

/**
 * Moves forward or back in the viewed line.
 * @param {number} by
 */
export function step(by) {
  const line = state.line;
  if (!line) return;
  const at = line.at + by;
  if (at < 0 || at > line.frames.length) return;
  line.at = at;
  notify("line", by > 0 ? "move" : "jump");
}

/** Returns to the game. */
export function leaveLine() {
  if (!state.line) return;
  state.line = null;
  notify("line", "jump");
}

/**
 * Returns the displayed scene: the position of the game or of the viewed line.
 * @returns {Scene}
 */
export function shown() {
  const { line, view } = state;
  if (!line || line.at === 0) return view.scene;
  return line.frames[line.at - 1].scene;
}

/**
 * Returns the turn of a ply, as numbered in the move list: a new turn begins when the first side
 * moves after the second.
 * @param {number} ply from 1; the last move for a later one
 */
export function turnOf(ply) {
  const { moves } = state.view;
  const end = Math.min(ply, moves.length);
  let turn = 1;
  for (let at = 1; at < end; at++) if (moves[at].side === 0 && moves[at - 1].side === 1) turn++;
  return turn;
}
