// Entry points of lessons: tasks and tours. Their code is loaded on demand.

import { $, complain, h } from "./dom.js";
import { info, state } from "./state.js";

/** @param {string} game */
export const openTasks = (game) =>
  import("./tasks.js").then(({ open }) => open(game)).catch(complain);

/** @param {string} game */
export const openTour = (game) =>
  import("./explained.js").then(({ open }) => open(game)).catch(complain);

/**
 * Returns the buttons that start the lessons of the current game, or none.
 * @param {() => unknown} before called first
 */
export function lessonButtons(before) {
  if (!info().has_course) return [];
  const button = (
    /** @type {string} */ text,
    /** @type {(game: string) => unknown} */ open,
    /** @type {string} */ name,
  ) =>
    h("button", {
      type: "button",
      class: name,
      text,
      onclick: () => (before(), open(state.view.game)),
    });
  return [
    button("Learn the rules by doing", openTasks, "strong"),
    button("Watch a game explained", openTour, "plain"),
  ];
}

/** Initialises the module. */
export function start() {
  $("tasks-button").addEventListener("click", () => openTasks(state.view.game));
  $("tour-button").addEventListener("click", () => openTour(state.view.game));
}
