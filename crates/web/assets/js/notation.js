// Move trees as text: main moves, variations in parentheses, comments in braces.

/** @import { Variation } from "./tree.js" */

import { path, variation } from "./tree.js";

const TOKEN = /\{([^}]*)\}|[()]|[^\s(){}]+/g;

/**
 * Splits a record into its tags and the rest.
 * @param {string} record
 */
export function split(record) {
  const tags = /^(\s*\[[^\n]*\]\s*?\n)*/.exec(record)?.[0] ?? "";
  return { tags, moves: record.slice(tags.length) };
}

/**
 * Writes the moves of a tree. Each turn starts with its number, as in a record.
 * @param {Variation} root
 */
export function movetext(root) {
  /** @type {string[]} */
  const words = [];
  /** @param {Variation} place */
  const turn = (place) => {
    const sides = path(place).map((move) => move.side);
    return 1 + sides.filter((side, at) => at > 0 && side !== sides[at - 1]).length;
  };
  /**
   * @param {Variation} move
   * @param {boolean} opens whether a number is required
   */
  const write = (move, opens) => {
    if (opens || move.side !== move.before?.side || !move.before.before) {
      words.push(`${turn(move)}.`);
    }
    words.push(move.text);
    if (move.comment) words.push(`{${move.comment.replaceAll(/[{}]/g, "")}}`);
  };
  /** @param {Variation} place */
  const follow = (place) => {
    for (let opens = false; place.next.length;) {
      const [main, ...others] = place.next;
      write(main, opens);
      for (const other of others) {
        words.push("(");
        write(other, true);
        follow(other);
        words.push(")");
      }
      opens = others.length > 0 || main.comment !== "";
      place = main;
    }
  };
  if (root.comment) words.push(`{${root.comment.replaceAll(/[{}]/g, "")}}`);
  follow(root);
  return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

/**
 * Parses moves with variations and comments. The server validates the moves.
 * @param {string} moves
 */
export function readTree(moves) {
  const root = variation();
  let at = root;
  /** @type {Variation[]} */
  const outer = [];
  for (const [word, comment] of moves.matchAll(TOKEN)) {
    if (comment !== undefined) at.comment = comment.trim();
    else if (word === "(") {
      if (!at.before) throw new Error("a variation of no move: expected a move before `(`");
      outer.push(at);
      at = at.before;
    } else if (word === ")") {
      const main = outer.pop();
      if (!main) throw new Error("a `)` without its `(`");
      at = main;
    } else if (!/^\d+\.+$/.test(word)) {
      const next = variation({ text: word, description: "", side: 0 }, at);
      at.next.push(next);
      at = next;
    }
  }
  if (outer.length) throw new Error("a variation without its end: expected `)`");
  return root;
}

/**
 * Returns the ends of all lines.
 * @param {Variation} place
 * @returns {Variation[]}
 */
export const ends = (place) => (place.next.length ? place.next.flatMap(ends) : [place]);
