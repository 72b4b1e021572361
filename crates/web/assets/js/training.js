// The training record of this browser: a rating per game, and the streak of puzzles solved at the
// first attempt. Ratings are Elo, with the puzzle as the opponent.

/**
 * @typedef {object} Training
 * @property {number} streak puzzles solved in a row
 * @property {number} longest the longest streak
 * @property {Record<string, { rating: number, count: number }>} games
 * @property {string[]} missed puzzles that the first attempt did not solve
 */

const KEY = "training";
/** Initial rating. */
const START = 1000;
/** Maximum change of a rating per puzzle: at first, and from this many puzzles on. */
const STEPS = { first: 48, later: 24, from: 15 };

/** @returns {Training} */
function empty() {
  return { streak: 0, longest: 0, games: {}, missed: [] };
}

/** @returns {Training} */
function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const isRecord = Number.isFinite(kept?.streak) && Array.isArray(kept.missed) && kept.games;
    return isRecord ? { ...empty(), ...kept } : empty();
  } catch {
    // Without storage, the record is for this visit only.
    return empty();
  }
}

const training = load();

function store() {
  try {
    localStorage.setItem(KEY, JSON.stringify(training));
  } catch {
    // Counted for this visit only.
  }
}

/** @param {string} game */
export const ratingOf = (game) => Math.round(training.games[game]?.rating ?? START);

/** @param {string} game */
export const countOf = (game) => training.games[game]?.count ?? 0;

export const streak = () => ({ now: training.streak, longest: training.longest });

/** @param {string} position */
export const isMissed = (position) => training.missed.includes(position);

/**
 * Records the first attempt at a puzzle.
 * @param {string} game
 * @param {{ position: string, rating: number }} puzzle
 * @param {boolean} isSolved
 * @returns {number} change of the rating
 */
export function count(game, { position, rating }, isSolved) {
  const own = (training.games[game] ??= { rating: START, count: 0 });
  const expected = 1 / (1 + 10 ** ((rating - own.rating) / 400));
  const step = own.count < STEPS.from ? STEPS.first : STEPS.later;
  const before = Math.round(own.rating);
  own.rating += step * (Number(isSolved) - expected);
  own.count += 1;
  training.streak = isSolved ? training.streak + 1 : 0;
  training.longest = Math.max(training.longest, training.streak);
  if (!isSolved) training.missed.push(position);
  store();
  return Math.round(own.rating) - before;
}
