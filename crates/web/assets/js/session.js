// The game session on the server. A server that was restarted or had too many games has dropped it.
// The page then recreates the session and repeats the request.

import { get, listen, post, Refused } from "./api.js";
import { $, errorText } from "./dom.js";
import { notify, state } from "./state.js";

const path = (rest = "") => `games/${state.id}${rest}`;

/** Pending recreation of the session. @type {Promise<void> | null} */
let reviving = null;

/** Returns the request that recreates the current game. */
export function present() {
  const { game, rules, start, moves, ply, names, resigned, on_time } = state.view;
  const texts = moves.map((move) => move.text).join(" ");
  const shared = Boolean(state.shared);
  return { game, rules, position: start, moves: texts, ply, names, resigned, on_time, shared };
}

/** Recreates the session; concurrent requests share one attempt. */
function revive() {
  reviving ??= post("games", present())
    .then(({ id }) => {
      state.id = id;
      $("board").dataset.game = id;
    })
    .finally(() => (reviving = null));
  return reviving;
}

/** @param {unknown} error */
export const isForgotten = (error) => error instanceof Refused && error.status === 404;

/**
 * @template T
 * @param {() => Promise<T>} work
 */
async function again(work) {
  try {
    return await work();
  } catch (error) {
    if (!isForgotten(error)) throw error;
    await revive();
    return work();
  }
}

/**
 * Sends a request to the session.
 * @param {string} what
 */
export const askGame = (what) => again(() => get(path(what)));

/**
 * Changes the session.
 * @param {string} what
 * @param {unknown} body
 */
export const changeGame = (what, body) => again(() => post(path(what), body));

/**
 * Subscribes to a search of the session, like `listen`.
 * @param {string} what
 * @param {Record<string, any>} query
 * @param {Record<string, (data: any) => unknown>} on
 * @returns {() => void} stops it
 */
export function listenToGame(what, query, on) {
  let open = true;
  notify("search");
  /** @param {boolean} first */
  const begin = (first) =>
    listen(path(what), query, {
      ...on,
      async fault(data) {
        try {
          if (!first || data.status !== 404) throw new Error(data.error);
          await revive();
          if (open) stop = begin(false);
        } catch (error) {
          if (open) on.fault?.({ error: errorText(error) });
        }
      },
    });
  let stop = begin(true);
  return () => {
    open = false;
    stop();
  };
}
