// What the page knows: the game as the server sees it, who plays, and who wants to hear of changes.

/** @import { Catalog, Found, GameInfo, Line, Scene, View } from "./types.js" */

import { get, post, Refused } from "./api.js";
import { complain } from "./dom.js";

/**
 * @typedef {object} State
 * @property {Catalog} catalog there from `load` on
 * @property {string | null} id the game's, on the server
 * @property {View} view there from the first `begin` on
 * @property {string[]} players of each side: `human`, or an agent
 * @property {boolean} flipped
 * @property {boolean} held whether agents wait
 * @property {Line | null} line that is walked through: its frames, how many moves of it are shown
 * @property {Found | null} found the newest analysis of the present position
 */
export const state = /** @type {State} */ ({
  catalog: /** @type {any} */ (null),
  id: null,
  view: /** @type {any} */ (null),
  players: ["human", "best:time=1s"],
  flipped: false,
  held: false,
  line: null,
  found: null,
});

/**
 * What can be heard: a new position, a line, an analysis, other players, another game.
 * @typedef {"view" | "line" | "found" | "players" | "game"} News
 * @typedef {(detail: unknown) => unknown} Listener
 */

/** @type {Record<News, Listener[]>} */
const listeners = { view: [], line: [], found: [], players: [], game: [] };

/**
 * @param {News} what
 * @param {Listener} listener
 */
export const hear = (what, listener) => listeners[what].push(listener);

/**
 * @param {News} what
 * @param {unknown} [detail]
 */
export const tell = (what, detail) => listeners[what].forEach((listener) => listener(detail));

/** What the catalog says of the game. */
export const info = () =>
  /** @type {GameInfo} */ (state.catalog.games.find((game) => game.name === state.view.game));

/** Where the game is on the server. */
export const path = (rest = "") => `games/${state.id}${rest}`;

/** @param {number} side */
export const sideName = (side) => state.view.sides[side];

/** Fetches what there is to play. */
export async function load() {
  state.catalog = await get("catalog");
}

/** Keeps the game for a reload. */
function remember() {
  const { game, rules, start, moves, ply } = state.view;
  const kept = {
    game,
    rules,
    start,
    moves: moves.map((move) => move.text).join(" "),
    ply,
    players: state.players,
  };
  try {
    sessionStorage.setItem("game", JSON.stringify(kept));
  } catch {
    // Without storage a reload begins anew.
  }
}

/** The game of before a reload, if any. */
export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem("game") ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {View} view
 * @param {string} how
 */
function show(view, how) {
  state.view = view;
  state.line = null;
  state.found = null;
  remember();
  tell("view", how);
}

/**
 * Begins a game; the old one is left to the server, which forgets it in time.
 * @param {Record<string, unknown>} request
 */
export async function begin(request) {
  const { id, view } = await post("games", request);
  const former = state.id;
  state.id = id;
  state.held = false;
  state.view = view;
  state.line = state.found = null;
  tell("game");
  show(view, "jump");
  if (former) fetch(`/api/games/${former}`, { method: "DELETE" }).catch(() => {});
}

/** Begins the game again that the server has forgotten. */
async function revive() {
  const { game, rules, start, moves, ply } = state.view;
  const { id } = await post("games", {
    game,
    rules,
    position: start,
    moves: moves.map((move) => move.text).join(" "),
    ply,
  });
  state.id = id;
}

/**
 * @param {string} what
 * @param {unknown} body
 * @param {string} how
 */
async function change(what, body, how) {
  for (const again of [true, false]) {
    try {
      show(await post(path(what), body), how);
      return true;
    } catch (error) {
      if (again && error instanceof Refused && error.status === 404) await revive();
      else {
        complain(error);
        return false;
      }
    }
  }
  return false;
}

/** @param {string} move */
export const play = (move) => change("/play", { move, ply: state.view.ply }, "move");

/** @param {number} ply */
export const goTo = (ply) => change("/goto", { ply }, ply === state.view.ply + 1 ? "move" : "jump");

/** @param {string[]} players */
export function choosePlayers(players) {
  state.players = players;
  remember();
  tell("players");
}

/**
 * Walks through a line from the present position, without playing it.
 * @param {string[]} moves
 * @param {boolean} [threat] whether the other side begins
 */
export async function walk(moves, threat = false) {
  try {
    const { frames } = await post(path("/preview"), { moves, threat });
    if (!frames.length) return;
    state.line = { moves, frames, at: 1, threat };
    tell("line", "move");
  } catch (error) {
    complain(error);
  }
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
  tell("line", by > 0 ? "move" : "jump");
}

/** Back to the game. */
export function leaveLine() {
  if (!state.line) return;
  state.line = null;
  tell("line", "jump");
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
