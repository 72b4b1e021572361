// Creates elements without strings of markup: external text is never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Element | string | null | undefined} Child
 * @typedef {Record<string, any> | null} Properties attributes; `text`, `value`, `on…`
 */

/**
 * @template {Element} T
 * @param {T} element
 * @param {Properties | undefined} properties
 * @param {(Child | Child[])[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  const there = children.flat().filter((child) => child !== null && child !== undefined);
  element.append(...there);
  return element;
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Properties} [properties]
 * @param {(Child | Child[])[]} children
 */
export function h(name, properties, ...children) {
  return fill(document.createElement(name), properties, children);
}

/**
 * Creates an SVG element.
 * @param {keyof SVGElementTagNameMap} name
 * @param {Properties} [properties]
 * @param {(Child | Child[])[]} children
 * @returns {SVGElement}
 */
export function s(name, properties, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/**
 * Returns the element with this id. All requested ids exist, and the page decides the kind of the
 * element.
 * @param {string} id
 * @returns {any}
 */
export const $ = (id) => document.getElementById(id);

/**
 * Scrolls a box, and nothing around it, so that an element is in its middle.
 * @param {Element} box
 * @param {Element} element
 */
export function centre(box, element) {
  const [inner, view] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollLeft += (inner.left + inner.right - view.left - view.right) / 2;
  box.scrollTop += (inner.top + inner.bottom - view.top - view.bottom) / 2;
}

let toastTimer = 0;
/** Whether a message stands above the cards. */
const isAbove = () => document.body.dataset.page === "start";

/**
 * Shows an error message for a while.
 * @param {string} message
 */
export function toast(message) {
  const box = $("toast");
  box.textContent = sentence(message);
  box.classList.add("shown");
  if (isAbove()) box.scrollIntoView({ block: "nearest" });
  clearTimeout(toastTimer);
  toastTimer = setTimeout(endToast, 6000);
}

/** Hides the message, unless the cards would move up. */
function endToast() {
  if (isAbove()) toastTimer = setTimeout(endToast, 6000);
  else hideToast();
}

export const hideToast = () => $("toast").classList.remove("shown");

/**
 * Shows the message of an error.
 * @param {unknown} error
 */
export const complain = (error) => toast(errorText(error));

/**
 * Returns the message of an error.
 * @param {unknown} error
 */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Capitalises the first letter of a text.
 * @param {string} text
 */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} value */
export const number = (value) => {
  if (value >= 1e9) return (value / 1e9).toFixed(1) + " G";
  if (value >= 1e6) return (value / 1e6).toFixed(1) + " M";
  if (value >= 1e4) return (value / 1e3).toFixed(0) + " k";
  return String(Math.round(value * 100) / 100);
};

/** Returns whether the theme is dark. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Waits.
 * @param {number} ms
 */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Returns whether the user has a keyboard at hand, as in narrow.css. */
export const hasKeys = () => !matchMedia("(max-width: 480px), (pointer: coarse)").matches;

/** Returns whether the user prefers reduced motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Returns an entry of a list.
 * @param {string} value
 * @param {string} [text]
 * @param {unknown} [chosen]
 */
export function option(value, text, chosen) {
  return h("option", { value, selected: value === chosen }, text ?? value);
}

/**
 * Replaces the children of a box and preserves the keyboard focus.
 * @param {Element} box
 * @param {(Element | null)[]} children
 */
export function redraw(box, children) {
  const { id, selectionStart, selectionEnd } = /** @type {any} */ (document.activeElement ?? {});
  const isThere = box.contains(document.activeElement);
  box.replaceChildren(...children.flatMap((child) => child ?? []));
  const again = isThere && id ? $(id) : null;
  again?.focus({ preventScroll: true });
  if (typeof selectionStart === "number") again?.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * Returns a labelled field.
 * @param {string} label
 * @param {Element} input
 */
export function field(label, input) {
  return h("label", { class: "field" }, h("span", { text: label }), input);
}
