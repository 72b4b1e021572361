// Settings of this browser, which all its tabs share: animations, sound and themes.

import { cancel, openDialog } from "./dialog.js";
import { $, calm, field, h, isDark, option } from "./dom.js";
import { notify } from "./state.js";
import { amend, hearStored, stored } from "./storage.js";

/** Duration of an animation, as a multiple of the usual one. @type {Record<string, number>} */
const PACES = { off: 0, fast: 0.5, normal: 1, slow: 2 };

/**
 * The settings: their labels, and the texts of their values.
 * @type {Record<string, [string, Record<string, string>]>}
 */
const SETTINGS = {
  speed: ["Animations", { off: "off", fast: "fast", normal: "normal", slow: "slow" }],
  sound: ["Sound", { off: "off", on: "on" }],
  page: ["Theme of the page", { system: "as the system", light: "light", dark: "dark" }],
  board: ["Theme of the board", { page: "as the page", light: "light", dark: "dark" }],
};

/**
 * Returns the value of a setting. A user who prefers reduced motion has no animations by default.
 * @param {string} name
 * @returns {string}
 */
export function setting(name) {
  const values = Object.keys(SETTINGS[name][1]);
  const value = stored("settings")?.[name];
  if (values.includes(value)) return value;
  return name === "speed" && !calm() ? "normal" : values[0];
}

/** Returns the duration of an animation as a multiple of the usual one; 0 for none. */
export const pace = () => PACES[setting("speed")];

/** Returns whether the theme of the board is dark. */
export const isBoardDark = () =>
  setting("board") === "page" ? isDark() : setting("board") === "dark";

/** Applies the settings to the page. */
function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = setting("page");
  dataset.board = setting("board");
  dataset.speed = setting("speed");
}

/** Opens the dialog. A setting applies at once. */
function open() {
  const dialog = $("settings-dialog");
  const fields = Object.entries(SETTINGS).map(([name, [label, values]]) => {
    const texts = Object.entries(values);
    const options = texts.map(([value, text]) => option(value, text, setting(name)));
    const select = h("select", { id: `set-${name}` }, options);
    select.addEventListener("change", () => {
      amend("settings", (all) => ({ ...all, [name]: select.value }));
      apply();
      notify("setting", name);
    });
    return field(label, select);
  });
  const close = h("div", { class: "buttons" }, cancel(dialog, "Close"));
  const grid = h("div", { class: "grid" }, fields);
  dialog.replaceChildren(h("form", {}, h("h2", { text: "Settings" }), grid, close));
  openDialog(dialog);
}

/** Initialises the module. */
export function start() {
  apply();
  hearStored(["settings"], apply);
  for (const id of ["settings", "start-settings"]) $(id).addEventListener("click", open);
}
