// The menu of rare actions. It opens above its button; on a phone it is a sheet at the bottom.

import { $ } from "./dom.js";

const menu = $("menu");
const button = $("menu-button");

/** @returns {HTMLElement[]} */
const items = () => [...menu.querySelectorAll("button:not(:disabled)")];

/** Opens or closes the menu. */
export const toggleMenu = () => menu.togglePopover();

/** Places the menu beside its button, inside the window. */
function place() {
  const { top, bottom, right } = button.getBoundingClientRect();
  const { style } = menu;
  style.right = `${Math.max(8, innerWidth - right)}px`;
  const isBelow = top < innerHeight / 2;
  style.top = isBelow ? `${bottom + 4}px` : "auto";
  style.bottom = isBelow ? "auto" : `${innerHeight - top + 4}px`;
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const all = items();
  const at = all.findIndex((item) => item === document.activeElement);
  /** @type {Record<string, number>} */
  const ways = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const to = ways[event.key];
  if (event.key === "Tab") menu.hidePopover();
  // The page's keys are inactive behind an open menu; the browser handles Esc and Enter.
  event.stopPropagation();
  if (to === undefined) return;
  event.preventDefault();
  all[(to + all.length) % all.length]?.focus();
}

/** Initialises the module. */
export function start() {
  menu.addEventListener("beforetoggle", (/** @type {any} */ { newState }) => {
    if (newState === "open") place();
  });
  menu.addEventListener("toggle", (/** @type {any} */ { newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState === "open") items()[0].focus();
  });
  menu.addEventListener("keydown", walk);
  menu.addEventListener(
    "click",
    (/** @type {Event} */ { target }) =>
      target instanceof Element && target.closest("button") && menu.hidePopover(),
    { capture: true },
  );
}
