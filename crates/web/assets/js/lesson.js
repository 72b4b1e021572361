// The box of a lesson, beside the board or below it, and the game that was on the board before.

/** @import { Course } from "./types.js" */

import { get } from "./api.js";
import { $, complain, h } from "./dom.js";
import { begin, keepInstead, remembered } from "./play.js";
import { isStart } from "./start.js";
import { state } from "./state.js";

const box = $("tour");
/** The game that goes on after the lesson. @type {any} */
let former = null;
/** Whether the lesson was opened from the start page. */
let isFromStart = false;
/** What a lesson does when it ends. @type {() => unknown} */
let ending = () => {};

/** Whether a lesson is open. */
export const isOpen = () => !box.hidden;

/**
 * Opens the box of a lesson: another lesson ends.
 * @param {string} label
 * @param {() => unknown} end what the lesson does when it ends
 */
export function openBox(label, end) {
  if (isOpen()) ending();
  else [former, isFromStart] = [remembered(), isStart()];
  ending = end;
  box.setAttribute("aria-label", label);
  box.hidden = false;
  document.body.dataset.lesson = "open";
  // The board is what a lesson is about, wherever its button was.
  scrollTo({ top: 0 });
}

/** Closes the box; the game on the board stays. */
export function closeBox() {
  ending();
  ending = () => {};
  box.hidden = true;
  delete document.body.dataset.lesson;
}

/** Ends the lesson, and goes on with the game before. */
export async function leave() {
  const kept = former;
  closeBox();
  if (isFromStart || !kept) {
    keepInstead(kept);
    location.hash = "#start";
    return;
  }
  const { players, locked, tree, ...request } = kept;
  state.players = players;
  await begin(request, { locked, tree }).catch(complain);
  $("board").focus({ preventScroll: true });
}

/**
 * Fills the box.
 * @param {object} content
 * @param {string} content.heading
 * @param {string} content.text
 * @param {string} [content.status] how it goes
 * @param {(Element | null)[]} content.buttons
 */
export function fillBox({ heading, text, status, buttons }) {
  const focused = box.contains(document.activeElement) ? document.activeElement?.id : null;
  box.replaceChildren(
    h(
      "div",
      { role: "status" },
      h("p", { id: "tour-text" }, h("b", { text: `${heading} ` }), text),
      status === undefined ? null : h("p", { id: "tour-status", text: status }),
    ),
    h("div", { class: "buttons" }, buttons),
  );
  if (focused) ($(focused) ?? box.querySelector("button:not(:disabled)"))?.focus();
}

/**
 * A button of a lesson.
 * @param {string} id
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {Record<string, unknown>} [more]
 */
export const lessonButton = (id, text, onclick, more = {}) =>
  h("button", { type: "button", id, text, onclick, ...more });

/** The courses that were fetched, by game. @type {Map<string, Course>} */
const courses = new Map();

/**
 * What teaches a game.
 * @param {string} game
 * @returns {Promise<Course>}
 */
export async function courseOf(game) {
  const known = courses.get(game) ?? (await get(`courses/${game}`));
  courses.set(game, known);
  return known;
}

box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key === "Escape") leave();
  // Letters are keys of the page, Enter and space of the button.
  else if (!["Enter", " "].includes(event.key)) return;
  event.stopPropagation();
});
