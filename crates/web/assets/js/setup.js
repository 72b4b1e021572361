// New games, and positions and games as text.

import { get } from "./api.js";
import { $, field, h, option, toast } from "./dom.js";
import { begin, choosePlayers, hear, path, state } from "./state.js";

function close(dialog) {
  return h("button", { type: "button", text: "Cancel", onclick: () => dialog.close() });
}

async function attempt(dialog, request) {
  try {
    await begin(request);
    dialog.close();
  } catch (error) {
    dialog.querySelector(".fault").textContent = error.message;
  }
}

export function newGame(name = state.view.game) {
  const dialog = $("new-dialog");
  const game = state.catalog.games.find((each) => each.name === name);
  const games = h(
    "select",
    { id: "new-game", onchange: (event) => newGame(event.target.value) },
    state.catalog.games.map((each) => option(each.name, each.name, name)),
  );
  const setup = h("input", {
    id: "new-setup",
    list: "setups",
    value: game.setups[0],
    autocomplete: "off",
  });
  const rules = h("input", {
    id: "new-rules",
    list: "rule-sets",
    value: game.rules[0],
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
  const submit = (event) => {
    event.preventDefault();
    const agent = state.players.find((player) => player !== "human") ?? "best:time=1s";
    const fits = state.catalog.agents.some(
      (each) => each.name === agent.split(":")[0] && (!each.game || each.game === name),
    );
    const other = fits ? agent : "best:time=1s";
    const players = {
      0: ["human", other],
      1: [other, "human"],
      both: ["human", "human"],
      none: [other, other],
    }[side.value];
    const former = state.players;
    state.players = players;
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
      h("p", { class: "hint", text: `Options, after a comma: ${game.options.join("  ")}` }),
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

async function copy(area) {
  area.select();
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    document.execCommand("copy");
  }
}

export async function asText() {
  const dialog = $("text-dialog");
  let record;
  try {
    record = await get(path("/record"));
  } catch (error) {
    toast(error.message);
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
  const submit = (event) => {
    event.preventDefault();
    const rules = paste.value.trim().startsWith("[") ? null : state.view.rules;
    attempt(dialog, { game: state.view.game, rules, text: paste.value });
  };
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

// The tabs of the games.
function tabs() {
  $("games").replaceChildren(
    ...state.catalog.games.map((game) =>
      h("button", {
        type: "button",
        "data-game": game.name,
        "aria-current": String(game.name === state.view.game),
        title: game.about,
        text:
          { tigers: "Tigers & Goats" }[game.name] ??
          game.name[0].toUpperCase() + game.name.slice(1),
        onclick: () => quick(game.name),
      }),
    ),
  );
}

async function quick(game) {
  if (game === state.view.game) {
    newGame(game);
    return;
  }
  const fits = state.players.every(
    (player) =>
      player === "human" ||
      state.catalog.agents.some(
        (agent) => agent.name === player.split(":")[0] && (!agent.game || agent.game === game),
      ),
  );
  if (!fits) state.players = ["human", "best:time=1s"];
  try {
    await begin({ game });
  } catch (error) {
    toast(error.message);
  }
}

export function start() {
  $("new").addEventListener("click", () => newGame());
  $("text").addEventListener("click", asText);
  hear("view", tabs);
}
