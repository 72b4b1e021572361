// All lines of a game: a tree of moves. The first move of a place is the main one, the others are
// variations. Nothing here knows the page or the server.

/** @import { Made } from "./types.js" */

/**
 * @typedef {object} Variation a move and what comes after it; the root is the start
 * @property {string} text the move
 * @property {string} description
 * @property {number} side who makes it
 * @property {string} comment
 * @property {Variation | null} before
 * @property {Variation[]} next
 */

/**
 * A place that nothing follows yet.
 * @param {Made} [move] none for the start
 * @param {Variation | null} [before]
 * @returns {Variation}
 */
export function variation(move, before = null) {
  const { text, description, side } = move ?? { text: "", description: "", side: 0 };
  return { text, description, side, comment: "", before, next: [] };
}

/**
 * The moves that lead to a place.
 * @param {Variation} place
 */
export function path(place) {
  /** @type {Variation[]} */
  const moves = [];
  for (let at = place; at.before; at = at.before) moves.unshift(at);
  return moves;
}

/**
 * The main moves that follow a place.
 * @param {Variation} place
 */
export function ahead(place) {
  /** @type {Variation[]} */
  const moves = [];
  for (let at = place.next[0]; at; at = at.next[0]) moves.push(at);
  return moves;
}

/**
 * The whole line of a place, from the start to its end.
 * @param {Variation} place
 */
export const lineOf = (place) => [...path(place), ...ahead(place)];

/**
 * Adds a line to the tree, as far as it is new; the place after so many moves of it.
 * @param {Variation} root
 * @param {Made[]} moves
 * @param {number} ply
 */
export function merge(root, moves, ply) {
  let at = root;
  let found = root;
  moves.forEach((move, index) => {
    let next = at.next.find((each) => each.text === move.text);
    if (!next) {
      next = variation(move, at);
      at.next.push(next);
    }
    at = next;
    if (index + 1 === ply) found = at;
  });
  return found;
}

/**
 * Whether a place is on the main line.
 * @param {Variation} place
 */
export const isMain = (place) => path(place).every((each) => each.before?.next[0] === each);

/**
 * Makes the line of a place the main one.
 * @param {Variation} place
 */
export function promote(place) {
  for (const each of path(place)) {
    const all = each.before?.next ?? [];
    all.unshift(...all.splice(all.indexOf(each), 1));
  }
}

/**
 * Takes a move and all that follows it out of the tree; where it was.
 * @param {Variation} place
 */
export function remove(place) {
  const before = place.before ?? place;
  before.next = before.next.filter((each) => each !== place);
  return before;
}

/**
 * Whether there is more than one line, or a comment.
 * @param {Variation} root
 * @returns {boolean}
 */
export const isRich = (root) =>
  Boolean(root.comment) || root.next.length > 1 || root.next.some(isRich);

/**
 * The tree as plain data, without the ways back.
 * @param {Variation} root
 * @returns {unknown[]}
 */
export const packed = (root) => [
  root.text,
  root.description,
  root.side,
  root.comment,
  root.next.map(packed),
];

/**
 * The tree of such data.
 * @param {any} data
 * @param {Variation | null} [before]
 */
export function unpacked([text, description, side, comment, next], before = null) {
  const place = variation({ text, description, side }, before);
  place.comment = comment;
  place.next = next.map((/** @type {any} */ each) => unpacked(each, place));
  return place;
}
