// Match statistics in words: shares, and Elo with its interval, as `ply match` prints them.

/** @import { Estimate, Summary } from "./types.js" */

/** @param {number | null} share */
export const percent = (share) => (share == null ? "" : `${(100 * share).toFixed(1)} %`);
/** @param {number} elo */
const signed = (elo) => {
  const text = elo.toFixed(1);
  if (text === "-0.0") return "+0.0";
  return elo < 0 ? text : `+${text}`;
};

/**
 * Formats an estimate: `+74.2 [+34.0, +121.5]`; `> +36.1` if all games were won.
 * @param {Estimate | null} value
 */
export const estimate = (value) => {
  if (!value) return "";
  const [low, high] = [value.low, value.high].map((end) => (end == null ? "open" : signed(end)));
  if (value.value != null) return `${signed(value.value)} [${low}, ${high}]`;
  if (value.low != null) return `> ${low}`;
  return value.high == null ? "" : `< ${high}`;
};

/**
 * Returns the evidence of a match of two players, with the numbers of its report.
 * @param {Summary} summary
 */
export function evidence({ pairings }) {
  const [pairing] = pairings;
  if (pairings.length !== 1 || pairing.score == null) return "";
  const { low, high } = pairing.score_interval;
  const ends = [low, high].map((share) => (100 * share).toFixed(1)).join(", ");
  const score = `${percent(pairing.score)} [${ends}]`;
  return `${pairing.players[0]} scores ${score}, Elo ${estimate(pairing.elo)}. `;
}
