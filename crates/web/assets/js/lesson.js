// The box of a lesson beside or below the board, and the game before the lesson.

/** @import { Course } from "./types.js" */

import { get } from "./api.js";
import { $, complain, h } from "./dom.js";
import { keepInstead, remembered } from "./play.js";
import { isStart } from "./start.js";
import { resume } from "./together.js";

const box = $("tour");
/** The game that is resumed after the lesson. @type {any} */
let former = null;
/** Whether the lesson was opened from the start page. */
let isFromStart = false;
/** Callback of the lesson for its end. @type {() => unknown} */
let ending = () => {};

/** Whether a lesson is open. */
export const isOpen = () => !box.hidden;

/**
 * Opens the box of a lesson and ends another one.
 * @param {string} label
 * @param {() => unknown} end callback for its end
 */
export function openBox(label, end) {
  if (isOpen()) ending();
  else [former, isFromStart] = [remembered(), isStart()];
  ending = end;
  box.setAttribute("aria-label", label);
  box.hidden = false;
  document.body.dataset.lesson = "open";
  // A lesson takes place on the board, so the page scrolls to it.
  scrollTo({ top: 0 });
}

/** Closes the box. The game on the board stays. */
export function closeBox() {
  ending();
  ending = () => {};
  box.hidden = true;
  delete document.body.dataset.lesson;
}

/** Ends the lesson and resumes the previous game. */
export async function leave() {
  const kept = former;
  closeBox();
  if (isFromStart || !kept) {
    keepInstead(kept);
    location.hash = "#start";
    return;
  }
  await resume(kept).catch(complain);
  $("board").focus({ preventScroll: true });
}

/**
 * Fills the box.
 * @param {object} content
 * @param {string} content.heading
 * @param {string} content.text
 * @param {string} [content.status] progress
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
  // The tools and the board make room for the box, however long its text is.
  document.body.style.setProperty("--lesson", `${box.offsetHeight}px`);
  if (focused) ($(focused) ?? box.querySelector("button:not(:disabled)"))?.focus();
}

/**
 * Returns a button of a lesson.
 * @param {string} id
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {Record<string, unknown>} [more]
 */
export const lessonButton = (id, text, onclick, more = {}) =>
  h("button", { type: "button", id, text, onclick, ...more });

/** Fetched courses by game. @type {Map<string, Course>} */
const courses = new Map();

/**
 * Returns the course of a game.
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
  // Letters are keys of the page; Enter and space belong to the button.
  else if (!["Enter", " "].includes(event.key)) return;
  event.stopPropagation();
});
