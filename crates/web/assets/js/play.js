// The course of a game: start, moves, take-backs and variations.

/** @import { View } from "./types.js" */
/** @import { Variation } from "./tree.js" */

import * as address from "./address.js";
import { ask, post } from "./api.js";
import { complain, toast } from "./dom.js";
import { present, changeGame } from "./session.js";
import { hear, isAgent, state, notify } from "./state.js";
import { lineOf, merge, packed, path, unpacked, variation } from "./tree.js";

/** Stores the game for a reload of this tab and for the next visit. */
export function remember() {
  const { players, locked, tree } = state;
  try {
    // The players if a game on two devices cannot be joined again.
    const here = players.map((player) => (player === "remote" ? "human" : player));
    const joined = state.shared && { id: state.shared.id, side: state.shared.side };
    const kept = { ...present(), shared: false, players: here, locked, joined, tree: packed(tree) };
    for (const storage of [sessionStorage, localStorage])
      storage.setItem("game", JSON.stringify(kept));
  } catch {
    // Without storage, a reload restores the game of the address.
  }
}

/**
 * Stores another game than the current one for the next visit, or none.
 * @param {unknown} kept from `remembered`
 */
export function keepInstead(kept) {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (kept) storage.setItem("game", JSON.stringify(kept));
      else storage.removeItem("game");
    }
  } catch {
    // Without storage, the next visit has no game.
  }
}

/** Returns the game before the reload of this tab, or that of the last visit. */
export function remembered() {
  try {
    const kept = sessionStorage.getItem("game") ?? localStorage.getItem("game");
    return JSON.parse(kept ?? "null");
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
  state.at = merge(state.tree, view.moves, view.ply);
  state.line = null;
  state.found = null;
  state.hint = state.threat = null;
  if (how === "move") state.warning = "";
  remember();
  address.write();
  notify("view", how);
}

/** Number of games started on this page. */
let games = 0;
/** The last requested change. Changes run in sequence, so that page and server agree. */
let last = Promise.resolve(true);

/**
 * Starts a game. The server drops the old one after a while.
 * @param {Record<string, unknown>} request
 * @param {object} [more]
 * @param {boolean} [more.locked] whether it is a replay
 * @param {unknown[]} [more.tree] its variations
 * @param {boolean} [more.isNext] whether it replaces the game before, which *Back* does not lead to
 * @param {string} [more.warning] shown until the first move
 * @param {boolean} [more.held] whether agents wait
 * @param {number} [more.below] the side at the bottom; by default that of the only person
 */
export async function begin(request, more = {}) {
  const { locked, tree, isNext = false, warning = "", held = false, below } = more;
  const { id, view } = await post("games", request).catch((error) => {
    // The former game goes on.
    if (state.view) notify("failed");
    throw error;
  });
  const former = state.id;
  games++;
  state.id = id;
  state.held = held;
  state.waits = false;
  state.warning = warning;
  state.view = view;
  state.tree = tree ? unpacked(tree) : variation();
  state.at = merge(state.tree, view.moves, view.ply);
  // A game of other players, or a finished one, is only viewed.
  const isOver = view.outcome && view.ply === view.moves.length;
  state.locked = locked ?? Boolean(view.names || (request.text && isOver && view.moves.length));
  state.line = state.found = state.hint = state.threat = null;
  address.write(!isNext);
  notify("game", below);
  show(view, "jump");
  if (former) ask("DELETE", `games/${former}`).catch(() => {});
}

/** Restarts the game with the same start and players. */
export function rematch() {
  const { game, rules, start } = state.view;
  return begin({ game, rules, position: start });
}

/**
 * Changes the game after the changes that were requested before, which may move the position.
 * @param {() => { what: string, body: unknown, how: string } | null} request made in its turn
 */
function change(request) {
  const game = games;
  const changed = async () => {
    const wanted = game === games ? request() : null;
    if (!wanted) return false;
    const { what, body, how } = wanted;
    try {
      const next = await changeGame(what, body);
      // Ignores the answer of a previous game.
      if (game === games) show(next, how);
      return true;
    } catch (error) {
      complain(error);
      if (game === games) notify("failed");
      return false;
    }
  };
  last = last.then(changed);
  return last;
}

/** Explains that a replay cannot be changed. */
export const sayLocked = () =>
  toast("This is a recorded game: “Play from here” begins a variation of your own.");

/**
 * Makes a move, if it is one of the current position: the board may still show the one before.
 * @param {string} move
 */
export function play(move) {
  if (state.locked) {
    sayLocked();
    return Promise.resolve(false);
  }
  const isMove = state.view.scene.moves.some(({ text }) => text === move);
  if (state.waits || !isMove) return Promise.resolve(false);
  if (state.shared) return state.shared.play(move);
  const known = state.at.next.find((next) => next.text === move);
  const { ply } = state.view;
  if (known) return repeat(known);
  const made = { what: "/play", body: { move, ply }, how: "move" };
  return change(() => (state.view.ply === ply ? made : null));
}

/**
 * Makes a move of a known line again, and the answers of agents that follow it there.
 * @param {Variation} place
 */
async function repeat(place) {
  let isDone = await goToPlace(place);
  const isAnswer = (/** @type {Variation} */ { side }) => isAgent(state.players[side]);
  for (let [next] = place.next; isDone && next && isAnswer(next); [next] = next.next) {
    isDone = await goToPlace(next);
  }
  return isDone;
}

/**
 * Goes to a place of the tree, on its line.
 * @param {Variation} place
 * @param {boolean} [isElsewhere] whether the server has another line than the page
 */
export const goToPlace = (place, isElsewhere = false) => change(() => wayTo(place, isElsewhere));

/**
 * @param {Variation} place
 * @param {boolean} [isElsewhere]
 */
function wayTo(place, isElsewhere = false) {
  const ply = path(place).length;
  const line = lineOf(place);
  const { moves } = state.view;
  const how = place.before === state.at ? "move" : "jump";
  const isSame =
    !isElsewhere &&
    line.length === moves.length &&
    line.every((move, at) => move.text === moves[at].text);
  if (isSame) return { what: "/goto", body: { ply }, how };
  return { what: "/follow", body: { moves: line.map((move) => move.text).join(" "), ply }, how };
}

/**
 * Goes to a ply of the current line. Leaving a variation backwards returns to the main line.
 * @param {number} ply beyond the line for its end
 */
export const goTo = (ply) =>
  change(() => {
    const line = [state.tree, ...lineOf(state.at)];
    return wayTo(line[Math.max(0, Math.min(ply, line.length - 1))]);
  });

/**
 * Appends moves made elsewhere. A page at the end of the line follows; a page further back stays.
 * @param {string[]} moves all of them
 */
export const goOn = (moves) =>
  change(() => {
    const { view } = state;
    const known = view.moves.map((move) => move.text);
    const text = moves.join(" ");
    if (text === known.join(" ")) return null;
    const isAtEnd = view.ply === known.length;
    const ply = isAtEnd ? moves.length : Math.min(view.ply, moves.length);
    return { what: "/follow", body: { moves: text, ply }, how: isAtEnd ? "move" : "jump" };
  });

/**
 * Resigns the game.
 * @param {number} side
 */
export const resign = (side) => (state.shared ? state.shared.resign(side) : markResigned(side));

/**
 * Shows a game as resigned.
 * @param {number} side
 * @param {boolean} [on_time] whether by the clock
 */
export const markResigned = (side, on_time = false) =>
  change(() => ({ what: "/resign", body: { side, on_time }, how: "jump" }));

/**
 * Ends the game because the time of a side is up.
 * @param {number} side
 */
export const runOut = (side) =>
  state.shared ? state.shared.runOut(side) : markResigned(side, true);

/** Continues a replay as a game from here. */
export function unlock() {
  state.locked = false;
  remember();
  address.write();
  notify("players");
}

/** @param {string[]} players */
export function choosePlayers(players) {
  state.players = players;
  remember();
  address.write();
  notify("players");
}

/**
 * Views a line from the current position without playing it.
 * @param {string[]} moves
 * @param {boolean} [threat] whether the other side begins
 * @param {number} [at] number of moves shown initially
 */
export async function walk(moves, threat = false, at = 1) {
  const { view } = state;
  try {
    const { frames } = await changeGame("/preview", { moves, threat });
    if (!frames.length || view !== state.view) return;
    state.line = { moves, frames, at: Math.min(at, frames.length), threat };
    notify("line", "move");
  } catch (error) {
    complain(error);
  }
}

/** Stores and shows the changed tree. */
export async function changed() {
  await goToPlace(state.at);
}
