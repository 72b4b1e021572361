// All lines of a game as a tree of moves. The first move of a place is the main one, the others are
// variations. This module does not depend on the page or the server.

/** @import { Made } from "./types.js" */

/**
 * @typedef {object} Variation a move and its continuations; the root is the start
 * @property {string} text the move
 * @property {string} description
 * @property {number} side who makes it
 * @property {string} comment
 * @property {Variation | null} before
 * @property {Variation[]} next
 */

/**
 * Creates a place without continuations.
 * @param {Made} [move] none for the start
 * @param {Variation | null} [before]
 * @returns {Variation}
 */
export function variation(move, before = null) {
  const { text, description, side } = move ?? { text: "", description: "", side: 0 };
  return { text, description, side, comment: "", before, next: [] };
}

/**
 * Returns the moves that lead to a place.
 * @param {Variation} place
 */
export function path(place) {
  /** @type {Variation[]} */
  const moves = [];
  for (let at = place; at.before; at = at.before) moves.unshift(at);
  return moves;
}

/**
 * Returns the main moves after a place.
 * @param {Variation} place
 */
export function ahead(place) {
  /** @type {Variation[]} */
  const moves = [];
  for (let at = place.next[0]; at; at = at.next[0]) moves.push(at);
  return moves;
}

/**
 * Returns the whole line of a place, from the start to its end.
 * @param {Variation} place
 */
export const lineOf = (place) => [...path(place), ...ahead(place)];

/**
 * Adds the new moves of a line to the tree; returns the place after `ply` moves.
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
 * Returns whether a place is on the main line.
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
 * Removes a move with its continuations; returns the place before it.
 * @param {Variation} place
 */
export function remove(place) {
  const before = place.before ?? place;
  before.next = before.next.filter((each) => each !== place);
  return before;
}

/**
 * Returns whether there is more than one line, or a comment.
 * @param {Variation} root
 * @returns {boolean}
 */
export const isRich = (root) =>
  Boolean(root.comment) || root.next.length > 1 || root.next.some(isRich);

/**
 * Returns the tree as plain data, without parent references.
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
 * Restores the tree from plain data.
 * @param {any} data
 * @param {Variation | null} [before]
 */
export function unpacked([text, description, side, comment, next], before = null) {
  const place = variation({ text, description, side }, before);
  place.comment = comment;
  place.next = next.map((/** @type {any} */ each) => unpacked(each, place));
  return place;
}
