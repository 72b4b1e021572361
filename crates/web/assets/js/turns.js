// Lines of a game in which a side may move several times in a row: each turn names its side.

import { h, sentence } from "./dom.js";
import { info, sideName } from "./state.js";

/** Returns whether turns name their side. */
export const namesSides = () => info().moves_again;

/**
 * Returns the name of a side before its turn.
 * @param {number} side
 */
export const turnName = (side) =>
  h("b", { class: `of-side side-${side}`, text: sentence(sideName(side)) });

/**
 * Returns moves with the name of the side before each turn.
 * @param {HTMLElement[]} moves
 * @param {number[]} sides side of each move
 * @returns {HTMLElement[]}
 */
export const withSides = (moves, sides) =>
  moves.flatMap((move, index) =>
    sides[index] === undefined || (index > 0 && sides[index] === sides[index - 1])
      ? [move]
      : [turnName(sides[index]), move],
  );

/**
 * Returns moves with the name of the side before each turn, if turns name their side.
 * @param {HTMLElement[]} moves
 * @param {number[] | undefined} sides side of each move; none if sides alternate
 */
export const byTurns = (moves, sides) =>
  namesSides() && sides ? withSides(moves, sides) : moves;
