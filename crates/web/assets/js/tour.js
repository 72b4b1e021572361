// A first game in a minute: what is where on the page, shown step by step beside the thing itself.

import { $, h } from "./dom.js";
import { info, state } from "./state.js";

/** What is shown, and what is said of it. @type {[string, () => string][]} */
const STEPS = [
  ["board-box", () => `${info().title}: ${info().about}.`],
  ["board-box", () => `A ring shows what can move. Click it, then a dot; or drag it there.`],
  ["player-1", () => `Who plays stands here. The menu changes it: Change players.`],
  ["words", () => `This line reports the last move, and who is to move.`],
  ["hint", () => `Not sure? The lamp shows a good move, the arrow takes one back.`],
  ["bar", () => `After an analysis the bar shows how likely each side is to win.`],
  ["tab-learn", () => `Puzzles, and what others played, are under Train.`],
  ["menu-button", () => `The rules, with boards to try, are in the menu. Have a good game!`],
];

let at = -1;

const box = $("tour");
const marked = () => document.querySelectorAll(".toured");

function end() {
  at = -1;
  box.hidden = true;
  for (const each of marked()) each.classList.remove("toured");
  $("tour-button").focus();
}

/** @param {number} by */
function go(by) {
  at += by;
  if (at < 0 || at >= STEPS.length) {
    end();
    return;
  }
  const [id, text] = STEPS[at];
  for (const each of marked()) each.classList.remove("toured");
  const part = $(id);
  part.classList.add("toured");
  part.scrollIntoView({ block: "nearest" });
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick, more = {}) =>
    h("button", { type: "button", text: name, onclick, ...more });
  const isLast = at + 1 === STEPS.length;
  box.replaceChildren(
    h("p", { id: "tour-text", role: "status", text: `${at + 1} of ${STEPS.length}. ${text()}` }),
    h(
      "div",
      { class: "buttons" },
      button("End the tour", end, { id: "tour-end" }),
      button("Back", () => go(-1), { disabled: at === 0 }),
      button(isLast ? "Play" : "Next", () => go(1), { id: "tour-next", class: "strong" }),
    ),
  );
  box.hidden = false;
  $("tour-next").focus();
}

/** Puts it on the page. */
export function start() {
  $("tour-button").addEventListener("click", () => {
    at = -1;
    go(1);
  });
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Escape" && state.view) end();
    else return;
    event.stopPropagation();
  });
}
