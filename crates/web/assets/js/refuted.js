// What answers a wrong attempt at a puzzle, loaded at the first one.

/** @import { Found, View } from "./types.js" */

import { listen } from "./api.js";
import { state } from "./state.js";

/**
 * Returns the best answer to the last move in words; nothing if the solver moves again or the game
 * is over.
 * @param {View} view
 * @param {number} side the solver's side
 * @returns {Promise<string>}
 */
export const reply = (view, side) =>
  new Promise((resolve) => {
    if (view.outcome || view.turn === side) {
      resolve("");
      return;
    }
    // Not as a search of the user, which would be help.
    listen(
      `games/${state.id}/think`,
      { agent: "best", nodes: 3000, purpose: "player" },
      {
        done(/** @type {Found} */ { analysis }) {
          const { best } = analysis;
          resolve(best ? `: ${view.sides[view.turn]} answers ${best}` : "");
        },
        fault: () => resolve(""),
      },
    );
  });
