// Common parts of dialogs. An open dialog is an entry of the browser's history, so that *Back*
// closes it.

import { restore } from "./address.js";
import { h, errorText, sentence } from "./dom.js";

const isEntry = () => Boolean(history.state?.dialog);
/** Whether the page itself goes back, from the entry of a closed dialog. */
let isLeaving = false;

/** Leaves the entry of a closed dialog, unless another dialog was opened there. */
function closed() {
  setTimeout(() => {
    if (isLeaving || !isEntry() || document.querySelector("dialog[open]")) return;
    isLeaving = true;
    history.back();
  });
}

/**
 * Opens a dialog.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  dialog.addEventListener("close", closed, { once: true });
  if (!isEntry()) history.pushState({ dialog: true }, "");
}

addEventListener("popstate", () => {
  /** @type {HTMLDialogElement | null} */
  const dialog = document.querySelector("dialog[open]");
  // A dialog that was opened during the way back has its entry again.
  if (isLeaving && dialog) history.pushState({ dialog: true }, "");
  else if (dialog) dialog.close();
  if (isLeaving || dialog) restore();
  isLeaving = false;
});

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
    if (fault) fault.textContent = sentence(errorText(error));
  }
}
