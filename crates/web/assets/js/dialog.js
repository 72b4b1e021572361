// What dialogs have in common.

import { h, errorText } from "./dom.js";

/**
 * The button that changes nothing.
 * @param {HTMLDialogElement} dialog
 */
export const cancel = (dialog, text = "Cancel") =>
  h("button", { type: "button", text, onclick: () => dialog.close() });

/** Where a dialog says what is wrong. */
export const fault = () => h("p", { class: "fault", role: "alert" });

/**
 * Does what a dialog asks for, which says what is wrong or closes.
 * @param {HTMLDialogElement} dialog
 * @param {() => Promise<unknown>} work
 */
export async function attempt(dialog, work) {
  try {
    await work();
    dialog.close();
  } catch (error) {
    const fault = dialog.querySelector(".fault");
    if (fault) fault.textContent = errorText(error);
  }
}
