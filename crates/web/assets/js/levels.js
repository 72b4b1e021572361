// Levels: opponents with friendly names and measured strength.

/** @import { Level } from "./types.js" */

import { state } from "./state.js";
import { amend, stored } from "./storage.js";

/**
 * Returns the levels of a game. A user-defined game may lack some of their agents.
 * @param {string} game
 * @returns {Level[]}
 */
export function levelsOf(game) {
  const plays = (/** @type {string} */ name) =>
    state.catalog.agents.some((each) => each.name === name && (!each.game || each.game === game));
  return state.catalog.levels.filter(({ agent }) => plays(agent.split(":")[0]));
}

/**
 * Returns the level of an agent, if it is one.
 * @param {string} spec
 */
export const levelOf = (spec) => state.catalog.levels.find((level) => level.agent === spec);

/**
 * Returns the name of a level with its number, as in "Level 2: Beginner".
 * @param {Level} level
 */
export const numbered = (level) =>
  `Level ${state.catalog.levels.indexOf(level) + 1}: ${level.name}`;

/**
 * Returns the default opponent: the level that the user chose last, or the second.
 * @param {string} game
 */
export function usualOpponent(game) {
  const levels = levelsOf(game);
  const last = levels.find(({ agent }) => agent === stored("opponent"));
  return (last ?? levels[1] ?? levels[0])?.agent ?? "best:time=1s";
}

/**
 * Remembers the chosen opponent.
 * @param {string} agent
 */
export const rememberOpponent = (agent) => amend("opponent", () => agent);

/**
 * Returns how much stronger a level is than the previous one, as measured.
 * @param {string} game
 * @param {Level} level
 */
export function distance(game, level) {
  const at = state.catalog.levels.indexOf(level);
  const steps = state.catalog.games.find((each) => each.name === game)?.level_steps;
  const step = steps?.[at - 1];
  return step ? `${step} than ${state.catalog.levels[at - 1].name}` : "";
}
