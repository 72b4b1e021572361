// What the page knows: the game as the server sees it, who plays, and who wants to hear of changes.

/** @import { Catalog, Found, GameInfo, Line, Scene, View } from "./types.js" */
/** @import { Shared, Watched } from "./types.js" */
/** @import { Variation } from "./tree.js" */

import { get } from "./api.js";

/**
 * @typedef {object} State
 * @property {Catalog} catalog there from `load` on
 * @property {string | null} id the game's, on the server
 * @property {View} view there from the first `begin` on
 * @property {string[]} players of each side: `human`, an agent, or `remote` on another device
 * @property {boolean} flipped
 * @property {boolean} held whether agents wait
 * @property {boolean} locked whether a recorded game is only looked at
 * @property {Variation} tree all lines of the game, there from the first `begin` on
 * @property {Variation} at the present place in it
 * @property {string | null} hint the move that is recommended
 * @property {string} note what is said beside the course of the game
 * @property {string} warning what could not be done when the game began
 * @property {Line | null} line that is walked through: its frames, how many moves of it are shown
 * @property {Found | null} found the newest analysis of the present position
 * @property {Watched | null} watched the game of a match that is on the board as it is played
 * @property {Shared | null} shared what stands for a game that is played on two devices
 */
export const state = /** @type {State} */ ({
  catalog: /** @type {any} */ (null),
  id: null,
  view: /** @type {any} */ (null),
  players: ["human", "best:time=1s"],
  flipped: false,
  held: false,
  locked: false,
  tree: /** @type {any} */ (null),
  at: /** @type {any} */ (null),
  hint: null,
  note: "",
  warning: "",
  line: null,
  found: null,
  watched: null,
  shared: null,
});

/**
 * What can be heard: a new position, a line, an analysis, other players, another game, a note,
 * the values of a game.
 * @typedef {"view" | "line" | "found" | "players" | "game" | "note" | "values"} News
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

/** What the catalog says of the game. */
export const info = () =>
  /** @type {GameInfo} */ (state.catalog.games.find((game) => game.name === state.view.game));

/** @param {number} side */
export const sideName = (side) => state.view.sides[side];

/** Fetches what there is to play. */
export async function load() {
  state.catalog = await get("catalog");
}

/**
 * Goes on in a line, or back.
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

/** Back to the game. */
export function leaveLine() {
  if (!state.line) return;
  state.line = null;
  notify("line", "jump");
}

/**
 * What is on the board now: the game's position, or one of a line.
 * @returns {Scene}
 */
export function shown() {
  const { line, view } = state;
  if (!line || line.at === 0) return view.scene;
  return line.frames[line.at - 1].scene;
}

/**
 * The turn to which a ply belongs, as the list of moves numbers them: a new one begins where the
 * first side moves after the second.
 * @param {number} ply from 1
 */
export function turnOf(ply) {
  const { moves } = state.view;
  let turn = 1;
  for (let at = 1; at < ply; at++) if (moves[at].side === 0 && moves[at - 1].side === 1) turn++;
  return turn;
}
