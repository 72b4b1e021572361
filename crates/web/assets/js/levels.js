// The levels: opponents for people, with friendly names and measured distances.

/** @import { Level } from "./types.js" */

import { state } from "./state.js";

/**
 * The levels that play a game: a game of one's own may lack some of their agents.
 * @param {string} game
 * @returns {Level[]}
 */
export function levelsOf(game) {
  const plays = (/** @type {string} */ name) =>
    state.catalog.agents.some((each) => each.name === name && (!each.game || each.game === game));
  return state.catalog.levels.filter(({ agent }) => plays(agent.split(":")[0]));
}

/**
 * The level of an agent, if it is one.
 * @param {string} spec
 */
export const levelOf = (spec) => state.catalog.levels.find((level) => level.agent === spec);

/**
 * The name of a level with its number, as in "Level 2: Beginner".
 * @param {Level} level
 */
export const numbered = (level) =>
  `Level ${state.catalog.levels.indexOf(level) + 1}: ${level.name}`;

/**
 * The opponent where no other is chosen: the second level, for a first game.
 * @param {string} game
 */
export function usualOpponent(game) {
  const levels = levelsOf(game);
  return (levels[1] ?? levels[0])?.agent ?? "best:time=1s";
}

/**
 * How far a level is above the one before it, where that was measured.
 * @param {string} game
 * @param {Level} level
 */
export function distance(game, level) {
  const at = state.catalog.levels.indexOf(level);
  const steps = state.catalog.games.find((each) => each.name === game)?.level_steps;
  return at > 0 && steps ? `${steps[at - 1]} Elo above ${state.catalog.levels[at - 1].name}` : "";
}
