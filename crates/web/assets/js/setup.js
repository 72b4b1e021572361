// New games, and positions and games as text.

import { get } from "./api.js";
import { $, complain, field, h, option, said } from "./dom.js";
import { begin, choosePlayers, hear, path, state } from "./state.js";

/** The agent where there is no other wish. */
const USUAL = "best:time=1s";

/**
 * Whether an agent plays a game.
 * @param {string} spec
 * @param {string} game
 */
const fits = (spec, game) =>
  state.catalog.agents.some(
    (agent) => agent.name === spec.split(":")[0] && (!agent.game || agent.game === game),
  );

/** @param {HTMLDialogElement} dialog */
function close(dialog) {
  return h("button", { type: "button", text: "Cancel", onclick: () => dialog.close() });
}

/**
 * Begins a game from a dialog, which says what is wrong or closes.
 * @param {HTMLDialogElement} dialog
 * @param {Record<string, unknown>} request
 */
async function attempt(dialog, request) {
  try {
    await begin(request);
    dialog.close();
  } catch (error) {
    const fault = dialog.querySelector(".fault");
    if (fault) fault.textContent = said(error);
  }
}

/** Asks for a new game. */
export function newGame(name = state.view.game) {
  const dialog = $("new-dialog");
  const game = state.catalog.games.find((each) => each.name === name);
  if (!game) return;
  const games = h(
    "select",
    { id: "new-game", onchange: (/** @type {any} */ event) => newGame(event.target.value) },
    state.catalog.games.map((each) => option(each.name, each.title, name)),
  );
  const setup = h("input", {
    id: "new-setup",
    list: "setups",
    value: game.setups[0] ?? "",
    placeholder: "the usual one",
    autocomplete: "off",
  });
  const rules = h("input", {
    id: "new-rules",
    list: "rule-sets",
    value: game.rules[0] ?? "",
    placeholder: "the usual ones",
    autocomplete: "off",
  });
  const side = h(
    "select",
    { id: "new-side" },
    option("0", `${game.sides[0]} (moves first)`, "0"),
    option("1", game.sides[1]),
    option("both", "both sides"),
    option("none", "nobody: watch two agents"),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const agent = state.players.find((player) => player !== "human") ?? USUAL;
    const other = fits(agent, name) ? agent : USUAL;
    /** @type {Record<string, string[]>} */
    const players = {
      0: ["human", other],
      1: [other, "human"],
      both: ["human", "human"],
      none: [other, other],
    };
    const former = state.players;
    state.players = players[side.value];
    attempt(dialog, { game: name, setup: setup.value, rules: rules.value }).then(() => {
      if (dialog.open) state.players = former;
      choosePlayers(state.players);
    });
  };
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "New game" }),
      h("p", { class: "about", text: game.about }),
      field("Game", games),
      field("Set-up", setup),
      field("Rules", rules),
      game.options.length
        ? h("p", { class: "hint", text: `Options, after a comma: ${game.options.join("  ")}` })
        : null,
      field("You play", side),
      h(
        "datalist",
        { id: "setups" },
        game.setups.map((text) => option(text)),
      ),
      h(
        "datalist",
        { id: "rule-sets" },
        game.rules.map((text) => option(text)),
      ),
      h("p", { class: "fault", role: "alert" }),
      h(
        "div",
        { class: "buttons" },
        close(dialog),
        h("button", { class: "strong", id: "new-start", text: "Start" }),
      ),
    ),
  );
  if (!dialog.open) dialog.showModal();
  setup.focus();
}

/** @param {HTMLTextAreaElement} area */
async function copy(area) {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    document.execCommand("copy");
  }
}

/** Shows the position and the game as text, and reads them. */
export async function asText() {
  const dialog = $("text-dialog");
  let record;
  try {
    record = await get(path("/record"));
  } catch (error) {
    complain(error);
    return;
  }
  const position = h("textarea", {
    id: "position-text",
    rows: 2,
    readonly: true,
    value: state.view.position,
    spellcheck: "false",
  });
  const game = h("textarea", {
    id: "game-text",
    rows: 8,
    readonly: true,
    value: record,
    spellcheck: "false",
  });
  const paste = h("textarea", {
    id: "paste-text",
    rows: 5,
    placeholder: `A ${state.view.game} position, or the text of any game`,
    spellcheck: "false",
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const rules = paste.value.trim().startsWith("[") ? null : state.view.rules;
    attempt(dialog, { game: state.view.game, rules, text: paste.value });
  };
  /**
   * @param {string} label
   * @param {HTMLTextAreaElement} area
   */
  const copies = (label, area) =>
    h("button", { type: "button", text: label, onclick: () => copy(area) });
  dialog.replaceChildren(
    h(
      "form",
      { onsubmit: submit },
      h("h2", { text: "As text" }),
      field("Position", position),
      copies("Copy position", position),
      field("Game", game),
      copies("Copy game", game),
      field("Paste a position or a game", paste),
      h("p", { class: "fault", role: "alert" }),
      h(
        "div",
        { class: "buttons" },
        close(dialog),
        h("button", { class: "strong", id: "paste-load", text: "Load" }),
      ),
    ),
  );
  if (!dialog.open) dialog.showModal();
  paste.focus();
}

/** The tabs of the games. */
function tabs() {
  $("games").replaceChildren(
    ...state.catalog.games.map((game) =>
      h("button", {
        type: "button",
        "data-game": game.name,
        "aria-current": String(game.name === state.view.game),
        title: game.about,
        text: game.title,
        onclick: () => quick(game.name),
      }),
    ),
  );
}

/**
 * Another game with the same players; of the same game, whatever is asked for.
 * @param {string} game
 */
async function quick(game) {
  if (game === state.view.game) {
    newGame(game);
    return;
  }
  const all = state.players.every((player) => player === "human" || fits(player, game));
  if (!all) state.players = ["human", USUAL];
  try {
    await begin({ game });
  } catch (error) {
    complain(error);
  }
}

/** Puts it on the page. */
export function start() {
  $("new").addEventListener("click", () => newGame());
  $("text").addEventListener("click", asText);
  hear("view", tabs);
}
