// The game in the address: an address always shows the same game. It is kept up to date, so a
// reload, a second tab and another server restore the game.

import { fits } from "./agents.js";
import { info, state } from "./state.js";

/** The fragment of the start page. */
const START = "#start";
/** The fragment of the game that this page has last written. */
let written = "";

/** Returns whether the address is that of the start page. */
const isStart = () => location.hash === START;

/** Writes the start page to the address, so that *Back* leads to it. */
export function writeStart() {
  document.title = "Plyground";
  if (!isStart()) history.replaceState(null, "", START);
}

/**
 * Returns the address of the game on the board.
 * @param {boolean} isOwn whether it is for this page, which has its side of a shared game
 */
function fragment(isOwn) {
  const { game, rules, start, moves, ply, names, resigned, on_time } = state.view;
  const parts = new URLSearchParams({ game, rules, position: start });
  if (moves.length) parts.set("moves", moves.map((move) => move.text).join(" "));
  if (ply < moves.length) parts.set("ply", String(ply));
  if (names) {
    parts.set("first", names[0]);
    parts.set("second", names[1]);
  }
  if (resigned !== null) parts.set("resigned", String(resigned));
  if (on_time) parts.set("time", "up");
  if (state.locked) parts.set("replay", "yes");
  else if (!state.players.includes("remote")) parts.set("players", state.players.join(";"));
  if (isOwn && state.shared) {
    parts.set("shared", state.shared.id);
    parts.set("side", String(state.shared.side));
  }
  return `#${parts}`;
}

/**
 * Writes the game to the address.
 * @param {boolean} [fresh] whether it is another game, from which *Back* leads to the former one
 */
export function write(fresh = false) {
  // The game may go on behind the start page.
  if (!fresh && isStart() && document.body.dataset.page === "start") return;
  const now = fragment(true);
  document.title = `${info().title} – Plyground`;
  if (now === written && location.hash === now) return;
  const isStep = fresh && (isStart() || (written && location.hash === written));
  // The game that a dialog has begun takes the entry of the dialog.
  if (isStep && !history.state?.dialog) history.pushState(null, "", now);
  else history.replaceState(fresh ? null : history.state, "", now);
  written = now;
}

/** Writes the game to the entry below that of a closed dialog, where it may have gone on. */
export function restore() {
  if (written && !isStart()) history.replaceState(history.state, "", written);
}

/** Returns a link to the current game. */
export const link = () => new URL(fragment(false), location.href).href;

/** Returns whether the address was changed by something other than this page. */
export const isForeign = () => location.hash !== written;

/**
 * Returns the players of an address.
 * @param {string} text
 * @param {string} game
 */
function readPlayers(text, game) {
  const players = text.split(";");
  const isKnown = (/** @type {string} */ spec) => spec === "human" || fits(spec, game);
  if (players.length !== 2 || !players.every(isKnown)) {
    throw new Error(`players ${text}: expected two of human and the agents of ${game}`);
  }
  return players;
}

/** Returns the game that the address names, if the page has it. */
export function namedGame() {
  const game = new URLSearchParams(location.hash.slice(1)).get("game");
  return state.catalog.games.some(({ name }) => name === game) ? game : null;
}

/** Reads the address. */
export function read() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const text = (/** @type {string} */ name) => parts.get(name) ?? undefined;
  if (parts.has("start")) return { start: true };
  if (parts.has("match")) {
    const [match, game] = [Number(parts.get("match")), Number(parts.get("game") ?? 1)];
    return { match, game };
  }
  const shared = text("shared");
  if (shared && !parts.has("game")) return { shared, side: Number(parts.get("side")) };
  if (!parts.has("game")) return null;
  const ply = parts.has("ply") ? Number(parts.get("ply")) : undefined;
  const names = parts.has("first") ? [text("first"), text("second") ?? ""] : undefined;
  const request = {
    game: text("game"),
    setup: text("setup"),
    rules: text("rules"),
    position: text("position"),
    moves: text("moves"),
    ply,
    names,
    resigned: parts.has("resigned") ? Number(parts.get("resigned")) : undefined,
    on_time: parts.has("time") ? true : undefined,
  };
  if (shared) return { shared, side: Number(parts.get("side")), request };
  const game = request.game ?? "";
  const think = text("think");
  const asked = text("players");
  const players = asked === undefined ? undefined : readPlayers(asked, game);
  const bare = !request.position && !request.moves;
  return { request, locked: parts.has("replay"), bare, players, think };
}
