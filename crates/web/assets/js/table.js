// Rows and heads of tables.

/** @import { Child } from "./dom.js" */

import { h } from "./dom.js";

/**
 * Returns a numeric cell.
 * @param {string} text
 */
export const figure = (text) => h("td", { class: "number", text });

/**
 * Returns a row that starts with its subject.
 * @param {string} name
 * @param {(Child | Child[])[]} cells
 */
export const row = (name, ...cells) => h("tr", {}, h("th", { scope: "row", text: name }), ...cells);

/**
 * Returns the head of a table.
 * @param {string[]} names
 */
export function head(names) {
  // A column of self-explanatory cells has no head.
  const cells = names.map((text) => (text ? h("th", { scope: "col", text }) : h("td")));
  return h("thead", {}, h("tr", {}, cells));
}
