// The game's room on the server. A server that was restarted, or had too many games, has
// forgotten it: then it is begun again where it stands, and what was asked is asked once more.

import { get, listen, post, Refused } from "./api.js";
import { $, errorText } from "./dom.js";
import { state } from "./state.js";

const path = (rest = "") => `games/${state.id}${rest}`;

/** A game that is being begun again. @type {Promise<void> | null} */
let reviving = null;

/** The present game as a request that begins it. */
export function present() {
  const { game, rules, start, moves, ply, names, resigned, on_time } = state.view;
  const texts = moves.map((move) => move.text).join(" ");
  return { game, rules, position: start, moves: texts, ply, names, resigned, on_time };
}

/** Begins the forgotten game again; once, however many have found it missing. */
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
const isForgotten = (error) => error instanceof Refused && error.status === 404;

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
 * Asks the room.
 * @param {string} what
 */
export const askGame = (what) => again(() => get(path(what)));

/**
 * Changes something in the room.
 * @param {string} what
 * @param {unknown} body
 */
export const changeGame = (what, body) => again(() => post(path(what), body));

/**
 * Listens to a search of the room, as `listen` does.
 * @param {string} what
 * @param {Record<string, any>} query
 * @param {Record<string, (data: any) => unknown>} on
 * @returns {() => void} what stops it
 */
export function listenToGame(what, query, on) {
  let open = true;
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
