// Sharing: the game as a link, as text with variations and as a picture; and reading texts.

import { link } from "./address.js";
import { isLocal } from "./api.js";
import { clockFields } from "./clock.js";
import { attempt, cancel, fault, openDialog } from "./dialog.js";
import { $, complain, field, h } from "./dom.js";
import { ends, movetext, readTree, split } from "./notation.js";
import { begin, goToPlace } from "./play.js";
import { askGame, changeGame } from "./session.js";
import { state } from "./state.js";
import { invite } from "./together.js";
import { ahead, isRich, lineOf, merge, path } from "./tree.js";

/** Maximum lines of a game that is read. */
const MOST = 100;

/**
 * Copies the content of a field.
 * @param {HTMLTextAreaElement | HTMLInputElement} area
 */
async function copy(area) {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    document.execCommand("copy");
  }
}

/**
 * Adds the lines and comments of a parsed game to the game that was started with its main line.
 * @param {import("./tree.js").Variation} read
 */
async function graft(read) {
  const lines = ends(read);
  if (lines.length > MOST) throw new Error(`${lines.length} lines: expected at most ${MOST}`);
  const end = [state.tree, ...lineOf(state.tree)].pop();
  state.tree.comment = read.comment;
  for (const last of lines) {
    const from = path(last);
    const moves = from.map((place) => place.text).join(" ");
    const view = await changeGame("/follow", { moves, ply: 0 });
    let at = merge(state.tree, view.moves, view.moves.length);
    // Backwards, so that each comment finds its move in any notation.
    for (const place of from.reverse()) {
      at.comment = place.comment;
      at = at.before ?? at;
    }
  }
  if (end) await goToPlace(end, true);
}

/**
 * Opens a position, or a game with or without variations.
 * @param {string} text
 */
async function load(text) {
  const { game, rules } = state.view;
  if (!text.trim().startsWith("[")) {
    await begin({ game, rules, text });
    return;
  }
  const { tags, moves } = split(`${text.trim()}\n`);
  const read = readTree(moves);
  const main = ahead(read).map((place) => place.text);
  await begin({ text: `${tags}\n${main.join(" ")}` });
  if (isRich(read)) await graft(read);
}

/**
 * Shares the game and shows the link by which a user on another device plays the other side.
 * @param {import("./types.js").Times | null} times of the clock of each side
 */
async function showInvitation(times) {
  const { link, is_for_others } = await invite(times);
  const note = is_for_others
    ? "Opening this link lets a person play the other side and use this board."
    : "Opening this link on this machine lets a person play the other side. " +
      "Other devices are answered by: ply serve --host 0.0.0.0";
  $("invitation")?.replaceChildren(
    copied("Link for the other player", "invite-link", link, 2),
    h("p", { class: "about", text: note }),
  );
}

/** Draws the offer of a game on two devices. */
function invitation() {
  const box = h("div", { id: "invitation" });
  const clock = clockFields("invite", true);
  const button = h("button", {
    type: "button",
    id: "invite",
    text: "Play on two devices",
    onclick: () => showInvitation(clock.read()).catch(complain),
  });
  // Enter would submit the form of the dialog, which loads the pasted text.
  clock.box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    button.click();
  });
  // A game that is shared already has its clock.
  box.append(...(state.shared ? [] : [clock.box]), button);
  return box;
}

/**
 * Returns a text that can be copied.
 * @param {string} label
 * @param {string} id
 * @param {string} value
 * @param {number} rows
 */
function copied(label, id, value, rows) {
  const area = h("textarea", { id, rows, readonly: true, value, spellcheck: "false" });
  const button = h("button", {
    type: "button",
    text: "Copy",
    "aria-label": `Copy: ${label}`,
    async onclick() {
      await copy(area);
      /** @param {string} text */
      const say = (text) => {
        button.textContent = text;
        button.setAttribute("aria-label", `${text}: ${label}`);
      };
      say("Copied");
      // A later copy is answered again.
      setTimeout(() => say("Copy"), 3000);
    },
  });
  return h("div", { class: "copied" }, field(label, area), button);
}

/** Opens the dialog. */
export async function share() {
  const dialog = $("text-dialog");
  let record;
  try {
    record = await askGame("/record");
  } catch (error) {
    complain(error);
    return;
  }
  if (isRich(state.tree)) record = `${split(record).tags}\n${movetext(state.tree)}\n`;
  const paste = h("textarea", {
    id: "paste-text",
    rows: 4,
    placeholder: `A ${state.view.game} position, or the text of any game`,
    spellcheck: "false",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(dialog, () => load(paste.value));
  };
  /**
   * @param {string} id
   * @param {string} text
   * @param {"saveSvg" | "savePng" | "saveMovie"} save
   */
  const picture = (id, text, save) => {
    // The drawing code is loaded on demand.
    const onclick = () => import("./picture.js").then((all) => all[save]()).catch(complain);
    return h("button", { type: "button", id, text, onclick });
  };
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "Share" }),
      copied("Link to this game", "link-text", link(), 2),
      isLocal ? null : invitation(),
      copied("Position", "position-text", state.view.position, 2),
      copied("Game", "game-text", record, 5),
      h(
        "div",
        { class: "buttons left" },
        h("span", { text: "Picture of the board:" }),
        picture("save-svg", "SVG", "saveSvg"),
        picture("save-png", "PNG", "savePng"),
        picture("save-movie", "Animation of the game", "saveMovie"),
      ),
      field("Paste a position or a game, with its variations", paste),
      fault(),
      h(
        "div",
        { class: "buttons" },
        cancel(dialog, "Close"),
        h("button", { class: "strong", id: "paste-load", text: "Load" }),
      ),
    ),
  );
  openDialog(dialog);
  // A dialog scrolls to the end of its first text.
  for (const area of dialog.querySelectorAll("textarea")) area.scrollTop = 0;
  // Not the text field, because a phone's keyboard would cover the dialog.
  dialog.querySelector(".copied button")?.focus();
}

/**
 * Opens the dialog with the link for a friend who plays the other side.
 * @param {import("./types.js").Times | null} times of the clock of each side
 */
export async function shareWithFriend(times) {
  await share();
  await showInvitation(times);
  // This link comes first: that of the game is only a copy.
  const box = $("invitation");
  box.parentElement.querySelector("h2").after(box);
  box.querySelector("button").focus();
}

/** Initialises the module. */
export function start() {
  $("text").addEventListener("click", share);
}
