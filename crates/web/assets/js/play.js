// The course of a game: it begins, goes on, back, and into variations.

/** @import { View } from "./types.js" */
/** @import { Variation } from "./tree.js" */

import * as address from "./address.js";
import { ask, post } from "./api.js";
import { complain, toast } from "./dom.js";
import { present, changeGame } from "./session.js";
import { hear, state, notify } from "./state.js";
import { ahead, lineOf, merge, packed, path, unpacked, variation } from "./tree.js";

/** Stores the game, for a reload of this tab and for the next visit. */
export function remember() {
  const { players, locked, tree } = state;
  try {
    // Who plays on another device is asked for by the address.
    const here = players.map((player) => (player === "remote" ? "human" : player));
    const kept = { ...present(), players: here, locked, tree: packed(tree) };
    for (const storage of [sessionStorage, localStorage])
      storage.setItem("game", JSON.stringify(kept));
  } catch {
    // Without storage a reload has what stands in the address.
  }
}

/**
 * Stores another game than the one on the board for the next visit, or none.
 * @param {unknown} kept as `remembered` returns it
 */
export function keepInstead(kept) {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      if (kept) storage.setItem("game", JSON.stringify(kept));
      else storage.removeItem("game");
    }
  } catch {
    // Without storage there is no next visit.
  }
}

/** The game before the reload of this tab, or that of the last visit. */
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
  state.hint = null;
  if (how === "move") state.warning = "";
  remember();
  address.write();
  notify("view", how);
}

/** How many games have begun on this page. */
let games = 0;
/** The last change that was asked for: one after the other, so that page and server agree. */
let last = Promise.resolve(true);

/**
 * Begins a game; the old one is left to the server, which forgets it in time.
 * @param {Record<string, unknown>} request
 * @param {object} [more]
 * @param {boolean} [more.locked] whether it is a replay
 * @param {unknown[]} [more.tree] its variations
 * @param {boolean} [more.isNext] whether it replaces the game before, to which *Back* does not lead
 * @param {string} [more.warning] what the page reports until the first move
 * @param {boolean} [more.held] whether agents wait
 */
export async function begin(request, more = {}) {
  const { locked, tree, isNext = false, warning = "", held = false } = more;
  const { id, view } = await post("games", request);
  const former = state.id;
  games++;
  state.id = id;
  state.held = held;
  state.warning = warning;
  state.view = view;
  state.tree = tree ? unpacked(tree) : variation();
  state.at = merge(state.tree, view.moves, view.ply);
  // A game of other players, or one that is over, is only viewed.
  const isOver = view.outcome && view.ply === view.moves.length;
  state.locked = locked ?? Boolean(view.names || (request.text && isOver && view.moves.length));
  state.line = state.found = state.hint = null;
  address.write(!isNext);
  notify("game");
  show(view, "jump");
  if (former) ask("DELETE", `games/${former}`).catch(() => {});
}

/** Begins the game again, with the same start and players. */
export function rematch() {
  const { game, rules, start } = state.view;
  return begin({ game, rules, position: start });
}

/**
 * @param {string} what
 * @param {unknown} body
 * @param {string} how
 */
function change(what, body, how) {
  const game = games;
  const changed = async () => {
    if (game !== games) return false;
    try {
      const next = await changeGame(what, body);
      // Of another game it would come too late.
      if (game === games) show(next, how);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  };
  last = last.then(changed);
  return last;
}

/** Says that a replay cannot be played in. */
export const sayLocked = () =>
  toast("This is a recorded game: “Play from here” begins a variation of your own.");

/** @param {string} move */
export function play(move) {
  if (state.locked) {
    sayLocked();
    return Promise.resolve(false);
  }
  if (state.shared) return state.shared.play(move);
  const known = state.at.next.find((next) => next.text === move);
  // A line that is known goes on as it went.
  if (known && known !== ahead(state.at)[0]) return goToPlace(known);
  return change("/play", { move, ply: state.view.ply }, "move");
}

/**
 * Goes to a place of the tree, on its own line.
 * @param {Variation} place
 * @param {boolean} [isElsewhere] whether the server has another line than the page shows
 */
export function goToPlace(place, isElsewhere = false) {
  const ply = path(place).length;
  const line = lineOf(place);
  const { moves } = state.view;
  const how = place.before === state.at ? "move" : "jump";
  const isSame =
    !isElsewhere &&
    line.length === moves.length &&
    line.every((move, at) => move.text === moves[at].text);
  if (isSame) return change("/goto", { ply }, how);
  return change("/follow", { moves: line.map((move) => move.text).join(" "), ply }, how);
}

/**
 * Goes to a ply of the line that is shown; back from a variation, the main line follows again.
 * @param {number} ply
 */
export function goTo(ply) {
  const line = [state.tree, ...lineOf(state.at)];
  return goToPlace(line[Math.max(0, Math.min(ply, line.length - 1))]);
}

/**
 * The line has gone on elsewhere: who stands at its end goes along, who has gone back stays there.
 * @param {string[]} moves all of them
 */
export function goOn(moves) {
  const { view } = state;
  const known = view.moves.map((move) => move.text);
  if (moves.join(" ") === known.join(" ")) return Promise.resolve(true);
  const isAtEnd = view.ply === known.length;
  const ply = isAtEnd ? moves.length : Math.min(view.ply, moves.length);
  return change("/follow", { moves: moves.join(" "), ply }, isAtEnd ? "move" : "jump");
}

/**
 * Gives the game up.
 * @param {number} side
 */
export const resign = (side) => (state.shared ? state.shared.resign(side) : markResigned(side));

/**
 * Shows a game as given up.
 * @param {number} side
 * @param {boolean} [on_time] whether by the clock
 */
export const markResigned = (side, on_time = false) => change("/resign", { side, on_time }, "jump");

/**
 * The time of a side is up.
 * @param {number} side
 */
export const runOut = (side) => markResigned(side, true);

/** A replay becomes a game that goes on from here. */
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
 * Walks through a line from the present position, without playing it.
 * @param {string[]} moves
 * @param {boolean} [threat] whether the other side begins
 * @param {number} [at] how many moves of it are shown at first
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

/** The tree was changed: it is kept, and shown. */
export async function changed() {
  await goToPlace(state.at);
}
