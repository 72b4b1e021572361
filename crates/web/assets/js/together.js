// A game on two devices: each has its own session to navigate in, and follows the shared game,
// which it plays into. A lost connection is restored.

/** @import { NewGame, SharedGame, Times } from "./types.js" */

import { get, isLocal, listen, post } from "./api.js";
import { showCounted, times } from "./clock.js";
import { complain, toast } from "./dom.js";
import { begin, goOn, goTo, markResigned } from "./play.js";
import { isForgotten, present } from "./session.js";
import { hear, state, notify } from "./state.js";

/**
 * Milliseconds without an event after which a connection is lost; the server sends one every two
 * seconds.
 */
const SILENCE = 7_000;

/** @type {(() => void) | null} */
let stop = null;
let isOwn = false;
/** Time of the last event of the server. */
let heard = 0;
/** Milliseconds until the next attempt. */
let pause = 0;
let timer = 0;
/** The shared game as last received. @type {SharedGame | null} */
let newest = null;
let isBusy = false;

/** Returns the text of the sign beside the other player. */
export function sign() {
  const { shared } = state;
  if (!shared?.isConnected) return "connection lost";
  return shared.here > 1 ? "connected" : "not here yet";
}

/** Leaves the shared game. The game on the board stays. */
function leave() {
  stop?.();
  stop = null;
  clearTimeout(timer);
  state.shared = null;
  newest = null;
  state.players = state.players.map((player) => (player === "remote" ? "human" : player));
}

/**
 * Returns the shared game, recreated if the server has dropped it.
 * @param {string} id
 * @param {NewGame} [known]
 */
async function find(id, known) {
  try {
    return await get(`games/${id}`);
  } catch (error) {
    if (!known?.game || !isForgotten(error)) throw error;
    const here = { clock: times(), ply: undefined, id, shared: true };
    return (await post("games", { ...known, ...here })).view;
  }
}

/**
 * Plays in a shared game.
 * @param {string} id
 * @param {number} side
 * @param {NewGame} [known] the locally known game
 */
export async function join(id, side, known) {
  const { game, rules, start, moves, resigned, on_time, clock } = await find(id, known);
  const texts = moves.map((/** @type {{ text: string }} */ move) => move.text).join(" ");
  stop?.();
  state.shared = { id, side, here: 1, isConnected: false, play, resign, runOut, rematch };
  state.players = side === 0 ? ["human", "remote"] : ["remote", "human"];
  isOwn = true;
  try {
    const request = { game, rules, position: start, moves: texts, resigned, on_time, shared: true };
    await begin(request, { locked: false });
    if (clock) showCounted(clock);
  } catch (error) {
    leave();
    throw error;
  } finally {
    isOwn = false;
  }
  connect();
}

/**
 * Continues a game from `remembered`. A game on two devices is joined again; if it cannot be, it
 * goes on here with both sides.
 * @param {any} kept
 */
export async function resume({ players, locked, tree, joined, ...request }) {
  if (joined && !isLocal) {
    try {
      await join(joined.id, joined.side, request);
      return;
    } catch (error) {
      complain(error);
    }
  }
  state.players = players;
  await begin(request, { locked, tree });
}

/**
 * Shares the game on the board and shows the link for the other player.
 * @param {Times | null} clock
 */
export async function invite(clock) {
  const { link, is_for_others } = await get("invitation");
  if (!state.shared) {
    const side = state.players[0] !== "human" && state.players[1] === "human" ? 1 : 0;
    const fresh = { names: undefined, ply: undefined, clock, shared: true };
    const { id } = await post("games", { ...present(), ...fresh });
    await join(id, side);
  }
  const { shared } = state;
  // Other devices cannot reach a local address.
  const isHere = /^(localhost|127\.|0\.0\.0\.0|\[::1?\])/.test(location.hostname);
  const base = is_for_others && !isHere ? new URL(link).search : "";
  const from = is_for_others && isHere ? link : `${location.origin}/${base}`;
  return { link: `${from}#shared=${shared?.id}&side=${1 - (shared?.side ?? 0)}`, is_for_others };
}

function connect() {
  const { shared } = state;
  if (!shared) return;
  stop?.();
  clearTimeout(timer);
  heard = performance.now();
  stop = listen(
    `games/${shared.id}/watch`,
    {},
    {
      game: ({ game, here }) => {
        newest = game;
        alive(here);
        if (game.next) offer(game.next);
        else work().catch(complain);
      },
      beat: ({ here }) => alive(here),
      fault: ({ error, status }) => lost(error, status).catch(complain),
    },
  );
}

/**
 * Offers the next game of the same two people, which the other one has begun.
 * @param {string} next
 */
function offer(next) {
  const { shared } = state;
  if (!shared || shared.next === next) return;
  shared.next = next;
  toast("The other player has begun a rematch.");
  notify("players");
}

/** Begins the next game, with the sides swapped, or joins it; the other page is offered it. */
async function rematch() {
  const { shared } = state;
  if (!shared) return;
  // This page needs no offer of its own.
  stop?.();
  try {
    const sent = () => post(`games/${shared.id}/rematch`, {});
    const { id } = await sent().catch(async (error) => {
      if (!isForgotten(error)) throw error;
      await find(shared.id, present());
      return sent();
    });
    newest = null;
    await join(id, 1 - shared.side);
  } catch (error) {
    complain(error);
    if (state.shared === shared) connect();
  }
}

/** @param {number} here */
function alive(here) {
  const { shared } = state;
  heard = performance.now();
  pause = 0;
  if (!shared || (shared.isConnected && shared.here === here)) return;
  shared.isConnected = true;
  shared.here = here;
  notify("players");
}

/**
 * @param {string} error
 * @param {number} status why there is no stream; 0 without an answer
 */
async function lost(error, status) {
  const { shared } = state;
  if (!shared) return;
  stop = null;
  if (shared.isConnected) {
    shared.isConnected = false;
    notify("players");
  }
  if (status === 401 || status === 403) {
    toast(error);
    return;
  }
  pause = Math.min(4_000, 2 * pause || 250);
  // Dropped by the server: the first client recreates it.
  if (status === 404) await find(shared.id, present()).catch(() => {});
  if (state.shared !== shared) return;
  clearTimeout(timer);
  timer = setTimeout(connect, pause);
}

/** Checks the connection. A hidden tab may have given up its stream, which it opens again. */
function check() {
  if (document.hidden) heard = performance.now();
  if (!state.shared?.isConnected || performance.now() - heard < SILENCE) return;
  stop?.();
  lost("", 0).catch(complain);
}

/** Shows the received game on the board. */
async function work() {
  if (isBusy) return;
  isBusy = true;
  try {
    while (newest && !state.line) {
      const { moves, resigned, on_time, clock } = newest;
      newest = null;
      await goOn((moves ?? "").split(" ").filter(Boolean));
      if (clock) showCounted(clock);
      if (resigned == null || state.view.resigned !== null) continue;
      await goTo(state.view.moves.length);
      await markResigned(resigned, Boolean(on_time));
    }
  } finally {
    isBusy = false;
  }
}

/**
 * Requests a change of the shared game.
 * @param {string} what
 * @param {unknown} body
 */
async function change(what, body) {
  const { shared } = state;
  if (!shared) return false;
  try {
    const sent = () => post(`games/${shared.id}${what}`, body);
    const { moves, resigned, on_time, clock } = await sent().catch(async (error) => {
      if (!isForgotten(error)) throw error;
      await find(shared.id, present());
      return sent();
    });
    // A change received in the meantime may be newer.
    if (moves.length > state.view.moves.length || resigned !== null) {
      const texts = moves.map((/** @type {{ text: string }} */ move) => move.text).join(" ");
      newest ??= { moves: texts, resigned, on_time, clock };
    }
    await work();
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** @param {string} move */
async function play(move) {
  const { view } = state;
  if (view.ply < view.moves.length) {
    toast("The game has gone on: go to its end (▶|) to move.");
    return false;
  }
  return change("/play", { move, ply: view.ply });
}

/** @param {number} side */
const resign = (side) => change("/resign", { side });

/**
 * Reports that the time of a side is up. The server decides, and its clock may have some time left.
 * @param {number} side
 */
async function runOut(side) {
  const { shared } = state;
  if (!shared) return;
  try {
    await post(`games/${shared.id}/resign`, { side, on_time: true });
  } catch {
    // Without a connection, the clock comes with the next event.
    const game = await get(`games/${shared.id}`).catch(() => null);
    if (game?.clock && state.shared === shared) showCounted(game.clock);
  }
}

/** Initialises the module. */
export function start() {
  hear("game", () => isOwn || leave());
  hear("line", () => newest && work().catch(complain));
  setInterval(check, 1_000);
  const again = () => state.shared && !state.shared.isConnected && connect();
  for (const event of ["online", "pageshow"]) addEventListener(event, again);
  document.addEventListener("visibilitychange", again);
  addEventListener("pagehide", () => stop?.());
}
