// Rows and heads of tables.

/** @import { Child } from "./dom.js" */

import { h } from "./dom.js";

/**
 * A cell that is a number.
 * @param {string} text
 */
export const figure = (text) => h("td", { class: "number", text });

/**
 * A row that begins with what it is about.
 * @param {string} name
 * @param {(Child | Child[])[]} cells
 */
export const row = (name, ...cells) => h("tr", {}, h("th", { scope: "row", text: name }), ...cells);

/**
 * The head of a table.
 * @param {string[]} names
 */
export function head(names) {
  // A column whose cells say what they are has no head.
  const cells = names.map((text) => (text ? h("th", { scope: "col", text }) : h("td")));
  return h("thead", {}, h("tr", {}, cells));
}
