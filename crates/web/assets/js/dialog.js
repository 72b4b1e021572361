// Common parts of dialogs.

import { h, errorText } from "./dom.js";

/**
 * Returns the cancel button.
 * @param {HTMLDialogElement} dialog
 */
export const cancel = (dialog, text = "Cancel") =>
  h("button", { type: "button", text, onclick: () => dialog.close() });

/** Returns the element of a dialog's error message. */
export const fault = () => h("p", { class: "fault", role: "alert" });

/**
 * Runs the action of a dialog, then closes it or shows the error.
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
