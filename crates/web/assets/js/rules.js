// The rules of the game with boards, and the legend of the page.

import { ask } from "./api.js";
import { cancel, openDialog } from "./dialog.js";
import { $, complain, h, isDark, sentence } from "./dom.js";
import { info, shown, state } from "./state.js";
import { lessonButtons } from "./tour.js";

/** Legend of all boards. */
const DRAWN = [
  ["bar", "The bar: how much of the win is the first side's, while an analysis backs it."],
  ["best", "Arrow or ring: the best move that the search has found, or a hint."],
  ["threat", "Dashed arrow or ring: a move that the other side threatens."],
  ["heat", "Shade on places: where the search has looked most."],
  ["dot", "Dots: where the chosen piece may go."],
];

/**
 * Draws signs with what they mean.
 * @param {string[][]} rows class of the sign, and text
 */
const signs = (rows) =>
  h(
    "ul",
    { class: "legend" },
    rows.map(([kind, text]) =>
      h("li", {}, h("span", { class: `sign ${kind}`, "aria-hidden": "true" }), text),
    ),
  );

/** Draws the legend of this board's marks and lines, with the game's names. */
function legend() {
  const named = new Map(
    shown().overlays.map(({ name, tone, ...more }) => [
      more.kind === "line" ? `mark ${tone} side-${more.side}` : `mark ${tone}`,
      name,
    ]),
  );
  const marks = [...named].map(([kind, name]) => [kind, `On the board now: ${name}.`]);
  return signs([...DRAWN, ...marks]);
}

/** Draws what the dashed lines of the board mean, or nothing. */
export function pathLegend() {
  const rows = shown().overlays.flatMap(({ name, tone, ...more }) =>
    more.kind === "line" && tone === "path"
      ? [[`mark ${tone} side-${more.side}`, `A shortest way across: ${name}.`]]
      : [],
  );
  return rows.length ? signs(rows) : null;
}

/**
 * Draws a position of the rules with a button that opens it.
 * @param {HTMLElement} figure
 */
function fill(figure) {
  const position = figure.dataset.position ?? "";
  const { game } = state.view;
  const asked = new URLSearchParams({ position, theme: isDark() ? "dark" : "light" });
  const picture = h("img", { alt: `Board: ${position}` });
  ask("GET", `boards/${game}?${asked}`)
    .then((drawn) => {
      picture.setAttribute("src", `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`);
    })
    .catch(complain);
  const open = h("button", {
    type: "button",
    text: "Try this position",
    onclick() {
      $("rules-dialog").close();
      location.hash = `#${new URLSearchParams({ game, position })}`;
    },
  });
  figure.append(picture, h("figcaption", {}, open));
}

/** Shows the rules. */
export async function rules() {
  const dialog = $("rules-dialog");
  /** @type {Node[]} */
  let page = [h("p", { text: `${sentence(info().about)}.` })];
  if (info().has_rules_page) {
    try {
      const text = await ask("GET", `rules/${state.view.game}`);
      // Parsed in an inert document: the page comes from the program, but is still markup.
      const read = new DOMParser().parseFromString(text, "text/html");
      page = [...read.body.childNodes].map((node) => document.importNode(node, true));
    } catch (error) {
      complain(error);
      return;
    }
  }
  const body = h("div", { class: "rules", tabindex: 0, role: "region", "aria-label": "Rules" });
  const lessons = lessonButtons(() => dialog.close());
  if (lessons.length) body.append(h("div", { class: "buttons left" }, lessons));
  // The rules come first, and the legend of the page last.
  body.append(...page, h("h2", { text: "What is drawn" }), legend());
  for (const figure of body.querySelectorAll("figure")) fill(figure);
  for (const empty of body.querySelectorAll("th:empty")) empty.replaceWith(h("td"));
  for (const text of body.querySelectorAll("pre")) text.tabIndex = 0;
  for (const table of body.querySelectorAll("table")) {
    const scroll = h("div", { class: "wide-table", tabindex: 0 });
    table.replaceWith(scroll);
    scroll.append(table);
  }
  const end = h("div", { class: "buttons" }, cancel(dialog, "Close"));
  dialog.replaceChildren(h("form", { method: "dialog" }, body, end));
  dialog.setAttribute("aria-label", `Rules of ${info().title}`);
  openDialog(dialog);
  body.scrollTop = 0;
  body.focus();
}

/** Initialises the module. */
export function start() {
  $("rules-button").addEventListener("click", rules);
}
