// The training record of this browser: a rating per game, and the streak of puzzles solved at the
// first attempt. Ratings are Elo, with the puzzle as the opponent.

import { amend, stored } from "./storage.js";

/**
 * @typedef {object} Training
 * @property {number} streak puzzles solved in a row
 * @property {number} longest the longest streak
 * @property {Record<string, { rating: number, count: number }>} games
 * @property {string[]} missed puzzles that the first attempt did not solve
 */

const KEY = "training";
/** Positions of the solved puzzles. */
const SOLVED = "puzzles";
/** Keys of the stored values. */
export const KEYS = [KEY, SOLVED];
/** Initial rating. */
const START = 1000;
/** Maximum change of a rating per puzzle: at first, and from this many puzzles on. */
const STEPS = { first: 48, later: 24, from: 15 };

/**
 * Returns a stored record, or an empty one.
 * @param {any} kept
 * @returns {Training}
 */
function checked(kept) {
  const empty = { streak: 0, longest: 0, games: {}, missed: [] };
  const isRecord = Number.isFinite(kept?.streak) && Array.isArray(kept.missed) && kept.games;
  return isRecord ? { ...empty, ...kept } : empty;
}

/** Returns the record, to which other tabs add too. */
const training = () => checked(stored(KEY));

/** @param {string} game */
export const ratingOf = (game) => Math.round(training().games[game]?.rating ?? START);

/** @param {string} game */
export const countOf = (game) => training().games[game]?.count ?? 0;

/** Returns the streak: now, and the longest. */
export function streak() {
  const { streak: now, longest } = training();
  return { now, longest };
}

/** Returns the positions of the puzzles that the first attempt did not solve. */
export const missed = () => new Set(training().missed);

/** @param {any} kept */
const positions = (kept) => /** @type {Set<string>} */ (new Set(Array.isArray(kept) ? kept : []));

/** Returns the positions of the solved puzzles. */
export const solved = () => positions(stored(SOLVED));

/** @param {string} position */
export const markSolved = (position) => amend(SOLVED, (kept) => [...positions(kept).add(position)]);

/**
 * Records the first attempt at a puzzle.
 * @param {string} game
 * @param {{ position: string, rating: number }} puzzle
 * @param {boolean} isSolved
 * @returns {number} change of the rating
 */
export function count(game, { position, rating }, isSolved) {
  let by = 0;
  amend(KEY, (kept) => {
    const all = checked(kept);
    const own = (all.games[game] ??= { rating: START, count: 0 });
    const expected = 1 / (1 + 10 ** ((rating - own.rating) / 400));
    const step = own.count < STEPS.from ? STEPS.first : STEPS.later;
    const before = Math.round(own.rating);
    own.rating += step * (Number(isSolved) - expected);
    own.count += 1;
    all.streak = isSolved ? all.streak + 1 : 0;
    all.longest = Math.max(all.longest, all.streak);
    if (!isSolved) all.missed.push(position);
    by = Math.round(own.rating) - before;
    return all;
  });
  return by;
}

/**
 * Returns the untried puzzle of a list whose rating is nearest to the user's; -1 for none.
 * @param {string} game
 * @param {{ position: string, rating: number }[]} list
 */
export function fitting(game, list) {
  const rating = ratingOf(game);
  const tried = new Set([...missed(), ...solved()]);
  const far = (/** @type {number} */ at) => Math.abs(list[at].rating - rating);
  let best = -1;
  list.forEach(({ position }, index) => {
    if (!tried.has(position) && (best < 0 || far(index) < far(best))) best = index;
  });
  return best;
}
